"""No change of play passes unnoticed: golden games of every agent, golden samples of every loop."""

import importlib.util
from pathlib import Path

import pytest

from riskkit import agents
from riskkit.engine import VERSIONS
from riskkit.results import store

_spec = importlib.util.spec_from_file_location("golden", Path(__file__).resolve().parents[1] / "tools" / "golden.py")
golden = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(golden)
STORED = golden.stored()
SAY = "raise its version and run 'python tools/golden.py --write'"


def test_the_engine_has_the_versions_of_its_golden_games():
    assert STORED["engine"] == VERSIONS, "run 'python tools/golden.py --write'"


def test_every_agent_and_every_loop_has_golden_games():
    assert set(agents.BUILT_IN) == set(STORED["agents"]), "run 'python tools/golden.py --write'"
    assert set(golden.loops()) == set(STORED["loops"]), "run 'python tools/golden.py --write'"


@pytest.mark.parametrize("name", agents.BUILT_IN)
def test_an_agent_plays_its_golden_games(name):
    assert golden.agent_entry(name) == STORED["agents"][name], f"{name} plays otherwise than before: {SAY}"


@pytest.mark.parametrize("name", sorted(STORED["loops"]))
def test_a_loop_gives_its_golden_sample(name):
    loop = golden.loops()[name]
    assert golden.loop_entry(loop) == STORED["loops"][name], f"{name} gives other results than before: {SAY}"


def present(part):
    """Return the version of what a stored table names, as it is now (None for what is not there any more)."""
    kind, name = part.split(" ", 1)
    if kind == "engine":
        return VERSIONS.get(name)
    if kind == "loop":
        return golden.loops()[name].version if name in golden.loops() else None
    return agents.get(name).version if name in agents.available() else 1


def test_every_stored_table_was_made_by_the_present_versions():
    for file, about in store.described():
        versions = {part: present(part) for part in about["versions"]}
        assert versions == about["versions"], f"{file.name}: run 'make figures'"


def test_a_board_that_comes_with_riskkit_stays_as_it_is():
    assert golden.board_digests() == STORED["boards"], "tables name it: give a changed board a new name"


def test_a_change_without_a_raised_version_is_refused():
    old = {"engine": {"turns": 1, "cards": 1}, "boards": {"b": "1"}, "loops": {"l": {"version": 1, "sample": "1"}}}
    old |= {"agents": {"a": {"version": 1, "games": {"x": "1"}}}}
    now = {**old, "cases": {"x": {"turns"}}}
    other = {**now, "agents": {"a": {"version": 1, "games": {"x": "2"}}}}
    assert golden.unraised(old, now) == []
    assert golden.unraised(old, other) == ["agent a"]
    assert golden.unraised(old, {**now, "agents": {"a": {"version": 2, "games": {"x": "2"}}}}) == []
    assert golden.unraised(old, {**other, "engine": {"turns": 2, "cards": 1}}) == []
    assert golden.unraised(old, {**other, "engine": {"turns": 1, "cards": 2}}) == ["agent a"]
    assert golden.unraised(old, {**now, "engine": {"turns": 0, "cards": 1}}) == ["engine turns"]
    assert golden.unraised(old, {**now, "boards": {"b": "2"}}) == ["board b"]
    assert golden.unraised(old, {**now, "loops": {"l": {"version": 1, "sample": "2"}}}) == ["loop l"]
