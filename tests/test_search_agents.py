"""The search agents in play: certain battles, dice, several players, odd boards."""

import numpy as np
import pytest

from riskkit import agents, boards
from riskkit.agents import search
from riskkit.agents.search.plans import real_time
from riskkit.games.bulk import match
from riskkit.games.game import Game
from riskkit.rules import Rules

NAMES = (
    "search.greedy",
    "search.astar",
    "search.astar_admissible",
    "search.realtime",
    "search.aggressive_as_run",
    "search.nearly_pacifist_as_run",
)
CERTAIN = Rules.search(claim="random", setup="random", starting_armies=60, first=None, turn_cap=80)


def test_the_family_is_registered_with_its_source():
    for name in NAMES:
        found = agents.get(name)
        assert found.study == "search_agents" and "2018" in found.source and found.about


@pytest.mark.parametrize("name", NAMES)
def test_each_plays_certain_battles_and_dice_legally(name):
    certain = match([name, "search.passive"], 2, rules=CERTAIN)
    dice = match([name, "random", "random"], 2, rules=Rules.classic(turn_cap=60))
    grid = match([name, "random"], 2, board=boards.grid(3, 3), rules=Rules.minimax(turn_cap=40))
    for games in (certain, dice, grid):
        assert len(games) == 2
        assert (games["turns"] > 0).all()


@pytest.mark.parametrize("name", NAMES[:4])
def test_each_searcher_beats_the_passive_agent_on_the_classic_board(name):
    games = match([name, "search.passive"], 3, rules=CERTAIN)
    assert (games["winner"] == 0).all()


def test_a_game_does_not_depend_on_the_number_of_workers():
    lineup = ["search.realtime", "search.greedy", "random"]
    rules = Rules.classic(turn_cap=60)
    one = match(lineup, 6, seed=3, rules=rules, workers=1)
    assert one.equals(match(lineup, 6, seed=3, rules=rules, workers=2))


def path(owner, armies, agent):
    """Return a game on a path of territories in which `agent` has just to place."""
    board = boards.from_edges("path", [f"t{k}" for k in range(len(owner))], [(k, k + 1) for k in range(len(owner) - 1)])
    return Game([agent, None], board=board, rules=Rules.search(), position=(owner, armies))


def test_greedy_takes_the_first_attack_it_finds_and_leaves_one_army():
    game = path((0, 0, 1, 1), (1, 2, 4, 1), "search.greedy")
    assert game.owner.tolist() == [0, 0, 1, 1] or game.owner.tolist() == [0, 0, 0, 1]
    assert game.armies.tolist() == [4, 2, 4, 1]
    game = path((0, 0, 1, 1), (1, 2, 3, 1), "search.greedy")
    assert game.owner.tolist() == [0, 0, 0, 1]
    assert game.armies.tolist() == [1, 1, 1, 1]


def test_as_run_agents_move_one_army_and_pick_by_strength():
    strong = path((1, 0, 1), (2, 9, 6), "search.aggressive_as_run")
    assert strong.owner.tolist() == [1, 0, 0]
    assert strong.armies.tolist() == [2, 5, 1]
    weak = path((1, 0, 1), (2, 9, 6), "search.nearly_pacifist_as_run")
    assert weak.owner.tolist() == [0, 0, 1]
    assert weak.armies.tolist() == [1, 9, 6]


def test_real_time_a_star_with_a_large_limit_is_as_quick_as_a_star():
    board, position = boards.grid(2, 3), ((1, 0, 0, 0, 1, 1), (2, 4, 6, 1, 5, 4))
    best = search.make(heuristic="armies")
    rules = Rules.search()
    quick = match([best, "search.passive"], 1, board=board, rules=rules, position=position)
    anew = search.make(heuristic="armies", every_turn=True)
    again = match([anew, "search.passive"], 1, board=board, rules=rules, position=position)
    assert quick["rounds"].tolist() == again["rounds"].tolist() == [3]


def test_a_plan_that_the_enemy_upsets_is_made_anew():
    position = (0, 1) * 18, np.random.default_rng(3).integers(2, 7, 36)
    rules = Rules.search(turn_cap=60)
    games = match(
        ["search.astar_admissible", "search.aggressive"], 1, board=boards.grid(), rules=rules, position=position
    )
    assert games["turns"].item() > 2


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"limit": 0}, ValueError, "limit"),
        ({"heuristic": "square"}, ValueError, "squared"),
        ({"nodes": 1}, ValueError, "nodes"),
        ({"limit": 2.5}, TypeError, "limit"),
    ],
)
def test_wrong_options_are_refused(options, error, text):
    with pytest.raises(error, match=text):
        search.make(**options)


def test_a_time_limit_is_for_play():
    board, position = boards.grid(2, 3), ((1, 0, 0, 0, 1, 1), (2, 4, 6, 1, 5, 4))
    agent = real_time(5.0, "armies", megabytes=8)
    games = match([agent, "search.passive"], 1, board=board, rules=Rules.search(), position=position)
    assert games["rounds"].tolist() == [3]
    hurried = match([real_time(0.0, megabytes=1), "random"], 1, rules=Rules.classic(turn_cap=8))
    assert len(hurried) == 1
    with pytest.raises(ValueError, match="seconds"):
        real_time(-1.0)


def test_a_tiny_memory_still_gives_legal_games():
    tiny = search.make(limit=50, nodes=12)
    assert len(match([tiny, "search.passive"], 2, rules=CERTAIN)) == 2
