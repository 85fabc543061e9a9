"""One document of all studies, built from the executed notebooks, with the ledger in front."""

from __future__ import annotations

import html
import shutil
import subprocess
from pathlib import Path

import nbformat

from riskkit import __version__, claims, notebooks, paths, scale
from riskkit.errors import RiskkitError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>riskkit: the report</title>
<style>
{css}
body {{ font: 16px/1.55 Georgia, "DejaVu Serif", serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem }}
h1, h2, h3, nav, table {{ font-family: system-ui, sans-serif }}
table {{ border-collapse: collapse; font-size: 13px; margin: 1rem 0 }}
.wide {{ width: 90vw; max-width: 90rem; margin-left: calc(50% - min(45vw, 45rem)) }}
.wide th:nth-child(5), .wide th:nth-child(10) {{ min-width: 15rem }}
td, th {{ border-bottom: 1px solid #ddd; padding: 3px 8px; text-align: left; vertical-align: top }}
pre {{ font-size: 12px; overflow-x: auto }}
img {{ max-width: 100% }}
section {{ border-top: 2px solid #1b1f3b; margin-top: 3rem }}
.jp-InputPrompt, .jp-OutputPrompt, .prompt, .anchor-link {{ display: none }}
@media print {{
section {{ break-before: page }}
body {{ max-width: none }}
.wide {{ width: auto; margin: 0; zoom: 0.7 }}
}}
</style>
</head>
<body>
<h1>riskkit: the report</h1>
<p>Version {version}, {size}. Built from the notebooks as they were last run.
Intervals are 95%. How verdicts are reached is said below the second table.</p>
<h2>The claims and what became of them</h2>
{summary}
<h2>Every row of the ledger</h2>
<div class="wide">
{ledger}
</div>
<p>{rule}</p>
<nav><h2>Contents</h2>
<ol>
{contents}
</ol></nav>
{sections}
</body>
</html>
"""

RULE = (
    "Within a reading, a contradicted part contradicts it, and it is reproduced when every part that can be "
    "tested is; where a part has rows at the settling size, these count. A claim is reproduced when some "
    "reading reproduces it, otherwise contradicted when some reading contradicts it, otherwise undecided."
)


def _folder() -> Path:
    return paths.home() / "build" / ("quick/report" if scale.is_quick() else "report")


def _source(name: str) -> Path:
    quick = paths.home() / "build" / "quick" / "notebooks" / f"{name}.ipynb"
    if not scale.is_quick():
        return paths.notebooks() / f"{name}.ipynb"
    if not quick.exists():
        raise RiskkitError(f"{name} was not run in quick mode yet; run 'make quick' first")
    return quick


def build(code: bool = False, out=print) -> Path:
    """Write ``build/report/riskkit.html``, and a PDF beside it where a browser can print one.

    Parameters
    ----------
    code : bool
        Show the notebooks' code too.
    out : callable
        Takes the lines that say what was written, or why there is no PDF.

    Returns
    -------
    Path
        The HTML file; it needs no other file.
    """
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    exporter = HTMLExporter(template_name="basic", embed_images=True, exclude_input=not code)
    names = notebooks.chosen([])
    sections, contents = [], []
    for name in names:
        notebook = nbformat.read(_source(name), as_version=4)
        body, resources = exporter.from_notebook_node(notebook)
        sections.append(f'<section id="{name}">\n{body}\n</section>')
        contents.append(f'<li><a href="#{name}">{html.escape(title(notebook, name))}</a></li>')
    ledger = claims.table()
    page = PAGE.format(
        css=HtmlFormatter().get_style_defs(".highlight"),
        version=__version__,
        size="classroom size: not the published size" if scale.is_quick() else "at full published size",
        summary=_html(claims.summary(ledger)),
        ledger=_html(claims.readable(ledger).drop(columns="notebook")),
        rule=RULE,
        contents="\n".join(contents),
        sections="\n".join(sections),
    )
    file = _folder() / "riskkit.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")
    out(f"{file}: {len(names)} notebooks, {file.stat().st_size / 1e6:.1f} MB.")
    pdf(file, out)
    return file


def title(notebook, name: str) -> str:
    """Return the heading a notebook begins with, or its name."""
    first = notebook.cells[0].source.splitlines()[0] if notebook.cells and notebook.cells[0].source else ""
    return first.lstrip("# ").strip() if first.startswith("# ") else name


def _html(data) -> str:
    return data.to_html(index=False, na_rep="", border=0, escape=True)


def pdf(file: Path, out=print) -> Path | None:
    """Print an HTML file to PDF with a browser of this machine; say so where there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        out(f"No PDF: none of {', '.join(BROWSERS)} is installed. Open the HTML file and print it.")
        return None
    target = file.with_suffix(".pdf")
    command = [found, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command += [f"--print-to-pdf={target}"]
    try:
        subprocess.run(
            [*command, f"--print-to-pdf={target}", file.resolve().as_uri()],
            capture_output=True,
            check=True,
            timeout=300,
        )
    except (OSError, subprocess.SubprocessError) as error:
        out(f"No PDF: {found} failed ({error}). Open the HTML file and print it.")
        return None
    out(f"{target}: {target.stat().st_size / 1e6:.1f} MB.")
    return target
