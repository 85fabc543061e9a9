"""Rules as data: refusals that say what is right, and round trips."""

import json
from dataclasses import fields

import pytest

import riskkit as rk
from riskkit.engine.fields import Fields, word
from riskkit.rules import RULE_SETS, Rules, record

CHOICES = {spec.name: spec.metadata["choices"] for spec in fields(Fields) if "choices" in spec.metadata}


@pytest.mark.parametrize("name", sorted(RULE_SETS))
@pytest.mark.parametrize("players", range(2, 7))
def test_every_named_set_is_complete_and_survives_json(name, players):
    rules = Rules.named(name)
    assert rules.name == name
    again = Rules.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert again == rules and hash(again) == hash(rules)
    assert record(rules, players).tobytes() == record(again, players).tobytes()


@pytest.mark.parametrize(
    "change,error,words",
    [
        ({"starting_armies": -1}, ValueError, "starting_armies.*-1"),
        ({"starting_armies": 2.5}, TypeError, "starting_armies.*2.5"),
        ({"starting_armies": (1, 2)}, ValueError, "5 numbers"),
        ({"starting_armies": True}, TypeError, "starting_armies"),
        ({"claim": "randon"}, ValueError, "random"),
        ({"fortify": "conected"}, ValueError, "connected"),
        ({"attacker_dice": 5}, ValueError, "from 1 to 4"),
        ({"dice_sides": 1}, ValueError, "dice_sides"),
        ({"cards": 1}, TypeError, "True or False"),
        ({"turn_cap": 0}, ValueError, "never"),
        ({"first": 6}, ValueError, "first"),
        ({"set_values": ()}, ValueError, "set_values"),
        ({"set_values": (4, -6)}, ValueError, "-6"),
        ({"income_divisor": 0}, ValueError, "income_divisor"),
        ({"starting_army": 3}, ValueError, "starting_armies"),
    ],
)
def test_wrong_rules_are_refused(change, error, words):
    with pytest.raises(error, match=words):
        Rules.classic(**change)


def test_the_name_says_which_set_the_rules_are():
    assert Rules().name == "classic" and Rules.minimax().replace(turn_cap=9).name == "changed from minimax"
    assert Rules.classic(turn_cap=9).replace(turn_cap=Rules().turn_cap).name == "classic"
    assert Rules.from_dict({**Rules.search().to_dict(), "name": "classic"}).name == "search"
    with pytest.raises(ValueError, match="rule 'name'"):
        Rules.classic(name="minimax")
    with pytest.raises(TypeError, match=r"not of 'minimax': .*Rules\.named"):
        Rules("minimax")


def test_the_record_has_every_field_by_its_name():
    rules = Rules.classic(first=2, order="shuffled", dice_sides=8, set_values=(3, 5), fortify="anywhere")
    made = record(rules, 4)
    assert {spec.name for spec in fields(Rules)} <= set(made.dtype.names)
    numbers = {name: int(made[name][0]) for name in ("first", "order", "dice_sides", "set_count", "fortify")}
    assert numbers == {"first": 2, "order": 1, "dice_sides": 8, "set_count": 2, "fortify": 3}
    assert made["starting_armies"][0] == 30 and list(made["set_values"][0][:3]) == [3, 5, 0]
    assert record(Rules(), 3)["first"][0] == -1


def test_unknown_rule_sets_name_the_nearest():
    with pytest.raises(ValueError, match="strategy_switching"):
        Rules.named("strategy_swiching")


@pytest.mark.parametrize("players", [1, 7])
def test_one_or_seven_players_are_refused(players):
    with pytest.raises(ValueError, match=f"2 to 6 players, not {players}"):
        rk.match(["random"] * players, 1)


def test_starting_seat_must_exist():
    with pytest.raises(ValueError, match="seat 3, but 3 players"):
        rk.match(["random"] * 3, 1, first=3)


@pytest.mark.parametrize("field", sorted(CHOICES))
def test_every_choice_can_be_played(field):
    for value in map(word, CHOICES[field]):
        if (field, value) == ("claim", "given"):
            continue
        rules = Rules.classic(neutral=False, **{field: value})
        games = rk.match(["random", "aggressive"], 5, rules=rules.replace(turn_cap=60), workers=1)
        assert len(games) == 5


def test_the_army_cap_holds_and_extra_armies_are_lost():
    rules = Rules.classic(army_cap=3, turn_cap=60)
    series = rk.match(["passive", "passive", "passive"], 3, rules=rules, record=True).series
    assert (series["armies"] <= 3 * series["territories"]).all()
    assert (series["armies"] == 3 * series["territories"]).any()


def test_a_conquest_bonus_comes_with_the_next_turn():
    rules = Rules.classic(conquest_bonus=50, neutral=False, turn_cap=30, cards=False)
    plain = rules.replace(conquest_bonus=0)
    with_bonus = rk.match(["search.nearly_pacifist", "passive"], 1, rules=rules, record=True).series
    without = rk.match(["search.nearly_pacifist", "passive"], 1, rules=plain, record=True).series
    mover = with_bonus[with_bonus["mover"] == with_bonus["seat"]]
    own = mover[mover["seat"] == 0].reset_index(drop=True)
    conquered = own["conquests"].shift(1, fill_value=0) > 0
    assert conquered.any()
    assert (own.loc[conquered, "received"] >= 53).all()
    assert (own.loc[~conquered, "received"] < 50).all()
    assert without["received"].max() < 50


def test_a_given_position_is_played():
    board = rk.boards.grid(1, 3)
    games = rk.match(
        ["search.aggressive", "search.passive"], 3, board=board, rules=Rules.search(), position=([0, 1, 1], [5, 1, 1])
    )
    assert (games["winner"] == 0).all()
    assert games["turns"].nunique() == 1


@pytest.mark.parametrize(
    "position,words",
    [
        (([0, 1, 2], [1, 1, 1]), "seats 0 to 1"),
        (([0, 1, 1], [1, 0, 1]), "r0c1 has 0"),
        (([0, 1], [1, 1]), "3 whole numbers"),
        (([0, 1, 1], [1.5, 1, 1]), "whole numbers"),
    ],
)
def test_wrong_positions_are_refused(position, words):
    with pytest.raises(ValueError, match=words):
        rk.match(["random", "random"], 1, board=rk.boards.grid(1, 3), rules=Rules.search(), position=position)


def test_position_and_rules_must_agree():
    with pytest.raises(ValueError, match="claim='given'"):
        rk.match(["random", "random"], 1, rules=Rules.search())


def test_no_count_overflows_however_many_armies_come():
    from riskkit.engine.types import MOST_ARMIES

    rules = Rules.classic(income_minimum=10**6, turn_cap=600)
    series = rk.match(["passive", "search.passive"], 2, rules=rules, record=True).series
    assert series["armies"].min() >= 0
    assert (series.groupby("seat")["armies"].max()[:2] == MOST_ARMIES).all()
