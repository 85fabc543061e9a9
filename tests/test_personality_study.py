"""The study: what was printed and counted, stored tables against live games, models, the ledger."""

import numpy as np
import pandas as pd
import pytest

from riskkit.analysis.intervals import Interval
from riskkit.plots import personalities as draw
from riskkit.results import listing
from riskkit.studies.graph_personalities import analysis, published, results, settings
from riskkit.studies.graph_personalities import claims as ledger
from riskkit.studies.graph_personalities.loops import play
from riskkit.studies.graph_personalities.loops.departures import ABOUT


@pytest.fixture(autouse=True)
def stored_only(monkeypatch):
    """Compute nothing: the committed tables are what is tested."""
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")


def test_the_printed_second_column_has_its_sign_reversed_in_every_surviving_series():
    counted = published.recounted_differences().dropna(subset=["recounted"])
    second = counted[counted["mover"] == "opponent"]
    assert len(second) == 14
    assert (second["printed"] == -second["recounted"]).all()
    assert second["recounted"].mean() == pytest.approx(-4.571, abs=1e-3)
    first = counted[counted["mover"] == "AI3"]
    assert (np.sign(first["printed"]) == np.sign(first["recounted"])).all()


def test_the_printed_means_are_those_of_the_printed_columns():
    printed = published.printed_differences()
    assert printed["delta_win_1"].mean() == 0.5 and printed["delta_win_2"].mean() == 3.625


def test_fifty_six_games_go_the_other_way():
    series = published.authors_series().query("games == 500 and number_2 == 5").set_index("first_mover")
    assert series.loc[2, "wins_1"] - series.loc[2, "wins_2"] == 56


@pytest.mark.parametrize("reading", settings.READINGS)
def test_stored_games_are_played_again_the_same(reading):
    table = results.games(reading)
    assert len(table) == 256 * 500
    for mover, other in ((11, 5), (5, 11), (3, 3)):
        stored = table.query("mover == @mover and other == @other")
        live = play.play_cell(reading, mover, other, 12, seed=settings.SEED).games.ravel()
        assert stored["outcome"].to_numpy()[:12].tolist() == play.outcomes(live, mover, other).tolist()
        assert stored["turns"].to_numpy()[:12].tolist() == live["turns"].tolist()


@pytest.mark.parametrize("reading", settings.READINGS)
def test_cells_and_series_agree_with_the_games(reading):
    games, cells, series = results.games(reading), results.cells(reading), results.series(reading)
    won = games.groupby(["mover", "other"])["outcome"].agg(lambda x: int((x == 1).sum()))
    assert won.tolist() == cells["wins_mover"].tolist()
    decided = series.query("percent == 50")["n"].to_numpy()
    assert decided.tolist() == cells["decided"].tolist()
    total = (cells["army_intercept"] + 50 * cells["army_slope"]) * cells["decided"]
    summed = series.groupby(["mover", "other"])["army"].sum().to_numpy() / 101
    assert summed == pytest.approx(total.to_numpy(), abs=0.05)


def test_chained_replicas_agree_with_the_authors_counts():
    """The authors' 34 series, each against chains of its own length: mean 0, standard deviation 1."""
    z = analysis.against_chains().query("measure != 'mean turns'")["z"]
    assert abs(z.mean()) < 0.3
    assert 0.75 < z.std() < 1.3
    turns = analysis.against_chains().query("measure == 'mean turns'")["z"]
    assert abs(turns.mean()) < 0.5


def test_independent_games_do_not_agree_with_the_authors_counts():
    kept = published.authors_series().query("games == 500 and first_mover == 1").set_index("number_2")
    cells = results.cells("as run, independent").query("mover == 11").set_index("other")
    differ = [abs(cells.loc[k, "wins_mover"] - kept.loc[k, "wins_1"]) for k in (1, 2, 5)]
    assert max(differ) > 60


def test_trait_model_recovers_known_odds(monkeypatch):
    rng = np.random.default_rng(1)
    cells = pd.DataFrame([(i, j) for i in range(16) for j in range(16)], columns=["mover", "other"])
    carry = cells["mover"] // 8 - cells["other"] // 8
    chance = 1 / (1 + np.exp(-(0.3 - 0.8 * carry)))
    cells["wins_mover"] = rng.binomial(500, chance)
    cells["wins_other"] = 500 - cells["wins_mover"]
    monkeypatch.setattr(results, "cells", lambda reading: cells)
    found = analysis.trait_effects("described", interactions=False).set_index("term")
    assert found.loc["carry", "odds_ratio"] == pytest.approx(np.exp(-0.8), rel=0.03)
    assert found.loc["moves first", "low"] < np.exp(0.3) < found.loc["moves first", "high"]
    assert found.loc["survival", "p_holm"] > 0.01


