"""Does it pay to move first? A paired test for one pairing, and for all of a table.

Each deal is played twice, once with either player first, so that a deal's luck falls on
both orders alike. The score of a game is +1 when the first mover won it, -1 when the
second did, 0 when nobody did; the two games of a deal are one observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import LEVEL, Difference, holm
from riskkit.errors import check_name


def first_mover(scores, test: str = "sign", level: float = LEVEL) -> Difference:
    """Return the first mover's advantage: wins less losses of a game, with interval and test.

    Parameters
    ----------
    scores : array
        One value a deal (the mean of its two games), or one a pair of blocks of chained games.
    test : {"sign", "t"}
        The exact sign test on the values that are not 0, which asks nothing of their
        distribution, or Student's test, for values that are means of many games.

    Returns
    -------
    Difference
        Mean with Student's interval, and the p-value. ``n`` counts values.
    """
    from scipy.stats import binomtest, t, ttest_1samp

    check_name("test", test, ("sign", "t"))

    scores = np.asarray(scores, float)
    n = len(scores)
    if n < 2:
        raise ValueError(f"an interval needs 2 pairs or more, not {n}")
    up, down = int((scores > 0).sum()), int((scores < 0).sum())
    p = float(binomtest(up, up + down).pvalue) if up + down else 1.0
    if test == "t" and scores.std() > 0:
        p = float(ttest_1samp(scores, 0.0).pvalue)
    half = t.ppf((1 + level) / 2, n - 1) * scores.std(ddof=1) / np.sqrt(n)
    return Difference(float(scores.mean()), float(scores.mean() - half), float(scores.mean() + half), p, n)


def first_mover_table(scores: Mapping[Any, np.ndarray], test: str = "sign") -> pd.DataFrame:
    """Return :func:`first_mover` of every pairing, with p-values corrected for their number.

    Parameters
    ----------
    scores : dict
        Pairing ``(a, b)`` to its paired scores.
    test : str
        See :func:`first_mover`.

    Returns
    -------
    DataFrame
        Columns ``a``, ``b``, ``advantage``, ``low``, ``high``, ``p``, ``p_holm``, ``n``.
    """
    found = {pair: first_mover(values, test) for pair, values in scores.items()}
    frame = pd.DataFrame(
        [
            {"a": a, "b": b, "advantage": d.value, "low": d.low, "high": d.high, "p": d.p, "n": d.n}
            for (a, b), d in found.items()
        ]
    )
    frame.insert(6, "p_holm", holm(frame["p"]))
    return frame
