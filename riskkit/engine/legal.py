"""When an action is legal: the one place that says so.

`refusal` judges any action of the current seat; the smaller questions below it are what lists of
legal moves, masks and agents are built from. Nothing here changes a state but for its marks.
"""

from enum import IntEnum

import numpy as np

from riskkit.engine.actions import (
    ATTACK,
    CLAIM,
    FORTIFY,
    MOVE,
    OVER,
    PASS,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    first_of,
    number_of,
    second_of,
)
from riskkit.engine.cards import forms_set
from riskkit.engine.fields import Battle, Fortify
from riskkit.engine.jit import kernel
from riskkit.engine.queries import adjacent, connected, room
from riskkit.engine.setup import FREE
from riskkit.engine.types import MOST_DECISIONS


class Refusal(IntEnum):
    """Why an action is illegal; ``OK`` for a legal one (`riskkit.engine.explain.reason` has the words)."""

    OK = 0
    OVER = 1
    TERRITORY = 2
    NOT_FREE = 3
    NOT_OWN = 4
    NUMBER = 5
    CAP = 6
    NEUTRAL = 7
    PASS = 8
    CARDS = 9
    NO_SET = 10
    OWN_TARGET = 11
    NOT_ADJACENT = 12
    TOO_FEW = 13
    DICE = 14
    MARGIN = 15
    NOT_CONNECTED = 16
    SAME = 17
    ENDLESS = 18


OK = int(Refusal.OK)


@kernel
def may_claim(state, t):
    """Return whether territory ``t`` is free."""
    return state.owner[t] == FREE


@kernel
def placing_seat(state):
    """Return whose territories take the armies now: the neutral's in SETUP_NEUTRAL."""
    return np.int64(state.players if state.phase == SETUP_NEUTRAL else state.current)


@kernel
def armies_to_place(state, rules):
    """Return the most armies that the current decision may place, room aside."""
    if state.phase == SETUP_NEUTRAL:
        return np.int64(1)
    left = np.int64(state.pool[state.current])
    if state.phase == SETUP:
        return min(left, np.int64(rules.setup_batch - state.minimum))
    return left


@kernel
def most_to_place(state, rules, t):
    """Return the most armies that may go on territory ``t`` now; 0 for none."""
    if state.owner[t] != placing_seat(state):
        return np.int64(0)
    return min(armies_to_place(state, rules), np.int64(room(state, rules, t)))


@kernel
def must_trade(state, rules):
    """Return whether the current player may not decline to trade a set."""
    held = state.hand[state.current]
    if state.resume == ATTACK:
        return held > rules.trade_down_to
    return rules.forced_trade_at > 0 and held >= rules.forced_trade_at


@kernel
def may_pass(state, rules):
    """Return whether ``PASS`` is legal now."""
    if state.phase == TRADE:
        return not must_trade(state, rules)
    return state.phase == ATTACK or state.phase == FORTIFY


@kernel
def armies_needed(state, rules, y):
    """Return the armies that a territory needs to attack ``y``."""
    if rules.battle == Battle.CERTAIN:
        return state.armies[y] + rules.certain_margin
    return 2


@kernel
def may_attack(state, rules, x, y):
    """Return whether ``x`` has the armies that an attack on ``y`` needs."""
    return state.armies[x] >= armies_needed(state, rules, y)


@kernel
def most_dice(state, rules, x):
    """Return the most dice that an attack from ``x`` may be limited to; 0 where none are rolled."""
    if rules.battle == Battle.CERTAIN:
        return np.int64(0)
    return min(np.int64(rules.attacker_dice), np.int64(state.armies[x] - 1))


@kernel
def most_to_move(state, rules):
    """Return the most armies that may follow into the territory just conquered."""
    return min(state.armies[state.source], 1 + room(state, rules, state.target))


@kernel
def can_fortify(state, board, rules, x, y):
    """Return whether the rules let armies go from own territory ``x`` to own ``y``."""
    if rules.fortify == Fortify.ADJACENT:
        return adjacent(board, x, y)
    return rules.fortify == Fortify.ANYWHERE or connected(state, board, x, y)


