"""The workspace is scratch that all seats share: what it holds before a decision changes no decision."""

from dataclasses import replace

import pandas as pd
import pytest
from numba import njit

import riskkit as rk
from riskkit.engine.seats import workspace_i8
from riskkit.engine.types import MAX_T

CLASSIC = rk.Rules.classic(round_cap=40)
RULES = dict.fromkeys(("minimax", "minimax.as_run", "search.astar", "search.realtime"), CLASSIC)


def names():
    """Return the first and the last agent of every compiled function that uses the workspace."""
    chosen = {}
    for name in rk.agents.BUILT_IN:
        agent = rk.agents.get(name)
        if agent.workspace:
            chosen.setdefault(agent.function, []).append(name)
    return sorted({name for of_one in chosen.values() for name in (of_one[0], of_one[-1])})


def disturbed(agent):
    """Return the agent with garbage in its workspace before each of its decisions: in all of it, in its
    first part, or here and there."""
    decide = agent.function

    @njit
    def function(state, board, rules, seat):
        cells = workspace_i8(seat)
        way = state.decisions % 3
        for k in range(0, min(cells.size, MAX_T if way == 1 else 20_000), 3 if way == 2 else 1):
            cells[k] = (state.decisions * 7_919 + k * 104_729) % 13
        return decide(state, board, rules, seat)

    return replace(agent, function=function)


@pytest.mark.parametrize("name", names())
def test_garbage_in_the_workspace_changes_no_game(name):
    agent, rival = rk.agents.get(name), rk.agents.get("personality 2")
    rules = RULES.get(name, rk.Rules.td_and_deep_q(round_cap=40))
    expected, found = (
        rk.match([ours, rival], 12, seed=4, rules=rules, workers=1) for ours in (agent, disturbed(agent))
    )
    pd.testing.assert_frame_equal(found, expected)
