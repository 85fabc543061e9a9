"""What the store holds, and what a table in it depends on."""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path

import pandas as pd

from riskkit.results import disk
from riskkit.results.store import MissingTable, described


def contents() -> pd.DataFrame:
    """Return what the store holds: name, key, rows, seconds, date, megabytes."""
    found = [
        {**about, "megabytes": round(file.stat().st_size / 1e6, 3)} for file, about in described() if "key" in about
    ]
    return pd.DataFrame(found, columns=["name", "key", "rows", "seconds", "date", "megabytes"])


def why(wanted: str) -> str:
    """Return what a stored table depends on, as text.

    Parameters
    ----------
    wanted
        Its key, or the beginning of it, or its name.

    Raises
    ------
    MissingTable
        If no stored table, or more than one, is meant.
    """
    there = [(f"{about['name']}-{about['key']}", file, about) for file, about in described()]
    text = disk.short(Path(wanted)).removeprefix("data/results/").removesuffix(".parquet").replace(" ", "-")
    found = [each for each in there if text in (each[0], each[2]["name"])]
    found = found or [each for each in there if text and (each[2]["key"].startswith(text) or each[0].startswith(text))]
    if len(found) != 1:
        names = [each[0] for each in found or there]
        nearest = names if found else get_close_matches(text, names, 5, 0.4) or names
        count = "more than one stored table is" if found else "no stored table is"
        listed = ", ".join(nearest[:12]) or "none"
        raise MissingTable(f"{count} called {wanted!r}; there are: {listed}{', ...' if len(nearest) > 12 else ''}")
    _, file, about = found[0]
    lines = [f"{disk.short(file)}: {about['rows']:,} rows, computed in {about['seconds']:.0f} s on {about['date']}"]
    lines += ["made by:", *(f"  {name}, version {version}" for name, version in about["versions"].items())]
    lines += ["settings:", *(f"  {name} = {json.dumps(value)}" for name, value in about["settings"].items())]
    return "\n".join(lines)
