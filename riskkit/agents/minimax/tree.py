"""The position inside a search tree: owners, armies and features, changed and taken back.

A `TREE` record lies in the seat's workspace. `open_tree` copies the game's position into
it; `push_battle` and `push_draft` carry out the outcome of an attack and the draft of a
player, and `take_back` undoes them. The features of the tracked players are kept up to
date as whole numbers (fixed point), so that a position has the same value however it was
reached. Cards and bonuses for conquests are not looked ahead to.
"""

import numpy as np

from riskkit.agents.minimax.record import (
    FEATURES,
    FIXED,
    MAX_N,
    NO_CAP,
    OTHER_WEIGHTS,
    OWN_WEIGHTS,
    PARAMETERS,
    S_DIVISOR,
    S_FIRST_PLAYER,
    S_MEAN_SHARE,
    S_OPPONENTS,
    S_SWAPPED,
)
from riskkit.engine.jit import kernel


@kernel
def open_tree(tree, state, board, rules, values):
    """Copy the position, the settings and the feature weights into the tree.

    Parameters
    ----------
    tree, state, board, rules
        Records.
    values
        Parameters as prepared for the board (see `SETTINGS`).
    """
    for k in range(OWN_WEIGHTS):
        tree.set[k] = np.int64(values[k])
    for k in range(FEATURES):
        tree.weights[0, k] = values[OWN_WEIGHTS + k]
        tree.weights[1, k] = values[OTHER_WEIGHTS + k]
    n = board.territories
    tree.root = state.current
    tree.viewed = state.order[0] if tree.set[S_FIRST_PLAYER] else state.current
    tree.players = state.players
    tree.seats = state.seats
    tree.round = state.rounds
    tree.divisor = tree.set[S_DIVISOR] if tree.set[S_DIVISOR] else n
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
        tree.ratios[p] = tree.shares[p] = 0
    for e in range(board.edges):
        tree.counted[e] = values[PARAMETERS + e] > 0.0
    for t in range(n):
        tree.owner[t] = state.owner[t]
        tree.armies[t] = state.armies[t]
        seen = 0
        for e in range(board.start[t], board.start[t + 1]):
            seen += tree.counted[e]
        tree.per_neighbour[t] = np.int64(FIXED / max(1, seen))
    for t in range(n):
        if is_tracked(tree, tree.owner[t]):
            _measure(tree, board, t)
            tree.ratios[tree.owner[t]] += tree.ratio[t]
            tree.shares[tree.owner[t]] += tree.enemies[t] * tree.per_neighbour[t]
    tree.used = tree.pushed = 0


@kernel
def is_tracked(tree, p):
    """Return whether the features of player ``p`` are kept up to date."""
    return p == tree.viewed or tree.set[S_OPPONENTS] == MAX_N


@kernel
def _measure(tree, board, t):
    """Set the mean strength ratio and the number of enemy neighbours of territory ``t``."""
    own = tree.owner[t]
    armies = np.float64(tree.armies[t])
    total = 0.0
    n = 0
    for e in range(board.start[t], board.start[t + 1]):
        u = board.adjacent[e]
        if tree.owner[u] != own and tree.counted[e]:
            total += armies / (armies + tree.armies[u])
            n += 1
    tree.enemies[t] = n
    tree.ratio[t] = np.int64(total / n * FIXED) if n > 0 else np.int64(FIXED)


@kernel
def keep(tree, t):
    """Write territory ``t`` into the log of changes."""
    k = tree.used
    tree.log_place[k] = t
    tree.log_owner[k] = tree.owner[t]
    tree.log_armies[k] = tree.armies[t]
    tree.log_ratio[k] = tree.ratio[t]
    tree.log_enemies[k] = tree.enemies[t]
    tree.used = k + 1


@kernel
def refresh(tree, board, t):
    """Measure ``t`` again, log what it was, and correct its owner's sums."""
    keep(tree, t)
    p = tree.owner[t]
    ratio = tree.ratio[t]
    enemies = tree.enemies[t]
    _measure(tree, board, t)
    tree.ratios[p] += tree.ratio[t] - ratio
    tree.shares[p] += (tree.enemies[t] - enemies) * tree.per_neighbour[t]


@kernel
def remember(tree):
    """Remember the sums and the length of the log, for `take_back`."""
    k = tree.pushed
    tree.sums_all[k, 0] = tree.used
    tree.sums_all[k, 1] = tree.armies_all
    for p in range(tree.seats):
        tree.sums[k, p, 0] = tree.count[p]
        tree.sums[k, p, 1] = tree.total[p]
        tree.sums[k, p, 2] = tree.ratios[p]
        tree.sums[k, p, 3] = tree.shares[p]
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
        tree.ratio[t] = tree.log_ratio[j]
        tree.enemies[t] = tree.log_enemies[j]
    tree.used = start
    tree.armies_all = tree.sums_all[k, 1]
    for p in range(tree.seats):
        tree.count[p] = tree.sums[k, p, 0]
        tree.total[p] = tree.sums[k, p, 1]
        tree.ratios[p] = tree.sums[k, p, 2]
        tree.shares[p] = tree.sums[k, p, 3]


