"""Games between two personalities under each reading of the source.

- ``"described"``: the text's algorithms under the rules of Risk, played by the engine.
- ``"as run, independent"``: the replica of the authors' program, each game on a fresh board.
- ``"as run, chained"``: the same, each game on the armies and hands of the one before, as
  the authors ran their series.

In every game the personality of the lower number is player 0, whoever moves first. Games
of one number share their chance: deal and dice (in the replica also who gets which
countries, while the engine deals in playing order).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.agents import personality
from riskkit.agents.personality import traits_of
from riskkit.engine.jit import kernel
from riskkit.engine.run import DONE, run_recorded
from riskkit.engine.types import RESULT
from riskkit.engine.types import TURN as ENGINE_TURN
from riskkit.errors import check_integer, check_name
from riskkit.games.lineup import Lineup
from riskkit.rules import Rules
from riskkit.studies.graph_personalities.loops.departures import AS_RUN, DESCRIBED, Departures
from riskkit.studies.graph_personalities.loops.replica import play_series, summarise
from riskkit.studies.graph_personalities.loops.state import (
    GAME,
    MOST_TURNS,
    PERCENTS,
    STATE,
    TURN,
    map_record,
    neighbours,
    pressure_matrices,
)
from riskkit.studies.graph_personalities.settings import CAP, READINGS

NEUTRAL_PERSONALITY = 1


class Played(NamedTuple):
    """Games of one pairing and order.

    Attributes
    ----------
    games : ndarray of GAME
        Shape (games,), or (chains, games) in chains.
    series : ndarray
        Shape (101, 2, 3): see :func:`riskkit.studies.graph_personalities.loops.replica.summarise`.
    """

    games: np.ndarray
    series: np.ndarray


@kernel
def _play_engine(states, boards, rules, given, table, seats, seed, start, results, turns, games, rows, series):
    """Play games in the engine and summarise them as the replica does; return how many."""
    for k in range(games.shape[0]):
        code, used = run_recorded(states, boards, rules, given, table, seats, 2, seed, start + k, results, turns, 0)
        if code != DONE:
            return k
        for t in range(used):
            row = rows[t]
            turn = turns[t]
            row.attacks = turn.attacks
            row.conquests = turn.conquests
            for q in range(2):
                row.armies[q] = turn.armies[q]
                row.countries[q] = turn.territories[q]
                row.continents[q] = turn.continents[q]
        summarise(games[k], rows, used, results[0].winner, series)
    return games.shape[0]


def _described(low, high, first, games, cap, seed, start) -> Played:
    rules = Rules.personalities(first=first, turn_cap=cap)
    lineup = Lineup([personality.make(low), personality.make(high)], rules=rules)
    worker = lineup.worker()
    played = np.zeros(games, GAME)
    series = np.zeros((PERCENTS, 2, 3))
    space = np.zeros(1, RESULT), np.zeros(cap, ENGINE_TURN)
    done = _play_engine(*worker.arguments(lineup), seed, start, *space, played, np.zeros(cap, TURN), series)
    if done < games:
        raise lineup.refusal(worker, start + done)
    return Played(played, series)


@cache
def _tables(departures: Departures):
    """Return what the replica reads: map, switches, pressure matrices of both metrics."""
    rows = neighbours(departures)
    return map_record(rows), departures.record(), pressure_matrices(rows, ("constant", "survival"), departures)


def trait_row(number: int) -> list[int]:
    """Return a personality as the replica's four integers."""
    traits_of(number)
    return [(number >> place) & 1 for place in range(4)]


