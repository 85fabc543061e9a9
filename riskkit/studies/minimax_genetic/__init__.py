"""Minimax with weights bred by tournaments: the search, what it finds, and how well it plays.

Source: "Implementation of the Risk Game and Artificial Intelligence Agent Player" (2020).
Two readings: "described" is the text, "as run" the authors' program. In the program the
tree values leaves by the features of whoever moved first, with the weights of whoever is
to move at the leaf; bred genes never play; and a win is credited by the player's name
although genes are dealt out by the shuffled seat, so that half of the wins go to the gene
that lost.
"""

from riskkit.studies.minimax_genetic.matches import (
    BUDGET,
    HOMES,
    PLACES,
    RIVALS,
    certainty_cost,
    encounter,
    encounters,
    evolved,
    plain_name,
    players,
    slips,
)
from riskkit.studies.minimax_genetic.results import (
    NAMES,
    OPPONENTS,
    READINGS,
    RUNS,
    SEED,
    TRIALS,
    Reading,
    by_generation,
    chosen,
    play,
    reading,
    search_runs,
    signal,
    spread,
    trial,
    trial_summary,
)

__all__ = [
    "BUDGET",
    "HOMES",
    "NAMES",
    "OPPONENTS",
    "PLACES",
    "READINGS",
    "RIVALS",
    "RUNS",
    "SEED",
    "TRIALS",
    "Reading",
    "by_generation",
    "certainty_cost",
    "chosen",
    "encounter",
    "encounters",
    "evolved",
    "play",
    "plain_name",
    "players",
    "reading",
    "search_runs",
    "signal",
    "slips",
    "spread",
    "trial",
    "trial_summary",
]
