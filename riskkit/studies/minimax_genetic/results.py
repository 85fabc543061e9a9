"""The study's stored tables: searches for weights, and games of what they chose.

Each is computed once and then loaded; a restart goes on.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit import agents, boards
from riskkit.agents import minimax
from riskkit.agents.minimax import EQUAL_WEIGHTS, PRINTED_WEIGHTS, Settings
from riskkit.agents.minimax.record import FEATURES
from riskkit.errors import check_name
from riskkit.games.bulk import match
from riskkit.learning.genetic import Procedure, cma_es, evolve
from riskkit.results import keys, store
from riskkit.rules import Rules
from riskkit.studies.minimax_genetic import settings
from riskkit.studies.minimax_genetic.play import play
from riskkit.studies.minimax_genetic.settings import (
    BUDGET,
    HOMES,
    LONG,
    NAMES,
    PLACES,
    SEED,
    THREE,
    TREES,
    WORKERS,
    Reading,
)

ALL_SLIPS = "all of them (as run)"


def search_runs(
    name: str, runs: int | None = None, seed: int = SEED, progress: bool = False, fresh: bool | None = None
) -> pd.DataFrame:
    """Return the genes of repeated searches under one reading, computed once and stored.

    A search in the tree of five levels takes about a minute and a half of one core; those (`LONG` of the
    settings) are computed again only with ``fresh=True``, or when the stored table is deleted.

    Columns: run, generation (1-based; 0 for the row of the weights chosen), gene, ``w1`` to
    ``w4``, fitness, played (games behind it).
    """
    found = settings.reading(name)
    runs = settings.sizes().runs[name] if runs is None else runs
    fresh = False if fresh is None and name in LONG else fresh
    return store.blocks(
        f"{settings.STUDY}/searches",
        _search_key(name, runs, seed),
        list(range(runs)),
        lambda number: _search(found, seed, number),
        workers=min(WORKERS, runs),
        progress=progress,
        fresh=fresh,
        by=LOOPS.values(),
    )


def _search_key(name: str, runs: int | None = None, seed: int = SEED) -> dict:
    found = settings.reading(name)
    return {
        "settings": found.settings,
        "rules": found.rules,
        "procedure": settings.procedure(found) or {"search": "cma-es", "games": settings.sizes().cma_games},
        "crossed": found.crossed,
        "runs": settings.sizes().runs[name] if runs is None else runs,
        "seed": seed,
    }


def origin(name: str) -> str:
    """Return by what stored results know the weights that the searches of a reading chose: the key of their table."""
    return f"searches {store.key(_search_key(name), LOOPS.values())}"


def _sample() -> pd.DataFrame:
    """Return who wins a few games under each reading, between weights drawn at random."""
    pairs = np.random.default_rng(SEED).uniform(0.1, 1.0, (3, 2, FEATURES))
    return pd.DataFrame({name: play(found, pairs, SEED, 0) for name, found in settings.READINGS.items()})


LOOPS = {"games": keys.Loop("minimax_genetic.games", 1, _sample)}
"""What plays the study's games: minimax trees with weights of their own."""


def _search(found: Reading, seed: int, number: int) -> pd.DataFrame:
    def games(pairs, first):
        return play(found, pairs, seed, number * 10**6 + first)

    drawn = seed + 1000 * number
    procedure = settings.procedure(found)
    if procedure is None:
        ended = cma_es(settings.sizes().cma_games, drawn, games)
    else:
        ended = evolve(procedure, drawn, games)
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


def trial(name: str, opponent: str, games: int | None = None, seed: int = SEED + 7) -> pd.DataFrame:
    """Play the weights that each run chose against random or equal weights in the same tree.

    The seats alternate; random weights are drawn anew for each game; the first player is
    drawn. Columns: run, game, seat (of the chosen weights), won.
    """
    check_name("opponent", opponent, settings.OPPONENTS)
    found = settings.reading(name)
    games = settings.sizes().trials[name] if games is None else games
    weights = chosen(search_runs(name))
    key = {
        "settings": found.settings,
        "rules": found.rules,
        "weights_of": origin(name),
        "opponent": opponent,
        "games": games,
        "seed": seed,
    }
    return store.blocks(
        f"{settings.STUDY}/trials",
        key,
        list(range(len(weights))),
        lambda k: _trial(found, weights[NAMES].to_numpy()[k], opponent, games, seed, k),
        workers=min(WORKERS, len(weights)),
        progress=False,
        fresh=False if name in LONG else None,
        by=LOOPS.values(),
    )


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


