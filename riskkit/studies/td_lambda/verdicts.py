"""What the runs say: is a curve flat, does a printed peak stand, what is settled."""

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import holm, mean
from riskkit.studies.td_lambda import runs
from riskkit.studies.td_lambda.settling import compared, wide

LOOKED_AT = len(runs.VALUES) - 1


def rated(data: pd.DataFrame) -> pd.DataFrame:
    """Return runs with ``rate`` (games won) and ``ahead_rate`` (won, or ahead at the cap)."""
    return data.assign(rate=data["wins"] / data["games"], ahead_rate=(data["wins"] + data["ahead"]) / data["games"])


def curve(data: pd.DataFrame, by: str = "value") -> pd.DataFrame:
    """Return the mean over runs at each value: ``rate, low, high`` (95%, Student), ``turns``, ``runs``.

    ``turns`` is the mean number of rounds (own turns) of the games won.
    """
    rows = []
    for value, part in rated(data).groupby(by, sort=True):
        won = part["wins"].sum()
        rounds = (part["rounds_to_win"] * part["wins"]).sum() / won if won else np.nan
        interval = mean(part["rate"]) if len(part) > 1 else None
        rows.append(
            {
                by: value,
                "rate": part["rate"].mean(),
                "low": interval.low if interval else np.nan,
                "high": interval.high if interval else np.nan,
                "draws": part["draws"].sum() / part["games"].sum(),
                "turns": rounds,
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
    for name in runs.NAMES:
        data = runs.replicated(name)
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
                "between_runs": table[runs.DEFAULTS[name]].std(),
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
    data = runs.settled()
    looks = len(runs.sizes_of_looks())
    rows = []
    for (name, value), part in data.groupby(["parameter", "peak"], sort=False):
        table = wide(part)
        found = [
            {"parameter": name, "value": value, "other": other} | compared(table[value], table[other], looks)._asdict()
            for other in runs.rivals(name, value)
        ]
        padded = [row["p"] for row in found] + [1.0] * (LOOKED_AT - len(found))
        for row, corrected in zip(found, holm(padded)):
            row["p_holm"] = corrected
            row["stands"] = bool(row["difference"] > 0 and corrected < 0.05)
            rows.append(row)
    return pd.DataFrame(rows)


def standing() -> list[tuple[str, float]]:
    """Return the printed peaks (parameter, value) that win more than both their neighbours."""
    found = peaks()
    near = found[(found["other"] - found["value"]).abs() < 0.06]
    return [key for key, part in near.groupby(["parameter", "value"]) if part["stands"].all()]


def divergence(reading: str) -> pd.DataFrame:
    """Return how the weights fared over 20 runs: ``normalised, runs, largest`` (median over runs
    of the largest norm) ``, most`` (largest of all) ``, stopped`` (runs that left all bounds)
    ``, stopped_at`` (median change at which they did)."""
    data = runs.weights(reading)
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
                "stopped": len(stopped),
                "stopped_at": stopped.median() if len(stopped) else np.nan,
            }
        )
    return pd.DataFrame(rows)


def versions() -> pd.DataFrame:
    """Return the mean win rate of each version of the bot against the random bot, over runs."""
    data = runs.variants()
    found = curve(data, by="variant").set_index("variant")
    return found.loc[list(runs.VARIANTS)].reset_index()


def all_curves() -> pd.DataFrame:
    """Return the curves of the four parameters, as described, one below the other."""
    return pd.concat([curve(runs.replicated(name)).assign(parameter=name) for name in runs.NAMES], ignore_index=True)


def weight_norms(every: int = 5) -> pd.DataFrame:
    """Return the norms of the weights for a figure: one kept change in ``every``, both readings."""
    parts = []
    for reading in runs.READINGS:
        data = runs.weights(reading)
        place = data.groupby(["normalised", "run"]).cumcount()
        parts.append(data.loc[place % every == 0, ["normalised", "run", "update", "norm"]].assign(reading=reading))
    return pd.concat(parts, ignore_index=True)