@kernel
def most_to_fortify(state, rules, x, y):
    """Return the most armies that may go from own territory ``x`` to own ``y``, the way aside."""
    return min(np.int64(state.armies[x] - 1), np.int64(room(state, rules, y)))


@kernel
def _claim_refusal(state, board, action):
    t = first_of(action)
    if action < 0 or t >= board.territories:
        return Refusal.TERRITORY
    return Refusal.OK if may_claim(state, t) else Refusal.NOT_FREE


@kernel
def _placement_refusal(state, board, rules, action):
    t = first_of(action)
    n = number_of(action)
    if action < 0 or t >= board.territories:
        return Refusal.TERRITORY
    if state.owner[t] != placing_seat(state):
        return Refusal.NEUTRAL if state.phase == SETUP_NEUTRAL else Refusal.NOT_OWN
    if n < 1 or n > armies_to_place(state, rules):
        return Refusal.NUMBER
    return Refusal.CAP if n > room(state, rules, t) else Refusal.OK


@kernel
def _trade_refusal(state, rules, action):
    if action == PASS:
        return Refusal.PASS if must_trade(state, rules) else Refusal.OK
    a = first_of(action)
    b = second_of(action)
    c = number_of(action)
    if action < 0 or a == b or a == c or b == c:
        return Refusal.CARDS
    for k in (a, b, c):
        if k >= state.cards or state.card_place[k] != state.current:
            return Refusal.CARDS
    is_set = forms_set(state.card_kind[a], state.card_kind[b], state.card_kind[c])
    return Refusal.OK if is_set else Refusal.NO_SET


@kernel(inline=True)
def _attack_refusal(state, board, rules, action):
    if action == PASS:
        return Refusal.OK
    x = first_of(action)
    y = second_of(action)
    dice = number_of(action) & 15
    stop = number_of(action) >> 4
    if action < 0 or x >= board.territories or y >= board.territories:
        return Refusal.TERRITORY
    if state.owner[x] != state.current:
        return Refusal.NOT_OWN
    if state.owner[y] == state.current:
        return Refusal.OWN_TARGET
    if not adjacent(board, x, y):
        return Refusal.NOT_ADJACENT
    if state.armies[x] < 2 or state.armies[x] <= stop:
        return Refusal.TOO_FEW
    if not may_attack(state, rules, x, y):
        return Refusal.MARGIN
    if rules.battle == Battle.DICE and dice > most_dice(state, rules, x):
        return Refusal.DICE
    return Refusal.OK


@kernel
def _fortify_refusal(state, board, rules, action):
    if action == PASS:
        return Refusal.OK
    x = first_of(action)
    y = second_of(action)
    n = number_of(action)
    if action < 0 or x >= board.territories or y >= board.territories:
        return Refusal.TERRITORY
    if state.owner[x] != state.current or state.owner[y] != state.current:
        return Refusal.NOT_OWN
    if x == y:
        return Refusal.SAME
    if n < 1 or n >= state.armies[x]:
        return Refusal.NUMBER
    if n > room(state, rules, y):
        return Refusal.CAP
    if not can_fortify(state, board, rules, x, y):
        return Refusal.NOT_ADJACENT if rules.fortify == Fortify.ADJACENT else Refusal.NOT_CONNECTED
    return Refusal.OK


@kernel(inline=True)
def refusal(state, board, rules, action):
    """Return why an action of the current seat is illegal, or ``Refusal.OK``."""
    phase = state.phase
    if phase == OVER:
        return Refusal.OVER
    if state.turn_decisions >= MOST_DECISIONS:
        return Refusal.ENDLESS
    if phase == ATTACK:
        return _attack_refusal(state, board, rules, action)
    if phase == FORTIFY:
        return _fortify_refusal(state, board, rules, action)
    if phase == TRADE:
        return _trade_refusal(state, rules, action)
    if phase == CLAIM:
        return _claim_refusal(state, board, action)
    if phase == MOVE:
        fits = state.minimum <= action <= most_to_move(state, rules)
        return Refusal.OK if fits else Refusal.NUMBER
    return _placement_refusal(state, board, rules, action)
