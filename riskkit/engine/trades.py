"""Trades of cards: at the start of a turn and after an elimination."""

from riskkit.engine.actions import ATTACK, PASS, TRADE, first_of, number_of, second_of
from riskkit.engine.cards import best_set, discard, has_set, set_value
from riskkit.engine.jit import kernel
from riskkit.engine.legal import must_trade
from riskkit.engine.queries import room
from riskkit.engine.setup import add_armies
from riskkit.engine.turns import open_place
from riskkit.engine.types import MOST_ARMIES


@kernel
def granted(state, p, armies):
    """Return how many of these new armies player ``p`` gets: ``MOST_ARMIES`` in all at most."""
    return max(0, min(armies, MOST_ARMIES - state.total[p] - state.pool[p]))


@kernel
def trade_in(state, board, rules, action):
    """Turn three cards into armies of the current player's pool and on the territories they show."""
    p = state.current
    a = first_of(action)
    b = second_of(action)
    c = number_of(action)
    value = set_value(state, rules, state.card_kind[a], state.card_kind[b], state.card_kind[c])
    value = granted(state, p, value)
    state.pool[p] += value
    state.received[p] += value
    shown = 0
    for k in (a, b, c):
        discard(state, p, k)
        if k < board.territories and state.owner[k] == p:
            if shown == 0 or rules.territory_bonus_each:
                n = min(granted(state, p, rules.territory_bonus), room(state, rules, k))
                add_armies(state, k, n)
                state.received[p] += n
                shown += 1
    state.sets_traded += 1


@kernel
def trade_best(state, board, rules):
    """Trade in the set worth most to the current player."""
    trade_in(state, board, rules, best_set(state, board, rules, state.current))


@kernel
def after_trade(state, board, rules):
    """Ask for another trade if there may be one, or go on to the placing."""
    p = state.current
    may_trade = has_set(state, p)
    if may_trade and state.resume == ATTACK and not must_trade(state, rules):
        may_trade = False
    if may_trade and not rules.automatic_trade:
        state.phase = TRADE
    else:
        open_place(state, board, rules)


@kernel
def play_trade(state, board, rules, action):
    """Carry out a legal trade, or go on without one."""
    if action == PASS:
        open_place(state, board, rules)
    else:
        trade_in(state, board, rules, action)
        after_trade(state, board, rules)
