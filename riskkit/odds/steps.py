"""The chance of each pair of losses, as the array that the compiled passes read."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from riskkit.odds.dice import Dice, outcomes


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
    found = {}
    for i in range(1, dice.attack + 1):
        for j in range(1, dice.defence + 1):
            step = outcomes(dice, i, j)
            moving = 1 - step.get((0, 0), 0)
            if moving == 0:
                raise ValueError(
                    f"{i} dice with {dice.sides[0]} sides against {j} with {dice.sides[1]} sides, "
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
