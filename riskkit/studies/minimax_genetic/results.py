"""Searches for weights under each reading, and how the weights they choose play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit import boards
from riskkit.agents import minimax
from riskkit.agents.minimax import EQUAL_WEIGHTS, Settings
from riskkit.agents.minimax.record import FEATURES, OTHER_WEIGHTS, OWN_WEIGHTS
from riskkit.analysis.intervals import cluster_mean, wilson
from riskkit.engine import run
from riskkit.engine.dispatch import Seats
from riskkit.engine.types import RESULT
from riskkit.errors import check_name
from riskkit.games.lineup import Lineup
from riskkit.learning.genetic import Procedure, cma_es, evolve
from riskkit.results import scale, store
from riskkit.rules import Rules

SEED = 2020
SMALL = {"population": 20, "tournaments": 3, "size": 4, "kept": 2, "crossovers": 3, "mutants": 1, "generations": 2}
SMALL_GAMES = 90
"""Of a quick search."""
NAMES = [f"w{k + 1}" for k in range(FEATURES)]
OPPONENTS = ("random", "equal")
WORKERS = 2


class Reading(NamedTuple):
    """How one reading searches, breeds and plays.

    Attributes
    ----------
    settings : Settings
        Of the tree.
    rules : Rules
        Of the games.
    procedure : Procedure or None
        Of the genetic search; None for CMA-ES on as many games as the described procedure.
    crossed : bool
        Whether a player values leaves at which the other is to move with the other's weights.
    """

    settings: Settings
    rules: Rules
    procedure: Procedure | None
    crossed: bool


THREE = Settings.described(levels=3)
READINGS = {
    "described": Reading(Settings.described(), Rules.minimax(), Procedure.described(), False),
    "described, 3 levels": Reading(THREE, Rules.minimax(), Procedure.described(), False),
    "as run": Reading(Settings.as_run(), Rules.minimax(attacks_per_turn=0, first=0), Procedure.as_run(), True),
    "CMA-ES, 3 levels": Reading(THREE, Rules.minimax(), None, False),
}
LONG = ("described",)
"""Readings searched in the text's tree with five levels: kept also when everything else is computed afresh."""
RUNS = {
    "described": 5,
    "described, 3 levels": 6,
    "as run": 20,
    "CMA-ES, 3 levels": 4,
}


def reading(name: str) -> Reading:
    """Return a reading by its name."""
    return READINGS[check_name("reading", name, list(READINGS))]


def play(found: Reading, pairs, seed: int, first: int, workers: int = 1, rules: Rules | None = None) -> np.ndarray:
    """Play one game on the 6 x 6 grid for each pair of weights.

    Parameters
    ----------
    found : Reading
    pairs : array, shape (n, 2, 4)
        Weights of seat 0 and seat 1.
    seed, first
        Game k is game ``first + k`` of the seed.
    workers : int
        Threads; the result does not depend on them.
    rules : Rules, optional
        Instead of the reading's.

    Returns
    -------
    int64 array, shape (n,)
        Seat that won, or -1 at the turn cap.

    Raises
    ------
    ValueError
        If the pairs have another shape, or a weight is not finite.
    """
    pairs = np.asarray(pairs, np.float64)
    if pairs.ndim != 3 or pairs.shape[1:] != (2, FEATURES) or len(pairs) == 0:
        raise ValueError(f"pairs must have the shape (n, 2, {FEATURES}) with at least one pair, not {pairs.shape}")
    if not np.isfinite(pairs).all():
        raise ValueError(f"pairs must be finite weights, not {pairs[~np.isfinite(pairs)][0]}")
    agent = minimax.make(EQUAL_WEIGHTS, found.settings)
    lineup = Lineup([agent, agent], boards.grid(), rules or found.rules)
    size = max(1, -(-len(pairs) // (4 * workers)))
    chunks = [(pairs[k : k + size], first + k) for k in range(0, len(pairs), size)]
    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(lambda chunk: _play_chunk(found, lineup, seed, *chunk), chunks)))


def _play_chunk(found, lineup, seed, pairs, first):
    values = [agent.prepared(lineup.board, lineup.rules).copy() for agent in lineup.agents]
    worker, seats, result = lineup.worker(), Seats(lineup.agents, values), np.zeros(1, RESULT)
    arguments = (*worker.arguments(lineup)[:5], seats.records)
    winners = np.zeros(len(pairs), np.int64)
    for k, pair in enumerate(pairs):
        for seat in range(2):
            other = pair[1 - seat] if found.crossed else pair[seat]
            values[seat][OWN_WEIGHTS : OWN_WEIGHTS + FEATURES] = pair[seat]
            values[seat][OTHER_WEIGHTS : OTHER_WEIGHTS + FEATURES] = other
        if run.run_block(*arguments, 2, seed, first + k, 0, result) < 1:
            raise lineup.refusal(worker, first + k)
        winners[k] = result["winner"][0]
    return winners


