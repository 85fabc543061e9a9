import dataclasses
import types

import pytest

from riskkit import __main__ as command_line
from riskkit.claims import ledger as claims
from riskkit.report import readme

ROW = claims.Row(
    claim="TD3",
    part="",
    reading="described",
    size="published",
    statement="the win rate is close to 1",
    published="0.6-0.65",
    ours=0.97,
    low=0.95,
    high=0.98,
    n=500,
    verdict="reproduced",
    reason="the interval lies above 0.9",
    notebook="04_td_lambda",
)


def row(**changes):
    return dataclasses.replace(ROW, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"verdict": "reproducd"}, "did you mean 'reproduced'"),
        ({"size": "full"}, "known are published, settling"),
        ({"low": None}, "both ends"),
        ({"low": 0.99}, "upside down"),
        ({"n": -1}, "0 or more"),
        ({"reason": ""}, "needs a statement and a reason"),
    ],
)
def test_a_malformed_row_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        row(**changes)


@pytest.mark.parametrize(
    ("rows", "verdict", "readings"),
    [
        ([row()], "reproduced", "described"),
        ([row(), row(part="turns", verdict="contradicted")], "contradicted", "described"),
        ([row(), row(part="turns", verdict="undecided")], "undecided", "described"),
        ([row(), row(part="turns", verdict="not testable")], "reproduced", "described"),
        ([row(verdict="not testable")], "not testable", "described"),
        # the settling size overrules the published one
        ([row(verdict="undecided"), row(size="settling")], "reproduced", "described"),
        ([row(), row(size="settling", verdict="contradicted")], "contradicted", "described"),
        # one reading that reproduces the claim is enough, and is named
        ([row(verdict="contradicted"), row(reading="as run")], "reproduced", "as run"),
        ([row(), row(reading="as run")], "reproduced", "every reading"),
        ([row(verdict="undecided"), row(reading="as run", verdict="contradicted")], "contradicted", "as run"),
    ],
)
def test_one_verdict_a_claim(rows, verdict, readings):
    assert claims.overall(claims.frame(rows)) == (verdict, readings)
    line = claims.summary(claims.frame(rows)).iloc[0]
    assert (line["verdict"], line["readings"], line["rows"]) == (verdict, readings, len(rows))


def test_the_ledger_keeps_the_order_of_the_published_claims():
    found = claims.frame([row(claim="BO1"), row(claim="SS1"), row(claim="TD3", part="b"), row(part="a")])
    assert found["claim"].tolist() == ["SS1", "TD3", "TD3", "BO1"]
    assert found["part"].tolist() == ["", "b", "a", ""]


def test_markdown_has_a_line_a_claim_and_links_its_notebook():
    text = readme.verdicts(claims.summary(claims.frame([row(), row(claim="SS3")])))
    lines = text.splitlines()
    assert len(lines) == 4
    assert "**reproduced**" in lines[2] and "(notebooks/04_td_lambda.ipynb)" in lines[2]
    assert lines[2].startswith("| TD3 ") or lines[2].startswith("| SS3 ")


@pytest.fixture
def two_studies(monkeypatch):
    modules = {"td_lambda": types.SimpleNamespace(rows=lambda: [row()]), "battle_odds": None}
    monkeypatch.setattr(claims, "studies", lambda: sorted(modules))
    monkeypatch.setattr(claims, "module", modules.get)
    return modules


def test_the_table_collects_every_study_present(two_studies):
    assert claims.studies() == ["battle_odds", "td_lambda"]
    assert claims.table()["claim"].tolist() == ["TD3"]
    assert claims.table("battle_odds").empty


def test_claims_without_a_row_are_found(two_studies):
    assert claims.missing()["claim"].tolist() == ["TD1", "TD2", "TD4", "TD5", "BO1"]


def test_rows_of_unknown_claims_are_refused(two_studies):
    two_studies["td_lambda"].rows = lambda: [row(claim="TD33")]
    with pytest.raises(ValueError, match="unknown claim in study td_lambda 'TD33'"):
        claims.table()


def test_no_finished_study_leaves_a_claim_without_a_row(stored_only):
    finished = [name for name in claims.studies() if claims.module(name)]
    missing = claims.missing()
    assert missing[missing["study"].isin(finished)]["claim"].tolist() == []


def test_a_study_without_claims_is_said_in_a_sentence(two_studies, stored_only, capsys):
    assert command_line.main(["claims", "battle_odds"]) == 0
    assert capsys.readouterr().out == "battle_odds tests no published claim.\n"
