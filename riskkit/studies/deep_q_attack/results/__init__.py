"""The stored tables of the deep Q study: trainings, and games of what they trained."""

from riskkit.studies.deep_q_attack.results.games import (
    bots,
    dominance,
    learning_pairings,
    pairings,
    random_chances,
    ship,
    shipped,
)
from riskkit.studies.deep_q_attack.results.trainings import (
    LOOPS,
    full_training,
    replayed,
    sensitivity,
    training,
    untrained,
)

__all__ = [
    "LOOPS",
    "bots",
    "dominance",
    "full_training",
    "learning_pairings",
    "pairings",
    "random_chances",
    "replayed",
    "sensitivity",
    "ship",
    "shipped",
    "training",
    "untrained",
]
