"""The three strategies of the strategy-switching study (2022, section 4.2).

The source lists code for placement, number of attacks and fortification; the choice of
the attack is section 3.3. Open there, and decided here: equal territories are taken in
index order; the armies that follow after a conquest are left to the rules (all but one in
`Rules.strategy_switching`), and all follow where the agent may choose.
"""

from typing import Any

import numpy as np

from riskkit.agents.base import agent
from riskkit.agents.shared.common import (
    NOT_DECIDED,
    largest_margin_attack,
    move_everything,
    place_all,
    start_of_game,
    strongest_own,
    trade_when_possible,
    weakest_own,
)
from riskkit.engine.actions import ATTACK, MOVE, PASS, PLACE, TRADE, attack, fortify, place
from riskkit.engine.jit import kernel
from riskkit.engine.legal import can_fortify
from riskkit.engine.queries import room
from riskkit.engine.seats import choice_below, memory

PASSIVE, PACIFIST, AGGRESSIVE = 0, 1, 2
SMALL_PLAYER = 10
_TURN, _ATTACKS, _CURSOR_TURN, _CURSOR = range(4)
_STUDY: dict[str, Any] = dict(
    study="strategy_switching",
    source="A Smart Strategist for Risk (2022), sections 3.3 and 4.2",
    registered=True,
)


@kernel
def _spread(state, board, rules, cells):
    """Return the next placement of the pacifist: its armies one by one to all territories."""
    p = state.current
    if cells[_CURSOR_TURN] != state.turn:
        cells[_CURSOR_TURN] = state.turn
        cells[_CURSOR] = 0
    for _ in range(2):
        chosen = -1
        left = 0
        for t in range(np.int64(cells[_CURSOR]), board.territories):
            if state.owner[t] == p and room(state, rules, t) > 0:
                left += 1
                if chosen < 0:
                    chosen = t
        if chosen >= 0:
            break
        cells[_CURSOR] = 0
    cells[_CURSOR] = chosen + 1
    share = (state.pool[p] + left - 1) // left
    return place(chosen, min(np.int64(share), np.int64(room(state, rules, chosen))))


@kernel
def _equalise(state, board, rules, x, y):
    """Return the fortification that divides the armies of two own territories in half."""
    if x < 0 or y < 0 or x == y:
        return np.int64(PASS)
    total = state.armies[x] + state.armies[y]
    n = min(np.int64(state.armies[x] - (total + 1) // 2), np.int64(room(state, rules, y)))
    if n < 1 or not can_fortify(state, board, rules, x, y):
        return np.int64(PASS)
    return fortify(x, y, n)


@kernel
def _most_and_second(state, board):
    p = state.current
    most = second = -1
    for t in range(board.territories):
        if state.owner[t] != p:
            continue
        if most < 0 or state.armies[t] > state.armies[most]:
            most, second = t, most
        elif second < 0 or state.armies[t] > state.armies[second]:
            second = t
    return most, second


@kernel
def _most_and_least(state, board):
    p = state.current
    most = least = -1
    for t in range(board.territories):
        if state.owner[t] == p:
            if most < 0 or state.armies[t] > state.armies[most]:
                most = t
            if least < 0 or state.armies[t] < state.armies[least]:
                least = t
    return most, least


@kernel
def play_strategy(state, board, rules, cells, strategy):
    """Return the decision of one of the three strategies.

    Parameters
    ----------
    state, board, rules
        Records.
    cells
        float64 array of at least 4 memory cells of the seat.
    strategy
        ``PASSIVE``, ``PACIFIST`` or ``AGGRESSIVE``.
    """
    phase = state.phase
    if phase == PLACE:
        if strategy == PASSIVE:
            return place_all(state, rules, weakest_own(state, board, rules, state.current))
        if strategy == AGGRESSIVE:
            return place_all(state, rules, strongest_own(state, board, rules, state.current))
        return _spread(state, board, rules, cells)
    if phase == ATTACK:
        if strategy == PASSIVE:
            return np.int64(PASS)
        if cells[_TURN] != state.turn:
            cells[_TURN] = state.turn
            fewest = 1 if strategy == PACIFIST else 7
            cells[_ATTACKS] = fewest + choice_below(state, 3)
        if state.attacks[state.current] >= cells[_ATTACKS]:
            return np.int64(PASS)
        x, y = largest_margin_attack(state, board, rules, SMALL_PLAYER)
        return attack(x, y) if x >= 0 else np.int64(PASS)
    if phase == TRADE:
        return trade_when_possible(state, board, rules)
    if phase == MOVE:
        return move_everything(state, rules)
    action = start_of_game(state, board, rules)
    if action != NOT_DECIDED:
        return action
    if strategy == PACIFIST:
        return np.int64(PASS)
    if strategy == PASSIVE:
        x, y = _most_and_least(state, board)
    else:
        x, y = _most_and_second(state, board)
    return _equalise(state, board, rules, x, y)


@agent("passive", memory=4, **_STUDY)
def passive(state, board, rules, seat):
    """Strategy 0: places all on its weakest territory, never attacks, levels most and least."""
    return play_strategy(state, board, rules, memory(seat), PASSIVE)


@agent("pacifist", memory=4, **_STUDY)
def pacifist(state, board, rules, seat):
    """Strategy 1: spreads its armies one by one, makes 1 to 3 attacks, does not fortify."""
    return play_strategy(state, board, rules, memory(seat), PACIFIST)


@agent("aggressive", memory=4, **_STUDY)
def aggressive(state, board, rules, seat):
    """Strategy 2: places all on its strongest, makes 7 to 9 attacks, levels its two largest."""
    return play_strategy(state, board, rules, memory(seat), AGGRESSIVE)
