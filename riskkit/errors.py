"""Errors of riskkit and the checks of arguments that every part shares.

A message names the value that was given and says what would be right.
"""

from __future__ import annotations

import difflib
import math
import numbers
import operator
from collections.abc import Iterable


class RiskkitError(Exception):
    """Base of the errors that only riskkit raises (bad arguments raise ValueError or TypeError)."""


class UnknownNameError(RiskkitError, ValueError):
    """Raised when a name (of an agent, a rule set, a board, ...) is not known."""


def _limits(low, high) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f", {low} or more"
    if high is not None:
        return f", at most {high}"
    return ""


def check_integer(name: str, value, low: int | None = None, high: int | None = None) -> int:
    """Return ``value`` as an ``int``, or say why it is none.

    Parameters
    ----------
    name : str
        What the value is called, for the message.
    value : object
        Any integer type; booleans and fractions are refused.
    low, high : int, optional
        Smallest and largest value allowed, both included.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If ``value`` is no integer.
    ValueError
        If it lies outside the limits.
    """
    wanted = f"a whole number{_limits(low, high)}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be {wanted}, not {value!r}")
    number = operator.index(value)
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(f"{name} must be {wanted}, not {number}")
    return number


def check_number(name: str, value, low: float | None = None, high: float | None = None) -> float:
    """Return ``value`` as a finite ``float`` between the limits (both included), or say why not."""
    wanted = f"a number{_limits(low, high)}"
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {wanted}, not {value!r}")
    number = float(value)
    outside = (low is not None and number < low) or (high is not None and number > high)
    if not math.isfinite(number) or outside:
        raise ValueError(f"{name} must be {wanted}, not {value!r}")
    return number


def check_probability(name: str, value) -> float:
    """Return ``value`` as a ``float`` from 0 to 1, or say why it is none."""
    return check_number(name, value, 0.0, 1.0)


def check_flag(name: str, value) -> bool:
    """Return ``value`` as a ``bool`` if it is True or False (also numpy's), or say why it is neither."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_kind(name: str, value, wanted: type):
    """Return ``value`` if it is of the type wanted, or say what it should be."""
    if not isinstance(value, wanted):
        raise TypeError(f"{name} must be of the type {wanted.__name__}, not {value!r}")
    return value


def check_name(kind: str, value, known: Iterable[str]) -> str:
    """Return ``value`` if it is one of the ``known`` names; otherwise name the nearest ones.

    Raises
    ------
    TypeError
        If ``value`` is no string.
    UnknownNameError
        (a ``ValueError``) if it is not known.
    """
    known = list(known)
    if not isinstance(value, str):
        raise TypeError(f"{kind} must be a name (str), not {value!r}")
    if value in known:
        return value
    near = difflib.get_close_matches(value, known, n=3, cutoff=0.5)
    if near:
        hint = "did you mean " + " or ".join(repr(name) for name in near) + "?"
    elif known:
        hint = "known are " + ", ".join(known)
    else:
        hint = "none is known"
    raise UnknownNameError(f"unknown {kind} {value!r}: {hint}")
