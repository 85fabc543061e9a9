"""Build the documentation: the pages of docs/ as HTML, and the API reference from the docstrings."""

from __future__ import annotations

import html
import importlib
import inspect
import os
import pkgutil
import re
import shutil
import tempfile
import warnings
from functools import partial
from pathlib import Path

from riskkit.report import drawings
from riskkit.results import paths

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 17px/1.6 system-ui, sans-serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f3b }}
pre {{ background: #f5f5f2; padding: .8rem; overflow-x: auto; font-size: 14px }}
code {{ font-size: 90% }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; font-size: 14px; line-height: 1.45 }}
td, th {{ border-bottom: 1px solid #ddd; padding: 4px 8px; text-align: left; vertical-align: top }}
img {{ max-width: 100% }}
</style>
</head>
<body>
<p><a href="{home}">riskkit</a> · <a href="{api}">API reference</a></p>
{body}
</body>
</html>
"""


def build(target: Path | None = None, api: bool = True) -> Path:
    """Write the documentation as a folder of HTML files that needs no server.

    Parameters
    ----------
    target : Path, optional
        The folder; ``build/docs`` when left out.
    api : bool
        Write the API reference too.

    Returns
    -------
    Path
        The folder.
    """
    target = paths.home() / "build" / "docs" if target is None else Path(target)
    source = paths.home() / "docs"
    for file in sorted(source.rglob("*.md")):
        place = page_of(file.relative_to(source), target)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_page(file, place, target), encoding="utf-8")
    if api:
        _reference(target / "api")
    return target


def page_of(relative: Path, target: Path) -> Path:
    """Return the HTML file of a page (README.md becomes index.html)."""
    name = "index.html" if relative.name == "README.md" else relative.with_suffix(".html").name
    return target / relative.parent / name


def _page(file: Path, place: Path, target: Path) -> str:
    import mistune

    text = file.read_text(encoding="utf-8")
    body = str(mistune.html(text))
    body = re.sub(r"<h(\d)>(.*?)</h\1>", _with_anchor, body)
    body = re.sub(
        r'(href|src)="(?![a-z]+:|#)([^"#]*)(#[^"]*)?"', partial(_link, file=file, place=place, target=target), body
    )
    heading = re.search(r"^# +(.+)$", text, flags=re.MULTILINE)

    def relative(path: str) -> str:
        return os.path.relpath(target / path, place.parent)

    title = html.escape(heading[1] if heading else file.stem)
    return PAGE.format(title=title, body=body, home=relative("index.html"), api=relative("api/index.html"))


def anchor(heading: str) -> str:
    """Return the anchor that code hosts give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _with_anchor(found) -> str:
    level, words = found[1], found[2]
    plain = html.unescape(re.sub(r"<[^>]+>", "", words))
    return f'<h{level} id="{anchor(plain)}">{words}</h{level}>'


def _link(found, file: Path, place: Path, target: Path) -> str:
    """Return a link as it must read from the built page: pages among themselves, the rest to the checkout."""
    goal = (file.parent / found[2]).resolve()
    docs = (paths.home() / "docs").resolve()
    if goal.is_relative_to(docs) and goal.suffix == ".md":
        goal = page_of(goal.relative_to(docs), target)
    return f'{found[1]}="{os.path.relpath(goal, place.parent)}{found[3] or ""}"'


def _reference(target: Path) -> None:
    import pdoc
    from pdoc import render

    import riskkit

    for name in riskkit.__all__:  # pdoc looks for names where they are stored, and these come on demand
        setattr(riskkit, name, getattr(riskkit, name))
    _add_pictures(target / "pictures")
    with tempfile.TemporaryDirectory() as look, warnings.catch_warnings():
        Path(look, "custom.css").write_text(".docstring img {max-width: 28rem}\n", encoding="utf-8")
        render.configure(docformat="numpy", search=True, show_source=True, template_directory=Path(look))
        # pdoc cannot look up the field types of a NamedTuple in a module with postponed annotations
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(*_specifications(), output_directory=target)


def _add_pictures(folder: Path) -> None:
    """Put a picture of what it shows into the docstring of each plot function, and the picture into the folder.

    The pictures are linked: embedded, pdoc would copy each into its search index as well.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for function, figure in drawings.pictures().items():
        module, _, name = function.rpartition(".")
        drawing = getattr(importlib.import_module(module), name)
        first, _, rest = (inspect.getdoc(drawing) or "").partition("\n\n")
        up = "../" * (module.count("."))
        drawing.__doc__ = f'{first}\n\n<img src="{up}pictures/{figure}.png" alt="{figure}">\n\n{rest}'
        shutil.copy(paths.home() / "figures" / f"{figure}.png", folder)


def _specifications() -> list[str]:
    """Return what pdoc must be given to document every module once (by itself it stops at ``__all__``)."""
    from pdoc import extract

    import riskkit

    chosen, covered = [], set()
    modules = [module.name for module in pkgutil.walk_packages(riskkit.__path__, "riskkit.")]
    for name in ["riskkit", *modules]:
        if name not in covered and not name.endswith("__main__"):
            chosen.append(name)
            covered |= set(extract.walk_specs([name]))
    return chosen
