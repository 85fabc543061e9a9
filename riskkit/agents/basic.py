"""The random agent: every legal choice is possible."""

import numpy as np

from riskkit.agents.base import agent
from riskkit.agents.shared.common import NOT_DECIDED, random_placement, start_of_game
from riskkit.engine.actions import (
    ATTACK,
    MOVE,
    PASS,
    PLACE,
    TRADE,
    attack,
    fortify,
    move,
)
from riskkit.engine.cards import best_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import can_fortify, may_attack, most_to_fortify, most_to_move
from riskkit.engine.seats import choice_below, choice_random


@kernel
def random_attack(state, board, rules):
    """Return a random legal blitz of the current player, or ``PASS`` if there is none."""
    n = 0
    p = state.current
    chosen = np.int64(PASS)
    for x in range(board.territories):
        if state.owner[x] != p:
            continue
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] != p and may_attack(state, rules, x, y):
                n += 1
                if choice_below(state, n) == 0:
                    chosen = attack(x, y)
    return chosen


@agent(
    "random",
    registered=True,
    source="riskkit",
)
def random(state, board, rules, seat):
    """Plays at random.

    Armies go one by one to random territories; sets are traded at once; it attacks with a
    random legal blitz or stops, each with probability one half; any legal number follows a
    conquest; one random legal fortification, or none, each with probability one half.
    """
    action = start_of_game(state, board, rules)
    if action != NOT_DECIDED:
        return action
    if state.phase == TRADE:
        return best_set(state, board, rules, state.current)
    if state.phase == PLACE:
        return random_placement(state, board, rules)
    if state.phase == MOVE:
        least = np.int64(state.minimum)
        return move(least + choice_below(state, most_to_move(state, rules) - least + 1))
    if choice_random(state) < 0.5:
        return np.int64(PASS)
    if state.phase == ATTACK:
        return random_attack(state, board, rules)
    x = choice_below(state, board.territories)
    y = choice_below(state, board.territories)
    p = state.current
    legal = x != y and state.owner[x] == p and state.owner[y] == p and state.armies[x] > 1
    if not legal or not can_fortify(state, board, rules, x, y):
        return np.int64(PASS)
    n = most_to_fortify(state, rules, x, y)
    if n < 1:
        return np.int64(PASS)
    return fortify(x, y, 1 + choice_below(state, n))
