"""Blocks of games played on one worker, and their records as tidy tables."""

import numpy as np
import pandas as pd

from riskkit.engine import run
from riskkit.engine.actions import Ending
from riskkit.engine.types import RESULT, TURN, records
from riskkit.games.lineup import Lineup

REASONS = {Ending.LAST_STANDING: "conquest", Ending.TURN_CAP: "turn cap", Ending.ROUND_CAP: "round cap"}


def play_block(lineup: Lineup, seed: int, first: int, n: int, record: bool, label: int = 0, worker=None):
    """Play games first..first+n-1; return RESULT records and TURN records (or None)."""
    worker = worker or lineup.worker()
    results = records(n, RESULT)
    if record:
        return results, _play_recorded(lineup, worker, seed, first, results)
    if not lineup.is_compiled:
        for k in range(n):
            _play_in_python(lineup, worker, seed, first + k, results[k : k + 1], label)
        return results, None
    played = run.run_block(*worker.arguments(lineup), lineup.players, seed, first, label, results)
    if played < n:
        raise lineup.refusal(worker, first + played - label)
    return results, None


def _play_recorded(lineup, worker, seed, first, results):
    if not lineup.is_compiled:
        raise TypeError("record=True needs compiled agents at every seat")
    turns = records(512 * len(results), TURN)
    used = 0
    k = 0
    while k < len(results):
        code, now = run.run_recorded(
            *worker.arguments(lineup), lineup.players, seed, first + k, results[k : k + 1], turns, used
        )
        if code == run.FAILED:
            raise lineup.refusal(worker, first + k)
        if code == run.FULL:
            turns = _longer(turns)
        else:
            used = now
            k += 1
    return turns[:used].copy()


def _longer(turns):
    """Return the records with as many empty ones behind them."""
    longer = records(2 * len(turns), TURN)
    longer[: len(turns)] = turns
    return longer


def _play_in_python(lineup, worker, seed, game, result, label):
    """Play one game with Python callables at some seats."""
    from riskkit.games.game import Game

    Game._at(lineup, worker, seed, game).play()
    run.write_result(worker.states[0], result[0], game - label)


def tidy_games(results: np.ndarray, lineup: Lineup) -> pd.DataFrame:
    """Return RESULT records as the DataFrame that `match` describes."""
    seats = lineup.players + int(lineup.rules_record["neutral"][0])
    winner = pd.array(results["winner"], dtype="Int8")
    winner[results["winner"] < 0] = pd.NA
    names = np.array([*lineup.names, None], dtype=object)
    frame = {
        "game": results["game"],
        "winner": winner,
        "winner_name": pd.array(names[results["winner"]], dtype="string"),
        "reason": pd.Categorical.from_codes(results["reason"] - 1, list(REASONS.values())),
        "turns": results["turns"],
        "rounds": results["rounds"],
        "first": results["first"].astype(np.int8),
        "decisions": results["decisions"],
    }
    for p in range(seats):
        frame[f"territories_{p}"] = results["territories"][:, p].astype(np.int16)
        frame[f"armies_{p}"] = results["armies"][:, p]
    for p in range(lineup.players):
        out = pd.array(results["out_turn"][:, p], dtype="Int32")
        out[results["out_turn"][:, p] == 0] = pd.NA
        frame[f"out_turn_{p}"] = out
    tidy = pd.DataFrame(frame)
    tidy.attrs["agents"] = list(lineup.names)
    return tidy


def tidy_turns(turns: np.ndarray, lineup: Lineup) -> pd.DataFrame:
    """Return TURN records as a long table: a row for each game, turn and seat.

    Columns: ``game``, ``turn`` (1-based, players' turns), ``round``, ``mover`` (seat whose
    turn it was), ``seat``, ``territories``, ``continents``, ``armies`` (at the end of the
    turn), and ``received``, ``attacks``, ``conquests`` of that turn, 0 for the others.
    """
    seats = lineup.players + int(lineup.rules_record["neutral"][0])
    n = len(turns)
    frame = {name: np.repeat(turns[name], seats) for name in ("game", "turn", "round")}
    frame["mover"] = np.repeat(turns["seat"].astype(np.int8), seats)
    frame["seat"] = np.tile(np.arange(seats, dtype=np.int8), n)
    for name in ("territories", "continents", "armies"):
        frame[name] = turns[name][:, :seats].ravel()
    own = frame["mover"] == frame["seat"]
    for name in ("received", "attacks", "conquests"):
        frame[name] = np.where(own, np.repeat(turns[name], seats), 0)
    return pd.DataFrame(frame)
