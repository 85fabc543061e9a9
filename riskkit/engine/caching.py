"""Where compiled code is kept: a folder of the user, or, if it cannot be written, one among the temporary files."""

import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path


@cache
def cache_root() -> Path | None:
    """Return the folder under which compiled code is kept, or None if there is none that can be written.

    It is ``RISKKIT_CACHE_DIR`` if that is set, otherwise ``riskkit`` in the user's cache
    directory. If that cannot be written it is a folder of this user among the temporary
    files, which is said once.
    """
    try:
        wanted = _wanted()
        _try(wanted)
        return wanted
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
    folder = Path(tempfile.gettempdir()) / f"riskkit-{getattr(os, 'getuid', os.getpid)()}"
    if not _is_own(folder):
        say_once(f"compiled code cannot be kept ({reason}), so that every start compiles anew. {ADVICE}")
        return None
    say_once(f"compiled code is kept in {folder}, for its usual place cannot be written ({reason}). {ADVICE}")
    return folder


ADVICE = "RISKKIT_CACHE_DIR names another folder."


def _wanted() -> Path:
    given = os.environ.get("RISKKIT_CACHE_DIR")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riskkit"


def _try(folder: Path) -> None:
    """Raise OSError unless files can be written in the folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _is_own(folder: Path) -> bool:
    """Return whether the folder can be made and written, and nobody but this user can have put code into it."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        _try(folder)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


@cache
def say_once(text: str) -> None:
    """Print a line on standard error, once a process; ``RISKKIT_QUIET=1`` keeps it silent."""
    if os.environ.get("RISKKIT_QUIET") != "1":
        print(f"riskkit: {text}", file=sys.stderr)
