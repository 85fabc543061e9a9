"""What follows from the league's tables: shares at tables of four, orders under other rules, the worth of weights."""

import pandas as pd

from riskkit.agents.vanguard import HAND, WEIGHTS
from riskkit.analysis.intervals import cluster_mean, wilson
from riskkit.analysis.ratings import ratings
from riskkit.numbers import significant


def shares_of_four(table: pd.DataFrame) -> pd.DataFrame:
    """Return each agent's share of the games at tables of four: a capped game counts a quarter for each.

    Returns
    -------
    DataFrame
        ``agent, share, low, high`` (95%, tables as clusters), ``games``; best first.
    """
    rows = []
    for name, seats in table.groupby("agent"):
        each = (seats["wins"] + seats["draws"] / 4) / seats["games"]
        value, low, high, _ = cluster_mean(each, seats["table"])
        rows.append((name, value, low, high, int(seats["games"].sum())))
    found = pd.DataFrame(rows, columns=["agent", "share", "low", "high", "games"])
    return found.sort_values("share", ascending=False, ignore_index=True)


def orders(table: pd.DataFrame, changed: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return how much of the order of the agents stays when the rules or the board change.

    Parameters
    ----------
    table
        Pairings of the league (`riskkit.league.results.results`).
    changed
        Those of each changed league by its name (`riskkit.league.results.changed`).

    Returns
    -------
    DataFrame
        A row for each change: ``change``, ``tau`` (Kendall's rank correlation of the ratings
        with those of the unchanged league, over the agents of the changed one), ``first`` to
        ``third`` (the best three), ``games`` (a pairing).
    """
    from scipy.stats import kendalltau

    plain = ratings(table, 10).set_index("agent")["rating"]
    rows = []
    for name, played in changed.items():
        found = ratings(played, 10).set_index("agent")["rating"]
        tau = kendalltau(plain.loc[found.index], found).statistic
        games = int(played.groupby(["a", "b"])["games"].sum().iloc[0])
        rows.append((name, tau, *found.index[:3], games))
    return pd.DataFrame(rows, columns=["change", "tau", "first", "second", "third", "games"])


def found_weights(search: pd.DataFrame) -> dict[str, float]:
    """Return the weights that the search for them ended with, to three digits: those of the registered agent."""
    last = search.iloc[-1]
    return {name: float(significant(last[name])) for name in HAND}


def weights(search: pd.DataFrame) -> pd.DataFrame:
    """Return vanguard's weights: weight, by_hand, found (by the search), played (by the registered agent)."""
    table = pd.DataFrame({"by_hand": HAND, "found": found_weights(search), "played": WEIGHTS})
    return table.rename_axis("weight").reset_index()


def variants(played: pd.DataFrame) -> pd.DataFrame:
    """Return what came of each version of vanguard (`riskkit.league.results.variants`).

    Returns
    -------
    DataFrame
        A row for each version and opponent: ``variant, opponent, points`` (share), ``won, low, high``
        (share of games won with 95% Wilson interval), ``games``.
    """
    rows = played.groupby(["variant", "b"], as_index=False, sort=False)[["wins", "draws", "games"]].sum()
    rate, low, high, _ = wilson(rows["wins"], rows["games"])
    rows["points"] = (rows["wins"] + rows["draws"] / 2) / rows["games"]
    rows = rows.rename(columns={"b": "opponent"}).assign(won=rate, low=low, high=high)
    return rows[["variant", "opponent", "points", "won", "low", "high", "games"]]
