"""Which function of :mod:`riskkit.plots` draws which figure, read from the notebooks and the studies."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
from functools import cache

from riskkit.report import notebooks
from riskkit.report.shown import FigureMaker
from riskkit.results import paths

HOMES = ("riskkit.plots", "riskkit.studies", "riskkit.league")
SHOWN = re.compile(r"Figure (\S+) \(")
"""How the text of a `riskkit.report.shown.Picture` begins."""


def drawn_by() -> dict[str, list[str]]:
    """Return the plot functions behind each exported figure.

    Returns
    -------
    dict
        Figure name to full names, for example ``{"01_chain": ["riskkit.plots.odds.plot_chain"]}``.
        A figure belongs to the functions that its study's function calls (module ``figures``),
        or that are called in the cell that exports it.
    """
    found = {}
    for name in notebooks.names():
        file = paths.notebooks() / f"{name}.ipynb"
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        trees = [_parsed(source) for source in sources]
        known: dict[str, str] = {}
        for tree in trees:
            known |= _imported(tree)
            for figure in _exported(tree):
                found[figure] = _called(tree, known)
            for maker in _makers(tree, known):
                found[maker.name] = _behind(maker)
    return found


def pictures() -> dict[str, str]:
    """Return a figure for each plot function: the first that it draws."""
    first: dict[str, str] = {}
    for figure, functions in sorted(drawn_by().items()):
        for function in functions:
            first.setdefault(function, figure)
    return first


def _imported(tree) -> dict[str, str]:
    """Return what the names mean that a piece of code imports from riskkit's plots, studies and league."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(HOMES):
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return known


def _makers(tree, known) -> list[FigureMaker]:
    """Return the figures of the studies that a cell calls: ``figures.order()``."""
    found = []
    for call in _calls(tree):
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            module = known.get(call.func.value.id, "")
            if module.endswith(".figures"):
                found.append(getattr(importlib.import_module(module), call.func.attr, None))
    return [maker for maker in found if isinstance(maker, FigureMaker)]


def _behind(maker: FigureMaker) -> list[str]:
    """Return the plot functions that a figure's function calls, itself or through functions of its module."""
    module = importlib.import_module(maker.__module__)
    tree = ast.parse(inspect.getsource(module))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    known, names, left, seen = _imported(tree), set(), [maker.draw.__qualname__], set()
    while left:
        function = functions[left.pop()]
        seen.add(function.name)
        names |= set(_called(function, known))
        called = {call.func.id for call in _calls(function) if isinstance(call.func, ast.Name)}
        left += sorted((called & functions.keys()) - seen)
    return sorted(names)


def _calls(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _parsed(source: str):
    return ast.parse(re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE))


def exported(cell) -> list[str]:
    """Return the names of the figures that a code cell of a notebook exports, in order."""
    shown = [output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    named = [found[1] for found in map(SHOWN.match, map("".join, shown)) if found]
    return named or _exported(_parsed("".join(cell["source"])))


def _exported(tree) -> list[str]:
    names = []
    for call in _calls(tree):
        if ast.unparse(call.func).endswith("figures.export") and len(call.args) > 1:
            text = call.args[1]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                names.append(text.value)
    return names


def _called(tree, known) -> list[str]:
    names = set()
    for call in _calls(tree):
        full = ""
        if isinstance(call.func, ast.Name):
            full = known.get(call.func.id, "")
        elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            full = f"{known.get(call.func.value.id, '')}.{call.func.attr}"
        if full.startswith("riskkit.plots.") and _draws(full):
            names.add(full)
    return sorted(names)


@cache
def _draws(full: str) -> bool:
    """Return whether a name is a plot function: one that is called so, or that takes ``ax``."""
    module, _, name = full.rpartition(".")
    if name.startswith("plot_"):
        return True
    function = getattr(importlib.import_module(module), name, None)
    return inspect.isfunction(function) and "ax" in inspect.signature(function).parameters and name != "label_end"
