"""The computed numbers that prose states, in notebooks and pages: written anew, and checked.

A study's module ``numbers`` says which notebooks and pages are its own (``NOTEBOOKS``,
``PAGES``), what each marked number reads (``values()``), and which numbers are not computed
(``SAID``: printed by the source, sizes of the set-up). A computed number has a mark behind it
that a reader does not see::

    it wins 0.31<!--win_rate--> of its games

`written` puts in what the name stands for, `stated` lists what stands there. The texts are
made by `riskkit.numbers`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from riskkit.errors import check_name
from riskkit.results import disk, paths

MARK = re.compile(r"(?P<text>[^\s<>()\[\]{}|*_`]+)<!--(?P<name>[a-z][a-z0-9_.]*)-->")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?%?(?![\w])")
_ASIDE = re.compile(
    r"`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\$[^$]*\$|<!--.*?-->|^#+ [^\n]*$|https?://\S+", re.MULTILINE | re.DOTALL
)


def stated(prose: str) -> list[tuple[str, str]]:
    """Return what the marks of a text name, and what stands before each: pairs (name, text)."""
    return [(found["name"], found["text"]) for found in MARK.finditer(prose)]


def written(prose: str, values: Mapping[str, str]) -> str:
    """Return the text with the value of each marked name put in.

    Raises
    ------
    ValueError
        If a mark names no value; the nearest names are given.
    """

    def put(found):
        name = check_name("number", found["name"], sorted(values))
        if not isinstance(values[name], str):
            raise TypeError(f"the number {name!r} is a text, as riskkit.numbers.text makes it, not {values[name]!r}")
        return f"{values[name]}<!--{name}-->"

    return MARK.sub(put, prose)


def files(study: ModuleType) -> list[Path]:
    """Return the notebooks and pages whose prose states a study's numbers."""
    pages = [paths.home() / page for page in study.PAGES]
    return [*(paths.notebooks() / f"{name}.ipynb" for name in study.NOTEBOOKS), *pages]


def texts(file: Path) -> list[str]:
    """Return the prose of a file: the Markdown cells of a notebook, or a page as a whole."""
    content = file.read_text(encoding="utf-8")
    if file.suffix != ".ipynb":
        return [content]
    return ["".join(cell["source"]) for cell in json.loads(content)["cells"] if cell["cell_type"] == "markdown"]


def update(file: Path, values: Mapping[str, str]) -> bool:
    """Write the marked numbers of a file anew; return whether one had changed."""
    content = file.read_text(encoding="utf-8")
    if file.suffix != ".ipynb":
        new = written(content, values)
    else:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = written("".join(cell["source"]), values).splitlines(keepends=True)
        new = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if new != content:
        disk.write(file, new.encode())
    return new != content


def wrong(file: Path, values: Mapping[str, str]) -> list[str]:
    """Return the marked numbers that do not read as they should: "name: 0.31, computed 0.32"."""
    marks = [mark for prose in texts(file) for mark in stated(prose)]
    return [f"{name}: {text}, computed {values.get(name)}" for name, text in marks if values.get(name) != text]


def unmarked(prose: str, said: Iterable[str]) -> list[str]:
    """Return the numbers with a point, a comma or a percent sign that are neither marked nor said.

    Whole numbers of up to three digits count as words. Headings, code, links, pictures (whose
    text is their caption), formulas and what stands in comments are passed over.
    """
    left = MARK.sub(" ", prose)
    found = _NUMBER.findall(_ASIDE.sub(" ", left))
    known = set(said)
    return [text for text in found if re.search(r"[.,%]", text.strip("+-")) and text.lstrip("+-") not in known]
