"""Numbers as text that reads the same on every machine, and the numbers that prose states.

The last bit of a sum can differ from machine to machine. A value is therefore cut to twelve
significant digits before it is rounded, and an exact tie at the last printed digit goes away
from zero.

Prose states a computed number with a mark behind it that a reader does not see::

    it wins 0.31<!--win_rate--> of its games

`written` puts in what the name stands for, `stated` lists what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from riskkit.errors import check_integer, check_name

DIGITS = 12
"""Significant digits of a value that count; sums of floats repeat to more than these."""

MARK = re.compile(r"(?P<text>[^\s<>()\[\]{}|*_`]+)<!--(?P<name>[a-z][a-z0-9_.]*)-->")


def steady(value: float) -> float:
    """Return the value cut to twelve significant digits.

    Examples
    --------
    >>> steady(0.26750000000000002), steady(0.26749999999999990)
    (0.2675, 0.2675)
    """
    return float(f"{value:.{DIGITS}g}")


def text(value: float, digits: int = 3, *, sign: bool = False, percent: bool = False) -> str:
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
    exact = Decimal(f"{value:.{DIGITS}g}") * (100 if percent else 1)
    rounded = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    if rounded == 0:
        rounded = abs(rounded)
    return f"{rounded:{'+' if sign and rounded > 0 else ''},f}" + ("%" if percent else "")


def interval(value: float, low: float, high: float, digits: int = 3, **how) -> str:
    """Return a value with its interval: ``0.512 [0.468, 0.556]``; without an interval the value alone."""
    spans = [text(end, digits, **how) for end in (low, high)]
    return text(value, digits, **how) + (f" [{spans[0]}, {spans[1]}]" if all(spans) else "")


def stated(prose: str) -> list[tuple[str, str]]:
    """Return what the marks of a text name, and what stands before each: pairs (name, text)."""
    return [(found["name"], found["text"]) for found in MARK.finditer(prose)]


def written(prose: str, values: Mapping[str, str]) -> str:
    """Return the text with the value of each marked name put in.

    Raises
    ------
    ValueError
        If a mark names no value; the nearest names are given.
    """

    def put(found):
        name = check_name("number", found["name"], sorted(values))
        return f"{values[name]}<!--{name}-->"

    return MARK.sub(put, prose)
