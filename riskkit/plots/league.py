"""Figures of the league: the ratings, and who beats whom."""

import numpy as np
import pandas as pd

from riskkit.plots import style


def plot_ratings(rated: pd.DataFrame, *, ax=None):
    """Draw the agents' ratings with their intervals, the best at the top.

    Parameters
    ----------
    rated : DataFrame
        As :func:`riskkit.analysis.ratings.ratings` returns; agents marked ``new`` (see
        :func:`riskkit.league.rank`) get a colour and a marker of their own.
    ax : matplotlib Axes, optional
        Where to draw; a new figure when left out.

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, (style.WIDTHS["wide"], 0.6 + 0.17 * len(rated)))
    rows = np.arange(len(rated))
    new = rated["new"].to_numpy(bool) if "new" in rated else np.zeros(len(rated), bool)
    for chosen, colour, marker in ((~new, "ink", "o"), (new, "orange", "D")):
        of = rated[chosen]
        ax.hlines(rows[chosen], of["low"], of["high"], color=style.COLOURS[colour], lw=1.6)
        ax.plot(of["rating"], rows[chosen], marker, color=style.COLOURS[colour], ms=4)
    ax.axvline(0, color=style.GREY, lw=0.8)
    ax.set_yticks(rows, rated["agent"])
    ax.set(ylim=(len(rated) - 0.5, -0.5), xlabel='Elo points over the agent "random" (95% interval)')
    return ax


def plot_cross_table(shares: pd.DataFrame, *, ax=None):
    """Draw who beats whom: the share of the points that each row took from each column, in percent.

    The columns are numbered like the rows. A share that rounds to 0 or 100 is told by its
    colour alone.

    Parameters
    ----------
    shares : DataFrame
        As :func:`riskkit.analysis.ratings.cross_table` returns.
    ax : matplotlib Axes, optional
        Where to draw; a new figure when left out.

    Returns
    -------
    matplotlib Axes
    """
    import seaborn as sns

    ax = style.axes(ax, (style.WIDTHS["double"], 0.9 + 0.165 * len(shares)))
    percent = np.floor(100 * shares + 0.5)
    places = range(1, len(shares) + 1)
    bar = {"orientation": "horizontal", "shrink": 0.4, "aspect": 40, "pad": 0.01}
    sns.heatmap(
        percent,
        ax=ax,
        vmin=0,
        vmax=100,
        cmap=style.SEQUENTIAL,
        annot=percent.map(lambda value: f"{value:.0f}" if 0 < value < 100 else ""),
        fmt="",
        annot_kws={"fontsize": 6.2},
        linewidths=0.3,
        xticklabels=places,
        yticklabels=[f"{name}  {place}" for name, place in zip(shares.index, places)],
        cbar_kws={"label": "points taken by the row (%)", **bar},
    )
    ax.tick_params(length=0, labelsize=6.5, labeltop=True)
    ax.tick_params(axis="x", rotation=0)
    ax.grid(visible=False)
    return ax


def plot_against(rated: pd.DataFrame, four: pd.DataFrame, *, ax=None):
    """Draw the share of games won at tables of four against the rating in pairs, an agent a point.

    The best two of each are named.

    Parameters
    ----------
    rated : DataFrame
        As :func:`riskkit.analysis.ratings.ratings` returns.
    four : DataFrame
        As :func:`riskkit.league.analysis.shares_of_four` returns.
    ax : matplotlib Axes, optional
        Where to draw; a new figure when left out.

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("wide"))
    both = four.merge(rated, on="agent", suffixes=("_four", ""))
    vertical = np.abs(np.vstack([both["share"] - both["low_four"], both["high_four"] - both["share"]]))
    across = np.abs(np.vstack([both["rating"] - both["low"], both["high"] - both["rating"]]))
    ax.errorbar(
        both["rating"], both["share"], yerr=vertical, xerr=across, ls="", marker="o", color=style.COLOURS["ink"], lw=0.8
    )
    named = {*both.nlargest(2, "rating").index, *both.nlargest(2, "share").index}
    for row in both.loc[sorted(named)].itertuples():
        where = {"xytext": (0, 3), "textcoords": "offset points", "ha": "center", "va": "bottom"}
        ax.annotate(row.agent, (row.rating, row.high_four), fontsize=6, **where)
    ax.axhline(0.25, color=style.GREY, lw=0.8, ls=":")
    ax.set(xlabel='Elo points over "random", in pairs', ylabel="share of games at tables of four")
    return ax
