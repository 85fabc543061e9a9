"""Every number that prose states is the computed one, or one that is said not to be computed."""

import json

import pytest

from riskkit import studies
from riskkit.report import prose

STATING = studies.parts("numbers")


@pytest.mark.notebook
@pytest.mark.parametrize("study", STATING)
def test_marked_numbers_are_the_computed_ones(study, stored_only):
    found = STATING[study]
    values = found.values()
    for file in prose.files(found):
        assert prose.wrong(file, values) == [], f"{file.name}: run 'riskkit numbers'"


@pytest.mark.notebook
@pytest.mark.parametrize("study", STATING)
def test_no_number_of_the_prose_is_left_unchecked(study):
    found = STATING[study]
    for file in prose.files(found):
        for text in prose.texts(file):
            assert prose.unmarked(text, found.SAID) == [], f"{file.name}: {text[:200]}"


@pytest.mark.notebook
@pytest.mark.parametrize("study", STATING)
def test_every_value_is_stated_somewhere(study, stored_only):
    found = STATING[study]
    stated = {name for file in prose.files(found) for text in prose.texts(file) for name, _ in prose.stated(text)}
    assert set(found.values()) == stated


def test_what_counts_as_a_number():
    text = "It wins 0.31<!--rate--> of 12,345 games (`0.5`, 31%), -2.5 of 30. See [x](a_0.3.html). 2015.\n# 0.9\n"
    assert prose.unmarked(text, ["31%"]) == ["12,345", "-2.5"]
    assert prose.unmarked(text, ["31%", "12,345", "2.5"]) == []
    assert prose.unmarked("Branches of 3, 2 and 4 (1, 2, 1,000).", []) == ["1,000"]
    assert prose.unmarked("# Title 0.1\n\nText 0.2.\n\n## Part 0.3\n\nText 0.4.", []) == ["0.2", "0.4"]


def test_a_changed_value_is_noticed_and_written(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("It wins **0.31<!--rate-->**.")
    assert prose.wrong(page, {"rate": "0.32"}) == ["rate: 0.31, computed 0.32"]
    assert prose.update(page, {"rate": "0.32"}) and page.read_text() == "It wins **0.32<!--rate-->**."
    assert not prose.update(page, {"rate": "0.32"}) and prose.wrong(page, {"rate": "0.32"}) == []
    assert prose.wrong(page, {}) == ["rate: 0.32, computed None"]


def test_a_notebook_keeps_its_code(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["a 0.1<!--x-->\n", "b"]},
        {"cell_type": "code", "source": ["'0.1<!--x-->'"]},
    ]
    file = tmp_path / "01_a.ipynb"
    file.write_text(json.dumps({"cells": cells}))
    assert prose.update(file, {"x": "0.2"})
    new = json.loads(file.read_text())["cells"]
    assert new[0]["source"] == ["a 0.2<!--x-->\n", "b"] and new[1] == cells[1]
