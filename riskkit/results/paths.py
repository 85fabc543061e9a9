"""Where results, figures and published numbers live.

In a checkout everything is beside the package: ``data/``, ``figures/``,
``notebooks/``. For an installed package it is below the current folder. The
environment variable ``RISKKIT_HOME`` names another place.
"""

from __future__ import annotations

import os
from pathlib import Path

from riskkit.results import scale

CHECKOUT = Path(__file__).resolve().parents[2]
"""The folder that holds the package."""


def home() -> Path:
    """Return the folder that holds ``data/``, ``figures/`` and ``notebooks/``."""
    named = os.environ.get("RISKKIT_HOME")
    if named:
        return Path(named).resolve()
    return CHECKOUT if (CHECKOUT / "pyproject.toml").is_file() else Path.cwd()


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
    """Return the folder of published numbers, or the path of one of its files.

    They come with the checkout, also where ``RISKKIT_HOME`` names a place without them.
    """
    own = home() / "data" / "published"
    return (own if own.is_dir() else CHECKOUT / "data" / "published") / name


def notebooks() -> Path:
    """Return the folder of notebooks."""
    return home() / "notebooks"
