"""Survival of players: long data, Kaplan-Meier curves, log-rank test, Cox model.

The event is the player's elimination; time is counted in player turns. A winner is
censored when the game ends, and so are all players of a game without a winner. With
``decided_only`` (what Keng and Draves 2015, section 5.2.3, did) games without a winner are
left out; that conditions on the outcome and makes players look shorter-lived.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.analysis.difference import NoDecidedGameError


class LogRank(NamedTuple):
    """Log-rank test: chi-square statistic, degrees of freedom, p-value, and a note."""

    statistic: float
    freedom: int
    p: float
    note: str


def survival_data(games: pd.DataFrame, players: Sequence[str], decided_only: bool = True) -> pd.DataFrame:
    """Return a row a player and game: how long it lived and whether it was eliminated.

    Parameters
    ----------
    games : DataFrame
        A row a game: ``winner`` (index of the player, -1 for none), ``turns`` and ``first``
        (index of who moved first). Other columns are kept. Where there are columns
        ``out_turn_0``, ``out_turn_1``, ... (turn of elimination, 0 for never) they are used;
        without them, everyone but the winner of a decided game fell at its last turn.
    players : sequence of str
        What to call the players, by index.
    decided_only : bool
        Leave out the games without a winner.

    Returns
    -------
    DataFrame
        Columns of ``games``, and ``game``, ``player``, ``moves_first`` (bool), ``duration``
        (turns), ``eliminated`` (bool).

    Raises
    ------
    NoDecidedGameError
        If only decided games are wanted and there is none.
    """
    games = games.reset_index(drop=True)
    if "game" not in games:
        games = games.assign(game=np.arange(len(games)))
    total = len(games)
    if decided_only:
        games = games[games["winner"] >= 0]
        if games.empty:
            raise NoDecidedGameError(
                f"none of the {total} games has a winner, so there is no survival curve of decided games; "
                "decided_only=False keeps them as censored"
            )
    parts = []
    for k, name in enumerate(players):
        if f"out_turn_{k}" in games:
            fell = games[f"out_turn_{k}"].to_numpy()
            eliminated = fell > 0
            duration = np.where(eliminated, fell, games["turns"])
        else:
            eliminated = ((games["winner"] >= 0) & (games["winner"] != k)).to_numpy()
            duration = games["turns"].to_numpy()
        parts.append(
            games.assign(player=name, moves_first=games["first"] == k, duration=duration, eliminated=eliminated)
        )
    return pd.concat(parts, ignore_index=True)


def kaplan_meier(data: pd.DataFrame, by: str | Sequence[str] = "player") -> dict:
    """Return a fitted ``lifelines.KaplanMeierFitter`` for each group, in order of its label."""
    from lifelines import KaplanMeierFitter

    curves = {}
    for label, group in data.groupby(by, sort=True):
        text = " ".join(map(str, label)) if isinstance(label, tuple) else str(label)
        curves[label] = KaplanMeierFitter(label=text).fit(group["duration"], group["eliminated"])
    return curves


def curve_frame(curves: dict) -> pd.DataFrame:
    """Return the curves of :func:`kaplan_meier` as one frame.

    Columns ``group``, ``turn``, ``survival``, ``low``, ``high`` (95%) and ``at_risk``.
    """
    parts = []
    for fitter in curves.values():
        limits = fitter.confidence_interval_survival_function_
        parts.append(
            pd.DataFrame(
                {
                    "group": fitter.label,
                    "turn": fitter.survival_function_.index.to_numpy(),
                    "survival": fitter.survival_function_.iloc[:, 0].to_numpy(),
                    "low": limits.iloc[:, 0].to_numpy(),
                    "high": limits.iloc[:, 1].to_numpy(),
                    "at_risk": fitter.event_table["at_risk"].to_numpy(),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def log_rank(data: pd.DataFrame, by: str = "player") -> LogRank:
    """Return the log-rank test that all groups have the same curve.

    Without any elimination, or with a single group, there is nothing to test: the p-value
    is then nan and ``note`` says why.
    """
    from lifelines.statistics import multivariate_logrank_test

    groups = data[by].nunique()
    if groups < 2:
        return LogRank(np.nan, 0, np.nan, f"only one value of {by}, nothing to compare")
    if not data["eliminated"].any():
        return LogRank(np.nan, groups - 1, np.nan, "nobody was eliminated, nothing to compare")
    found = multivariate_logrank_test(data["duration"], data[by], data["eliminated"])
    return LogRank(float(found.test_statistic), groups - 1, float(found.p_value), "")


def cox(data: pd.DataFrame, covariates: Sequence[str], cluster: str = "cluster") -> pd.DataFrame:
    """Return the hazard ratios of elimination in a Cox model with cluster-robust errors.

    Parameters
    ----------
    data : DataFrame
        As from :func:`survival_data`, with the covariates (0/1 or numbers) as columns.
    covariates : sequence of str
        Columns of the model.
    cluster : str
        Column of what belongs together: the rows of one game, or of one chain of games.

    Returns
    -------
    DataFrame
        A row a covariate: ``covariate``, ``hazard_ratio``, ``low``, ``high`` (95%), ``p``,
        ``n`` (rows), ``events``. Below 1 lives longer.
    """
    from lifelines import CoxPHFitter

    if not data["eliminated"].any():
        raise NoDecidedGameError("nobody was eliminated, so a Cox model of elimination has no event to learn from")
    frame = data[[*covariates, "duration", "eliminated", cluster]].astype(float)
    fitted = CoxPHFitter().fit(frame, "duration", "eliminated", cluster_col=cluster, robust=True)
    found = fitted.summary
    return pd.DataFrame(
        {
            "covariate": list(found.index),
            "hazard_ratio": found["exp(coef)"].to_numpy(),
            "low": found["exp(coef) lower 95%"].to_numpy(),
            "high": found["exp(coef) upper 95%"].to_numpy(),
            "p": found["p"].to_numpy(),
            "n": len(frame),
            "events": int(frame["eliminated"].sum()),
        }
    )
