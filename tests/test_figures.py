import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from riskkit.plots import style
from riskkit.report import figures
from riskkit.results import store

DATA = pd.DataFrame({"turn": np.arange(10), "share": np.linspace(0, 1, 10) ** 2})


def drawn(data=DATA):
    with style.use():
        fig, ax = plt.subplots()
        ax.plot(data["turn"], data["share"], label="one λ")
        ax.fill_between(data["turn"], data["share"] - 0.1, data["share"] + 0.1, alpha=0.2)
        ax.set(xlabel="player turn", ylabel="share of armies")
        ax.legend()
    return fig


def test_an_export_writes_pictures_data_and_provenance(home):
    (home / "notebooks" / "05_curves.ipynb").touch()
    png = figures.export(drawn(), "05_share", "Share of armies,\n  n = 10.", DATA, claim="TD1", seed=7)
    assert png == home / "figures" / "05_share.png"
    heads = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    for ending, head in heads.items():
        assert png.with_suffix(f".{ending}").read_bytes().startswith(head)
    assert plt.imread(png).shape[:2] == (714, 1050)
    pd.testing.assert_frame_equal(pd.read_csv(png.with_suffix(".csv")), DATA)
    about = json.loads(png.with_suffix(".json").read_text())
    assert about["caption"] == "Share of armies, n = 10."
    assert (about["claims"], about["seed"], about["notebook"]) == (["TD1"], 7, "05_curves")
    assert about["command"] == "make figures" and set(about["sealed"]) == {"svg", "pdf", "png", "csv"}


def test_fonts_are_embedded(home):
    png = figures.export(drawn(), "05_share", "A caption.", DATA)
    assert b"/FontFile2" in png.with_suffix(".pdf").read_bytes()
    assert b"<text" not in png.with_suffix(".svg").read_bytes()


def test_the_same_figure_is_the_same_file_in_another_process(home):
    png = figures.export(drawn(), "05_share", "A caption.", DATA)
    first = {ending: png.with_suffix(f".{ending}").read_bytes() for ending in ("svg", "pdf")}
    code = (
        "import test_figures as t\n"
        "from riskkit.report import figures\n"
        "figures.export(t.drawn(), '05_again', 'A caption.', t.DATA)\n"
    )
    folders = os.pathsep.join(
        [os.path.dirname(__file__), os.path.dirname(os.path.dirname(os.path.dirname(figures.__file__)))]
    )
    env = {**os.environ, "PYTHONPATH": folders, "PYTHONHASHSEED": "77", "MPLBACKEND": "Agg", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)
    for ending, held in first.items():
        assert (home / "figures" / f"05_again.{ending}").read_bytes() == held


def test_files_change_only_with_the_figure(home):
    png = figures.export(drawn(), "05_share", "A caption.", DATA)
    files = [png.with_suffix(f".{ending}") for ending in ("svg", "pdf", "png", "csv", "json")]
    before = [file.stat().st_mtime_ns for file in files]
    figures.export(drawn(), "05_share", "A caption.", DATA)
    figures.export(drawn(DATA.assign(share=DATA["share"] * (1 + 1e-13))), "05_share", "A caption.", DATA)
    assert [file.stat().st_mtime_ns for file in files] == before
    figures.export(drawn(), "05_share", "Another caption.", DATA)
    assert "Another caption." in files[-1].read_text()
    moved = DATA.assign(share=DATA["share"] * 1.01)
    figures.export(drawn(moved), "05_share", "Another caption.", moved)
    assert all(file.stat().st_mtime_ns > old for file, old in zip(files, before))


@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "csv"])
def test_a_file_that_was_not_drawn_with_the_others_is_found(home, ending):
    png = figures.export(drawn(), "05_share", "A caption.", DATA)
    assert figures.damaged() == []
    with png.with_suffix(f".{ending}").open("ab") as file:
        file.write(b" ")
    assert figures.damaged() == [f"05_share.{ending}"]
    figures.export(drawn(), "05_share", "A caption.", DATA)
    assert figures.damaged() == []


@pytest.mark.parametrize("name", ["a/b", "../a", "/a", "a.png", "", "a b", ".a", "a\\b"])
def test_names_with_path_parts_are_refused(home, name):
    with pytest.raises(ValueError, match="plain file name without folders or ending"):
        figures.export(drawn(), name, "A caption.", DATA)


