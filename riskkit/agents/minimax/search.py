"""Search over attacks: alpha-beta and plain minimax, max-n, and expected battle outcomes.

A level of the tree is one attack, or the decision to attack no more, which passes the
turn on. The player whose turn begins drafts by the heuristic of `plan_draft`, so a draft
is no choice in the tree. The value of a leaf is `evaluate`.

What makes the pruned search fast leaves its move as it is: the move that last refuted a
position of the same level is tried before any list of moves is made, a level above the
leaves is left as soon as one leaf decides it, and `foretell` decides some before their draft.

Several opponents: in the paranoid tree all of them minimise the searcher's value; in
max-n every player maximises its own.
"""

import numpy as np

from riskkit.agents.minimax.draft import push_draft
from riskkit.agents.minimax.leaves import foretell, last_level
from riskkit.agents.minimax.moves import (
    STOP,
    after_move,
    certain_outcome,
    code_of,
    code_of_draft,
    code_of_node,
    code_of_position,
    does_draft,
    is_attack,
    is_decided,
    leaf_value,
    list_attacks,
    may_stop,
    push_certain,
    scramble,
    spent_budget,
)
from riskkit.agents.minimax.record import NO_CAP, SLOTS, Setting
from riskkit.agents.minimax.settings import Opponents
from riskkit.agents.minimax.tree import evaluate, survey, take_back, value_after
from riskkit.engine.jit import kernel
from riskkit.engine.types import MAX_T

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NOTHING = -2
_U = np.uint64


@kernel
def order_attacks(tree, row, n, maximise):
    """Sort the attacks of a row by the value right after them, best for the decider first."""
    for k in range(n):
        move = tree.moves[row, k]
        x = move // MAX_T
        y = move % MAX_T
        left, there = certain_outcome(tree, x, y)
        score = value_after(tree, x, y, left, there, 0)
        if not maximise:
            score = -score
        place = tree.places[row, k]
        j = k
        while j > 0 and tree.scores[row, j - 1] < score:
            tree.scores[row, j] = tree.scores[row, j - 1]
            tree.moves[row, j] = tree.moves[row, j - 1]
            tree.places[row, j] = tree.places[row, j - 1]
            j -= 1
        tree.scores[row, j] = score
        tree.moves[row, j] = move
        tree.places[row, j] = place


@kernel
def push_attack(tree, row, k, code):
    """Carry out attack ``k`` of a row of moves.

    Returns
    -------
    uint64
        The new code of the position, kept up only where a table will ask for it.
    """
    x = tree.moves[row, k] // MAX_T
    y = tree.moves[row, k] % MAX_T
    coded = tree.set[Setting.TABLE] == 1 and row >= 3
    if coded:
        code ^= code_of(tree, x) ^ code_of(tree, y)
    push_certain(tree, x, y)
    if coded:
        code ^= code_of(tree, x) ^ code_of(tree, y)
    return code


@kernel
def alpha_beta(tree, board, level, mover, maximise, left, low, high, code):
    """Return the value of a node: exact inside (low, high), a bound outside.

    Parameters
    ----------
    tree, board
        Records.
    level
        Levels left below this node.
    mover, maximise, left
        Who decides, whether it maximises the value, attacks left in its turn.
    low, high
        Values the maximiser and the minimiser have for certain elsewhere.
    code
        Code of the position, for the transposition table.
    """
    if level == 0 or is_decided(tree):
        return leaf_value(tree, board, mover)
    if spent_budget(tree):
        return 0.0
    stored = tree.set[Setting.TABLE] == 1 and level >= 2
    node = code_of_node(code, level, mover, maximise, left) if stored else _U(0)
    slot = np.int64(node & _U(SLOTS - 1))
    if stored and tree.slot_key[slot] == node:
        bound = tree.slot_bound[slot]
        value = tree.slot_value[slot]
        if bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low):
            return value
    if level == 1:
        return last_level(tree, board, mover, maximise, left, low, high)
    best = -np.inf if maximise else np.inf
    start_low = low
    start_high = high
    side = np.int64(maximise)
    tried = tree.refutation[level, side]
    n = np.int64(0)
    choices = np.int64(0)
    possible = may_stop(tree) if tried == STOP else is_attack(tree, tried, mover, tree.set[Setting.MARGIN])
    hurried = tree.hurried and possible
    if hurried:
        tree.moves[level, 0] = tried
        tree.places[level, 0] = 0
        n = np.int64(tried != STOP)
        choices = np.int64(1)
    k = np.int64(0)
    while True:
        if k == choices:
            if choices > 0 and not hurried:
                break
            n = list_attacks(tree, board, mover, level)
            choices = n + may_stop(tree)
            if choices == 0:
                if tree.set[Setting.DEAD_END_LOST]:
                    return -np.inf if maximise else np.inf
                return leaf_value(tree, board, mover)
            if tree.set[Setting.ORDERED]:
                survey(tree, board, tree.viewed)
                order_attacks(tree, level, n, maximise)
            k = np.int64(0)
            if not hurried:
                tried = NOTHING
            hurried = False
        move = np.int64(tree.moves[level, k]) if k < n else np.int64(STOP)
        if move == tried and not hurried:
            k += 1
            continue
        changed = push_attack(tree, level, k, code) if k < n else code
        place = np.int64(tree.places[level, k]) if k < n else n
        following, maximises, attacks, drafts = after_move(tree, mover, maximise, left, place, n)
        drafting = does_draft(tree, drafts, level)
        foretold = False
        value = 0.0
        if drafting and level == 2 and tree.foretelling and drafts == following:
            foretold, value = foretell(tree, board, following, maximises, attacks, low, high)
        if not foretold:
            if drafting:
                kept = push_draft(tree, board, drafts)
                if tree.set[Setting.TABLE] == 1 and level >= 3:
                    changed ^= code_of_draft(tree, kept)
            value = alpha_beta(tree, board, level - 1, following, maximises, attacks, low, high, changed)
            if drafting:
                take_back(tree)
        if k < n:
            take_back(tree)
        if tree.stopped:
            return best
        if maximise:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if tree.set[Setting.PRUNED] and low >= high:
            tree.refutation[level, side] = move
            break
        k += 1
    if stored:
        tree.slot_key[slot] = node
        tree.slot_value[slot] = best
        tree.slot_bound[slot] = AT_MOST if best <= start_low else AT_LEAST if best >= start_high else EXACT
    return best


