"""The package as its users get it: a wheel, installed in a folder elsewhere and run from there."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from riskkit.agents import BUILT_IN
from riskkit.agents.weights.files import STUDIED

ROOT = Path(__file__).parents[1]
DATA = {".csv", ".json", ".toml", ".md", ".txt", ".js", ".css", ".typed", ".cards", ".map"}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel of a copy of what belongs to the package, and return the file."""
    source = tmp_path_factory.mktemp("source")
    for name in ("README.md", "LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "riskkit", source / "riskkit", ignore=shutil.ignore_patterns("__pycache__"))
    pip("wheel", str(source), "--no-build-isolation", "--wheel-dir", str(source / "dist"))
    return next((source / "dist").glob("riskkit-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install the wheel into a folder whose name has a space and letters outside ASCII; return the folder."""
    folder = tmp_path_factory.mktemp("elsewhere") / "mes paquets d'été"
    pip("install", "--target", str(folder), str(wheel))
    return folder


def pip(*arguments):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments, "--no-deps"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def run(installed, tmp_path):
    """Return a function that runs Python with the installed package, in an empty folder."""

    def run(*arguments, cache=installed.parent / "cache", **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RISKKIT", "XDG", "LC_"))}
        env = {**kept, "PYTHONPATH": str(installed), "PYTHONWARNINGS": "default", "TMPDIR": str(tmp_path)}
        env |= {"RISKKIT_CACHE_DIR": str(cache)} if cache else {}
        env = {name: value for name, value in {**env, **environment}.items() if value is not None}
        (tmp_path / "work").mkdir(exist_ok=True)
        return subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            encoding="utf-8",
            env=env,
            cwd=tmp_path / "work",
            timeout=550,
        )

    return run


def succeeded(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_package(wheel):
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("riskkit/")}
    wanted = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "riskkit").rglob("*")
        if file.is_file() and file.suffix in {".py", *DATA}
    }
    assert held == wanted
    others = {file.suffix for file in (ROOT / "riskkit").rglob("*") if file.is_file()} - {".py", ".pyc", *DATA}
    assert not others, f"files of the kinds {others} are no package data"


def test_it_is_the_installed_package_that_runs(run, installed):
    assert Path(succeeded(run("-c", "import riskkit; print(riskkit.__file__)")).strip()).is_relative_to(installed)


def test_the_example_of_the_readme_runs(run):
    source = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)[1]
    assert "aggressive" in succeeded(run("-c", source))


EVERYTHING = """
import riskkit as rk
for name in rk.agents.available():
    assert len(rk.match([name, "random"], 1, seed=1, rules=rk.Rules.classic(turn_cap=6), workers=1)) == 1
print(*rk.agents.available(), sep="\\n")
print(*[member.name for member in rk.league.members()], sep="\\n")
print(*rk.claims.published()["claim"], sep="\\n")
"""


def test_every_agent_plays_and_the_league_and_the_claims_are_there(run):
    lines = succeeded(run("-c", EVERYTHING)).split("\n")
    assert {*BUILT_IN} <= {*lines} and {*STUDIED} <= {*lines}
    assert {"TD3", "BO1", "DQ1"} <= {*lines}
    assert lines.count("deep_q_pair") == 2


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    (
        (["--version"], r"riskkit \d+\.\d+\.\d+"),
        (["agents"], r"exact_attack +deep_q_attack +The exact optimum"),
        (["odds", "10", "8"], r"0\.\d\d\d"),
    ),
)
def test_the_commands_answer(run, installed, arguments, wanted):
    assert re.search(wanted, succeeded(run("-m", "riskkit", *arguments)))
    assert re.search(wanted, succeeded(run(str(installed / "bin" / "riskkit"), *arguments)))


def test_a_home_that_cannot_be_written_is_replaced_and_said_once(run, tmp_path):
    (tmp_path / "home").write_text("a file where the folder should be")
    done = run("-m", "riskkit", "odds", "10", "8", cache=None, HOME=str(tmp_path / "home"))
    assert "0.723970" in succeeded(done)
    assert done.stderr.count("compiled code is kept in") == 1 and "RISKKIT_CACHE_DIR names another" in done.stderr
    kept = next(tmp_path.glob("riskkit-*"))
    assert str(kept) in done.stderr and list(kept.rglob("*.nbc"))


NOBODY = """
import pwd, sys

def unknown(uid):
    raise KeyError("getpwuid(): uid not found")

pwd.getpwuid = unknown
from riskkit.__main__ import main
sys.exit(main(["odds", "10", "8"]))
"""


def test_a_user_without_home_and_name_is_served(run):
    done = run("-c", NOBODY, cache=None, HOME=None)
    assert "0.723970" in succeeded(done)
    assert done.stderr.count("home directory") == 1 and "RISKKIT_CACHE_DIR names another" in done.stderr


@pytest.mark.parametrize("cache", ("cache", "caché"))
def test_an_ascii_locale_costs_the_cache_at_most(run, tmp_path, cache):
    ascii_only = dict(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", cache=tmp_path / cache)
    assert "riskkit" in succeeded(run("-m", "riskkit", "--version", **ascii_only))
    done = run("-m", "riskkit", "odds", "10", "8", **ascii_only)
    assert "0.723970" in succeeded(done) and done.stderr.count("every start compiles anew") == 1
