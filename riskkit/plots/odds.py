"""Plots of battle odds: heat map, survivors, chains, and curves of chances and armies."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.plots import style

MARKED = 60
"""Curves with more points than this carry no markers."""


def plot_heat(table: pd.DataFrame, *, ax=None, numbers: bool | None = None):
    """Draw win probabilities as a heat map with the even line.

    Parameters
    ----------
    table : DataFrame
        Chances from 0 to 1; rows are attackers, columns defenders.
    ax : matplotlib Axes, optional
        Where to draw.
    numbers : bool, optional
        Whether each cell shows its chance in percent; by default up to 12 x 12.

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, style.size("single", 0.9))
    values = 100 * table.to_numpy(float)
    rows, columns = values.shape
    first_a, first_d = table.index[0], table.columns[0]
    extent = (first_d - 0.5, first_d + columns - 0.5, first_a - 0.5, first_a + rows - 0.5)
    image = ax.imshow(values, origin="lower", extent=extent, vmin=0, vmax=100, cmap=style.SEQUENTIAL, aspect="auto")
    if max(rows, columns) <= 12 if numbers is None else numbers:
        for r in range(rows):
            for c in range(columns):
                colour = style.readable_on(image.cmap(values[r, c] / 100))
                text = f"{values[r, c]:.0f}"
                ax.text(first_d + c, first_a + r, text, ha="center", va="center", fontsize=6, color=colour)
    _even_line(ax, values, first_a, first_d)
    ax.figure.colorbar(image, ax=ax, label="chance that the attacker wins (%)")
    ax.set(xlabel="defenders", ylabel="attackers free to attack")
    ax.grid(False)
    if max(rows, columns) <= 12:
        ax.set_xticks(range(first_d, first_d + columns))
        ax.set_yticks(range(first_a, first_a + rows))
    return ax


def _even_line(ax, values: np.ndarray, first_a: int, first_d: int) -> None:
    """Draw the stairs between cells below and above one half."""
    enough = values >= 50
    edge = np.where(enough.any(axis=0), enough.argmax(axis=0), len(values)) + first_a - 0.5
    x = np.repeat(np.arange(first_d, first_d + values.shape[1] + 1) - 0.5, 2)[1:-1]
    ax.plot(x, np.repeat(edge, 2), color="white", linewidth=2.4, linestyle="-", marker="")
    ax.plot(x, np.repeat(edge, 2), color="black", linewidth=1.0, linestyle="-", marker="")


def plot_survivors(ends: pd.DataFrame, *, ax=None):
    """Draw how a battle ends: the attacker's armies to the right, the defender's to the left.

    Parameters
    ----------
    ends : DataFrame
        Columns attackers, defenders, probability, as of :func:`riskkit.odds.survivors`.
    ax : matplotlib Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib Axes
    """
    style.columns(ends, ("attackers", "defenders", "probability"))
    ax = style.axes(ax)
    won = ends[ends["defenders"] == 0].groupby("attackers")["probability"].sum()
    held = ends[ends["defenders"] > 0].groupby("defenders")["probability"].sum()
    options = {"width": 0.8, "linewidth": 0.5, "edgecolor": "white"}
    ax.bar(won.index, won, color=style.COLOURS["blue"], label=f"taken: {won.sum():.1%}", **options)
    ax.bar(
        -held.index,
        held,
        color=style.COLOURS["sand"],
        hatch="////",
        label=f"held: {held.sum():.1%}",
        **options,
    )
    ax.axvline(0, color=style.GREY, linewidth=0.8)
    ax.xaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}")
    ax.set(xlabel="defenders left (left) or attackers left (right)", ylabel="probability")
    _legend(ax, "above")
    return ax


def plot_chain(territories: pd.DataFrame, *, ax=None, label: str | None = None, place: int = 0):
    """Draw the chance to take each territory of a chain.

    Parameters
    ----------
    territories : DataFrame
        Index territory; columns defenders and reached, as of ``Chain.territories``.
    ax : matplotlib Axes, optional
        Where to draw; call again with the same Axes to compare chains.
    label : str, optional
        What the curve is called, written at its end.
    place : int
        Place of the curve in the palette.

    Returns
    -------
    matplotlib Axes
    """
    style.columns(territories, ("defenders", "reached"))
    ax = style.axes(ax)
    x, y = territories.index.to_numpy(), territories["reached"].to_numpy()
    ax.plot(x, y, **style.line(place))
    if label:
        style.label_end(ax, x, y, label)
    ax.set_xticks(x, [f"{k}\n({d})" for k, d in zip(x, territories["defenders"], strict=True)])
    ax.set(xlabel="territory of the chain (defenders)", ylabel="chance to take it", ylim=(0, 1.02))
    return ax


