"""Compiled passes built on those of one battle: chains, attackers needed, single rolls, divisions."""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.odds.kernels import end_states, value_column, value_row


@kernel
def chain_states(attackers, defenders, leave, stop_a, steps, least, taken, held):
    """Carry probability forward along a chain of territories.

    Parameters
    ----------
    defenders : int64 array, shape (n,)
    leave : int64 array, shape (n,)
        Armies that stay on each territory once it is taken (the last entry is not read).
    steps : float64 array, one step array a territory
    taken : float64 array, shape (n, A + 1), zeros, filled
        ``[k, a]``: chance that territory ``k`` is taken with ``a`` armies standing on it.
    held : float64 array, shape (n, pairs, D + 1), zeros, filled
        ``[k, x, d]``: chance that the attack ends before territory ``k`` with ``stop_a - x``
        attackers and ``d`` defenders.
    """
    goal = np.zeros((attackers + 1, steps.shape[3] - 1))
    start = np.zeros(attackers + 1)
    start[attackers] = 1.0
    for k in range(defenders.shape[0]):
        goal[:] = 0.0
        end_states(start, defenders[k], stop_a, 0, steps[k], least, goal, held[k])
        start[:] = 0.0
        for a in range(attackers + 1):
            taken[k, a] = goal[a, 0]
            if a - leave[k] > stop_a:
                start[a - leave[k]] = goal[a, 0]


@kernel
def chain_values(attackers, defenders, leave, stop_a, survivors, steps):
    """Return ``[a]``: the chance to take the whole chain with at least ``survivors`` at its end."""
    value = np.zeros(attackers + 1)
    value[survivors:] = 1.0
    goal = np.empty(attackers + 1)
    for k in range(defenders.shape[0] - 1, -1, -1):
        if k < defenders.shape[0] - 1:
            goal[:] = 0.0
            for a in range(max(leave[k], 0), attackers + 1):
                if a - leave[k] > stop_a:
                    goal[a] = value[a - leave[k]]
        else:
            goal[:] = value
        value = value_column(goal, defenders[k], stop_a, 0, steps[k])
    return value


@kernel
def fewest_attackers(defenders, probability, stop_a, steps, most):
    """Return ``[d]``: fewest attackers whose chance to win is at least ``probability``.

    One pass over the rows of values for 0, 1, 2, ... attackers. Entries that ``most`` attackers
    do not reach are -1; the second result is the largest chance of the first of them.
    """
    rows = np.zeros((steps.shape[2], defenders + 1))
    found = np.full(defenders + 1, -1)
    d = 0
    reached = 0.0
    for a in range(most + 1):
        row = rows[a % rows.shape[0]]
        row[0] = 1.0 if a > stop_a or stop_a == 0 else 0.0
        if a <= stop_a:
            row[1:] = 0.0
        else:
            value_row(rows, a, 0, steps)
        for later in range(d, defenders + 1):
            if found[later] < 0 and row[later] >= probability:
                found[later] = a
        while d <= defenders and found[d] >= 0:
            d += 1
        if d > defenders:
            break
        reached = max(reached, row[d])
    return found, reached


@kernel
def play_rolls(states, first_a, first_d, stop_a, stop_d, rolls, steps):
    """Play ``rolls`` rolls, in place.

    Parameters
    ----------
    states : float64 array
        ``[a - first_a, d - first_d]``: chance of the state ``(a, d)``. A roll leads to states
        with lower indices only, so that going through them in rising order needs no copy.
    steps : float64 array
        Chances of one roll, rolls without losses included.
    """
    pairs = steps.shape[2] - 1
    low = np.full(states.shape[0], states.shape[1])
    low[-1] = states.shape[1] - 1
    for _ in range(rolls):
        on = False
        for row in range(states.shape[0]):
            a = first_a + row
            if a <= stop_a or low[row] == states.shape[1]:
                continue
            i = min(a, steps.shape[0] - 1)
            lowest = low[row]
            for column in range(lowest, states.shape[1]):
                d = first_d + column
                chance = states[row, column]
                if d <= stop_d or chance == 0.0:
                    continue
                on = True
                j = min(d, steps.shape[1] - 1)
                most = min(i, j)
                states[row, column] = chance * steps[i, j, 0, 0]
                for x in range(min(pairs, most) + 1):
                    for y in range(min(pairs, most) - x + 1):
                        if x + y > 0 and steps[i, j, x, y] > 0.0:
                            states[row - x, column - y] += chance * steps[i, j, x, y]
                            low[row - x] = min(low[row - x], column - y)
        if not on:
            break