@kernel
def push_battle(tree, board, x, y, left, there, taken):
    """Carry out the outcome of an attack.

    Parameters
    ----------
    tree, board
        Records.
    x, y
        Attacking and attacked territory.
    left, there
        Armies on ``x`` and on ``y`` afterwards.
    taken
        Whether ``y`` now belongs to the owner of ``x``.
    """
    remember(tree)
    p = tree.owner[x]
    q = tree.owner[y]
    keep(tree, x)
    keep(tree, y)
    change_p = left - tree.armies[x]
    change_q = -tree.armies[y]
    tree.armies[x] = left
    if taken:
        change_p += there
        tree.count[p] += 1
        tree.count[q] -= 1
        if is_tracked(tree, q):
            tree.ratios[q] -= tree.ratio[y]
            tree.shares[q] -= tree.enemies[y] * tree.per_neighbour[y]
        tree.owner[y] = p
    else:
        change_q += there
    tree.armies[y] = there
    tree.total[p] += change_p
    tree.total[q] += change_q
    tree.armies_all += change_p + change_q
    if taken and is_tracked(tree, p):
        _measure(tree, board, y)
        tree.ratios[p] += tree.ratio[y]
        tree.shares[p] += tree.enemies[y] * tree.per_neighbour[y]
    elif not taken and is_tracked(tree, q):
        refresh(tree, board, y)
    if is_tracked(tree, p):
        refresh(tree, board, x)
    for e in range(board.start[x], board.start[x + 1]):
        t = board.adjacent[e]
        if t != y and tree.owner[t] != p and is_tracked(tree, tree.owner[t]):
            refresh(tree, board, t)
    for e in range(board.start[y], board.start[y + 1]):
        t = board.adjacent[e]
        if t != x and is_tracked(tree, tree.owner[t]):
            refresh(tree, board, t)


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
    if not tree.set[S_MEAN_SHARE]:
        share = 1.0 - share
    if tree.set[S_SWAPPED]:
        strength, share = share, strength
    return (
        tree.weights[row, 0] * (n / tree.divisor)
        + tree.weights[row, 1] * (armies / armies_all)
        + tree.weights[row, 2] * strength
        + tree.weights[row, 3] * share
    )


@kernel
def evaluate(tree, p, row):
    """Return the value of the position for player ``p``, weighted by a row of the weights."""
    return weigh(tree, row, tree.count[p], tree.total[p], tree.armies_all, tree.ratios[p], tree.shares[p])


@kernel
def _ratio_if(tree, board, t, armies, x, left, y, there, hostile):
    """Return ratio and number of enemies of the viewed player's ``t`` after an attack.

    ``x`` and ``y`` then hold ``left`` and ``there`` armies and are enemies if ``hostile``.
    """
    v = tree.viewed
    own = np.float64(armies)
    total = 0.0
    n = 0
    for e in range(board.start[t], board.start[t + 1]):
        u = board.adjacent[e]
        other = tree.armies[u]
        enemy = tree.owner[u] != v
        if u == x:
            other = left
        elif u == y:
            other = there
            enemy = hostile
        if enemy and tree.counted[e]:
            total += own / (own + other)
            n += 1
    return np.int64(total / n * FIXED) if n > 0 else np.int64(FIXED), n


@kernel
def value_after(tree, board, x, y, left, there, row):
    """Return the viewed player's value after a conquest, without carrying it out.

    Arguments as for `push_battle` and `weigh`; the result is that of `push_battle` and
    `evaluate`, at about half the cost.
    """
    v = tree.viewed
    p = tree.owner[x]
    q = tree.owner[y]
    n = tree.count[v]
    armies = tree.total[v]
    ratios = tree.ratios[v]
    shares = tree.shares[v]
    change = left + there - tree.armies[x]
    hostile = p != v
    if not hostile:
        n += 1
        armies += change
        ratio, enemies = _ratio_if(tree, board, x, left, x, left, y, there, False)
        ratios += ratio - tree.ratio[x]
        shares += (enemies - tree.enemies[x]) * tree.per_neighbour[x]
        ratio, enemies = _ratio_if(tree, board, y, there, x, left, y, there, False)
        ratios += ratio
        shares += enemies * tree.per_neighbour[y]
    elif q == v:
        n -= 1
        armies -= tree.armies[y]
        ratios -= tree.ratio[y]
        shares -= tree.enemies[y] * tree.per_neighbour[y]
    tree.clock += 1
    for e in range(board.start[y], board.start[y + 1]):
        t = board.adjacent[e]
        if t != x and tree.owner[t] == v:
            ratio, enemies = _ratio_if(tree, board, t, tree.armies[t], x, left, y, there, hostile)
            ratios += ratio - tree.ratio[t]
            shares += (enemies - tree.enemies[t]) * tree.per_neighbour[t]
            tree.seen[t] = tree.clock
    if hostile:
        for e in range(board.start[x], board.start[x + 1]):
            t = board.adjacent[e]
            if t != y and tree.owner[t] == v and tree.seen[t] != tree.clock:
                ratio, enemies = _ratio_if(tree, board, t, tree.armies[t], x, left, y, there, True)
                ratios += ratio - tree.ratio[t]
    return weigh(tree, row, n, armies, tree.armies_all + change - tree.armies[y], ratios, shares)
