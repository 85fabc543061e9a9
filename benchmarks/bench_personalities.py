"""Speed of the graph personalities: games, turns, and where a turn's time goes.

Run ``python benchmarks/bench_personalities.py``. CPU seconds of one thread, best of three.
The reference in the same run is the published procedure, step by step: the radius matrices
are kept from game to game, as the authors' program keeps them, and turned into army matrices
and pressures at every look.
"""

import time

import numpy as np

from riskkit.agents import personality
from riskkit.agents.personality.metric import army_matrix, fold, metric, radius_matrix
from riskkit.engine.jit import kernel
from riskkit.games.bulk import match
from riskkit.rules import Rules
from riskkit.studies.graph_personalities.loops import moves as replica_moves
from riskkit.studies.graph_personalities.loops import view as replica_view
from riskkit.studies.graph_personalities.loops.departures import AS_RUN, DESCRIBED
from riskkit.studies.graph_personalities.loops.play import play_replica, trait_row
from riskkit.studies.graph_personalities.loops.program_map import NEIGHBOURS
from riskkit.studies.graph_personalities.loops.replica import play_series
from riskkit.studies.graph_personalities.loops.state import GAME, STATE, TURN, map_record, neighbours, pressure_matrices

AUTHORS = 4.3
"""Independent games a second of the authors' program on one core, 51 turns each."""
TARGET_TURNS = 51
PAIRS = ((5, 11), (2, 13), (0, 4))
REGIONS, BORDERS, WORTH, FEEL, LOOK, PLACE = range(6)


def best(task, *arguments, repeats=3, **options):
    """Return the least CPU time of a task in seconds, and its last result."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        result = task(*arguments, **options)
        times.append(time.process_time() - start)
    return min(times), result


@kernel
def repeat(states, graphs, flags, matrix, part, times):
    """Do one part of a look so many times."""
    state, graph, flag = states[0], graphs[0], flags[0]
    for k in range(times):
        if part == FEEL:
            replica_view.see_pressure(state, flag, matrix, 0)
        elif part == REGIONS:
            for q in range(3):
                replica_view.split_regions(state, graph, q, state.listed[q])
        elif part == BORDERS:
            replica_view.find_borders(state, graph, 0)
        elif part == WORTH:
            for q in range(3):
                for r in range(state.regions[q]):
                    state.longest[q, r] = -1
            for i in range(state.attackables):
                x = state.attackable[i]
                state.worth[x] = replica_view.worth_of(state, graph, flag, x)
        elif part == LOOK:
            replica_view.update(state, graph, flag, matrix, 0, k % 2)
        else:
            replica_moves.place_armies(state, flag, matrix, 0, 0)


def games():
    """Print games and turns a CPU second of the replica and of the engine."""
    print("games a CPU second, one thread (scaled to games of 51 turns in brackets), player turns a CPU second")
    for low, high in PAIRS:
        for name, switches, number in (("replica, as run", AS_RUN, 3000), ("replica, described", DESCRIBED, 1500)):
            play_replica(low, high, 0, 2, departures=switches)
            seconds, played = best(play_replica, low, high, 0, number, departures=switches)
            show(f"{low:2} v {high:2}  {name}", number, played.games["turns"].sum(), seconds)
        table = [personality.make(low), personality.make(high)]
        match(table, 2, 1, rules=Rules.personalities(), workers=1)
        seconds, played = best(match, table, 1000, 1, rules=Rules.personalities(), workers=1)
        show(f"{low:2} v {high:2}  engine, described", 1000, played["turns"].sum(), seconds)
    show("authors' program, elsewhere", AUTHORS, AUTHORS * TARGET_TURNS, 1.0)


def show(name, number, turns, seconds):
    """Print one line."""
    print(f"{name:28} {number / seconds:8,.1f}  ({turns / seconds / TARGET_TURNS:6,.0f})  {turns / seconds:9,.0f}")


def pressures():
    """Print the time of one player's look at all pressures: literal and folded."""
    rng = np.random.default_rng(1)
    owner, armies = rng.integers(0, 3, 42), rng.integers(1, 20, 42)
    weights, matrices = metric("survival"), [radius_matrix(NEIGHBOURS, t, "everywhere") for t in range(42)]
    heads = [np.unique(m[:, 0], return_inverse=True)[1] for m in matrices]
    signed = np.where(owner == 0, armies, -armies).astype(float)
    folded = fold(NEIGHBOURS, "survival", "paths", "everywhere")

    def literal():
        found = np.empty(42)
        for t, rows in enumerate(matrices):
            partial = army_matrix(rows, owner, armies, 0) @ weights
            shares = np.bincount(heads[t])
            means = np.bincount(heads[t], partial) / shares
            found[t] = signed[t] + means @ shares / shares.sum()
        return found

    slow, one = best(lambda: [literal() for _ in range(50)][-1])
    fast, two = best(lambda: [folded @ signed + signed for _ in range(5000)][-1])
    print(
        f"\npressure of all territories: literal {1e6 * slow / 50:,.0f} us, folded {1e6 * fast / 5000:.1f} us in numpy;"
    )
    print(f"largest difference {np.abs(one - two).max():.1e}")


def where_time_goes():
    """Print the parts of a turn in the replica as run, in nanoseconds."""
    rows = neighbours(AS_RUN)
    graphs, flags = map_record(rows), AS_RUN.record()
    matrices = pressure_matrices(rows, ("constant", "survival"), AS_RUN)
    state, games = np.zeros(1, STATE), np.zeros(1, GAME)
    traits = np.array([trait_row(5), trait_row(11), trait_row(1)])
    series = np.zeros((101, 2, 3))
    play_series(state, graphs, flags, matrices, traits, 0, 2, 1, 5, False, games, np.zeros(300, TURN), series)
    count = 100_000
    names = ("regions of three", "borders, targets", "worths", "pressures", "whole look")
    found = {}
    for part, name in enumerate(names):
        repeat(state, graphs, flags, matrices[1], part, 10)
        seconds, _ = best(repeat, state, graphs, flags, matrices[1], part, count)
        found[name] = 1e9 * seconds / count
    found["lists and origins (rest of the look)"] = 2 * found["whole look"] - sum(found.values())
    seconds, played = best(play_replica, 5, 11, 0, 3000)
    turns = played.games["turns"].sum()
    looks = turns + 3000 * 39
    found["cards, placing, attacks, fortifying, records a turn"] = (
        1e9 * seconds / turns - found["whole look"] * looks / turns
    )
    print("\nwhere a turn's time goes (replica as run, 5 v 11; parts of a look at a game's start), nanoseconds")
    for name, nanoseconds in found.items():
        print(f"  {name:52} {nanoseconds:7,.0f}")
    print(f"  looks a turn, the 39 of the set-up included            {looks / turns:6.2f}")


if __name__ == "__main__":
    games()
    pressures()
    where_time_goes()
