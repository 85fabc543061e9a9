"""The league: every agent on equal terms, and the rank of a new one."""

from riskkit.league.pairs import GAMES, RULES, SEED, meet, members, rank, results

__all__ = ["GAMES", "RULES", "SEED", "meet", "members", "rank", "results"]
