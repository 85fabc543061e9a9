"""Figures and tables by name, and numbers as text."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt

from riskkit import numbers
from riskkit.errors import RiskkitError
from riskkit.plots import style
from riskkit.report import figures, prose, shown, tables
from riskkit.results.disk import StoreError

DATA = pd.DataFrame({"agent": ["a", "b"], "rate": [0.2675, 0.5], "games": [1000, 2000]})


@pytest.fixture(autouse=True)
def registries(monkeypatch):
    monkeypatch.setattr(shown, "_figures", {})
    monkeypatch.setattr(shown, "_tables", {})


def bars(caption=None):
    fig, ax = plt.subplots(figsize=style.size("single"))
    ax.bar(DATA["agent"], DATA["rate"])
    return shown.Drawing(fig, DATA, caption)


def test_a_figure_is_exported_and_shown_by_its_name(home):
    made = shown.figure("09_bars", "Rates, n = 1000.", claim="TD1", seed=7)(bars)
    picture = made()
    assert figures.damaged() == [] and (home / "figures" / "09_bars.svg").exists()
    bundle, size = picture._repr_mimebundle_()
    assert bundle["text/plain"] == "Figure 09_bars (2 rows, 3 columns): Rates, n = 1000."
    assert size["image/png"]["width"] * 2 == pytest.approx(525, abs=2)
    assert shown.find_figure("09_bars") is made and made.__doc__ == bars.__doc__
    assert plt.get_fignums() == []


def test_a_caption_may_state_computed_numbers(home):
    assert "of 2" in str(shown.figure("09_bars", "Rates.")(lambda: bars("Rates of 2 agents."))())


def test_one_figure_is_made_again_in_another_size_and_format(home, tmp_path):
    shown.figure("09_bars", "Rates.")(bars)
    (file,) = shown.remake("09_bars", "double", ["png"], tmp_path / "mine")
    assert plt.imread(file).shape[1] == 2100
    assert not (home / "figures").exists()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shown.remake("09_bar"), "unknown figure '09_bar'.*09_bars"),
        (lambda: shown.remake("09_bars", "wider"), "unknown figure width 'wider'"),
        (lambda: shown.remake("09_bars", None, ["gif"]), "unknown format 'gif'"),
    ],
)
def test_what_cannot_be_made_is_named(home, call, message):
    shown.figure("09_bars", "Rates.")(bars)
    with pytest.raises(ValueError, match=message):
        call()


def test_two_figures_of_one_name_are_refused():
    def other():
        return bars()

    shown.figure("09_bars", "Rates.")(bars)
    shown.figure("09_bars", "Rates.")(bars)
    with pytest.raises(RiskkitError, match="'09_bars' is made by .*bars and by .*other"):
        shown.figure("09_bars", "Rates.")(other)


def test_a_table_is_styled_for_the_eye_and_plain_for_the_check():
    made = shown.table("09_rates", "Rates by agent.", digits={"rate": 3})(lambda: DATA)
    bundle, _ = made()._repr_mimebundle_()
    assert bundle["text/plain"].splitlines()[0] == "Rates by agent." and "0.268" in bundle["text/plain"]
    assert "0.268" in bundle["text/html"] and "1,000" in bundle["text/html"]


def test_an_exported_table_is_sealed(home):
    shown.table("09_rates", "Rates by agent.", exported=True)(lambda: DATA)()
    assert figures.damaged() == []
    (home / "figures" / "tables" / "09_rates.md").write_text("other")
    assert figures.damaged() == ["tables/09_rates.md"]


def test_what_is_no_table_or_drawing_is_refused(home):
    with pytest.raises(TypeError, match="returns a DataFrame, not dict"):
        shown.table("09_rates")(dict)()
    with pytest.raises(TypeError, match=r"returns a Drawing\(figure, data\), not \{\}"):
        shown.figure("09_bars", "x")(dict)()


def test_html_of_a_table_is_escaped():
    text = tables.screen(pd.DataFrame({"a<b": ["<script>"]}))
    assert "<script>" not in text and "a&lt;b" in text


@given(st.integers(-(10**6), 10**6), st.sampled_from([1e-16, -1e-16, 3e-15, -3e-15]))
def test_a_tie_reads_the_same_whatever_the_last_bit(units, off):
    value = (units + 0.5) / 1000
    assert numbers.text(value * (1 + off)) == numbers.text(value)


def test_numbers_as_text():
    assert numbers.text(1310.75 / 4900) == numbers.text(0.26749999999999990) == "0.268"
    assert numbers.text(-0.0001, 3) == "0.000" and numbers.text(float("nan")) == ""
    assert numbers.text(0.3125, 1, percent=True) == "31.3%" and numbers.text(0.074, 3, sign=True) == "+0.074"
    assert numbers.interval(0.5, 0.4, 0.6, 2) == "0.50 [0.40, 0.60]"
    assert numbers.interval(0.5, float("nan"), float("nan"), 2) == "0.50"


def test_marked_numbers_of_prose_are_read_and_written():
    said = "It wins **0.31**<!--x--> of 500<!--games.n--> games (0.29<!--low-->), not 0.5."
    assert prose.stated("wins 0.31<!--win--> of 500<!--games.n--> (0.29<!--low-->)") == [
        ("win", "0.31"),
        ("games.n", "500"),
        ("low", "0.29"),
    ]
    values = {"win": "0.32", "low": "0.30"}
    assert prose.written("0.31<!--win-->, [0.29<!--low-->,", values) == "0.32<!--win-->, [0.30<!--low-->,"
    assert prose.written("no mark 0.5", values) == "no mark 0.5"
    with pytest.raises(ValueError, match="unknown number 'wins'.*win"):
        prose.written("0.31<!--wins-->", values)
    assert said.count("<!--") == 3


def test_a_folder_in_the_way_is_named(home, tmp_path):
    shown.figure("09_bars", "Rates.")(bars)
    (tmp_path / "way").write_text("a file")
    with pytest.raises(StoreError, match="way"):
        shown.remake("09_bars", None, ["pdf"], tmp_path / "way")
