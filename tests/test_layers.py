"""The house rules that a machine can check: layers, light import, one source in two modes."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import riskkit

PACKAGE = Path(riskkit.__file__).parent
LAYERS = [
    {"errors", "paths", "scale", "board", "boards"},
    {"odds", "engine"},
    {"rules", "moves"},
    {"agents", "learning"},
    {"lineup", "analysis", "store", "identity"},
    {"play"},
    {"experiment", "game"},
    {"league"},
]
ABOVE_ENGINE = {"pandas", "matplotlib", "seaborn", "lifelines", "gymnasium", "pettingzoo", "statsmodels"}


def imported(path):
    """Return the modules that a file imports when it is imported (not inside functions)."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def part(module):
    return module.split(".")[1] if module.startswith("riskkit.") else None


@pytest.mark.parametrize("level", range(1, len(LAYERS)))
def test_no_layer_imports_one_above_it(level):
    above = set().union(*LAYERS[level:])
    for below in LAYERS[:level]:
        for name in below - above:
            where = PACKAGE / name
            files = sorted(where.rglob("*.py")) if where.is_dir() else [where.with_suffix(".py")]
            for file in files:
                wrong = {part(m) for m in imported(file)} & above
                assert not wrong, f"{file.relative_to(PACKAGE)} imports {sorted(wrong)} at its top"


@pytest.mark.parametrize("folder", ["engine", "agents", "learning", "odds"])
def test_compiled_parts_know_no_tables_and_plots(folder):
    for file in sorted((PACKAGE / folder).rglob("*.py")):
        wrong = {m.split(".")[0] for m in imported(file)} & ABOVE_ENGINE
        assert not wrong, f"{file.relative_to(PACKAGE)} imports {sorted(wrong)} at its top"


def run_python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent), "RISKKIT_QUIET": "1", **environment},
        timeout=300,
    )


def test_importing_riskkit_loads_nothing_heavy():
    done = run_python(
        "import sys, riskkit; print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy') if m in sys.modules])"
    )
    assert done.stdout.strip() == "[]", done.stderr


GAMES = """
import warnings; warnings.simplefilter("ignore")
import riskkit as rk
rules = rk.Rules.classic(turn_cap=14)
names = ["random", "aggressive", "search.aggressive"]
print(rk.match(names, 2, seed=3, rules=rules, workers=1).to_csv(index=False))
print(rk.match(names, 2, seed=3, rules=rules, workers=1, record=True).series.to_csv(index=False))
"""


LEARNING = """
import warnings; warnings.simplefilter("ignore")
import riskkit as rk
from riskkit.agents import pairs, td
from riskkit.studies.deep_q_attack.learner import learner
from riskkit.studies.deep_q_attack.training import train
from riskkit.studies.deep_q_attack.trainings import ASKING, SETTINGS
from riskkit.studies.td_lambda.runs import RULES
rules = RULES["as run"].replace(round_cap=4)
played = rk.series([td.bot(), td.bot(td.AS_RUN, "b")], 2, 1, seed=3, rules=rules, workers=1)
print(played.games.to_csv(index=False), [cells.tolist() for cells in played.memories[0]])
bots = [rk.agents.load("deep_q_simple"), pairs.random_bot()]
print(rk.match(bots, 2, seed=3, rules=rules, workers=1).to_csv(index=False))
two = [learner(SETTINGS["mixed"], ASKING["mixed"], seat) for seat in range(2)]
print(train(two, 1, 3, rules).games.to_csv(index=False), [made.weights().tolist() for made in two])
"""


@pytest.mark.slow
@pytest.mark.parametrize("code", [GAMES, LEARNING], ids=["games", "learning"])
def test_compiled_and_plain_python_do_the_same(code):
    compiled = run_python(code)
    plain = run_python(code, NUMBA_DISABLE_JIT="1")
    assert compiled.returncode == 0, compiled.stderr
    assert plain.returncode == 0, plain.stderr
    assert len(compiled.stdout) > 1000
    assert compiled.stdout == plain.stdout


def test_a_changed_callee_gives_a_new_cache(tmp_path, monkeypatch):
    from riskkit.engine import jit

    monkeypatch.setattr(jit, "PACKAGE", tmp_path / "riskkit")
    package = tmp_path / "riskkit"
    (package / "engine").mkdir(parents=True)
    for name in ("__init__.py", "engine/__init__.py"):
        (package / name).write_text("")
    (package / "a.py").write_text("from riskkit.engine import (\n    deep,\n)\n")
    (package / "engine" / "deep.py").write_text("X = 1\n")
    (package / "other.py").write_text("Y = 1\n")
    jit._imports.cache_clear()
    jit.fingerprint.cache_clear()
    before = jit.fingerprint(package / "a.py")
    (package / "other.py").write_text("Y = 2\n")
    jit.fingerprint.cache_clear()
    assert jit.fingerprint(package / "a.py") == before
    (package / "engine" / "deep.py").write_text("X = 2\n")
    jit.fingerprint.cache_clear()
    assert jit.fingerprint(package / "a.py") != before
    jit._imports.cache_clear()
    jit.fingerprint.cache_clear()