def plot_curves(
    data: pd.DataFrame,
    x: str,
    y: str,
    by: str | None = None,
    *,
    ax=None,
    xlabel: str,
    ylabel: str,
    even: bool = False,
    legend: str = "above",
):
    """Draw one curve for each value of a column: chances, losses or armies needed.

    Parameters
    ----------
    data : DataFrame
        Tidy, one row a point.
    x, y, by : str
        Columns of the two axes, and of what tells the curves apart (None: one curve).
    ax : matplotlib Axes, optional
        Where to draw.
    xlabel, ylabel : str
        Labels of the axes, with units.
    even : bool
        Whether to mark the even chance.
    legend : str
        Place of the legend, as matplotlib names it, or "above" the axes.

    Returns
    -------
    matplotlib Axes
    """
    style.columns(data, [x, y] + ([by] if by else []))
    from matplotlib.ticker import MaxNLocator

    ax = style.axes(ax)
    if even:
        ax.axhline(0.5, color=style.GREY, linewidth=0.8, linestyle="-")
    groups = data.groupby(by, sort=False) if by else [(None, data)]
    for place, (name, part) in enumerate(groups):
        look = style.line(place)
        if len(part) > MARKED:
            look["marker"] = ""
        every = max(1, len(part) // 10)
        ax.plot(part[x], part[y], label=name, markevery=(place * every // 4, every), **look)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if by:
        _legend(ax, legend)
    return ax


def _legend(ax, place: str) -> None:
    if place == "above":
        longest = max(map(len, ax.get_legend_handles_labels()[1]))
        columns = max(1, int(0.95 * ax.figure.get_figwidth() / (0.4 + 0.052 * longest)))
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2)
    else:
        ax.legend(loc=place)


def plot_stops(data: pd.DataFrame, *, ax=None):
    """Draw the chance to win against the mean attackers lost, a point a stop rule.

    Parameters
    ----------
    data : DataFrame
        Columns stop, win, attackers_lost, as of ``battle_odds.stops``.
    ax : matplotlib Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib Axes
    """
    style.columns(data, ("stop", "win", "attackers_lost"))
    ax = style.axes(ax)
    ax.plot(data["attackers_lost"], data["win"], **style.line(0))
    for row in data.itertuples():
        ax.annotate(
            f"{row.stop}",
            (row.attackers_lost, row.win),
            xytext=(-4, 3),
            textcoords="offset points",
            ha="right",
            fontsize=7,
        )
    ax.set(xlabel="attackers lost (mean)", ylabel="chance that the attacker wins")
    ax.margins(0.08)
    return ax


def plot_agreement(data: pd.DataFrame, *, ax=None):
    """Draw simulated shares of the ends of a battle over the exact chances.

    Parameters
    ----------
    data : DataFrame
        Columns attackers, defenders, exact, rolled and n, ordered from best to worst.
    ax : matplotlib Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib Axes
    """
    style.columns(data, ("attackers", "defenders", "exact", "rolled", "n"))
    ax = style.axes(ax)
    x = np.arange(len(data))
    ax.bar(x, data["exact"], width=0.8, color=style.COLOURS["sand"], label="exact")
    error = 1.96 * np.sqrt(data["exact"] * (1 - data["exact"]) / data["n"])
    ax.errorbar(
        x,
        data["rolled"],
        yerr=error,
        linestyle="",
        marker="o",
        markersize=2.5,
        color=style.COLOURS["ink"],
        label=f"rolled, n = {data['n'].iloc[0]:,} (95%)",
    )
    names = [f"{a}" if d == 0 else f"-{d}" for a, d in zip(data["attackers"], data["defenders"], strict=True)]
    every = max(1, len(data) // 18)
    ax.set_xticks(x[::every], names[::every])
    ax.set(xlabel="attackers left; defenders left where negative", ylabel="probability")
    ax.legend()
    return ax
