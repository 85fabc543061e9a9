"""What every committed notebook must be; `riskkit notebooks --check` compares their outputs."""

import ast
import base64
import io
import json
import re
import shutil
import time
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from PIL import Image

from riskkit.claims import ledger as claims
from riskkit.report import drawings, notebooks, shown
from riskkit.results import paths, running, store, usage

NAMES = notebooks.names()
MACHINE = re.compile(r"/(?:home|root|tmp|work|Users|var)/[A-Za-z]|ipykernel_\d|0x[0-9a-f]{8,}")
pytestmark = pytest.mark.notebook


def read(name):
    return nbformat.read(paths.notebooks() / f"{name}.ipynb", as_version=4)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def exported(name):
    """Return the figures that a notebook exports."""
    return [figure for cell in code(read(name)) for figure in drawings.exported(cell)]


@pytest.mark.parametrize("name", NAMES)
def test_it_was_run_top_to_bottom_without_error_or_warning(name):
    notebook = read(name)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code(notebook) if cell.source.strip()]
    assert counts == list(range(1, len(counts) + 1)), "run it with: riskkit notebooks " + name
    for cell in code(notebook):
        for output in cell.outputs:
            assert output.output_type != "error", output.get("evalue")
            assert output.get("name") != "stderr", output.get("text")
        assert "execution" not in cell.metadata, "timing metadata is noise; run it with: riskkit notebooks"


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_short_and_logic_lives_in_the_package(name):
    for cell in code(read(name)):
        most = 8 if name == "00_quickstart" or "@rk.agent" in cell.source else 5
        assert len(cell.source.strip().splitlines()) <= most, cell.source
        for node in ast.walk(ast.parse(re.sub(r"^[%!].*$", "", cell.source, flags=re.MULTILINE))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                assert node.decorator_list, f"{node.name}: helper functions belong in riskkit/ (agents are decorated)"


@pytest.mark.parametrize("name", NAMES)
def test_its_pictures_are_those_that_were_exported(name):
    for cell in code(read(name)):
        for output in cell.outputs:
            shown_text = output.get("data", {}).get("text/plain", "")
            if named := re.match(r"Figure (\w+) \(", shown_text):
                stored = shown.inline(paths.figures() / f"{named[1]}.png")
                inside = base64.b64decode(output.data["image/png"])
                assert points(inside) == points(stored), f"{named[1]}: run it with: riskkit notebooks {name}"


def points(png):
    with Image.open(io.BytesIO(png)) as picture:
        return picture.size, picture.convert("RGB").tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_question_and_the_answer_stand_at_the_top(name):
    cells = read(name).cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    top = " ".join(cell.source for cell in cells[:4] if cell.cell_type == "markdown").lower()
    assert "question" in top and "answer" in top


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_nothing_of_this_machine_and_is_small(name):
    file = paths.notebooks() / f"{name}.ipynb"
    assert file.stat().st_size < 2_000_000
    for cell in read(name).cells:
        assert not MACHINE.search(cell.source), cell.source
        for output in cell.get("outputs", []):
            text = output.get("text", "") + str(output.get("data", {}).get("text/plain", ""))
            assert not MACHINE.search(text), text


BAR = re.compile(r"\d+%\|[^|]*\||(?:it/s|s/it)\b")


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_no_bar_of_progress(name):
    for cell in code(read(name)):
        for output in cell.outputs:
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {}), cell.source
            text = output.get("text", "") + str(output.get("data", {}).get("text/plain", ""))
            assert not BAR.search(text), text


def test_kernels_of_notebooks_show_no_bars(home):
    source = "from tqdm.auto import tqdm\nfor k in tqdm(range(3), leave=False):\n    pass\nprint('done')"
    written(home, "00_first", source)
    notebooks.run(out=lambda _: None)
    cell = nbformat.read(home / "notebooks" / "00_first.ipynb", as_version=4).cells[0]
    assert [output.get("text") for output in cell.outputs] == ["done\n"]


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_it_exports_is_there_and_names_it(name):
    for figure in exported(name):
        beside = paths.figures() / f"{figure}.json"
        assert beside.exists(), f"{figure} was never exported; run: riskkit notebooks {name}"
        assert json.loads(beside.read_text(encoding="utf-8"))["notebook"] == name


def test_every_figure_comes_from_a_notebook():
    made = {figure for name in NAMES for figure in exported(name)}
    assert sorted(file.stem for file in paths.figures().glob("*.json")) == sorted(made)


def written(home, name, *sources):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    nbformat.write(notebook, home / "notebooks" / f"{name}.ipynb")


def test_notebooks_run_with_a_line_each_and_no_timing(home):
    written(home, "01_second", "print(1 + 1)")
    written(home, "00_first", "open('mark', 'w').close()", "2 * 3")
    lines = []
    notebooks.run(out=lines.append)
    assert sorted(line.split(":")[0] for line in lines[:2]) == ["[1/2] 00_first", "[2/2] 01_second"]
    assert (home / "notebooks" / "mark").exists()
    cells = nbformat.read(home / "notebooks" / "00_first.ipynb", as_version=4).cells
    assert cells[1].outputs[0]["data"]["text/plain"] == "6"
    assert [cell.execution_count for cell in cells] == [1, 2]
    assert all(cell.metadata == {} for cell in cells)


