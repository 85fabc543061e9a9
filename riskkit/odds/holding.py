"""A defender who sees the attacker's dice and chooses so that the chance to hold is largest.

The best choice depends on how many armies both sides have left, so each state has its own
chances of the next losses. They are found from the last roll backward.
"""

from __future__ import annotations

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.odds.checks import check_memory
from riskkit.odds.dice import Dice, check_work, choices


def hold_steps(attackers: int, defenders: int, stop_a: int, stop_d: int, dice: Dice):
    """Return the win probability and the chances of the next losses in every state.

    Returns
    -------
    values : float64 array, shape (attackers + 1, defenders + 1)
        Chance that the attack reaches its goal.
    steps : float64 array, shape (attackers + 1, defenders + 1, pairs + 1, pairs + 1)
        ``[a, d, x, y]``: chance that the next roll costs the attacker ``x`` and the defender ``y``.
    """
    if dice.ties == "nobody":
        raise ValueError("the choice 'hold' needs ties that go to a side, not to nobody")
    check_work(dice)
    size = dice.pairs + 1
    what = f"the choice 'hold' with {attackers:,} against {defenders:,}"
    check_memory(what, (attackers + 1) * (defenders + 1) * (size * size + 1))
    seen = {(i, j): choices(dice, i, j) for i in range(1, dice.attack + 1) for j in range(1, dice.defence + 1)}
    shape = (dice.attack + 1, dice.defence + 1, max(len(rolls) for rolls in seen.values()))
    weights = np.zeros(shape)
    options = np.zeros((*shape, dice.defence, size, size))
    for (i, j), rolls in seen.items():
        for c, (weight, answers) in enumerate(rolls):
            weights[i, j, c] = float(weight)
            for k, losses in enumerate(answers):
                for (x, y), chance in losses.items():
                    options[i, j, c, k, x, y] = float(chance)
    values = np.zeros((attackers + 1, defenders + 1))
    steps = np.zeros((attackers + 1, defenders + 1, size, size))
    _solve(stop_a, stop_d, weights, options, values, steps)
    return values, steps


@kernel
def _solve(stop_a, stop_d, weights, options, values, steps):
    most_i, most_j, pairs = weights.shape[0] - 1, weights.shape[1] - 1, steps.shape[2] - 1
    for a in range(values.shape[0]):
        for d in range(values.shape[1]):
            if d <= stop_d:
                values[a, d] = 1.0
                continue
            if a <= stop_a:
                continue
            i, j = min(a, most_i), min(d, most_j)
            for c in range(weights.shape[2]):
                weight = weights[i, j, c]
                if weight == 0.0:
                    continue
                least, chosen = 2.0, 0
                for k in range(j):
                    value = 0.0
                    for x in range(min(pairs, i, j) + 1):
                        for y in range(min(pairs, i, j) - x + 1):
                            chance = options[i, j, c, k, x, y]
                            if chance != 0.0:
                                value += chance * values[a - x, d - y]
                    if value < least:
                        least, chosen = value, k
                values[a, d] += weight * least
                for x in range(pairs + 1):
                    for y in range(pairs + 1):
                        steps[a, d, x, y] += weight * options[i, j, c, chosen, x, y]


@kernel
def hold_end_states(stop_a, stop_d, steps, goal, held):
    """Carry probability from the last state of ``steps`` to the end.

    ``goal`` and ``held`` are filled as by :func:`riskkit.odds.kernels.end_states`.
    """
    states = np.zeros(steps.shape[:2])
    states[-1, -1] = 1.0
    for a in range(states.shape[0] - 1, -1, -1):
        for d in range(states.shape[1] - 1, -1, -1):
            chance = states[a, d]
            if chance == 0.0:
                continue
            if d <= stop_d:
                goal[a, stop_d - d] += chance
            elif a <= stop_a:
                held[stop_a - a, d] += chance
            else:
                for x in range(min(steps.shape[2] - 1, a) + 1):
                    for y in range(min(steps.shape[3] - 1, d) + 1):
                        if steps[a, d, x, y] != 0.0:
                            states[a - x, d - y] += chance * steps[a, d, x, y]
