"""The study of battle odds, its ledger rows and its plots."""

import matplotlib
import numpy as np
import pandas as pd
import pytest

import riskkit.odds as odds
from riskkit.claims import ledger as claims
from riskkit.plots import odds as draw
from riskkit.studies.battle_odds import analysis as study
from riskkit.studies.battle_odds import claims as ledger
from riskkit.studies.battle_odds import settings

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


def test_ledger_has_both_sources_and_their_verdicts():
    ledger = claims.table("battle_odds")
    assert set(ledger["claim"]) == {"BO1"}
    osborne = ledger[ledger["part"].str.startswith("Osborne")]
    assert len(osborne) == 2 and set(osborne["verdict"]) == {"reproduced"}
    tan = ledger[ledger["part"].str.startswith("Tan")].set_index("reading")["verdict"]
    assert tan["as printed"] == "reproduced"
    assert set(tan["as the odds of the dice"]) == {"contradicted"}
    assert claims.summary(ledger)["verdict"].tolist() == ["reproduced"]


def test_every_part_of_the_ledger_can_fail(monkeypatch):
    monkeypatch.setattr(ledger, "OSBORNE_LOSSES", {key: value + 0.01 for key, value in settings.OSBORNE_LOSSES.items()})
    table, rolls = study.osborne(), study.tan_rolls()
    monkeypatch.setattr(ledger, "osborne", lambda: table.assign(agrees=table["agrees"] & (table["attackers"] < 10)))
    monkeypatch.setattr(ledger, "tan_rolls", lambda: rolls.assign(units=2, exact=rolls["printed"]))
    verdicts = [row.verdict for row in ledger.rows()]
    assert verdicts == ["contradicted", "contradicted", "contradicted", "reproduced", "contradicted"]


def test_the_rule_of_86_percent_is_safe_and_never_tight():
    rule = study.even_attackers(1000)
    assert rule["slack"].min() >= 1
    assert rule["slack"].iloc[-1] > rule["slack"].iloc[:100].max()
    assert ((rule["needed"] - rule["unlimited"]).between(0, 2)).all()


def test_stops_trade_chance_for_armies():
    stops = study.stops(10, 8)
    assert stops["win"].is_monotonic_decreasing and stops["attackers_lost"].is_monotonic_decreasing
    assert (stops["kept"] <= stops["stop"]).all()


def test_thresholds_are_the_worst_battles_allowed():
    worst = study.thresholds(6).set_index(["rule", "defenders"])
    assert worst.loc[("2 more", 3), "armies"] == 5
    assert worst.loc[("2 more", 3), "win"] == odds.win_probability(4, 3)
    chosen = worst.loc["win chance of one half"]
    assert (chosen["win"] >= 0.5).all()
    assert set(settings.USERS) == set(worst.index.get_level_values(0))


def test_play_at_a_fork_is_never_better_than_the_best():
    plays = study.fork_play(((2,), (3,)), 9).pivot(index="attackers", columns="play", values="win")
    assert (plays["any branch and dice at each roll"] >= plays["one branch after the other"] - 1e-14).all()


def test_simulation_is_reproducible_and_close():
    once = study.simulation(6, 5, 20_000, seed=3)
    pd.testing.assert_frame_equal(once, study.simulation(6, 5, 20_000, seed=3))
    assert once["rolled"].sum() == pytest.approx(1) and once["z"].abs().max() < 4.5


def test_heat_map_shows_every_chance_and_the_even_line():
    table = study.attack_table(6, 5)
    ax = draw.plot_heat(table)
    assert np.allclose(ax.images[0].get_array(), 100 * table.to_numpy())
    assert sorted(text.get_text() for text in ax.texts) == sorted(
        f"{100 * value:.0f}" for value in table.to_numpy().ravel()
    )
    x, y = ax.lines[-1].get_data()
    for d in range(1, 6):
        height = y[(x > d - 0.6) & (x < d + 0.6)]
        first = odds.attackers_needed(d, 0.5) - 0.5
        assert first in height
    assert "defenders" in ax.get_xlabel() and "attackers" in ax.get_ylabel()


def test_survivors_are_drawn_with_all_their_probability():
    ends = odds.survivors(6, 5)
    ax = draw.plot_survivors(ends)
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(1)
    left = sum(bar.get_height() for bar in ax.patches if bar.get_x() < -0.5)
    assert left == pytest.approx(1 - odds.win_probability(6, 5))


def test_curves_chain_stops_and_agreement_draw_their_data():
    advantage = study.advantage(8)
    ax = draw.plot_curves(advantage, "armies", "win", "reading", xlabel="Armies", ylabel="Chance", even=True)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(settings.READINGS)
    exact = advantage[advantage["reading"] == "exact"]
    assert np.array_equal(ax.lines[-1].get_ydata(), exact["win"])
    chain = odds.chain(9, [3, 2])
    assert np.array_equal(draw.plot_chain(chain.territories).lines[0].get_ydata(), chain.reached)
    stops = study.stops(6, 4)
    assert [text.get_text() for text in draw.plot_stops(stops).texts] == [str(k) for k in range(6)]
    rolled = study.simulation(4, 3, 2000, seed=1)
    assert len(draw.plot_agreement(rolled).patches) == len(rolled)


def test_a_plot_says_which_columns_it_lacks():
    with pytest.raises(ValueError, match=r"lacks the columns \['reached'\]"):
        draw.plot_chain(pd.DataFrame({"defenders": [1]}))