def test_two_notebooks_run_at_a_time_and_the_ledger_after_all(home):
    waits = "import time, os\nend = time.time() + 60\nwhile not os.path.exists('{}') and time.time() < end:\n"
    waits += "    time.sleep(0.05)\nopen('{}', 'w').close()"
    written(home, "00_ledger", "import os; print(sorted(n for n in os.listdir() if n.startswith('mark')))")
    written(home, "01_first", waits.format("mark_2", "mark_1"))
    written(home, "02_second", "open('mark_2', 'w').close()\n" + waits.format("mark_1", "mark_2"))
    notebooks.run(out=lambda _: None, together=2)
    output = nbformat.read(home / "notebooks" / "00_ledger.ipynb", as_version=4).cells[0].outputs[0]["text"]
    assert output == "['mark_1', 'mark_2']\n"


def test_the_line_of_a_running_notebook_tells_the_cell_and_the_blocks(monkeypatch):
    shown = notebooks._Progress("[1/1] x", [1, 3, 4], None)
    try:
        shown.start(nbformat.v4.new_code_cell("y"), 3)
        assert shown.text() == "[1/1] x: cell 2 of 3 (0 s)"
        monkeypatch.setenv("RISKKIT_PROGRESS", str(shown.blocks))
        running.tell("study/games: 3 of 8 blocks")
        assert shown.text() == "[1/1] x: cell 2 of 3, study/games: 3 of 8 blocks (0 s)"
    finally:
        shown.end()
    assert not shown.blocks.exists()


def test_a_failing_cell_stops_the_run_and_is_shown(home):
    written(home, "00_first", "x = 1", "x / 0")
    written(home, "01_second", "1")
    before = (home / "notebooks" / "00_first.ipynb").read_bytes()
    with pytest.raises(notebooks.NotebookError, match=r"00_first.ipynb, cell 2, failed:\n    x / 0\nZeroDivisionError"):
        notebooks.run(out=lambda _: None, together=1)
    second = nbformat.read(home / "notebooks" / "01_second.ipynb", as_version=4).cells[0]
    assert second.execution_count is None and not second.outputs
    assert (home / "notebooks" / "00_first.ipynb").read_bytes() == before


def test_a_warning_fails(home):
    written(home, "00_first", "import warnings; warnings.warn('old')")
    with pytest.raises(notebooks.NotebookError, match="cell 1, writes a warning.*old"):
        notebooks.run(out=lambda _: None)


def test_a_quick_run_leaves_the_notebook_alone(home, monkeypatch):
    written(home, "00_first", "from riskkit.results import scale; print(scale.current())")
    before = (home / "notebooks" / "00_first.ipynb").read_bytes()
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    notebooks.run(out=lambda _: None)
    assert (home / "notebooks" / "00_first.ipynb").read_bytes() == before
    assert "quick" in (home / "build" / "quick" / "notebooks" / "00_first.ipynb").read_text()


def test_notebooks_are_named_by_number_or_name(home):
    with pytest.raises(notebooks.NotebookError, match="there are no notebooks"):
        notebooks.check()
    written(home, "00_first", "1")
    written(home, "01_second", "1")
    assert notebooks.chosen(["01"]) == notebooks.chosen(["notebooks/01_second.ipynb"]) == ["01_second"]
    assert notebooks.chosen([]) == ["00_first", "01_second"]
    with pytest.raises(ValueError, match="unknown notebook '02_secnd': did you mean '01_second'"):
        notebooks.chosen(["02_secnd"])


def with_rules(home):
    (home / "tests").mkdir()
    shutil.copy(Path(__file__).parent / "nbval_sanitize.cfg", home / "tests")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "passes"),
    [
        (("", ""), True),
        (("print(4)", "print(5)"), False),
        (("print(4)", "import warnings; print(4); warnings.warn('old')"), False),
    ],
)
def test_the_check_compares_every_output(home, change, passes):
    with_rules(home)
    written(home, "00_first", "print(4)", "import os; print(os.environ.get('RISKKIT_STORED_ONLY', 'no')[:0])")
    notebooks.run(out=lambda _: None)
    file = home / "notebooks" / "00_first.ipynb"
    stored = json.loads(file.read_text())
    for cell in stored["cells"]:
        cell["source"] = "".join(cell["source"]).replace(*change) if change[0] else cell["source"]
    file.write_text(json.dumps(stored))
    assert (notebooks.check() == 0) is passes


@pytest.mark.slow
def test_the_check_finds_tables_that_no_notebook_uses(home):
    with_rules(home)
    stored = "from riskkit.results import store; import pandas as pd; s = {'seed': 1}\n"
    stored += "print(store.stored('x/kept', s, lambda: pd.DataFrame({'a': [1]})).to_string())"
    written(home, "00_first", stored)
    notebooks.run(out=lambda _: None)
    with pytest.raises(usage.NoRecord, match="run 'riskkit notebooks --check' first"):
        usage.unused()
    assert notebooks.check() == 0 and usage.unused() == []
    store.stored("x/left", {"seed": 2}, lambda: pd.DataFrame({"a": [1]}))
    assert notebooks.check() == 1
    assert [name.split("-")[0] for name in usage.unused()] == ["data/results/x/left"]


STORED = [name for name in claims.studies() if name != "battle_odds" and claims.module(name)]


@pytest.mark.parametrize("study", STORED)
def test_a_missing_table_fails_at_once(tmp_path, monkeypatch, stored_only, study):
    monkeypatch.setenv("RISKKIT_HOME", str(tmp_path))
    begin = time.perf_counter()
    with pytest.raises(store.MissingTable, match="nothing is computed here"):
        claims.rows(study)
    assert time.perf_counter() - begin < 60
