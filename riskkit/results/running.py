"""Blocks of a table computed side by side, and how far they are."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pandas as pd


def joined(files: list[Path]) -> pd.DataFrame:
    """Return the tables of these files one below the other."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = [pq.read_table(file) for file in files]
    return pa.concat_tables(tables, promote_options="permissive").to_pandas()


def _timed(compute_block, place, task):
    start = time.perf_counter()
    table = compute_block(task)
    return place, table, time.perf_counter() - start


def computed(name, tasks, missing, compute_block, workers, progress):
    """Yield (place, table, seconds) of the missing blocks as they are finished."""
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm

    bar = {"total": len(tasks), "initial": len(tasks) - len(missing), "desc": name, "unit": "block"}
    with tqdm(**bar, **({} if progress else {"disable": True})) as shown:
        pool = Parallel(n_jobs=workers, prefer="threads", return_as="generator_unordered")
        done = len(tasks) - len(missing)
        for result in pool(delayed(_timed)(compute_block, place, tasks[place]) for place in missing):
            yield result
            shown.update()
            done += 1
            tell(f"{name}: {done} of {len(tasks)} blocks")


def tell(text: str) -> None:
    """Tell the runner of the notebooks, where there is one, how far a long run is."""
    if file := os.environ.get("RISKKIT_PROGRESS"):
        Path(file).write_text(text, encoding="utf-8")
