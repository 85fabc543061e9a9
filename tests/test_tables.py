import pandas as pd
import pytest

from riskkit.report import figures, gallery, tables
from riskkit.results import store

DATA = pd.DataFrame(
    {
        "agent": ["a_b | c", "50% & more"],
        "games": pd.array([10_000, None], dtype="Int64"),
        "rate": [0.51234, 0.25],
        "low": [0.5, 0.2],
        "high": [0.52, 0.3],
    }
)


def test_markdown_has_a_caption_aligned_columns_and_whole_cells():
    lines = tables.markdown(DATA, "Rates.", digits=2).splitlines()
    assert lines[0] == "**Rates.**"
    cells = [[cell.strip() for cell in line.replace("\\|", "/").strip("|").split("|")] for line in lines[2:]]
    assert cells[0] == ["agent", "games", "rate", "low", "high"]
    assert [cell[-1] == ":" for cell in cells[1]] == [False, True, True, True, True]
    assert cells[2:] == [["a_b / c", "10,000", "0.51", "0.50", "0.52"], ["50% & more", "", "0.25", "0.20", "0.30"]]


def test_latex_is_escaped_and_balanced():
    text = tables.latex(DATA, "Rates & more.", digits=3)
    assert r"a\_b" in text and r"50\% \& more" in text and "0.512" in text
    assert text.count(r"\begin{") == text.count(r"\end{") > 0
    assert r"\toprule" in text and "Rates" in text


def test_html_is_the_same_every_time_and_escaped():
    text = tables.html(DATA, "Rates.")
    assert text == tables.html(DATA, "Rates.")
    assert "50% &amp; more" in text and "<table" in text and "Rates." in text


def test_an_export_writes_every_format_and_is_listed(home):
    file = tables.export(DATA, "05_rates", "Rates, n = 10,000.")
    assert file == home / "figures" / "tables" / "05_rates.md"
    assert all(file.with_suffix(f".{ending}").stat().st_size for ending in tables.FORMATS)
    pd.testing.assert_frame_equal(pd.read_csv(file.with_suffix(".csv")), DATA, check_dtype=False)
    gallery.write()
    assert "[tex](tables/05_rates.tex)" in (home / "figures" / "README.md").read_text()
    assert 'href="tables/05_rates.html"' in (home / "figures" / "index.html").read_text()


def test_where_nothing_may_be_written_the_data_are_compared(home, monkeypatch):
    file = tables.export(DATA, "05_rates", "Rates.")
    before = file.read_bytes()
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
    assert tables.export(DATA, "05_rates", "Other.") == file
    with pytest.raises(figures.FigureError, match="not those of figures/05_rates.csv"):
        tables.export(DATA.assign(rate=0.1), "05_rates", "Rates.")
    assert file.read_bytes() == before


def test_quick_tables_say_so(home, monkeypatch):
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    file = tables.export(DATA, "05_rates", "Rates.")
    assert file.is_relative_to(home / "build") and "not full size" in file.read_text()


@pytest.mark.parametrize("name", ["a/b", "..", "a.tex"])
def test_names_with_path_parts_are_refused(home, name):
    with pytest.raises(ValueError, match="plain file name"):
        tables.export(DATA, name, "Rates.")


def test_a_folder_that_cannot_be_written_is_said_plainly(home):
    (home / "figures").write_text("a file in the way")
    with pytest.raises(store.StoreError, match="cannot be written"):
        tables.export(DATA, "05_rates", "Rates.")


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match="must be a DataFrame"):
        tables.markdown([1, 2])


def test_bars_in_names_and_tiny_numbers_survive():
    text = tables.markdown(pd.DataFrame({"a|b": ["x|y"], "p": [1e-9]}))
    assert "a\\|b" in text and "x\\|y" in text and "1.0e-09" in text
    assert "0.000" in tables.markdown(pd.DataFrame({"p": [0.0]}))
    with pytest.raises(ValueError, match="the table has no columns"):
        tables.markdown(pd.DataFrame())
