"""The one place where a verdict is made, by one definition for every claim.

A claim is a `Criterion`: the range of values that count as the printed one, stated before
our number is looked at. What we found is `Evidence`, one value with its interval for each
reading, and for each value of what the source leaves open. `judge` compares them:

reproduced
    The interval lies inside the criterion under a reading that recreates the source, or
    under every value of what is left open.
contradicted
    The interval lies outside under every reading that recreates the source (and every value
    of what is left open), at a size that settles it.
depends
    What the source leaves open decides: the range over which the print comes out is given.
undecided
    Too few games; how many would settle it is given.
not testable
    No number, a goal, a picture that is lost, or conditions that cannot be recreated.

A reading that is ours never decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riskkit import numbers
from riskkit.errors import check_name, check_number

VERDICTS = ("reproduced", "contradicted", "depends", "undecided", "not testable")
RECREATED = ("program", "text", "open", "ours")
"""How far the source's conditions are recreated: its authors' program was run again or agrees with
ours; the text determines all; a value is open; the reading is an invention of ours."""


@dataclass(frozen=True)
class Criterion:
    """The values that count as the printed one.

    Attributes
    ----------
    statement : str
        In words, for the ledger: "within 5 points of 0.79".
    low, high : float
        The range; infinite ends are open.
    """

    statement: str
    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self):
        if not self.low < self.high:
            raise ValueError(f"criterion {self.statement!r}: its range {self.low} to {self.high} is empty")


def near(printed: float, margin: float) -> Criterion:
    """Return the criterion of a printed number: within a margin of it."""
    check_number("printed", printed)
    check_number("margin", margin, low=0)
    return Criterion(f"within {margin:g} of the printed {printed:g}", printed - margin, printed + margin)


def above(limit: float, what: str) -> Criterion:
    """Return the criterion of an assertion that something is above a limit."""
    return Criterion(f"{what} above {limit:g}", check_number("limit", limit))


def below(limit: float, what: str) -> Criterion:
    """Return the criterion of an assertion that something is below a limit."""
    return Criterion(f"{what} below {limit:g}", high=check_number("limit", limit))


@dataclass(frozen=True)
class Evidence:
    """What was found under one reading, or under one value of what a source leaves open.

    Attributes
    ----------
    reading : str
        Such as "as run", or "whole battles".
    low, high : float
        The 95% interval.
    n : int
        Games, runs or networks behind it.
    recreated : str
        One of `RECREATED`.
    settling : bool
        Whether n is large enough to contradict.
    value : float or None
        The value of what is open, where there is such a scale (the chance of a random bot, say).
    """

    reading: str
    low: float
    high: float
    n: int
    recreated: str
    settling: bool = True
    value: float | None = None

    def __post_init__(self):
        check_name("recreated", self.recreated, RECREATED)
        if not self.low <= self.high:
            raise ValueError(f"evidence {self.reading!r}: interval {self.low} to {self.high} is upside down")


class Judgement(NamedTuple):
    """A verdict, the readings that carry it, and why."""

    verdict: str
    readings: tuple[str, ...]
    reason: str


def side(criterion: Criterion, found: Evidence) -> str:
    """Return whether an interval lies ``"inside"`` the criterion, ``"outside"``, or on its ``"edge"``."""
    low, high = numbers.steady(found.low), numbers.steady(found.high)
    if criterion.low <= low and high <= criterion.high:
        return "inside"
    return "outside" if high < criterion.low or low > criterion.high else "edge"


def needed(criterion: Criterion, found: Evidence) -> int:
    """Return about how many games would move an interval off the edge of the criterion.

    An interval shrinks with the root of its n; its middle is taken to stay.
    """
    middle, half = (found.low + found.high) / 2, (found.high - found.low) / 2
    distance = min(abs(middle - end) for end in (criterion.low, criterion.high))
    return found.n if half <= distance else math.ceil(found.n * (half / max(distance, half / 100)) ** 2)


def judge(criterion: Criterion, evidence: Sequence[Evidence]) -> Judgement:
    """Return the verdict on a claim.

    Parameters
    ----------
    criterion
        What counts as the printed value.
    evidence
        What was found, a reading each; those that are ours are passed over.
    """
    deciding = [found for found in evidence if found.recreated != "ours"]
    if not deciding:
        return Judgement("not testable", (), "no reading recreates the source's conditions")
    sides = {where: [f for f in deciding if side(criterion, f) == where] for where in ("inside", "outside", "edge")}
    recreating = [found for found in sides["inside"] if found.recreated != "open"]
    if recreating:
        return _said("reproduced", recreating, f"{criterion.statement}: so it is")
    if sides["inside"] and not sides["outside"] and not sides["edge"]:
        return _said("reproduced", sides["inside"], f"{criterion.statement}, whatever the open value is")
    if sides["inside"]:
        return _said("depends", sides["inside"], f"{criterion.statement} {_range(sides['inside'])}, not elsewhere")
    if sides["edge"] or not all(found.settling for found in deciding):
        open_ones = sides["edge"] or [found for found in deciding if not found.settling]
        most = max(needed(criterion, found) for found in open_ones)
        return _said("undecided", open_ones, f"{criterion.statement}: about {most:,} would settle it")
    return _said("contradicted", sides["outside"], f"not {criterion.statement}, under every reading of the source")


def _said(verdict: str, carrying: Sequence[Evidence], reason: str) -> Judgement:
    return Judgement(verdict, tuple(dict.fromkeys(found.reading for found in carrying)), reason)


def _range(carrying: Sequence[Evidence]) -> str:
    values = sorted(found.value for found in carrying if found.value is not None)
    if not values:
        return f"under {', '.join(dict.fromkeys(found.reading for found in carrying))}"
    return f"for values from {values[0]:g} to {values[-1]:g}"
