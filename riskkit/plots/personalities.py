"""Plots of the graph personalities: table of wins, order effect, trends, survival, effects."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.plots import style


def _distances(part: pd.DataFrame, value: str) -> np.ndarray:
    """Return how far the ends of the intervals lie from the values, shape (2, n)."""
    return np.array([part[value] - part["low"], part["high"] - part[value]], float)


def plot_table(matrix: pd.DataFrame, *, ax=None):
    """Draw the 16 x 16 table: percent of games that the first mover (row) wins.

    Parameters
    ----------
    matrix : DataFrame
        Shares from 0 to 1; row: who moves first, column: the other.
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("double", 0.82))
    percent = 100 * matrix.to_numpy(float)
    image = ax.imshow(percent, vmin=0, vmax=100, cmap=style.SEQUENTIAL)
    for r, row in enumerate(percent):
        for c, value in enumerate(row):
            colour = style.readable_on(image.cmap(value / 100))
            ax.text(c, r, f"{value:.0f}", ha="center", va="center", fontsize=6, color=colour)
    ax.set_xticks(range(matrix.shape[1]), matrix.columns)
    ax.set_yticks(range(matrix.shape[0]), matrix.index)
    ax.grid(False)
    ax.figure.colorbar(image, ax=ax, label="games that the first mover wins (%)", shrink=0.85)
    ax.set(xlabel="personality that moves second", ylabel="personality that moves first")
    return ax


def plot_order(table: pd.DataFrame, *, ax=None, label: str = ""):
    """Draw the first mover's advantage of all pairings, sorted, with 95% intervals.

    Parameters
    ----------
    table : DataFrame
        ``advantage``, ``low``, ``high``, ``p_holm``; a row a pairing.
    ax : matplotlib Axes, optional
    label : str
        Title.

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("single", 0.8))
    ordered = table.sort_values("advantage", ignore_index=True)
    clear = ordered["p_holm"] < 0.05
    for chosen, colour, marker, name in (
        (~clear, style.GREY, "o", "not told apart from 0"),
        (clear, style.COLOURS["wine"], "s", "p < 0.05 after correction"),
    ):
        part = ordered[chosen]
        if part.empty:
            continue
        ax.errorbar(
            part.index.to_numpy(),
            part["advantage"].to_numpy(),
            yerr=_distances(part, "advantage"),
            fmt=marker,
            markersize=2,
            linewidth=0.5,
            capsize=0,
            color=colour,
            label=f"{name} ({len(part)})",
        )
    ax.axhline(0, color=style.COLOURS["ink"], linewidth=0.8)
    ax.set(xlabel="pairing, sorted", ylabel="first mover: wins less losses a game", title=label)
    ax.legend(loc="lower right")
    return ax


def plot_trend(series: pd.DataFrame, lines: pd.DataFrame, *, ax=None, quantity: str = "armies", title: str = ""):
    """Draw mean share differences over percent of the game with bands and trend lines.

    Parameters
    ----------
    series : DataFrame
        ``order`` (label of the group), ``percent``, ``mean``, ``low``, ``high``.
    lines : DataFrame
        ``order``, ``intercept`` (at 0 percent), ``slope`` (a percent).
    ax : matplotlib Axes, optional
    quantity, title : str
        For the axis and the title.

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax)
    for place, (order, part) in enumerate(series.groupby("order", sort=False)):
        look = style.line(place + 1)
        look.pop("marker")
        ax.fill_between(part["percent"], part["low"], part["high"], color=look["color"], alpha=0.25, linewidth=0)
        ax.plot(part["percent"], part["mean"], label=order, **look)
        line = lines[lines["order"] == order].iloc[0]
        ends = np.array([0, 100])
        ax.plot(ends, line["intercept"] + line["slope"] * ends, color=look["color"], linewidth=0.7, linestyle=":")
    ax.axhline(0, color=style.GREY, linewidth=0.6)
    ax.set(xlabel="percent of the game's turns", ylabel=f"share difference of {quantity}", title=title)
    ax.legend(loc="best")
    return ax


