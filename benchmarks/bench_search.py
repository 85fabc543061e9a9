"""Time the search agents: ``python benchmarks/bench_search.py``.

Times are CPU time of one core, compiled and warm. Beside A* stands the same search in plain
Python (tuples, a dictionary and a heap), in the same run; the source's real-time limit is
500 ms a move.
"""

import heapq
import time

import numpy as np

from riskkit import boards
from riskkit.agents.search.plans import plan
from riskkit.games.bulk import match
from riskkit.rules import Rules
from riskkit.studies.search_agents import results as study

REAL_TIME_MS = 500.0
STARTS = 8


def python_a_star(board, owner, armies):
    """Return (cost, expanded) of A* over turns with the heuristic "turns", in plain Python."""
    start = (owner, armies, "place", 0)
    best, heap, expanded = {start: 0}, [(_bound(start), 0, start)], 0
    while heap:
        _, minus, node = heapq.heappop(heap)
        cost = -minus
        if 1 not in node[0]:
            return cost, expanded
        if best[node] < cost:
            continue
        expanded += 1
        for step, child in _children(board, node):
            if cost + step < best.get(child, 1 << 30):
                best[child] = cost + step
                heapq.heappush(heap, (cost + step + _bound(child), -(cost + step), child))
    return None, expanded


def _bound(node):
    left = node[0].count(1)
    return 0 if left == 0 else 2 * left - {"place": 1, "attack": 2, "enemy": 0}[node[2]]


def _income(board, owner, seat, extra):
    held = sum(c.bonus for c in board.continents if all(owner[t] == seat for t in c.members))
    return max(3, owner.count(seat) // 3) + held + extra


def _children(board, node):
    owner, armies, phase, due = node
    if phase == "enemy":
        weakest = min(range(len(owner)), key=lambda t: (owner[t] == 0, armies[t]))
        yield 1, (owner, _with(armies, weakest, armies[weakest] + _income(board, owner, 1, 0)), "place", due)
    elif phase == "place":
        for t in range(len(owner)):
            if owner[t] == 0:
                placed = _with(armies, t, armies[t] + _income(board, owner, 0, due))
                yield 1, (owner, placed, "attack", 0)
                yield 1, (owner, placed, "enemy", 0)
    else:
        for x in range(len(owner)):
            for y in board.neighbours[x]:
                if owner[x] == 0 and owner[y] == 1:
                    for follow in range(1, armies[x] - armies[y]):
                        left = _with(_with(armies, x, armies[x] - armies[y] - follow), y, follow)
                        yield 0, (_with(owner, y, 0), left, "enemy", 2)


def _with(values, place, value):
    return values[:place] + (value,) + values[place + 1 :]


def timed(call, *arguments, **options):
    """Return the result of a call and its CPU time in milliseconds."""
    begin = time.process_time()
    result = call(*arguments, **options)
    return result, 1e3 * (time.process_time() - begin)


def against_python():
    """Print compiled A* beside the same search in plain Python."""
    print("A* with the heuristic 'turns', compiled and in plain Python, median of", STARTS, "starts")
    for name in ("sample", "islands"):
        rows = []
        for number in range(STARTS):
            board, (owner, armies) = study.board_of(name), study.position_of(name, number)
            found, ours = timed(plan, board, (owner, armies), heuristic="turns", limit=20_000)
            if found.status == "found":
                (cost, expanded), theirs = timed(python_a_star, board, owner, armies)
                assert cost == found.cost
                rows.append((1e3 * found.expanded / ours, 1e3 * expanded / theirs, ours, theirs))
        speed, plain, ours, theirs = np.median(rows, axis=0)
        print(f"  {name:12} {speed:9,.0f} : {plain:9,.0f} expansions/s   {ours:7.2f} : {theirs:8.2f} ms a plan")


def against_limit():
    """Print whole plans beside the source's limit of time."""
    print(f"\na whole plan against the limit of {REAL_TIME_MS:.0f} ms, {STARTS} starts, at most 20,000 expansions")
    for name in study.BOARDS:
        for heuristic in ("squared", "armies"):
            board = study.board_of(name)
            starts = [study.position_of(name, number) for number in range(STARTS)]
            found = [timed(plan, board, start, heuristic=heuristic, limit=20_000) for start in starts]
            times = [ms for _, ms in found]
            rate = 1e3 * sum(each.generated for each, _ in found) / sum(times)
            solved = sum(each.status == "found" for each, _ in found)
            print(
                f"  {name:12} {heuristic:8} worst {max(times):7.1f} ms, median {np.median(times):7.1f} ms, "
                f"{solved}/{STARTS} solved, {rate:10,.0f} successors/s"
            )


def in_games():
    """Print the time of a player's turn in games on the classic board."""
    print("\ngames on the classic board: milliseconds a player's turn, games a second")
    certain = Rules.search(claim="random", setup="random", starting_armies=80, first=None, turn_cap=200)
    tables = (("certain", certain, "search.passive"), ("dice", Rules.classic(turn_cap=200), "random"))
    for label, rules, opponent in tables:
        for agent in ("search.greedy", "search.realtime", "search.astar_admissible", "search.astar"):
            match([agent, opponent], 1, rules=rules, workers=1)
            games, ms = timed(match, [agent, opponent], 10, rules=rules, workers=1)
            turns = ms / games["turns"].sum()
            print(f"  {label:8} {agent:26} {turns:8.3f} ms   {1e3 * len(games) / ms:8.1f} games/s")


if __name__ == "__main__":
    plan(*boards.search_sample())
    against_python()
    against_limit()
    in_games()
