"""Intervals and tests: rates, differences, curves over many values, clustered means.

Intervals are 95% unless ``level`` says otherwise. The computations are those of
scipy and statsmodels where these have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from riskkit import numbers
from riskkit.errors import check_number

LEVEL = 0.95


class Interval(NamedTuple):
    """An estimate with its interval and the number of observations it rests on."""

    value: float
    low: float
    high: float
    n: int

    def text(self, digits: int = 3) -> str:
        """Return ``value [low, high], n``."""
        return f"{numbers.interval(self.value, self.low, self.high, digits)}, n = {self.n:,}"


class Difference(NamedTuple):
    """A difference with its interval, p-value and number of observations (or pairs)."""

    value: float
    low: float
    high: float
    p: float
    n: int


def _counts(successes, n) -> tuple[np.ndarray, np.ndarray]:
    successes, n = np.broadcast_arrays(np.asarray(successes), np.asarray(n))
    for name, values in (("successes", successes), ("n", n)):
        if not np.issubdtype(values.dtype, np.number) or (np.asarray(values, float) % 1 != 0).any():
            raise TypeError(f"{name} must be whole numbers, not {values.tolist()!r}")
    if (n < 1).any():
        raise ValueError("n must be 1 or more everywhere")
    if (successes < 0).any() or (successes > n).any():
        raise ValueError("successes must lie from 0 to n everywhere")
    return successes.astype(np.int64), n.astype(np.int64)


def _level(level: float) -> float:
    level = check_number("level", level, 0, 1)
    if level in (0.0, 1.0):
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return level


def wilson(successes, n, level: float = LEVEL) -> Interval:
    """Return a rate with its Wilson score interval, which begins at 0 without successes and ends at 1 without failures.

    Parameters
    ----------
    successes, n : int or array of int
        Counts; arrays give arrays in the result.
    level : float
        Coverage.

    Returns
    -------
    Interval
    """
    from statsmodels.stats.proportion import proportion_confint

    successes, n = _counts(successes, n)
    low, high = proportion_confint(successes, n, alpha=1 - _level(level), method="wilson")
    low, high = np.where(successes == 0, 0.0, low), np.where(successes == n, 1.0, high)
    value = successes / n
    if value.ndim == 0:
        return Interval(float(value), float(low), float(high), int(n))
    arrays: Any = (value, low, high, n)
    return Interval(*arrays)


def rates(data: pd.DataFrame, by: str | Sequence[str], outcome: str, level: float = LEVEL) -> pd.DataFrame:
    """Return the rate of a yes-or-no column for each group, with Wilson intervals.

    Parameters
    ----------
    data : DataFrame
        A row a game.
    by : str or list of str
        Columns that form the groups.
    outcome : str
        Boolean column.

    Returns
    -------
    DataFrame
        Columns ``by``, ``successes``, ``n``, ``rate``, ``low``, ``high``.
    """
    keys = [by] if isinstance(by, str) else list(by)
    grouped = data.groupby(keys, sort=True, observed=True)[outcome]
    result = grouped.agg(successes="sum", n="count").reset_index()
    result["successes"] = result["successes"].astype(np.int64)
    interval = wilson(result["successes"].to_numpy(), result["n"].to_numpy(), level)
    return result.assign(rate=interval.value, low=interval.low, high=interval.high)


def difference(successes_1, n_1, successes_2, n_2, level: float = LEVEL) -> Difference:
    """Return rate 1 less rate 2 of two independent samples (Newcombe's interval, score test)."""
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

    first, n_1 = (int(x) for x in _counts(successes_1, n_1))
    second, n_2 = (int(x) for x in _counts(successes_2, n_2))
    low, high = confint_proportions_2indep(
        first, n_1, second, n_2, method="newcomb", compare="diff", alpha=1 - _level(level)
    )
    same = first * n_2 == second * n_1
    p = 1.0 if same else float(test_proportions_2indep(first, n_1, second, n_2, method="score", compare="diff").pvalue)
    return Difference(first / n_1 - second / n_2, float(low), float(high), p, n_1 + n_2)


def paired_difference(first, second, level: float = LEVEL) -> Difference:
    """Return rate 1 less rate 2 where both outcomes belong to the same pair (deals, dice).

    The interval is Newcombe's hybrid score interval for paired data (1998,
    Statistics in Medicine 17, 2635-2650, method 10); the p-value is the exact
    McNemar test on the pairs that differ.

    Parameters
    ----------
    first, second : array of bool
        Outcomes, pair by pair.

    Returns
    -------
    Difference
        ``n`` counts pairs.
    """
    from scipy.stats import binomtest

    first, second = np.asarray(first), np.asarray(second)
    if first.shape != second.shape or first.ndim != 1 or not len(first):
        raise ValueError(f"pairs need two equally long columns, not {first.shape} and {second.shape}")
    if not (np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()):
        raise ValueError("paired outcomes must be True or False")
    first, second = first.astype(bool), second.astype(bool)
    n = len(first)
    both, neither = int((first & second).sum()), int((~first & ~second).sum())
    only_1, only_2 = int((first & ~second).sum()), int((~first & second).sum())
    one, two = wilson(both + only_1, n, level), wilson(both + only_2, n, level)
    product = (both + only_1) * (only_2 + neither) * (both + only_2) * (only_1 + neither)
    phi = 0.0
    if product:
        excess = float(both * neither - only_1 * only_2)
        excess = max(excess - n / 2, 0.0) if excess > 0 else excess
        phi = excess / product**0.5
    value = (only_1 - only_2) / n
    below = (one.value - one.low, two.high - two.value)
    above = (one.high - one.value, two.value - two.low)
    low = value - (max(below[0] ** 2 - 2 * phi * below[0] * below[1] + below[1] ** 2, 0)) ** 0.5
    high = value + (max(above[0] ** 2 - 2 * phi * above[0] * above[1] + above[1] ** 2, 0)) ** 0.5
    differing = only_1 + only_2
    p = float(binomtest(only_1, differing, 0.5).pvalue) if differing else 1.0
    return Difference(value, float(low), float(high), p, n)


def holm(p_values) -> np.ndarray:
    """Return p-values corrected for their number by Holm's method, in the given order.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none may come out smaller
    than one before it. (As ``multipletests`` of statsmodels, which takes 0.1 s a call.)
    """
    p_values = np.asarray(p_values, float)
    if p_values.size == 0:
        return p_values
    if not ((p_values >= 0) & (p_values <= 1)).all():
        raise ValueError(f"p-values must lie from 0 to 1, not {p_values.tolist()}")
    order = np.argsort(p_values)
    grown = np.maximum.accumulate(p_values[order] * np.arange(p_values.size, 0, -1))
    corrected = np.empty_like(p_values)
    corrected[order] = np.minimum(grown, 1)
    return corrected


def mean(values, level: float = LEVEL) -> Interval:
    """Return the mean of independent values with Student's interval."""
    from scipy.stats import t

    values = np.asarray(values, float)
    if values.ndim != 1 or len(values) < 2:
        raise ValueError(f"a mean with an interval needs 2 values or more, not {values.size}")
    centre = values.mean()
    half = t.ppf((1 + _level(level)) / 2, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5
    return Interval(float(centre), float(centre - half), float(centre + half), len(values))


def weighted_mean(values, weights, level: float = LEVEL) -> Interval:
    """Return the weighted mean of independent values, such as means of runs with unequal counts.

    With counts as weights it is the ratio of two sums; the interval is the
    heteroscedasticity-robust one (HC1) with Student's t. Values of weight 0 are left out, and
    ``n`` counts the others.
    """
    import statsmodels.api as sm

    values, weights = np.asarray(values, float), np.asarray(weights, float)
    if values.shape != weights.shape or values.ndim != 1 or not (weights >= 0).all():
        raise ValueError("values and weights must be two equally long columns, the weights not below 0")
    values, weights = values[weights > 0], weights[weights > 0]
    if len(values) < 2:
        raise ValueError(f"a weighted mean with an interval needs 2 values or more, not {values.size}")
    fit = sm.WLS(values, np.ones(len(values)), weights=weights).fit(cov_type="HC1", use_t=True)
    low, high = fit.conf_int(alpha=1 - _level(level))[0]
    return Interval(float(fit.params[0]), float(low), float(high), len(values))


def cluster_mean(values, clusters, level: float = LEVEL) -> Interval:
    """Return the mean of values that come in clusters (games of a chain, turns of a game).

    The interval allows for any dependence within a cluster (cluster-robust
    variance, Student's t with one degree of freedom less than there are clusters).
    ``n`` of the result counts values.
    """
    import statsmodels.api as sm

    values, clusters = np.asarray(values, float), pd.factorize(np.asarray(clusters))[0]
    if values.shape != clusters.shape or values.ndim != 1:
        raise ValueError("values and clusters must be two equally long columns")
    if len(np.unique(clusters)) < 2:
        raise ValueError("a clustered mean needs 2 clusters or more")
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    low, high = fit.conf_int(alpha=1 - _level(level))[0]
    return Interval(float(fit.params[0]), float(low), float(high), len(values))


def bootstrap(values, statistic, seed, level: float = LEVEL, resamples: int = 2_000) -> Interval:
    """Return a statistic of independent values with its BCa bootstrap interval.

    Parameters
    ----------
    values : array
        A row an observation.
    statistic : callable
        ``statistic(values, axis=...)`` as for :func:`scipy.stats.bootstrap`, e.g. ``np.median``.
    seed : int
        Seed of the resampling.
    """
    from scipy.stats import bootstrap as resample

    values = np.asarray(values, float)
    value = float(statistic(values, axis=0))
    if (values == values[0]).all():
        return Interval(value, value, value, len(values))
    found = resample(
        (values,),
        statistic,
        axis=0,
        n_resamples=resamples,
        confidence_level=_level(level),
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(value, float(found.low), float(found.high), len(values))
