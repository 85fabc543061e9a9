"""A plain picture of a board and of a position on it."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from riskkit.boards.board import Board

# Colour, darkness and shape all tell the owners apart, so that the picture also reads in grey.
OWNERS = (
    ("#0072B2", "circle"),
    ("#F5C04D", "square"),
    ("#007A58", "diamond"),
    ("#9AD4F5", "hexagon"),
    ("#B54A00", "pentagon"),
    ("#E5B3CE", "triangle"),
    ("#8C8C8C", "octagon"),
    ("#D9D9D9", "octagon"),
)
SIDES = {"square": 4, "diamond": 4, "hexagon": 6, "pentagon": 5, "triangle": 3, "octagon": 8}
BAND = "#E9E6DF"
LINE = "#8A857B"
INK = "#222222"


def plot_board(
    board: Board,
    owner: Sequence[int] | np.ndarray | None = None,
    armies: Sequence[int] | np.ndarray | None = None,
    *,
    ax=None,
    players: Sequence[str] | None = None,
    names: bool | None = None,
    arrows: Iterable[tuple[int, int]] = (),
    marked: Iterable[int] = (),
):
    """Draw a board, and a position on it.

    Parameters
    ----------
    board : Board
        The board.
    owner : sequence of int, optional
        Seat that owns each territory, 0 to 7; -1 for nobody.
    armies : sequence of int, optional
        Armies on each territory, written into it.
    ax : matplotlib Axes, optional
        Where to draw; a new figure of fitting size where not given.
    players : sequence of str, optional
        Names of the seats, for a legend.
    names : bool, optional
        Write the territories' names; by default on boards of up to 60 territories.
    arrows : iterable of (int, int)
        Attacks or moves to draw as arrows from territory to territory.
    marked : iterable of int
        Territories to draw with a heavy rim.

    Returns
    -------
    matplotlib Axes
    """
    count = len(board)
    owners = _values("owner", owner, count, -1, len(OWNERS) - 1, -1)
    standing = None if armies is None else _values("armies", armies, count, 0, None, 0)
    points = np.array(board.coordinates, float)
    radius = 0.3 * _spacing(board, points)
    low, high = points.min(axis=0) - 3 * radius, points.max(axis=0) + 3 * radius
    if board.continents:
        low, high = low - [0, radius], high + [0, radius]
    if ax is None:
        ax = _new_axes(high - low)
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_aspect("equal")
    ax.axis("off")
    ax.apply_aspect()
    scale = ax.transData.transform([(radius, 0), (0, 0)])
    size = abs(scale[0][0] - scale[1][0]) * 72 / ax.figure.dpi
    _draw_edges(ax, board, points, low[0], high[0], size)
    _draw_continents(ax, board, points, radius, size)
    heavy = set(marked)
    for t in range(count):
        _draw_territory(ax, points[t], radius, int(owners[t]), t in heavy)
        if standing is not None:
            dark = owners[t] >= 0 and owners[t] % 2 == 0
            ax.text(
                *points[t],
                str(standing[t]),
                ha="center",
                va="center_baseline",
                fontsize=min(0.95 * size, 16),
                color="white" if dark else INK,
                zorder=5,
            )
        if names if names is not None else count <= 60:
            ax.text(
                points[t][0],
                points[t][1] - 1.15 * radius,
                board.territories[t],
                ha="center",
                va="top",
                fontsize=float(np.clip(0.62 * size, 4.5, 10)),
                color=INK,
                zorder=6,
            )
    for source, target in arrows:
        _draw_arrow(ax, points[source], points[target], radius)
    if players is not None:
        _draw_legend(ax, players)
    return ax


def _values(what: str, values, count: int, low: int, high: int | None, missing: int) -> np.ndarray:
    if values is None:
        return np.full(count, missing)
    array = np.asarray(values)[:count]
    if array.shape != (count,):
        raise ValueError(f"{what} needs one value for each of {count} territories")
    if array.min() < low or (high is not None and array.max() > high):
        span = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{what} must be {span}, got {array.min()} to {array.max()}")
    return array


def _spacing(board: Board, points: np.ndarray) -> float:
    """Return the distance that keeps nearly all territories apart."""
    if len(board) == 1:
        return 1.0
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    nearest = gaps.min(axis=1)
    return float(max(np.quantile(nearest, 0.1), 1e-9))


def _new_axes(extent: np.ndarray):
    from matplotlib import pyplot as plt

    width = 9.0 if extent[0] >= extent[1] else 9.0 * extent[0] / extent[1]
    height = max(width * extent[1] / extent[0], 2.0)
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def _draw_edges(ax, board: Board, points: np.ndarray, left: float, right: float, size: float):
    wrapped = {(min(pair), max(pair)) for pair in board.wrap}
    home = board.continent_of
    for a, b in board.edges:
        if (a, b) in wrapped:
            for here, there in ((a, b), (b, a)):
                margin = left if points[here][0] < points[there][0] else right
                rise = (points[here][1] + points[there][1]) / 2
                ax.plot(
                    [points[here][0], margin],
                    [points[here][1], rise],
                    color=LINE,
                    lw=1,
                    ls=(0, (3, 2)),
                    zorder=2,
                    clip_on=False,
                )
            continue
        ends = points[[a, b]].T
        if home[a] >= 0 and home[a] == home[b]:
            ax.plot(*ends, color=BAND, lw=3.2 * size, ls="-", solid_capstyle="round", zorder=1)
        ax.plot(*ends, color=LINE, lw=1, ls="-", zorder=2)


def _draw_continents(ax, board: Board, points: np.ndarray, radius: float, size: float):
    from matplotlib.collections import PolyCollection

    middle = (points[:, 1].min() + points[:, 1].max()) / 2
    for continent in board.continents:
        corners = [points[three] for three in _triangles(board, continent.members)]
        ax.add_collection(PolyCollection(corners, facecolors=BAND, edgecolors=BAND, linewidths=0, zorder=1))
        inside = points[list(continent.members)]
        above = inside[:, 1].mean() >= middle
        if len(inside) == 1:
            ax.plot(*inside.T, "o", color=BAND, ms=3.2 * size, zorder=1)
        ax.text(
            inside[:, 0].mean(),
            inside[:, 1].max() + 1.8 * radius if above else inside[:, 1].min() - 2.3 * radius,
            f"{continent.name} (+{continent.bonus})",
            ha="center",
            va="bottom" if above else "top",
            fontsize=float(np.clip(0.75 * size, 6, 11)),
            fontweight="bold",
            color="#5A554B",
            zorder=6,
        )


def _triangles(board: Board, members: Iterable[int]) -> list[list[int]]:
    """Return the threes of territories of a continent that are all next to each other, not around the board's edge."""
    edges = {frozenset(edge) for edge in board.edges} - {frozenset(edge) for edge in board.wrap}
    threes = combinations(sorted(members), 3)
    return [list(three) for three in threes if all(frozenset(pair) in edges for pair in combinations(three, 2))]


