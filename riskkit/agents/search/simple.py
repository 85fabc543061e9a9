"""The agents without search of the search study (2018): passive, aggressive, nearly pacifist.

The study's battles are certain: an attack is possible where the attacker has at least two
armies more than the defender. The agents keep to that under dice as well, so that they can
play the classic game. Open in the source, and decided here: equal territories are taken in
index order; the attack on the strongest enemy territory is tried from the strongest
neighbour; all armies follow a conquest.
"""

from typing import Any

import numpy as np

from riskkit.agents.base import agent
from riskkit.agents.shared.common import (
    NOT_DECIDED,
    move_everything,
    place_all,
    start_of_game,
    strongest_own,
    trade_when_possible,
    weakest_own,
)
from riskkit.engine.actions import ATTACK, MOVE, PASS, PLACE, TRADE, attack
from riskkit.engine.fields import Battle
from riskkit.engine.jit import kernel

_STUDY: dict[str, Any] = dict(
    study="search_agents",
    source="RISK: simple agent and environment simulator (2018), agents",
    registered=True,
)
MARGIN = 2


@kernel
def margin_of(rules):
    """Return how many armies more an attack needs: two, or what certain battles ask for where that is more."""
    return max(MARGIN, rules.certain_margin) if rules.battle == Battle.CERTAIN else MARGIN


@kernel
def attackable_from(state, board, y, margin):
    """Return the current player's strongest neighbour of ``y`` that may attack it, or -1."""
    chosen = -1
    for e in range(board.start[y], board.start[y + 1]):
        x = board.adjacent[e]
        if state.owner[x] == state.current and state.armies[x] - state.armies[y] >= margin:
            if chosen < 0 or state.armies[x] > state.armies[chosen]:
                chosen = x
    return chosen


@kernel
def _continent_worth(state, board, y):
    """Return the bonus of ``y``'s continent if its owner holds it whole, else 0."""
    c = board.continent[y]
    if c < 0 or state.held[state.owner[y], c] < board.size[c]:
        return 0
    return board.bonus[c]


@kernel
def _aggressive_attack(state, board, margin):
    chosen_x = chosen_y = -1
    best = -1
    for y in range(board.territories):
        if state.owner[y] == state.current:
            continue
        x = attackable_from(state, board, y, margin)
        if x < 0:
            continue
        worth = (np.int64(_continent_worth(state, board, y)) << 32) + state.armies[y]
        if worth > best:
            best, chosen_x, chosen_y = worth, x, y
    return attack(chosen_x, chosen_y) if chosen_x >= 0 else np.int64(PASS)


@kernel
def _weakest_attack(state, board, margin):
    chosen_x = chosen_y = -1
    for y in range(board.territories):
        if state.owner[y] == state.current:
            continue
        x = attackable_from(state, board, y, margin)
        if x >= 0 and (chosen_y < 0 or state.armies[y] < state.armies[chosen_y]):
            chosen_x, chosen_y = x, y
    return attack(chosen_x, chosen_y) if chosen_x >= 0 else np.int64(PASS)


@kernel
def _common(state, board, rules):
    if state.phase == TRADE:
        return trade_when_possible(state, board, rules)
    if state.phase == MOVE:
        return move_everything(state, rules)
    action = start_of_game(state, board, rules)
    return action if action != NOT_DECIDED else np.int64(PASS)


@agent("search.passive", **_STUDY)
def passive(state, board, rules, seat):
    """Places all armies on its weakest territory and never attacks."""
    if state.phase == PLACE:
        return place_all(state, rules, weakest_own(state, board, rules, state.current))
    return _common(state, board, rules)


@agent("search.aggressive", **_STUDY)
def aggressive(state, board, rules, seat):
    """Places all on its strongest territory; attacks whole continents first, then strength.

    Of the enemy territories it can attack it takes one whose loss costs its owner the
    largest continent bonus, otherwise the one with most armies.
    """
    if state.phase == PLACE:
        return place_all(state, rules, strongest_own(state, board, rules, state.current))
    if state.phase == ATTACK:
        return _aggressive_attack(state, board, margin_of(rules))
    return _common(state, board, rules)


@agent("search.nearly_pacifist", **_STUDY)
def nearly_pacifist(state, board, rules, seat):
    """Places all on its strongest territory and attacks the weakest enemy once a turn."""
    if state.phase == PLACE:
        return place_all(state, rules, strongest_own(state, board, rules, state.current))
    if state.phase == ATTACK and state.attacks[state.current] == 0:
        return _weakest_attack(state, board, margin_of(rules))
    return _common(state, board, rules)