def test_what_is_missing_is_named(home):
    with pytest.raises(ValueError, match="caption is empty"):
        figures.export(drawn(), "05_share", " ", DATA)
    with pytest.raises(TypeError, match="must be the DataFrame that is drawn, not dict"):
        figures.export(drawn(), "05_share", "A caption.", {"a": 1})
    with pytest.raises(ValueError, match="20,001 rows"):
        figures.export(drawn(), "05_share", "A caption.", pd.DataFrame({"a": range(20_001)}))
    with pytest.raises(ValueError, match="unknown claim 'TD9'"):
        figures.export(drawn(), "05_share", "A caption.", DATA, claim="TD9")


def test_a_folder_that_cannot_be_written_is_said_plainly(home):
    (home / "figures").write_text("a file in the way")
    with pytest.raises(store.StoreError, match="figures cannot be written.*'05_share' was not exported"):
        figures.export(drawn(), "05_share", "A caption.", DATA)


def test_missing_latex_is_said_and_done_without(home, monkeypatch, capsys):
    monkeypatch.setattr(figures.shutil, "which", lambda name: None)
    with plt.rc_context({"text.usetex": True}):
        fig, ax = plt.subplots()
        ax.plot(DATA["turn"], DATA["share"])
        ax.set_xlabel("turn $t$")
    assert figures.export(fig, "05_share", "A caption.", DATA).stat().st_size
    assert capsys.readouterr().out == (
        "LaTeX is not installed; the text of figure 05_share is set by matplotlib instead.\n"
    )


def test_a_missing_font_falls_back_and_is_said(home, caplog):
    with plt.rc_context({"font.family": "No Such Font"}):
        fig, ax = plt.subplots()
        ax.plot(DATA["turn"], DATA["share"])
        ax.set_xlabel("turn")
    png = figures.export(fig, "05_share", "A caption.", DATA)
    assert b"/FontFile2" in png.with_suffix(".pdf").read_bytes()
    assert "No Such Font" in caplog.text


def test_quick_figures_are_stamped_and_kept_apart(home, monkeypatch):
    full = figures.export(drawn(), "05_share", "A caption.", DATA)
    before = full.read_bytes()
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    fig = drawn()
    quick = figures.export(fig, "05_share", "A caption.", DATA)
    assert quick.is_relative_to(home / "build" / "quick" / "figures")
    assert [text.get_text() for text in fig.texts] == ["not full size (quick run)"]
    about = json.loads(quick.with_suffix(".json").read_text())
    assert about["scale"] == "quick" and about["caption"].startswith("A caption. Not full size")
    assert full.read_bytes() == before != quick.read_bytes()


def test_where_nothing_may_be_written_the_data_are_compared(home, monkeypatch):
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
    with pytest.raises(figures.FigureError, match=r"05_share.csv is missing.*make figures"):
        figures.export(drawn(), "05_share", "A caption.", DATA)
    monkeypatch.delenv("RISKKIT_STORED_ONLY")
    png = figures.export(drawn(), "05_share", "A caption.", DATA)
    before = {file: file.read_bytes() for file in png.parent.iterdir()}
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
    figures.export(drawn(), "05_share", "Another caption.", DATA * (1 + 1e-12))
    with pytest.raises(figures.FigureError, match=r"not those of figures/05_share.csv.*share"):
        figures.export(drawn(), "05_share", "A caption.", DATA.assign(share=DATA["share"] + 0.001))
    assert {file: file.read_bytes() for file in png.parent.iterdir()} == before


def test_axes_stand_for_their_figure_and_nothing_is_no_figure(home):
    data = pd.DataFrame({"y": [0, 1]})
    fig, ax = plt.subplots()
    ax.plot([0, 1])
    assert figures.export(ax, "04_a", "A.", data).exists()
    with pytest.raises(TypeError, match="a matplotlib Figure .or Axes., not NoneType"):
        figures.export(None, "04_a", "A.", data)
    with pytest.raises(ValueError, match="figure 04_a is blank"):
        figures.export(plt.figure(), "04_a", "A.", data)
    with pytest.raises(ValueError, match="data is empty"):
        figures.export(fig, "04_a", "A.", data.iloc[:0])
    with pytest.raises(ValueError, match="at most 100 letters"):
        figures.export(fig, "a" * 101, "A.", data)
