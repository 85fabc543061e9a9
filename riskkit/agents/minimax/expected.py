"""Expectiminimax: the same tree with the exact chances of every battle's outcome.

An attack by an army of n (`army_of`) goes on until one army of it is left or the territory
falls; one army of it always survives. The chances come from `riskkit.odds` under the dice
of the rules in play.
"""

from functools import lru_cache

import numpy as np

from riskkit.agents.minimax.draft import push_draft
from riskkit.agents.minimax.moves import (
    STOP,
    after_move,
    army_of,
    does_draft,
    is_decided,
    leaf_value,
    list_attacks,
    may_stop,
    spent_budget,
)
from riskkit.agents.minimax.record import Setting
from riskkit.agents.minimax.settings import Outcomes
from riskkit.agents.minimax.tree import push_battle, take_back
from riskkit.engine.jit import kernel
from riskkit.engine.types import MAX_T
from riskkit.odds import Dice, battle

MOST = 40
"""Largest number of armies a side in the table; larger battles are scaled down to it."""
_ROW = 2 * MOST + 2


def battle_table(rules) -> np.ndarray:
    """Return the chances of all outcomes of battles of up to 40 free attackers and defenders.

    Returns
    -------
    float64 array
        Entry ``(a * 41 + d) * 82 + k``: for k <= 40 the chance that the territory falls with
        k free attackers left, for k > 40 that it holds with ``k - 41`` defenders left.
    """
    if rules.battle == "certain":
        return _certain_table()
    return _dice_table(Dice(rules.attacker_dice, rules.defender_dice, rules.dice_sides, ties=rules.ties))


@lru_cache(maxsize=8)
def _dice_table(dice: Dice) -> np.ndarray:
    table = np.zeros((MOST + 1, MOST + 1, _ROW))
    for a in range(1, MOST + 1):
        for d in range(1, MOST + 1):
            ends = battle(a, d, dice=dice)
            table[a, d, : a + 1] = ends.goal.sum(axis=1)
            table[a, d, MOST + 1 : MOST + 2 + d] = ends.held.sum(axis=0)
    return table.ravel()


@lru_cache(maxsize=1)
def _certain_table() -> np.ndarray:
    table = np.zeros((MOST + 1, MOST + 1, _ROW))
    for a in range(1, MOST + 1):
        for d in range(1, MOST + 1):
            table[a, d, a - d if a >= d else MOST + 1 + d] = 1.0
    return table.ravel()


@kernel
def count_outcomes(free, defenders, kind):
    """Return how many outcomes of a battle `outcome` can be asked for."""
    return np.int64(2) if kind == Outcomes.TWO else min(free, MOST) + min(defenders, MOST) + 1


