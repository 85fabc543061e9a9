"""Decisions that several agents share."""

import numpy as np

from riskkit.engine.actions import (
    CLAIM,
    MOVE,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    claim,
    move,
    place,
)
from riskkit.engine.cards import best_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import (
    may_attack,
    may_claim,
    most_to_move,
    most_to_place,
    placing_seat,
)
from riskkit.engine.queries import room
from riskkit.engine.seats import choice_below

NOT_DECIDED = -2


@kernel
def random_placement(state, board, rules):
    """Return an action that puts one army on a random territory with room."""
    p = placing_seat(state)
    n = 0
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            n += 1
    k = choice_below(state, n)
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            if k == 0:
                return place(t, 1)
            k -= 1
    return np.int64(PASS)


@kernel
def random_claim(state, board):
    """Return an action that claims a random free territory."""
    n = 0
    for t in range(board.territories):
        n += may_claim(state, t)
    k = choice_below(state, n)
    for t in range(board.territories):
        if may_claim(state, t):
            if k == 0:
                return claim(t)
            k -= 1
    return np.int64(PASS)


@kernel
def start_of_game(state, board, rules):
    """Return a random claim or placement at the start of a game, else ``NOT_DECIDED``."""
    if state.phase == CLAIM:
        return random_claim(state, board)
    if state.phase == SETUP or state.phase == SETUP_NEUTRAL:
        return random_placement(state, board, rules)
    return np.int64(NOT_DECIDED)


@kernel
def move_everything(state, rules):
    """Return the action that lets all armies but one follow after a conquest."""
    return move(most_to_move(state, rules))


@kernel
def first_legal(state, board, rules):
    """Return a plain legal action in any phase: random start, best set, then pass."""
    action = start_of_game(state, board, rules)
    if action != NOT_DECIDED:
        return action
    if state.phase == TRADE:
        return best_set(state, board, rules, state.current)
    if state.phase == PLACE:
        return random_placement(state, board, rules)
    if state.phase == MOVE:
        return move(state.minimum)
    return np.int64(PASS)


@kernel
def largest_margin_attack(state, board, rules, small):
    """Return the own and the enemy territory with the largest difference of armies.

    Only attacks that the rules allow count. With ``small`` > 0 an enemy who
    owns fewer than ``small`` territories is preferred to any other (source: strategy
    switching, section 3.3). The first of equals in index order is taken.

    Returns
    -------
    tuple of int
        Territories x, y, or -1, -1 if there is no attack.
    """
    p = state.current
    best_x = best_y = -1
    best = best_small = -(1 << 40)
    small_x = small_y = -1
    for x in range(board.territories):
        if state.owner[x] != p or state.armies[x] < 2:
            continue
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            enemy = state.owner[y]
            if enemy == p or not may_attack(state, rules, x, y):
                continue
            margin = np.int64(state.armies[x]) - state.armies[y]
            if state.count[enemy] < small:
                if margin > best_small:
                    best_small, small_x, small_y = margin, x, y
            elif margin > best:
                best, best_x, best_y = margin, x, y
    if small_x >= 0:
        return small_x, small_y
    return best_x, best_y


@kernel
def weakest_own(state, board, rules, p):
    """Return the own territory with room that has fewest armies (first of equals), or -1."""
    chosen = -1
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            if chosen < 0 or state.armies[t] < state.armies[chosen]:
                chosen = t
    return chosen


@kernel
def strongest_own(state, board, rules, p):
    """Return the own territory with room that has most armies (first of equals), or -1."""
    chosen = -1
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            if chosen < 0 or state.armies[t] > state.armies[chosen]:
                chosen = t
    return chosen


@kernel
def place_all(state, rules, t):
    """Return the action that puts as many armies as the caps allow on ``t``."""
    return place(t, most_to_place(state, rules, t))


@kernel
def trade_when_possible(state, board, rules):
    """Return the trade of the best set."""
    return best_set(state, board, rules, state.current)
