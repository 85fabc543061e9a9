"""The loop that plays games: whole blocks of them, or up to the next outside decision."""

from riskkit.engine.actions import OVER, START
from riskkit.engine.jit import kernel
from riskkit.engine.phases import OK, act, settle
from riskkit.engine.queries import continents_held
from riskkit.engine.seats import call_agent, memory
from riskkit.engine.setup import new_game

GAME_OVER = -1
ILLEGAL = -2
DONE, FULL, FAILED = 0, 1, 2


@kernel
def advance(state, board, rules, table, seats):
    """Let compiled seats play until an outside seat must decide.

    Parameters
    ----------
    state, board, rules
        Records.
    table
        int64 addresses of the agents by seat; 0 marks a seat played from outside.
    seats
        Array of SEAT records.

    Returns
    -------
    int
        The seat that must decide, ``GAME_OVER``, or ``ILLEGAL``: the state is then the one
        in which the illegal action ``state.refused`` was given, ``state.refusal`` the code.
    """
    while True:
        settle(state, board, rules)
        if state.phase == OVER:
            return GAME_OVER
        address = table[state.current]
        if address == 0:
            return state.current
        action = call_agent(address, state, board, rules, seats[state.current])
        code = act(state, board, rules, action)
        if code != OK:
            state.refused = action
            state.refusal = code
            return ILLEGAL


@kernel
def clear_memories(state, seats):
    """Set the memories of all players to zero, but for agents that keep theirs from game to game."""
    for p in range(state.players):
        if seats[p].persistent == 0:
            cells = memory(seats[p])
            for k in range(cells.shape[0]):
                cells[k] = 0.0


@kernel
def reset(states, i, boards, rules, given, table, seats, players, seed, game):
    """Set up a game in ``states[i]`` and play on to the first outside decision."""
    new_game(states[i], boards[0], rules[0], given[0], players, seed, game)
    clear_memories(states[i], seats)
    return advance(states[i], boards[0], rules[0], table, seats)


@kernel
def step(states, i, boards, rules, table, seats, action):
    """Play one outside action in ``states[i]`` and go on to the next outside decision.

    Returns
    -------
    tuple of int
        The code of `advance` (or the deciding seat again if the action is illegal), and
        the error code of the action (0 if it was legal).
    """
    code = act(states[i], boards[0], rules[0], action)
    if code != OK:
        return states[i].current, code
    return advance(states[i], boards[0], rules[0], table, seats), code


@kernel
def write_result(state, result, game):
    """Fill a RESULT record from a finished state."""
    result.game = game
    result.winner = state.winner
    result.reason = state.reason
    result.turns = state.turn
    result.rounds = state.rounds
    result.first = state.first
    result.decisions = state.decisions
    for p in range(state.seats):
        result.territories[p] = state.count[p]
        result.armies[p] = state.total[p]
        result.out_turn[p] = state.out_turn[p]


@kernel
def run_block(states, boards, rules, given, table, seats, players, seed, first_game, label, results):
    """Play one game for each record of ``results`` with compiled agents.

    Games are numbered from ``first_game``; ``label`` is subtracted from the number that is
    written into the results.

    Returns
    -------
    int
        The number of games played; fewer than asked for means that the next one met an
        illegal action, and ``states[0]`` is the position in which it was given.
    """
    for k in range(results.shape[0]):
        code = reset(states, 0, boards, rules, given, table, seats, players, seed, first_game + k)
        if code != GAME_OVER:
            return k
        write_result(states[0], results[k], first_game + k - label)
    return results.shape[0]


@kernel
def _write_turn(state, board, row, game, seat):
    row.game = game
    row.turn = state.turn
    row.round = state.rounds
    row.seat = seat
    row.received = state.received[seat]
    row.attacks = state.attacks[seat]
    row.conquests = state.conquests[seat]
    for p in range(state.seats):
        row.territories[p] = state.count[p]
        row.armies[p] = state.total[p]
        row.continents[p] = continents_held(state, board, p)


@kernel
def run_recorded(states, boards, rules, given, table, seats, players, seed, game, result, turns, used):
    """Play one game and write a TURN record after each turn, from ``turns[used]`` on.

    Returns
    -------
    tuple of int
        ``DONE``, ``FULL`` (no room for the next turn: give a longer array and play the
        game again) or ``FAILED`` (illegal action), and the number of records then in use.
    """
    state = states[0]
    board = boards[0]
    new_game(state, board, rules[0], given[0], players, seed, game)
    clear_memories(state, seats)
    settle(state, board, rules[0])
    while state.phase != OVER:
        seat = state.current
        in_play = state.turn > 0
        action = call_agent(table[seat], state, board, rules[0], seats[seat])
        code = act(state, board, rules[0], action)
        if code != OK:
            state.refused = action
            state.refusal = code
            return FAILED, used
        if in_play and (state.phase == START or state.phase == OVER):
            if used == turns.shape[0]:
                return FULL, used
            _write_turn(state, board, turns[used], game, seat)
            used += 1
        settle(state, board, rules[0])
    write_result(state, result[0], game)
    return DONE, used
