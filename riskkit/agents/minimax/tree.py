"""The position inside a search tree: owners, armies and features, changed and taken back.

A `TREE` record lies in the seat's workspace. `open_tree` copies the game's position into
it; `push_battle` and `push_draft` carry out the outcome of an attack and the draft of a
player, and `take_back` undoes them. `survey` measures what the features need, once a node,
and `after_attack` what an attack would change in it; both in whole numbers (fixed point), so
that a position has the same value however it was reached. Cards and bonuses for conquests
are not looked ahead to.
"""

import numpy as np

from riskkit.agents.minimax.record import (
    FEATURES,
    FIXED,
    GROUP,
    NO_CAP,
    OTHER_WEIGHTS,
    OWN_WEIGHTS,
    PARAMETERS,
    Setting,
)
from riskkit.engine.jit import kernel

_U = np.uint64
FEW = 64
_ARMIES = np.arange(FEW)
STRENGTHS = np.where(_ARMIES > 0, _ARMIES[:, None] / np.maximum(1, _ARMIES[:, None] + _ARMIES), 0.0).ravel()
"""Strength ratios of up to 63 armies against up to 63; 0 against none, which stands for no enemy."""


@kernel
def open_tree(tree, state, board, rules, values):
    """Copy the position, the settings and the feature weights into the tree.

    Parameters
    ----------
    tree, state, board, rules
        Records.
    values
        Parameters as prepared for the board (see `Setting`).
    """
    for k in range(OWN_WEIGHTS):
        tree.set[k] = np.int64(values[k])
    for k in range(FEATURES):
        tree.weights[0, k] = values[OWN_WEIGHTS + k]
        tree.weights[1, k] = values[OTHER_WEIGHTS + k]
    n = board.territories
    tree.root = state.current
    tree.viewed = state.order[0] if tree.set[Setting.FIRST_PLAYER] else state.current
    tree.players = state.players
    tree.seats = state.seats
    tree.round = state.rounds
    tree.divisor = tree.set[Setting.DIVISOR] if tree.set[Setting.DIVISOR] else n
    tree.cap = rules.army_cap if rules.army_cap > 0 else NO_CAP
    tree.income_divisor = rules.income_divisor
    tree.income_minimum = rules.income_minimum
    tree.bonuses = rules.continent_bonuses
    for k in range(state.players):
        tree.follower[state.order[k]] = state.order[(k + 1) % state.players]
    tree.armies_all = 0
    for p in range(state.seats):
        tree.count[p] = state.count[p]
        tree.total[p] = state.total[p]
        tree.armies_all += state.total[p]
    _list_neighbours(tree, board, values)
    for t in range(n):
        tree.owner[t] = state.owner[t]
        tree.armies[t] = state.armies[t]
    tree.used = tree.pushed = 0


@kernel
def _list_neighbours(tree, board, values):
    """Write the rows of neighbours, padded with the territory itself to whole groups.

    A territory is no enemy of itself, so that the padding counts for nothing. In
    ``tree.watched`` it also stands for the neighbours that the features overlook.
    """
    slot = 0
    for t in range(board.territories):
        tree.first[t] = slot
        seen = 0
        for e in range(board.start[t], board.start[t + 1]):
            counts = values[PARAMETERS + e] > 0.0
            tree.near[slot] = board.adjacent[e]
            tree.watched[slot] = board.adjacent[e] if counts else t
            seen += counts
            slot += 1
        tree.end[t] = slot
        while (slot - tree.first[t]) % GROUP != 0:
            tree.near[slot] = tree.watched[slot] = t
            slot += 1
        tree.last[t] = slot
        tree.per_neighbour[t] = np.int64(FIXED / max(1, seen))


@kernel
def _strength(armies, foe):
    """Return the strength ratio against one neighbour with ``foe`` armies, 0.0 if that is no enemy."""
    return (foe > _U(0)) * (np.float64(armies) / np.float64(armies + foe))


