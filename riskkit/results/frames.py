"""Tables as Parquet files, and the packages that stand behind them."""

from __future__ import annotations

import io
import platform
from pathlib import Path

import pandas as pd

from riskkit.results import disk


def packages() -> dict[str, str]:
    """Return the versions of packages that stand behind a result: Python and the packages computed with."""
    from importlib.metadata import version

    from riskkit import __version__

    names = ("numpy", "numba", "pandas", "scipy", "matplotlib")
    return {
        "riskkit": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in names},
    }


def read(file: Path) -> pd.DataFrame:
    """Return the table of a Parquet file that Arrow opens by itself.

    Were the file a Python object, a thread of Arrow could let go of it while Python shuts
    down, which ends the process with "terminate called without an active exception".
    """
    from pyarrow.fs import LocalFileSystem

    return pd.read_parquet(str(file.absolute()), filesystem=LocalFileSystem())


def write(file: Path, table: pd.DataFrame) -> None:
    """Write a table, compressed."""
    held = io.BytesIO()
    table.to_parquet(held, index=False, compression="zstd", compression_level=9)
    disk.write(file, held.getvalue())
