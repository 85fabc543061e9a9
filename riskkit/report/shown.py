"""Figures and tables of the studies as functions that a notebook calls by name.

A study has a module ``figures`` with one function for each exported figure, and a module
``tables`` with one for each table. The decorators `figure` and `table` hold what goes with it
(name, caption, claims, seed); calling it exports it and returns what a notebook shows: a
picture, or a styled table with a stable text beside it that the check of notebooks compares.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from riskkit.errors import RiskkitError, check_name
from riskkit.report import figures, tables
from riskkit.results import disk

INLINE_DPI = 150
SCREEN_DPI = 75


class Drawing(NamedTuple):
    """What the function of a figure returns.

    Attributes
    ----------
    figure
        A matplotlib Figure or Axes.
    data
        The DataFrame that is drawn.
    caption
        Instead of the decorator's, where the caption states computed numbers.
    """

    figure: Any
    data: pd.DataFrame
    caption: str | None = None


@dataclass(frozen=True, eq=False)
class FigureMaker:
    """One figure of a study: call it to draw, export and show it.

    Attributes
    ----------
    name
        File name without ending, beginning with the notebook's number.
    draw
        Function that returns a `Drawing`.
    caption, claim, seed
        As for `riskkit.report.figures.export`.
    """

    name: str
    draw: Callable
    caption: str = ""
    claim: tuple[str, ...] = ()
    seed: int | None = None

    def __call__(self, *args, **settings) -> Picture:
        """Draw and export the figure (see `riskkit.report.figures.export`), and return its picture."""
        from matplotlib import pyplot as plt

        drawn = self.drawing(*args, **settings)
        caption = drawn.caption or self.caption
        file = figures.export(drawn.figure, self.name, caption, drawn.data, list(self.claim), seed=self.seed)
        shown = Picture(self.name, caption, drawn.data.shape, inline(file))
        plt.close(getattr(drawn.figure, "figure", drawn.figure))
        return shown

    def drawing(self, *args, **settings) -> Drawing:
        """Return the figure as it is drawn, exporting nothing."""
        from riskkit.plots import style

        with style.use():
            drawn = self.draw(*args, **settings)
        if not isinstance(drawn, Drawing):
            raise TypeError(f"figure {self.name}: its function returns a Drawing(figure, data), not {drawn!r}")
        return drawn


@dataclass(frozen=True, eq=False)
class TableMaker:
    """One table of a study: call it to make and show it.

    Attributes
    ----------
    name
        Name of the table, beginning with the notebook's number.
    make
        Function that returns a DataFrame.
    caption
        What is shown, with units, n and what the intervals are.
    digits
        Decimals of fractions, or a dictionary by column (columns left out have 3).
    exported
        Whether it is also written to ``figures/tables/``.
    """

    name: str
    make: Callable
    caption: str = ""
    digits: int | dict[str, int] = 3
    exported: bool = False

    def __call__(self, *args, **settings) -> Table:
        """Make the table, export it where that is asked for, and return it to be shown."""
        data = self.make(*args, **settings)
        if not isinstance(data, pd.DataFrame):
            raise TypeError(f"table {self.name}: its function returns a DataFrame, not {type(data).__name__}")
        if self.exported:
            tables.export(data, self.name, self.caption, self.digits)
        return Table(self.name, self.caption, data, self.digits)


@dataclass(frozen=True)
class Picture:
    """An exported figure as a notebook shows it.

    Attributes
    ----------
    name, caption
        As exported.
    shape
        Rows and columns of the data behind it.
    png
        The picture.
    """

    name: str
    caption: str
    shape: tuple[int, int]
    png: bytes = field(repr=False)

    def __str__(self):
        rows, columns = self.shape
        return f"Figure {self.name} ({rows:,} rows, {columns} columns): {' '.join(self.caption.split())}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        width, height = _pixels(self.png)
        size = {"width": width * SCREEN_DPI // INLINE_DPI, "height": height * SCREEN_DPI // INLINE_DPI}
        bundle = {"image/png": base64.b64encode(self.png).decode(), "text/plain": str(self)}
        return bundle, {"image/png": size}


@dataclass(frozen=True)
class Table:
    """A table as a notebook shows it: styled for the eye, plain for the check.

    Attributes
    ----------
    name, caption
        What is shown.
    data
        The numbers behind it.
    digits
        Decimals, for all columns or by column.
    """

    name: str
    caption: str
    data: pd.DataFrame
    digits: int | dict[str, int] = 3

    def __str__(self):
        head = f"{self.caption}\n" if self.caption else ""
        return head + tables.plain(self.data, self.digits)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": tables.screen(self.data, self.caption, self.digits), "text/plain": str(self)}, {}


_figures: dict[str, FigureMaker] = {}
_tables: dict[str, TableMaker] = {}


def figure(name: str, caption: str = "", *, claim: str | tuple[str, ...] = (), seed: int | None = None):
    """Make the function below one of a study's figures; it returns a `Drawing`.

    Raises
    ------
    RiskkitError
        If another function has a figure of that name.
    """

    def wrap(draw):
        made = FigureMaker(name, draw, caption, (claim,) if isinstance(claim, str) else tuple(claim), seed)
        return _kept(_figures, made, draw)

    return wrap


def table(name: str, caption: str = "", *, digits: int | dict[str, int] = 3, exported: bool = False):
    """Make the function below one of a study's tables; it returns a DataFrame.

    Raises
    ------
    RiskkitError
        If another function has a table of that name.
    """

    def wrap(make):
        made = TableMaker(name, make, caption, digits, exported)
        return _kept(_tables, made, make)

    return wrap


def _kept(registry, made, function):
    """Enter a figure or table in its registry, with the name and docstring of its function."""
    made.__dict__.update({part: getattr(function, part) for part in ("__module__", "__qualname__", "__doc__")})
    held = registry.get(made.name)
    if held is not None and (held.__module__, held.__qualname__) != (made.__module__, made.__qualname__):
        raise RiskkitError(
            f"{made.name!r} is made by {held.__module__}.{held.__qualname__} and by "
            f"{made.__module__}.{made.__qualname__}: rename one"
        )
    registry[made.name] = made
    return made


def find_figure(name: str) -> FigureMaker:
    """Return the figure of a name among the studies imported so far; an unknown one is answered with the nearest."""
    return _figures[check_name("figure", name, sorted(_figures))]


def listed_figures() -> list[str]:
    """Return the names of the figures of the studies imported so far, sorted."""
    return sorted(_figures)


def listed_tables() -> list[str]:
    """Return the names of the tables of the studies imported so far, sorted."""
    return sorted(_tables)


def remake(name: str, width: str | None = None, formats=("pdf",), folder: Path | None = None) -> list[Path]:
    """Draw one figure again without its notebook, in another size or format; return the files.

    Parameters
    ----------
    name
        One of `listed_figures`.
    width
        ``"single"``, ``"wide"`` or ``"double"`` (one column of a page, one and a half, both); as it is by default.
    formats
        Of ``"svg"``, ``"pdf"`` and ``"png"``.
    folder
        Where to; the current folder when left out.
    """
    from matplotlib import pyplot as plt

    from riskkit.plots import style

    made = find_figure(name)
    for ending in formats:
        check_name("format", ending, figures.FORMATS)
    with style.sized(width):
        drawn = made.drawing()
    folder = Path.cwd() if folder is None else Path(folder)
    files = [folder / f"{name}.{ending}" for ending in formats]
    disk.check_writable(folder)
    for file, ending in zip(files, formats):
        disk.write(file, figures.drawn(drawn.figure, ending))
    plt.close(getattr(drawn.figure, "figure", drawn.figure))
    return files


def inline(file: Path) -> bytes:
    """Return the picture for a notebook: the exported PNG at half its size, in few colours."""
    from PIL import Image

    with Image.open(file) as picture:
        size = (picture.width * INLINE_DPI // 300, picture.height * INLINE_DPI // 300)
        small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    held = io.BytesIO()
    small.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(held, "PNG", optimize=True)
    return held.getvalue()


def _pixels(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
