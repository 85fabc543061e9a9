"""What the runs say: is a curve flat, does a printed peak stand, what is settled."""

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import Interval, holm, mean, weighted_mean
from riskkit.errors import check_integer
from riskkit.studies.td_lambda import results
from riskkit.studies.td_lambda.settings import (
    MEANINGS,
    PARAMETERS,
    PEAKS,
    READINGS,
    STANDARD,
    VALUES,
    VARIANTS,
    rivals,
    sizes,
)
from riskkit.studies.td_lambda.settling import compared, wide

LOOKED_AT = len(VALUES) - 1
GROWN = 10.0
"""Norm beyond which weights count as grown; the first ones have at most 2.24."""


def rated(data: pd.DataFrame) -> pd.DataFrame:
    """Return runs with ``rate`` (games won) and ``ahead_rate`` (won, or ahead at the cap)."""
    return data.assign(rate=data["wins"] / data["games"], ahead_rate=(data["wins"] + data["ahead"]) / data["games"])


def curve(data: pd.DataFrame, by: str = "value") -> pd.DataFrame:
    """Return what the runs at each value have in common.

    Returns
    -------
    DataFrame
        A row a value: ``rate, low, high`` (mean over runs, 95%, Student), ``draws`` (share of
        the games at the cap), ``turns, turns_low, turns_high`` (mean rounds, which are own
        turns, of the games won; runs are the units; NaN if fewer than two runs won a game),
        ``wins``, ``runs``.
    """
    rows = []
    for value, part in rated(data).groupby(by, sort=True):
        won = part[part["wins"] > 0]
        rounds = (
            weighted_mean(won["rounds_to_win"], won["wins"])
            if len(won) > 1
            else Interval(np.nan, np.nan, np.nan, len(won))
        )
        interval = mean(part["rate"]) if len(part) > 1 else None
        rows.append(
            {
                by: value,
                "rate": part["rate"].mean(),
                "low": interval.low if interval else np.nan,
                "high": interval.high if interval else np.nan,
                "draws": part["draws"].sum() / part["games"].sum(),
                "turns": rounds.value,
                "turns_low": rounds.low,
                "turns_high": rounds.high,
                "wins": part["wins"].sum(),
                "runs": len(part),
            }
        )
    return pd.DataFrame(rows)


def flat(data: pd.DataFrame) -> float:
    """Return the p-value of Friedman's test that all values win equally often, blocked by run."""
    from scipy.stats import friedmanchisquare

    table = wide(data).to_numpy()
    if (table == table[:, :1]).all():
        return 1.0
    return float(friedmanchisquare(*table.T).pvalue)


def curve_tests() -> pd.DataFrame:
    """Return for each parameter, as described: whether its curve is flat, and its extremes.

    Returns
    -------
    DataFrame
        ``parameter, runs, flat_p, lowest, lowest_at, highest, highest_at, between_runs``
        (standard deviation of a run's win rate at the standard value).
    """
    rows = []
    for name in PARAMETERS:
        data = results.replicated(name)
        table = wide(data)
        means = table.mean()
        rows.append(
            {
                "parameter": name,
                "runs": len(table),
                "flat_p": flat(data),
                "lowest": means.min(),
                "lowest_at": means.idxmin(),
                "highest": means.max(),
                "highest_at": means.idxmax(),
                "between_runs": table[STANDARD[name]].std(),
            }
        )
    return pd.DataFrame(rows)


def peaks() -> pd.DataFrame:
    """Return each printed peak against its two neighbours and the standard value, paired by run.

    Returns
    -------
    DataFrame
        ``parameter, value, other`` and the columns of `settling.Compared`; ``p_holm`` (Holm, for
        the 20 other values one could have looked at), and ``stands``: larger, with ``p_holm``
        below 0.05.
    """
    data = results.settled()
    looks = len(sizes().looks)
    rows = []
    for (name, value), part in data.groupby(["parameter", "peak"], sort=False):
        table = wide(part)
        found = [
            {"parameter": name, "value": value, "other": other} | compared(table[value], table[other], looks)._asdict()
            for other in rivals(name, value)
        ]
        padded = [row["p"] for row in found] + [1.0] * (LOOKED_AT - len(found))
        for row, corrected in zip(found, holm(padded)):
            row["p_holm"] = corrected
            row["stands"] = bool(row["difference"] > 0 and corrected < 0.05)
            rows.append(row)
    return pd.DataFrame(rows)


def _won(data: pd.DataFrame) -> pd.DataFrame:
    """Return the games won and their rounds, a row a run."""
    rounds = data["rounds_to_win"].fillna(0.0) * data["wins"]
    return data.assign(rounds=rounds).groupby("run")[["wins", "rounds"]].sum()


def turns_less(first: pd.DataFrame, second: pd.DataFrame) -> Interval:
    """Return the mean rounds of the games won in the first runs less those in the second ones.

    Runs of the same number are compared: they share first weights, deals and dice. The
    interval is Student's on the linearised difference of the two ratios (rounds by wins).

    Parameters
    ----------
    first, second
        Rows with ``run, wins, rounds_to_win``; several rows of a run are taken together.
    """
    one, two = _won(first).align(_won(second), join="inner")
    shares = [part["rounds"].sum() / part["wins"].sum() for part in (one, two)]
    off = [(part["rounds"] - share * part["wins"]) / part["wins"].mean() for part, share in zip((one, two), shares)]
    return mean(shares[0] - shares[1] + off[0] - off[1])


