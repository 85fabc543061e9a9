"""The largest seeds and numbers of games."""

MOST_SEED = 2**63 - 1
MOST_NUMBER = 2**62
MOST_GAMES = 10**9
