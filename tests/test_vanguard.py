"""Vanguard: its odds are the exact ones, and what it gains by them."""

import numpy as np
import pandas as pd
import pytest

import riskkit as rk
from riskkit import league
from riskkit.agents import vanguard
from riskkit.league import analysis, search
from riskkit.league.results import tuning, variants


def table(**rules):
    board = rk.boards.classic()
    data = vanguard.make().prepared(board, rk.Rules.classic(**rules))
    return data[len(vanguard.WEIGHTS) :].reshape(vanguard.MOST + 1, vanguard.MOST + 1, 2)


def test_its_odds_are_the_exact_ones_of_the_rules_in_play():
    found = table()
    assert found[1:, 1:, 0] == pytest.approx(rk.odds.table(vanguard.MOST, vanguard.MOST), abs=1e-12)
    battle = rk.odds.battle(10, 7)
    left = battle.goal.sum(axis=1)
    assert found[10, 7, 1] == pytest.approx(left @ np.arange(len(left)) / battle.win)
    dice = rk.odds.Dice(ties="attacker")
    assert table(ties="attacker")[1:, 1:, 0] == pytest.approx(rk.odds.table(40, 40, dice=dice), abs=1e-12)
    certain = table(battle="certain")
    assert certain[9, 5].tolist() == [1, 4] and certain[5, 5].tolist() == [0, 0]


def test_large_battles_are_scaled_to_the_table():
    data = vanguard.make().prepared(rk.boards.classic(), rk.Rules.classic())
    won, left = vanguard._expect(data, 400, 100)
    small_won, small_left = vanguard._expect(data, 40, 10)
    assert (won, left) == (small_won, 10 * small_left)
    assert vanguard._expect(data, 0, 5) == (0.0, 0.0)


@pytest.mark.parametrize("name", ["personality 4", "personality 5", "pacifist", "random"])
def test_it_beats_the_best_of_the_other_agents(name):
    found = league.meet(vanguard.make(), rk.agents.get(name), 50)
    assert found["wins"].sum() > 80


def test_it_plays_other_rules_and_boards():
    for rules, board in [
        (rk.Rules.classic(battle="certain", turn_cap=200), None),
        (rk.Rules.named("personalities"), None),
        (rk.Rules.named("td_and_deep_q"), None),
        (rk.Rules.named("minimax"), rk.boards.grid()),
    ]:
        games = rk.match(["vanguard", "random"], 10, seed=3, rules=rules, board=board)
        assert (games["winner"] == 0).sum() >= 7


def test_unknown_weights_are_named():
    with pytest.raises(ValueError, match="unknown weight 'teritory': did you mean 'territory'"):
        vanguard.make(teritory=2)


def test_its_weights_are_those_that_the_search_ended_with(stored_only):
    assert analysis.found_weights(tuning()) == vanguard.WEIGHTS


def test_a_point_of_the_search_is_a_set_of_weights():
    assert search.weights_of(np.zeros(8)) == pytest.approx(vanguard.HAND)
    found = search.weights_of(np.full(8, np.log(2)))
    assert found["loss"] == pytest.approx(2 * vanguard.HAND["loss"]) and found["territory"] == 1
    assert found["least"] / (1 - found["least"]) == pytest.approx(2 * 0.6 / 0.4)


def test_the_search_repeats_and_its_variants_are_counted(home):
    table = tuning(2, 2)
    pd.testing.assert_frame_equal(table, search.run(2, 2))
    assert (table["games"] == 16).all() and table["best"].ge(table["mean"]).all()
    rows = analysis.variants(variants(4))
    itself = rows[(rows["variant"] == "as it is") & (rows["opponent"] == "vanguard")]
    assert itself["points"].item() == 0.5 and (rows["games"] == 8).all()