def _draw_territory(ax, point: np.ndarray, radius: float, owner: int, heavy: bool):
    from matplotlib.patches import Circle, RegularPolygon

    colour, shape = OWNERS[owner] if owner >= 0 else ("white", "circle")
    style = {"facecolor": colour, "edgecolor": INK, "lw": 2.6 if heavy else 0.8, "zorder": 4}
    if shape == "circle":
        ax.add_patch(Circle((point[0], point[1]), radius, **style))
        return
    turn = np.pi / 4 if shape == "square" else np.pi / 8 if shape == "octagon" else 0.0
    ax.add_patch(RegularPolygon((point[0], point[1]), SIDES[shape], radius=1.2 * radius, orientation=turn, **style))


def _draw_arrow(ax, start: np.ndarray, end: np.ndarray, radius: float):
    step = (end - start) / np.linalg.norm(end - start)
    ax.annotate(
        "",
        xy=end - 1.25 * radius * step,
        xytext=start + 1.25 * radius * step,
        arrowprops={"arrowstyle": "-|>", "lw": 2.2, "color": INK, "shrinkA": 0, "shrinkB": 0},
        zorder=5,
    )


def _draw_legend(ax, players: Sequence[str]):
    from matplotlib.lines import Line2D

    markers = {"circle": "o", "square": "s", "diamond": "D", "hexagon": "h"}
    markers |= {"pentagon": "p", "triangle": "^", "octagon": "8"}
    handles = [
        Line2D([], [], ls="", ms=9, mfc=colour, mec=INK, marker=markers[shape], label=name)
        for name, (colour, shape) in zip(players, OWNERS, strict=False)
    ]
    ax.legend(handles=handles, loc="lower left", frameon=False, fontsize=9)
