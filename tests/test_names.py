"""The agents that a line-up can name."""

import pytest

import riskkit as rk
from riskkit.agents.weights import files as weights
from riskkit.studies.deep_q_attack.results import RULES


def test_the_catalogue_lists_every_agent_once_with_its_study_and_what_it_does():
    found = rk.agents.catalogue()
    assert sorted(found["name"]) == rk.agents.available()
    assert set(found["study"]) == {
        *("strategy_switching", "td_lambda", "deep_q_attack", "graph_personalities"),
        *("minimax_genetic", "search_agents", "league", ""),
    }
    assert found["about"].str.len().min() > 10 and (found["source"] != "").all()
    numbered = [name for name in found["name"] if name.startswith("personality")]
    assert numbered == [f"personality {number}" for number in range(16)]


def test_a_trained_agent_is_named_in_a_line_up():
    rules = RULES["mixed"]
    by_name = rk.match(["td_lambda", "deep_q_simple"], 20, 3, rules=rules, workers=1)
    loaded = rk.match([rk.agents.load("td_lambda"), rk.agents.load("deep_q_simple")], 20, 3, rules=rules, workers=1)
    assert by_name.equals(loaded)


def test_trained_agents_come_with_the_package_also_where_the_results_are_elsewhere(home):
    assert not (home / "data" / "results" / "weights").exists()
    assert "deep_q_simple" in weights.shipped() and rk.agents.get("deep_q_simple").name == "deep_q_simple"


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match="deep_q_simple"):
        rk.match(["deep_q_simpel", "random"], 1)


def test_an_agent_of_other_parameters_keeps_its_version():
    mine = rk.Agent("mine", rk.agents.get("random").function, version=3)
    assert mine.with_parameters([1.0], name="other").version == 3