def play_replica(
    low: int,
    high: int,
    first: int,
    games: int,
    *,
    departures: Departures = AS_RUN,
    chains: int | None = None,
    cap: int = CAP,
    seed: int = 1,
    start: int = 0,
) -> Played:
    """Play the replica of the authors' program.

    Parameters
    ----------
    low, high : int
        Personalities of players 0 and 1.
    first : {0, 1}
        Who moves first.
    games : int
        Games, or games a chain.
    departures : Departures
        Switches; all on by default.
    chains : int, optional
        Number of chains; independent games when left out.
    cap : int
        Most turns of a game (a turn is one player's), up to 300.
    seed, start : int
        Seed, and number of the first game or chain.
    """
    check_integer("games", games, 1)
    check_integer("cap", cap, 1, MOST_TURNS)
    check_integer("first", first, 0, 1)
    graph, flags, matrices = _tables(departures)
    traits = np.array([trait_row(low), trait_row(high), trait_row(NEUTRAL_PERSONALITY)])
    played = np.zeros((1 if chains is None else chains, games), GAME)
    series = np.zeros((PERCENTS, 2, 3))
    state, rows = np.zeros(1, STATE), np.zeros(MOST_TURNS, TURN)
    for k in range(len(played)):
        play_series(
            state,
            graph,
            flags,
            matrices,
            traits,
            first,
            cap,
            seed,
            start + k,
            chains is not None,
            played[k],
            rows,
            series,
        )
    return Played(played[0] if chains is None else played, series)


def replay(
    low: int, high: int, first: int, game: int, *, departures: Departures = AS_RUN, cap: int = CAP, seed: int = 1
) -> pd.DataFrame:
    """Play one independent game of the replica and return its turns.

    Returns
    -------
    DataFrame
        A row a player's turn, as the authors kept them: ``game``, ``turn``, ``mover`` (0 or 1),
        for both players ``countries_k`` and ``continents_k`` at its start and ``armies_k`` after
        placing, ``given`` (armies the mover received), ``attacks`` (rolls), ``conquests``.
    """
    graph, flags, matrices = _tables(departures)
    traits = np.array([trait_row(low), trait_row(high), trait_row(NEUTRAL_PERSONALITY)])
    played, rows = np.zeros(1, GAME), np.zeros(MOST_TURNS, TURN)
    series = np.zeros((PERCENTS, 2, 3))
    play_series(np.zeros(1, STATE), graph, flags, matrices, traits, first, cap, seed, game, False, played, rows, series)
    rows = rows[: played["turns"][0]]
    frame = {"game": game, "turn": np.arange(1, len(rows) + 1), "mover": rows["mover"]}
    for name in ("countries", "continents", "armies"):
        frame |= {f"{name}_{k}": rows[name][:, k] for k in (0, 1)}
    return pd.DataFrame(frame | {name: rows[name] for name in ("given", "attacks", "conquests")})


@lru_cache(maxsize=2048)
def play_cell(
    reading: str, mover: int, other: int, games: int, chains: int = 1, cap: int = CAP, seed: int = 1, start: int = 0
) -> Played:
    """Play one pairing in one order; the last 2,048 results are kept in memory.

    Parameters
    ----------
    reading : str
        One of `riskkit.studies.graph_personalities.settings.READINGS`.
    mover, other : int
        The personality that moves first, and the other, 0 to 15.
    games : int
        Games; in the chained reading, games a chain.
    chains : int
        Chains, in the chained reading.
    cap, seed, start : int
        See :func:`play_replica`.
    """
    check_name("reading", reading, READINGS)
    low, high = sorted((mover, other))
    first = 0 if mover == low else 1
    if reading == "described":
        return _described(low, high, first, games, cap, seed, start)
    if reading == "as run, independent":
        return play_replica(low, high, first, games, cap=cap, seed=seed, start=start)
    return play_replica(low, high, first, games, chains=chains, cap=cap, seed=seed, start=start)


def outcomes(played: np.ndarray, mover: int, other: int) -> np.ndarray:
    """Return +1 where the first mover won, -1 where the other did, 0 where nobody did."""
    first = 0 if mover <= other else 1
    winner = played["winner"]
    return np.where(winner < 0, 0, np.where(winner == first, 1, -1)).astype(np.int8)


__all__ = ["AS_RUN", "DESCRIBED", "Played", "outcomes", "play_cell", "play_replica", "replay", "trait_row"]
