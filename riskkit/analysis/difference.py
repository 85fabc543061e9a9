"""Share differences over percent of the game: the mean over games with its interval.

The share difference of a quantity (armies, territories) at a moment is
(first - second) / (first + second): +1 when all is the first player's, -1 when all is the
second's. (Keng and Draves 2015, section 5.2.2, print a denominator that makes every value
1; a share of the sum is meant.) Games last differently long, so time runs from 0 to 100
percent of a game's turns; a game counts the same whatever its length. The points of one
game depend on each other, so every interval here is one over games.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import LEVEL
from riskkit.errors import RiskkitError

PERCENTS = np.arange(101)


class NoDecidedGameError(RiskkitError, ValueError):
    """Raised when decided games are wanted and every game ended without a winner."""


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
