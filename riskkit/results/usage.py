"""Which stored tables the notebooks use: noted, so that unused ones are found and each notebook can state its times."""

from __future__ import annotations

import os
import time
from pathlib import Path

from riskkit.errors import RiskkitError
from riskkit.results import disk, paths

VARIABLE = "RISKKIT_USED"
"""Environment variable that names the file to note in, while the notebooks are checked."""


_read: dict[str, float] = {}


class NoRecord(RiskkitError):
    """Raised when it is not known which tables are used."""


def note(file: Path, seconds: float) -> None:
    """Keep in mind that a stored table was read, and write it down where the check of the notebooks asks for it.

    ``seconds`` is how long the table took to compute.
    """
    _read[disk.short(file)] = seconds
    if noted := os.environ.get(VARIABLE):
        with open(noted, "a", encoding="utf-8") as used:
            used.write(f"{disk.short(file)}\n")


def times() -> str:
    """Return how long this session's stored tables took to compute, and the session itself, as a line to print.

    The time of a table is that of its blocks added up, which ran side by side on a machine
    that may have been busy; that of the session is its processor time. They are written
    "took N s", which the check of the notebooks ignores.
    """
    text = f"this run took {time.process_time():.0f} s of CPU time."
    if not _read:
        return f"No stored table was read; {text}"
    plural = "s" if len(_read) > 1 else ""
    before = f"{len(_read)} stored table{plural}, whose blocks took {sum(_read.values()):.0f} s when they were computed"
    return f"{before}; {text}"


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
