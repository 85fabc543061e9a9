"""Figures of the TD(lambda) study."""

import numpy as np
import pandas as pd

from riskkit.errors import check_name
from riskkit.plots import style

LABELS = {
    "alpha": "step size alpha",
    "lam": "trace decay lambda",
    "win_chance": "win-chance threshold",
    "random_chance": "random-chance threshold",
}


def plot_sweep(curve: pd.DataFrame, name: str, one_run: pd.DataFrame | None = None, printed=(), *, ax=None):
    """Draw a parameter's win rate: mean over runs with its interval, single runs, printed peaks.

    Parameters
    ----------
    curve
        As `riskkit.studies.td_lambda.analysis.curve` returns.
    name
        The parameter.
    one_run
        The sweep at the published size: ``value``, ``wins``, ``games``.
    printed
        Values of the printed peaks, marked below the axis.

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_name("parameter", name, LABELS)
    style.columns(curve, ("value", "rate", "low", "high", "runs"))
    ax = style.axes(ax)
    runs = int(curve["runs"].iloc[0])
    low, high = curve["low"].clip(0, 1), curve["high"].clip(0, 1)
    ax.fill_between(curve["value"], low, high, color=style.COLOURS["sand"], label="95% interval")
    ax.plot(curve["value"], curve["rate"], **style.line(0), label=f"mean of {runs} runs")
    if one_run is not None:
        rate = one_run["wins"] / one_run["games"]
        ax.plot(one_run["value"], rate, **style.line(1), label=f"one run of {one_run['games'].max():,} games")
    if len(printed):
        ax.plot([], [], ls="", marker="^", color="black", label="printed peak")
    for value in printed:
        ax.annotate("", (value, 0.0), (value, -0.09), arrowprops={"arrowstyle": "-|>", "color": "black"})
    ax.set(xlabel=LABELS[name], ylabel="share of games won", xlim=(0, 1), ylim=(-0.1, 1))
    return ax


def plot_turns(curve: pd.DataFrame, name: str, printed=(), *, ax=None):
    """Draw by a parameter how many rounds the games won take, with the interval; values without wins are left out.

    Parameters
    ----------
    curve
        As `riskkit.studies.td_lambda.analysis.curve` returns.
    name
        The parameter.
    printed
        Values of the printed peaks, marked at the axis.

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_name("parameter", name, LABELS)
    style.columns(curve, ("value", "turns", "turns_low", "turns_high"))
    ax = style.axes(ax)
    kept = curve.dropna(subset="turns")
    low, high = kept["turns_low"].clip(lower=0), kept["turns_high"]
    ax.errorbar(kept["value"], kept["turns"], yerr=[kept["turns"] - low, high - kept["turns"]], **style.line(0))
    top = max(80.0, 1.05 * high.max())
    for value in printed:
        ax.annotate("", (value, 0.0), (value, -0.09 * top), arrowprops={"arrowstyle": "-|>", "color": "black"})
    ax.set(xlabel=LABELS[name], ylabel="rounds to win", xlim=(-0.02, 1.02), ylim=(-0.1 * top, top))
    return ax


def plot_thresholds(grid: pd.DataFrame, *, ax=None):
    """Draw the win rate by both thresholds, with the number in each cell.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(grid, ("win_chance", "random_chance", "wins", "games"))
    ax = style.axes(ax)
    rate = grid.assign(rate=grid["wins"] / grid["games"])
    table = rate.pivot_table(index="win_chance", columns="random_chance", values="rate")
    shown = ax.imshow(table, origin="lower", vmin=0, vmax=1, cmap=style.SEQUENTIAL, aspect="auto")
    for i, row in enumerate(table.to_numpy()):
        for j, value in enumerate(row):
            ink = style.readable_on(shown.cmap(shown.norm(value)))
            ax.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=6, color=ink)
    ax.set_xticks(range(len(table.columns)), [f"{v:g}" for v in table.columns])
    ax.set_yticks(range(len(table.index)), [f"{v:g}" for v in table.index])
    ax.set(xlabel=LABELS["random_chance"], ylabel=LABELS["win_chance"])
    ax.grid(False)
    ax.figure.colorbar(shown, ax=ax, label="share of games won")
    return ax


def plot_norms(weights: pd.DataFrame, normalised: bool, *, ax=None):
    """Draw the norm of the weights change by change, one line a run; a log scale where they diverge.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(weights, ("normalised", "run", "update", "norm", "stopped"))
    ax = style.axes(ax)
    part = weights[weights["normalised"] == normalised]
    for _, run in part.groupby("run"):
        ax.plot(run["update"], run["norm"], color=style.COLOURS["blue"], alpha=0.5, linestyle="-", linewidth=0.7)
        if run["stopped"].iloc[0] > 0:
            ax.plot(run["update"].iloc[-1], run["norm"].iloc[-1], "x", color=style.COLOURS["wine"])
    ax.set(xscale="log", xlabel="changes of the weights", ylabel="norm of the weights")
    ax.set_yscale("linear" if normalised else "log")
    ax.set_title("equation (2), normalised" if normalised else "equation (1), not normalised")
    return ax


def plot_versions(table: pd.DataFrame, *, ax=None):
    """Draw the win rate of versions of the bot against the random bot, with 95% intervals.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(table, ("variant", "rate", "low", "high"))
    ax = style.axes(ax)
    place = np.arange(len(table))[::-1]
    low, high = table["low"].clip(0, 1), table["high"].clip(0, 1)
    ax.errorbar(
        table["rate"],
        place,
        xerr=[table["rate"] - low, high - table["rate"]],
        fmt="o",
        color=style.COLOURS["ink"],
        linestyle="none",
    )
    ax.axvline(0.3, color=style.COLOURS["wine"], linestyle="--")
    ax.set_yticks(place, table["variant"])
    ax.set(xlabel="share of games won against the random bot", xlim=(0, 1))
    return ax
