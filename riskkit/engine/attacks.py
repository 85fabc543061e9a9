"""Attacks, and the armies that follow a conquest."""

from riskkit.engine.actions import ATTACK, MOVE, PASS, Ending, first_of, number_of, second_of
from riskkit.engine.battle import fight
from riskkit.engine.cards import hand_over, has_set
from riskkit.engine.fields import Battle, Following
from riskkit.engine.jit import kernel
from riskkit.engine.legal import most_to_move
from riskkit.engine.trades import after_trade, trade_best
from riskkit.engine.turns import end_attacks, finish, open_attack


@kernel
def play_attack(state, board, rules, action):
    """Carry out a legal attack, or end the turn's attacks."""
    if action == PASS:
        end_attacks(state, board, rules)
        return
    p = state.current
    x = first_of(action)
    y = second_of(action)
    n = number_of(action)
    before = state.armies[x]
    defenders = state.armies[y]
    if rules.battle == Battle.CERTAIN:
        left = before - defenders - 1
        standing = 0
        used = 1
    else:
        dice = n & 15
        stop = n >> 4
        limit = dice if dice > 0 else rules.attacker_dice
        left, standing, used = fight(state.dice, rules, before - 1, defenders, max(0, stop - 1), limit, dice > 0)
    state.attacks[p] += 1
    state.armies[x] = left + 1
    state.armies[y] = standing
    state.total[p] -= before - 1 - left
    state.total[state.owner[y]] -= defenders - standing
    if standing == 0:
        _conquer(state, board, rules, x, y, used)
    else:
        open_attack(state, board, rules)


@kernel
def _conquer(state, board, rules, x, y, used):
    """Change the owner of ``y`` and move one army in; the rest follows in MOVE."""
    p = state.current
    victim = state.owner[y]
    c = board.continent[y]
    state.owner[y] = p
    state.armies[x] -= 1
    state.armies[y] = 1
    state.count[victim] -= 1
    state.count[p] += 1
    if c >= 0:
        state.held[victim, c] -= 1
        state.held[p, c] += 1
    state.conquered = 1
    state.conquests[p] += 1
    if state.conquests[p] == 1:
        state.extra[p] = rules.conquest_bonus
    if state.count[victim] == 0 and victim < state.players:
        state.alive[victim] = 0
        state.out_turn[victim] = state.turn
        hand_over(state, rules, victim, p)
    standing = 0
    for k in range(state.players):
        standing += state.alive[k]
    state.source = x
    state.target = y
    most = most_to_move(state, rules)
    least = min(most, max(1, used) if rules.move_dice else 1)
    if standing == 1:
        finish(state, p, Ending.LAST_STANDING)
    elif rules.move_after_conquest == Following.ALL or least == most:
        play_move(state, board, rules, most)
    else:
        state.minimum = least
        state.phase = MOVE


@kernel
def play_move(state, board, rules, n):
    """Let ``n`` armies in all, the first included, stand on the conquered territory."""
    p = state.current
    state.armies[state.source] -= n - 1
    state.armies[state.target] += n - 1
    if rules.trade_down_to > 0 and has_set(state, p) and state.hand[p] > rules.trade_down_to + 1:
        state.resume = ATTACK
        if rules.automatic_trade:
            while state.hand[p] > rules.trade_down_to and has_set(state, p):
                trade_best(state, board, rules)
        after_trade(state, board, rules)
    else:
        open_attack(state, board, rules)
