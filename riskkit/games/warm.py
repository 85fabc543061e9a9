"""Compile the engine and every agent once, so that nothing later waits for it."""

from __future__ import annotations

import time

from riskkit import agents, odds
from riskkit.engine import dispatch
from riskkit.games import bulk as experiment


def everything(out=print) -> int:
    """Compile the battle odds, the engine (by playing one game) and every registered agent.

    Parameters
    ----------
    out : callable
        Takes the closing line.

    Returns
    -------
    int
        Number of agents compiled (or loaded from the cache).
    """
    start = time.perf_counter()
    odds.win_probability(10, 7)
    odds.table(5, 5)
    experiment.match(["random", "random"], games=1, seed=1, workers=1)
    names = agents.available()
    for name in names:
        dispatch.address_of(agents.get(name).function, name)
    out(f"The engine and {len(names)} agents are compiled ({time.perf_counter() - start:.1f} s).")
    return len(names)