def test_every_departure_has_a_short_name():
    assert list(settings.DEPARTURE_LABELS) == list(ABOUT)
    assert len(set(settings.DEPARTURE_LABELS.values())) == len(ABOUT)


def test_departures_are_compared_with_their_base():
    moved = analysis.departure_effects()
    assert len(moved) == 3 * (len(ABOUT) + 1)
    assert (moved[moved["departure"] == ""]["win_change"] == 0).all()
    ties = moved.set_index(["base", "departure"])["order_change"]
    assert ties.abs().max() > 0
    changes = analysis.departure_changes()
    assert len(changes) == 4 * 3 * len(ABOUT) and set(changes["base"]) == set(settings.READINGS)
    late = changes.query("base == 'as run, chained' and departure == 'late_continents' and measure == 'order'").iloc[0]
    assert late["low"] < late["change"] == ties["as run, chained", "late_continents"] < late["high"]


def test_line_ups_hold_different_personalities_and_repeat():
    drawn = results.lineups(5, 20)
    assert all(len(set(row)) == 5 for row in drawn)
    assert (drawn == results.lineups(5, 20)).all()


def test_steepest_fall_finds_a_collapse_and_an_even_decline():
    even = pd.DataFrame({"duration": np.arange(1, 101), "eliminated": True})
    assert analysis.steepest_fall(even)[0].value < 0.6
    late = pd.DataFrame({"duration": np.r_[np.arange(1, 41), np.full(60, 90)], "eliminated": True})
    fall, when = analysis.steepest_fall(late)
    assert fall.value == 1 and when in range(87, 91)


def test_verdicts_follow_the_interval():
    assert ledger._sign_verdict(Interval(2, 1, 3, 9), True) == "reproduced"
    assert ledger._sign_verdict(Interval(-2, -3, -1, 9), True) == "contradicted"
    assert ledger._sign_verdict(Interval(1, -1, 3, 9), True) == "undecided"


def test_the_ledger_has_every_claim_under_every_reading():
    rows = ledger.rows()
    for claim in ("GP1", "GP2", "GP3", "GP4", "GP5"):
        readings = {row.reading for row in rows if row.claim == claim}
        assert set(settings.READINGS) <= readings
    by_key = {(row.claim, row.part, row.reading, row.size): row for row in rows}
    assert by_key["GP2", "second", "recounted", "published"].verdict == "contradicted"
    assert by_key["GP3", "AI4 first", "recounted", "published"].ours == -56
    assert by_key["GP3", "AI3 first", "recounted", "published"].ours == 121


def test_a_quick_table_is_computed_block_by_block(home, monkeypatch):
    monkeypatch.delenv("RISKKIT_STORED_ONLY")
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    monkeypatch.setattr(settings, "CELLS", ((0, 1), (1, 0)))
    found = results.games("as run, independent", workers=1)
    assert len(found) == 20 and set(found["outcome"]) <= {-1, 0, 1}
    assert results.cells("as run, independent", workers=1)["games"].tolist() == [10, 10]
    assert listing.contents()["name"].str.startswith("graph_personalities").all()


def test_plots_return_axes_with_labels():
    matrix = pd.DataFrame(np.linspace(0, 1, 256).reshape(16, 16))
    assert draw.plot_table(matrix).get_ylabel() == "personality that moves first"
    order = pd.DataFrame({"advantage": [0.1, -0.1], "low": [0.05, -0.2], "high": [0.2, 0.1], "p_holm": [0.01, 1]})
    assert len(draw.plot_order(order).containers) == 2
    empty = pd.DataFrame(columns=["group", "turn", "survival", "low", "high", "at_risk"])
    assert draw.plot_survival(empty).texts[0].get_text() == "no decided game"
    forest = pd.DataFrame({"what": ["a", "b"], "odds": [1.0, 2.0], "low": [0.5, 1.5], "high": [2.0, 3.0]})
    ax = draw.plot_forest(forest, label="what", value="odds", reference=1, log=True, xlabel="Odds")
    assert ax.get_xscale() == "log" and [t.get_text() for t in ax.get_yticklabels()] == ["a", "b"]
