"""What follows from the games and searches: the score, plans that are longer than need be, means by limit."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.agents.search.plans import Plan
from riskkit.analysis import intervals
from riskkit.boards.board import Board
from riskkit.errors import check_name
from riskkit.studies.search_agents.settings import BOARDS, FACTORS


def plan_steps(board: Board, found: Plan) -> pd.DataFrame:
    """Return a plan as a table: a row for each step and territory with owner and armies."""
    actions = ["start", *found.steps["action"]]
    turns = [0, *found.steps["turn"]]
    steps, size = found.owners.shape
    return pd.DataFrame(
        {
            "step": np.repeat(np.arange(steps), size),
            "turn": np.repeat(turns, size),
            "action": np.repeat(actions, size),
            "territory": list(board.territories) * steps,
            "owner": found.owners.ravel(),
            "armies": found.armies.ravel(),
        }
    )


def scores(played: pd.DataFrame, counting: str = "alike") -> pd.DataFrame:
    """Return the score P = f L + T of each agent for each factor f; less is better.

    A game that the agent has not won at the cap of turns counts with all its own turns up
    to there, so that its P is a lower bound.

    Parameters
    ----------
    played : DataFrame
        Table of `riskkit.studies.search_agents.results.games`.
    counting : {"alike", "as run"}
        How T is counted: for each agent the positions expanded, or for the greedy agent,
        as its program does, the times its choice was bettered.

    Returns
    -------
    DataFrame
        A row for each reading, board, agent and factor: ``won`` of ``n`` positions, the
        means ``L``, ``T`` and ``P`` with P's 95% interval ``low``, ``high``; ``rank``
        orders the agents of a board by P, 1 the best, equal ones alike.
    """
    check_name("way of counting", counting, ("alike", "as run"))
    greedy = (played["agent"] == "greedy") & (counting == "as run")
    data = played.assign(T=played["expansions"].where(~greedy, played["improvements"]))
    rows = []
    for (reading, board, agent), found in data.groupby(["reading", "board", "agent"], sort=False):
        for factor in FACTORS:
            score = intervals.mean(factor * found["turns"] + found["T"])
            row = {"reading": reading, "board": board, "agent": agent, "f": factor}
            row |= {"won": int(found["won"].sum()), "n": len(found)}
            row |= {"L": found["turns"].mean(), "T": found["T"].mean()}
            rows.append(row | {"P": score.value, "low": score.low, "high": score.high})
    table = pd.DataFrame(rows)
    table["rank"] = table.groupby(["reading", "board", "f"])["P"].rank(method="min").astype(int)
    return table


def missed(found: pd.DataFrame) -> pd.DataFrame:
    """Return how often each heuristic's plan is longer than a shortest one.

    Parameters
    ----------
    found : DataFrame
        Table of `riskkit.studies.search_agents.results.searches`.

    Returns
    -------
    DataFrame
        For each board and heuristic, over the positions that both it and an admissible
        heuristic solved: ``longer`` of ``n``, its share with Wilson interval (``rate``,
        ``low``, ``high``), ``extra`` own turns in the worst case, median ``expanded``
        of all, and ``unsolved`` positions; no row where ``n`` is 0.
    """
    solved = found[found["status"] == "found"]
    exact = solved[solved["heuristic"].isin(["turns", "armies"])]
    best = exact.groupby(["board", "position"])["turns"].min().rename("best")
    rows = []
    for (board, heuristic), part in found.groupby(["board", "heuristic"], sort=False):
        known = part[part["status"] == "found"].join(best, on=["board", "position"], how="inner")
        if known.empty:
            continue
        longer = int((known["turns"] > known["best"]).sum())
        rate = intervals.wilson(longer, len(known))
        row = {"board": board, "heuristic": heuristic, "longer": longer, "n": len(known)}
        row |= {"rate": rate.value, "low": rate.low, "high": rate.high}
        row |= {"extra": int((known["turns"] - known["best"]).max())}
        row |= {"expanded": float(part["expanded"].median())}
        rows.append(row | {"unsolved": int((part["status"] != "found").sum())})
    return pd.DataFrame(rows)


def best(scored: pd.DataFrame) -> pd.DataFrame:
    """Return the agents with the lowest mean P, equal ones joined: reading, f, and a column for each board."""
    first = scored[scored["rank"] == 1].groupby(["reading", "f", "board"], sort=False)["agent"].agg(" and ".join)
    return first.unstack("board")[list(BOARDS)].rename_axis(columns=None).reset_index()


def limit_means(played: pd.DataFrame) -> pd.DataFrame:
    """Return, for each board, heuristic and limit, the means of ``turns`` and ``expansions``.

    Columns ``turns``, ``turns_low``, ``turns_high`` (and the same for ``expansions``), the
    share ``won`` and ``n``; 95% intervals of the mean.
    """
    rows = []
    for (board, heuristic, limit), found in played.groupby(["board", "heuristic", "limit"], sort=False):
        row = {"board": board, "heuristic": heuristic, "limit": limit, "won": found["won"].mean(), "n": len(found)}
        for column in ("turns", "expansions"):
            mean = intervals.mean(found[column])
            row |= {column: mean.value, f"{column}_low": mean.low, f"{column}_high": mean.high}
        rows.append(row)
    return pd.DataFrame(rows)
