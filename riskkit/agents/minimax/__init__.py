"""Minimax agents with weighted features: how they draft, search and play."""

from riskkit.agents.minimax.agent import (
    EQUAL_WEIGHTS,
    HAND_WEIGHTS,
    PRINTED_WEIGHTS,
    Found,
    analyse,
    make,
)
from riskkit.agents.minimax.settings import OPPONENTS, OUTCOMES, Settings, check_weights
from riskkit.agents.minimax.timed import timed

__all__ = [
    "EQUAL_WEIGHTS",
    "HAND_WEIGHTS",
    "OPPONENTS",
    "OUTCOMES",
    "PRINTED_WEIGHTS",
    "Found",
    "Settings",
    "analyse",
    "check_weights",
    "make",
    "timed",
]
