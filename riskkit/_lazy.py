"""Packages whose modules are imported when they are first asked for, and listed before that."""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from typing import Any


def face(package: str, names: Mapping[str, str] | None = None) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that knows all its modules.

    Parameters
    ----------
    package
        The package's ``__name__``.
    names
        What else it offers, by the module of the package in which it stands.

    Examples
    --------
    >>> __getattr__, __dir__ = face(__name__)     # doctest: +SKIP
    """
    held = vars(sys.modules[package])
    found = (module.name for module in pkgutil.iter_modules(held["__path__"]))
    modules = frozenset(name for name in found if not name.startswith("_"))
    names = names or {}

    def get(name: str) -> Any:
        if name in names:
            return getattr(importlib.import_module(f"{package}.{names[name]}"), name)
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"{package} has no {name!r}; it has {', '.join(public())}")

    def public() -> list[str]:
        return sorted({*modules, *names, *held.get("__all__", filter(is_own, held))})

    def is_own(name: str) -> bool:
        home = getattr(held[name], "__module__", getattr(held[name], "__name__", package))
        return not name.startswith("_") and home.startswith(package)

    return get, lambda: [*(name for name in held if name.startswith("__")), *public()]
