"""The draft by border security ratio, and what is known of a draft before it is made."""

import numpy as np

from riskkit.agents.minimax.record import FIXED, GROUP, KEYS, NO_CAP, Setting
from riskkit.agents.minimax.tree import keep, list_foes, measured, remember, weigh
from riskkit.engine.jit import kernel

COMPARED = float(1 << 30)
LEAST = -(1 << 63)
_U = np.uint64


@kernel
def push_draft(tree, board, p):
    """Give player ``p`` the armies of a new turn, placed as `plan_draft` says; return where it kept."""
    remember(tree)
    placed, kept = plan_draft(tree, board, p, income(tree, board, p))
    tree.total[p] += placed
    tree.armies_all += placed
    for k in range(kept):
        t = tree.border[tree.rank[k]]
        keep(tree, t)
        tree.armies[t] += tree.plan[t]
    return kept


@kernel
def value_after_draft(tree, board, p, row, shares):
    """Return the viewed player's value after the draft of player ``p``, without carrying it out.

    Arguments as for `limit_after_draft`; the result is that of `push_draft`, `survey` and
    `evaluate`.
    """
    v = tree.viewed
    held = list_foes(tree, board, v, _U(1))
    placed, kept = plan_draft(tree, board, p, income(tree, board, p))
    for k in range(_U(kept)):
        t = tree.border[tree.rank[k]]
        tree.armies[t] += tree.plan[t]
        tree.foe[1, t] = 0 if p == v else tree.armies[t]
    ratios = np.int64(0)
    for k in range(_U(held)):
        ratios += measured(tree, _U(1), _U(tree.held[k]))[0]
    for k in range(_U(kept)):
        t = tree.border[tree.rank[k]]
        tree.armies[t] -= tree.plan[t]
    own = placed if p == v else np.int64(0)
    return weigh(tree, row, tree.count[v], tree.total[v] + own, tree.armies_all + placed, ratios, shares)


@kernel
def income(tree, board, p):
    """Return the armies of player ``p`` for territories and whole continents, by the rules."""
    armies = max(tree.income_minimum, tree.count[p] // tree.income_divisor)
    if tree.bonuses:
        for c in range(board.continents):
            tree.gathered[c] = 0
        for t in range(board.territories):
            if tree.owner[t] == p and board.continent[t] >= 0:
                tree.gathered[board.continent[t]] += 1
        for c in range(board.continents):
            if tree.gathered[c] == board.size[c]:
                armies += board.bonus[c]
    return armies


@kernel
def plan_draft(tree, board, p, available):
    """Share armies out by normalised border security ratio (source: section 3.2.1).

    The ratio of a territory is the number of enemy armies next to it divided by its own.
    Territories are sorted by it, the upper half is kept, and each gets its share of the
    armies, rounded, but at least one, highest ratio first (compared to nine decimal places,
    then in the order of the territories), until none is left.

    Returns
    -------
    tuple of int
        Armies placed (fewer than ``available`` only where the army cap leaves no room), and
        the number of kept territories: ``tree.border[tree.rank[k]]``, highest ratio first.
        ``tree.plan[t]`` holds the armies of each territory.
    """
    own = _U(0)
    for t in range(board.territories):
        tree.plan[t] = 0
        tree.hostile[t] = tree.armies[t] if tree.owner[t] != p else 0
    for t in range(board.territories):
        tree.border[own] = t
        own += _U(tree.owner[t] == p)
    everywhere = tree.set[Setting.ALL_TERRITORIES] > 0
    cap = tree.cap
    n = _U(0)
    for k in range(own):
        t = tree.border[k]
        enemies = 0
        for e in range(_U(tree.first[t]), _U(tree.last[t]), _U(GROUP)):
            enemies += tree.hostile[tree.near[e]] + tree.hostile[tree.near[e + _U(1)]]
            enemies += tree.hostile[tree.near[e + _U(2)]] + tree.hostile[tree.near[e + _U(3)]]
        tree.border[n] = t
        tree.around[n] = enemies
        tree.holding[n] = tree.armies[t]
        n += _U(((enemies > 0) | everywhere) & (tree.armies[t] < cap))
    count = np.int64(n)
    _rank(tree, count)
    kept = min(count, max(1, count // 2) if everywhere else (count + 1) // 2)
    return _share_out(tree, kept, available), kept


@kernel
def _rank(tree, n):
    """Rank the first ``n`` territories of ``tree.border`` by ratio; ``tree.rank[k]`` is the k-th."""
    whole = tree.set[Setting.WHOLE_RATIOS] > 0
    for k in range(n):
        threat = tree.around[k] / tree.holding[k]
        tree.threat[k] = np.floor(threat) if whole else threat
    groups = (n + KEYS - 1) // KEYS
    for k in range(groups * KEYS):
        tree.key[k] = LEAST
    for k in range(n):
        tree.key[k] = (np.int64(tree.threat[k] * COMPARED) << 7) - k
    for group in range(_U(groups)):
        start = group * _U(KEYS)
        a = tree.key[start]
        b = tree.key[start + _U(1)]
        c = tree.key[start + _U(2)]
        d = tree.key[start + _U(3)]
        above_a = above_b = above_c = above_d = _U(0)
        for k in range(n):
            other = tree.key[k]
            above_a += _U(other > a)
            above_b += _U(other > b)
            above_c += _U(other > c)
            above_d += _U(other > d)
        tree.rank[above_a] = start
        tree.rank[above_b] = start + _U(1)
        tree.rank[above_c] = start + _U(2)
        tree.rank[above_d] = start + _U(3)


@kernel
def _share_out(tree, kept, available):
    """Put armies on the ``kept`` highest-ranked territories; return how many found room."""
    whole = 0.0
    for k in range(_U(kept)):
        whole += tree.threat[tree.rank[k]]
    left = available
    while left > 0:
        batch = left
        factor = batch / whole if whole > 0.0 else 0.0
        for k in range(_U(kept)):
            j = tree.rank[k]
            t = tree.border[j]
            share = np.int64(tree.threat[j] * factor + 0.5)
            share = min(max(share, 1), left, tree.cap - tree.armies[t] - tree.plan[t])
            tree.plan[t] += share
            left -= share
            if left == 0:
                break
        if left == batch:
            break
    return available - left


@kernel
def limit_after_draft(tree, board, p, row, ratios, shares, upper):
    """Return a bound on the viewed player's value once player ``p`` has drafted.

    A draft changes no territory, and the total by a known number; it can raise only the
    drafting player's strength ratios and lower only those of others. One army more raises
    a ratio a / (a + u) by at most a sixth.

    Parameters
    ----------
    tree, board
        Records.
    p
        Player who would draft.
    row, ratios, shares
        As for `weigh`, before the draft.
    upper
        Whether an upper bound is wanted, or a lower one.
    """
    v = tree.viewed
    n = tree.count[v]
    armies = income(tree, board, p)
    weight = tree.weights[row, 3 if tree.set[Setting.SWAPPED] else 2]
    if weight < 0.0 or tree.cap < NO_CAP:
        return np.inf if upper else -np.inf
    if upper and p == v:
        ratios = min(np.int64(FIXED) * n, ratios + np.int64(FIXED / 6.0 * armies) + 2 * n)
    elif not upper and p != v:
        ratios = np.int64(0)
    own = armies if p == v else np.int64(0)
    return weigh(tree, row, n, tree.total[v] + own, tree.armies_all + armies, ratios, shares)
