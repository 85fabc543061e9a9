"""The ``kernel`` decorator: Numba compilation with a cache that cannot go stale.

Numba stamps a cached function by its own source file only, so a change in a called
module or an imported constant would leave old machine code in use. Here the cache
directory of a module is named by a hash of its source and of every riskkit module that
it imports, directly or through others, but for those `APART`.
"""

import hashlib
import re
import sys
from functools import cache
from pathlib import Path

import numba
from numba import config, njit

from riskkit.engine.caching import cache_root, say_once

PACKAGE = Path(__file__).resolve().parent.parent
APART = ("riskkit.errors",)
"""Modules that only check values and return them as they are: no compiled code depends on their text."""
_IMPORT = re.compile(
    r"^\s*(?:from\s+(riskkit[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(riskkit[\w.]*))",
    re.MULTILINE,
)


def _module_file(name: str) -> Path | None:
    base = PACKAGE.parent.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            return path
    return None


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    found = []
    for module, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        candidates = [plain] if plain else [module]
        if names:
            parts = [part.split(" as ")[0].strip() for part in names.strip("()").split(",")]
            candidates += [f"{module}.{part}" for part in parts if part]
        found += [file for name in candidates if name not in APART and (file := _module_file(name))]
    return tuple(found)


def sources(path: Path) -> list[Path]:
    """Return the files on which the compiled code of a module may depend, its own among them."""
    seen, waiting = {path}, [path]
    while waiting:
        for other in _imports(waiting.pop()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return sorted(seen)


@cache
def fingerprint(path: Path) -> str:
    """Return a hash of the `sources` of a module.

    Parameters
    ----------
    path
        Source file of the module.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for file in sources(path):
        digest.update(str(file.name).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory(path: Path) -> Path | None:
    """Return the cache directory of the module in the file ``path``, or None if there is no cache."""
    root = cache_root()
    return root and root / f"{path.stem}-{fingerprint(path)}"


def kernel(function=None, *, inline: bool = False):
    """Compile a function with Numba, lazily, cached on disk, without the interpreter lock.

    Functions defined in a notebook cell or another place without a source file of this
    package are compiled without the disk cache. Fast-math is off, so that a seed gives
    the same numbers on another machine.

    Parameters
    ----------
    function
        The function to compile.
    inline
        Whether LLVM is told to inline it always; for one-line helpers only.
    """
    if function is None:
        return lambda f: kernel(f, inline=inline)
    options = dict(nogil=True, error_model="numpy")
    if inline:
        options["forceinline"] = True
    path = Path(function.__code__.co_filename)
    folder = cache_directory(path) if path.is_relative_to(PACKAGE) else None
    if folder is None:
        return njit(**options)(function)
    previous, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return njit(cache=True, **options)(function)
    except (RuntimeError, UnicodeEncodeError) as error:
        say_once(f"compiled code cannot be kept ({error}), so that every start compiles anew")
        return njit(**options)(function)
    finally:
        config.CACHE_DIR = previous