@kernel
def measured(tree, row, t):
    """Return the mean strength ratio and the number of enemy neighbours of territory ``t``.

    ``tree.foe[row, u]`` are the armies of ``u`` if it is an enemy, otherwise 0.
    """
    armies = _U(tree.armies[t])
    total = 0.0
    n = _U(0)
    for e in range(_U(tree.first[t]), _U(tree.last[t]), _U(GROUP)):
        a = _U(tree.foe[row, tree.watched[e]])
        b = _U(tree.foe[row, tree.watched[e + _U(1)]])
        c = _U(tree.foe[row, tree.watched[e + _U(2)]])
        d = _U(tree.foe[row, tree.watched[e + _U(3)]])
        if (armies | a | b | c | d) < FEW:
            line = armies * _U(FEW)
            total += STRENGTHS[line + a]
            total += STRENGTHS[line + b]
            total += STRENGTHS[line + c]
            total += STRENGTHS[line + d]
        else:
            total += _strength(armies, a)
            total += _strength(armies, b)
            total += _strength(armies, c)
            total += _strength(armies, d)
        n += _U(a > 0) + _U(b > 0) + _U(c > 0) + _U(d > 0)
    enemies = np.int64(n)
    return np.int64(total / max(enemies, 1) * FIXED) if enemies > 0 else np.int64(FIXED), enemies


@kernel
def list_foes(tree, board, p, row):
    """Write what player ``p`` has for enemies into a row of ``tree.foe``; list its own in ``tree.held``."""
    own = _U(0)
    for t in range(board.territories):
        tree.foe[row, t] = tree.armies[t] if tree.owner[t] != p else 0
    for t in range(board.territories):
        tree.held[own] = t
        own += _U(tree.owner[t] == p)
    return np.int64(own)


@kernel
def survey(tree, board, p):
    """Measure the territories of player ``p`` and their sums, for `evaluate` and `after_attack`."""
    ratios = shares = np.int64(0)
    for k in range(list_foes(tree, board, p, _U(0))):
        t = tree.held[k]
        ratio, enemies = measured(tree, _U(0), _U(t))
        tree.ratio[t] = ratio
        tree.enemies[t] = enemies
        ratios += ratio
        shares += enemies * tree.per_neighbour[t]
    tree.ratios[p] = ratios
    tree.shares[p] = shares


@kernel
def keep(tree, t):
    """Write territory ``t`` into the log of changes."""
    k = tree.used
    tree.log_place[k] = t
    tree.log_owner[k] = tree.owner[t]
    tree.log_armies[k] = tree.armies[t]
    tree.used = k + 1


@kernel
def remember(tree):
    """Remember the sums and the length of the log, for `take_back`."""
    k = tree.pushed
    tree.sums_all[k, 0] = tree.used
    tree.sums_all[k, 1] = tree.armies_all
    for p in range(tree.seats):
        tree.sums[k, p, 0] = tree.count[p]
        tree.sums[k, p, 1] = tree.total[p]
    tree.pushed = k + 1


@kernel
def take_back(tree):
    """Undo the last push."""
    tree.pushed -= 1
    k = tree.pushed
    start = tree.sums_all[k, 0]
    for j in range(tree.used - 1, start - 1, -1):
        t = tree.log_place[j]
        tree.owner[t] = tree.log_owner[j]
        tree.armies[t] = tree.log_armies[j]
    tree.used = start
    tree.armies_all = tree.sums_all[k, 1]
    for p in range(tree.seats):
        tree.count[p] = tree.sums[k, p, 0]
        tree.total[p] = tree.sums[k, p, 1]


@kernel
def push_battle(tree, x, y, left, there, taken):
    """Carry out the outcome of an attack.

    Parameters
    ----------
    tree
        Record.
    x, y
        Attacking and attacked territory.
    left, there
        Armies on ``x`` and on ``y`` afterwards.
    taken
        Whether ``y`` now belongs to the owner of ``x``.
    """
    x = _U(x)
    y = _U(y)
    remember(tree)
    p = tree.owner[x]
    q = tree.owner[y]
    keep(tree, x)
    keep(tree, y)
    change_p = left - tree.armies[x]
    change_q = -tree.armies[y]
    if taken:
        change_p += there
        tree.count[p] += 1
        tree.count[q] -= 1
        tree.owner[y] = p
    else:
        change_q += there
    tree.armies[x] = left
    tree.armies[y] = there
    tree.total[p] += change_p
    tree.total[q] += change_q
    tree.armies_all += change_p + change_q


