"""Numbers as text, and compared with thresholds, the same on every machine.

The last bit of a sum can differ from machine to machine. A value is therefore cut to twelve
significant digits before it is rounded, compared or sorted by, and an exact tie at the last
printed digit goes away from zero.

Where a value lies so near to a tie or a threshold that more than its last bits could carry it
across, cutting does not help: with ``RISKKIT_NEAR=FILE`` in the environment each such value is
noted in that file.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from operator import mul
from pathlib import Path

from riskkit.errors import check_integer

DIGITS = 12
"""Significant digits of a value that count; sums of floats repeat to more than these."""
SAME = 1e-12
"""Share of a value by which it may miss a threshold and is still equal to it."""
VARIABLE = "RISKKIT_NEAR"
"""Environment variable that names the file in which values near a tie or a threshold are noted."""
_NOISE = 1e-13
_NEAR = 1e-9


def steady(value: float) -> float:
    """Return the value cut to twelve significant digits.

    Examples
    --------
    >>> steady(0.26750000000000002), steady(0.26749999999999990)
    (0.2675, 0.2675)
    """
    return float(f"{value:.{DIGITS}g}")


def weighted_sum(weights: Iterable[float], values: Iterable[float]) -> float:
    """Return the sum of the products of two columns, correctly rounded: its order does not matter.

    Examples
    --------
    >>> weighted_sum([0.1] * 10, [1.0] * 10)
    1.0
    """
    return math.fsum(map(mul, map(float, weights), map(float, values)))


def text(value: float | Fraction, digits: int = 3, *, sign: bool = False, percent: bool = False) -> str:
    """Return a number as text with so many decimals.

    Parameters
    ----------
    value
        Any real number; NaN gives "".
    digits
        Decimals, 0 to 12.
    sign
        Whether to write + before a number above zero.
    percent
        Whether to write the share as a percentage.

    Examples
    --------
    >>> text(0.2675), text(1234.5, 0), text(0.5, 0, percent=True), text(0.25, 1, sign=True)
    ('0.268', '1,235', '50%', '+0.3')
    """
    check_integer("digits", digits, 0, 12)
    value = float(value)
    if value != value:
        return ""
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    shown = _rounded(value, digits, 100 if percent else 1)
    return f"{shown:{'+' if sign and shown > 0 else ''},f}" + ("%" if percent else "")


def interval(value: float, low: float, high: float, digits: int = 3, **how) -> str:
    """Return a value with its interval: ``0.512 [0.468, 0.556]``; without an interval the value alone."""
    spans = [text(end, digits, **how) for end in (low, high)]
    return text(value, digits, **how) + (f" [{spans[0]}, {spans[1]}]" if all(spans) else "")


def significant(value: float, digits: int = 3) -> str:
    """Return a number as text with so many significant digits.

    Examples
    --------
    >>> significant(0.00012345), significant(1234567.0, 4), significant(0.1 + 0.2)
    ('0.000123', '1.235e+06', '0.3')
    """
    return f"{steady(value):.{check_integer('digits', digits, 1, DIGITS)}g}"


def rounded(value: float, digits: int) -> float:
    """Return the number that `text` writes, as a float.

    Examples
    --------
    >>> rounded(0.26749999999999990, 3)
    0.268
    """
    return float(_rounded(float(value), check_integer("digits", digits, 0, 12)))


def above(value: float, limit: float) -> bool:
    """Return whether a value lies above a limit by more than a sum's last bits (a share of 1e-12 of them).

    Examples
    --------
    >>> above(0.1 + 0.2, 0.3), above(0.3001, 0.3), above(float("nan"), 0.3)
    (False, True, False)
    """
    value, limit = float(value), float(limit)
    size = max(abs(value), abs(limit)) if limit else 1.0
    gap = value - limit
    if _NOISE * size < abs(gap) < _NEAR * size:
        _note(f"{value!r} is compared with {limit!r}")
    return gap > SAME * size


def below(value: float, limit: float) -> bool:
    """Return whether a value lies below a limit by more than a sum's last bits (see `above`)."""
    return above(-float(value), -float(limit))


def within(value: float, low: float, high: float) -> bool:
    """Return whether a value lies in an interval, its ends belonging to it (see `above`)."""
    return not (value != value or below(value, low) or above(value, high))


def _rounded(value: float, digits: int, times: int = 1) -> Decimal:
    if os.environ.get(VARIABLE):
        _note_tie(value, digits, times)
    exact = Decimal(f"{value:.{DIGITS}g}") * times
    shown = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    return abs(shown) if shown == 0 else shown


def _note_tie(value: float, digits: int, times: int) -> None:
    units = abs(Decimal(value)) * times * 10**digits
    gap = abs(units % 1 - Decimal("0.5"))
    if units and gap < Decimal("0.1") and Decimal(_NOISE) < gap / units < Decimal(_NEAR):
        _note(f"{value!r} is shown with {digits} decimals")


def _note(line: str) -> None:
    file = os.environ.get(VARIABLE)
    if file:
        with Path(file).open("a", encoding="utf-8") as held:
            held.write(f"{line}\n")
