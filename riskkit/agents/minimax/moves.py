"""Moves in the tree: which there are, what they lead to, who decides next; codes of positions."""

import numpy as np

from riskkit.agents.minimax.record import GROUP, NO_CAP, Setting
from riskkit.agents.minimax.tree import evaluate, push_battle, survey
from riskkit.engine.jit import kernel
from riskkit.engine.types import MAX_T

STOP = -1
_U = np.uint64


@kernel
def list_attacks(tree, board, p, row):
    """Write the attacks of player ``p`` into a row of ``tree.moves``; return their number.

    An attack from x on y needs ``margin`` armies more on x than on y. With ``one_target``
    each x attacks only the enemy neighbour with fewest armies (first of equals).
    """
    margin = tree.set[Setting.MARGIN]
    one = tree.set[Setting.ONE_TARGET] > 0
    strong = _U(0)
    for x in range(board.territories):
        tree.hostile[x] = tree.armies[x] if tree.owner[x] != p else NO_CAP
    for x in range(board.territories):
        tree.border[strong] = x
        strong += _U((tree.owner[x] == p) & (tree.armies[x] > margin))
    n = _U(0)
    for k in range(strong):
        x = tree.border[k]
        least = tree.armies[x] - margin
        code = np.int64(x) * MAX_T
        if one:
            weakest = _weakest(tree, _U(x))
            tree.moves[row, n] = code + weakest % MAX_T
            tree.places[row, n] = n
            n += _U(weakest // MAX_T <= least)
            continue
        for e in range(_U(tree.first[x]), _U(tree.end[x])):
            y = tree.near[e]
            tree.moves[row, n] = code + y
            tree.places[row, n] = n
            n += _U(tree.hostile[y] <= least)
    return np.int64(n)


@kernel
def _weakest(tree, x):
    """Return armies times MAX_T, plus index, of the weakest enemy next to ``x`` (of equals the first)."""
    best = np.int64(NO_CAP) * MAX_T
    for e in range(_U(tree.first[x]), _U(tree.last[x]), _U(GROUP)):
        a = np.int64(tree.near[e])
        b = np.int64(tree.near[e + _U(1)])
        c = np.int64(tree.near[e + _U(2)])
        d = np.int64(tree.near[e + _U(3)])
        first = min(tree.hostile[a] * MAX_T + a, tree.hostile[b] * MAX_T + b)
        second = min(tree.hostile[c] * MAX_T + c, tree.hostile[d] * MAX_T + d)
        best = min(best, first, second)
    return best


@kernel
def is_attack(tree, move, mover, margin):
    """Return whether player ``mover`` may make an attack that was possible in another position."""
    if move < 0:
        return False
    x = move // MAX_T
    y = move % MAX_T
    return tree.owner[x] == mover and tree.owner[y] != mover and tree.armies[x] - tree.armies[y] >= margin


@kernel
def army_of(a, d):
    """Return the size of the attacking army: the mean of both sides, rounded up."""
    return (a + d + 1) // 2


@kernel
def certain_outcome(tree, x, y):
    """Return the armies on x and y after an attack that costs exactly the defender's armies.

    Source: section 3.2.2. Where nobody would stay behind, one army does.
    """
    rest = np.int64(tree.armies[x] - tree.armies[y])
    there = min((rest + 1) // 2, tree.cap)
    return max(np.int64(1), rest - there), there


@kernel
def push_certain(tree, x, y):
    """Carry out an attack with its certain outcome."""
    left, there = certain_outcome(tree, x, y)
    push_battle(tree, x, y, left, there, True)


@kernel
def next_player(tree, p):
    """Return the next player in turn who owns a territory (``p`` if nobody else does)."""
    q = tree.follower[p]
    while q != p and tree.count[q] == 0:
        q = tree.follower[q]
    return np.int64(q)


@kernel
def after_move(tree, mover, maximise, left, place, n):
    """Return who decides after a move: player, whether it maximises, attacks left, who drafts.

    Parameters
    ----------
    tree
        Record, after the move.
    mover, maximise, left
        The deciding player before it, whether that player's node maximises, and how many
        attacks it had left in this turn.
    place, n
        Number of the move among the attacks in the order of their listing; ``n`` of them
        there are, and ``place == n`` is the end of the turn.

    Returns
    -------
    tuple
        The drafting player is -1 where no turn begins.
    """
    if tree.set[Setting.SHARED_COUNTER]:
        return _after_shared(tree, mover, maximise, left, place, n)
    if place < n and left > 1:
        return mover, maximise, left - 1, np.int64(-1)
    following = next_player(tree, mover)
    drafts = mover if tree.set[Setting.DRAFT_FOR_MOVER] else following
    return following, following == tree.root, tree.set[Setting.ATTACKS], drafts


@kernel
def _after_shared(tree, mover, maximise, left, place, n):
    """Return what `after_move` does where the siblings of a node share one count of attacks.

    In the authors' program the count falls from one child to the next, not along the path;
    once it has run out, all later children belong to the next player, but only the child at
    which it ran out changes from maximising to minimising.
    """
    spent = left - 1
    following = next_player(tree, mover)
    if place == n:
        if spent >= 0 and n > spent:
            following = next_player(tree, following)
        return following, not maximise, tree.set[Setting.ATTACKS], mover
    if spent < 0 or place < spent:
        return mover, maximise, left - place - 1, np.int64(-1)
    if place == spent:
        return following, not maximise, tree.set[Setting.ATTACKS], mover
    return following, maximise, left - place - 1, mover


@kernel
def does_draft(tree, drafts, level):
    """Return whether a move made ``level`` levels above the leaves leads to a draft."""
    if drafts < 0 or (level == 1 and not tree.set[Setting.LEAF_DRAFTS]):
        return False
    return tree.count[drafts] > 0


@kernel
def may_stop(tree):
    """Return whether ending the turn is a choice in this round."""
    rounds = tree.set[Setting.PASS_ROUNDS]
    return rounds == 0 or tree.round < rounds


@kernel
def is_decided(tree):
    """Return whether at most one player owns territories."""
    standing = 0
    for p in range(tree.players):
        standing += tree.count[p] > 0
    return standing < 2


@kernel
def leaf_value(tree, board, mover):
    """Return the value of a leaf: the viewed player's features, weighted as the mover weighs."""
    tree.leaves += 1
    survey(tree, board, tree.viewed)
    return evaluate(tree, tree.viewed, 0 if mover == tree.root else 1)


@kernel
def spent_budget(tree):
    """Count a node; return whether the budget of nodes and leaves, or of time, is used up."""
    tree.nodes += 1
    budget = tree.set[Setting.BUDGET]
    if (budget > 0 and tree.nodes + tree.leaves > budget) or tree.time_up:
        tree.stopped = 1
    return tree.stopped == 1


@kernel
def scramble(x):
    """Return 64 well-mixed bits of an integer (the finisher of splitmix64)."""
    x = _U(x)
    x = (x ^ (x >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U(27))) * _U(0x94D049BB133111EB)
    return x ^ (x >> _U(31))


@kernel
def code_of(tree, t):
    """Return the part of a position's code that territory ``t`` gives."""
    return scramble((np.int64(tree.armies[t]) << 16) + tree.owner[t] * 256 + t + 1)


@kernel
def code_of_position(tree, board):
    """Return the code of the whole position in the tree."""
    code = tree.stamp
    for t in range(board.territories):
        code ^= code_of(tree, t)
    return code


@kernel
def code_of_draft(tree, kept):
    """Return what the draft just carried out changes in the position's code."""
    code = _U(0)
    for k in range(kept):
        t = tree.border[tree.rank[k]]
        now = code_of(tree, t)
        tree.armies[t] -= tree.plan[t]
        code ^= now ^ code_of(tree, t)
        tree.armies[t] += tree.plan[t]
    return code


@kernel
def code_of_node(code, level, mover, maximise, left):
    """Return the code of a position with what else decides a node's value."""
    return code ^ scramble((level << 48) + (mover << 40) + (np.int64(maximise) << 32) + (left & 0xFFFFFFFF))
