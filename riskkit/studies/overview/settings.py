"""What the quick start plays; the ledger rests on the studies' own tables."""

from riskkit.results import scale
from riskkit.rules import Rules

QUICKSTART = "00_quickstart"
LEDGER = "08_ledger"

AGENTS = ("aggressive", "random")
SEED = 1
SIZES = {"match": (10_000, 1_000)}
"""Games of the match, at full size and in a quick run."""
GAME = 1
"""Number of the game of the match that is looked at alone."""

LINEUP = (None, "aggressive", "random")
"""The game stepped by hand: seat 0 is the reader's."""
LINEUP_SEED = 24
LINEUP_RULES = Rules.classic(setup="random", first=0)
STEPS = (("attack", "Brazil", "North Africa"), ("move", 3))
"""What is played in it, after all armies are placed in Brazil."""


def size() -> int:
    """Return the games of the match."""
    return scale.games(*SIZES["match"])
