"""Keyed tables of results: computed once, loaded ever after, resumed after a kill.

A table is named by what it holds and keyed by what makes it (`riskkit.results.keys`): its
settings, the seed among them, and the versions of what computes it. It is a Parquet file with
a JSON file of the same name beside it that says how it was made. A table that is computed
again and comes out as it was stays as it is.

Environment
-----------
FRESH
    ``1`` computes again every table that this process did not make itself; a number of seconds
    since 1970 computes again every table last computed before that (so that one run of
    several processes makes each table once, and an interrupted one goes on).
RISKKIT_STORED_ONLY
    ``1`` computes nothing: a missing table fails at once.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from riskkit.errors import check_integer
from riskkit.results import disk, frames, keys, paths, running, usage
from riskkit.results.disk import StoreError

_STARTED = time.time()
_NAME = re.compile(r"[A-Za-z0-9_]+(/[A-Za-z0-9_]+)*")


class MissingTable(StoreError):
    """Raised when a stored table is wanted and there is none with its key."""


class NewerTable(StoreError):
    """Raised when a table was made by newer versions of what computes it than this riskkit has."""


def plain(value, where: str = "settings"):
    """Return ``value`` in JSON's own types; dataclasses and arrays are taken apart.

    Raises
    ------
    TypeError
        Naming the setting that has no plain form.
    """
    return keys.parts(value, where).whole


def key(settings: dict, by: Iterable = ()) -> str:
    """Return the key of a table: 12 hexadecimal digits of what it depends on (see `riskkit.results.keys`)."""
    return keys.made(settings, by).key


def path(name: str, settings: dict, by: Iterable = ()) -> Path:
    """Return where the table of this name and these settings is (or would be)."""
    return _path(name, keys.made(settings, by))


def _path(name: str, made: keys.Made) -> Path:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"a table's name is made of letters, digits, _ and / for folders, like 'td_lambda/alpha', not {name!r}"
        )
    return paths.results() / f"{name}-{made.key}.parquet"


def stored(
    name: str, settings: dict, compute: Callable[[], pd.DataFrame], fresh: bool | None = None, by: Iterable = ()
) -> pd.DataFrame:
    """Return the stored table of these settings, computing and storing it when it is missing.

    Parameters
    ----------
    name : str
        ``"study/table"``.
    settings : dict
        Everything that decides the result, the seed included: numbers, text, lists, dicts,
        dataclasses, rules, boards, agents (see `riskkit.results.keys`).
    compute : callable
        Makes the table: a DataFrame with a plain index.
    fresh : bool, optional
        Compute even if it is stored; left out, the environment variable FRESH says.
    by : iterable of Loop or Agent
        Compiled loops of a study that compute it, and agents that the settings only name in words.

    Returns
    -------
    DataFrame
        As read from the file, so that the first run and later ones give the same.

    Raises
    ------
    MissingTable
        If there is none and ``RISKKIT_STORED_ONLY=1``.
    StoreError
        If the folder cannot be written (full disk, read-only) or the file is damaged.
    """
    made = keys.made(settings, by)
    if (held := _held(name, made, fresh)) is not None:
        return held
    file = _path(name, made)
    start = time.perf_counter()
    table = compute()
    _write_table(file, name, made, table, time.perf_counter() - start)
    return load(file)


def blocks(
    name: str,
    settings: dict,
    tasks: Sequence,
    compute_block: Callable,
    workers: int = 1,
    progress: bool = True,
    fresh: bool | None = None,
    by: Iterable = (),
) -> pd.DataFrame:
    """Return a stored table that is computed block by block; a restart goes on where a kill stopped it.

    Parameters
    ----------
    name, settings, fresh, by
        As for :func:`stored`. The list of tasks must follow from the settings.
    tasks : sequence
        One value a block.
    compute_block : callable
        ``compute_block(task)`` returns the DataFrame of one block; it must depend on nothing else.
    workers : int
        Blocks computed at a time, in threads (compiled games hold no lock). Inside
        ``joblib.parallel_config(backend=...)`` that backend decides where they run.
    progress : bool
        Show a bar.

    Returns
    -------
    DataFrame
        The blocks one below the other, in the order of ``tasks``.
    """
    check_integer("workers", workers, low=1)
    tasks = list(tasks)
    if not tasks:
        raise ValueError(f"{name}: there must be at least one task")
    made = keys.made(settings, by)
    if (held := _held(name, made, fresh)) is not None:
        return held
    file = _path(name, made)
    parts = _parts(file)
    _open_parts(parts, len(tasks), fresh)
    missing = [place for place in range(len(tasks)) if not _part(parts, place).exists()]
    for place, table, seconds in running.computed(name, tasks, missing, compute_block, workers, progress):
        _check_table(name, table)
        with disk.plain_failure(parts, "The blocks finished so far are kept; run it again to go on."):
            disk.write(_part(parts, place).with_suffix(".seconds"), repr(seconds).encode())
            frames.write(_part(parts, place), table)
    table = running.joined([_part(parts, place) for place in range(len(tasks))])
    seconds = sum(float(found.read_text()) for found in parts.glob("*.seconds"))
    _write_table(file, name, made, table, seconds)
    shutil.rmtree(parts, ignore_errors=True)
    return load(file)


def resumed(
    name: str,
    settings: dict,
    compute: Callable[[Path], tuple[pd.DataFrame, float]],
    fresh: bool | None = None,
    by: Iterable = (),
) -> pd.DataFrame:
    """Return a stored table whose computation keeps checkpoints of its own and goes on from them after a kill.

    Parameters
    ----------
    name, settings, fresh, by
        As for :func:`stored`.
    compute : callable
        ``compute(folder)`` returns the table and the seconds that it took in all, those
        before a kill among them. The folder is the table's own: what is in it was left by
        an interrupted computation of the same settings, and it is removed when the table
        is stored.

    Returns
    -------
    DataFrame
        As read from the file.
    """
    made = keys.made(settings, by)
    if (held := _held(name, made, fresh)) is not None:
        return held
    file = _path(name, made)
    parts = _parts(file)
    _open_parts(parts, 1, fresh)
    table, seconds = compute(parts)
    _write_table(file, name, made, table, seconds)
    shutil.rmtree(parts, ignore_errors=True)
    return load(file)


def seconds(name: str, settings: dict, by: Iterable = ()) -> float:
    """Return how many seconds the stored table of these settings took to compute.

    It is in the JSON file beside the table: what is measured is no part of a table, for a
    recomputation would never give it again.

    Raises
    ------
    MissingTable
        If the table is not stored.
    """
    file = path(name, settings, by)
    about = describe(file)
    if about is None:
        raise MissingTable(f"it is not known how long {disk.short(file)} took, for it is not stored")
    return about["seconds"]


def load(file: Path) -> pd.DataFrame:
    """Return the table of a file in the store, after checking it against its description."""
    about = describe(file)
    if about is None:
        raise MissingTable(f"{disk.short(file)} is not there, or the .json file beside it is missing")
    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != about["sha256"]:
        raise StoreError(
            f"{disk.short(file)} is damaged or was changed by hand. Delete it, or set FRESH=1, to compute it again."
        )
    usage.note(file)
    return frames.read(file)


def describe(file: Path) -> dict | None:
    """Return how a table was made (settings, versions, packages, date, seconds), or None."""
    file = Path(file)
    beside = file.with_suffix(".json")
    if not (file.exists() and beside.exists()):
        return None
    return json.loads(beside.read_text(encoding="utf-8"))


def described() -> list[tuple[Path, dict]]:
    """Return the file and the description of every table in the store, sorted by file."""
    files = sorted(paths.results().rglob("*.parquet"))
    return [(file, about) for file in files if (about := describe(file)) is not None]


def stored_only() -> bool:
    """Return True when nothing may be computed or written (``RISKKIT_STORED_ONLY=1``)."""
    return os.environ.get("RISKKIT_STORED_ONLY", "0") not in ("", "0")


def _fresh_since() -> float | None:
    value = os.environ.get("FRESH", "")
    if value in ("", "0"):
        return None
    if not value.isdecimal():
        raise ValueError(f"FRESH must be 1, or seconds since 1970, not {value!r}")
    return _STARTED if int(value) == 1 else float(value)


def _held(name: str, made: keys.Made, fresh: bool | None) -> pd.DataFrame | None:
    """Return the stored table, or None where it has to be computed and may be."""
    file = _path(name, made)
    if _usable(file, made, fresh):
        return load(file)
    _refuse_newer(name, made)
    _refuse_computing(name, made)
    disk.check_writable(file.parent)
    return None


def _usable(file: Path, made: keys.Made, fresh: bool | None) -> bool:
    if fresh:
        return False
    about = describe(file)
    if about is None:
        return False
    if different := keys.changed(made.settings, about["settings"]):
        raise StoreError(
            f"{disk.short(file)} was made with another default ({'; '.join(different[:3])}): a default that changes "
            "results needs a new name, or a raised version of what computes them"
        )
    since = _fresh_since() if fresh is None and not stored_only() else None
    written = file.stat().st_mtime
    if since is not None and written < since:
        return False
    if not stored_only():
        _remove_finished(_parts(file), written)
    return True


def _remove_finished(parts: Path, written: float) -> None:
    """Remove the parts of a table that was stored after they were begun: a kill kept them from being removed."""
    opened = parts / "opened.json"
    if opened.exists() and json.loads(opened.read_text())["written"] < written:
        shutil.rmtree(parts, ignore_errors=True)


def _refuse_newer(name: str, made: keys.Made) -> None:
    """Raise if a table of these settings was made by a newer version of anything that computes it."""
    file = _path(name, made)
    for other in file.parent.glob(f"{file.stem.rpartition('-')[0]}-*.parquet"):
        about = describe(other)
        if about is None or about["settings"] != made.settings:
            continue
        newer = {name for name, version in about["versions"].items() if version > made.versions.get(name, 0)}
        older = {name for name, version in about["versions"].items() if version < made.versions.get(name, 0)}
        if newer and not older:
            listed = ", ".join(
                f"{part} is version {about['versions'][part]} there and {made.versions.get(part, 'unknown')} here"
                for part in sorted(newer)
            )
            raise NewerTable(f"{disk.short(other)} is newer than this riskkit: {listed}. Update riskkit, or delete it.")


def _refuse_computing(name: str, made: keys.Made) -> None:
    if stored_only():
        raise MissingTable(
            f"There is no stored table {name!r} (key {made.key}) for these settings and versions, and nothing is "
            f"computed here (RISKKIT_STORED_ONLY=1). Run 'make figures' to compute it. Settings: "
            f"{json.dumps(made.settings, sort_keys=True)}; versions: {json.dumps(made.versions)}"
        )


def _open_parts(parts: Path, tasks: int, fresh: bool | None) -> None:
    since = _fresh_since() if fresh is None else None
    opened = parts / "opened.json"
    if parts.exists():
        about = json.loads(opened.read_text()) if opened.exists() else {"tasks": -1, "written": 0}
        stale = since is not None and about["written"] < since
        if fresh or stale or about["tasks"] != tasks:
            shutil.rmtree(parts)
    if not opened.exists():
        with disk.plain_failure(parts):
            parts.mkdir(parents=True, exist_ok=True)
            disk.write(opened, json.dumps({"tasks": tasks, "written": time.time()}).encode())


def _parts(file: Path) -> Path:
    """Return the folder of what an unfinished table has so far."""
    return file.with_suffix(".parts")


def _part(parts: Path, place: int) -> Path:
    return parts / f"{place:06d}.parquet"


def _check_table(name: str, table) -> None:
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"{name}: a result must be a DataFrame, not {type(table).__name__}")
    if not isinstance(table.index, pd.RangeIndex):
        raise ValueError(f"{name}: the index would be lost; call reset_index() on the result first")


def _write_table(file: Path, name: str, made: keys.Made, table: pd.DataFrame, seconds: float) -> None:
    """Write a table and its description; a table that comes out as it was is left as it is."""
    _check_table(name, table)
    with disk.plain_failure(file.parent):
        if _holds(file, made, table):
            os.utime(file)
            return
        frames.write(file, table)
        about = {
            "name": name,
            "key": made.key,
            "settings": made.settings,
            "seed": made.settings.get("seed"),
            "versions": made.versions,
            "rows": len(table),
            "columns": list(map(str, table.columns)),
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "seconds": round(seconds, 2),
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "packages": frames.packages(),
        }
        text = json.dumps(about, indent=1, sort_keys=True) + "\n"
        disk.write(file.with_suffix(".json"), text.encode())


def _holds(file: Path, made: keys.Made, table: pd.DataFrame) -> bool:
    """Return whether a file holds this very table already, made in the same way."""
    about = describe(file)
    if about is None or (about["settings"], about["versions"]) != (made.settings, made.versions):
        return False
    try:
        held = load(file)
    except (StoreError, OSError, ValueError):
        return False
    as_read = io.BytesIO()
    table.to_parquet(as_read, index=False)
    return held.equals(pd.read_parquet(as_read)) and list(held.columns) == list(table.columns)
