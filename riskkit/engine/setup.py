"""The start of a game: order, claims, starting armies, deck."""

from riskkit.engine.actions import CLAIM, OVER, SETUP, SETUP_NEUTRAL, START, Ending
from riskkit.engine.cards import make_deck
from riskkit.engine.fields import Claim, NeutralSetup, Order, Setup
from riskkit.engine.jit import kernel
from riskkit.engine.queries import room
from riskkit.engine.rng import CHOICE, DEAL, DICE, below, seed_stream, shuffle

FREE = -1


@kernel
def take(state, board, t, p):
    """Give the free territory ``t`` to seat ``p`` with one army."""
    state.owner[t] = p
    state.armies[t] = 1
    state.count[p] += 1
    state.total[p] += 1
    if board.continent[t] >= 0:
        state.held[p, board.continent[t]] += 1


@kernel
def add_armies(state, t, n):
    """Put ``n`` armies on territory ``t``."""
    state.armies[t] += n
    state.total[state.owner[t]] += n


@kernel
def random_own(state, board, rules, p):
    """Return a random territory of seat ``p`` with room for an army, or -1."""
    open_count = 0
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            open_count += 1
    if open_count == 0:
        return -1
    k = below(state.deal, open_count)
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            if k == 0:
                return t
            k -= 1
    return -1


@kernel
def _scatter(state, board, rules, p):
    """Put all starting armies of seat ``p`` on random own territories."""
    while state.pool[p] > 0:
        t = random_own(state, board, rules, p)
        if t < 0:
            state.pool[p] = 0
            return
        add_armies(state, t, 1)
        state.pool[p] -= 1


@kernel
def _clear(state, players, seats):
    for p in range(seats):
        state.alive[p] = 1 if p < players else 0
        state.out_turn[p] = 0
        state.pool[p] = state.count[p] = state.total[p] = state.hand[p] = 0
        state.received[p] = state.attacks[p] = state.conquests[p] = state.extra[p] = 0
        for k in range(4):
            state.kinds[p, k] = 0
        for c in range(state.held.shape[1]):
            state.held[p, c] = 0
    state.players = players
    state.seats = seats
    state.turn = state.rounds = state.decisions = state.turn_decisions = state.sets_traded = 0
    state.conquered = state.fortified = state.reason = 0
    state.source = state.target = state.minimum = 0
    state.winner = -1


@kernel
def _make_order(state, rules):
    """Draw who starts and the order of play."""
    n = state.players
    drawn = below(state.deal, n)
    start = rules.first if rules.first >= 0 else drawn
    for k in range(n):
        state.order[k] = (start + k) % n
    if rules.order == Order.SHUFFLED:
        for k in range(n - 1, 0, -1):
            j = below(state.deal, k + 1)
            state.order[k], state.order[j] = state.order[j], state.order[k]
        if rules.first >= 0:
            for k in range(n):
                if state.order[k] == rules.first:
                    state.order[0], state.order[k] = state.order[k], state.order[0]
    state.first = state.order[0]


@kernel
def _deal(state, board, given, rules):
    """Deal the territories at random, or as given; random deals go round in playing order."""
    n = board.territories
    if rules.claim == Claim.GIVEN:
        for t in range(n):
            take(state, board, t, given.owner[t])
            add_armies(state, t, given.armies[t] - 1)
        return
    for t in range(n):
        state.queue[t] = t
    shuffle(state.deal, state.queue, n)
    for k in range(n):
        p = k % state.seats
        take(state, board, state.queue[k], p if p >= state.players else state.order[p])


@kernel
def new_game(state, board, rules, given, players, seed, game):
    """Set up game number ``game`` of a seed; the first seat to decide is then current.

    Parameters
    ----------
    state
        State record to fill.
    board, rules
        Records.
    given
        POSITION record, read only when the rules claim a given position.
    players
        Number of playing seats.
    seed, game
        The game is a pure function of these two, the board, the rules and the agents.
    """
    seed_stream(state.deal, seed, game, DEAL)
    state.stamp = state.deal[0]
    seed_stream(state.dice, seed, game, DICE)
    seed_stream(state.choice, seed, game, CHOICE)
    _clear(state, players, players + rules.neutral)
    _make_order(state, rules)
    state.position = 0
    state.current = state.first
    make_deck(state, board, rules)
    for t in range(board.territories):
        state.owner[t] = FREE
        state.armies[t] = 0
    if rules.claim == Claim.ALTERNATING:
        for p in range(players):
            state.pool[p] = rules.starting_armies
        state.phase = CLAIM
    else:
        _deal(state, board, given, rules)
        open_setup(state, board, rules)


@kernel
def open_setup(state, board, rules):
    """Begin the placing of starting armies once all territories are claimed."""
    if rules.setup == Setup.NONE:
        for p in range(state.players):
            state.pool[p] = 0
        open_play(state)
        return
    for p in range(state.players):
        state.pool[p] = max(0, rules.starting_armies - state.total[p])
    for p in range(state.players, state.seats):
        state.pool[p] = max(0, rules.neutral_armies - state.total[p])
        if rules.neutral_setup == NeutralSetup.RANDOM:
            _scatter(state, board, rules, p)
    if rules.setup == Setup.RANDOM:
        for k in range(state.players):
            _scatter(state, board, rules, state.order[k])
    state.position = -1
    pass_setup(state, board, rules)


@kernel
def _has_room(state, board, rules, p):
    if rules.army_cap == 0:
        return state.count[p] > 0
    for t in range(board.territories):
        if state.owner[t] == p and room(state, rules, t) > 0:
            return True
    return False


@kernel
def next_setup(state, board, rules):
    """Go on after a starting army was placed; ``state.minimum`` counts the current batch."""
    neutral = state.players
    if state.pool[state.current] > 0 and state.minimum < rules.setup_batch:
        if _has_room(state, board, rules, state.current):
            return
    if rules.neutral and rules.neutral_setup == NeutralSetup.BY_PLAYERS and state.pool[neutral] > 0:
        state.phase = SETUP_NEUTRAL
    else:
        pass_setup(state, board, rules)


@kernel
def pass_setup(state, board, rules):
    """Pass the placing of starting armies on, or open play when nobody has any left."""
    state.minimum = state.turn_decisions = 0
    for _ in range(state.players):
        state.position = (state.position + 1) % state.players
        p = state.order[state.position]
        if not _has_room(state, board, rules, p):
            state.pool[p] = 0
        if state.pool[p] > 0:
            state.current = p
            state.phase = SETUP
            return
    if rules.neutral:
        _scatter(state, board, rules, state.players)
    open_play(state)


@kernel
def open_play(state):
    """Start the first turn."""
    state.position = 0
    state.current = state.order[0]
    state.phase = START
    state.rounds = 1
    standing = 0
    for p in range(state.players):
        if state.count[p] > 0:
            standing += 1
            state.winner = p
        else:
            state.alive[p] = 0
    if standing > 1:
        state.winner = -1
    else:
        state.phase = OVER
        state.reason = Ending.LAST_STANDING
