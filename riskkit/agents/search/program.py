"""The agents without search as the authors' program of the search study plays them (2018).

They differ from the text's (`riskkit.agents.search.simple`) in what the text leaves open: pairs of
territories are tried in index order and the first of equals is taken, whatever its own
armies, and one army follows a conquest. The program's aggressive agent fails with an error
when the enemy holds a whole continent that it could attack; here it then attacks the
strongest territory.
"""

from typing import Any

import numpy as np

from riskkit.agents.base import agent
from riskkit.agents.search.simple import margin_of
from riskkit.agents.shared.common import NOT_DECIDED, place_all, start_of_game, strongest_own, trade_when_possible
from riskkit.engine.actions import ATTACK, MOVE, PASS, PLACE, TRADE, attack, move
from riskkit.engine.jit import kernel

_STUDY: dict[str, Any] = {
    "study": "search_agents",
    "source": "the public program of RISK: simple agent and environment simulator (2018)",
    "registered": True,
}


@kernel
def _extreme_attack(state, board, margin, strongest):
    """Return the first attack, by index, on the strongest or weakest territory in reach."""
    chosen = np.int64(PASS)
    best = 0
    for x in range(board.territories):
        if state.owner[x] != state.current:
            continue
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] == state.current or state.armies[x] - state.armies[y] < margin:
                continue
            worth = state.armies[y] if strongest else -state.armies[y]
            if chosen == PASS or worth > best:
                best = worth
                chosen = attack(x, y)
    return chosen


@kernel
def _decide(state, board, rules, strongest):
    if state.phase == PLACE:
        return place_all(state, rules, strongest_own(state, board, rules, state.current))
    if state.phase == ATTACK and state.attacks[state.current] == 0:
        return _extreme_attack(state, board, margin_of(rules), strongest)
    if state.phase == MOVE:
        return move(state.minimum)
    if state.phase == TRADE:
        return trade_when_possible(state, board, rules)
    action = start_of_game(state, board, rules)
    return action if action != NOT_DECIDED else np.int64(PASS)


@agent("search.aggressive_as_run", **_STUDY)
def aggressive(state, board, rules, seat):
    """Places all on its strongest territory and attacks the strongest enemy once a turn."""
    return _decide(state, board, rules, True)


@agent("search.nearly_pacifist_as_run", **_STUDY)
def nearly_pacifist(state, board, rules, seat):
    """Places all on its strongest territory and attacks the weakest enemy once a turn."""
    return _decide(state, board, rules, False)
