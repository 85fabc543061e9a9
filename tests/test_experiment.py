"""Matches in bulk: tidy tables, bad input, agents that misbehave, saved runs."""

import numpy as np
import pandas as pd
import pytest

import riskkit as rk
from riskkit.agents.shared.common import first_legal
from riskkit.engine.actions import PASS, PLACE, place
from riskkit.engine.explain import IllegalMove
from riskkit.engine.seats import choice_random, memory, parameters, workspace_f8


def play_first_legal(state, board, rules, seat):
    return first_legal(state, board, rules)


plain = rk.agent("plain")(play_first_legal)


def test_an_agent_of_ones_own_plays_at_once():
    games = rk.match([plain, "random"], 20, seed=1)
    assert games["winner_name"].dropna().isin(["plain", "random"]).all()


def test_parameters_memory_and_workspace_reach_the_agent():
    @rk.agent("reader", parameters=[0.25, 7.0], memory=3, workspace=800)
    def reader(state, board, rules, seat):
        values = parameters(seat)
        cells = memory(seat)
        scratch = workspace_f8(seat)
        if values.shape[0] != 2 or values[1] != 7.0 or cells.shape[0] != 3 or scratch.shape[0] != 100:
            return np.int64(-5)
        if cells[0] != cells[1]:
            return np.int64(-6)
        cells[0] += 1
        cells[1] += 1
        if state.turn <= 1 and cells[0] > 60:
            return np.int64(-7)
        scratch[99] = choice_random(state)
        return first_legal(state, board, rules)

    games = rk.match([reader, reader.with_parameters([1.0, 7.0]), plain], 300, seed=3, workers=2)
    assert len(games) == 300


def test_persistent_memory_is_kept_within_a_run_and_only_there():
    @rk.agent("counter", memory=2, persistent=True)
    def counter(state, board, rules, seat):
        cells = memory(seat)
        if state.turn == 1 and cells[1] != 1:
            cells[0] += 1
        cells[1] = state.turn == 1
        return first_legal(state, board, rules)

    rules = rk.Rules.classic(turn_cap=12, first=0)
    played = rk.series([counter, "random"], games=7, runs=3, seed=1, rules=rules)
    assert len(played.games) == 21 and list(played.games["run"].unique()) == [0, 1, 2]
    assert [m[0][0] for m in played.memories] == [7, 7, 7]
    again = rk.series([counter, "random"], games=7, runs=3, seed=1, rules=rules, workers=1)
    assert again.games.equals(played.games)
    onward = rk.series([counter, "random"], games=2, seed=1, rules=rules, memories=[played.memories[0][0], None])
    assert onward.memories[0][0][0] == 9
    with pytest.raises(ValueError, match="series"):
        rk.match([counter, "random"], 10)


def test_an_illegal_action_names_game_turn_agent_and_move():
    @rk.agent("cheat")
    def cheat(state, board, rules, seat):
        if state.phase == PLACE and state.turn > 3:
            return place(0, 9999)
        return first_legal(state, board, rules)

    with pytest.raises(IllegalMove, match=r"'cheat' \(seat 1\).*game 0, turn \d+, phase place: place 9999 on Alaska"):
        rk.match(["random", cheat], 5, seed=1, workers=1)
    with pytest.raises(IllegalMove, match="game 17"):
        rk.match(["random", cheat], 5, seed=1, start=17, workers=1)
    with pytest.raises(IllegalMove, match="cheat"):
        rk.match(["random", cheat], 5, seed=1, record=True)
    with pytest.raises(IllegalMove, match="cheat"):
        rk.Game(["random", cheat], seed=1)


def test_agents_that_do_not_compile_say_why():
    @rk.agent("floating")
    def floating(state, board, rules, seat):
        return 0.5

    @rk.agent("misspelt")
    def misspelt(state, board, rules, seat):
        return np.int64(state.armys[0])

    with pytest.raises(TypeError, match="floating.*int64"):
        rk.match([floating, "random"], 1)
    with pytest.raises(TypeError, match="misspelt.*armys"):
        rk.match([misspelt, "random"], 1)


def test_python_functions_play_through_the_game():
    def passer(game):
        choice = game.legal()[0]
        if choice.kind == "place":
            return game.code("place", choice.source, choice.most)
        if choice.kind == "trade":
            return game.code("trade", *map(int, choice.source.split("+")))
        return game.code("move", choice.least) if choice.kind == "move" else PASS

    games = rk.match([passer, "search.nearly_pacifist"], 2, seed=1, rules=rk.Rules.classic(turn_cap=30))
    assert list(games["game"]) == [0, 1]
    with pytest.raises(TypeError, match="compiled"):
        rk.match([passer, "random"], 2, record=True)


