"""Which stored tables the notebooks use: noted, so that unused ones are found."""

from __future__ import annotations

import os
from pathlib import Path

from riskkit.errors import RiskkitError
from riskkit.results import disk, paths

VARIABLE = "RISKKIT_USED"
"""Environment variable that names the file to note in, while the notebooks are checked."""


class NoRecord(RiskkitError):
    """Raised when it is not known which tables are used."""


def note(file: Path) -> None:
    """Write down that a stored table was read, where the check of the notebooks asks for it."""
    if noted := os.environ.get(VARIABLE):
        with open(noted, "a", encoding="utf-8") as used:
            used.write(f"{disk.short(file)}\n")


def record() -> Path:
    """Return the file that holds what the last check of all notebooks used."""
    return paths.home() / "build" / "used_results.txt"


def keep(noted: Path) -> None:
    """Keep what was noted while all notebooks were checked, in `record`."""
    used = sorted(set(noted.read_text(encoding="utf-8").splitlines()))
    record().parent.mkdir(parents=True, exist_ok=True)
    record().write_text("".join(f"{name}\n" for name in used), encoding="utf-8")


def unused() -> list[str]:
    """Return the stored tables that no notebook used when all were last checked.

    Returns
    -------
    list of str
        Files as seen from the checkout, sorted; the JSON file beside each is meant too.

    Raises
    ------
    NoRecord
        If the notebooks were not checked yet.
    """
    if not record().exists():
        raise NoRecord("it is not known yet which tables are used; run 'riskkit notebooks --check' first")
    used = set(record().read_text(encoding="utf-8").splitlines())
    return sorted({disk.short(file) for file in paths.results().rglob("*.parquet")} - used)
