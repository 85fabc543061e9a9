"""Checks of arguments that all questions about battles share."""

from __future__ import annotations

import os

from riskkit.errors import check_integer
from riskkit.odds.dice import Dice

MAX_STATES = 10**12


def memory_limit() -> int:
    """Return how many bytes one answer may take: half of the machine's memory."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 4 * 2**30


def check_memory(what: str, numbers: int) -> None:
    """Raise ``ValueError`` if ``numbers`` floats are more than this machine should hold."""
    needed, limit = 8 * numbers, memory_limit()
    if needed > limit:
        raise ValueError(f"{what} needs {_size(needed)} of memory; the limit here is {_size(limit)}: use fewer armies")


def _size(count: int) -> str:
    value, unit = float(count), "bytes"
    for larger in ("kB", "MB", "GB", "TB", "PB", "EB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:,.3g} {unit}"


def check_armies(attackers, defenders, dice: Dice) -> tuple[int, int]:
    """Return both numbers of armies, checked to be whole, not negative and within memory and time."""
    attackers = check_integer("attackers", attackers, 0)
    defenders = check_integer("defenders", defenders, 0)
    what = f"a battle of {attackers:,} against {defenders:,}"
    check_memory(what, 2 * (dice.pairs + 1) * (attackers + defenders + 2))
    if attackers * defenders > MAX_STATES:
        raise ValueError(
            f"{what} passes through up to {attackers * defenders:.2g} states; "
            f"the limit is {MAX_STATES:.0e}: use fewer armies"
        )
    return attackers, defenders


def check_stops(stop_attackers, stop_defenders, min_dice, dice: Dice) -> tuple[int, int]:
    """Return the stop rule as two numbers: the battle ends at this many attackers, or defenders."""
    stop_a = check_integer("stop_attackers", stop_attackers, 0)
    stop_d = check_integer("stop_defenders", stop_defenders, 0)
    least = check_integer("min_dice", min_dice, 1, dice.attack)
    return max(stop_a, least - 1), stop_d


def check_dice(dice) -> Dice:
    """Return ``dice``, or say that a :class:`Dice` is wanted."""
    if not isinstance(dice, Dice):
        raise TypeError(f"dice must be a riskkit.odds.Dice, such as Dice(defence=3), not {dice!r}")
    return dice
