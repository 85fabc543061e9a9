"""Beyond the source: three to six personalities at a table, and a metric of one's own."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.agents.base import Agent
from riskkit.agents.personality.agent import TRAITS, personality
from riskkit.analysis.intervals import holm, wilson
from riskkit.games.bulk import match
from riskkit.results import scale, store
from riskkit.rules import Rules
from riskkit.studies.graph_personalities import results as tables
from riskkit.studies.graph_personalities.analysis import trait_columns
from riskkit.studies.graph_personalities.loops import play

NUMBERS = (3, 4, 5, 6)
ROUNDS = 150
"""Most rounds: as many as two players have in the source's 300 turns."""


def table_rules(players: int) -> Rules:
    """Return the personalities' rules for a larger table: classic starting armies, 150 rounds."""
    return Rules.personalities(
        starting_armies=(40, 35, 30, 25, 20), setup_batch=(2, 1, 1, 1, 1), turn_cap=ROUNDS * players
    )


def lineups(players: int, number: int) -> np.ndarray:
    """Return random line-ups of different personalities, shape (number, players)."""
    rng = np.random.default_rng([tables.SEED, players])
    return np.array([rng.permutation(play.PERSONALITIES)[:players] for _ in range(number)])


def larger_tables(workers: int = 2) -> pd.DataFrame:
    """Return games of 3 to 6 personalities in random line-ups (reading "described").

    Few of these games have a winner, so the land held at the end is kept as well. Columns
    ``players``, ``lineup``, ``seat``, ``personality``, ``games``, ``wins`` and ``fell``
    (eliminations) of the seat, ``land``: its mean share of the territories at the end,
    ``place_land``: that of whoever moved ``seat``-th (whoever moved last has just had a turn),
    ``decided`` games of the table, ``turns``.
    """
    number, size = scale.games(100, 4), scale.games(20, 4)
    tasks = [(players, k) for players in NUMBERS for k in range(number)]

    def block(task):
        players, k = task
        chosen = lineups(players, number)[k]
        seated = [personality(int(p)) for p in chosen]
        found = match(seated, size, tables.SEED, rules=table_rules(players), start=k * size, workers=1)
        winner = found["winner"].fillna(-1).to_numpy(int)
        seats = np.arange(players)
        land = found[[f"territories_{seat}" for seat in seats]].to_numpy() / 42
        moved = (found["first"].to_numpy()[:, None] + seats) % players
        return pd.DataFrame(
            {
                "players": players,
                "lineup": k,
                "seat": seats,
                "personality": chosen,
                "games": size,
                "wins": (winner[:, None] == seats).sum(axis=0),
                "fell": found[[f"out_turn_{seat}" for seat in seats]].notna().to_numpy().sum(axis=0),
                "land": land.mean(axis=0),
                "place_land": np.take_along_axis(land, moved, axis=1).mean(axis=0),
                "decided": int((winner >= 0).sum()),
                "turns": found["turns"].mean(),
            }
        )

    settings = {"seed": tables.SEED, "version": play.VERSION, "lineups": number, "games": size, "rounds": ROUNDS}
    return store.blocks(f"{tables.STUDY}/larger_tables", settings, tasks, block, workers=workers)


def trait_land(found: pd.DataFrame) -> pd.DataFrame:
    """Return what a trait is worth at larger tables: land at the end, in fair shares.

    A fair share is 1 / players. Least squares on the four traits within line-ups, errors
    robust to dependence within a line-up. Columns ``players``, ``trait`` (the value that counts
    1), ``change`` (fair shares), ``low``, ``high`` (95%), ``p``, ``p_holm`` (corrected for all
    rows), ``n`` (games).

    Parameters
    ----------
    found : DataFrame
        From :func:`larger_tables`.
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
    for k in range(play.PERSONALITIES):
        for first, mover in ((0, "own"), (1, "opponent")):
            found = match(
                [agent, personality(k)], games, seed, rules=Rules.personalities(), first=first, workers=workers
            )
            wins, losses = int((found["winner"] == 0).sum()), int((found["winner"] == 1).sum())
            rows.append({"opponent": k, "mover": mover, "wins": wins, "losses": losses, "ties": games - wins - losses})
    return pd.DataFrame(rows)
