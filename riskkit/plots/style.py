"""One look for every figure: sizes for one- and two-column pages, colours, lines.

The colours differ in lightness as well as in hue, so that a grey print and the
common kinds of colour blindness keep them apart; line styles and markers vary
along with them.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar

from riskkit.errors import check_name, check_number

WIDTHS = {"single": 3.5, "wide": 5.25, "double": 7.0}
"""Widths in inches: one column, one and a half, both columns of a page."""

COLOURS = {
    "ink": "#1b1f3b",
    "wine": "#8c2155",
    "blue": "#2a78c2",
    "orange": "#e8873a",
    "green": "#7cc5a1",
    "sand": "#ecd98b",
}
"""Named colours from dark to light."""

PALETTE = tuple(COLOURS.values())
GREY = "#8a8a8a"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (3, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P")
SEQUENTIAL = "cividis"
"""Colour map of an amount (even in grey)."""
FALLBACK = "DejaVu Sans"
_width: ContextVar[str | None] = ContextVar("width", default=None)


def settings(font: str | None = None) -> dict:
    """Return the matplotlib settings of the style.

    Parameters
    ----------
    font : str, optional
        A font family. If it is not installed, the text is set in DejaVu Sans,
        which comes with matplotlib, and a line says so.
    """
    from cycler import cycler

    return {
        "font.family": _font(font),
        "font.size": 8,
        "axes.titlesize": 9,
        "axes.labelsize": 8,
        "xtick.labelsize": 7,
        "ytick.labelsize": 7,
        "legend.fontsize": 7,
        "legend.frameon": False,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlelocation": "left",
        "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=DASHES),
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.5,
        "lines.linewidth": 1.2,
        "lines.markersize": 3.5,
        "errorbar.capsize": 1.5,
        "image.cmap": SEQUENTIAL,
        "figure.figsize": size("single"),
        "figure.dpi": 110,
        "figure.constrained_layout.use": True,
        "savefig.dpi": 300,
        "savefig.facecolor": "white",
        "svg.fonttype": "path",
        "svg.hashsalt": "riskkit",
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "text.usetex": False,
    }


def _font(font: str | None) -> str:
    if font is None:
        return FALLBACK
    from matplotlib import font_manager

    if font in font_manager.get_font_names():
        return font
    print(f"The font {font!r} is not installed; figures are set in {FALLBACK}.")
    return FALLBACK


def size(width: str | float = "single", ratio: float = 0.68) -> tuple[float, float]:
    """Return (width, height) in inches of a figure.

    Parameters
    ----------
    width : {"single", "wide", "double"} or float
        A name of :data:`WIDTHS`, or inches.
    ratio : float
        Height divided by width.
    """
    width = _width.get() or width
    if isinstance(width, str):
        width = WIDTHS[check_name("figure width", width, WIDTHS)]
    width = check_number("figure width", width, 0.5, 40)
    return width, width * check_number("ratio", ratio, 0.05, 10)


@contextmanager
def sized(width: str | None):
    """Give every figure made inside the ``with`` block this width (a name of `WIDTHS`; None changes nothing)."""
    if width is not None:
        check_name("figure width", width, WIDTHS)
    held = _width.set(width)
    try:
        yield
    finally:
        _width.reset(held)


def axes(ax=None, inches: tuple[float, float] | None = None):
    """Return the Axes that a plot function was given, or those of a new figure.

    Parameters
    ----------
    ax : matplotlib Axes, optional
    inches : (float, float), optional
        Width and height of a new figure in inches; one column when left out.
    """
    if ax is not None:
        return ax
    from matplotlib import pyplot as plt

    return plt.subplots(figsize=inches or size(), layout="constrained")[1]


def columns(data, names) -> None:
    """Check that a table to draw has rows and the columns that its figure needs.

    Raises
    ------
    ValueError
        Naming the missing columns, and those there are.
    """
    missing = [name for name in names if name not in data.columns]
    if missing:
        raise ValueError(f"data lacks the columns {missing}; it has {list(data.columns)}")
    if data.empty:
        raise ValueError("there are no rows to draw")


def apply(font: str | None = None) -> None:
    """Set the style for the rest of the session (a notebook's first cell)."""
    import matplotlib

    matplotlib.rcParams.update(settings(font))


@contextmanager
def use(font: str | None = None):
    """Set the style inside a ``with`` block."""
    import matplotlib

    with matplotlib.rc_context(settings(font)):
        yield


def line(place: int) -> dict:
    """Return colour, line style and marker of the ``place``-th series, for ``Axes.plot``.

    Markers of a colour that is pale on white have a dark rim.
    """
    colour = PALETTE[place % len(PALETTE)]
    look = {"color": colour, "linestyle": DASHES[place % len(DASHES)], "marker": MARKERS[place % len(MARKERS)]}
    return look | ({"markeredgecolor": COLOURS["ink"], "markeredgewidth": 0.5} if lightness(colour) > 80 else {})


def lightness(colour) -> float:
    """Return the CIE lightness L* (0 black to 100 white) of a colour: what a grey print keeps."""
    from matplotlib.colors import to_rgb

    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def readable_on(colour) -> str:
    """Return black or white: the one that can be read on ``colour`` (numbers in a heat map)."""
    return "black" if lightness(colour) > 55 else "white"


def label_end(ax, x, y, text: str, **kwargs):
    """Write ``text`` beside the last point of a curve, in place of a legend; returns the text."""
    options = {"xytext": (4, 0), "textcoords": "offset points", "va": "center", "fontsize": 7}
    return ax.annotate(text, (x[-1], y[-1]), annotation_clip=False, **{**options, **kwargs})
