"""Ratings of agents from their pairings, and whether the order they give is a straight one.

Ratings are Bradley-Terry strengths on Elo's scale (400 points are odds of 10 to 1), with the
agent "random" at 0. A win counts 1 point, a game without a winner one half for each.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import holm
from riskkit.errors import check_integer, check_name

ANCHOR = "random"
ELO = 400 / np.log(10)
PRIOR = 0.01
"""Weight of the pull of all strengths together, so that an agent that always wins has a finite one."""
SEED = 2_026
PRETENDED = 4


def _points(table: pd.DataFrame) -> tuple[list[str], np.ndarray]:
    """Return the agents' names, and the points that each (row) took from each (column)."""
    names = sorted({*table["a"], *table["b"]})
    place = {name: k for k, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    a, b = table["a"].map(place).to_numpy(), table["b"].map(place).to_numpy()
    np.add.at(points, (a, b), table["wins"] + table["draws"] / 2)
    np.add.at(points, (b, a), table["losses"] + table["draws"] / 2)
    return names, points


def _strengths(names: list[str], points: np.ndarray) -> np.ndarray:
    import choix

    found = ELO * choix.ilsr_pairwise_dense(points, alpha=PRIOR)
    return found - (found[names.index(ANCHOR)] if ANCHOR in names else found.mean())


def _chances(table: pd.DataFrame, rating: dict[str, float]) -> np.ndarray:
    """Return the chances of win, draw and loss of each pairing and seat, for resampling.

    They are those seen, with `PRETENDED` games more that go as the ratings say: one game that
    was won does not make winning certain.
    """
    counts = table[["wins", "draws", "losses"]].to_numpy(float)
    games = counts.sum(1, keepdims=True)
    gap = table["b"].map(rating).to_numpy() - table["a"].map(rating).to_numpy()
    expected = 1 / (1 + 10 ** (gap / 400))
    drawn = counts[:, 1] / games[:, 0]
    model = np.column_stack([expected * (1 - drawn), drawn, (1 - expected) * (1 - drawn)])
    return (counts + PRETENDED * model) / (games + PRETENDED)


def ratings(table: pd.DataFrame, resamples: int = 300) -> pd.DataFrame:
    """Return the agents by rating.

    Parameters
    ----------
    table : DataFrame
        Pairings, as `riskkit.league.results` returns: columns ``a, b, wins, draws, losses``
        (of a), ``games``.
    resamples : int
        Resamples of the wins, draws and losses of each pairing and seat; the intervals are
        the ratings with the spread of those of the resamples.

    Returns
    -------
    DataFrame
        ``rank, agent, rating, low, high`` (95%), ``points`` (mean share of the points over the
        opponents, each counted alike), ``games``. Ratings are Elo points over the agent
        "random" (or over the mean, where it does not play).
    """
    names, points = _points(table)
    rating = _strengths(names, points)
    rng = np.random.default_rng(SEED)
    chances = _chances(table, dict(zip(names, rating)))
    drawn = []
    for _ in range(check_integer("resamples", resamples, 10)):
        again = table.copy()
        again[["wins", "draws", "losses"]] = rng.multinomial(table["games"], chances)
        drawn.append(_strengths(*_points(again)))
    spread = np.array(drawn) - np.mean(drawn, axis=0)
    low, high = rating + np.quantile(spread, (0.025, 0.975), axis=0)
    played = points + points.T
    others = played > 0
    shares = np.divide(points, played, where=others, out=np.zeros_like(points))
    found = pd.DataFrame(
        {
            "agent": names,
            "rating": rating,
            "low": low,
            "high": high,
            "points": shares.sum(1) / others.sum(1),
            "games": played.sum(1).astype(int),
        }
    ).sort_values("rating", ascending=False, ignore_index=True)
    found.insert(0, "rank", np.arange(1, len(found) + 1))
    return found


def cross_table(table: pd.DataFrame, order: Iterable[str] | None = None) -> pd.DataFrame:
    """Return the share of the points that each agent (row) took from each (column), in the given order."""
    names, points = _points(table)
    played = points + points.T
    shares = np.divide(points, played, where=played > 0, out=np.full_like(points, np.nan))
    wide = pd.DataFrame(shares, index=names, columns=names)
    order = names if order is None else [check_name("agent", name, names) for name in order]
    return wide.loc[order, order]


def upsets(table: pd.DataFrame, rated: pd.DataFrame) -> pd.DataFrame:
    """Return the pairings in which the lower rated agent took more than half of the points.

    Returns
    -------
    DataFrame
        ``winner, loser, share`` (of the points, for the lower rated one), ``games``, ``p`` (two-sided
        sign test on the games won by either), ``p_holm`` (corrected for all pairings), ``fall``
        (rating of the loser less that of the winner).
    """
    from scipy.stats import binomtest

    rating = rated.set_index("agent")["rating"]
    pairs = table.groupby(["a", "b"], as_index=False)[["wins", "draws", "losses", "games"]].sum()
    decided = pairs["wins"] + pairs["losses"]
    pairs["p"] = [binomtest(w, n).pvalue if n else 1.0 for w, n in zip(pairs["wins"], decided)]
    pairs["p_holm"] = holm(pairs["p"])
    share = (pairs["wins"] + pairs["draws"] / 2) / pairs["games"]
    a_better = pairs["a"].map(rating) > pairs["b"].map(rating)
    pairs["winner"] = pairs["b"].where(a_better, pairs["a"])
    pairs["loser"] = pairs["a"].where(a_better, pairs["b"])
    pairs["share"] = (1 - share).where(a_better, share)
    pairs["fall"] = (pairs["a"].map(rating) - pairs["b"].map(rating)).abs()
    columns = ["winner", "loser", "share", "games", "p", "p_holm", "fall"]
    return pairs.loc[pairs["share"] > 0.5, columns].sort_values("p", ignore_index=True)


def cycles(table: pd.DataFrame) -> pd.DataFrame:
    """Return the triples in which each agent took more points from the next than it gave.

    Returns
    -------
    DataFrame
        ``first, second, third`` (first beats second beats third beats first) and ``least``,
        the smallest of the three shares; largest first.
    """
    shares = cross_table(table)
    names, beats = list(shares.index), shares.to_numpy()
    rows = []
    for i, j, k in combinations(range(len(names)), 3):
        for x, y, z in ((i, j, k), (i, k, j)):
            least = min(beats[x, y], beats[y, z], beats[z, x])
            if least > 0.5:
                rows.append((names[x], names[y], names[z], least))
    found = pd.DataFrame(rows, columns=["first", "second", "third", "least"])
    return found.sort_values("least", ascending=False, ignore_index=True)
