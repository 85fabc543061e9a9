"""One document of all studies, built from the executed notebooks, with the ledger in front."""

from __future__ import annotations

import base64
import html
import itertools
import json
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import nbformat

from riskkit import __version__
from riskkit.claims import ledger as claims
from riskkit.errors import RiskkitError
from riskkit.report import drawings, notebooks
from riskkit.results import paths, scale

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
WITH_CODE = ("00_quickstart",)
"""Notebooks that are about code: theirs is always shown."""

LONG = 55
"""A printed text of more lines than this may break over pages."""

WIDE = 130
"""Printed lines of more letters than this are broken rather than set smaller still."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>riskkit: the report</title>
<style>
{highlight}
{look}
</style>
</head>
<body>
<h1>riskkit: the report</h1>
<p>Version {version}{commit}, {size}. Built from the notebooks as they were last run. Intervals are 95%.</p>
<nav><h2>Contents</h2>
<ol>
{contents}
</ol></nav>
<section id="claims">
{answer}
{verdicts}
{summary}
<p>{rule}</p>
</section>
<section id="ledger" class="wide">
<h1>Every row of the ledger</h1>
{ledger}
</section>
{sections}
</body>
</html>
"""

LOOK = """
:root { --text: 54rem }
body { font: 16px/1.55 Georgia, "DejaVu Serif", serif; max-width: var(--text); margin: 2rem auto; padding: 0 1rem }
h1, h2, h3, nav, table, figcaption { font-family: system-ui, "DejaVu Sans", sans-serif; text-align: left }
table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; width: 100% }
td, th { border-bottom: 1px solid #ddd; padding: 3px 8px; text-align: left; vertical-align: top }
.wide { width: 92vw; max-width: 92rem; margin-left: calc(50% - min(46vw, 46rem)) }
.wide table { table-layout: fixed; overflow-wrap: break-word }
.claims td:nth-child(2) { width: 45% }
.claims td:last-child { white-space: nowrap }
pre { --fit: calc(var(--text) / (var(--columns, 80) * 0.604)); font-size: clamp(7px, var(--fit), 12.5px) }
pre { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; line-height: 1.35 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.highlight pre { background: #f6f6f3; padding: 0.5rem 0.7rem; font-size: 12.5px }
figure { margin: 1.2rem 0 }
figcaption { font-size: 13px; line-height: 1.4; color: #333; max-width: 44rem }
img { max-width: 100% }
section { border-top: 2px solid #1b1f3b; margin-top: 3rem }
.jp-InputPrompt, .jp-OutputPrompt, .prompt, .anchor-link { display: none }
@page { size: A4; margin: 18mm 16mm 16mm }
@page { @top-left { content: "riskkit: the report"; font: 8pt "DejaVu Sans", sans-serif; color: #666 } }
@page { @bottom-right { content: counter(page) " / " counter(pages) } }
@page { @bottom-right { font: 8pt "DejaVu Sans", sans-serif; color: #666 } }
@page :first { @top-left { content: none } }
@page across { size: A4 landscape; margin: 15mm 12mm }
@media print {
:root { --text: 177mm }
body { font-size: 10pt; line-height: 1.45; max-width: none; margin: 0; padding: 0 }
h1 { font-size: 17pt } h2 { font-size: 13pt } h3 { font-size: 11pt }
a { color: inherit; text-decoration: none }
table { font-size: 7.5pt }
.wide { width: auto; max-width: none; margin: 0; page: across }
.wide table { font-size: 6.5pt }
pre { font-size: clamp(4.8pt, var(--fit), 8pt) }
.highlight pre { font-size: 8pt }
section { break-before: page; border: none; margin: 0 }
h1, h2, h3 { break-after: avoid }
.cell:has(.rendered_html > :is(h1, h2, h3):last-child) { break-after: avoid }
figure, tr, pre:not(.long) { break-inside: avoid }
figcaption { font-size: 8pt }
p, li { orphans: 3; widows: 3 }
}
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
        Show the notebooks' code too (that of the quick start is always shown).
    out : callable
        Takes the lines that say what was written, or why there is no PDF.

    Returns
    -------
    Path
        The HTML file; it needs no other file.
    """
    from pygments.formatters import HtmlFormatter

    names = notebooks.chosen([])
    numbers = itertools.count(2)
    answer = "<h1>The claims and what became of them</h1>"
    sections, contents = [], [("claims", "The claims and what became of them"), ("ledger", "Every row of the ledger")]
    for name in names:
        notebook = nbformat.read(_source(name), as_version=4)
        if name.endswith(notebooks.LEDGER):  # what it shows stands in front: its answer is enough
            notebook.cells = notebook.cells[:1]
            answer = _body(notebook, code, numbers)
            continue
        contents.append((name, title(notebook, name)))
        body = _body(notebook, code or name in WITH_CODE, numbers)
        sections.append(f'<section id="{name}">\n{body}\n</section>')
    ledger = claims.table()
    page = PAGE.format(
        highlight=HtmlFormatter().get_style_defs(".highlight"),
        look=LOOK,
        version=__version__,
        commit=f" (commit {commit()})" if commit() else "",
        size="classroom size: not the published size" if scale.is_quick() else "at full published size",
        contents="\n".join(f'<li><a href="#{at}">{html.escape(text)}</a></li>' for at, text in contents),
        answer=answer,
        verdicts=picture("08_verdicts", 1) or "",
        summary=_summary(claims.summary(ledger)),
        rule=RULE,
        ledger=_rows(claims.readable(ledger)),
        sections="\n".join(sections),
    )
    file = _folder() / "riskkit.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")
    out(f"{file}: {len(names)} notebooks, {file.stat().st_size / 1e6:.1f} MB.")
    pdf(file, out)
    return file


