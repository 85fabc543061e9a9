"""Compiled passes over the states (attackers left, defenders left) of a battle.

A battle goes on while ``a > stop_a`` and ``d > stop_d``. ``steps[i, j, x, y]`` is the chance
that ``i`` dice against ``j`` cost the attacker ``x`` and the defender ``y`` armies
(:func:`riskkit.odds.steps.step_array`). Row ``a`` of the states is kept in row
``a % len(rows)`` of an array: a pass that needs only the last ``pairs + 1`` rows keeps only
those, so that its memory grows with A + D and not with A times D.
"""

import numpy as np

from riskkit.engine.jit import kernel


@kernel(inline=True)
def value_row(rows, a, stop_d, steps):
    """Fill the values of row ``a`` from ``d = stop_d + 1`` on, given those at the goal and above.

    The value of a state is the expected value of the state after the next roll.
    """
    size = rows.shape[0]
    row = rows[a % size]
    pairs, most = steps.shape[2] - 1, steps.shape[1] - 1
    step = steps[min(a, steps.shape[0] - 1)]
    end = row.shape[0]
    inner = min(max(stop_d + 1, most), end)
    for d in range(stop_d + 1, inner):
        value = 0.0
        for x in range(min(pairs, a, d) + 1):
            for y in range(min(pairs, a, d) - x + 1):
                if step[d, x, y] != 0.0:
                    value += step[d, x, y] * rows[(a - x) % size, d - y]
        row[d] = value
    inside = step[most]
    row[inner:] = 0.0
    for x in range(1, min(pairs, a) + 1):
        for y in range(pairs - x + 1):
            chance = inside[x, y]
            if chance != 0.0 and inner < end:
                source = rows[(a - x) % size, inner - y : end - y]
                target = row[inner:end]
                for k in range(target.shape[0]):
                    target[k] += chance * source[k]
    for y in range(1, pairs):
        if inside[0, y] != 0.0:
            _finish_row_mixed(row, inner, inside)
            return
    last = inside[0, pairs]
    if pairs == 2:
        two, one = row[inner - 2], row[inner - 1]
        for d in range(inner, end):
            now = row[d] + last * two
            row[d] = now
            two = one
            one = now
    else:
        for d in range(inner, end):
            row[d] += last * row[d - pairs]


@kernel
def _finish_row_mixed(row, inner, inside):
    """Add what comes from the same row when one roll can cost different total numbers of armies."""
    for d in range(inner, row.shape[0]):
        value = row[d]
        for y in range(1, inside.shape[0]):
            value += inside[0, y] * row[d - y]
        row[d] = value


@kernel
def win_table(attackers, defenders, stop_a, stop_d, steps):
    """Return ``[a, d]``: the chance to bring the defender down to ``stop_d`` before ``a <= stop_a``."""
    table = np.empty((attackers + 1, defenders + 1))
    for a in range(attackers + 1):
        table[a, : min(stop_d, defenders) + 1] = 1.0
        if a <= stop_a:
            table[a, stop_d + 1 :] = 0.0
        else:
            value_row(table, a, stop_d, steps)
    return table


@kernel
def value_column(goal, defenders, stop_a, stop_d, steps):
    """Return the value of ``(a, defenders)`` for every ``a`` when reaching the goal is worth ``goal[a]``.

    Stopping short of the goal is worth nothing.
    """
    rows = np.empty((steps.shape[2], defenders + 1))
    found = np.empty(goal.shape[0])
    for a in range(goal.shape[0]):
        row = rows[a % rows.shape[0]]
        row[: min(stop_d, defenders) + 1] = goal[a]
        if a <= stop_a:
            row[stop_d + 1 :] = 0.0
        else:
            value_row(rows, a, stop_d, steps)
        found[a] = row[defenders]
    return found


