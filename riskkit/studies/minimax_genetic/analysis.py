"""What follows from the stored tables: fitness, chosen weights, and rates with their intervals."""

from __future__ import annotations

import pandas as pd

from riskkit import boards
from riskkit.agents import minimax
from riskkit.agents.minimax import EQUAL_WEIGHTS, Settings
from riskkit.analysis.intervals import cluster_mean, wilson
from riskkit.errors import check_name
from riskkit.games.game import Game
from riskkit.rules import Rules
from riskkit.studies.minimax_genetic import results, settings
from riskkit.studies.minimax_genetic.results import chosen
from riskkit.studies.minimax_genetic.settings import HOMES, NAMES, OPPONENTS, PLACES, READINGS

PLAIN = {"astar": "A*", "astar_admissible": "A* admissible", "realtime": "real-time A*"}


def tree_sizes() -> pd.DataFrame:
    """Return how many leaves the tree of one position has, whole and pruned, and the move it finds.

    Columns ``levels`` (1 to 5), ``search`` ("all" or "pruned"), ``leaves``, ``source``, ``target``.
    """
    rules = Rules.minimax(first=0)
    game = Game(["minimax", None], seed=1, number=5, board=boards.grid(), rules=rules)
    game.step("place", next(choice.source for choice in game.legal() if choice.most), game.pool)
    rows = []
    for levels in range(1, 6):
        for pruned in (False, True):
            tree = Settings.described(levels=levels, pruned=pruned, table=pruned, ordered=pruned)
            found = minimax.analyse(game, minimax.make(EQUAL_WEIGHTS, tree))
            rows.append((levels, "pruned" if pruned else "all", found.leaves, found.source, found.target))
    return pd.DataFrame(rows, columns=["levels", "search", "leaves", "source", "target"])


def spread(searches: pd.DataFrame) -> pd.DataFrame:
    """Return the chosen weights as shares of their sum (only their ratios matter): run, feature, share."""
    weights = chosen(searches)
    shares = weights[NAMES].div(weights[NAMES].sum(axis=1), axis=0).assign(run=weights["run"])
    return shares.melt("run", var_name="feature", value_name="share")


def by_generation(searches: pd.DataFrame) -> pd.DataFrame:
    """Return fitness by generation: mean, best and worst set of weights, as means over runs.

    Columns: generation, runs, ``mean``, ``best``, ``worst``, and the range of each over the
    runs (``mean_low``, ``mean_high`` and so on).
    """
    played = searches[(searches["generation"] > 0) & (searches["played"] > 0)]
    each = played.groupby(["run", "generation"])["fitness"].agg(mean="mean", best="max", worst="min").reset_index()
    grouped = each.groupby("generation")
    columns = {"runs": grouped["run"].nunique()}
    for name in ("mean", "best", "worst"):
        columns |= {name: grouped[name].mean(), f"{name}_low": grouped[name].min(), f"{name}_high": grouped[name].max()}
    return pd.DataFrame(columns).reset_index()


def signal(searches: pd.DataFrame) -> pd.Series:
    """Return how far the fitness of random weights differs by more than chance.

    The variance of the first generation's fitness is that of fair coins (a quarter, divided by
    the games) plus that of the true chances; what is left is an estimate of the latter.

    Returns
    -------
    Series
        ``genes``, ``games`` (mean number behind a fitness), ``seen`` (standard deviation of
        fitness), ``chance`` (that of coins), ``true`` (that of the true chances to win).
    """
    first = searches[(searches["generation"] == 1) & (searches["played"] > 0)]
    seen, chance = first["fitness"].var(), (0.25 / first["played"]).mean()
    values = [len(first), first["played"].mean(), seen**0.5, chance**0.5, max(0.0, seen - chance) ** 0.5]
    return pd.Series(values, index=["genes", "games", "seen", "chance", "true"])


def trial_summary() -> pd.DataFrame:
    """Return what the chosen weights win: reading, opponent, runs, games, rate, low, high."""
    rows = [(name, opponent, *trial_rate(results.trial(name, opponent))) for name in READINGS for opponent in OPPONENTS]
    return pd.DataFrame(rows, columns=["reading", "opponent", "runs", "games", "rate", "low", "high"])


def trial_rate(played: pd.DataFrame) -> tuple:
    """Return runs, games, rate, low and high of a table of `riskkit.studies.minimax_genetic.results.trial`.

    The interval allows for games of one run being alike (clusters); with a single run it is
    Wilson's, for the weights of that run only.
    """
    runs = played["run"].nunique()
    if runs < 2:
        found = wilson(int(played["won"].sum()), len(played))
    else:
        found = cluster_mean(played["won"].to_numpy(float), played["run"])
    return runs, len(played), found.value, found.low, found.high


def plain_name(rival: str) -> str:
    """Return how figures and tables call a rival: ``"A* (search)"`` for ``"search.astar"``."""
    if not rival.startswith("search."):
        return rival
    name = rival.removeprefix("search.").removesuffix("_as_run")
    reading = ", as run" if rival.endswith("_as_run") else ""
    return f"{PLAIN.get(name, name.replace('_', ' '))} (search{reading})"


def _rate(played: pd.DataFrame) -> tuple:
    """Return games, share won with its interval (Wilson, 95%), and the share at the cap on turns."""
    rate = wilson(int(played["won"].sum()), len(played))
    return len(played), rate.value, rate.low, rate.high, (~played["won"] & ~played["lost"]).mean()


RATE = ["games", "won", "low", "high", "drawn"]
"""Columns of a rate: games, share won, its interval (Wilson, 95%), share at the cap on turns."""


def encounters(name: str) -> pd.DataFrame:
    """Return the rates of one minimax player against every rival: place, rival, and `RATE`."""
    places = HOMES[check_name("reading", name, list(HOMES))]
    rows = [
        (place, rival, *_rate(results.encounter(name, rival, place)))
        for place in places
        for rival in settings.sizes().rivals
    ]
    return pd.DataFrame(rows, columns=["place", "rival", *RATE])


def all_encounters() -> pd.DataFrame:
    """Return the rates of both minimax players, with ``reading`` and the rival's plain name as ``agent``."""
    met = pd.concat([encounters(name).assign(reading=name) for name in HOMES])
    return met.assign(agent=met["rival"].map(plain_name))


def certainty_cost() -> pd.DataFrame:
    """Return what the true chances of battles are worth to the tree, same weights on both sides.

    Columns: place, player, rival, `RATE`, and ``pair`` ("player v rival").
    """
    rows = [
        (place, first, second, *_rate(results.certain_games(place, first, second)))
        for place in PLACES
        for first, second in settings.CERTAINTY
    ]
    table = pd.DataFrame(rows, columns=["place", "player", "rival", *RATE])
    return table.assign(pair=table["player"] + " v " + table["rival"])


def slips() -> pd.DataFrame:
    """Return what each difference of the program from the text does to the player: change, and `RATE`."""
    names = [*settings.SLIPS, results.ALL_SLIPS]
    return pd.DataFrame([(name, *_rate(results.slip_games(name))) for name in names], columns=["change", *RATE])


def all_shares() -> pd.DataFrame:
    """Return the chosen weights of all readings as shares of their sum: run, feature, share, reading."""
    return pd.concat([spread(results.search_runs(name)).assign(reading=name) for name in READINGS])