@cache
def commit() -> str:
    """Return the git commit of the checkout, or "" outside of one."""
    command = ["git", "-C", str(paths.home()), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def title(notebook, name: str) -> str:
    """Return the heading a notebook begins with, or its name."""
    first = notebook.cells[0].source.splitlines()[0] if notebook.cells and notebook.cells[0].source else ""
    return first.lstrip("# ").strip() if first.startswith("# ") else name


def _body(notebook, code: bool, numbers) -> str:
    """Return a notebook as HTML: exported figures with their captions, printed text that fits the page."""
    from nbconvert import HTMLExporter

    for cell in notebook.cells:
        names = drawings.exported(cell) if cell.cell_type == "code" else []
        shown = [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
        if len(names) == len(shown):
            for name, output in zip(names, shown):
                if figure := picture(name, next(numbers)):
                    output["data"] = {"text/html": figure}
    exporter = HTMLExporter(template_name="basic", embed_images=True, exclude_input=not code)
    body, _ = exporter.from_notebook_node(notebook)
    body = re.sub(r'href="(\d\d_\w+)\.ipynb"', _inside, body)
    body = re.sub(r'<a href="\.\./[^"]*">(.*?)</a>', r"\1", body)
    return re.sub(r"<pre>(.*?)</pre>", _fitted, body, flags=re.DOTALL)


def _inside(found) -> str:
    """Return the link to a notebook as one to its section of the report."""
    return 'href="#claims"' if found[1].endswith(notebooks.LEDGER) else f'href="#{found[1]}"'


def _fitted(found) -> str:
    """Return a printed text that knows how wide it is; the style sets its letters as small as that needs."""
    lines = html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip("\n").splitlines() or [""]
    kind = ' class="long"' if len(lines) > LONG else ""
    return f'<pre{kind} style="--columns: {min(WIDE, max(80, *map(len, lines)))}">{found[1]}</pre>'


def picture(name: str, number: int) -> str | None:
    """Return an exported figure as HTML, with its number, name and caption; None where it is not there."""
    drawn, beside = (paths.figures() / f"{name}.{ending}" for ending in ("svg", "json"))
    if not (drawn.exists() and beside.exists()):
        return None
    content = drawn.read_bytes()
    found = re.search(rb'width="([0-9.]+)pt"', content)
    if not found:
        raise RiskkitError(f"{drawn.name} does not say how wide it is; export the figure again")
    width = float(found[1]) / 72
    caption = html.escape(json.loads(beside.read_text(encoding="utf-8"))["caption"])
    source = f"data:image/svg+xml;base64,{base64.b64encode(content).decode()}"
    return (
        f'<figure id="figure-{name}"><img style="width: {width:.2f}in" alt="{caption}" src="{source}">'
        f"<figcaption><b>Figure {number}</b> ({name}). {caption}</figcaption></figure>"
    )


def _summary(data) -> str:
    rows = []
    for row in data.itertuples():
        cells = [row.claim, row.statement, row.verdict, row.readings]
        cells = [html.escape(str(cell)) for cell in cells] + [f'<a href="#{row.notebook}">{row.notebook}</a>']
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    heads = "".join(f"<th>{head}</th>" for head in ("claim", "what the source says", "verdict", "under", "notebook"))
    return f'<table class="claims"><thead><tr>{heads}</tr></thead><tbody>\n' + "\n".join(rows) + "\n</tbody></table>"


def _rows(data) -> str:
    widths = dict(claim=5, part=9, reading=9, size=7, statement=17, published=8, ours=11, n=5, verdict=8, reason=21)
    columns = "".join(f'<col style="width: {width}%">' for width in widths.values())
    table = data[list(widths)].to_html(index=False, na_rep="", border=0)
    return table.replace("<thead>", f"<colgroup>{columns}</colgroup><thead>", 1)


def pdf(file: Path, out=print) -> Path | None:
    """Print an HTML file to PDF with a browser of this machine; say so where there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        out(f"No PDF: none of {', '.join(BROWSERS)} is installed. Open the HTML file and print it.")
        return None
    target = file.with_suffix(".pdf")
    target.unlink(missing_ok=True)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--no-pdf-header-footer", "--generate-pdf-document-outline", f"--print-to-pdf={target}"]
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            command = [found, *options, f"--user-data-dir={profile}", file.resolve().as_uri()]
            subprocess.run(command, capture_output=True, check=True, timeout=300)
        out(f"{target}: {target.stat().st_size / 1e6:.1f} MB.")
    except (OSError, subprocess.SubprocessError) as error:
        out(f"No PDF: {found} failed ({error}). Open the HTML file and print it.")
        return None
    return target
