"""The chance of each pair of losses, as the array that the compiled passes read."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from riskkit.odds.dice import Dice, check_work, outcomes


@lru_cache(maxsize=256)
def step_array(dice: Dice) -> np.ndarray:
    """Return the distribution of the losses of the next roll in which anyone loses an army.

    Returns
    -------
    float64 array, shape (attack + 1, defence + 1, pairs + 1, pairs + 1)
        ``[i, j, x, y]``: chance that ``i`` dice against ``j`` cost the attacker ``x`` and the
        defender ``y`` armies. Rolls that cost nobody anything (ties to nobody) are left out and
        the rest scaled to 1, since they do not move the battle.

    Raises
    ------
    ValueError
        If with these dice nobody can ever lose an army.
    """
    size = dice.pairs + 1
    steps = np.zeros((dice.attack + 1, dice.defence + 1, size, size))
    for (i, j, lost_a, lost_d), chance in moving_steps(dice).items():
        steps[i, j, lost_a, lost_d] = float(chance)
    steps.setflags(write=False)
    return steps


@lru_cache(maxsize=256)
def moving_steps(dice: Dice) -> dict[tuple[int, int, int, int], Fraction]:
    """Return the entries of :func:`step_array` as exact fractions, without the zeros."""
    check_work(dice, every=True)
    found = {}
    for i in range(1, dice.attack + 1):
        for j in range(1, dice.defence + 1):
            step = outcomes(dice, i, j)
            moving = 1 - step.get((0, 0), 0)
            if moving == 0:
                raise ValueError(
                    f"{i} dice with {dice.attack_sides} sides against {j} with {dice.defence_sides} sides, "
                    f"ties to {dice.ties}: no roll ever costs an army, so the battle has no end"
                )
            for (lost_a, lost_d), chance in step.items():
                if lost_a or lost_d:
                    found[i, j, lost_a, lost_d] = chance / moving
    return found


@lru_cache(maxsize=256)
def roll_array(dice: Dice) -> np.ndarray:
    """Return the same array for one roll as it is, rolls without losses included."""
    size = dice.pairs + 1
    rolls = np.zeros((dice.attack + 1, dice.defence + 1, size, size))
    for i in range(1, dice.attack + 1):
        for j in range(1, dice.defence + 1):
            for (lost_a, lost_d), chance in outcomes(dice, i, j).items():
                rolls[i, j, lost_a, lost_d] = float(chance)
    rolls.setflags(write=False)
    return rolls


@lru_cache(maxsize=64)
def chain_steps(dice: tuple[Dice, ...]) -> np.ndarray:
    """Return the step arrays of several battles in one array, a battle a row.

    Arrays of different sizes are padded with their own last entries (more dice than a side has
    are as many as it has), so that one compiled pass reads them all.
    """
    most_i, most_j = max(d.attack for d in dice), max(d.defence for d in dice)
    size = max(d.pairs for d in dice) + 1
    found = np.zeros((len(dice), most_i + 1, most_j + 1, size, size))
    for k, one in enumerate(dice):
        i = np.minimum(np.arange(most_i + 1), one.attack)
        j = np.minimum(np.arange(most_j + 1), one.defence)
        found[k, :, :, : one.pairs + 1, : one.pairs + 1] = step_array(one)[np.ix_(i, j)]
    found.setflags(write=False)
    return found
