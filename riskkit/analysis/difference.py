"""Share differences over percent of the game: series, mean trend, linear trend.

The share difference of a quantity (armies, territories) at a moment is
(first - second) / (first + second): +1 when all is the first player's, -1 when all is the
second's. (Keng and Draves 2015, section 5.2.2, print a denominator that makes every value
1; a share of the sum is meant.) Games last differently long, so time runs from 0 to 100
percent of a game's turns; a game counts the same whatever its length. The points of one
game depend on each other, so every interval here is one over games.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import LEVEL, Interval, mean
from riskkit.errors import RiskkitError

PERCENTS = np.arange(101)


class NoDecidedGameError(RiskkitError, ValueError):
    """Raised when decided games are wanted and every game ended without a winner."""


class LinearTrend(NamedTuple):
    """Straight line through the share difference: value at 0 percent, change a percent."""

    intercept: Interval
    slope: Interval


def share_difference(first, second) -> np.ndarray:
    """Return (first - second) / (first + second), and 0 where the sum is not positive."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    total = first + second
    return np.divide(first - second, total, out=np.zeros_like(total), where=total > 0)


def by_percent(turns: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """Return the share difference of each game at 0, 1, ..., 100 percent of its turns.

    Parameters
    ----------
    turns : DataFrame
        A row a turn: ``game``, ``turn`` (1, 2, ...), and the quantity of both players.
    first, second : str
        Columns of the quantity.

    Returns
    -------
    DataFrame
        A row a game (index ``game``), a column a percent. At percent k stands the value of
        turn ceil(k T / 100) of T, and of turn 1 at 0.
    """
    if turns.empty:
        raise ValueError("there is no turn to draw: give the turns of one game or more")
    ordered = turns.sort_values(["game", "turn"], kind="stable")
    values = share_difference(ordered[first], ordered[second])
    numbers, starts, lengths = np.unique(ordered["game"].to_numpy(), return_index=True, return_counts=True)
    steps = np.maximum(1, -(-PERCENTS[None, :] * lengths[:, None] // 100)) - 1
    table = pd.DataFrame(values[starts[:, None] + steps], index=pd.Index(numbers, name="game"), columns=PERCENTS)
    return table.rename_axis(columns="percent")


def band(n, total, squares, level: float = LEVEL) -> pd.DataFrame:
    """Return the mean over games at each percent with Student's interval, from sums.

    Parameters
    ----------
    n, total, squares : array, shape (101,)
        Number of games, sum and sum of squares of the share difference at each percent.

    Returns
    -------
    DataFrame
        Columns ``percent``, ``n``, ``mean``, ``low``, ``high``.

    Raises
    ------
    NoDecidedGameError
        If no game went into the sums.
    """
    from scipy.stats import t

    n, total, squares = (np.asarray(x, float) for x in (n, total, squares))
    if not n.max() > 0:
        raise NoDecidedGameError("no decided game went into this series, so it has no mean")
    centre = total / n
    spread = np.sqrt(np.maximum(squares - n * centre**2, 0) / np.maximum(n - 1, 1))
    half = np.where(n > 1, t.ppf((1 + level) / 2, np.maximum(n - 1, 1)) * spread / np.sqrt(n), np.nan)
    return pd.DataFrame(
        {"percent": PERCENTS, "n": n.astype(int), "mean": centre, "low": centre - half, "high": centre + half}
    )


def mean_trend(table: pd.DataFrame, level: float = LEVEL) -> pd.DataFrame:
    """Return :func:`band` of the table of :func:`by_percent`."""
    values = table.to_numpy()
    n = np.full(values.shape[1], values.shape[0])
    return band(n, values.sum(axis=0), (values**2).sum(axis=0), level)


def lines(table: pd.DataFrame) -> pd.DataFrame:
    """Return each game's least-squares line: ``intercept`` (at 0 percent) and ``slope`` (a percent)."""
    values = table.to_numpy()
    centred = PERCENTS - PERCENTS.mean()
    slope = values @ centred / (centred @ centred)
    intercept = values.mean(axis=1) - slope * PERCENTS.mean()
    return pd.DataFrame({"intercept": intercept, "slope": slope}, index=table.index)


def linear_trend(games: pd.DataFrame, level: float = LEVEL) -> LinearTrend:
    """Return the line through the points of all games, each game weighing the same.

    Because all games have the same 101 percents, that line is the mean of the games' own
    lines; the intervals are those of a mean over independent games.

    Parameters
    ----------
    games : DataFrame
        Columns ``intercept`` and ``slope``, a row a game: :func:`lines`.
    """
    if len(games) < 2:
        raise NoDecidedGameError(f"a trend with an interval needs 2 decided games or more, not {len(games)}")
    return LinearTrend(mean(games["intercept"], level), mean(games["slope"], level))
