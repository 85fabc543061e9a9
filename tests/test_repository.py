"""The repository as a whole: layers, links, pins, and the script behind the README's commands."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from riskkit import __main__ as command_line
from riskkit import agents

ROOT = Path(__file__).parents[1]
SKIPPED = {".venv", "build", ".git", ".pytest_cache", ".hypothesis", ".ruff_cache", "node_modules"}


def files(*endings):
    found = [file for ending in endings for file in ROOT.rglob(f"*{ending}")]
    return sorted(file for file in found if not SKIPPED & set(file.relative_to(ROOT).parts))


def imported(file):
    """Return the modules that a file imports, wherever it does."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_importing_riskkit_loads_nothing_slow():
    slow = [
        "seaborn",
        "lifelines",
        "statsmodels",
        "gymnasium",
        "pettingzoo",
        "matplotlib.pyplot",
        "scipy.stats",
        "IPython",
    ]
    code = f"import sys, riskkit; print([name for name in {slow!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")


def anchors(text):
    heads = re.findall(r"^#+ +(.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def prose(file):
    """Return the Markdown of a page or of a notebook, without its code."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells)
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("file", files(".md", ".ipynb"), ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file):
    text = prose(file)
    for match in LINK.finditer(text):
        target = match[1] or match[2]
        if target.startswith("https://"):
            continue
        assert "://" not in target, target
        path, _, anchor = target.partition("#")
        goal = (file.parent / path).resolve() if path else file
        assert goal.exists(), f"{file.name} links to {target}, which is not there"
        if anchor and goal.suffix == ".md":
            assert anchor in anchors(goal.read_text(encoding="utf-8")), f"{target}: no such heading"


# a folder of one machine, or the address of a package index: neither belongs in a repository
PRIVATE = re.compile(r"(?<![\w.])/(?:home|root|work|farm|Users)/[a-z]|https?://[^\s\"')]*(?:pypi|registry|mirror)")


@pytest.mark.parametrize("folder", ["riskkit", "tools", "docs", "benchmarks", "notebooks", "data", ".ci", "."])
def test_no_file_names_this_machine(folder):
    endings = (".py", ".md", ".toml", ".txt", ".cfg", ".ipynb", ".json", ".csv", ".html", "Makefile", "run")
    within = ROOT / folder
    for file in within.glob("*") if folder == "." else files(*endings):
        if file.is_file() and file.is_relative_to(within) and file.name.endswith(endings):
            found = PRIVATE.search(file.read_text(encoding="utf-8"))
            assert not found, f"{file.relative_to(ROOT)}: {found and found[0]}"


def requirements():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_every_requirement_is_pinned_and_within_the_ranges():
    from packaging.requirements import Requirement

    pins = requirements()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    for text in (text for group in groups for text in group if not text.startswith("riskkit")):
        wanted = Requirement(text)
        assert wanted.specifier.contains(pins[wanted.name]), f"{text} does not hold {pins[wanted.name]}"


@pytest.fixture
def make():
    spec = importlib.util.spec_from_file_location("make", ROOT / "tools" / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_needs_the_standard_library_only():
    assert imported(ROOT / "tools" / "make.py") <= set(sys.stdlib_module_names) | {"pathlib.Path"}


def test_an_old_python_is_said_plainly(make, monkeypatch, capsys):
    monkeypatch.setattr(make.sys, "version_info", (3, 9, 1))
    monkeypatch.setattr(make.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit):
        make.with_new_python()
    assert "needs Python 3.11 or newer; this is Python 3.9" in capsys.readouterr().err


def test_no_active_environment_makes_one(make, monkeypatch, tmp_path):
    monkeypatch.setattr(make, "ROOT", tmp_path)
    monkeypatch.setattr(make, "active_environment", lambda: None)
    made = []
    monkeypatch.setattr(make, "works", lambda python: bool(made))
    monkeypatch.setattr(
        make.subprocess, "run", lambda command, **_: made.append(command) or subprocess.CompletedProcess(command, 0)
    )
    assert make.environment() == make.python_of(tmp_path / ".venv")
    assert made[0][1:3] == ["-m", "venv"]


def test_an_active_environment_is_used(make, monkeypatch, tmp_path):
    monkeypatch.setattr(make.sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(make.sys, "base_prefix", sys.base_prefix)
    python = make.python_of(tmp_path)
    python.parent.mkdir()
    python.touch()
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    assert make.active_environment() == python
    monkeypatch.delenv("VIRTUAL_ENV")
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    assert make.active_environment() is None


def test_a_failing_installation_is_said_plainly(make, monkeypatch, tmp_path, capsys):
    def fails(command, **_):
        if "pip" in command:
            return subprocess.CompletedProcess(command, 1, "", "ERROR: no matching distribution")
        return subprocess.CompletedProcess(command, 0, f"{tmp_path}\n", "")

    monkeypatch.setattr(make.subprocess, "run", fails)
    with pytest.raises(SystemExit) as stopped:
        make.install(Path("python"))
    shown = capsys.readouterr().err
    assert stopped.value.code == 1
    assert "'pip install -r requirements.txt' failed" in shown and "no matching distribution" in shown
    assert not (tmp_path / "riskkit-installed").exists()


def test_fresh_becomes_a_time_that_an_interrupted_run_can_go_on_from(make, monkeypatch, capsys):
    monkeypatch.setenv("FRESH", "1")
    assert int(make.settings()["FRESH"]) > 1_700_000_000
    assert "goes on from there" in capsys.readouterr().out
    monkeypatch.setenv("FRESH", "")
    assert "FRESH" not in make.settings()


@pytest.mark.parametrize(
    ("types", "tests", "books", "code"), [(0, 0, 0, 0), (0, 1, 0, 1), (0, 0, 1, 1), (0, 5, 0, 5), (2, 0, 0, 2)]
)
def test_all_parts_of_make_test_run_and_count(make, monkeypatch, capsys, types, tests, books, code):
    ran = []

    def run(python, *arguments, env):
        ran.append(arguments)
        return {"mypy": types, "pytest": tests, "riskkit": books}[arguments[1]] if arguments[-1] != "warm" else 0

    monkeypatch.setattr(make, "run", run)
    assert make.test("python", {"RISKKIT_SCALE": "quick"}) == code
    assert [arguments[1] for arguments in ran] == ["mypy", "riskkit", "pytest", "riskkit"]
    said = capsys.readouterr().out
    assert ("FAILED: the tests" in said) is bool(tests)
    assert ("FAILED: the types" in said) is bool(types)


def test_the_command_line_says_in_one_line_what_is_wrong(capsys, home):
    assert command_line.main(["notebooks", "nothing"]) == 1
    assert capsys.readouterr().err.startswith("Stopped: there are no notebooks")


@pytest.mark.parametrize("arguments", [["--help"], ["odds", "--help"], ["claims", "--help"], ["notebooks", "--help"]])
def test_every_command_has_help(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        command_line.main(arguments)
    assert ended.value.code == 0
    assert "usage: riskkit" in capsys.readouterr().out


def test_warm_compiles_every_agent(capsys):
    assert command_line.main(["warm"]) == 0
    assert f"{len(agents.available())} agents are compiled" in capsys.readouterr().out


def test_pictures_on_the_studies_pages_have_the_captions_of_their_figures():
    for page in (ROOT / "docs" / "studies").glob("*.md"):
        for caption, name in re.findall(
            r"!\[(.*?)\]\(\.\./\.\./figures/(\w+)\.png\)", page.read_text("utf-8"), re.DOTALL
        ):
            wanted = json.loads((ROOT / "figures" / f"{name}.json").read_text("utf-8"))["caption"]
            assert caption == wanted, f"{page.name}: the caption of {name} is {wanted!r}"


@pytest.mark.parametrize("command", ["figures", "docs"])
def test_a_checkout_that_cannot_be_written_is_said_plainly(capsys, home, monkeypatch, command):
    def read_only(self, *_, **__):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", read_only)
    monkeypatch.setattr(Path, "write_text", read_only)
    assert command_line.main([command]) == 1
    said = capsys.readouterr().err
    assert re.match(r"Stopped: \w+\S* cannot be written: it is read-only for this user", said), said
