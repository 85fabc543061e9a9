"""Figures of the strategy-switching study. Each takes tidy data and accepts ``ax=``."""

import numpy as np
import pandas as pd

from riskkit.plots import style


def plot_learning_curve(curve: pd.DataFrame, levels: dict | None = None, *, ax=None, value="reward"):
    """Draw the mean of a training curve, its 95% interval (dark band) and the range behind it (light band).

    Parameters
    ----------
    curve : DataFrame
        Columns ``step``, ``mean``, ``low``, ``high`` (the range) and, for the interval,
        ``mean_low`` and ``mean_high``.
    levels : dict, optional
        Horizontal lines by name.
    ax : matplotlib.axes.Axes, optional
        Where to draw.
    value : str
        Label of the vertical axis.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from matplotlib.patheffects import withStroke

    ax = style.axes(ax)
    unit, name = (1_000_000, "millions") if curve["step"].max() >= 5_000_000 else (1_000, "thousands")
    steps = curve["step"] / unit
    ax.fill_between(steps, curve["low"], curve["high"], color=style.COLOURS["sand"], linewidth=0)
    if "mean_low" in curve:
        ax.fill_between(steps, curve["mean_low"], curve["mean_high"], color=style.GREY, alpha=0.6, linewidth=0)
    ax.plot(steps, curve["mean"], color=style.COLOURS["ink"], linestyle="-", marker="" if len(curve) > 1 else "o")
    for k, (label, level) in enumerate((levels or {}).items()):
        ax.axhline(level, color=style.COLOURS["wine"], linestyle=style.DASHES[k + 1], linewidth=1)
        ax.annotate(
            label,
            (steps.max(), level),
            xytext=(0, 2.5),
            textcoords="offset points",
            ha="right",
            fontsize=6.5,
            color=style.COLOURS["wine"],
            path_effects=[withStroke(linewidth=2, foreground="white")],
        )
    ax.set_xlabel(f"training steps ({name})")
    ax.set_ylabel(value)
    return ax


def plot_points(data: pd.DataFrame, label: str, value: str, line: float | None = None, *, ax=None):
    """Draw one point with its interval for each row, names down the side.

    Parameters
    ----------
    data : DataFrame
        Columns ``label`` (names), ``value``, ``low`` and ``high``.
    label, value : str
        Columns of the names and of the values.
    line : float, optional
        A vertical line to compare with.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("single", 0.2 + 0.07 * len(data)))
    places = np.arange(len(data))[::-1]
    spread = [data[value] - data["low"], data["high"] - data[value]]
    ax.errorbar(data[value], places, xerr=spread, fmt="o", color=style.COLOURS["ink"], linestyle="none")
    if line is not None:
        ax.axvline(line, color=style.COLOURS["wine"], linestyle="--", linewidth=1)
    ax.set_yticks(places, data[label])
    ax.set_ylim(-0.6, len(data) - 0.4)
    ax.grid(axis="y", visible=False)
    return ax


def plot_preferences(values: pd.DataFrame, *, ax=None):
    """Draw which strategy each network prefers at each number of territories.

    Parameters
    ----------
    values : DataFrame
        Columns ``seed``, ``territories``, ``choice`` (0 passive, 1 pacifist, 2 aggressive).
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    ax = style.axes(ax)
    table = values.pivot(index="seed", columns="territories", values="choice")
    table = table.loc[(table == 2).sum(axis=1).sort_values().index]
    colours = [style.COLOURS[name] for name in ("sand", "blue", "ink")]
    ax.pcolormesh(
        np.arange(table.shape[1] + 1) - 0.5,
        np.arange(len(table) + 1) + 0.5,
        table.to_numpy(),
        cmap=ListedColormap(colours),
        vmin=-0.5,
        vmax=2.5,
        edgecolors="white",
        linewidth=0.2,
    )
    names = ("passive", "pacifist", "aggressive")
    ax.legend(
        [Patch(color=colour) for colour in colours],
        names,
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=3,
    )
    ax.grid(visible=False)
    ax.set_xlabel("territories of the learner")
    ax.set_ylabel("networks (sorted)")
    ax.yaxis.get_major_locator().set_params(integer=True)
    return ax


def plot_outcomes(data: pd.DataFrame, label: str, *, ax=None):
    """Draw how games end, one stacked bar a row.

    Parameters
    ----------
    data : DataFrame
        Column ``label`` and the shares ``won``, ``first``, ``second``, ``third``,
        ``fourth`` and ``out``.
    label : str
        Column of the names.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("double", 0.1 + 0.045 * len(data)))
    shades = ["#1b1f3b", "#2a78c2", "#7cc5a1", "#ecd98b", "#e8873a", "#8c2155"]
    names = ("won", "first", "second", "third", "fourth", "out")
    left = np.zeros(len(data))
    places = np.arange(len(data))[::-1]
    for name, shade in zip(names, shades):
        share = 100 * data[name].to_numpy()
        ax.barh(places, share, left=left, color=shade, label=name, edgecolor="white", linewidth=0.4)
        for place, begin, width in zip(places, left, share):
            if width >= 5:
                ax.text(
                    begin + width / 2,
                    place,
                    f"{width:.0f}",
                    ha="center",
                    va="center",
                    fontsize=6.5,
                    color=style.readable_on(shade),
                )
        left += share
    ax.set_yticks(places, data[label])
    ax.set_xlim(0, 100)
    ax.set_xlabel("games (%)")
    ax.grid(visible=False)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=6)
    return ax