@pytest.mark.parametrize(
    "arguments,error,words",
    [
        ({"games": 0}, ValueError, "games"),
        ({"games": 2.5}, TypeError, "games.*2.5"),
        ({"seed": "x"}, TypeError, "seed.*'x'"),
        ({"seed": -1}, ValueError, "seed.*-1"),
        ({"seed": 1.0}, TypeError, "seed"),
        ({"workers": 0}, ValueError, "workers"),
        ({"start": -1}, ValueError, "start"),
        ({"board": "classic"}, TypeError, "board"),
        ({"rules": "classic"}, TypeError, "rules"),
        ({"board": rk.boards.grid(1, 2)}, ValueError, "2 territories"),
    ],
)
def test_wrong_arguments_are_named(arguments, error, words):
    with pytest.raises(error, match=words):
        rk.match(["random", "random"], **arguments)


def test_unknown_agents_name_the_nearest():
    with pytest.raises(ValueError, match="aggressive"):
        rk.match(["agressive", "random"], 1)
    with pytest.raises(TypeError, match="list of agents"):
        rk.match("random", 1)
    with pytest.raises(TypeError, match="42"):
        rk.match(["random", 42], 1)


def test_tournament_plays_all_seatings_of_all_groups():
    table = rk.tournament(
        ["random", "aggressive", "pacifist", plain], games=20, players=3, rules=rk.Rules.classic(turn_cap=200)
    )
    assert len(table) == 4 * 6 * 3
    assert (
        table.groupby(["table", "seating"])["wins"].sum() + table.groupby(["table", "seating"])["draws"].first() == 20
    ).all()
    assert table.groupby("agent").size().nunique() == 1
    order = rk.standings(table)
    assert order["rate"].is_monotonic_decreasing and (order["low"] <= order["rate"]).all()
    with pytest.raises(ValueError, match="name of its own"):
        rk.tournament(["random", "random"], games=1)
    with pytest.raises(ValueError, match="at least 3"):
        rk.tournament(["random", "passive"], games=1, players=3)


def test_sweep_has_a_row_a_value():
    table = rk.sweep(
        lambda n: [plain.with_parameters([n]), "random"],
        [0.0, 1.0],
        games=30,
        name="n",
        rules=rk.Rules.classic(turn_cap=300),
    )
    assert list(table["n"]) == [0.0, 1.0]
    assert table.loc[0, "wins"] == table.loc[1, "wins"]
    with pytest.raises(ValueError, match="at least one"):
        rk.sweep(lambda n: ["random", "random"], [])


def test_saved_matches_resume_to_the_identical_table(tmp_path, monkeypatch):
    monkeypatch.setenv("RISKKIT_HOME", str(tmp_path))
    names = ["random", "aggressive"]
    whole = rk.match(names, 600, seed=1)
    from riskkit.games import bulk as experiment

    played = []
    original = experiment.play_block

    def broken(lineup, seed, first, n, record):
        played.append(first)
        if len(played) == 2:
            raise KeyboardInterrupt
        return original(lineup, seed, first, n, record)

    monkeypatch.setattr(experiment, "play_block", broken)
    with pytest.raises(KeyboardInterrupt):
        rk.match(names, 600, seed=1, workers=1, save="test/match")
    assert played == [0, 250]
    saved = rk.match(names, 600, seed=1, workers=1, save="test/match")
    assert played == [0, 250, 250, 500]
    pd.testing.assert_frame_equal(saved, whole, check_dtype=False, check_categorical=False)
    loaded = rk.match(names, 600, seed=1, workers=1, save="test/match")
    assert len(played) == 4
    pd.testing.assert_frame_equal(saved, loaded)


@pytest.mark.parametrize("name", rk.agents.available())
@pytest.mark.parametrize("players", [2, 6])
def test_every_registered_agent_plays_legally_and_repeatably(name, players):
    agent = rk.agents.get(name)
    if agent.persistent:
        pytest.skip("plays in series")
    rules = rk.Rules.classic(turn_cap=40)
    one = rk.match([name] + ["random"] * (players - 1), 3, seed=8, rules=rules, workers=1)
    assert one.equals(rk.match([name] + ["random"] * (players - 1), 3, seed=8, rules=rules, workers=2))
    assert agent.about and agent.source


def test_win_rates_name_the_agents_of_their_seats():
    games = rk.match(["random", "passive"], 20, seed=1, rules=rk.Rules.classic(turn_cap=400))
    assert rk.win_rates(games)["agent"].tolist() == ["random", "passive"]
    by_hand = pd.DataFrame(games.to_dict("list"))
    assert rk.win_rates(by_hand)["agent"].tolist() == ["random", "passive" if (games["winner"] == 1).any() else ""]
