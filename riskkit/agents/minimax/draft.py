"""The draft by border security ratio, and what is known of a draft before it is made."""

import numpy as np

from riskkit.agents.minimax.record import FIXED, NO_CAP, S_ALL, S_SWAPPED, S_WHOLE
from riskkit.agents.minimax.tree import is_tracked, keep, refresh, remember, weigh
from riskkit.engine.jit import kernel

COMPARED = float(1 << 30)


@kernel
def push_draft(tree, board, p):
    """Give player ``p`` the armies of a new turn, placed as `plan_draft` says."""
    remember(tree)
    placed, kept = plan_draft(tree, board, p, income(tree, board, p))
    tree.total[p] += placed
    tree.armies_all += placed
    tree.clock += 1
    for k in range(kept):
        t = tree.border[tree.rank[k]]
        if tree.plan[t] > 0:
            keep(tree, t)
            tree.armies[t] += tree.plan[t]
    for k in range(kept):
        t = tree.border[tree.rank[k]]
        if tree.plan[t] == 0:
            continue
        if is_tracked(tree, p):
            refresh(tree, board, t)
        for e in range(board.start[t], board.start[t + 1]):
            u = board.adjacent[e]
            if tree.owner[u] != p and tree.seen[u] != tree.clock and is_tracked(tree, tree.owner[u]):
                tree.seen[u] = tree.clock
                refresh(tree, board, u)


@kernel
def income(tree, board, p):
    """Return the armies of player ``p`` for territories and whole continents, by the rules."""
    armies = max(tree.income_minimum, tree.count[p] // tree.income_divisor)
    if tree.bonuses:
        for c in range(board.continents):
            tree.held[c] = 0
        for t in range(board.territories):
            if tree.owner[t] == p and board.continent[t] >= 0:
                tree.held[board.continent[t]] += 1
        for c in range(board.continents):
            if tree.held[c] == board.size[c]:
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
    n = 0
    for t in range(board.territories):
        tree.plan[t] = 0
        if tree.owner[t] != p:
            continue
        enemies = 0
        for e in range(board.start[t], board.start[t + 1]):
            u = board.adjacent[e]
            enemies += tree.armies[u] if tree.owner[u] != p else 0
        if (enemies > 0 or tree.set[S_ALL]) and tree.armies[t] < tree.cap:
            tree.border[n] = t
            threat = enemies / tree.armies[t]
            tree.threat[n] = np.floor(threat) if tree.set[S_WHOLE] else threat
            tree.key[n] = (np.int64(tree.threat[n] * COMPARED) << 7) - n
            n += 1
    kept = min(n, max(1, n // 2) if tree.set[S_ALL] else (n + 1) // 2)
    for k in range(n):
        above = 0
        own = tree.key[k]
        for j in range(n):
            above += tree.key[j] > own
        tree.rank[above] = k
    return _share_out(tree, kept, available), kept


@kernel
def _share_out(tree, kept, available):
    """Put armies on the ``kept`` highest-ranked territories; return how many found room."""
    whole = 0.0
    for k in range(kept):
        whole += tree.threat[tree.rank[k]]
    left = available
    while left > 0:
        batch = left
        factor = batch / whole if whole > 0.0 else 0.0
        for k in range(kept):
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
def limit_after_draft(tree, board, p, row, upper):
    """Return a bound on the viewed player's value once player ``p`` has drafted.

    A draft changes no territory, and the total by a known number; it can raise only the
    drafting player's strength ratios and lower only those of others.

    Parameters
    ----------
    tree, board, row
        As for `evaluate`.
    p
        Player who would draft.
    upper
        Whether an upper bound is wanted, or a lower one.
    """
    v = tree.viewed
    n = tree.count[v]
    armies = income(tree, board, p)
    weight = tree.weights[row, 3 if tree.set[S_SWAPPED] else 2]
    if weight < 0.0 or tree.cap < NO_CAP:
        return np.inf if upper else -np.inf
    ratios = tree.ratios[v]
    if upper and p == v:
        ratios = np.int64(FIXED) * n
    elif not upper and p != v:
        ratios = np.int64(0)
    own = armies if p == v else np.int64(0)
    return weigh(tree, row, n, tree.total[v] + own, tree.armies_all + armies, ratios, tree.shares[v])
