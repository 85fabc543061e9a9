"""Speed of the minimax agents on one core: python benchmarks/bench_minimax.py

The reference in the same run is the loop of single dice of bench_engine.py, which shows
how fast the machine is at the moment: compare ratios, not seconds. Seconds are CPU seconds.
"""

import time
from functools import partial

import numpy as np
from bench_engine import reference, seconds

import riskkit as rk
from riskkit import boards
from riskkit.agents import minimax
from riskkit.agents.minimax.agent import search_record
from riskkit.agents.minimax.record import TREE
from riskkit.engine import run
from riskkit.engine.rng import DICE, seed_stream
from riskkit.games.lineup import Lineup
from riskkit.learning.genetic import evolve
from riskkit.studies.minimax_genetic.play import play as play_pairs
from riskkit.studies.minimax_genetic.settings import reading as reading_of

GRID, GRID_RULES = boards.grid(), rk.Rules.minimax()
PROGRAM_RULES = GRID_RULES.replace(attacks_per_turn=0)
READINGS = {
    "program's tree, 5 levels": (minimax.Settings.as_run(), PROGRAM_RULES, 200),
    "text's tree, 5 levels": (minimax.Settings.described(), GRID_RULES, 10),
    "text's tree, 5 levels, 3 more to attack": (minimax.Settings.described(margin=3), GRID_RULES, 20),
    "text's tree, 3 levels": (minimax.Settings.described(levels=3), GRID_RULES, 60),
}
WEIGHTS = minimax.PRINTED_WEIGHTS


def rate_of_dice():
    """Return millions of dice a second."""
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, 1, 0, DICE)
    reference(stream, 10)
    return 20 / seconds(reference, stream, 20_000_000)


def positions(agent, board, rules, turns, games, players=2):
    """Return states after so many turns of games among ``players`` such agents."""
    lineup = Lineup([agent] * players, board, rules.replace(turn_cap=turns))
    kept = []
    for game in range(games):
        worker = lineup.worker()
        run.reset(worker.states, 0, *worker.arguments(lineup)[1:], players, 1, game)
        if worker.states["reason"][0] != 1:
            kept.append(worker.states.copy())
    return kept, lineup


def search(states, lineup, agent):
    """Search every position; return CPU seconds and leaves of each."""
    trees, values = np.zeros(1, TREE), agent.prepared(lineup.board, lineup.rules)
    found = []
    for state in states:
        state["attacks"] = 0
        start = time.process_time()
        search_record(trees, state, lineup.board_record, lineup.rules_record, values)
        found.append((time.process_time() - start, int(trees["leaves"][0]), int(trees["nodes"][0])))
    return np.array(found)


def print_games():
    """Print whole games a second on the grid."""
    print(f"{'both players':<42}{'games/s':>10}{'turns/game':>12}{'million dice/game':>19}")
    for name, (settings, rules, games) in READINGS.items():
        agent = minimax.make(WEIGHTS, settings, name=name)
        play = partial(rk.match, [agent, agent], games, board=GRID, rules=rules, workers=1)
        turns = play()["turns"].mean()
        dice, spent = rate_of_dice(), seconds(play)
        print(f"{name:<42}{games / spent:>10.1f}{turns:>12.1f}{dice * spent / games:>19.2f}")


def print_leaves():
    """Print leaf evaluations a second on the grid, in the middle of games."""
    print(f"\n{'search on the grid, turn 14':<42}{'leaves/s':>12}{'leaves':>10}{'dice/leaf':>11}")
    for name, changes in {
        "text's tree, 4 levels, unpruned": {"levels": 4, "pruned": False, "table": False, "ordered": False},
        "text's tree, 5 levels": {},
    }.items():
        agent = minimax.make(WEIGHTS, minimax.Settings.described(margin=3, **changes))
        states, lineup = positions(agent, GRID, GRID_RULES, 14, 20)
        search(states, lineup, agent)
        dice, found = rate_of_dice(), search(states, lineup, agent)
        leaves = found[:, 1].sum() / found[:, 0].sum()
        print(f"{name:<42}{leaves:>12,.0f}{found[:, 1].mean():>10,.0f}{dice * 1e6 / leaves:>11.0f}")


def print_moves():
    """Print the time of a move in the middle of classic games."""
    print(f"\n{'a move on the classic board, turn 5 n':<42}{'mean ms':>10}{'longest ms':>12}{'million dice/s':>16}")
    agent = rk.agents.get("minimax")
    for players in (2, 4, 6):
        states, lineup = positions(agent, boards.classic(), rk.Rules.classic(), 5 * players, 20, players)
        search(states, lineup, agent)
        dice, found = rate_of_dice(), search(states, lineup, agent)
        name = f"minimax, {players} players"
        print(f"{name:<42}{1e3 * found[:, 0].mean():>10.2f}{1e3 * found[:, 0].max():>12.2f}{dice:>16.0f}")


def print_searches():
    """Print the time of whole genetic searches on two threads."""
    print(f"\n{'genetic search on two threads':<42}{'games':>8}{'CPU s':>8}{'wall s':>8}{'million dice/s':>16}")
    three = reading_of("described, 3 levels")
    readings = {
        "described, 5 levels": three._replace(settings=minimax.Settings.described()),
        "described, 3 levels": three,
        "as run, 5 levels": reading_of("as run"),
    }
    for name, reading in readings.items():

        def play(pairs, first, reading=reading):
            return play_pairs(reading, pairs, 1, first, workers=2)

        dice, wall, spent = rate_of_dice(), time.perf_counter(), time.process_time()
        games = evolve(reading.procedure, 1, play).games
        wall, spent = time.perf_counter() - wall, time.process_time() - spent
        print(f"{name:<42}{games:>8}{spent:>8.1f}{wall:>8.1f}{dice:>16.0f}")


def main():
    """Print the tables."""
    print(f"reference: {rate_of_dice():.0f} million dice a second\n")
    print_games()
    print_leaves()
    print_moves()
    print_searches()


if __name__ == "__main__":
    main()