@kernel
def best_division(first, second, kind, worth, part):
    """Divide every number of armies over two uses as well as can be.

    Parameters
    ----------
    first, second : float64 array, shape (n + 1,)
        Worth of each number of armies in either use.
    kind : int
        How the two worths combine: 0 product, 1 sum, 2 smaller, 3 chance of at least one.
    worth, part : float64 and int64 array, shape (n + 1,), filled
        Best combined worth of each number, and what the first use gets (the least that is best).
    """
    for s in range(worth.shape[0]):
        worth[s] = -1.0
        for m in range(s + 1):
            x, y = first[m], second[s - m]
            if kind == 0:
                now = x * y
            elif kind == 1:
                now = x + y
            elif kind == 2:
                now = min(x, y)
            else:
                now = x + y - x * y
            if now > worth[s]:
                worth[s] = now
                part[s] = m


@kernel
def best_move(beyond, stay, armies, least):
    """Return the largest ``beyond[m] * stay[armies - m]`` with ``m >= least``, and that ``m``."""
    worth, part = -1.0, armies
    for m in range(min(least, armies), armies + 1):
        now = beyond[m] * stay[armies - m]
        if now > worth:
            worth = now
            part = m
    return worth, part


@kernel
def fork_values(defenders, beyond, steps):
    """Return the chance to take all branches of a fork from every state, and the best next roll.

    Parameters
    ----------
    defenders : int64 array, shape (k,)
        On the first territory of each branch.
    beyond : float64 array, shape (k, A + 1)
        ``[b, m]``: chance of ``m`` armies on the first territory of branch ``b`` to take its rest.

    Returns
    -------
    values : float64 array, shape (A + 1, states)
        States are numbered as in an array of shape ``defenders + 1``, the last branch fastest.
    best : int16 array of the same shape
        ``branch * (attack dice + 1) + dice`` to roll next; 0 where there is no choice.
    """
    branches = defenders.shape[0]
    most_i, most_j = steps.shape[0] - 1, steps.shape[1] - 1
    weight = np.ones(branches, np.int64)
    for b in range(branches - 2, -1, -1):
        weight[b] = weight[b + 1] * (defenders[b + 1] + 1)
    states = weight[0] * (defenders[0] + 1)
    values = np.zeros((beyond.shape[1], states))
    best = np.zeros(values.shape, np.int16)
    values[:, 0] = 1.0
    for a in range(1, beyond.shape[1]):
        for state in range(1, states):
            for b in range(branches):
                d = state // weight[b] % (defenders[b] + 1)
                if d == 0:
                    continue
                j = min(d, most_j)
                for i in range(1, min(most_i, a) + 1):
                    value = 0.0
                    for x in range(min(i, j) + 1):
                        for y in range(min(i, j) - x + 1):
                            chance = steps[i, j, x, y]
                            after = state - y * weight[b]
                            if chance == 0.0:
                                continue
                            if y == d:
                                stay = values[: a + 1, after]
                                value += chance * best_move(beyond[b], stay, a, i)[0]
                            else:
                                value += chance * values[a - x, after]
                    if value > values[a, state]:
                        values[a, state] = value
                        best[a, state] = b * (most_i + 1) + i
    return values, best