def search_runs(
    name: str, runs: int | None = None, seed: int = SEED, progress: bool = False, fresh: bool | None = None
) -> pd.DataFrame:
    """Return the genes of repeated searches under one reading, computed once and stored.

    A search in the tree of five levels takes about a minute and a half of one core; those (see ``LONG``)
    are computed again only with ``fresh=True``, or when the stored table is deleted.

    Columns: run, generation (1-based; 0 for the row of the weights chosen), gene, ``w1`` to
    ``w4``, fitness, played (games behind it).
    """
    found = reading(name)
    runs = scale.games(RUNS[name], 2) if runs is None else runs
    fresh = False if fresh is None and name in LONG else fresh
    procedure = procedure_of(found) or {"search": "cma-es", "games": _games_of_cma()}
    settings = {
        "settings": found.settings,
        "rules": found.rules.to_dict(),
        "procedure": procedure,
        "crossed": found.crossed,
        "runs": runs,
        "seed": seed,
    }
    return store.blocks(
        "minimax_genetic/searches",
        settings,
        list(range(runs)),
        lambda number: _search(found, seed, number),
        workers=min(WORKERS, runs),
        progress=progress,
        fresh=fresh,
    )


def procedure_of(found: Reading) -> Procedure | None:
    """Return a reading's procedure, in quick mode one of 20 sets of weights in small tournaments."""
    if found.procedure is None or not scale.is_quick() or found.procedure.replayed:
        return found.procedure
    return found.procedure.replace(**SMALL)


def _games_of_cma() -> int:
    return scale.games(Procedure.described().games, SMALL_GAMES)


def _search(found: Reading, seed: int, number: int) -> pd.DataFrame:
    def games(pairs, first):
        return play(found, pairs, seed, number * 10**6 + first)

    drawn = seed + 1000 * number
    if found.procedure is None:
        ended = cma_es(_games_of_cma(), drawn, games)
    else:
        ended = evolve(procedure_of(found), drawn, games)
    generations, n, _ = ended.genes.shape
    frame = pd.DataFrame(ended.genes.reshape(-1, FEATURES), columns=NAMES)
    frame.insert(0, "gene", np.tile(np.arange(n), generations))
    frame.insert(0, "generation", np.repeat(np.arange(1, generations + 1), n))
    frame["fitness"], frame["played"] = ended.fitness.ravel(), ended.played.ravel()
    best = pd.DataFrame([[0, -1, *ended.best, np.nan, ended.games]], columns=frame.columns)
    frame = pd.concat([frame, best.astype(frame.dtypes.to_dict())], ignore_index=True)
    frame.insert(0, "run", number)
    return frame


def chosen(searches: pd.DataFrame) -> pd.DataFrame:
    """Return the weights that each run chose: run, ``w1`` to ``w4``."""
    return searches.loc[searches["generation"] == 0, ["run", *NAMES]].reset_index(drop=True)


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


def trial(name: str, opponent: str, games: int | None = None, seed: int = SEED + 7) -> pd.DataFrame:
    """Play the weights that each run chose against random or equal weights in the same tree.

    The seats alternate; random weights are drawn anew for each game; the first player is
    drawn. Columns: run, game, seat (of the chosen weights), won.
    """
    check_name("opponent", opponent, OPPONENTS)
    found = reading(name)
    games = scale.games(TRIALS[name], 6) if games is None else games
    weights = chosen(search_runs(name))
    settings = {
        "settings": found.settings,
        "rules": found.rules.to_dict(),
        "weights": weights[NAMES].to_numpy(),
        "opponent": opponent,
        "games": games,
        "seed": seed,
    }
    return store.blocks(
        "minimax_genetic/trials",
        settings,
        list(range(len(weights))),
        lambda k: _trial(found, weights[NAMES].to_numpy()[k], opponent, games, seed, k),
        workers=min(WORKERS, len(weights)),
        progress=False,
        fresh=False if name in LONG else None,
    )


TRIALS = {
    "described": 120,
    "described, 3 levels": 300,
    "as run": 100,
    "CMA-ES, 3 levels": 300,
}


def _trial(found, weights, opponent, games, seed, number):
    rng = np.random.default_rng([seed, number])
    procedure = found.procedure or Procedure.described()
    others = np.tile(EQUAL_WEIGHTS, (games, 1))
    if opponent == "random":
        others = rng.uniform(procedure.low, procedure.high, (games, FEATURES))
    seat = np.arange(games) % 2
    pairs = np.stack([others, others], axis=1)
    pairs[np.arange(games), seat] = weights
    winners = play(found, pairs, seed, number * 10**6, rules=found.rules.replace(first=None))
    return pd.DataFrame({"run": number, "game": np.arange(games), "seat": seat, "won": winners == seat})


def trial_summary() -> pd.DataFrame:
    """Return what the chosen weights win: reading, opponent, runs, games, rate, low, high."""
    rows = [(name, opponent, *trial_rate(trial(name, opponent))) for name in READINGS for opponent in OPPONENTS]
    return pd.DataFrame(rows, columns=["reading", "opponent", "runs", "games", "rate", "low", "high"])


def trial_rate(played: pd.DataFrame) -> tuple:
    """Return runs, games, rate, low and high of a table of `trial`.

    The interval allows for games of one run being alike (clusters); with a single run it is
    Wilson's, for the weights of that run only.
    """
    runs = played["run"].nunique()
    if runs < 2:
        found = wilson(int(played["won"].sum()), len(played))
    else:
        found = cluster_mean(played["won"].to_numpy(float), played["run"])
    return runs, len(played), found.value, found.low, found.high
