"""The computed numbers that prose states, in notebooks and pages: written anew, and checked.

A study's module ``numbers`` says which notebooks and pages are its own (``NOTEBOOKS``,
``PAGES``), what each marked number reads (``values()``), and which numbers are not computed
(``SAID``: printed by the source, sizes of the set-up). See `riskkit.report.numbers` for the marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from riskkit.report import numbers
from riskkit.results import disk, paths

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?%?(?![\w])")
_ASIDE = re.compile(
    r"`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\$[^$]*\$|<!--.*?-->|^#+ .*$|https?://\S+", re.MULTILINE | re.DOTALL
)


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
        new = numbers.written(content, values)
    else:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = numbers.written("".join(cell["source"]), values).splitlines(keepends=True)
        new = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if new != content:
        disk.write(file, new.encode())
    return new != content


def wrong(file: Path, values: Mapping[str, str]) -> list[str]:
    """Return the marked numbers that do not read as they should: "name: 0.31, computed 0.32"."""
    marks = [mark for prose in texts(file) for mark in numbers.stated(prose)]
    return [f"{name}: {text}, computed {values.get(name)}" for name, text in marks if values.get(name) != text]


def unmarked(prose: str, said: Iterable[str]) -> list[str]:
    """Return the numbers with a point, a comma or a percent sign that are neither marked nor said.

    Whole numbers of up to three digits count as words. Headings, code, links, pictures (whose
    text is their caption), formulas and what stands in comments are passed over.
    """
    left = numbers.MARK.sub(" ", prose)
    found = _NUMBER.findall(_ASIDE.sub(" ", left))
    known = set(said)
    return [text for text in found if re.search(r"[.,%]", text.strip("+-")) and text.lstrip("+-") not in known]
