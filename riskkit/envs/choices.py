"""Numbered choices: the actions of any board and rules as one discrete space with a mask.

On a board of T territories and E directed borders the numbers are::

    0                     pass
    1 + t                 put all armies that may go there on territory t; claim t
    1 + T + t             put one army on territory t
    1 + 2 T + e           attack along border e until one side is done
    1 + 2 T + E + e       fortify along border e with all armies but one
    1 + 2 T + 2 E         let the fewest armies follow after a conquest
    2 + 2 T + 2 E         let all armies but one follow
    3 + 2 T + 2 E         trade the best set

Border e of a board record leads from the territory x with ``start[x] <= e < start[x + 1]``
to ``adjacent[e]``.
"""

import numpy as np

from riskkit.engine.actions import (
    ATTACK,
    CLAIM,
    FORTIFY,
    MOVE,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    attack,
    claim,
    fortify,
    move,
    place,
)
from riskkit.engine.cards import best_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import may_claim, may_pass, most_to_fortify, most_to_move, most_to_place
from riskkit.engine.options import fortifiable, may_fight

PHASES = FORTIFY


def count(board_record: np.ndarray) -> int:
    """Return the number of choices on a board (its record, shape (1,))."""
    return 4 + 2 * int(board_record["territories"][0]) + 2 * int(board_record["edges"][0])


@kernel
def _source(board, e):
    x = 0
    while board.start[x + 1] <= e:
        x += 1
    return x


@kernel
def decode(state, board, rules, choice):
    """Return the action code of a legal choice in the current phase."""
    places, edges = board.territories, board.edges
    last = 1 + 2 * places + 2 * edges
    if choice == 0:
        return np.int64(PASS)
    if choice < 1 + places:
        t = choice - 1
        if state.phase == CLAIM:
            return claim(t)
        return place(t, most_to_place(state, rules, t))
    if choice < 1 + 2 * places:
        return place(choice - 1 - places, 1)
    if choice < 1 + 2 * places + edges:
        e = choice - 1 - 2 * places
        return attack(_source(board, e), board.adjacent[e])
    if choice < last:
        e = choice - 1 - 2 * places - edges
        x, y = _source(board, e), board.adjacent[e]
        return fortify(x, y, most_to_fortify(state, rules, x, y))
    if choice == last:
        return move(state.minimum)
    if choice == last + 1:
        return move(most_to_move(state, rules))
    return best_set(state, board, rules, state.current)


@kernel
def _mask_placing(state, board, rules, mask):
    phase = state.phase
    for t in range(board.territories):
        if phase == CLAIM:
            mask[1 + t] = may_claim(state, t)
        elif most_to_place(state, rules, t) > 0:
            mask[1 + t] = phase == PLACE
            mask[1 + board.territories + t] = 1


@kernel
def _mask_borders(state, board, rules, mask):
    first = 1 + 2 * board.territories
    for x in range(board.territories):
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.phase == ATTACK:
                mask[first + e] = may_fight(state, rules, x, y)
            else:
                mask[first + board.edges + e] = fortifiable(state, board, rules, x, y) > 0


@kernel
def fill_mask(state, board, rules, mask):
    """Set ``mask`` to 1 at the legal choices of the seat at turn, to 0 elsewhere."""
    for k in range(mask.shape[0]):
        mask[k] = 0
    phase = state.phase
    last = 1 + 2 * board.territories + 2 * board.edges
    if phase == CLAIM or phase == SETUP or phase == SETUP_NEUTRAL or phase == PLACE:
        _mask_placing(state, board, rules, mask)
    elif phase == ATTACK or phase == FORTIFY:
        mask[0] = may_pass(state, rules)
        _mask_borders(state, board, rules, mask)
    elif phase == MOVE:
        mask[last] = 1
        mask[last + 1] = 1
    elif phase == TRADE:
        mask[0] = may_pass(state, rules)
        mask[last + 2] = 1


def observation_length(territories: int, players: int) -> int:
    """Return the numbers in an observation (`fill_observation`)."""
    return territories * (players + 2) + PHASES + 1 + 2 * players


@kernel
def fill_observation(state, board, seat, row):
    """Write what a seat sees into ``row``, all from 0 to 1.

    For each territory: one mark for its owner (the seat itself, the next seats in order,
    the neutral) and its armies a as a / (a + 10). Then one mark for the phase, the armies
    still to place p as p / (p + 10), and for each player, from the seat on, whether it is
    alive and its cards over ten (at most 1).
    """
    for k in range(row.shape[0]):
        row[k] = 0.0
    players = state.players
    width = players + 2
    for t in range(board.territories):
        p = state.owner[t]
        if p >= 0:
            place = players if p >= players else (p - seat + players) % players
            row[t * width + place] = 1.0
        row[t * width + players + 1] = state.armies[t] / (state.armies[t] + 10.0)
    k = board.territories * width
    if CLAIM <= state.phase <= FORTIFY:
        row[k + state.phase - CLAIM] = 1.0
    k += PHASES
    row[k] = state.pool[seat] / (state.pool[seat] + 10.0)
    for j in range(players):
        p = (seat + j) % players
        row[k + 1 + 2 * j] = state.alive[p]
        row[k + 2 + 2 * j] = min(1.0, state.hand[p] / 10.0)
