"""Figures of the minimax study: each takes a table and Axes, and returns the Axes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.plots import style


def plot_fitness(data: pd.DataFrame, *, ax=None, title: str = ""):
    """Draw fitness by generation: mean of all genes, best and worst (means over runs, and their range).

    Parameters
    ----------
    data : DataFrame
        As `riskkit.studies.minimax_genetic.analysis.by_generation` returns; without the ranges they are not drawn.
    ax : matplotlib.axes.Axes, optional
    title : str

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    for place, (column, label) in enumerate([("best", "best gene"), ("mean", "mean gene"), ("worst", "worst gene")]):
        line = style.line(place) if len(data) <= 10 else {**style.line(place), "marker": None}
        ax.plot(data["generation"], data[column], label=label, **line)
        if f"{column}_low" in data:
            low, high = data[f"{column}_low"], data[f"{column}_high"]
            ax.fill_between(data["generation"], low, high, color=line["color"], alpha=0.2, linewidth=0)
    ax.axhline(0.5, color=style.GREY, linewidth=0.8)
    ax.set(xlabel="generation", ylabel="fitness (share of games won)", ylim=(-0.03, 1.4), title=title)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    if data["generation"].max() <= 6:
        ax.set_xticks(data["generation"])
    ax.legend(loc="upper right")
    return ax


def plot_spread(data: pd.DataFrame, *, ax=None, title: str = "", labels=None):
    """Draw the weights that each run chose as shares of their sum, a dot a run, and their mean.

    Parameters
    ----------
    data : DataFrame
        Columns run, feature, share, as `riskkit.studies.minimax_genetic.analysis.spread` returns.
    ax : matplotlib.axes.Axes, optional
    title : str
    labels : dict, optional
        Names of the features to write instead of ``w1`` to ``w4``.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    features = sorted(data["feature"].unique())
    for place, feature in enumerate(features):
        shares = data.loc[data["feature"] == feature, "share"].to_numpy()
        offsets = np.linspace(-0.25, 0.25, len(shares)) if len(shares) > 1 else np.zeros(1)
        line = style.line(place)
        ax.plot(place + offsets, shares, linestyle="", marker=line["marker"], color=line["color"])
        ax.hlines(shares.mean(), place - 0.35, place + 0.35, color=style.COLOURS["ink"], linewidth=1.5)
    ax.axhline(0.25, color=style.GREY, linewidth=0.8)
    ax.set(ylabel="share of the four weights", ylim=(-0.02, max(0.8, data["share"].max() + 0.05)), title=title)
    ax.set_xticks(range(len(features)), [labels[f] if labels else f for f in features])
    return ax


def plot_rates(
    data: pd.DataFrame,
    by: str,
    rate: str,
    *,
    ax=None,
    reference: float = 0.5,
    group: str | None = None,
    limits: tuple[float, float] = (-0.02, 1.02),
):
    """Draw win rates with their intervals, a line a row, from the top down.

    Parameters
    ----------
    data : DataFrame
        Columns ``by``, ``rate``, ``low``, ``high``.
    by : str
        Column with the names.
    rate : str
        Column with the rates.
    ax : matplotlib.axes.Axes, optional
    reference : float
        Where to draw a vertical line.
    group : str, optional
        Column whose values get their own marker and colour.
    limits : (float, float)
        Ends of the axis of rates.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    names = list(dict.fromkeys(data[by]))
    groups = list(dict.fromkeys(data[group])) if group else [None]
    for place, value in enumerate(groups):
        rows = data if value is None else data[data[group] == value]
        shift = (place - (len(groups) - 1) / 2) * 0.24
        heights = np.array([names.index(name) for name in rows[by]]) + shift
        errors = np.abs(np.vstack([rows[rate] - rows["low"], rows["high"] - rows[rate]]))
        line = style.line(place)
        ax.errorbar(
            rows[rate],
            heights,
            xerr=errors,
            linestyle="",
            marker=line["marker"],
            color=line["color"],
            label=value,
        )
    ax.axvline(reference, color=style.GREY, linewidth=0.8)
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set(xlim=limits, xlabel="share of games won (95% interval)")
    if group:
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(groups))
    return ax
