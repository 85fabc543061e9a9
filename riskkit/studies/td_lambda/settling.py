"""When two values of a parameter are told apart: paired runs, looked at several times.

The run of 500 games is the unit, never the game: games of a run share their weights. Run k
has the same first weights, deals and dice at every value, so comparisons are paired by run.
Runs are added until a comparison is settled; each look has its share of the 5% (Bonferroni),
so that looking often does not make differences.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import mean
from riskkit.errors import check_integer

POINTS = 0.02
LEVEL = 0.95
NORMAL = 1.96


class Compared(NamedTuple):
    """The win rate at one value less that at another, over paired runs.

    Attributes
    ----------
    difference, low, high : float
        Mean over runs and its interval, whose level is 95% for all looks together.
    p : float
        Of the paired t-test, times the number of looks.
    runs : int
        Paired runs.
    needed : int
        Runs at whose spread the 95% interval is 2 points wide to either side.
    answer : str
        ``"larger"`` or ``"smaller"`` if the interval leaves out 0, ``"same"`` if it lies within
        2 points of it, otherwise ``"open"``.
    """

    difference: float
    low: float
    high: float
    p: float
    runs: int
    needed: int
    answer: str


def wide(data: pd.DataFrame) -> pd.DataFrame:
    """Return win rates with a row a run and a column a value."""
    return data.assign(rate=data["wins"] / data["games"]).pivot(index="run", columns="value", values="rate")


def compared(first, second, looks: int) -> Compared:
    """Return the comparison of two columns of win rates, run by run, at one of several looks.

    Parameters
    ----------
    first, second : array of float
        Win rates at the two values, in the order of the runs.
    looks : int
        How often the comparison may be looked at.
    """
    from scipy.stats import ttest_1samp

    check_integer("looks", looks, 1)
    difference = np.asarray(first, float) - np.asarray(second, float)
    spread = difference.std(ddof=1)
    found = mean(difference, level=1 - (1 - LEVEL) / looks)
    p = min(1.0, looks * float(ttest_1samp(difference, 0.0).pvalue)) if spread > 0 else 1.0
    if found.low > 0:
        answer = "larger"
    elif found.high < 0:
        answer = "smaller"
    else:
        answer = "same" if found.low >= -POINTS and found.high <= POINTS else "open"
    needed = max(2, int(np.ceil((NORMAL * spread / POINTS) ** 2)))
    return Compared(found.value, found.low, found.high, p, len(difference), needed, answer)


def open_rivals(data: pd.DataFrame, peak: float, looks: int) -> list[float]:
    """Return the values whose comparison with the peak is not settled by these runs."""
    table = wide(data)
    others = [value for value in table.columns if value != peak]
    return [value for value in others if compared(table[peak], table[value], looks).answer == "open"]
