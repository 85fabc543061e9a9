"""What the store holds, and what a table in it depends on."""

from __future__ import annotations

import json

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
    found = [(file, about) for file, about in described() if about["key"].startswith(wanted) or about["name"] == wanted]
    if len(found) != 1:
        known = ", ".join(f"{about['name']} {about['key']}" for _, about in found or described())
        count = "more than one stored table is" if found else "no stored table is"
        raise MissingTable(f"{count} called {wanted!r}; there are: {known or 'none'}")
    file, about = found[0]
    lines = [f"{disk.short(file)}: {about['rows']:,} rows, computed in {about['seconds']:.0f} s on {about['date']}"]
    lines += ["made by:", *(f"  {name}, version {version}" for name, version in about["versions"].items())]
    lines += ["settings:", *(f"  {name} = {json.dumps(value)}" for name, value in about["settings"].items())]
    return "\n".join(lines)