@kernel
def max_n(tree, board, level, mover, left):
    """Fill ``tree.values[level]`` with every player's value where each maximises its own."""
    if level == 0 or is_decided(tree):
        tree.leaves += 1
        for p in range(tree.players):
            survey(tree, board, p)
            tree.values[level, p] = evaluate(tree, p, 0 if p == tree.root else 1)
        return 0
    if spent_budget(tree):
        return 0
    n = list_attacks(tree, board, mover, level)
    choices = n + may_stop(tree)
    if choices == 0:
        tree.leaves += 1
        for p in range(tree.players):
            survey(tree, board, p)
            tree.values[level, p] = evaluate(tree, p, 0 if p == tree.root else 1)
        return 0
    for k in range(choices):
        if k < n:
            push_attack(tree, level, k, _U(0))
        following, _, attacks, drafts = after_move(tree, mover, True, left, np.int64(k), n)
        drafting = does_draft(tree, drafts, level)
        if drafting:
            push_draft(tree, board, drafts)
        max_n(tree, board, level - 1, following, attacks)
        if drafting:
            take_back(tree)
        if k < n:
            take_back(tree)
        if tree.stopped:
            return 0
        if k == 0 or tree.values[level - 1, mover] > tree.best_values[level, mover]:
            for p in range(tree.players):
                tree.best_values[level, p] = tree.values[level - 1, p]
    for p in range(tree.players):
        tree.values[level, p] = tree.best_values[level, p]
    return 0


@kernel
def search_level(tree, board, level, left):
    """Search to one depth; set ``tree.best`` (``x * MAX_T + y`` or STOP) and ``tree.value``.

    Of equally good moves the first in the order of `list_attacks` is taken, the end of the
    turn last, whatever the order of the search. Nothing is set if the budget runs out.
    """
    root = tree.root
    n = list_attacks(tree, board, root, level)
    choices = n + may_stop(tree)
    if choices == 1 and level > 1:
        search_level(tree, board, np.int64(1), left)
        tree.completed = level
        return
    code = code_of_position(tree, board)
    if tree.set[Setting.ORDERED] and tree.set[Setting.OPPONENTS] != Opponents.MAX_N:
        survey(tree, board, tree.viewed)
        order_attacks(tree, level, n, True)
    best = -np.inf
    chosen = np.int64(STOP)
    first = -1
    for k in range(choices):
        place = np.int64(tree.places[level, k]) if k < n else n
        move = np.int64(tree.moves[level, k]) if k < n else np.int64(STOP)
        changed = push_attack(tree, level, k, code) if k < n else code
        following, maximises, attacks, drafts = after_move(tree, root, True, left, place, n)
        drafting = does_draft(tree, drafts, level)
        if drafting:
            changed ^= code_of_draft(tree, push_draft(tree, board, drafts))
        if tree.set[Setting.OPPONENTS] == Opponents.MAX_N:
            max_n(tree, board, level - 1, following, attacks)
            value = tree.values[level - 1, root]
        else:
            low = -np.inf
            if tree.set[Setting.PRUNED]:
                low = best if place > first else np.nextafter(best, -np.inf)
            value = alpha_beta(tree, board, level - 1, following, maximises, attacks, low, np.inf, changed)
        if drafting:
            take_back(tree)
        if k < n:
            take_back(tree)
        if tree.stopped:
            return
        if first < 0 or value > best or (value == best and place < first):
            best, first, chosen = value, place, move
    tree.best = chosen
    tree.value = best
    tree.completed = level


@kernel
def _choose_shortcuts(tree):
    """Decide which shortcuts the settings allow, and forget the refutations of other searches."""
    strength = 3 if tree.set[Setting.SWAPPED] else 2
    plain = tree.set[Setting.LEAF_DRAFTS] == 0 and tree.cap == NO_CAP
    rising = tree.weights[0, strength] >= 0.0 and tree.weights[1, strength] >= 0.0
    tree.hurried = tree.set[Setting.PRUNED] and tree.set[Setting.SHARED_COUNTER] + tree.set[Setting.ONE_TARGET] == 0
    tree.foretelling = tree.hurried and plain and rising
    for level in range(tree.set[Setting.LEVELS] + 1):
        tree.refutation[level, 0] = tree.refutation[level, 1] = NOTHING


@kernel
def search(tree, board, left, stamp):
    """Search for the root's best move; the result is in ``tree.best`` and ``tree.value``.

    With a budget the depth grows level by level, and the move of the last level that was
    finished stands; ``tree.completed`` says which. Without one there is a single search.

    Parameters
    ----------
    tree, board
        Records.
    left
        Attacks left in the root's turn.
    stamp
        Number that no other search with this workspace has used.
    """
    tree.nodes = tree.leaves = tree.stopped = tree.completed = 0
    tree.best = STOP
    tree.value = 0.0
    tree.stamp = scramble(stamp)
    _choose_shortcuts(tree)
    levels = tree.set[Setting.LEVELS]
    for level in range(1 if tree.set[Setting.BUDGET] > 0 else levels, levels + 1):
        search_level(tree, board, level, left)
        if tree.stopped:
            break