def plot_survival(curves: pd.DataFrame, *, ax=None, title: str = ""):
    """Draw Kaplan-Meier curves with 95% bands; the numbers still at risk stand in the legend.

    Parameters
    ----------
    curves : DataFrame
        ``group``, ``turn``, ``survival``, ``low``, ``high``, ``at_risk``
        (:func:`riskkit.analysis.survival.curve_frame`). An empty frame gives empty axes that
        say so.
    ax : matplotlib Axes, optional
    title : str

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax)
    ax.set(xlabel="turn of the game", ylabel="share not eliminated", ylim=(0, 1.6), title=title)
    ax.set_yticks(np.linspace(0, 1, 6))
    if curves.empty:
        ax.text(0.5, 0.5, "no decided game", ha="center", va="center", transform=ax.transAxes)
        return ax
    for place, (group, part) in enumerate(curves.groupby("group", sort=False)):
        look = style.line(place + 1)
        look.pop("marker")
        ax.fill_between(
            part["turn"], part["low"], part["high"], step="post", color=look["color"], alpha=0.25, linewidth=0
        )
        ax.step(part["turn"], part["survival"], where="post", label=f"{group} (n = {part['at_risk'].max()})", **look)
    ax.legend(loc="upper right", fontsize=6)
    return ax


def plot_differences(table: pd.DataFrame, *, ax=None, title: str = ""):
    """Draw win differences by opponent: one series a source, with intervals where there are any.

    Parameters
    ----------
    table : DataFrame
        ``opponent``, ``source``, ``delta``, and ``low``, ``high`` (nan for none).
    ax : matplotlib Axes, optional
    title : str

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("double", 0.42))
    sources = list(dict.fromkeys(table["source"]))
    for place, source in enumerate(sources):
        part = table[table["source"] == source]
        shift = (place - (len(sources) - 1) / 2) * 0.16
        look = style.line(place)
        errors = _distances(part, "delta")
        ax.errorbar(
            part["opponent"].to_numpy() + shift,
            part["delta"].to_numpy(),
            yerr=None if np.isnan(errors).all() else errors,
            fmt=look["marker"],
            markersize=3,
            linewidth=0.7,
            color=look["color"],
            label=source,
        )
    ax.axhline(0, color=style.COLOURS["ink"], linewidth=0.8)
    ax.set_xticks(range(16))
    ax.set(xlabel="opponent", ylabel="wins less losses in 30 games", title=title)
    ax.legend(loc="upper left", ncols=len(sources), bbox_to_anchor=(0, -0.22))
    return ax


def plot_forest(
    data: pd.DataFrame,
    *,
    ax=None,
    label: str,
    value: str,
    group: str | None = None,
    reference: float = 0.0,
    log: bool = False,
    xlabel: str = "",
    title: str = "",
    legend: bool = True,
):
    """Draw estimates with 95% intervals, one a line, groups beside each other.

    Parameters
    ----------
    data : DataFrame
        ``low``, ``high`` and the columns named below.
    ax : matplotlib Axes, optional
    label, value, group : str
        Columns of the line's label, of the estimate, and of the group (colour and marker).
    reference : float
        Where the line of no effect stands.
    log : bool
        Logarithmic axis, for ratios.
    xlabel, title : str
    legend : bool
        Whether to name the groups.

    Returns
    -------
    matplotlib Axes
    """
    labels = list(dict.fromkeys(data[label]))
    ax = style.axes(ax, style.size("wide", 0.2 + 0.05 * len(labels)))
    groups = [None] if group is None else list(dict.fromkeys(data[group]))
    for place, name in enumerate(groups):
        part = data if name is None else data[data[group] == name]
        look = style.line(place)
        shift = (place - (len(groups) - 1) / 2) * 0.8 / max(len(groups), 2)
        heights = [labels.index(text) + shift for text in part[label]]
        ax.errorbar(
            part[value].to_numpy(),
            heights,
            xerr=_distances(part, value),
            fmt=look["marker"],
            markersize=3,
            linewidth=0.8,
            color=look["color"],
            label=name,
        )
    ax.axvline(reference, color=style.COLOURS["ink"], linewidth=0.8)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    if log:
        from matplotlib.ticker import LogLocator, NullLocator

        ax.set_xscale("log")
        ax.xaxis.set_major_locator(LogLocator(base=2))
        ax.xaxis.set_major_formatter("{x:g}")
        ax.xaxis.set_minor_locator(NullLocator())
    ax.set(xlabel=xlabel, title=title)
    if group is not None and legend:
        ax.legend(loc="best")
    return ax


def plot_against_chains(table: pd.DataFrame, *, ax=None):
    """Draw the authors' win counts as deviations from replicated chains.

    Parameters
    ----------
    table : DataFrame
        ``series``, ``measure`` ("AI3's wins", ...), ``z`` (standard deviations of one chain).
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("double", 0.36))
    names = list(dict.fromkeys(table["series"]))
    for place, (measure, part) in enumerate(table.groupby("measure", sort=False)):
        look = style.line(place)
        heights = [names.index(name) for name in part["series"]]
        ax.plot(heights, part["z"], linestyle="", marker=look["marker"], color=look["color"], label=measure)
    ax.axhspan(-1.96, 1.96, color=style.GREY, alpha=0.2, linewidth=0)
    ax.axhline(0, color=style.COLOURS["ink"], linewidth=0.8)
    ax.set_xticks(range(len(names)), names, rotation=90, fontsize=6)
    ax.set(
        ylabel="deviation (sd of one chain)",
        xlabel="the authors' series: opponent of AI3, who moves first (500: games, where not 30)",
    )
    ax.legend(loc="upper center", ncols=4, bbox_to_anchor=(0.5, 1.16))
    return ax
