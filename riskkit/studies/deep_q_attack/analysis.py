"""What the trainings and games say, as small tables."""

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import holm, mean
from riskkit.studies.deep_q_attack import exact, published, results
from riskkit.studies.deep_q_attack.networks import agreements, between, lengths, losses, surfaces
from riskkit.studies.deep_q_attack.settings import BLOCK, READINGS

DOMINANT = 2 / 3


def share_attacking(data: pd.DataFrame) -> pd.DataFrame:
    """Return the share of trained networks that attack, by armies from (2-10) and to (1-10)."""
    found = surfaces(data)
    table = found.groupby(["attacker_troops", "defender_troops"], as_index=False)["attack"].mean()
    return table.rename(columns={"attack": "share"})


def attack_nowhere(data: pd.DataFrame) -> dict[int, int]:
    """Return how many networks attack in no cell, by the games after which all trainings kept their weights."""
    part = data[data["kind"] == "weights"]
    seeds = part.groupby("game")["seed"].nunique()
    games = seeds.index[seeds == part["seed"].nunique()]
    cells = {int(game): surfaces(data, game).groupby(["seed", "seat"])["attack"].sum() for game in games}
    return {game: int((attacked == 0).sum()) for game, attacked in cells.items()}


def agreement_table(reading: str) -> pd.DataFrame:
    """Return how trained networks agree with the printed surface, the exact rule and each other.

    Returns
    -------
    DataFrame
        ``with_, median, least, most, n``: cells of 90.
    """
    data = results.training(reading)
    found = {
        "printed, game 10,000": agreements(data, published.surface(10_000))["cells"],
        "exact optimum": agreements(data, exact.of_reading(reading).attack)["cells"],
        "each other": pd.Series(between(data)),
    }
    rows = [(name, cells.median(), cells.min(), cells.max(), len(cells)) for name, cells in found.items()]
    return pd.DataFrame(rows, columns=["with_", "median", "least", "most", "n"])


def optima() -> pd.DataFrame:
    """Return exact optima under the choices the source leaves open, and their agreement with the print.

    Returns
    -------
    DataFrame
        ``ties, discount, moved, after, attacked`` (cells in which to attack), ``agree`` (cells
        of 90 that agree with the printed surface of game 10,000).
    """
    rows = []
    for ties in ("defender", "attacker"):
        for discount in (0.0, 0.8, 1.0):
            for moved in (False, True):
                for after in exact.AFTER:
                    table = exact.optimum(ties, discount, moved=moved, after=after).attack
                    agree = exact.agreement(table, published.surface(10_000))
                    rows.append((ties, discount, moved, after, int(table[1:].sum()), agree))
    return pd.DataFrame(rows, columns=["ties", "discount", "moved", "after", "attacked", "agree"])


def loss_levels(data: pd.DataFrame) -> pd.DataFrame:
    """Return each learner's loss: ``start`` (to game 25), ``level`` (300 to 1000), ``late`` (900 to 1000).

    Trainings of less than 1,000 games are cut at the same shares of their length.
    """
    rows = []
    for (seed, seat), part in losses(data).groupby(["seed", "seat"]):
        last = min(1_000, int(part["game"].max()))
        part = part[part["game"] <= last]
        game, loss = part["game"], part["loss"]
        rows.append(
            {
                "seed": seed,
                "seat": seat,
                "start": loss[game <= BLOCK].mean(),
                "level": loss[game > 0.3 * last].mean(),
                "late": loss[game > 0.9 * last].mean(),
            }
        )
    return pd.DataFrame(rows)


def dominated(data: pd.DataFrame) -> pd.DataFrame:
    """Return when one side has two thirds of all armies at a round's end, and whether it won.

    Returns
    -------
    DataFrame
        A row a game: ``game, round`` (the first such; NaN if never), ``side, won``, and
        ``lasting`` (the first round from which one side keeps two thirds to the end; NaN if
        there is none).
    """
    share = data["armies_0"] / (data["armies_0"] + data["armies_1"])
    sides = data.assign(side=np.where(share >= DOMINANT, 0, np.where(share <= 1 - DOMINANT, 1, -1)))
    rows = []
    for game, part in sides.groupby("game"):
        side, rounds = part["side"].to_numpy(), part["round"].to_numpy()
        first = np.flatnonzero(side >= 0)
        row = {"game": game, "round": np.nan, "side": -1, "won": False, "lasting": np.nan}
        if len(first):
            row |= {"round": rounds[first[0]], "side": side[first[0]]}
            row["won"] = bool(row["side"] == part["winner"].iloc[0])
        if side[-1] >= 0:
            broken = np.flatnonzero(side != side[-1])
            row["lasting"] = rounds[broken[-1] + 1] if len(broken) else rounds[0]
        rows.append(row)
    return pd.DataFrame(rows)


