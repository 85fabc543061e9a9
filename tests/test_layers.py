"""The house rules that a machine can check: layers, light import, one source in two modes."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import riskkit

PACKAGE = Path(riskkit.__file__).parent
ROOMS = """
    _lazy errors numbers results engine odds boards rules learning agents analysis claims plots games report envs league
    studies __init__ __main__
""".split()
"""The rooms of the package from the ground up: each imports only what stands below it."""

ABOVE_ENGINE = {"pandas", "matplotlib", "seaborn", "lifelines", "gymnasium", "pettingzoo", "statsmodels"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def imported(path, everywhere=False):
    """Return the modules that a file imports when it is imported, or also inside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room(module):
    """Return the room that a module of riskkit stands in, or None for another package's."""
    parts = module.split(".")
    return parts[1] if parts[0] == "riskkit" and len(parts) > 1 and parts[1] in ROOMS else None


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_module_imports_only_rooms_below_its_own(file):
    own = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert own in ROOMS, f"{own} is a new room: give it a place in ROOMS"
    reached = {room(name) for name in imported(file, everywhere=True)} - {None, own}
    above = {name for name in reached if ROOMS.index(name) > ROOMS.index(own)}
    assert not above, f"{file.relative_to(PACKAGE)} imports {sorted(above)}, which stand above it"


def module_of(file):
    """Return the dotted name of a module file."""
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_modules_import_each_other_in_a_circle():
    names = {module_of(file): file for file in MODULES}
    needs = {name: imported(file, everywhere=True) & names.keys() - {name} for name, file in names.items()}
    needs = {name: {other for other in found if not name.startswith(f"{other}.")} for name, found in needs.items()}
    while free := {name for name, found in needs.items() if not found & needs.keys()}:
        needs = {name: found for name, found in needs.items() if name not in free}
    packages = {name for name in needs if names[name].name == "__init__.py"}
    assert not needs.keys() - packages, f"import circle among {sorted(needs)}"


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
from riskkit.agents import td
from riskkit.agents.deep_q import pairs
from riskkit.studies.deep_q_attack.loops.learner import learner
from riskkit.studies.deep_q_attack.loops.training import train
from riskkit.studies.deep_q_attack.settings import ASKING, LEARNERS
from riskkit.studies.td_lambda.settings import RULES
rules = RULES["as run"].replace(round_cap=4)
played = rk.series([td.make(), td.make(td.AS_RUN, name="b")], 2, 1, seed=3, rules=rules, workers=1)
print(played.games.to_csv(index=False), [cells.tolist() for cells in played.memories[0]])
bots = [rk.agents.load("deep_q_simple"), pairs.make(0.5)]
print(rk.match(bots, 2, seed=3, rules=rules, workers=1).to_csv(index=False))
two = [learner(LEARNERS["mixed"], ASKING["mixed"], seat) for seat in range(2)]
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


KERNEL = re.compile(r"^\s*@(kernel|agent|intrinsic)\b", re.MULTILINE)


def test_a_word_of_an_error_compiles_nothing_anew():
    from riskkit.engine import jit

    kernels = [file for file in MODULES if KERNEL.search(file.read_text(encoding="utf-8"))]
    assert len(kernels) > 50
    apart = {jit._module_file(name) for name in jit.APART}
    assert not [file for file in kernels if apart & set(jit.sources(file))]


def test_modules_apart_hold_nothing_that_compiled_code_could_take():
    from riskkit.engine import jit

    for name in jit.APART:
        for node in ast.parse(jit._module_file(name).read_text(encoding="utf-8")).body:
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            is_error = isinstance(node, ast.ClassDef) and all(
                "Error" in b.id or b.id == "Exception" for b in node.bases
            )
            is_plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
            assert is_text or is_error or is_plain or isinstance(node, ast.Import | ast.ImportFrom), ast.unparse(node)


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
