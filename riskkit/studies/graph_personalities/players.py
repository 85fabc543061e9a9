"""Beyond the source: three to six personalities at a table, and an agent of one's own."""

from __future__ import annotations

import pandas as pd

from riskkit.agents import personality
from riskkit.agents.base import Agent
from riskkit.agents.personality import TRAITS
from riskkit.analysis.intervals import holm, wilson
from riskkit.games.bulk import match
from riskkit.rules import Rules
from riskkit.studies.graph_personalities import settings
from riskkit.studies.graph_personalities.analysis import trait_columns


def trait_land(found: pd.DataFrame) -> pd.DataFrame:
    """Return what a trait is worth at larger tables: land at the end, in fair shares.

    A fair share is 1 / players. Least squares on the four traits within line-ups, errors
    robust to dependence within a line-up. Columns ``players``, ``trait`` (the value that counts
    1), ``change`` (fair shares), ``low``, ``high`` (95%), ``p``, ``p_holm`` (corrected for all
    rows), ``n`` (games).

    Parameters
    ----------
    found : DataFrame
        From `riskkit.studies.graph_personalities.results.larger_tables`.
    """
    import statsmodels.api as sm

    names = [values[1] for values in TRAITS.values()]
    rows = []
    for players, seats in found.groupby("players"):
        traits = trait_columns(seats["personality"])[names].set_index(seats.index)
        within = traits - traits.groupby(seats["lineup"]).transform("mean")
        shares = seats["land"] * players
        shares = shares - shares.groupby(seats["lineup"]).transform("mean")
        fit = sm.OLS(shares, within).fit(cov_type="cluster", cov_kwds={"groups": seats["lineup"].to_numpy()})
        limits = fit.conf_int()
        for name in names:
            rows.append(
                {
                    "players": players,
                    "trait": name,
                    "change": fit.params[name],
                    "low": limits.loc[name, 0],
                    "high": limits.loc[name, 1],
                    "p": fit.pvalues[name],
                    "n": int(seats.groupby("lineup")["games"].first().sum()),
                }
            )
    table = pd.DataFrame(rows)
    table.insert(6, "p_holm", holm(table["p"]))
    return table


def by_number(found: pd.DataFrame) -> pd.DataFrame:
    """Return how games of each number of players end.

    Columns ``players``, ``games``, ``decided`` (rate of games with a winner, ``low``, ``high``),
    ``rounds`` (mean), ``fell`` (players eliminated a game).
    """
    rows = []
    for players, seats in found.groupby("players"):
        per_table = seats.groupby("lineup")[["games", "decided", "turns"]].first()
        rate = wilson(int(per_table["decided"].sum()), int(per_table["games"].sum()))
        rows.append(
            {
                "players": players,
                "games": rate.n,
                "decided": rate.value,
                "low": rate.low,
                "high": rate.high,
                "rounds": per_table["turns"].mean() / players,
                "fell": seats["fell"].sum() / rate.n,
            }
        )
    return pd.DataFrame(rows)


def against_all(agent: Agent, games: int = 100, seed: int = 1, workers: int = 2) -> pd.DataFrame:
    """Play an agent against all sixteen personalities in both orders (reading "described").

    Returns
    -------
    DataFrame
        A row an opponent and order: ``opponent``, ``mover`` ("own" or "opponent"), ``wins``,
        ``losses``, ``ties`` of the agent.
    """
    rows = []
    for k in range(settings.PERSONALITIES):
        for first, mover in ((0, "own"), (1, "opponent")):
            found = match(
                [agent, personality.make(k)], games, seed, rules=Rules.personalities(), first=first, workers=workers
            )
            wins, losses = int((found["winner"] == 0).sum()), int((found["winner"] == 1).sum())
            rows.append({"opponent": k, "mover": mover, "wins": wins, "losses": losses, "ties": games - wins - losses})
    return pd.DataFrame(rows)
