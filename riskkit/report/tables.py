"""Tables for reports: Markdown, LaTeX and HTML from a DataFrame, with its data and caption.

HTML and LaTeX are made by great-tables, Markdown by tabulate. The LaTeX needs the
packages booktabs and caption; nothing here needs LaTeX to be installed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from riskkit import numbers
from riskkit.errors import check_integer, check_name
from riskkit.report import figures
from riskkit.results import paths, scale, store

FORMATS = ("md", "tex", "html", "csv")


Digits = int | dict[str, int]
"""Decimals of fractions: for all columns, or by column (3 for those left out)."""


def _text(data: pd.DataFrame, digits: Digits) -> pd.DataFrame:
    """Return the table as text: fractions with ``digits`` decimals (tiny: 1.0e-09), whole numbers with commas."""
    if not isinstance(data, pd.DataFrame):
        raise TypeError(f"a table must be a DataFrame, not {type(data).__name__}")
    if data.columns.empty:
        raise ValueError("the table has no columns")
    named = digits if isinstance(digits, dict) else {}
    for name in named:
        check_name("column", name, list(data.columns))
    usual = 3 if named else check_integer("digits", digits, low=0, high=12)
    columns = {name: check_integer(f"digits of {name}", named.get(name, usual), 0, 12) for name in data.columns}
    return pd.DataFrame({str(name): [_cell(value, n) for value in data[name]] for name, n in columns.items()})


def _cell(value, digits: int) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    if pd.isna(value):
        return ""
    if isinstance(value, (bool, str)):
        return str(value)
    if pd.api.types.is_integer(value):
        return f"{value:,}"
    if not pd.api.types.is_number(value):
        return str(value)
    tiny = 0 < abs(value) < 0.5 * 10**-digits
    return f"{numbers.steady(value):.1e}" if tiny else numbers.text(value, digits)


def _numeric(data: pd.DataFrame) -> list[str]:
    numbers = [name for name in data.columns if pd.api.types.is_numeric_dtype(data[name])]
    return [str(name) for name in numbers if not pd.api.types.is_bool_dtype(data[name])]


def markdown(data: pd.DataFrame, caption: str = "", digits: Digits = 3) -> str:
    """Return the table as Markdown, the caption in bold above it."""
    from tabulate import tabulate

    def escaped(cell):
        return cell.replace("|", "\\|").replace("\n", " ")

    text = _text(data, digits).map(escaped)
    align = ["right" if name in _numeric(data) else "left" for name in text.columns]
    headers = [escaped(name) for name in text.columns]
    rows = tabulate(text.values.tolist(), headers=headers, tablefmt="pipe", colalign=align, disable_numparse=True)
    return (f"**{caption}**\n\n" if caption else "") + rows + "\n"


def _great(data: pd.DataFrame, caption: str, digits: Digits):
    from great_tables import GT

    table = GT(_text(data, digits), id="riskkit").tab_options(table_font_size="14px")
    if _numeric(data):
        table = table.cols_align("right", _numeric(data))
    return table.tab_header(title=caption) if caption else table


def latex(data: pd.DataFrame, caption: str = "", digits: Digits = 3) -> str:
    """Return the table as LaTeX (packages booktabs and caption)."""
    return _great(data, caption, digits).as_latex()


def html(data: pd.DataFrame, caption: str = "", digits: Digits = 3) -> str:
    """Return the table as HTML with its style inside."""
    return _great(data, caption, digits).as_raw_html()


LONG = 40
"""Letters from which a cell is set as running text."""


def plain(data: pd.DataFrame, digits: Digits = 3) -> str:
    """Return the table as plain text in columns; every row is shown."""
    return _text(data, digits).to_string(index=False)


def screen(data: pd.DataFrame, caption: str = "", digits: Digits = 3) -> str:
    """Return the table as HTML for a notebook: numbers to the right, words never broken."""
    import html as escaping

    shown, right = _text(data, digits), set(_numeric(data))

    def cell(name, value):
        wide = "min-width:18em;white-space:normal;" if len(value) > LONG else "white-space:nowrap;"
        side = "right" if name in right else "left"
        return f'<td style="text-align:{side};{wide}">{escaping.escape(value)}</td>'

    head = "".join(
        f'<th style="text-align:{"right" if name in right else "left"}">{escaping.escape(name)}</th>'
        for name in shown.columns
    )
    rows = ["".join(cell(name, value) for name, value in zip(shown.columns, row)) for row in shown.to_numpy()]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    title = f'<caption style="text-align:left">{escaping.escape(caption)}</caption>' if caption else ""
    return (
        f'<div style="overflow-x:auto"><table>{title}\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def export(data: pd.DataFrame, name: str, caption: str, digits: Digits = 3) -> Path:
    """Write a table for a report to ``figures/tables/``: Markdown, LaTeX, HTML, CSV and its caption.

    Parameters
    ----------
    data : DataFrame
        At most 20,000 rows.
    name : str
        File name without ending, starting with the notebook's number: ``"05_win_rates"``.
    caption : str
        What is shown, with units, n and what the intervals are.
    digits : int or dict
        Decimals of fractions, or those by column (the CSV keeps 10 significant digits).

    Returns
    -------
    Path
        The Markdown file.

    Raises
    ------
    ValueError, riskkit.results.store.StoreError
        As for :func:`riskkit.report.figures.export`; where nothing may be written the data are
        compared with the exported CSV.
    """
    figures.check(name, caption, data)
    folder = paths.figures() / "tables"
    values = figures.as_csv(data)
    if store.stored_only():
        figures.compare(folder / f"{name}.csv", values)
        return folder / f"{name}.md"
    stamp = f" ({figures.STAMP})" if scale.is_quick() else ""
    content = {
        "md": markdown(data, caption + stamp, digits).encode(),
        "tex": latex(data, caption + stamp, digits).encode(),
        "html": html(data, caption + stamp, digits).encode(),
        "csv": values,
    }
    figures.write(folder, name, content, figures.provenance(name, caption, data))
    return folder / f"{name}.md"


def listed() -> list[dict]:
    """Return the provenance of every exported table, sorted by name."""
    files = sorted((paths.figures() / "tables").glob("*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]
