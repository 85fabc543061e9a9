"""How a turn goes on from one part to the next, and how it and the game end."""

from riskkit.engine.actions import ATTACK, FORTIFY, OVER, PLACE, START, Ending
from riskkit.engine.cards import draw_card
from riskkit.engine.fields import Fortify
from riskkit.engine.jit import kernel
from riskkit.engine.queries import room


@kernel
def finish(state, winner, reason):
    """End the game, won by a seat or by nobody (-1)."""
    state.winner = winner
    state.reason = reason
    state.phase = OVER


@kernel
def end_turn(state, rules):
    """Pass the turn to the next player alive, or end the game at a cap."""
    turns_up = rules.turn_cap > 0 and state.turn >= rules.turn_cap
    rounds = state.rounds
    position = state.position
    while True:
        position += 1
        if position == state.players:
            position = 0
            rounds += 1
        if state.alive[state.order[position]]:
            break
    if turns_up:
        finish(state, -1, Ending.TURN_CAP)
    elif rules.round_cap > 0 and rounds > rules.round_cap:
        finish(state, -1, Ending.ROUND_CAP)
    else:
        state.position = position
        state.rounds = rounds
        state.current = state.order[position]
        state.phase = START


@kernel
def end_attacks(state, board, rules):
    """Award the card of a turn with a conquest and open the fortification."""
    if state.conquered and rules.cards:
        draw_card(state, rules, state.current)
    state.conquered = 0
    if rules.fortify == Fortify.NONE:
        end_turn(state, rules)
    else:
        state.phase = FORTIFY


@kernel
def open_attack(state, board, rules):
    """Ask for attacks, or end them when the turn's number of attacks is used up."""
    state.phase = ATTACK
    if rules.attacks_per_turn > 0 and state.attacks[state.current] >= rules.attacks_per_turn:
        end_attacks(state, board, rules)


@kernel
def open_place(state, board, rules):
    """Ask for the placing of the pool, as far as the army cap leaves room, or go on to attacks."""
    p = state.current
    if rules.army_cap > 0:
        space = 0
        for t in range(board.territories):
            if state.owner[t] == p:
                space += room(state, rules, t)
        state.pool[p] = min(state.pool[p], space)
    if state.pool[p] > 0:
        state.phase = PLACE
    else:
        open_attack(state, board, rules)
