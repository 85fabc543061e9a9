"""The agents that a line-up can name."""

import os
import shutil
import subprocess
import sys

import pytest

import riskkit as rk
from riskkit.agents.weights import files as weights
from riskkit.results import paths
from riskkit.studies.deep_q_attack.settings import RULES


def test_the_catalogue_lists_every_agent_once_with_its_study_and_what_it_does():
    found = rk.agents.catalogue()
    assert sorted(found["name"]) == rk.agents.available()
    assert set(found["study"]) <= {*rk.claims.studies(), "league", ""}
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


NEWCOMER = """
from riskkit.agents.base import agent
from riskkit.agents.shared.common import first_legal

@agent("{name}", registered=True, source="here", study="league")
def newcomer(state, board, rules, seat):
    \"\"\"Plays the first legal action.\"\"\"
    return first_legal(state, board, rules)
"""
LISTED = """
import riskkit as rk
found = rk.agents.catalogue().set_index("name").loc["newcomer"]
print(found["about"], "newcomer" in rk.agents.BUILT_IN, "newcomer" in [agent.name for agent in rk.league.members()])
"""


@pytest.fixture
def with_newcomer(tmp_path):
    """Return a function that runs code with a copy of the package to which one file with an agent was added."""

    def run(code, name):
        shutil.copytree(paths.PACKAGE, tmp_path / "riskkit", ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "riskkit" / "agents" / "newcomer.py").write_text(NEWCOMER.format(name=name))
        env = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, cwd=tmp_path)

    return run


def test_an_agent_in_a_file_of_its_own_is_found_listed_and_a_member_of_the_league(with_newcomer):
    done = with_newcomer(LISTED, "newcomer")
    assert done.stdout == "Plays the first legal action True True\n", done.stderr


@pytest.mark.parametrize(
    ("taken", "message"),
    (
        ("vanguard", "'vanguard' of riskkit.agents.newcomer is registered already, see riskkit.agents.vanguard"),
        ("td_lambda", "'td_lambda' is registered, and weights of that name are shipped"),
    ),
)
def test_two_agents_with_one_name_are_refused_by_name(with_newcomer, taken, message):
    done = with_newcomer("import riskkit.agents", taken)
    assert f"TakenNameError: two agents with one name: {message}" in done.stderr
