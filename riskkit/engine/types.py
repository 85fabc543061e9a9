"""The records that compiled code works on: state, board, rules, seat, result rows.

Every record is a numpy structured dtype with fixed sizes, so that all boards, numbers of
players and rule sets share one compilation, and a record reaches a kernel as one pointer.
Loops run to the counts in the records (``board.territories``, ``state.seats``), never to
the length of an array. A player never has more than ``MOST_ARMIES`` armies: what would
go beyond is not handed out, so that no count overflows however long a game is.
"""

from dataclasses import fields

import numpy as np
from numba import config

from riskkit.engine.fields import MAX_DICE, Fields

MAX_T = 128
MAX_E = 1024
MAX_C = 32
MAX_P = 8
MAX_CARDS = 144
MAX_OUTCOMES = (MAX_DICE + 1) * (MAX_DICE + 2) // 2
MOST_ARMIES = 250_000_000
MOST_DECISIONS = 1_000_000

BOARD = np.dtype(
    [
        ("territories", "i4"),
        ("continents", "i4"),
        ("edges", "i4"),
        ("start", "i4", (MAX_T + 1,)),
        ("adjacent", "i4", (MAX_E,)),
        ("continent", "i4", (MAX_T,)),
        ("bonus", "i4", (MAX_C,)),
        ("size", "i4", (MAX_C,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("owner", "i1", (MAX_T,)),
        ("armies", "i4", (MAX_T,)),
        ("players", "i4"),
        ("seats", "i4"),
        ("current", "i4"),
        ("phase", "i4"),
        ("turn", "i4"),
        ("rounds", "i4"),
        ("first", "i4"),
        ("position", "i4"),
        ("winner", "i4"),
        ("reason", "i4"),
        ("decisions", "i4"),
        ("turn_decisions", "i4"),
        ("refusal", "i4"),
        ("refused", "i8"),
        ("source", "i4"),
        ("target", "i4"),
        ("minimum", "i4"),
        ("resume", "i4"),
        ("conquered", "i4"),
        ("fortified", "i4"),
        ("sets_traded", "i4"),
        ("cards", "i4"),
        ("deck_left", "i4"),
        ("order", "i4", (MAX_P,)),
        ("alive", "i4", (MAX_P,)),
        ("out_turn", "i4", (MAX_P,)),
        ("pool", "i4", (MAX_P,)),
        ("count", "i4", (MAX_P,)),
        ("total", "i4", (MAX_P,)),
        ("hand", "i4", (MAX_P,)),
        ("received", "i4", (MAX_P,)),
        ("attacks", "i4", (MAX_P,)),
        ("conquests", "i4", (MAX_P,)),
        ("extra", "i4", (MAX_P,)),
        ("kinds", "i4", (MAX_P, 4)),
        ("held", "i1", (MAX_P, MAX_C)),
        ("card_place", "i1", (MAX_CARDS,)),
        ("card_kind", "i1", (MAX_CARDS,)),
        ("deck", "u1", (MAX_CARDS,)),
        ("mark", "u1", (MAX_T,)),
        ("queue", "u1", (MAX_T,)),
        ("stamp", "u8"),
        ("deal", "u8", (4,)),
        ("dice", "u8", (4,)),
        ("choice", "u8", (4,)),
    ],
    align=True,
)


def _rule(spec) -> tuple:
    """Return the record's field of a field of the rules: one number, or as many as it may have."""
    most = spec.metadata.get("lengths", (1, 1))[1]
    return (spec.name, "i4", (most,)) if "lengths" in spec.metadata else (spec.name, "i4")


RULES = np.dtype(
    [
        *map(_rule, fields(Fields)),
        ("set_count", "i4"),
        ("outcomes", "i4", (MAX_DICE + 1, MAX_DICE + 1)),
        ("attacker_loss", "i1", (MAX_DICE + 1, MAX_DICE + 1, MAX_OUTCOMES)),
        ("defender_loss", "i1", (MAX_DICE + 1, MAX_DICE + 1, MAX_OUTCOMES)),
        ("cumulative", "f8", (MAX_DICE + 1, MAX_DICE + 1, MAX_OUTCOMES)),
    ],
    align=True,
)
"""The fields of the rules by name, the number of ``set_values``, and the rolls' exact distributions."""

SEAT = np.dtype(
    [
        ("player", "i8"),
        ("parameters", "i8"),
        ("parameters_length", "i8"),
        ("memory", "i8"),
        ("memory_length", "i8"),
        ("workspace", "i8"),
        ("workspace_length", "i8"),
        ("persistent", "i8"),
    ],
    align=True,
)

POSITION = np.dtype([("owner", "i1", (MAX_T,)), ("armies", "i4", (MAX_T,))], align=True)

RESULT = np.dtype(
    [
        ("game", "i8"),
        ("winner", "i4"),
        ("reason", "i4"),
        ("turns", "i4"),
        ("rounds", "i4"),
        ("first", "i4"),
        ("decisions", "i4"),
        ("territories", "i4", (MAX_P,)),
        ("armies", "i4", (MAX_P,)),
        ("out_turn", "i4", (MAX_P,)),
    ],
    align=True,
)

TURN = np.dtype(
    [
        ("game", "i8"),
        ("turn", "i4"),
        ("round", "i4"),
        ("seat", "i4"),
        ("received", "i4"),
        ("attacks", "i4"),
        ("conquests", "i4"),
        ("territories", "i4", (MAX_P,)),
        ("continents", "i4", (MAX_P,)),
        ("armies", "i4", (MAX_P,)),
    ],
    align=True,
)


class _PlainRecord(np.void):
    """A record whose fields are attributes, for kernels that run as plain Python."""

    def __getattribute__(self, name):
        fields = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:
            return np.void.__getattribute__(self, name)
        value = self[name]
        return plain(value) if type(value) is np.void else value

    def __setattr__(self, name, value):
        self[name] = value


def plain(values):
    """Return records, an array or one, as records whose fields are attributes in Python too."""
    return values.view(np.dtype((_PlainRecord, values.dtype)))


def records(n: int, dtype: np.dtype) -> np.ndarray:
    """Return ``n`` zeroed records that kernels can read, compiled or not."""
    made = np.zeros(n, dtype)
    return plain(made) if config.DISABLE_JIT else made


def new_state(n: int = 1) -> np.ndarray:
    """Return ``n`` empty game states as an array of records."""
    return records(n, STATE)
