"""The league: ratings that agree with what is known, and a table that says who beats whom."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import riskkit as rk
from riskkit import league
from riskkit.agents.shared.common import first_legal
from riskkit.analysis import ratings as rating
from riskkit.league import analysis, meeting, settings
from riskkit.league.results import changed, tables_of_four, tuning, variants
from riskkit.plots import league as plots
from riskkit.results import store

SHORT = rk.Rules.classic(turn_cap=60)


def pairing(a, b, wins, draws, losses):
    games = wins + draws + losses
    return {"a": a, "b": b, "seat": 0, "wins": wins, "draws": draws, "losses": losses, "games": games, "turns": 50.0}


RING = pd.DataFrame([pairing("x", "y", 70, 0, 30), pairing("y", "z", 60, 0, 40), pairing("z", "x", 80, 0, 20)])


@pytest.fixture
def few(home, monkeypatch):
    names = ["aggressive", "passive", "random"]
    monkeypatch.setattr(meeting, "members", lambda: [rk.agents.get(name) for name in names])
    monkeypatch.setitem(settings.SIZES, "pair", (10, 3))
    return names


def test_a_rating_of_two_is_the_odds_between_them():
    table = pd.DataFrame([pairing("random", "x", 1_000, 0, 9_000)])
    found = rating.ratings(table, 50).set_index("agent")
    assert found.loc["random", "rating"] == 0
    assert found.loc["x", "rating"] == pytest.approx(400 * np.log10(9), abs=1)
    low, high = found.loc["x", ["low", "high"]]
    half = 1.96 * 400 / np.log(10) / (10_000 * 0.9 * 0.1) ** 0.5
    assert low == pytest.approx(400 * np.log10(9) - half, abs=4) and high == pytest.approx(
        400 * np.log10(9) + half, abs=4
    )


def test_ratings_return_the_strengths_behind_the_points():
    truth = {"random": 0.0, "p": 150.0, "q": 310.0, "r": -80.0}
    rows = []
    for a in truth:
        for b in truth:
            if a < b:
                wins = round(1_000_000 / (1 + 10 ** ((truth[b] - truth[a]) / 400)))
                rows.append(pairing(a, b, wins, 0, 1_000_000 - wins))
    found = rating.ratings(pd.DataFrame(rows), 10)
    assert list(found["agent"]) == ["q", "p", "random", "r"] and list(found["rank"]) == [1, 2, 3, 4]
    assert found["rating"].to_numpy() == pytest.approx([310, 150, 0, -80], abs=0.1)


def test_an_agent_that_always_wins_has_a_finite_rating():
    found = rating.ratings(pd.DataFrame([pairing("random", "x", 0, 0, 200)]), 20)
    assert np.isfinite(found[["rating", "low", "high"]].to_numpy()).all()
    assert found.loc[0, "agent"] == "x" and found.loc[0, "points"] == 1


def test_a_drawn_game_is_half_a_point_for_each():
    shares = rating.cross_table(pd.DataFrame([pairing("x", "y", 3, 4, 3)]))
    assert shares.loc["x", "y"] == shares.loc["y", "x"] == 0.5 and np.isnan(shares.loc["x", "x"])


def test_a_ring_is_found_and_an_order_has_none():
    found = rating.cycles(RING)
    assert found.to_dict("records") == [{"first": "x", "second": "y", "third": "z", "least": 0.6}]
    order = pd.DataFrame([pairing("x", "y", 70, 0, 30), pairing("y", "z", 60, 0, 40), pairing("x", "z", 80, 0, 20)])
    assert rating.cycles(order).empty


def test_upsets_are_wins_of_the_lower_rated():
    rated = pd.DataFrame({"agent": ["x", "y", "z"], "rating": [200.0, 100.0, 0.0]})
    found = rating.upsets(RING, rated)
    assert found[["winner", "loser", "share", "fall"]].to_numpy().tolist() == [["z", "x", 0.8, 200.0]]
    assert found.loc[0, "p_holm"] == pytest.approx(3 * found.loc[0, "p"]) and found.loc[0, "p"] < 1e-8


def test_both_seats_play_the_same_deals():
    found = league.meet(rk.agents.get("aggressive"), rk.agents.get("aggressive"), 40, rules=SHORT)
    first, second = found.to_dict("records")
    assert (first["wins"], first["draws"], first["losses"]) == (second["losses"], second["draws"], second["wins"])
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 40


def test_results_are_stored_and_do_not_depend_on_the_company(few):
    table = league.results()
    assert len(table) == 6 and (table["games"] == 10).all()
    pd.testing.assert_frame_equal(league.results(), table)
    pair = league.results(["passive", "random"])
    pd.testing.assert_frame_equal(pair, table[(table["a"] == "passive")].reset_index(drop=True))


def test_a_new_agent_finds_its_rank(few):
    sleeper = rk.agent("sleeper")(lambda state, board, rules, seat: first_legal(state, board, rules))
    found = league.rank(sleeper, resamples=20)
    assert list(found.loc[found["new"], "agent"]) == ["sleeper"] and len(found) == 4
    assert sorted(found["rank"]) == [1, 2, 3, 4] and found.loc[found["new"], "games"].item() == 60
    again = rk.agents.get("random").with_parameters([], "random again")
    both = league.rank(again, 100, resamples=100).set_index("agent")
    assert both.loc["random again", "low"] < 0 < both.loc["random again", "high"]


def test_a_missing_table_fails_at_once(home, stored_only):
    for table in (league.results, tables_of_four, lambda: changed("no cards"), tuning, variants):
        with pytest.raises(store.MissingTable, match="nothing is computed here"):
            table()


def test_bad_entries_are_named(few):
    with pytest.raises(ValueError, match="'random' is a member of the league already"):
        league.rank(rk.agents.get("random"))
    with pytest.raises(ValueError, match="games must be .* not 0"):
        league.rank("random", games=0)
    with pytest.raises(ValueError, match="more than one is called \\['random'\\]"):
        league.results(["random", "random"])
    with pytest.raises(ValueError, match="at least 2 agents, not 1"):
        league.results(["random"])
    with pytest.raises(ValueError, match="unknown agent 'rondom': did you mean 'random'"):
        league.results(["rondom", "passive"])
    with pytest.raises(ValueError, match="unknown change"):
        changed("no dice")


def test_tables_of_four_share_the_games(home, monkeypatch):
    names = ["aggressive", "passive", "random", "pacifist", "personality 4"]
    monkeypatch.setattr(meeting, "members", lambda: [rk.agents.get(name) for name in names])
    table = tables_of_four(8, 6)
    assert (table.groupby("table")["agent"].nunique() == 4).all()
    assert len(table) == 8 * 4 and table["agent"].nunique() == 5
    wins = table.groupby("table").agg(wins=("wins", "sum"), draws=("draws", "first"), games=("games", "first"))
    assert (wins["wins"] + wins["draws"] == wins["games"]).all()
    shares = analysis.shares_of_four(table)
    weighted = (shares["share"] * shares["games"]).sum() / table.groupby("table")["games"].first().sum()
    assert weighted == pytest.approx(1)


def test_every_agent_that_forgets_is_a_member():
    names = {agent.name for agent in league.members()}
    assert names == {name for name in rk.agents.available() if not rk.agents.get(name).persistent}
    assert names >= {"vanguard", "td_lambda", "deep_q_simple", "exact_attack", "random_pairs"}
    assert set(rk.agents.BUILT_IN) == set(rk.agents.available())


def test_agents_and_weights_of_ones_own_are_no_members():
    before = [agent.name for agent in league.members()]
    rk.agents.register(dataclasses.replace(rk.agents.get("random"), name="mine"))
    assert "mine" in rk.agents.available()
    assert [agent.name for agent in league.members()] == before


def test_one_game_won_is_not_taken_for_certainty():
    strong = [pairing("random", f"x{k}", 0, 0, 1) for k in range(4)]
    found = rating.ratings(pd.DataFrame(strong), 200).set_index("agent")
    assert found.loc["x0", "high"] - found.loc["x0", "low"] > 100


def test_figures_show_the_numbers_they_are_given():
    rated = rating.ratings(RING, 20).assign(new=[True, False, False])
    ax = plots.plot_ratings(rated)
    assert [text.get_text() for text in ax.get_yticklabels()] == list(rated["agent"])
    shares = rating.cross_table(RING, rated["agent"])
    drawn = {text.get_text() for text in plots.plot_cross_table(shares).texts}
    assert drawn == {"70", "30", "60", "40", "80", "20"}
    four = pd.DataFrame({"agent": ["x", "y"], "share": [0.3, 0.2], "low": [0.2, 0.1], "high": [0.4, 0.3]})
    line = plots.plot_against(rated, four).lines[0]
    assert sorted(line.get_ydata()) == [0.2, 0.3]
