"""Writing files whole or not at all, and saying plainly what keeps one from being written."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

from riskkit.errors import RiskkitError
from riskkit.results import paths


class StoreError(RiskkitError):
    """Raised when a file of results or a figure cannot be written or read."""


def write(file: Path, content: bytes) -> None:
    """Write a file so that it is there whole or, after a crash or a full disk, as it was before."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def check_writable(folder: Path) -> None:
    """Make the folder, and raise :class:`StoreError` if nothing can be written in it."""
    with plain_failure(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


@contextmanager
def plain_failure(folder: Path, more: str = ""):
    """Turn an error of the disk inside the block into a :class:`StoreError` that says what to do."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{unwritable(error, folder)} {more}".strip()) from error


def unwritable(error: OSError, file: Path) -> str:
    """Return in plain words why a file or folder cannot be written, and what to do."""
    where = short(file)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: {where} cannot be written. Free some space."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{where} cannot be written: it is read-only for this user. Allow writing, or set RISKKIT_HOME."
    return f"{where} cannot be written: {error.strerror or error}."


def short(file: Path) -> str:
    """Return a path as seen from the folder that holds ``data/`` and ``figures/``, where it lies below it."""
    try:
        return str(Path(file).resolve().relative_to(paths.home()))
    except ValueError:
        return str(file)
