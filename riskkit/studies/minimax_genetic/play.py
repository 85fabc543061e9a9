"""Games between pairs of weights in the same tree."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from riskkit import boards
from riskkit.agents import minimax
from riskkit.agents.minimax import EQUAL_WEIGHTS
from riskkit.agents.minimax.record import FEATURES, OTHER_WEIGHTS, OWN_WEIGHTS
from riskkit.engine import run
from riskkit.engine.dispatch import Seats
from riskkit.engine.types import RESULT
from riskkit.games.lineup import Lineup
from riskkit.rules import Rules
from riskkit.studies.minimax_genetic.settings import Reading


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
