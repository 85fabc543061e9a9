"""What follows from the stored tables of the study."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import t

from riskkit.analysis import intervals
from riskkit.envs.switching import STRATEGIES
from riskkit.studies.strategy_switching.settings import PRINTED_MEAN


def summary(games: pd.DataFrame) -> dict:
    """Return mean, spread, outcomes and choices of games as one row."""
    reward = intervals.mean(games["reward"])
    chosen = games[list(STRATEGIES)].sum()
    outcomes = games["outcome"].value_counts(normalize=True)
    names = ("won", "out", "first", "second", "third", "fourth")
    return {
        "games": len(games),
        "reward": reward.value,
        "low": reward.low,
        "high": reward.high,
        "sd": games["reward"].std(),
        "steps": games["steps"].mean(),
        "counted": games["counted"].sum() / games["steps"].sum(),
        **{name: float(outcomes.get(name, 0.0)) for name in names},
        **(chosen / max(1, chosen.sum())).to_dict(),
    }


def printed_size(tests: pd.DataFrame) -> tuple[float, float, int]:
    """Return where 95% of means of 100 games of a network trained anew lie, and how many are at most the printed one.

    Returns
    -------
    tuple
        Low and high end, and the number of means in ``tests`` at or below the printed one.
    """
    means = tests.loc[tests["size"] == "published", "reward"].to_numpy()
    sd = np.sqrt(means.var(ddof=1) * (1 + 1 / len(means)))
    half = t.ppf(0.975, len(means) - 1) * sd
    return means.mean() - half, means.mean() + half, int((means <= PRINTED_MEAN).sum())


def low_places(frame: pd.DataFrame) -> pd.Series:
    """Return the probability that five games in a row are cut off in third or last place."""
    return (frame["third"] + frame["fourth"]) ** 5


def improvement(tests: pd.DataFrame, fixed: pd.DataFrame) -> intervals.Interval:
    """Return the mean gain of trained networks over random actions, with its interval.

    The networks are the units; the random policy's own uncertainty is added.
    """
    trained = tests.loc[tests["size"] == "settling", "reward"].to_numpy()
    base = fixed.loc["random"]
    gain = intervals.mean(trained - base["reward"])
    half = np.hypot((gain.high - gain.low) / 2, (base["high"] - base["low"]) / 2)
    return intervals.Interval(gain.value, gain.value - half, gain.value + half, gain.n)


def effect_points(effects: pd.DataFrame) -> pd.DataFrame:
    """Return mean and interval over seeds of each variation's greedy reward."""
    rows = []
    for name, found in effects.groupby("variation", sort=False):
        mean = intervals.mean(found["reward"])
        row = {"variation": name, "seeds": mean.n, "reward": mean.value, "low": mean.low, "high": mean.high}
        rows.append(row | {strategy: found[strategy].mean() for strategy in STRATEGIES})
    return pd.DataFrame(rows)


def ablation_points(ablations: pd.DataFrame) -> pd.DataFrame:
    """Return the share of greedy games won in the last two tests, with its interval over seeds."""
    rows = []
    for name, found in ablations.groupby("set-up", sort=False):
        last = found[found["step"].isin(sorted(found["step"].unique())[-2:])]
        mean = intervals.mean(last.groupby("seed")["test_won"].mean())
        row = {"set-up": name, "seeds": mean.n, "won": mean.value, "low": mean.low, "high": mean.high}
        rows.append(row)
    return pd.DataFrame(rows)


def break_even(fixed: pd.DataFrame, first: str, second: str, out: float) -> float:
    """Return the reward for losing the last territory at which two policies are worth the same.

    Parameters
    ----------
    fixed : DataFrame
        A table of `policy_table`, played with the reward ``out``.
    first, second : str
        Policies that lose unequally often.
    out : float
        The reward for losing in that table.
    """
    one, two = (fixed.set_index("policy").loc[name] for name in (first, second))
    return float(out - (one["reward"] - two["reward"]) / (one["out"] - two["out"]))


class Constant(NamedTuple):
    """Share of games won by the best constant combination of strategies, and by the best whole strategy."""

    combination: float
    whole: float


def whole(combinations: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the combinations that keep one strategy in all three phases."""
    placing = combinations["placing"]
    return combinations[placing.eq(combinations["attacking"]) & placing.eq(combinations["fortifying"])]


def best_constant(combinations: pd.DataFrame) -> Constant:
    """Return how often the best constant policies win."""
    return Constant(combinations["won"].max(), whole(combinations)["won"].max())


def value_difference(preferences: pd.DataFrame) -> float:
    """Return by how much a network's action values differ at 8 to 19 territories, on average."""
    middle = preferences.query("8 <= territories < 20")[list(STRATEGIES)]
    return float((middle.max(axis=1) - middle.min(axis=1)).mean())


def curve_over_seeds(runs: pd.DataFrame, column: str = "reward") -> pd.DataFrame:
    """Return mean, lowest and highest value over seeds by step, and the interval of the mean.

    Columns ``step``, ``seeds``, ``mean``, ``low``, ``high`` (range of the seeds),
    ``mean_low``, ``mean_high`` (95% interval of the mean).
    """
    found = runs.groupby("step")[column].agg(["mean", "min", "max", "std", "count"])
    half = t.ppf(0.975, found["count"] - 1) * found["std"] / np.sqrt(found["count"])
    return pd.DataFrame(
        {
            "step": found.index,
            "seeds": found["count"].to_numpy(),
            "mean": found["mean"].to_numpy(),
            "low": found["min"].to_numpy(),
            "high": found["max"].to_numpy(),
            "mean_low": (found["mean"] - half).to_numpy(),
            "mean_high": (found["mean"] + half).to_numpy(),
        }
    )


def smoothed(curve: pd.DataFrame, together: int) -> pd.DataFrame:
    """Return a single run's reward in means of so many rows, with their range.

    Columns ``step`` (at the end), ``games``, ``mean``, ``low``, ``high``.
    """
    groups = np.arange(len(curve)) // together
    weighted = (curve["reward"] * curve["episodes"]).groupby(groups).sum()
    games = curve["episodes"].groupby(groups).sum()
    found = curve.groupby(groups)
    return pd.DataFrame(
        {
            "step": found["step"].max(),
            "games": games,
            "mean": weighted / games,
            "low": found["reward"].min(),
            "high": found["reward"].max(),
        }
    )
