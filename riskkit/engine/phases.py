"""The phases of a turn: the one implementation of the rules that everything calls.

`act` carries out one action, or refuses it with an error code and leaves the state as it
was. Between turns the phase is START; `settle` opens the next turn. `apply` does both.
"""

from riskkit.engine.actions import (
    ATTACK,
    FORTIFY,
    MOVE,
    OVER,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    START,
    TRADE,
    first_of,
    number_of,
    second_of,
)
from riskkit.engine.battle import fight
from riskkit.engine.cards import (
    best_set,
    discard,
    draw_card,
    forms_set,
    hand_over,
    has_set,
    set_value,
)
from riskkit.engine.fields import Battle, Following, Fortify
from riskkit.engine.jit import kernel
from riskkit.engine.queries import adjacent, connected, income, room
from riskkit.engine.setup import FREE, add_armies, next_setup, open_setup, pass_setup, take
from riskkit.engine.types import MOST_ARMIES, MOST_DECISIONS

OK = 0
(
    E_OVER,
    E_TERRITORY,
    E_NOT_FREE,
    E_NOT_OWN,
    E_NUMBER,
    E_CAP,
    E_NEUTRAL,
    E_PASS,
    E_CARDS,
    E_NO_SET,
    E_OWN_TARGET,
    E_NOT_ADJACENT,
    E_TOO_FEW,
    E_DICE,
    E_MARGIN,
    E_NOT_CONNECTED,
    E_SAME,
    E_ENDLESS,
) = range(1, 19)
LAST_STANDING, TURN_CAP, ROUND_CAP = 1, 2, 3


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
    phase = state.phase
    if phase == OVER:
        return E_OVER
    if state.turn_decisions >= MOST_DECISIONS:
        return E_ENDLESS
    state.decisions += 1
    state.turn_decisions += 1
    if phase == ATTACK:
        code = _attack(state, board, rules, action)
    elif phase == PLACE:
        code = _place(state, board, rules, action)
    elif phase == MOVE:
        code = _move(state, board, rules, action)
    elif phase == FORTIFY:
        code = _fortify(state, board, rules, action)
    elif phase == TRADE:
        code = _trade(state, board, rules, action)
    elif phase == SETUP or phase == SETUP_NEUTRAL:
        code = _setup(state, board, rules, action)
    else:
        code = _claim(state, board, rules, action)
    if code != OK:
        state.decisions -= 1
        state.turn_decisions -= 1
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
            _trade_in(state, board, rules, best_set(state, board, rules, p))
    _after_trade(state, board, rules)


@kernel
def granted(state, p, armies):
    """Return how many of these new armies player ``p`` gets: ``MOST_ARMIES`` in all at most."""
    return max(0, min(armies, MOST_ARMIES - state.total[p] - state.pool[p]))


@kernel
def must_trade(state, rules):
    """Return whether the current player may not decline to trade a set."""
    held = state.hand[state.current]
    if state.resume == ATTACK:
        return held > rules.trade_down_to
    return rules.forced_trade_at > 0 and held >= rules.forced_trade_at


@kernel
def _after_trade(state, board, rules):
    p = state.current
    may_trade = has_set(state, p)
    if may_trade and state.resume == ATTACK and not must_trade(state, rules):
        may_trade = False
    if may_trade and not rules.automatic_trade:
        state.phase = TRADE
    else:
        _open_place(state, board, rules)


@kernel
def _open_place(state, board, rules):
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
        _open_attack(state, board, rules)


@kernel
def _trade_in(state, board, rules, action):
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
def _trade(state, board, rules, action):
    p = state.current
    if action == PASS:
        if must_trade(state, rules):
            return E_PASS
        _open_place(state, board, rules)
        return OK
    a = first_of(action)
    b = second_of(action)
    c = number_of(action)
    if action < 0 or a == b or a == c or b == c:
        return E_CARDS
    for k in (a, b, c):
        if k >= state.cards or state.card_place[k] != p:
            return E_CARDS
    if not forms_set(state.card_kind[a], state.card_kind[b], state.card_kind[c]):
        return E_NO_SET
    _trade_in(state, board, rules, action)
    _after_trade(state, board, rules)
    return OK


@kernel
def _claim(state, board, rules, action):
    t = first_of(action)
    if action < 0 or t >= board.territories:
        return E_TERRITORY
    if state.owner[t] != FREE:
        return E_NOT_FREE
    take(state, board, t, state.current)
    state.pool[state.current] -= 1
    free = 0
    for k in range(board.territories):
        free += state.owner[k] == FREE
    state.position = (state.position + 1) % state.players
    state.current = state.order[state.position]
    if free == 0:
        open_setup(state, board, rules)
    return OK


@kernel
def _setup(state, board, rules, action):
    p = state.current
    seat = state.players if state.phase == SETUP_NEUTRAL else p
    most = 1 if state.phase == SETUP_NEUTRAL else rules.setup_batch - state.minimum
    t = first_of(action)
    n = number_of(action)
    if action < 0 or t >= board.territories:
        return E_TERRITORY
    if state.owner[t] != seat:
        return E_NEUTRAL if state.phase == SETUP_NEUTRAL else E_NOT_OWN
    if n < 1 or n > most or n > state.pool[seat]:
        return E_NUMBER
    if n > room(state, rules, t):
        return E_CAP
    add_armies(state, t, n)
    state.pool[seat] -= n
    if state.phase == SETUP_NEUTRAL:
        pass_setup(state, board, rules)
    else:
        state.minimum += n
        next_setup(state, board, rules)
    return OK


