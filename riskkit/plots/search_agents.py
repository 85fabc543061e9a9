"""Figures of the search agents: a plan step by step, scores, misleading heuristics, limits."""

import numpy as np
import pandas as pd

from riskkit.boards.board import Board
from riskkit.plots import style
from riskkit.plots.board import plot_board


def plot_plan(board: Board, found, *, axes=None, columns: int = 4):
    """Draw the start of a plan and the board after each of its own turns.

    The territory that got the armies has a heavy rim, an arrow shows the attack.

    Parameters
    ----------
    board : Board
    found : riskkit.agents.search.plans.Plan
    axes : sequence of matplotlib.axes.Axes, optional
        One for the start and one for each own turn; a new figure by default.
    columns : int
        Pictures in a line of the new figure.

    Returns
    -------
    numpy.ndarray of matplotlib.axes.Axes
    """
    from matplotlib import pyplot as plt

    steps = found.steps
    last = [int(rows.index[rows["action"] != "enemies"].max()) for _, rows in steps.groupby("turn")]
    shown = [-1, *last]
    if axes is None:
        columns = min(columns, len(shown))
        lines = -(-len(shown) // columns)
        width, _ = style.size("double")
        size = (width, width / columns * lines)
        axes = plt.subplots(lines, columns, figsize=size, squeeze=False, layout="constrained")[1]
    axes = np.asarray(axes).ravel()
    for ax in axes[len(shown) :]:
        ax.axis("off")
    for number, (ax, k) in enumerate(zip(axes, shown)):
        of_turn = steps[(steps["turn"] == number) & (steps.index <= k)]
        placed = of_turn.loc[of_turn["action"] == "place", "target"]
        fights = of_turn[of_turn["action"] == "attack"]
        arrows = [(board.index(x), board.index(y)) for x, y in zip(fights["source"], fights["target"])]
        marked = [board.index(name) for name in placed]
        plot_board(board, found.owners[k + 1], found.armies[k + 1], ax=ax, names=False, arrows=arrows, marked=marked)
        ax.set_title("start" if number == 0 else f"after own turn {number}", fontsize=8)
    return axes


def plot_scores(scores: pd.DataFrame, *, ax=None):
    """Draw the score P of each agent for each factor f on a log scale.

    Parameters
    ----------
    scores : DataFrame
        Rows of `riskkit.studies.search_agents.analysis.scores` of one reading and one board.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    agents = list(dict.fromkeys(scores["agent"]))
    for place, (factor, rows) in enumerate(scores.groupby("f", sort=False)):
        rows = rows.set_index("agent").loc[agents]
        look = style.line(place)
        at = np.arange(len(agents)) + 0.18 * (place - 1)
        bars = [rows["P"] - rows["low"].clip(lower=0.3), rows["high"] - rows["P"]]
        ax.errorbar(
            rows["P"], at, xerr=np.maximum(bars, 0), ls="", marker=look["marker"], color=look["color"],
            label=f"f = {factor:,}",
        )  # fmt: skip
    ax.set_xscale("log")
    ax.set_yticks(range(len(agents)), [f"{a} ({_won(scores, a)})" for a in agents])
    ax.invert_yaxis()
    ax.set_xlabel("P = f L + T (less is better; log scale)")
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, 1.16), ncols=3)
    return ax


def _won(scores: pd.DataFrame, agent: str) -> str:
    row = scores[scores["agent"] == agent].iloc[0]
    return f"won {row['won']} of {row['n']}"


def plot_missed(missed: pd.DataFrame, *, ax=None):
    """Draw the share of positions in which a heuristic's plan is longer than a shortest one.

    Parameters
    ----------
    missed : DataFrame
        Table of `riskkit.studies.search_agents.analysis.missed`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    boards = list(dict.fromkeys(missed["board"]))
    heuristics = list(dict.fromkeys(missed["heuristic"]))
    for place, heuristic in enumerate(heuristics):
        rows = missed[missed["heuristic"] == heuristic]
        at = [boards.index(board) + 0.14 * (place - 1.5) for board in rows["board"]]
        look = style.line(place)
        bars = [rows["rate"] - rows["low"], rows["high"] - rows["rate"]]
        ax.errorbar(
            at, rows["rate"], yerr=np.maximum(bars, 0), ls="", marker=look["marker"], color=look["color"],
            label=heuristic,
        )  # fmt: skip
    ax.set_xticks(range(len(boards)), boards)
    ax.set_ylabel("share of plans longer than a shortest one")
    ax.set_ylim(bottom=-0.01)
    ax.legend(title="heuristic", loc="upper left")
    return ax


def plot_limits(means: pd.DataFrame, value: str = "turns", *, ax=None):
    """Draw real-time A*'s mean own turns (or expansions) against its limit.

    Parameters
    ----------
    means : DataFrame
        Rows of `riskkit.studies.search_agents.analysis.limit_means` of one heuristic, a line a board.
    value : {"turns", "expansions"}

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    for place, (board, rows) in enumerate(means.groupby("board", sort=False)):
        bars = [rows[value] - rows[f"{value}_low"], rows[f"{value}_high"] - rows[value]]
        ax.errorbar(
            rows["limit"], rows[value], yerr=bars, label=f"{board} (n = {rows['n'].iloc[0]})", **style.line(place)
        )
    ax.set_xscale("log")
    ax.set_xlabel("limit of expansions a turn")
    if value == "expansions":
        ax.set_yscale("log")
    ax.set_ylabel("own turns in the game" if value == "turns" else "expansions in the game, T")
    ax.legend()
    return ax


def plot_dice(rates: pd.DataFrame, *, ax=None):
    """Draw each searcher's share of games won with dice, by opponent.

    Parameters
    ----------
    rates : DataFrame
        Table of `riskkit.studies.search_agents.results.dice`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = style.axes(ax, style.size("wide"))
    opponents = list(dict.fromkeys(rates["opponent"]))
    for place, (agent, rows) in enumerate(rates.groupby("agent", sort=False)):
        at = [opponents.index(name) + 0.15 * (place - 1.5) for name in rows["opponent"]]
        look = style.line(place)
        bars = [rows["rate"] - rows["low"], rows["high"] - rows["rate"]]
        ax.errorbar(
            rows["rate"], at, xerr=np.maximum(bars, 0), ls="", marker=look["marker"], color=look["color"], label=agent
        )
    ax.set_yticks(range(len(opponents)), opponents)
    ax.invert_yaxis()
    ax.set_xlim(-0.02, 1.02)
    ax.set_xlabel("share of games won within 200 turns")
    ax.legend(loc="upper center", bbox_to_anchor=(0.35, 1.2), ncols=4)
    return ax
