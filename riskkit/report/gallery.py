"""The index of the exported figures: a page to look at and one to read on a code host."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pandas as pd

from riskkit.report import drawings, figures, tables
from riskkit.results import paths

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Figures of riskkit</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f3b }}
figure {{ margin: 3rem 0; border-top: 1px solid #ddd; padding-top: 1rem }}
img {{ max-width: 100%; max-height: 26rem }}
small {{ color: #555 }}
</style>
</head>
<body>
<h1>Figures of riskkit</h1>
<p>{count} figures, made by <code>{command}</code>. Each has its data, caption and provenance beside it.</p>
{figures}
{tables}
</body>
</html>
"""

FIGURE = """<figure id="{name}">
<img src="{name}.png" alt="{caption}" loading="lazy">
<figcaption><strong>{name}</strong>. {caption}<br>
<small>{source} · {claims}data <a href="{name}.csv">CSV</a> ({rows} rows) ·
<a href="{name}.svg">SVG</a> <a href="{name}.pdf">PDF</a> <a href="{name}.png">PNG</a> ·
<a href="{name}.json">provenance</a></small></figcaption>
</figure>"""


def entries(folder: Path | None = None) -> pd.DataFrame:
    """Return the exported figures: name, caption, notebook, claims, seed, rows, scale, command, drawn; sorted."""
    folder = paths.figures() if folder is None else folder
    columns = ["name", "caption", "notebook", "claims", "seed", "rows", "scale", "command"]
    found, drawn = [], drawings.drawn_by()
    for file in sorted(folder.glob("*.json")):
        about = json.loads(file.read_text(encoding="utf-8"))
        absent = [ending for ending in (*figures.FORMATS, "csv") if not file.with_suffix(f".{ending}").exists()]
        if absent:
            raise figures.FigureError(
                f"figure {file.stem} lacks its {', '.join(absent)} file; run its notebook again, or delete {file.name}"
            )
        found.append({**{column: about[column] for column in columns}, "drawn": drawn.get(file.stem, [])})
    return pd.DataFrame(found, columns=[*columns, "drawn"])


def page(listed: pd.DataFrame) -> str:
    """Return ``index.html``."""
    shown = []
    for row in listed.itertuples(index=False):
        caption, notebook = html.escape(row.caption), html.escape(row.notebook)
        source = f'notebook <a href="../notebooks/{notebook}.ipynb">{notebook}</a>' if notebook else "no notebook"
        claims = f"claim {', '.join(row.claims)} · " if row.claims else ""
        claims += "".join(f"drawn by <code>{name}</code> · " for name in row.drawn)
        shown.append(FIGURE.format(name=row.name, caption=caption, source=source, claims=claims, rows=row.rows))
    command = listed["command"].iloc[0] if len(listed) else "make figures"
    return PAGE.format(count=len(listed), command=command, figures="\n".join(shown), tables=_tables())


def _tables() -> str:
    lines = []
    for about in tables.listed():
        links = " ".join(f'<a href="tables/{about["name"]}.{end}">{end}</a>' for end in tables.FORMATS)
        lines.append(
            f"<li><strong>{about['name']}</strong>. {html.escape(about['caption'])} <small>{links}</small></li>"
        )
    return "<h2>Tables</h2>\n<ul>\n" + "\n".join(lines) + "\n</ul>" if lines else ""


def listing(listed: pd.DataFrame) -> str:
    """Return ``README.md`` of the figures folder."""
    lines = [
        "# Figures",
        "",
        "Made by the notebooks, never by hand. `make figures` writes them again; each has SVG, PDF, PNG (300 dpi),",
        "its data (CSV) and its provenance (JSON) beside it. `index.html` shows them all.",
        "",
        "| Figure | Caption | Notebook | Data | Drawn by | Claims |",
        "|---|---|---|---|---|---|",
    ]
    for row in listed.itertuples(index=False):
        caption = row.caption.replace("|", "\\|")
        notebook = f"[{row.notebook}](../notebooks/{row.notebook}.ipynb)" if row.notebook else ""
        picture, data, claims = f"[{row.name}]({row.name}.png)", f"[CSV]({row.name}.csv)", ", ".join(row.claims)
        drawn = ", ".join(f"`{name.removeprefix('riskkit.plots.')}`" for name in row.drawn)
        lines.append(f"| {picture} | {caption} | {notebook} | {data} | {drawn} | {claims} |")
    if made := tables.listed():
        lines += ["", "## Tables", "", "| Table | Caption | As |", "|---|---|---|"]
        for about in made:
            caption = about["caption"].replace("|", "\\|")
            links = " ".join(f"[{ending}](tables/{about['name']}.{ending})" for ending in tables.FORMATS)
            lines.append(f"| {about['name']} | {caption} | {links} |")
    return "\n".join(lines) + "\n"


def write(folder: Path | None = None) -> int:
    """Write ``index.html`` and ``README.md`` of the figures folder; return how many figures they list."""
    folder = paths.figures() if folder is None else folder
    folder.mkdir(parents=True, exist_ok=True)
    listed = entries(folder)
    (folder / "index.html").write_text(page(listed), encoding="utf-8")
    (folder / "README.md").write_text(listing(listed), encoding="utf-8")
    return len(listed)