def turns_claimed() -> pd.DataFrame:
    """Return the differences in turns to win that sections 4.2.1 to 4.2.3 speak of.

    Returns
    -------
    DataFrame
        ``parameter, fewer, than`` (values, or a text), ``difference, low, high`` (rounds, 95%),
        ``runs``. The source has all differences below 0.
    """
    settled, low = results.settled(), results.replicated("win_chance")

    def at(name, value):
        return settled[(settled["parameter"] == name) & (settled["peak"] == value) & (settled["value"] == value)]

    compared_ones = [
        ("alpha", "0.6", "0.2", at("alpha", 0.6), at("alpha", 0.2)),
        ("lam", "0.45", "0.25", at("lam", 0.45), at("lam", 0.25)),
        *(
            ("win_chance", f"{peak:g}", "0 to 0.45", at("win_chance", peak), low[low["value"] <= 0.45])
            for peak in PEAKS["win_chance"]
        ),
    ]
    rows = []
    for name, fewer, than, first, second in compared_ones:
        found = turns_less(first, second)
        rows.append((name, fewer, than, found.value, found.low, found.high, found.n))
    return pd.DataFrame(rows, columns=["parameter", "fewer", "than", "difference", "low", "high", "runs"])


def standing() -> list[tuple[str, float]]:
    """Return the printed peaks (parameter, value) that win more than both their neighbours."""
    found = peaks()
    near = found[(found["other"] - found["value"]).abs() < 0.06]
    return [key for key, part in near.groupby(["parameter", "value"]) if part["stands"].all()]


def divergence(reading: str) -> pd.DataFrame:
    """Return how the weights fared over 20 runs.

    Returns
    -------
    DataFrame
        ``normalised, runs, largest`` (median over runs of the largest norm), ``most`` (largest
        of all), ``grown`` (runs whose norm passes `GROWN`), ``stopped`` (runs that left all
        bounds), ``stopped_at`` (median change at which they did).
    """
    data = results.weights(reading)
    rows = []
    for normalised, part in data.groupby("normalised", sort=False):
        by_run = part.groupby("run").agg(norm=("norm", "max"), stopped=("stopped", "max"))
        stopped = by_run["stopped"][by_run["stopped"] > 0]
        rows.append(
            {
                "normalised": bool(normalised),
                "runs": len(by_run),
                "largest": by_run["norm"].median(),
                "most": by_run["norm"].max(),
                "grown": int((by_run["norm"] > GROWN).sum()),
                "stopped": len(stopped),
                "stopped_at": stopped.median() if len(stopped) else np.nan,
            }
        )
    return pd.DataFrame(rows)


def versions() -> pd.DataFrame:
    """Return the mean win rate of each version of the bot against the random bot, over runs.

    Returns
    -------
    DataFrame
        A row a version: ``variant``, ``meaning`` (`settings.MEANINGS`), and the columns of `curve`.
    """
    found = curve(results.variants(), by="variant").set_index("variant").loc[list(VARIANTS)].reset_index()
    found.insert(1, "meaning", found["variant"].map(MEANINGS))
    return found


def threshold_rates() -> pd.DataFrame:
    """Return the win rate in each cell of `results.grid`, with its interval over runs.

    Returns
    -------
    DataFrame
        ``win_chance, random_chance, runs, rate, low, high`` (95%, Student's, cut at 0 and 1).
    """
    rows = []
    for cell, part in rated(results.grid()).groupby(["win_chance", "random_chance"]):
        found = mean(part["rate"])
        rows.append((*cell, found.n, found.value, max(0.0, found.low), min(1.0, found.high)))
    return pd.DataFrame(rows, columns=["win_chance", "random_chance", "runs", "rate", "low", "high"])


def threshold_reach() -> pd.Series:
    """Return how far the interval of each cell of the two thresholds reaches to either side, half its width."""
    cells = threshold_rates()
    return (cells["high"] - cells["low"]) / 2


def no_learning() -> pd.DataFrame:
    """Return the bot with alpha 0, which keeps its first weights, less other values of alpha, paired by run.

    Returns
    -------
    DataFrame
        ``alpha`` (the other value), ``difference, low, high`` (95%), ``runs``.
    """
    rates = wide(results.replicated("alpha"))
    rows = []
    for other in (0.05, 0.2, 0.6, 1.0):
        found = compared(rates[0.0], rates[other], looks=1)
        rows.append((other, found.difference, found.low, found.high, found.runs))
    return pd.DataFrame(rows, columns=["alpha", "difference", "low", "high", "runs"])


def first_runs() -> pd.DataFrame:
    """Return what the first 10, 40 and 100 runs of the standard bot would say: ``runs, rate``."""
    data = results.settled().query("parameter == 'lam' and value == 0.5").drop_duplicates("run").sort_values("run")
    rate = data["wins"] / data["games"]
    return pd.DataFrame([(n, rate.head(n).mean()) for n in (10, 40, 100)], columns=["runs", "rate"])


def all_curves() -> pd.DataFrame:
    """Return the curves of the four parameters, as described, one below the other."""
    return pd.concat([curve(results.replicated(name)).assign(parameter=name) for name in PARAMETERS], ignore_index=True)


def weight_norms(every: int = 5) -> pd.DataFrame:
    """Return the norms of the weights for a figure: one kept change in ``every``, both readings."""
    check_integer("every", every, 1)
    parts = []
    for reading in READINGS:
        data = results.weights(reading)
        place = data.groupby(["normalised", "run"]).cumcount()
        parts.append(data.loc[place % every == 0, ["normalised", "run", "update", "norm"]].assign(reading=reading))
    return pd.concat(parts, ignore_index=True)
