"""The reverse question: how many attackers does a given chance need?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

import numpy as np

from riskkit.errors import check_integer, check_probability
from riskkit.odds import passes
from riskkit.odds.chains import chain_values
from riskkit.odds.checks import (
    MAX_STATES_ALL_VISITED,
    check_all_dice,
    check_armies,
    check_defenders,
    check_dice,
    check_leave,
)
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import moving_steps, step_array

LARGEST = 1 - 1e-12


def chain_attackers_needed(
    defenders: Sequence[int],
    probability: float = 0.5,
    *,
    leave: int | Sequence[int] = 1,
    survivors: int = 1,
    dice: Dice | Sequence[Dice] = CLASSIC,
) -> int:
    """Return the fewest attackers that take the whole chain with at least this probability.

    Parameters
    ----------
    probability : float
        From 0 to below 1.
    defenders, leave, survivors, dice
        As in :func:`chain_values`.
    """
    defenders = check_defenders(defenders)
    probability = check_probability("probability", probability)
    dice = check_all_dice(dice, len(defenders))
    leave = check_leave(leave, len(defenders))
    survivors = check_integer("survivors", survivors, 1)
    limits = [_limit(d, 0, one) for d, one in zip(defenders, dice, strict=True)]
    limit = sum(leave) + survivors + sum(limits)
    most = min(limit, sum(leave) + survivors + 8 * len(defenders))
    check_certainty(probability, dice, sum(defenders))
    while True:
        values = chain_values(most, defenders, leave=leave, survivors=survivors, dice=dice)
        enough = np.flatnonzero(values >= probability)
        if len(enough):
            return int(enough[0])
        if most == limit:
            raise ValueError(_unreachable(probability, values.max(), most))
        most = min(2 * most, limit)


def attackers_needed(
    defenders: int | Iterable[int],
    probability: float = 0.5,
    *,
    survivors: int = 1,
    dice: Dice = CLASSIC,
) -> int | np.ndarray:
    """Return the fewest attackers that take the territory with at least this probability.

    Parameters
    ----------
    defenders : int or iterable of int
        One number, or many: all are found in one pass.
    probability : float
        From 0 to below 1.
    survivors : int
        Attackers that must be left at the end, at least 1.
    dice : Dice
        Dice of both sides.

    Returns
    -------
    int, or int64 array with an entry for each number of defenders

    Raises
    ------
    ValueError
        If the probability cannot be reached; the largest that can is named.

    Examples
    --------
    >>> attackers_needed(10), attackers_needed([1, 2, 3], 0.9)
    (10, array([3, 6, 7]))
    """
    single = not isinstance(defenders, Iterable)
    wanted = [check_integer("defenders", d, 0) for d in (defenders if isinstance(defenders, Iterable) else [defenders])]
    if not wanted:
        raise ValueError("defenders is empty: give a number or a sequence of numbers")
    probability = check_probability("probability", probability)
    survivors = check_integer("survivors", survivors, 1)
    dice = check_dice(dice)
    largest = max(wanted)
    check_certainty(probability, (dice,), largest)
    most = _limit(largest, survivors, dice)
    check_armies(most, largest, dice, MAX_STATES_ALL_VISITED)
    found, reached = passes.fewest_attackers(largest, probability, survivors - 1, step_array(dice), most)
    fewest = found[np.array(wanted)]
    if (fewest < 0).any():
        raise ValueError(_unreachable(probability, reached, most))
    return int(fewest[0]) if single else fewest


def check_certainty(probability: float, dice: Sequence[Dice], defenders: int) -> None:
    """Raise ``ValueError`` for a probability so near 1 that no number of attackers reaches it."""
    can_lose = any(x > 0 for one in dice for (_, _, x, _) in moving_steps(one))
    if probability > LARGEST and can_lose and defenders > 0:
        raise ValueError(
            f"probability {probability!r} cannot be reached by any number of attackers, since a roll "
            f"may always cost the attacker an army; the largest that can be asked for is {LARGEST!r}"
        )


def _limit(defenders: int, survivors: int, dice: Dice) -> int:
    """Return a number of attackers beyond which more of them change the chance by less than 1e-12.

    It allows for the mean losses with the costliest number of dice, twelve standard deviations
    of independent losses, and a run of bad luck against the last defender.
    """
    steps = moving_steps(dice)
    costs = [1.0]
    for j in range(1, min(dice.defence, max(1, defenders)) + 1):
        now = {(x, y): p for (i, k, x, y), p in steps.items() if i == dice.attack and k == j}
        gain = sum(y * p for (_, y), p in now.items())
        if gain:
            costs.append(float(1 + sum(x * p for (x, _), p in now.items()) / gain))
    spread = dice.pairs * (12 * defenders**0.5 + 40)
    return survivors + dice.attack + ceil(max(costs) * (defenders + spread))


def _unreachable(probability: float, reached: float, most: int) -> str:
    return (
        f"probability {probability!r} cannot be reached: the largest that up to {most:,} attackers "
        f"reach is {reached:.6g}"
    )
