"""What completes: every package lists its modules and names, and imports them when they are asked for."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import riskkit

PACKAGES = sorted(found.name for found in pkgutil.walk_packages(riskkit.__path__, "riskkit.") if found.ispkg)
COMPLETE = ["riskkit", *(name for name in PACKAGES if name.count(".") == 1)]


@pytest.mark.parametrize("name", COMPLETE)
def test_a_package_lists_and_gives_every_module_of_its_own(name):
    package = importlib.import_module(name)
    modules = {found.name for found in pkgutil.iter_modules(package.__path__) if not found.name.startswith("_")}
    assert modules <= set(dir(package))
    for module in modules:
        assert getattr(package, module)


@pytest.mark.parametrize("name", COMPLETE)
def test_what_is_listed_is_there_and_nothing_of_another_package(name):
    package = importlib.import_module(name)
    public = [each for each in dir(package) if not each.startswith("_")]
    assert len(set(public)) == len(public)
    for each in public:
        value = getattr(package, each)
        assert getattr(value, "__module__", getattr(value, "__name__", "riskkit")).startswith("riskkit"), each


def test_modules_are_listed_before_they_are_imported():
    listed = "'board' in dir(rk.plots), 'td_lambda' in dir(rk.studies), 'numba' in sys.modules"
    code = f"import sys, riskkit as rk; print({listed})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "False"]


def test_an_unknown_name_is_answered_with_what_is_there():
    with pytest.raises(AttributeError, match="riskkit.plots has no 'bord'; it has board, deep_q"):
        riskkit.plots.bord  # noqa: B018


def test_a_type_checker_sees_the_names_that_come_on_demand():
    tree = ast.parse(Path(riskkit.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body for alias in node.names}
    assert set(seen) == set(riskkit.__all__)
    given = {name: f"riskkit.{module}" for name, module in riskkit._NAMES.items()}
    assert {name: module for name, module in seen.items() if module != "riskkit"} == given
