"""Territories claimed, armies placed, armies fortified: what happens on own land."""

from riskkit.engine.actions import PASS, SETUP_NEUTRAL, first_of, number_of, second_of
from riskkit.engine.jit import kernel
from riskkit.engine.setup import FREE, add_armies, next_setup, open_setup, pass_setup, take
from riskkit.engine.turns import end_turn, open_attack


@kernel
def play_claim(state, board, rules, action):
    """Carry out a legal claim and ask the next player for one, or begin the setup."""
    take(state, board, first_of(action), state.current)
    state.pool[state.current] -= 1
    free = 0
    for k in range(board.territories):
        free += state.owner[k] == FREE
    state.position = (state.position + 1) % state.players
    state.current = state.order[state.position]
    if free == 0:
        open_setup(state, board, rules)


@kernel
def play_setup(state, board, rules, action):
    """Carry out a legal placement of starting armies."""
    n = number_of(action)
    add_armies(state, first_of(action), n)
    if state.phase == SETUP_NEUTRAL:
        state.pool[state.players] -= n
        pass_setup(state, board, rules)
    else:
        state.pool[state.current] -= n
        state.minimum += n
        next_setup(state, board, rules)


@kernel
def play_place(state, board, rules, action):
    """Carry out a legal placement of reinforcements."""
    n = number_of(action)
    add_armies(state, first_of(action), n)
    state.pool[state.current] -= n
    if state.pool[state.current] == 0:
        open_attack(state, board, rules)


@kernel
def play_fortify(state, rules, action):
    """Carry out a legal fortification, or end the turn."""
    if action == PASS:
        end_turn(state, rules)
        return
    n = number_of(action)
    state.armies[first_of(action)] -= n
    state.armies[second_of(action)] += n
    state.fortified += 1
    if rules.fortify_moves > 0 and state.fortified >= rules.fortify_moves:
        end_turn(state, rules)
