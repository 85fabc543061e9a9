"""The record on which the minimax agents search, and the order of their settings."""

from dataclasses import fields
from enum import IntEnum

import numpy as np

from riskkit.agents.minimax.settings import FEATURES, LEVELS, Settings
from riskkit.engine.jit import kernel
from riskkit.engine.pointers import record_at
from riskkit.engine.types import MAX_C, MAX_E, MAX_P, MAX_T

MOVES = MAX_E // 2
GROUP = 4
"""Rows of neighbours are padded to a multiple of this length, which the loops over them take at once."""
NEAR = MAX_E + (GROUP - 1) * MAX_T
LOG = LEVELS * 4 * MAX_T
SLOTS = 4096
FIXED = float(1 << 40)
NO_CAP = 1 << 30
KEYS = 4
"""Keys of the draft are compared in groups of this many."""

Setting = IntEnum("Setting", [spec.name.upper() for spec in fields(Settings)], start=0)
"""Places of the settings at the start of the agent's parameters: the order of their fields."""
OWN_WEIGHTS = len(Setting)
OTHER_WEIGHTS = OWN_WEIGHTS + FEATURES
PARAMETERS = OTHER_WEIGHTS + FEATURES
"""Number of parameters before what `prepare` adds: a flag for each edge, then battle tables."""

TREE = np.dtype(
    [
        ("set", "i8", (OWN_WEIGHTS,)),
        ("weights", "f8", (2, FEATURES)),
        ("root", "i8"),
        ("viewed", "i8"),
        ("players", "i8"),
        ("seats", "i8"),
        ("round", "i8"),
        ("divisor", "f8"),
        ("cap", "i8"),
        ("income_divisor", "i8"),
        ("income_minimum", "i8"),
        ("bonuses", "i8"),
        ("armies_all", "i8"),
        ("used", "i8"),
        ("pushed", "i8"),
        ("nodes", "i8"),
        ("leaves", "i8"),
        ("stopped", "i8"),
        ("time_up", "i8"),
        ("completed", "i8"),
        ("stamp", "u8"),
        ("best", "i8"),
        ("foretelling", "i8"),
        ("hurried", "i8"),
        ("refutation", "i8", (LEVELS + 1, 2)),
        ("value", "f8"),
        ("owner", "i4", (MAX_T,)),
        ("armies", "i4", (MAX_T,)),
        ("ratio", "i8", (MAX_T,)),
        ("enemies", "i4", (MAX_T,)),
        ("per_neighbour", "i8", (MAX_T,)),
        ("first", "u4", (MAX_T,)),
        ("last", "u4", (MAX_T,)),
        ("end", "u4", (MAX_T,)),
        ("near", "u1", (NEAR,)),
        ("watched", "u1", (NEAR,)),
        ("follower", "i4", (MAX_P,)),
        ("count", "i8", (MAX_P,)),
        ("total", "i8", (MAX_P,)),
        ("ratios", "i8", (MAX_P,)),
        ("shares", "i8", (MAX_P,)),
        ("sums", "i8", (LEVELS + 2, MAX_P, 2)),
        ("sums_all", "i8", (LEVELS + 2, 2)),
        ("gathered", "i4", (MAX_C,)),
        ("plan", "i4", (MAX_T,)),
        ("foe", "i4", (2, MAX_T)),
        ("held", "u1", (MAX_T,)),
        ("hostile", "i4", (MAX_T,)),
        ("border", "u1", (MAX_T,)),
        ("around", "i4", (MAX_T,)),
        ("holding", "i4", (MAX_T,)),
        ("threat", "f8", (MAX_T,)),
        ("key", "i8", (MAX_T + KEYS,)),
        ("rank", "u1", (MAX_T + KEYS,)),
        ("queue", "u1", (2 * MAX_T,)),
        ("seen", "i8", (MAX_T,)),
        ("clock", "i8"),
        ("log_place", "i4", (LOG,)),
        ("log_owner", "i4", (LOG,)),
        ("log_armies", "i4", (LOG,)),
        ("moves", "i4", (LEVELS + 1, MOVES + 1)),
        ("places", "i4", (LEVELS + 1, MOVES + 1)),
        ("scores", "f8", (LEVELS + 1, MOVES)),
        ("values", "f8", (LEVELS + 2, MAX_P)),
        ("best_values", "f8", (LEVELS + 2, MAX_P)),
        ("slot_key", "u8", (SLOTS,)),
        ("slot_value", "f8", (SLOTS,)),
        ("slot_bound", "i1", (SLOTS,)),
    ],
    align=True,
)


@kernel
def tree_at(address):
    """Return the TREE record at an address."""
    return record_at(address, TREE)
