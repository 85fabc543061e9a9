"""The last level of the tree: leaves valued without being visited, and drafts that need not be made."""

import numpy as np

from riskkit.agents.minimax.draft import income, limit_after_draft, value_after_draft
from riskkit.agents.minimax.moves import (
    after_move,
    certain_outcome,
    does_draft,
    is_attack,
    is_decided,
    leaf_value,
    list_attacks,
    may_stop,
)
from riskkit.agents.minimax.record import Setting
from riskkit.agents.minimax.tree import after_attack, evaluate, push_battle, survey, take_back, value_after, weigh
from riskkit.engine.jit import kernel
from riskkit.engine.types import MAX_T


@kernel
def _best_leaf(tree, board, mover, maximise, left, n, choices, low, high):
    """Return the value of a node above the leaves; arguments as for `alpha_beta`.

    Leaves are valued without carrying the attack out, and a draft that cannot make a leaf
    better than the best so far is left out.
    """
    best = -np.inf if maximise else np.inf
    pruned = tree.set[Setting.PRUNED]
    late = tree.set[Setting.LEAF_DRAFTS]
    for k in range(choices):
        following, _, _, drafts = after_move(tree, mover, maximise, left, np.int64(k), n)
        row = 0 if following == tree.root else 1
        if k < n:
            x = np.int64(tree.moves[1, k] // MAX_T)
            y = np.int64(tree.moves[1, k] % MAX_T)
            behind, there = certain_outcome(tree, x, y)
            armies_of, armies, armies_all, ratios, shares = after_attack(tree, x, y, behind, there)
            if drafts < 0 or not late:
                tree.leaves += 1
                value = weigh(tree, row, armies_of, armies, armies_all, ratios, shares)
            else:
                push_battle(tree, x, y, behind, there, True)
                following, _, _, drafts = after_move(tree, mover, maximise, left, np.int64(k), n)
                value = _leaf_with_draft(tree, board, following, drafts, maximise, best, pruned, ratios, shares)
                take_back(tree)
        elif not late:
            tree.leaves += 1
            value = evaluate(tree, tree.viewed, row)
        else:
            ratios = tree.ratios[tree.viewed]
            shares = tree.shares[tree.viewed]
            value = _leaf_with_draft(tree, board, following, drafts, maximise, best, pruned, ratios, shares)
        if maximise:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if pruned and low >= high:
            break
    return best


@kernel
def last_level(tree, board, mover, maximise, left, low, high):
    """Return the value of a node whose moves lead to leaves; arguments as for `alpha_beta`.

    In a pruned search the end of the turn, which costs least to value, and the attack that
    last refuted a position come before the list of attacks is made.
    """
    survey(tree, board, tree.viewed)
    best = -np.inf if maximise else np.inf
    if tree.foretelling and may_stop(tree):
        following, _, _, _ = after_move(tree, mover, maximise, left, np.int64(0), np.int64(0))
        tree.leaves += 1
        best = evaluate(tree, tree.viewed, 0 if following == tree.root else 1)
        if best >= high if maximise else best <= low:
            return best
        move = tree.refutation[1, np.int64(maximise)]
        if is_attack(tree, move, mover, tree.set[Setting.MARGIN]):
            tree.leaves += 1
            value = _value_of_attack(tree, move, mover, maximise, left)
            best = max(best, value) if maximise else min(best, value)
            if best >= high if maximise else best <= low:
                return best
    n = list_attacks(tree, board, mover, np.int64(1))
    if tree.foretelling:
        return _best_attack(tree, mover, maximise, left, n, best, low, high)
    choices = n + may_stop(tree)
    if choices == 0:
        if tree.set[Setting.DEAD_END_LOST]:
            return -np.inf if maximise else np.inf
        return leaf_value(tree, board, mover)
    return _best_leaf(tree, board, mover, maximise, left, n, choices, low, high)


@kernel
def _value_of_attack(tree, move, mover, maximise, left):
    """Return the value of the leaf after an attack from a surveyed position."""
    x = move // MAX_T
    y = move % MAX_T
    following, _, _, _ = after_move(tree, mover, maximise, left, np.int64(0), np.int64(1))
    behind, there = certain_outcome(tree, x, y)
    return value_after(tree, x, y, behind, there, 0 if following == tree.root else 1)


@kernel
def _best_attack(tree, mover, maximise, left, n, best, low, high):
    """Return ``best`` or the value of a better one of the attacks listed; remember what refutes."""
    tried = tree.refutation[1, np.int64(maximise)] if best != -np.inf and best != np.inf else -1
    for k in range(n):
        move = np.int64(tree.moves[1, k])
        if move == tried:
            continue
        tree.leaves += 1
        value = _value_of_attack(tree, move, mover, maximise, left)
        if value > best if maximise else value < best:
            best = value
            if best >= high if maximise else best <= low:
                tree.refutation[1, np.int64(maximise)] = move
                break
    return best


@kernel
def foretell(tree, board, p, maximise, left, low, high):
    """Return whether the node after player ``p``'s draft lies outside (low, high), and its bound.

    ``p`` then has one move before the leaves. Ending the turn is a move, and an attack that
    is possible before the draft is possible after it. The draft can only raise the strength
    ratios of ``p`` and lower those of others, so that what these moves are worth without the
    moved armies bounds the node's value, and the draft need not be made.
    """
    if is_decided(tree) or (p == tree.viewed) != maximise:
        return False, 0.0
    v = tree.viewed
    armies = income(tree, board, p)
    own = armies if p == v else np.int64(0)
    tree.total[v] += own
    tree.armies_all += armies
    survey(tree, board, v)
    found = False
    value = -np.inf if maximise else np.inf
    if may_stop(tree):
        following, _, _, _ = after_move(tree, p, maximise, left, np.int64(0), np.int64(0))
        value = evaluate(tree, v, 0 if following == tree.root else 1)
        found = value >= high if maximise else value <= low
    move = tree.refutation[1, np.int64(maximise)]
    if not found and is_attack(tree, move, p, max(np.int64(2), tree.set[Setting.MARGIN])):
        value = _value_of_attack(tree, move, p, maximise, left)
        found = value >= high if maximise else value <= low
    tree.total[v] -= own
    tree.armies_all -= armies
    tree.leaves += found
    return found, value


@kernel
def _leaf_with_draft(tree, board, mover, drafts, maximise, best, pruned, ratios, shares):
    """Return the value of a leaf after a draft, or ``best`` where the draft cannot better it.

    ``ratios`` and ``shares`` are those of the viewed player before the draft.
    """
    v = tree.viewed
    row = 0 if mover == tree.root else 1
    if not does_draft(tree, drafts, 1) or is_decided(tree):
        tree.leaves += 1
        return weigh(tree, row, tree.count[v], tree.total[v], tree.armies_all, ratios, shares)
    if pruned:
        limit = limit_after_draft(tree, board, drafts, row, ratios, shares, maximise)
        if limit <= best if maximise else limit >= best:
            return best
    tree.leaves += 1
    return value_after_draft(tree, board, drafts, row, shares)
