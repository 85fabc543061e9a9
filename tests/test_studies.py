"""One shape for every study."""

import importlib
from pathlib import Path

import pytest

from riskkit import studies

ALLOWED = {*studies.PARTS, "__init__", "loops"}
OWN = {
    "battle_odds": set(),
    "deep_q_attack": {"exact", "networks", "published"},
    "graph_personalities": {"players", "published"},
    "minimax_genetic": {"play"},
    "overview": set(),
    "search_agents": set(),
    "strategy_switching": set(),
    "td_lambda": {"settling"},
}
"""What a study has beside the parts that all studies share."""


@pytest.mark.parametrize("study", studies.names())
def test_the_same_file_names_mean_the_same_in_every_study(study):
    folder = importlib.import_module(f"riskkit.studies.{study}").__path__[0]
    there = {file.stem for file in Path(folder).iterdir() if not file.name.startswith("__pycache__")}
    assert there - ALLOWED <= OWN.get(study, set())
    assert "settings" in there


def test_a_study_without_settings_is_refused_by_name(tmp_path, monkeypatch):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "__init__.py").write_text("")
    monkeypatch.setattr(studies, "__path__", [*studies.__path__, str(tmp_path)])
    assert "toy" in studies.names()
    with pytest.raises(studies.StudyError, match="riskkit/studies/toy has no settings.py"):
        studies.part("toy", "figures")


def test_a_toy_study_is_a_folder(tmp_path, monkeypatch):
    (tmp_path / "toy_study").mkdir()
    (tmp_path / "toy_study" / "__init__.py").write_text("")
    (tmp_path / "toy_study" / "settings.py").write_text("SEED = 1\n")
    (tmp_path / "toy_study" / "claims.py").write_text("def rows():\n    return []\n")
    monkeypatch.setattr(studies, "__path__", [*studies.__path__, str(tmp_path)])
    assert studies.part("toy_study", "settings").SEED == 1
    assert studies.part("toy_study", "figures") is None
    assert studies.part("toy_study", "claims").rows() == []


@pytest.mark.parametrize(("study", "part"), [("td_lamda", "figures"), ("td_lambda", "figure")])
def test_unknown_names_are_answered_with_the_nearest(study, part):
    with pytest.raises(ValueError, match="td_lambda|figures"):
        studies.part(study, part)
