"""The phases of a turn: the one way in which a game goes on, for everything that plays.

`act` carries out one action, or refuses it with an error code and leaves the state as it
was; `riskkit.engine.legal` says which actions are legal. Between turns the phase is START;
`settle` opens the next turn. `apply` does both.
"""

from riskkit.engine.actions import ATTACK, CLAIM, FORTIFY, MOVE, PLACE, START, TRADE
from riskkit.engine.attacks import play_attack, play_move
from riskkit.engine.cards import has_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import OK, refusal
from riskkit.engine.placement import play_claim, play_fortify, play_place, play_setup
from riskkit.engine.queries import income
from riskkit.engine.trades import after_trade, granted, play_trade, trade_best


@kernel
def apply(state, board, rules, action):
    """Carry out an action of the current seat and open the next turn if this one ended.

    Returns
    -------
    int
        0, or the code of the reason for which the action is illegal; the state is then
        unchanged (`riskkit.engine.explain.reason` gives the words).
    """
    code = act(state, board, rules, action)
    if code == OK:
        settle(state, board, rules)
    return code


@kernel
def settle(state, board, rules):
    """Open turns until somebody has to decide or the game is over."""
    while state.phase == START:
        begin_turn(state, board, rules)


@kernel
def act(state, board, rules, action):
    """Carry out one action without opening the next turn; returns as `apply` does."""
    code = refusal(state, board, rules, action)
    if code != OK:
        return code
    state.decisions += 1
    state.turn_decisions += 1
    phase = state.phase
    if phase == ATTACK:
        play_attack(state, board, rules, action)
    elif phase == PLACE:
        play_place(state, board, rules, action)
    elif phase == MOVE:
        play_move(state, board, rules, action)
    elif phase == FORTIFY:
        play_fortify(state, rules, action)
    elif phase == TRADE:
        play_trade(state, board, rules, action)
    elif phase == CLAIM:
        play_claim(state, board, rules, action)
    else:
        play_setup(state, board, rules, action)
    return code


@kernel
def begin_turn(state, board, rules):
    """Start the current player's turn: income, then cards."""
    p = state.current
    state.turn += 1
    state.conquered = state.fortified = state.turn_decisions = 0
    state.attacks[p] = state.conquests[p] = 0
    state.pool[p] = 0
    armies = granted(state, p, income(state, board, rules, p) + state.extra[p])
    state.extra[p] = 0
    state.pool[p] = armies
    state.received[p] = armies
    state.resume = PLACE
    if rules.automatic_trade:
        while has_set(state, p):
            trade_best(state, board, rules)
    after_trade(state, board, rules)
