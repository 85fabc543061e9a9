"""Minimax with a limit of time, for play."""

import threading

import numpy as np

from riskkit.agents.minimax.agent import CELLS, decide, make
from riskkit.agents.minimax.record import TREE
from riskkit.agents.minimax.settings import Settings
from riskkit.engine.jit import kernel
from riskkit.engine.records import board_record
from riskkit.engine.types import STATE
from riskkit.errors import check_number
from riskkit.rules import record

_NO_BUDGET = 2**40


@kernel
def _decide(states, boards, rules, trees, values, cells):
    return decide(states[0], boards[0], rules[0], trees[0], values, cells)


def timed(weights, seconds: float = 0.5, settings: Settings | None = None, others=None):
    """Return a minimax agent with a limit of time instead of nodes; its games cannot be repeated.

    It searches deeper level by level, up to the settings' number of levels, and plays the
    best move of the last level that was finished when the time is up. One level is searched
    in any case.

    Parameters
    ----------
    weights, settings, others
        As for `make`; a budget of the settings is left out.
    seconds : float
        Most seconds of search for one decision.

    Returns
    -------
    callable
        A Python agent ``game -> action``, to sit in a line-up.
    """
    check_number("seconds", seconds, 0.0)
    settings = (Settings.described() if settings is None else settings).replace(budget=_NO_BUDGET)
    agent = make(weights, settings, others=others)
    trees, cells = np.zeros(1, TREE), np.zeros(CELLS)
    turn = [0]

    def minimax_in_time(game) -> int:
        if game.state.turn < turn[0]:
            cells[:] = 0.0
        turn[0] = int(game.state.turn)
        states = np.array([game.state], STATE)
        boards, made = board_record(game.board), record(game.rules, int(game.state.players))
        trees["time_up"] = 0
        clock = threading.Timer(seconds, trees["time_up"].fill, [1])
        clock.start()
        try:
            return int(_decide(states, boards, made, trees, agent.prepared(game.board, game.rules), cells))
        finally:
            clock.cancel()

    return minimax_in_time
