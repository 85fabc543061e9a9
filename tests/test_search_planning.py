"""A* over turns: optimal where it must be, honest about limits, equal to the game's own rules."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from riskkit import boards
from riskkit.agents.search import frontier
from riskkit.agents.search.plans import plan
from riskkit.games.bulk import match
from riskkit.games.game import Game
from riskkit.rules import Rules

RULES = Rules.search()
SHORTEST = ("none", "turns", "armies")


def small_positions(count: int, seed: int = 5):
    """Yield (board, owner, armies) on random connected boards of 3 to 5 territories."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(3, 6))
        tree = [(k, int(rng.integers(0, k))) for k in range(1, n)]
        more = [tuple(map(int, rng.choice(n, 2, replace=False))) for _ in range(int(rng.integers(0, 3)))]
        half = [boards.Continent("A", int(rng.integers(0, 4)), tuple(range(n // 2)))]
        board = boards.from_edges("small", [str(k) for k in range(n)], tree + more, half)
        owner = rng.integers(0, 2, n)
        owner[:2] = rng.permutation(2)
        yield board, tuple(owner.tolist()), tuple(rng.integers(1, 7, n).tolist())


def winnable_positions(count: int, seed: int = 5):
    """Yield small positions that can be won in at most three own turns."""
    for board, owner, armies in small_positions(10_000, seed):
        found = plan(board, (owner, armies), limit=2000, megabytes=4)
        if found.status == "found" and found.turns <= 3:
            yield board, owner, armies
            count -= 1
        if count == 0:
            return


def income(board, owner, seat, bonus):
    held = sum(c.bonus for c in board.continents if all(owner[t] == seat for t in c.members))
    return max(3, owner.count(seat) // 3) + held + bonus


def shortest_win(board, owner, armies, bonus=2, most=6):
    """Return the fewest own turns to a win, by looking at every position turn by turn.

    Written without the engine: rows are (owners, armies, whether a bonus is due).
    """
    layer = {(owner, armies, 0)}
    for turn in range(1, most + 1):
        following = set()
        for own, arm, due in layer:
            for after, left, won in _own_turns(board, own, arm, income(board, own, 0, due)):
                if 1 not in after:
                    return turn
                weakest = min((left[t], t) for t in range(len(after)) if after[t] == 1)[1]
                more = list(left)
                more[weakest] += income(board, after, 1, 0)
                following.add((after, tuple(more), bonus if won else 0))
        layer = following
    return None


def _own_turns(board, owner, armies, n):
    for place in (t for t in range(len(owner)) if owner[t] == 0):
        placed = list(armies)
        placed[place] += n
        yield owner, tuple(placed), False
        for x, y in product(range(len(owner)), repeat=2):
            if owner[x] == 0 and owner[y] == 1 and y in board.neighbours[x]:
                for follow in range(1, placed[x] - placed[y]):
                    left = list(placed)
                    left[x], left[y] = placed[x] - placed[y] - follow, follow
                    yield owner[:y] + (0,) + owner[y + 1 :], tuple(left), True


def test_a_star_is_as_short_as_looking_at_every_position():
    lengths = set()
    for board, owner, armies in winnable_positions(24):
        best = shortest_win(board, owner, armies, most=3)
        assert best is not None
        lengths.add(best)
        for heuristic in SHORTEST:
            found = plan(board, (owner, armies), heuristic=heuristic, megabytes=16)
            assert (found.status, found.turns, found.cost) == ("found", best, 2 * best - 1), (owner, armies)
    assert lengths >= {1, 2}


def test_the_sample_of_the_source_is_won_in_three_turns():
    parts = [boards.Continent("A", 5, (0, 1)), boards.Continent("B", 3, (2, 3))]
    board = boards.from_edges("sample", ["1", "2", "3", "4"], [(0, 1), (1, 2), (2, 3), (0, 2)], parts)
    position = (0, 0, 1, 1), (5, 10, 18, 1)
    assert shortest_win(board, *position, most=3) == 3
    for heuristic in ("none", "turns", "count", "squared", "armies"):
        found = plan(board, position, heuristic=heuristic)
        assert (found.status, found.turns) == ("found", 3)
    assert plan(board, position).expanded < plan(board, position, heuristic="none").expanded


def test_no_way_is_shorter_than_the_one_found():
    for board, owner, armies in winnable_positions(10, seed=9):
        turns = plan(board, (owner, armies)).turns
        assert shortest_win(board, owner, armies, most=turns - 1) is None


def test_the_squared_count_never_beats_the_shortest_way_and_can_miss_it():
    for board, owner, armies in winnable_positions(15, seed=4):
        squared = plan(board, (owner, armies), heuristic="squared", megabytes=16)
        assert squared.status == "found"
        assert squared.turns >= plan(board, (owner, armies), megabytes=16).turns
    position = (1, 0, 0, 0, 1, 1), (2, 4, 6, 1, 5, 4)
    assert plan(boards.grid(2, 3), position).turns == 3
    assert plan(boards.grid(2, 3), position, heuristic="squared").turns == 4


@pytest.mark.parametrize("heuristic", ["turns", "armies"])
def test_admissible_heuristics_are_consistent(heuristic):
    for board, owner, armies in small_positions(10, seed=8):
        memory = planning_memory(board, (owner, armies), heuristic, limit=300)
        nodes = frontier.nodes(memory, range(int(frontier.head(memory)["nodes"])))
        parents = nodes["parent"][1:]
        step = nodes["cost"][1:] - nodes["cost"][parents]
        assert (nodes["estimate"][parents] <= step + nodes["estimate"][1:]).all()
        over = (nodes["flags"] >> 8) & 15 == 9
        assert (nodes["estimate"][over] == 0).all()


def test_armies_bound_never_exceeds_the_true_cost_and_is_at_least_the_turns_bound():
    for board, owner, armies in winnable_positions(12, seed=3):
        bounds = [
            int(frontier.nodes(memory, [0])["estimate"][0])
            for heuristic in ("turns", "armies")
            for memory in [planning_memory(board, (owner, armies), heuristic, limit=1)]
        ]
        true = plan(board, (owner, armies), heuristic="turns", megabytes=16)
        assert true.status == "found"
        assert bounds[0] <= bounds[1] <= true.cost


def test_a_plan_is_what_the_game_plays():
    for board, owner, armies in winnable_positions(12, seed=21):
        found = plan(board, (owner, armies))
        game = Game([None, "search.passive"], board=board, rules=RULES, position=(owner, armies))
        for k, step in enumerate(found.steps.itertuples()):
            if step.action == "place":
                game.step("place", step.target, step.armies)
                if found.steps["action"].get(k + 1, "enemies") == "enemies" and not game.over:
                    game.step("pass")
            elif step.action == "attack":
                game.step("attack", step.source, step.target)
                if not game.over and game.phase == "move":
                    game.step("move", step.armies)
            if step.action == "enemies" or game.over:
                np.testing.assert_array_equal(game.owner, found.owners[k + 1])
                if not game.over:
                    np.testing.assert_array_equal(game.armies, found.armies[k + 1])
        assert game.winner == 0


@pytest.mark.parametrize("agent", ["search.astar", "search.astar_admissible"])
def test_the_agent_wins_in_the_turns_of_its_plan(agent):
    heuristic = "squared" if agent == "search.astar" else "armies"
    for board, owner, armies in winnable_positions(6, seed=2):
        found = plan(board, (owner, armies), heuristic=heuristic, limit=3000)
        games = match([agent, "search.passive"], 1, board=board, rules=RULES, position=(owner, armies))
        assert games["winner"].tolist() == [0]
        assert games["rounds"].tolist() == [found.turns]


def test_the_heuristics_agree_on_a_won_position():
    board = boards.from_edges("pair", ["a", "b"], [(0, 1)])
    for heuristic in ("none", "turns", "count", "squared", "armies"):
        found = plan(board, ((0, 1), (3, 1)), heuristic=heuristic)
        assert (found.status, found.turns, found.cost) == ("found", 1, 1)
        assert found.steps["action"].tolist() == ["place", "attack"]


def test_limits_end_a_search_with_its_best_moves_and_say_so():
    board = boards.classic()
    rng = np.random.default_rng(1)
    position = rng.permutation(np.arange(42) % 2), rng.integers(1, 4, 42)
    short = plan(board, position, heuristic="none", limit=50)
    assert short.status == "limit" and "limit" in short.message
    assert short.expanded == 50 and len(short.steps) >= 1
    small = plan(board, position, heuristic="none", megabytes=0.2)
    assert small.status == "memory" and "out of memory" in small.message
    assert len(small.steps) >= 1
    hurried = plan(board, position, heuristic="none", seconds=0.0, limit=10**6)
    assert hurried.status == "time" and hurried.expanded < 10**6
    assert plan(board, position, limit=50_000).status == "found"


def test_longer_limits_only_continue_a_search():
    board, position = boards.grid(2, 3), ((1, 0, 0, 0, 1, 1), (2, 4, 6, 1, 5, 4))
    whole = plan(board, position, heuristic="squared")
    timed = plan(board, position, heuristic="squared", seconds=60.0)
    assert (whole.cost, whole.expanded, whole.generated) == (timed.cost, timed.expanded, timed.generated)
    assert whole.steps.equals(timed.steps)


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"limit": 0}, ValueError, "limit"),
        ({"limit": 1.5}, TypeError, "limit"),
        ({"heuristic": "sqared"}, ValueError, "squared"),
        ({"seat": 2}, ValueError, "seat"),
        ({"position": ((0, 0), (1, 1))}, ValueError, "nothing to plan"),
        ({"position": ((1, 1), (1, 1))}, ValueError, "nothing to plan"),
        ({"position": ((0, 1), (1, 0))}, ValueError, "at least one"),
        ({"position": ((0, 1, 1), (1, 2, 1))}, ValueError, "owner needs 2"),
        ({"seconds": -1.0}, ValueError, "seconds"),
        ({"megabytes": 0.0}, ValueError, "megabytes"),
    ],
)
def test_wrong_arguments_are_refused(changes, error, text):
    board = boards.from_edges("pair", ["a", "b"], [(0, 1)])
    with pytest.raises(error, match=text):
        plan(**({"board": board, "position": ((0, 1), (3, 1))} | changes))


def planning_memory(board, position, heuristic, limit):
    """Return the memory of a search, to look into its nodes."""
    from riskkit.agents.search import plans
    from riskkit.agents.search.heuristics import HEURISTICS
    from riskkit.engine.records import board_record, position_record
    from riskkit.engine.types import new_state
    from riskkit.rules import record

    memory = np.zeros(frontier.words_for(50_000, len(board)), np.int64)
    plans.begin(
        new_state(),
        board_record(board),
        record(RULES, 2),
        position_record(board, 2, position),
        2,
        memory,
        HEURISTICS.index(heuristic),
    )
    plans.go_on(memory, board_record(board), limit)
    return memory


def test_the_search_is_the_same_without_compilation():
    code = (
        "from riskkit import boards\n"
        "from riskkit.agents.search.plans import plan\n"
        "found = plan(*boards.search_sample(), heuristic='squared', megabytes=0.5)\n"
        "print(found.status, found.turns, found.expanded, found.generated)\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    found = plan(*boards.search_sample(), heuristic="squared")
    assert run.stdout.split() == ["found", str(found.turns), str(found.expanded), str(found.generated)]
