"""Difference series, survival, fun summary and the paired test of moving first."""

import numpy as np
import pandas as pd
import pytest
from lifelines import KaplanMeierFitter

from riskkit.analysis import difference, first_mover, intervals, survival
from riskkit.analysis.fun import fun


def test_band_from_sums_has_the_interval_of_a_mean():
    rng = np.random.default_rng(1)
    values = pd.DataFrame(rng.normal(size=(30, 101)), columns=difference.PERCENTS)
    direct = difference.band(np.full(101, 30), values.sum(), (values**2).sum())
    student = intervals.mean(values[50])
    assert direct.loc[50, ["mean", "low", "high"]].tolist() == pytest.approx(student[:3])
    assert direct["mean"].to_numpy() == pytest.approx(values.mean().to_numpy())
    assert ((direct["low"] < direct["mean"]) & (direct["mean"] < direct["high"])).all()


def test_trend_of_no_decided_game_says_so():
    with pytest.raises(difference.NoDecidedGameError, match="no decided game"):
        difference.band(np.zeros(101), np.zeros(101), np.zeros(101))


GAMES = pd.DataFrame({"winner": [0, 1, -1, 0], "turns": [10, 20, 30, 40], "first": [0, 1, 0, 1]})


def test_survival_data_has_a_row_a_player_and_game():
    data = survival.survival_data(GAMES, ["a", "b"])
    assert len(data) == 6
    assert data.groupby("player")["eliminated"].sum().to_dict() == {"a": 1, "b": 2}
    everything = survival.survival_data(GAMES, ["a", "b"], decided_only=False)
    assert len(everything) == 8 and everything["eliminated"].sum() == 3
    assert data.query("game == 1 and player == 'a'")["moves_first"].item() is False


def test_survival_uses_elimination_turns_where_known():
    games = GAMES.assign(out_turn_0=[0, 12, 0, 0], out_turn_1=[10, 0, 0, 33])
    data = survival.survival_data(games, ["a", "b"])
    assert data.query("eliminated")["duration"].tolist() == [12, 10, 33]


def test_kaplan_meier_is_that_of_lifelines():
    data = survival.survival_data(GAMES, ["a", "b"])
    curves = survival.kaplan_meier(data)
    own = data[data["player"] == "b"]
    expected = KaplanMeierFitter().fit(own["duration"], own["eliminated"])
    frame = survival.curve_frame(curves).query("group == 'b'")
    assert frame["survival"].to_numpy() == pytest.approx(expected.survival_function_.iloc[:, 0].to_numpy())


def test_survival_without_a_decided_game_says_so():
    with pytest.raises(difference.NoDecidedGameError, match="none of the 1 games has a winner"):
        survival.survival_data(GAMES.iloc[[2]], ["a", "b"])
    data = survival.survival_data(GAMES.iloc[[2]], ["a", "b"], decided_only=False)
    assert survival.kaplan_meier(data)["a"].survival_function_.iloc[-1, 0] == 1
    assert "nobody was eliminated" in survival.log_rank(data).note
    with pytest.raises(difference.NoDecidedGameError, match="no event"):
        survival.cox(data.assign(x=[0, 1]), ["x"], "game")


def many_games(n=600, seed=1):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 2, n)
    winner = np.where(rng.random(n) < 0.7, first, 1 - first)
    return pd.DataFrame({"winner": winner, "turns": rng.integers(5, 100, n), "first": first})


def test_log_rank_and_cox_find_the_order_effect():
    data = survival.survival_data(many_games(), ["a", "b"])
    found = survival.log_rank(data, "moves_first")
    assert found.p < 1e-6 and found.note == ""
    model = survival.cox(data.assign(order=data["moves_first"].astype(int)), ["order"], "game")
    assert model["hazard_ratio"].item() < 1 and model["high"].item() < 1
    assert model["events"].item() == 600


def test_fun_counts_wins_armies_and_turns():
    games = GAMES.assign(armies_0=[50, 0, 30, 70], armies_1=[0, 40, 30, 0])
    row = fun(games).iloc[0]
    assert (row["wins_0"], row["wins_1"], row["ties"]) == (2, 1, 1)
    assert row["odds_0"] == 2 and row["rate_1"] == 0.25
    assert (row["fewest_0"], row["most_0"], row["armies_winning_0"]) == (50, 70, 60)
    assert row["turns"] == 25 and row["turns_decided"] == pytest.approx(70 / 3)
    nobody = fun(games.iloc[[2]]).iloc[0]
    assert np.isnan(nobody["odds_0"]) and np.isnan(nobody["turns_decided"])


def test_first_mover_tests_find_an_advantage_and_no_advantage():
    rng = np.random.default_rng(2)
    strong = rng.choice([1, 0, -1], 400, p=[0.5, 0.3, 0.2])
    none = rng.choice([1, 0, -1], 400, p=[0.35, 0.3, 0.35])
    for test in ("sign", "t"):
        table = first_mover.first_mover_table({(0, 1): strong, (0, 2): none}, test)
        assert table["p_holm"].tolist()[0] < 1e-3 < table["p_holm"].tolist()[1]
        assert (table["p_holm"] >= table["p"]).all()
        assert table["low"].iloc[0] > 0 > table["low"].iloc[1]
