"""Checkpoints of a learning run: named arrays in one file, written whole or not at all."""

import os
import zipfile
from pathlib import Path

import numpy as np

from riskkit.errors import RiskkitError


class CheckpointError(RiskkitError):
    """A checkpoint cannot be read, or belongs to other settings."""


def save(path, arrays: dict, label: str) -> Path:
    """Write arrays to ``path`` atomically.

    The file is written beside its place and moved there at the end: a run killed while
    writing keeps its last checkpoint.

    Parameters
    ----------
    path
        File to write (``.npz``).
    arrays
        Arrays by name.
    label
        Text that says which run and settings they belong to; `load` asks for the same.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            np.savez(file, __label__=np.array(label), **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


def load(path, expected: dict, label: str) -> dict:
    """Read the arrays of a checkpoint.

    Parameters
    ----------
    path
        File written by `save`.
    expected
        Arrays by name with the shapes and types wanted; the first dimension of an array
        given as ``None`` in place of a shape is not checked.
    label
        The label it must carry.

    Raises
    ------
    CheckpointError
        If the file is no checkpoint, has another label, or an array is missing or has
        another shape or type; the message names both.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise CheckpointError(f"{Path(path).name} is not a readable checkpoint: {error}") from error
    written = str(found.pop("__label__", ""))
    if written != label:
        raise CheckpointError(f"{Path(path).name} belongs to the run {written!r}, wanted is {label!r}")
    for name, like in expected.items():
        if name not in found:
            raise CheckpointError(f"{Path(path).name} has no array {name!r}")
        if like is None:
            continue
        if found[name].shape != like.shape or found[name].dtype != like.dtype:
            raise CheckpointError(
                f"array {name!r} in {Path(path).name} has shape {found[name].shape} and type "
                f"{found[name].dtype}, wanted are {like.shape} and {like.dtype}"
            )
    return found