@kernel
def end_states(start, defenders, stop_a, stop_d, steps, least, goal, held):
    """Carry probability forward from ``(a, defenders)`` with chance ``start[a]`` to the end.

    Parameters
    ----------
    start : float64 array, shape (A + 1,)
    least : float
        Chances below this at the edges of a row are dropped: only the band of states that
        matters is visited.
    goal : float64 array, shape (A + 1, pairs), added to
        ``[a, y]``: chance to end with ``a`` attackers and ``stop_d - y`` defenders.
    held : float64 array, shape (pairs, defenders + 1), added to
        ``[x, d]``: chance to end with ``stop_a - x`` attackers and ``d > stop_d`` defenders.
    """
    pairs = steps.shape[2] - 1
    size = pairs + 1
    rows = np.zeros((size, defenders + 1))
    low = np.full(size, defenders + 1)
    high = np.full(size, -1)
    end = max(stop_a + 1 - pairs, 0)
    for a in range(start.shape[0] - 1, end - 1, -1):
        k = a % size
        row = rows[k]
        if start[a] > 0.0:
            row[defenders] += start[a]
            high[k] = defenders
            low[k] = min(low[k], defenders)
        if high[k] < 0:
            continue
        if a > stop_a:
            _spend_row(rows, low, high, a, stop_d, steps, least)
        for d in range(low[k], min(high[k], stop_d) + 1):
            goal[a, stop_d - d] += row[d]
        if a <= stop_a:
            for d in range(max(low[k], stop_d + 1), high[k] + 1):
                held[stop_a - a, d] += row[d]
        row[low[k] : high[k] + 1] = 0.0
        low[k] = defenders + 1
        high[k] = -1


@kernel(inline=True)
def _spend_row(rows, low, high, a, stop_d, steps, least):
    """Play the next roll in every state of row ``a``: within the row first, then to the rows below."""
    size = rows.shape[0]
    pairs, most = size - 1, steps.shape[1] - 1
    k = a % size
    row = rows[k]
    step = steps[min(a, steps.shape[0] - 1)]
    top = high[k]
    while top > stop_d and row[top] < least:
        row[top] = 0.0
        top -= 1
    reached = _spread_in_row(row, top, low[k], max(stop_d + 1, most), step, least)
    if reached <= most:
        for d in range(min(top, most - 1), stop_d, -1):
            for y in range(1, min(pairs, a, d) + 1):
                row[d - y] += step[d, 0, y] * row[d]
        reached = stop_d + 1
    bottom = reached
    while bottom <= top and row[bottom] < least:
        bottom += 1
    inner = max(bottom, most)
    for x in range(1, min(pairs, a) + 1):
        j = (a - x) % size
        below = rows[j]
        for y in range(pairs - x + 1):
            chance = step[most, x, y]
            if chance != 0.0 and inner <= top:
                source = row[inner : top + 1]
                target = below[inner - y : top + 1 - y]
                for c in range(source.shape[0]):
                    target[c] += chance * source[c]
        for d in range(bottom, min(inner, top + 1)):
            for y in range(min(pairs, a, d) - x + 1):
                below[d - y] += step[d, x, y] * row[d]
        if bottom <= top:
            low[j] = min(low[j], max(bottom - pairs + x, 0))
            high[j] = max(high[j], top)
    row[max(stop_d + 1, reached - pairs) : top + 1] = 0.0
    low[k] = max(stop_d + 1 - pairs, 0)
    high[k] = stop_d


@kernel(inline=True)
def _spread_in_row(row, top, bottom, inner, step, least):
    """Add what rolls that cost only the defender bring, from ``top`` down; return the last state done.

    Only states from ``inner`` on are done, where the defender rolls all dice. Below ``bottom``
    the row is empty but for what arrives here, so it ends where that falls under ``least``.
    """
    pairs, most = step.shape[1] - 1, step.shape[0] - 1
    d = top
    if pairs == 2 and step[most, 0, 1] == 0.0:
        chance = step[most, 0, 2]
        one, two = 0.0, 0.0
        while d >= inner and (d >= bottom or one >= least or two >= least):
            now = row[d] + chance * two
            row[d] = now
            two = one
            one = now
            d -= 1
        if d >= 0:
            row[d] += chance * two
        if d >= 1:
            row[d - 1] += chance * one
        return d + 1
    small = 0
    while d >= inner and (d >= bottom or small < pairs):
        small = small + 1 if row[d] < least else 0
        for y in range(1, pairs + 1):
            row[d - y] += step[most, 0, y] * row[d]
        d -= 1
    return d + 1


@kernel
def win_row(attackers, defenders, steps):
    """Return ``[d]``: the chance of ``attackers`` to take a territory of ``d`` defenders."""
    rows = np.empty((steps.shape[2], defenders + 1))
    for a in range(attackers + 1):
        row = rows[a % rows.shape[0]]
        row[0] = 1.0
        if a == 0:
            row[1:] = 0.0
        else:
            value_row(rows, a, 0, steps)
    return rows[attackers % rows.shape[0]].copy()
