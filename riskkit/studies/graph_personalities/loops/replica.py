"""The compiled replica of the authors' program: games, chains of games, series by percent.

A personality is a row of four integers: index of its pressure matrix, priority (0
aggressive, 1 defensive), placement (0 cautious, 1 tactical), attack (0 rusher, 1 carry).
Player 0 is the personality named first, whoever moves first; the neutral is player 2.
"""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import DEAL, DICE, below, seed_stream, shuffle
from riskkit.studies.graph_personalities.loops.moves import attack_all, fortify, new_deck, place_armies, trade_cards
from riskkit.studies.graph_personalities.loops.state import NEUTRAL, PERCENTS, N
from riskkit.studies.graph_personalities.loops.view import bit, update

SETUP_ROUNDS = 13
SETUP_ARMIES = 2
_MIDDLE = 50.0
_SPREAD = 85850.0


@kernel
def clear(state):
    """Empty the board, the hands and all memories, as at the start of the program."""
    for t in range(N):
        state.armies[t] = 0
        state.pressure[t] = 0.0
        state.previous[t] = 0.0
    for p in range(3):
        state.cards[p] = 0
        state.continents[p] = 0
        state.owned_before[p] = np.uint64(0)
        for t in range(N):
            state.own_view[p, t] = 0.0


