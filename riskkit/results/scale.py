"""Full size or quick: one switch for a classroom run.

``RISKKIT_SCALE=quick`` makes every study use its small numbers. Results and
figures of a quick run go to ``build/quick/``, never over full-size ones, and
each figure says that it is not full size.
"""

from __future__ import annotations

import os
from typing import TypeVar

from riskkit.errors import check_name

T = TypeVar("T")

SCALES = ("full", "quick")


def current() -> str:
    """Return ``"full"`` or ``"quick"``, as the environment variable ``RISKKIT_SCALE`` says."""
    return check_name("RISKKIT_SCALE", os.environ.get("RISKKIT_SCALE") or "full", SCALES)


def is_quick() -> bool:
    """Return True in quick mode."""
    return current() == "quick"


def games(full: T, quick: T) -> T:
    """Return the size to run at: ``full``, or ``quick`` in quick mode.

    Examples
    --------
    >>> games(500_000, 2_000)
    500000
    """
    return quick if is_quick() else full
