"""Where results, figures and published numbers live.

Published numbers are part of the package. In a checkout everything else is beside the package: ``data/``, ``figures/``,
``notebooks/``. For an installed package it is below the current folder. The
environment variable ``RISKKIT_HOME`` names another place.
"""

from __future__ import annotations

import os
from pathlib import Path

from riskkit.results import scale

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parent
"""The folder that holds the package."""


def is_checkout() -> bool:
    """Return whether this package stands in a checkout, and not among installed packages."""
    return (CHECKOUT / "pyproject.toml").is_file()


def home() -> Path:
    """Return the folder that holds ``data/``, ``figures/`` and ``notebooks/``."""
    named = os.environ.get("RISKKIT_HOME")
    if named:
        return Path(named).resolve()
    return CHECKOUT if is_checkout() else Path.cwd()


def _sized(*parts: str) -> Path:
    if scale.is_quick():
        return home().joinpath("build", "quick", *parts)
    return home().joinpath(*parts)


def results() -> Path:
    """Return the folder of result tables (``build/quick/data/results`` in quick mode)."""
    return _sized("data", "results")


def figures() -> Path:
    """Return the folder of exported figures (``build/quick/figures`` in quick mode)."""
    return _sized("figures")


def published(name: str = "") -> Path:
    """Return the folder of published numbers in the package, or the path of one of its files."""
    return PACKAGE / "claims" / "published" / name


def notebooks() -> Path:
    """Return the folder of notebooks."""
    return home() / "notebooks"