@kernel
def outcome(table, start, free, defenders, kind, k):
    """Return the chance of outcome ``k`` of a battle, and what is left of both sides.

    Parameters
    ----------
    table, start
        Array that holds the table of `battle_table` from index ``start`` on.
    free, defenders
        Armies that can be lost on both sides.
    kind
        ``ALL`` outcomes, or ``TWO``: won and lost with the mean armies left, rounded.
    k
        Number of the outcome.

    Returns
    -------
    tuple
        Chance, free attackers left, defenders left (0 if the territory falls).
    """
    a = free
    d = defenders
    largest = max(a, d)
    if largest > MOST:
        a = max(1, (a * MOST + largest // 2) // largest)
        d = max(1, (d * MOST + largest // 2) // largest)
    row = start + (a * (MOST + 1) + d) * _ROW
    if kind == Outcomes.ALL:
        if k <= a:
            left = (k * free + a // 2) // a
            return table[row + k], left, np.int64(0)
        if k <= a + d:
            left = max(1, ((k - a) * defenders + d // 2) // d)
            return table[row + MOST + 1 + k - a], np.int64(0), left
        return 0.0, np.int64(0), defenders
    chance = 0.0
    mean = 0.0
    shift = 0 if k == 0 else MOST + 1
    size = a if k == 0 else d
    whole = free if k == 0 else defenders
    for j in range(size + 1):
        chance += table[row + shift + j]
        mean += table[row + shift + j] * j
    if chance <= 0.0:
        return 0.0, np.int64(0), np.int64(0)
    left = np.int64(mean / chance * whole / size + 0.5)
    if k == 0:
        return chance, left, np.int64(0)
    return chance, np.int64(0), max(np.int64(1), left)


@kernel
def push_outcome(tree, x, y, left, standing):
    """Carry out an attack that ends with ``left`` free attackers and ``standing`` defenders."""
    a = np.int64(tree.armies[x])
    army = army_of(a, np.int64(tree.armies[y]))
    if standing > 0:
        push_battle(tree, x, y, a - army + 1 + left, standing, False)
        return
    behind = max(np.int64(1), a - army)
    there = min(a - army + 1 + left - behind, tree.cap)
    push_battle(tree, x, y, a - army + 1 + left - there, there, True)


@kernel
def expect(tree, board, table, start, level, mover, maximise, left, at_root):
    """Return the value of a node when battles have their true chances.

    Parameters
    ----------
    tree, board
        Records.
    table, start
        As for `outcome`.
    level, mover, maximise, left
        As for `alpha_beta`.
    at_root
        1 to set ``tree.best`` to the move chosen, else 0. (An int64: a recursive call must
        have the argument types of the first one, or the compiled code cannot be cached.)
    """
    if level == 0 or is_decided(tree):
        return leaf_value(tree, board, mover)
    if spent_budget(tree):
        return 0.0
    n = list_attacks(tree, board, mover, level)
    choices = n + may_stop(tree)
    if choices == 0:
        if tree.set[Setting.DEAD_END_LOST]:
            return -np.inf if maximise else np.inf
        return leaf_value(tree, board, mover)
    best = -np.inf if maximise else np.inf
    kind = tree.set[Setting.OUTCOMES]
    for k in range(choices):
        place = np.int64(tree.places[level, k]) if k < n else n
        move = np.int64(tree.moves[level, k]) if k < n else np.int64(STOP)
        x = move // MAX_T
        y = move % MAX_T
        free = defenders = np.int64(1)
        if k < n:
            defenders = np.int64(tree.armies[y])
            free = army_of(np.int64(tree.armies[x]), defenders) - 1
        value = 0.0
        for j in range(count_outcomes(free, defenders, kind) if k < n else 1):
            chance = 1.0
            pushes = 0
            if k < n:
                chance, alive, standing = outcome(table, start, free, defenders, kind, j)
                if chance == 0.0:
                    continue
                push_outcome(tree, x, y, alive, standing)
                pushes = 1
            following, maximises, attacks, drafts = after_move(tree, mover, maximise, left, place, n)
            if does_draft(tree, drafts, level):
                push_draft(tree, board, drafts)
                pushes += 1
            value += chance * expect(tree, board, table, start, level - 1, following, maximises, attacks, np.int64(0))
            for _ in range(pushes):
                take_back(tree)
            if tree.stopped:
                return best
        if k == 0 or (maximise and value > best) or (not maximise and value < best):
            best = value
            if at_root:
                tree.best = move
    return best


@kernel
def search_expected(tree, board, table, start, left):
    """Search as `riskkit.agents.moves.search` does, over the outcomes of battles."""
    tree.nodes = tree.leaves = tree.stopped = tree.completed = 0
    tree.best = STOP
    tree.value = 0.0
    levels = tree.set[Setting.LEVELS]
    for level in range(1 if tree.set[Setting.BUDGET] > 0 else levels, levels + 1):
        kept = tree.best
        value = expect(tree, board, table, start, level, tree.root, tree.stopped == 0, left, np.int64(1))
        if tree.stopped:
            tree.best = kept
            break
        tree.value = value
        tree.completed = level
