"""Checks of arguments that all questions about battles share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Set

from riskkit.errors import check_integer
from riskkit.odds.dice import Dice

MAX_STATES = 10**12
MAX_STATES_ALL_VISITED = 10**10


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


def check_armies(attackers, defenders, dice: Dice, most: int = MAX_STATES) -> tuple[int, int]:
    """Return both numbers of armies, checked to be whole, not negative and within memory and time.

    ``most`` is the largest product of both: smaller where a pass cannot leave out the states of
    no importance.
    """
    attackers = check_integer("attackers", attackers, 0)
    defenders = check_integer("defenders", defenders, 0)
    what = f"a battle of {attackers:,} against {defenders:,}"
    check_memory(what, 2 * (dice.pairs + 1) * (attackers + defenders + 2))
    if attackers * defenders > most:
        raise ValueError(
            f"{what} passes through up to {attackers * defenders:.2g} states; the limit is {most:.0e}: use fewer armies"
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


def check_defenders(defenders) -> tuple[int, ...]:
    """Return the defenders of a chain of territories as a tuple, each at least 1."""
    unordered = isinstance(defenders, (str, Set, Mapping))
    if unordered or not isinstance(defenders, Iterable):
        raise TypeError(f"defenders must be a sequence, one number for each territory, not {defenders!r}")
    found = tuple(
        check_integer(f"defenders of territory {k}", number, 1) for k, number in enumerate(defenders, start=1)
    )
    if not found:
        raise ValueError("the chain is empty: give the defenders of at least one territory")
    return found


def check_leave(leave, territories: int) -> tuple[int, ...]:
    """Return the armies to leave on each territory of a chain but the last."""
    wanted = territories - 1
    if isinstance(leave, str) or not isinstance(leave, Iterable):
        return (check_integer("leave", leave, 1),) * wanted
    found = tuple(check_integer("leave entry", number, 1) for number in leave)
    if len(found) != wanted:
        raise ValueError(
            f"leave must be one number or {wanted} (one for each territory but the last), not {len(found)}"
        )
    return found


def check_all_dice(dice, territories: int) -> tuple[Dice, ...]:
    """Return the dice of each territory of a chain."""
    if isinstance(dice, Dice):
        return (dice,) * territories
    if not isinstance(dice, Iterable) or isinstance(dice, str):
        check_dice(dice)
    found = tuple(check_dice(one) for one in dice)
    if len(found) != territories:
        raise ValueError(f"dice must be one Dice or {territories} (one for each territory), not {len(found)}")
    return found