@kernel
def weigh(tree, row, n, armies, armies_all, ratios, shares):
    """Return the weighted sum of the four features (source: section 3.2.3).

    Parameters
    ----------
    tree
        Record.
    row
        Row of ``tree.weights``.
    n, armies, armies_all
        Territories and armies of the player, armies of everybody.
    ratios, shares
        Sums over its territories, in fixed point, of the mean strength against an enemy
        neighbour and of the share of enemies among the neighbours.
    """
    if n == 0:
        return 0.0
    strength = ratios / (FIXED * n)
    share = shares / (FIXED * n)
    if not tree.set[Setting.MEAN_SHARE]:
        share = 1.0 - share
    if tree.set[Setting.SWAPPED]:
        strength, share = share, strength
    return (
        tree.weights[row, 0] * (n / tree.divisor)
        + tree.weights[row, 1] * (armies / armies_all)
        + tree.weights[row, 2] * strength
        + tree.weights[row, 3] * share
    )


@kernel
def evaluate(tree, p, row):
    """Return the value of a surveyed position for player ``p``, weighted by a row of the weights."""
    return weigh(tree, row, tree.count[p], tree.total[p], tree.armies_all, tree.ratios[p], tree.shares[p])


@kernel
def after_attack(tree, x, y, left, there):
    """Return what the viewed player would have after a conquest, without carrying it out.

    The position must be surveyed. Arguments as for `push_battle`.

    Returns
    -------
    tuple
        The arguments of `weigh` from ``n`` on.
    """
    x = _U(x)
    y = _U(y)
    v = tree.viewed
    p = tree.owner[x]
    q = tree.owner[y]
    n = tree.count[v]
    armies = tree.total[v]
    ratios = tree.ratios[v]
    shares = tree.shares[v]
    before_x = tree.armies[x]
    before_y = tree.armies[y]
    change = left + there - before_x
    k = _U(0)
    if p == v:
        n += 1
        armies += change
        ratios -= tree.ratio[x]
        shares -= tree.enemies[x] * tree.per_neighbour[x]
    else:
        for e in range(_U(tree.first[x]), _U(tree.end[x])):
            t = tree.near[e]
            tree.queue[k] = t
            k += _U((t != y) & (tree.owner[t] == v))
        if q == v:
            n -= 1
            armies -= before_y
            ratios -= tree.ratio[y]
            shares -= tree.enemies[y] * tree.per_neighbour[y]
    beside_x = k
    for e in range(_U(tree.first[y]), _U(tree.end[y])):
        t = tree.near[e]
        tree.queue[k] = t
        k += _U((t != x) & (tree.owner[t] == v))
    if beside_x > _U(0):
        k = _without_repeats(tree, beside_x, k)
    for j in range(k):
        t = tree.queue[j]
        ratios -= tree.ratio[t]
        shares -= tree.enemies[t] * tree.per_neighbour[t]
    if p == v:
        tree.queue[k] = x
        tree.queue[k + _U(1)] = y
        k += _U(2)
    tree.armies[x] = left
    tree.armies[y] = there
    tree.foe[0, x] = 0 if p == v else left
    tree.foe[0, y] = 0 if p == v else there
    for j in range(k):
        t = tree.queue[j]
        ratio, enemies = measured(tree, _U(0), _U(t))
        ratios += ratio
        shares += enemies * tree.per_neighbour[t]
    tree.armies[x] = before_x
    tree.armies[y] = before_y
    tree.foe[0, x] = 0 if p == v else before_x
    tree.foe[0, y] = 0 if q == v else before_y
    return n, armies, tree.armies_all + change - before_y, ratios, shares


@kernel
def _without_repeats(tree, start, stop):
    """Drop from ``tree.queue[start:stop]`` what stands before ``start``; return the new end."""
    n = start
    for j in range(start, stop):
        t = tree.queue[j]
        again = False
        for i in range(start):
            again |= tree.queue[i] == t
        tree.queue[n] = t
        n += _U(not again)
    return n


@kernel
def value_after(tree, x, y, left, there, row):
    """Return the viewed player's value after a conquest, without carrying it out.

    Arguments as for `push_battle` and `weigh`; the result is that of `push_battle`,
    `survey` and `evaluate`.
    """
    n, armies, armies_all, ratios, shares = after_attack(tree, x, y, left, there)
    return weigh(tree, row, n, armies, armies_all, ratios, shares)
