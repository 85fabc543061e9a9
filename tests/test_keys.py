"""What a key is made of: what differs from the usual, and what was raised."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskkit as rk
from riskkit import boards, rules
from riskkit.agents.base import agent
from riskkit.results import keys


@dataclasses.dataclass(frozen=True)
class Bot:
    rate: float = 0.1
    steps: int = 2
    values: tuple = (1, 2)


@dataclasses.dataclass(frozen=True)
class Grown:
    rate: float = 0.1
    steps: int = 2
    values: tuple = (1, 2)
    neutral: bool = False


def key(**settings):
    return keys.made(settings).key


def test_only_what_differs_from_the_default_is_in_a_key():
    assert keys.parts(Bot(steps=3)).key == {"steps": 3}
    assert keys.parts(Bot()).whole == {"rate": 0.1, "steps": 2, "values": [1, 2]}
    assert key(bot=Bot(steps=3)) == key(bot=Grown(steps=3)) != key(bot=Grown(steps=3, neutral=True))


@given(st.dictionaries(st.text(min_size=1), st.integers() | st.floats(allow_nan=False) | st.text(), min_size=1))
def test_every_setting_counts_and_their_order_does_not(settings):
    made = keys.made(settings)
    assert keys.made(dict(reversed(settings.items()))) == made and len(made.key) == 12
    for name in settings:
        assert keys.made({**settings, name: ["another"]}).key != made.key


def test_a_new_neutral_field_of_the_rules_orphans_nothing():
    classic = keys.parts(rk.Rules())
    assert classic.key == {} and keys.parts(rk.Rules.classic(wilds=3)).key == {"wilds": 3}
    assert classic.versions == {"engine turns": 1, "engine dice": 1, "engine cards": 1, "engine placement": 1}


def test_the_label_of_rules_is_in_no_key():
    assert key(rules=rk.Rules.classic()) == key(rules=rk.Rules.named("classic"))


def test_a_raised_aspect_touches_only_games_that_have_it(monkeypatch):
    with_cards, without = rk.Rules.classic(), rk.Rules.classic(cards=False)
    before = key(rules=with_cards), key(rules=without)
    monkeypatch.setitem(rules.VERSIONS, "cards", 2)
    after = key(rules=with_cards), key(rules=without)
    assert before[0] != after[0] and before[1] == after[1]


def test_every_aspect_is_brought_into_play_by_some_rules():
    chosen = [rk.Rules.named(name) for name in rules.RULE_SETS]
    assert {aspect for each in chosen for aspect in rules.aspects(each)} == set(rules.VERSIONS)


def test_a_board_is_known_by_what_affects_play():
    board = boards.three_lands()
    moved = dataclasses.replace(board, coordinates=tuple((x + 1, y) for x, y in board.coordinates))
    richer = dataclasses.replace(board, continents=(board.continents[0]._replace(bonus=9), *board.continents[1:]))
    assert key(board=board) == key(board=moved) != key(board=richer)


def test_a_registered_agent_is_known_by_name_and_version():
    known = rk.agents.get("vanguard")
    assert keys.parts(known).key == {"agent": "vanguard"} and keys.parts(known).versions == {"agent vanguard": 1}
    raised = dataclasses.replace(known, version=2)
    assert key(agents=[known]) != key(agents=[raised])
    changed = known.with_parameters(np.append(known.parameters[:-1], 0.123))
    assert key(agents=[known]) != key(agents=[changed])


def test_a_trained_agent_does_not_enter_by_its_numbers():
    assert keys.parts(rk.agents.get("deep_q_simple")).key == {"agent": "deep_q_simple"}


def test_an_agent_of_ones_own_is_known_by_its_source():
    def made(kernel):
        return agent("mine")(kernel)

    def one(state, board, rules, seat):
        return np.int64(-1)

    def two(state, board, rules, seat):
        return np.int64(-2)

    assert key(agent=made(one)) == key(agent=made(one)) != key(agent=made(two))


def test_what_has_no_plain_form_is_named():
    with pytest.raises(TypeError, match=r"settings.pool must be made of numbers, text.*not set"):
        keys.made({"pool": {1, 2}})
    with pytest.raises(TypeError, match="must be str, not 1"):
        keys.made({"by": {1: 2}})
    with pytest.raises(ValueError, match="version of study.x must be"):
        keys.Loop("study.x", 0, dict)


def test_changed_settings_are_listed_and_new_ones_passed_over():
    then = {"rules": {"cards": True}, "values": [1, 2], "seed": 3}
    assert keys.changed({**then, "more": 1}, then) == []
    now = {"rules": {"cards": False}, "values": [1, 3], "seed": 3}
    assert keys.changed(now, then) == ["rules.cards: True, now False", "values[1]: 2, now 3"]
