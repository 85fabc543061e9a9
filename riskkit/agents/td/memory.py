"""What a seat of the TD(lambda) bot remembers, and what can be read out of it."""

from typing import NamedTuple

import numpy as np

from riskkit.agents.shared.position import FEATURES
from riskkit.agents.td.settings import DIVERGED, Settings
from riskkit.errors import RiskkitError, check_kind
from riskkit.numbers import significant, weighted_sum

MEMORY = np.dtype(
    [
        ("started", "f8"),
        ("weights", "f8", (len(FEATURES),)),
        ("trace", "f8", (len(FEATURES),)),
        ("before", "f8", (len(FEATURES),)),
        ("pending", "f8"),
        ("updates", "f8"),
        ("stopped", "f8"),
        ("norm", "f8"),
        ("decisions", "f8"),
        ("attacked", "f8"),
        ("game", "f8"),
        ("spare", "f8"),
    ],
    align=True,
)
"""The start of a seat's memory: weights, trace, the features decided in before, and counts."""
LOG = MEMORY.itemsize // 8
"""Cell of a seat's memory at which the log of its weights begins."""
MARK = 8_451.0
"""What a TD bot that has played writes into ``started``, so that its memory is known from others."""


class DivergedError(RiskkitError):
    """Raised when the weights of a value have left all bounds."""


class Learned(NamedTuple):
    """What a seat's memory says of its learning.

    Attributes
    ----------
    weights : numpy.ndarray
        The five weights, in the order of `FEATURES`.
    updates : int
        Changes made so far.
    stopped_at : int or None
        Number of the change at which the weights diverged; None if they did not.
    norm : float
        Norm that the diverging change would have had, or the norm of the weights.
    """

    weights: np.ndarray
    updates: int
    stopped_at: int | None
    norm: float


def learned(cells: np.ndarray, strict: bool = False) -> Learned:
    """Return what a TD bot has learned, from its seat's memory (`riskkit.series`).

    Parameters
    ----------
    cells
        ``series(...).memories[run][seat]``.
    strict
        Raise if the weights diverged.

    Raises
    ------
    DivergedError
        If ``strict`` and learning stopped; names the change and the norm.
    """
    seen = _seen(cells, LOG)
    weights = seen["weights"].copy()
    stopped = int(seen["stopped"]) or None
    norm = float(seen["norm"]) if stopped else weighted_sum(weights, weights) ** 0.5
    found = Learned(weights, int(seen["updates"]), stopped, norm)
    if strict and stopped:
        raise DivergedError(
            f"the weights diverged at change {stopped} (norm {significant(norm)}, bound {DIVERGED:.0e}); the last "
            f"finite ones are kept: {np.array2string(weights, precision=3)}. Use normalised=True or a smaller alpha"
        )
    return found


def _seen(cells, least: int):
    """Return the MEMORY record of a seat's memory, or say why it is no TD bot's."""
    if np.ndim(cells) != 1 or len(cells) < least:
        raise ValueError(f"the memory of a TD bot's seat has {least} numbers or more here, not shape {np.shape(cells)}")
    seen = np.array(cells[:LOG], np.float64).view(MEMORY)[0]
    if seen["started"] not in (0, MARK):
        raise ValueError("this is the memory of another agent, not of a TD bot")
    if not np.isfinite(seen["weights"]).all():
        raise ValueError(f"the memory of a TD bot holds finite weights, not {seen['weights']}")
    return seen


def history(cells: np.ndarray, settings: Settings) -> np.ndarray:
    """Return the kept weights of a seat, shape (changes kept, 5); needs ``log`` above 0."""
    check_kind("settings", settings, Settings)
    seen = _seen(cells, LOG + 5 * settings.log)
    made = min(int(seen["updates"]) // settings.stride, settings.log)
    if seen["stopped"] > 0:
        made = min(made, int(seen["stopped"] - 1) // settings.stride)
    return np.array(cells[LOG : LOG + 5 * made]).reshape(made, 5)