@kernel
def _place(state, board, rules, action):
    p = state.current
    t = first_of(action)
    n = number_of(action)
    if action < 0 or t >= board.territories:
        return E_TERRITORY
    if state.owner[t] != p:
        return E_NOT_OWN
    if n < 1 or n > state.pool[p]:
        return E_NUMBER
    if n > room(state, rules, t):
        return E_CAP
    add_armies(state, t, n)
    state.pool[p] -= n
    if state.pool[p] == 0:
        _open_attack(state, board, rules)
    return OK


@kernel
def may_attack(state, rules, x, y):
    """Return whether ``x`` has the armies that an attack on ``y`` needs."""
    if rules.battle == Battle.CERTAIN:
        return state.armies[x] - state.armies[y] >= rules.certain_margin
    return state.armies[x] > 1


@kernel
def _attack(state, board, rules, action):
    p = state.current
    if action == PASS:
        _end_attacks(state, board, rules)
        return OK
    x = first_of(action)
    y = second_of(action)
    n = number_of(action)
    dice = n & 15
    stop = n >> 4
    if action < 0 or x >= board.territories or y >= board.territories:
        return E_TERRITORY
    if state.owner[x] != p:
        return E_NOT_OWN
    if state.owner[y] == p:
        return E_OWN_TARGET
    if not adjacent(board, x, y):
        return E_NOT_ADJACENT
    if state.armies[x] < 2 or state.armies[x] <= stop:
        return E_TOO_FEW
    before = state.armies[x]
    defenders = state.armies[y]
    if rules.battle == Battle.CERTAIN:
        if before - defenders < rules.certain_margin:
            return E_MARGIN
        left = before - defenders - 1
        standing = 0
        used = 1
    else:
        if dice > rules.attacker_dice or dice > before - 1:
            return E_DICE
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
        _open_attack(state, board, rules)
    return OK


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
    most = min(state.armies[x], 1 + room(state, rules, y))
    least = min(most, max(1, used) if rules.move_dice else 1)
    if standing == 1:
        _finish(state, p, LAST_STANDING)
    elif rules.move_after_conquest == Following.ALL or least == most:
        _after_move(state, board, rules, most)
    else:
        state.minimum = least
        state.phase = MOVE


@kernel
def most_to_move(state, rules):
    """Return the most armies that may follow into the territory just conquered."""
    return min(state.armies[state.source], 1 + room(state, rules, state.target))


@kernel
def _move(state, board, rules, action):
    if action < state.minimum or action > most_to_move(state, rules):
        return E_NUMBER
    _after_move(state, board, rules, action)
    return OK


@kernel
def _after_move(state, board, rules, n):
    """Let ``n`` armies in all, the first included, stand on the conquered territory."""
    p = state.current
    state.armies[state.source] -= n - 1
    state.armies[state.target] += n - 1
    if rules.trade_down_to > 0 and has_set(state, p) and state.hand[p] > rules.trade_down_to + 1:
        state.resume = ATTACK
        if rules.automatic_trade:
            while state.hand[p] > rules.trade_down_to and has_set(state, p):
                _trade_in(state, board, rules, best_set(state, board, rules, p))
        _after_trade(state, board, rules)
    else:
        _open_attack(state, board, rules)


@kernel
def _open_attack(state, board, rules):
    """Ask for attacks, or end them when the turn's number of attacks is used up."""
    state.phase = ATTACK
    if rules.attacks_per_turn > 0 and state.attacks[state.current] >= rules.attacks_per_turn:
        _end_attacks(state, board, rules)


@kernel
def _end_attacks(state, board, rules):
    """Award the card of a turn with a conquest and open the fortification."""
    if state.conquered and rules.cards:
        draw_card(state, rules, state.current)
    state.conquered = 0
    if rules.fortify == Fortify.NONE:
        _end_turn(state, rules)
    else:
        state.phase = FORTIFY


@kernel
def can_fortify(state, board, rules, x, y):
    """Return whether the rules let armies go from own territory ``x`` to own ``y``."""
    if rules.fortify == Fortify.ADJACENT:
        return adjacent(board, x, y)
    return rules.fortify == Fortify.ANYWHERE or connected(state, board, x, y)


@kernel
def _fortify(state, board, rules, action):
    p = state.current
    if action == PASS:
        _end_turn(state, rules)
        return OK
    x = first_of(action)
    y = second_of(action)
    n = number_of(action)
    if action < 0 or x >= board.territories or y >= board.territories:
        return E_TERRITORY
    if state.owner[x] != p or state.owner[y] != p:
        return E_NOT_OWN
    if x == y:
        return E_SAME
    if n < 1 or n >= state.armies[x]:
        return E_NUMBER
    if n > room(state, rules, y):
        return E_CAP
    if not can_fortify(state, board, rules, x, y):
        return E_NOT_ADJACENT if rules.fortify == Fortify.ADJACENT else E_NOT_CONNECTED
    state.armies[x] -= n
    state.armies[y] += n
    state.fortified += 1
    if rules.fortify_moves > 0 and state.fortified >= rules.fortify_moves:
        _end_turn(state, rules)
    return OK


@kernel
def _finish(state, winner, reason):
    state.winner = winner
    state.reason = reason
    state.phase = OVER


@kernel
def _end_turn(state, rules):
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
        _finish(state, -1, TURN_CAP)
    elif rules.round_cap > 0 and rounds > rules.round_cap:
        _finish(state, -1, ROUND_CAP)
    else:
        state.position = position
        state.rounds = rounds
        state.current = state.order[position]
        state.phase = START
