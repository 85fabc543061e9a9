"""Figures of matches: win rates with intervals, and a game's course by turn."""

import numpy as np
import pandas as pd

from riskkit.plots import style


def plot_win_rates(rates: pd.DataFrame, *, ax=None, label: str = "agent", even: float | None = None):
    """Draw win rates as points with their 95% intervals, one row each.

    Parameters
    ----------
    rates : DataFrame
        With columns ``rate``, ``low``, ``high`` and the column named by ``label``, as
        `riskkit.win_rates` and `riskkit.standings` return.
    ax : matplotlib Axes, optional
        Where to draw; a new figure where not given.
    label : str
        Column with the rows' names.
    even : float, optional
        Rate to mark by a line (an equal share, say).

    Returns
    -------
    matplotlib Axes
    """
    ax = style.axes(ax, (style.WIDTHS["single"], 0.5 + 0.32 * len(rates)))
    rows = np.arange(len(rates))
    if even is not None:
        ax.axvline(even, color=style.GREY, lw=1, ls=":")
    ax.hlines(rows, rates["low"], rates["high"], color=style.COLOURS["ink"], lw=1.6)
    ax.plot(rates["rate"], rows, "o", color=style.COLOURS["ink"], ms=4)
    ax.set_yticks(rows, rates[label])
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.set_xlim(0, max(0.05, min(1.0, 1.15 * rates["high"].max())))
    ax.set_xlabel("share of games won (95% interval)")
    return ax


def plot_course(series: pd.DataFrame, names: list[str], *, ax=None, value: str = "armies"):
    """Draw what each seat holds after each turn of one game.

    Parameters
    ----------
    series : DataFrame
        Series of one game (`riskkit.match` with ``record=True``).
    names : list of str
        Names by seat; a further seat is the neutral.
    ax : matplotlib Axes, optional
        Where to draw; a new figure where not given.
    value : str
        Column to draw: ``armies``, ``territories`` or ``continents``.

    Returns
    -------
    matplotlib Axes
    """
    if series["game"].nunique() != 1:
        raise ValueError(f"plot_course draws one game, the series holds {series['game'].nunique()}")
    ax = style.axes(ax, (style.WIDTHS["wide"], 2.6))
    for seat, own in series.groupby("seat"):
        name = names[seat] if seat < len(names) else "neutral"
        ax.plot(
            own["turn"],
            own[value],
            color=style.PALETTE[seat % len(style.PALETTE)],
            ls=style.DASHES[seat % len(style.DASHES)],
            label=f"{seat} {name}",
        )
    ax.set_xlim(1, series["turn"].max())
    ax.set_ylim(0, None)
    ax.set_xlabel("turn (one player's)")
    ax.set_ylabel(value)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), title="seat")
    return ax