@kernel
def deal_countries(state):
    """Deal 14 countries to each player and add one army on each to what stands there."""
    cards = state.scratch_nodes
    for t in range(N):
        cards[t] = t
    shuffle(state.deal, cards, N)
    for p in range(3):
        state.own[p] = np.uint64(0)
        state.count[p] = N // 3
        for k in range(N // 3):
            t = cards[p * (N // 3) + k]
            state.countries[p, k] = t
            state.owner[t] = p
            state.armies[t] += 1
            state.own[p] |= bit(t)
        state.listed[p] = state.own[p]


@kernel
def count_continents(state, graph):
    """Note which continents each player holds, as sets."""
    for p in range(3):
        state.continents[p] = 0
        for c in range(6):
            if graph.continent_mask[c] & ~state.own[p] == np.uint64(0):
                state.continents[p] |= 1 << c


@kernel
def income(state, graph, p):
    """Return the armies for countries and for the continents noted."""
    armies = max(3, state.count[p] // 3)
    for c in range(6):
        if (state.continents[p] >> c) & 1:
            armies += graph.bonus[c]
    return armies


@kernel
def start_game(state, graph, flags, matrices, traits, first):
    """Deal the countries on the board as it stands, shuffle the deck, place the set-up armies."""
    deal_countries(state)
    new_deck(state)
    state.sets = 0
    if not flags.neutral_places:
        for _ in range(SETUP_ROUNDS * SETUP_ARMIES):
            t = state.countries[NEUTRAL, below(state.deal, N // 3)]
            state.armies[t] += 1
    for _ in range(SETUP_ROUNDS):
        for k in range(3):
            if k == 0 and not flags.neutral_places:
                continue
            p = NEUTRAL if k == 0 else (first + k - 1) % 2
            matrix = matrices[traits[p, 0]]
            update(state, graph, flags, matrix, p, traits[p, 1])
            place_armies(state, flags, matrix, SETUP_ARMIES, traits[p, 2])


@kernel
def armies_of(state, p):
    """Return the armies of player ``p`` on the board."""
    total = 0
    for k in range(state.count[p]):
        total += state.armies[state.countries[p, k]]
    return total


@kernel
def _continents_held(state, p):
    n = 0
    for c in range(6):
        n += (state.continents[p] >> c) & 1
    return n


@kernel
def take_turn(state, graph, flags, matrices, traits, p, row):
    """Play one player's turn; fill its row. Return whether the opponent has no country left."""
    if not flags.late_continents:
        count_continents(state, graph)
    matrix = matrices[traits[p, 0]]
    update(state, graph, flags, matrix, p, traits[p, 1])
    row.mover = p
    for q in range(2):
        row.countries[q] = state.count[q]
        row.continents[q] = _continents_held(state, q)
    armies = income(state, graph, p) + trade_cards(state, flags, p, traits[p, 3])
    state.given += armies
    row.given = armies
    place_armies(state, flags, matrix, armies, traits[p, 2])
    row.armies[0] = armies_of(state, 0)
    row.armies[1] = armies_of(state, 1)
    before = state.rolls
    state.conquests = 0
    attack_all(state, flags, p, traits[p, 3])
    row.attacks = state.rolls - before
    row.conquests = state.conquests
    fortify(state, graph, flags, matrix, p)
    count_continents(state, graph)
    return state.count[1 - p] == 0


@kernel
def _share(a, b):
    """Return (a - b) / (a + b), 0 where there is nothing to divide."""
    return (a - b) / (a + b) if a + b > 0 else 0.0


@kernel
def summarise(game, rows, turns, winner, series):
    """Fill a game's row from its turns and, if decided, add it to the series by percent.

    ``series[k, m]`` holds, for percent k of the game and measure m (armies, countries), the
    number of decided games, the sum of the share difference and the sum of its squares.
    """
    game.winner = winner
    game.turns = turns
    last = rows[turns - 1]
    game.rolls = 0
    game.conquests = 0
    for q in range(2):
        game.start_armies[q] = rows[0].armies[q]
        game.end_armies[q] = last.armies[q]
        game.end_countries[q] = last.countries[q]
        game.start_continents[q] = rows[0].continents[q]
        game.mean_armies[q] = 0.0
    for k in range(turns):
        game.rolls += rows[k].attacks
        game.conquests += rows[k].conquests
        for q in range(2):
            game.mean_armies[q] += rows[k].armies[q] / turns
    for m in range(2):
        total = 0.0
        slope = 0.0
        for k in range(PERCENTS):
            row = rows[max(1, (k * turns + 99) // 100) - 1]
            if m == 0:
                y = _share(row.armies[0], row.armies[1])
            else:
                y = _share(row.countries[0], row.countries[1])
            total += y
            slope += (k - _MIDDLE) * y
            if winner >= 0:
                series[k, m, 0] += 1.0
                series[k, m, 1] += y
                series[k, m, 2] += y * y
        slope /= _SPREAD
        intercept = total / PERCENTS - slope * _MIDDLE
        if m == 0:
            game.army_slope = slope
            game.army_intercept = intercept
        else:
            game.country_slope = slope
            game.country_intercept = intercept


@kernel
def play_game(state, graph, flags, matrices, traits, first, cap, rows):
    """Play a game on the board as it stands; return the winner (-1 for none) and the turns."""
    start_game(state, graph, flags, matrices, traits, first)
    for turn in range(cap):
        p = (first + turn) % 2
        if take_turn(state, graph, flags, matrices, traits, p, rows[turn]):
            return p, turn + 1
    return -1, cap


@kernel
def play_series(states, graphs, flag_records, matrices, traits, first, cap, seed, start, chained, games, rows, series):
    """Play games one after another and fill their rows.

    Parameters
    ----------
    states, graphs, flag_records
        Arrays of one record.
    matrices : array, shape (k, 42, 42)
        Pressure matrices.
    traits : array of int, shape (3, 4)
        Personalities of both players and of the neutral.
    first : int
        Who moves first.
    cap : int
        Most turns of a game.
    seed, start : int
        Seed, and number of the first game (or of the chain).
    chained : bool
        Whether each game starts on the armies and hands of the one before. A chain has one
        set of random streams; independent games have one each.
    games : array of GAME
        Rows to fill, one a game.
    rows : array of TURN
        Space for the turns of one game; those of the last game stay in it.
    series : array, shape (101, 2, 3)
        See :func:`summarise`; added to.
    """
    state = states[0]
    graph = graphs[0]
    flags = flag_records[0]
    for k in range(games.shape[0]):
        if k == 0 or not chained:
            seed_stream(state.deal, seed, start + k, DEAL)
            seed_stream(state.dice, seed, start + k, DICE)
            clear(state)
        winner, turns = play_game(state, graph, flags, matrices, traits, first, cap, rows)
        summarise(games[k], rows, turns, winner, series)
