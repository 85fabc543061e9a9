"""The legal moves of a position, as a list built from the predicates of `riskkit.engine.legal`."""

from riskkit.engine.actions import ATTACK, CLAIM, FORTIFY, MOVE, OVER, TRADE
from riskkit.engine.cards import forms_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import (
    can_fortify,
    may_attack,
    may_claim,
    most_dice,
    most_to_fortify,
    most_to_move,
    most_to_place,
)

COLUMNS = 4


@kernel
def _add(rows, n, a, b, c, d):
    """Write an option into row ``n``, if there is one; return the number of options."""
    if n < rows.shape[0]:
        rows[n, 0] = a
        rows[n, 1] = b
        rows[n, 2] = c
        rows[n, 3] = d
    return n + 1


@kernel
def may_fight(state, rules, x, y):
    """Return whether the current player may attack ``y`` from its neighbour ``x``."""
    p = state.current
    return state.owner[x] == p and state.owner[y] != p and state.armies[x] > 1 and may_attack(state, rules, x, y)


@kernel
def fortifiable(state, board, rules, x, y):
    """Return the most armies that the current player may fortify from ``x`` to ``y``; 0 for none."""
    if x == y or state.owner[x] != state.current or state.owner[y] != state.current:
        return 0
    most = most_to_fortify(state, rules, x, y)
    return most if most > 0 and can_fortify(state, board, rules, x, y) else 0


@kernel
def _trades(state, rows):
    n = 0
    for a in range(state.cards):
        if state.card_place[a] != state.current:
            continue
        for b in range(a + 1, state.cards):
            if state.card_place[b] != state.current:
                continue
            for c in range(b + 1, state.cards):
                if state.card_place[c] == state.current:
                    if forms_set(state.card_kind[a], state.card_kind[b], state.card_kind[c]):
                        n = _add(rows, n, a, b, c, 0)
    return n


@kernel
def _attacks(state, board, rules, rows):
    n = 0
    for x in range(board.territories):
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if may_fight(state, rules, x, y):
                most = most_dice(state, rules, x)
                n = _add(rows, n, x, y, min(1, most), most)
    return n


@kernel
def _fortifications(state, board, rules, rows):
    n = 0
    for x in range(board.territories):
        for y in range(board.territories):
            most = fortifiable(state, board, rules, x, y)
            if most > 0:
                n = _add(rows, n, x, y, 1, most)
    return n


@kernel
def options(state, board, rules, rows):
    """Write every legal move of the current phase but ``PASS`` into an int64 array (n, 4).

    A row is two territories, the fewest and the most armies or dice; the first territory alone
    for a claim or a placement; three cards for a trade. Every number in between is legal too.

    Returns
    -------
    int
        The number of options, also when it is larger than the array is long.
    """
    phase = state.phase
    n = 0
    if phase == OVER:
        return n
    if phase == ATTACK:
        return _attacks(state, board, rules, rows)
    if phase == FORTIFY:
        return _fortifications(state, board, rules, rows)
    if phase == TRADE:
        return _trades(state, rows)
    if phase == MOVE:
        return _add(rows, n, state.source, state.target, state.minimum, most_to_move(state, rules))
    for t in range(board.territories):
        if phase == CLAIM:
            if may_claim(state, t):
                n = _add(rows, n, t, 0, 0, 0)
        else:
            most = most_to_place(state, rules, t)
            if most > 0:
                n = _add(rows, n, t, 0, 1, most)
    return n
