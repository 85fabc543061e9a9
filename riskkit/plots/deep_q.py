"""Figures of the deep Q study."""

import numpy as np
import pandas as pd

from riskkit.plots import style


def plot_surface(table, title: str = "", *, ax=None):
    """Draw an attack table: armies to attack from (2-10) by armies to attack (1-10).

    Parameters
    ----------
    table
        Shares or decisions from 0 to 1, shape (9, 10) or (10, 10); the row of one army is left out.
    title
        Title.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table = np.asarray(table, float)
    if table.shape not in ((9, 10), (10, 10)):
        raise ValueError(f"an attack table has shape (9, 10) or (10, 10), not {table.shape}")
    table = table[-9:]
    if not ((table >= 0) & (table <= 1)).all():
        raise ValueError("an attack table holds shares or decisions from 0 to 1")
    ax = style.axes(ax)
    shown = ax.imshow(table, origin="lower", vmin=0, vmax=1, cmap=style.SEQUENTIAL, aspect="auto")
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            text = f"{value:.0f}" if value in (0.0, 1.0) else f"{min(max(value, 0.01), 0.99):.2f}"[1:]
            ax.text(j, i, text, ha="center", va="center", fontsize=5.5, color=style.readable_on(shown.cmap(value)))
    ax.set_xticks(range(10), range(1, 11))
    ax.set_yticks(range(9), range(2, 11))
    ax.set(xlabel="armies attacked", ylabel="armies to attack from")
    ax.set_title(title)
    ax.grid(False)
    return ax


def plot_loss(ours: pd.DataFrame, printed: pd.DataFrame, last: int = 1_000, *, ax=None):
    """Draw the loss every 25 games: each learner, their median, and the printed curve.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(ours, ("seed", "seat", "game", "loss"))
    style.columns(printed, ("game", "loss"))
    ax = style.axes(ax)
    part = ours[ours["game"] <= last]
    for place, (_, one) in enumerate(part.groupby(["seed", "seat"])):
        label = "ours, each learner" if place == 0 else None
        ax.plot(one["game"], one["loss"], "-", color=style.GREY, linewidth=0.5, alpha=0.6, label=label)
    middle = part.groupby("game")["loss"].median()
    ax.plot(middle.index, middle, **{**style.line(0), "marker": None}, label="ours, median")
    ax.plot(printed["game"], printed["loss"], **{**style.line(1), "marker": None}, label="printed")
    ax.set(xlabel="training games", ylabel="loss (half squared error)", ylim=(0, None))
    ax.legend()
    return ax


def plot_troops(data: pd.DataFrame, games: int = 8, last: int = 20, *, ax=None):
    """Draw seat 0's share of all armies by round in a few games, and mark 8 to 12 rounds.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(data, ("game", "round", "armies_0", "armies_1"))
    ax = style.axes(ax)
    ax.axvspan(8, 12, color=style.COLOURS["sand"], label="8 to 12 (printed)")
    for place, game in enumerate(sorted(data["game"].unique())[:games]):
        part = data[(data["game"] == game) & (data["round"] <= last)]
        share = part["armies_0"] / (part["armies_0"] + part["armies_1"])
        label = "a game each" if place == 0 else None
        ax.plot(part["round"], share, "-", color=style.COLOURS["blue"], linewidth=0.9, label=label)
    ax.axhline(2 / 3, color="black", linestyle=":", linewidth=0.8)
    ax.axhline(1 / 3, color="black", linestyle=":", linewidth=0.8)
    ax.set(xlabel="round", ylabel="share of all armies, seat 0", ylim=(0, 1), xticks=range(0, last + 1, 2))
    ax.legend(loc="center right")
    return ax


def plot_pairings(rates: pd.DataFrame, printed: pd.DataFrame, *, ax=None):
    """Draw each pairing's share of wins with its 95% interval beside the printed share.

    Parameters
    ----------
    rates
        As `riskkit.studies.deep_q_attack.analysis.rates` returns, with a column ``reading``.
    printed
        ``a, b, rate`` of the source.

    Returns
    -------
    matplotlib.axes.Axes
    """
    style.columns(rates, ("reading", "a", "b", "rate", "low", "high"))
    style.columns(printed, ("a", "b", "rate"))
    ax = style.axes(ax)
    names = list(dict.fromkeys(zip(rates["a"], rates["b"])))
    where = {pair: len(names) - 1 - k for k, pair in enumerate(names)}
    readings = list(dict.fromkeys(rates["reading"]))
    for k, reading in enumerate(readings):
        part = rates[rates["reading"] == reading]
        place = [where[pair] + 0.22 * (len(readings) / 2 - 0.5 - k) for pair in zip(part["a"], part["b"])]
        error = [part["rate"] - part["low"], part["high"] - part["rate"]]
        look = {**style.line(k), "linestyle": "none"}
        ax.errorbar(part["rate"], place, xerr=error, label=reading, **look)
    shown = printed[[pair in where for pair in zip(printed["a"], printed["b"])]]
    place = [where[pair] for pair in zip(shown["a"], shown["b"])]
    ax.plot(shown["rate"], place, "|", color="black", markersize=14, markeredgewidth=1.5, label="printed")
    ax.axvline(0.5, color="black", linestyle=":", linewidth=0.8)
    ax.set_yticks(list(where.values()), [f"{a} v {b}" for a, b in where])
    ax.set(xlabel="share of games won by the first bot", xlim=(-0.03, 1.03))
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(readings) + 1)
    return ax