def evolved() -> np.ndarray:
    """Return the weights that the first described search in the tree of three levels chose."""
    return chosen(search_runs("described, 3 levels"))[NAMES].to_numpy()[0]


def players() -> dict:
    """Return the minimax players that meet the others, by reading."""
    return {
        "described": minimax.make(
            evolved(),
            Settings.described(budget=BUDGET),
            name="minimax, described",
            origin=origin("described, 3 levels"),
        ),
        "as run": minimax.make(PRINTED_WEIGHTS, Settings.as_run(budget=BUDGET), name="minimax, as run"),
    }


def encounter(name: str, rival: str, place: str, seed: int = SEED + 11) -> pd.DataFrame:
    """Play one minimax player against another agent, in both seats on the same deals and dice.

    Columns: game, seat (of the minimax player), won, lost (neither at the cap on turns), turns.
    """
    make_board, rules = PLACES[check_name("place", place, list(PLACES))]
    player = players()[check_name("reading", name, list(HOMES))]
    return _pairing(player, rival, make_board, rules, seed, settings.sizes().against[place])


def _pairing(player, rival, make_board, rules, seed, games):
    rival = agents.get(rival) if isinstance(rival, str) else rival
    key = {
        "players": [player, rival],
        "board": make_board(),
        "rules": rules,
        "games": games,
        "seed": seed,
    }

    def seated(seat):
        line = [player, rival] if seat == 0 else [rival, player]
        played = match(line, games, seed, board=make_board(), rules=rules, workers=WORKERS)
        won = (played["winner"] == seat).fillna(False).to_numpy(bool)
        lost = (played["winner"] == 1 - seat).fillna(False).to_numpy(bool)
        columns = {"game": played["game"], "seat": seat, "won": won, "lost": lost, "turns": played["turns"]}
        return pd.DataFrame(columns)

    return store.blocks(f"{settings.STUDY}/pairings", key, [0, 1], seated, workers=1, progress=False, by=LOOPS.values())


def certain_games(place: str, first: str, second: str) -> pd.DataFrame:
    """Play one tree against another with the same (equal) weights, in both seats on the same deals and dice.

    On the classic board searches stop at 5,000 positions. Columns as of :func:`encounter`.

    Parameters
    ----------
    place : str
        ``"grid"`` or ``"classic"``.
    first, second : str
        Names of `riskkit.studies.minimax_genetic.settings.TREES`.
    """
    make_board, rules = PLACES[check_name("place", place, list(PLACES))]
    budget = BUDGET if place == "classic" else 0
    made = [
        minimax.make(EQUAL_WEIGHTS, TREES[check_name("tree", name, list(TREES))].replace(budget=budget), name=name)
        for name in (first, second)
    ]
    return _pairing(made[0], made[1], make_board, rules, SEED + 13, settings.sizes().certainty[place])


def slip_games(name: str) -> pd.DataFrame:
    """Play the described tree of three levels with one difference of the program against that without it.

    Equal weights, both seats. Columns as of :func:`encounter`.

    Parameters
    ----------
    name : str
        One of `riskkit.studies.minimax_genetic.settings.SLIPS`, or `ALL_SLIPS`.
    """
    check_name("difference", name, [*settings.SLIPS, ALL_SLIPS])
    tree = Settings.as_run(levels=3, renewed=False) if name == ALL_SLIPS else THREE.replace(**settings.SLIPS[name])
    base = minimax.make(EQUAL_WEIGHTS, THREE, name="described, 3 levels")
    made = minimax.make(EQUAL_WEIGHTS, tree, name=name)
    return _pairing(made, base, boards.grid, Rules.minimax(), SEED + 17, settings.sizes().slips)


def replayed(games: int = 5) -> pd.DataFrame:
    """Play the first games of the described player against the random agent again, on the grid.

    Returns
    -------
    DataFrame
        ``game``, ``won``, ``turns`` as stored, ``equal``: whether the game played again has so many turns.
    """
    stored = encounter("described", "random", "grid").head(games)
    make_board, rules = PLACES["grid"]
    live = match([players()["described"], "random"], games, SEED + 11, board=make_board(), rules=rules, workers=1)
    return stored[["game", "won", "turns"]].assign(equal=stored["turns"].to_numpy() == live["turns"].to_numpy())