def changes() -> pd.DataFrame:
    """Return what one changed default does, over its trainings: means over the two networks of each.

    Returns
    -------
    DataFrame
        ``change, games`` (median length), ``attacked`` (cells of 90), ``printed, low, high``
        (cells that agree with the print, 95%), ``optimum``, and ``less, p``: the cells
        fewer that agree with the print than as trained, and the p-value of the paired t-test
        (Holm over the changes).
    """
    from scipy.stats import ttest_rel

    data = results.sensitivity()
    by = data.groupby(["change", "seed"], sort=False)[["games", "attacked", "printed", "optimum"]].mean()
    base = by.loc["as trained", "printed"]
    rows = []
    for change, part in by.groupby("change", sort=False):
        interval = mean(part["printed"])
        less = base.to_numpy() - part["printed"].to_numpy()
        p = float(ttest_rel(base.to_numpy(), part["printed"].to_numpy()).pvalue) if less.any() else 1.0
        rows.append(
            {
                "change": change,
                "games": part["games"].median(),
                "attacked": part["attacked"].mean(),
                "printed": interval.value,
                "low": interval.low,
                "high": interval.high,
                "optimum": part["optimum"].mean(),
                "less": less.mean(),
                "p": p,
            }
        )
    table = pd.DataFrame(rows)
    return table.assign(p=[1.0, *holm(table["p"].iloc[1:])])


def rates(data: pd.DataFrame) -> pd.DataFrame:
    """Return each pairing's share of wins of the first bot, draws going to who holds more land.

    The interval is Student's over blocks: games of a block share their networks and weights.

    Returns
    -------
    DataFrame
        ``a, b, games, wins_a, wins_b, draws, rate, low, high, turns``.
    """
    rows = []
    for (a, b), part in data.groupby(["a", "b"], sort=False):
        interval = mean((part["wins_a"] + part["ahead_a"]) / part["games"])
        total = part[["games", "wins_a", "wins_b", "draws"]].sum()
        low, high = max(0.0, interval.low), min(1.0, interval.high)
        turns = part["turns"].mean()
        rows.append({"a": a, "b": b, **total, "rate": interval.value, "low": low, "high": high, "turns": turns})
    return pd.DataFrame(rows)


def played_rates() -> pd.DataFrame:
    """Return the pairings of all readings, one below the other: ``reading`` and the columns of `rates`."""
    parts = [rates(results.pairings(reading)).assign(reading=reading) for reading in READINGS]
    return pd.concat(parts, ignore_index=True)


def chance_rates() -> pd.DataFrame:
    """Return the trained bot's share of wins against random bots: ``chance, rate, draws, turns``.

    A game at the cap goes to who holds more territories.
    """
    found = results.random_chances()
    return found.assign(rate=(found["wins_a"] + found["ahead_a"]) / found["games"])[
        ["chance", "rate", "draws", "turns"]
    ]


def all_shares() -> pd.DataFrame:
    """Return `share_attacking` of all readings, one below the other, with a column ``reading``."""
    parts = [share_attacking(results.training(reading)).assign(reading=reading) for reading in READINGS]
    return pd.concat(parts, ignore_index=True)


def trained_lengths() -> pd.DataFrame:
    """Return how long the trainings on the simple features were.

    Returns
    -------
    DataFrame
        ``reading, trainings, games_least, games_most``, ``decisions_least, decisions_most``
        (millions, of both learners), ``capped`` (median over trainings of the share of the last
        games at the cap).
    """
    rows = []
    for reading in READINGS:
        length = lengths(results.training(reading))
        games, decisions = length["games"], length["decisions"] / 1e6
        spans = (games.min(), games.max(), decisions.min(), decisions.max())
        rows.append((reading, len(length), *spans, length["capped"].median()))
    columns = ["reading", "trainings", "games_least", "games_most", "decisions_least", "decisions_most", "capped"]
    return pd.DataFrame(rows, columns=columns)


def first_networks() -> pd.DataFrame:
    """Return how networks that have learned nothing agree with the printed table of game 0.

    Returns
    -------
    DataFrame
        One row: ``networks, median, best`` (cells of 90), ``share`` (of networks that agree in 80 or more).
    """
    cells = results.untrained()
    row = (len(cells), float(np.median(cells)), int(cells.max()), float((cells >= 80).mean()))
    return pd.DataFrame([row], columns=["networks", "median", "best", "share"])
