"""Vanguard, an agent of ours: it gathers its armies where the exact odds promise most.

From each own territory it follows the campaign that gains most, one conquest after the
other: the chance that a battle is won and the armies expected to be left come from the
exact odds under the rules in play; a conquest is worth one territory and more for a
continent completed, approached or broken and for a player eliminated; armies lost cost. It
puts its reinforcements where the best campaign starts, attacks while one is worth it, and
lets all armies follow where the campaign goes on. What counts how much was learned by play.
"""

from functools import lru_cache

import numpy as np

from riskkit.agents.base import Agent, register
from riskkit.agents.shared.common import NOT_DECIDED, place_all, start_of_game, trade_when_possible, weakest_own
from riskkit.engine.actions import ATTACK, MOVE, PASS, PLACE, SETUP, TRADE, attack, fortify, move
from riskkit.engine.jit import kernel
from riskkit.engine.legal import can_fortify, may_attack, most_to_move
from riskkit.engine.queries import enemy_neighbours, room
from riskkit.engine.seats import parameters, workspace_i8
from riskkit.engine.types import MAX_C, MAX_T
from riskkit.errors import check_name, check_number
from riskkit.odds import Dice, battle

MOST = 40
"""Largest number of armies a side in the table of odds; larger battles are scaled down to it."""
HAND = {
    "territory": 1.0,
    "complete": 3.0,
    "approach": 0.5,
    "break": 2.0,
    "eliminate": 5.0,
    "card": 2.0,
    "loss": 0.35,
    "least": 0.6,
    "enough": 0.0,
}
"""What the agent goes by, as first set by hand.

territory, complete, approach, break, eliminate, card
    Worth of a territory; of each army of a continent's bonus completed, approached (times the
    squared share then held) and broken; of an elimination; of each card taken with it.
loss
    Cost of an army expected to be lost.
least
    Smallest chance of winning with which it attacks.
enough
    Worth above which a campaign is begun.
"""
WEIGHTS = {
    "territory": 1.0,
    "complete": 31.2,
    "approach": 0.0374,
    "break": 53.8,
    "eliminate": 29.6,
    "card": 2.25,
    "loss": 0.65,
    "least": 0.686,
    "enough": -3.38,
}
"""What a search by CMA-ES from `HAND` ended with (`riskkit.league.search`)."""
TERRITORY, COMPLETE, APPROACH, BREAK, ELIMINATE, CARD, LOSS, LEAST, ENOUGH = range(len(WEIGHTS))
_TABLE = len(WEIGHTS)
_SIDE = MOST + 1
_STEPS = 12
_GAINED = MAX_T


@lru_cache(maxsize=8)
def _odds(dice: Dice | None) -> np.ndarray:
    """Return the chance of a win and the armies then left, by free attackers and defenders (None: certain battles)."""
    table = np.zeros((_SIDE, _SIDE, 2))
    for a in range(1, _SIDE):
        for d in range(1, _SIDE):
            if dice is None:
                table[a, d] = (1.0, a - d) if a > d else (0.0, 0.0)
                continue
            left = battle(a, d, dice=dice).goal.sum(axis=1)
            table[a, d] = left.sum(), left @ np.arange(len(left)) / max(left.sum(), 1e-12)
    return table.ravel()


def _prepare(board, rules, weights):
    certain = rules.battle == "certain"
    dice = None if certain else Dice(rules.attacker_dice, rules.defender_dice, rules.dice_sides, ties=rules.ties)
    return np.concatenate([weights, _odds(dice)])


@kernel
def _expect(data, free, defenders):
    """Return the chance that ``free`` armies take a territory, and how many are then left."""
    scale = 1.0
    if free > MOST or defenders > MOST:
        scale = max(free, defenders) / MOST
    a = min(np.int64(free / scale), MOST)
    d = min(max(np.int64(defenders / scale), 1), MOST)
    if a < 1:
        return 0.0, 0.0
    at = _TABLE + 2 * (a * _SIDE + d)
    return data[at], data[at + 1] * scale


@kernel
def _worth(state, board, data, words, y):
    """Return what taking ``y`` is worth to the current player in the campaign so far."""
    p = state.current
    enemy = state.owner[y]
    value = data[TERRITORY]
    c = board.continent[y]
    if c >= 0:
        held = state.held[p, c] + words[_GAINED + c] + 1
        share = held / board.size[c]
        value += board.bonus[c] * (data[COMPLETE] if held == board.size[c] else data[APPROACH] * share * share)
        if state.held[enemy, c] == board.size[c] and enemy < state.players:
            value += data[BREAK] * board.bonus[c]
    if enemy < state.players and state.count[enemy] == 1:
        value += data[ELIMINATE] + data[CARD] * state.hand[enemy]
    return value


@kernel
def _campaign(state, board, data, words, x, free):
    """Return the worth of the best campaign found from ``x`` with ``free`` armies, and its first target (or -1)."""
    p = state.current
    for k in range(MAX_T + board.continents):
        words[k] = 0
    at = x
    total = 0.0
    chance = 1.0
    first = -1
    for _ in range(_STEPS):
        chosen = -1
        best = 0.0
        odds = 0.0
        rest = 0.0
        for e in range(board.start[at], board.start[at + 1]):
            y = board.adjacent[e]
            if state.owner[y] == p or words[y] != 0:
                continue
            won, left = _expect(data, free, state.armies[y])
            if won < data[LEAST]:
                continue
            gain = won * _worth(state, board, data, words, y) - data[LOSS] * (free - won * left)
            if chosen < 0 or gain > best:
                chosen, best, odds, rest = y, gain, won, left
        if chosen < 0 or (first >= 0 and best <= 0.0):
            break
        if first < 0:
            first = chosen
        total += chance * best
        chance *= odds
        words[chosen] = 1
        if board.continent[chosen] >= 0:
            words[_GAINED + board.continent[chosen]] += 1
        at = chosen
        free = np.int64(rest + 0.5) - 1
        if free < 1:
            break
    return total, first


@kernel
def _best_start(state, board, rules, data, words, extra):
    """Return the own territory from which ``extra`` armies more promise most, or -1."""
    chosen = -1
    best = 0.0
    for x in range(board.territories):
        if state.owner[x] != state.current or room(state, rules, x) < 1:
            continue
        n = min(extra, np.int64(room(state, rules, x)))
        total, first = _campaign(state, board, data, words, x, np.int64(state.armies[x]) - 1 + n)
        if first >= 0 and (chosen < 0 or total > best):
            chosen, best = x, total
    return chosen


@kernel
def _next_attack(state, board, rules, data, words):
    """Return the first attack of the best campaign, or ``PASS`` if none is worth it."""
    action = np.int64(PASS)
    best = data[ENOUGH]
    for x in range(board.territories):
        if state.owner[x] != state.current or state.armies[x] < 2:
            continue
        total, y = _campaign(state, board, data, words, x, np.int64(state.armies[x]) - 1)
        if y >= 0 and total > best and may_attack(state, rules, x, y):
            action, best = attack(x, y), total
    return action


@kernel
def _follow(state, board, rules, data, words):
    """Return how many armies go into the territory just conquered."""
    x = state.source
    y = state.target
    least = np.int64(state.minimum)
    most = np.int64(most_to_move(state, rules))
    if enemy_neighbours(state, board, y) == 0:
        return move(least)
    if enemy_neighbours(state, board, x) == 0:
        return move(most)
    there, _ = _campaign(state, board, data, words, y, most - 1)
    here, _ = _campaign(state, board, data, words, x, np.int64(state.armies[x]) - least)
    return move(most if there >= here else least)


@kernel
def _regroup(state, board, rules, data, words):
    """Return the move of the largest idle army to where it promises most, or ``PASS``."""
    x = -1
    for t in range(board.territories):
        idle = state.owner[t] == state.current and state.armies[t] > 1 and enemy_neighbours(state, board, t) == 0
        if idle and (x < 0 or state.armies[t] > state.armies[x]):
            x = t
    if x < 0:
        return np.int64(PASS)
    n = np.int64(state.armies[x]) - 1
    chosen = -1
    best = 0.0
    for t in range(board.territories):
        if state.owner[t] != state.current or t == x or enemy_neighbours(state, board, t) == 0:
            continue
        if room(state, rules, t) < 1 or not can_fortify(state, board, rules, x, t):
            continue
        moved = min(n, np.int64(room(state, rules, t)))
        total, _ = _campaign(state, board, data, words, t, np.int64(state.armies[t]) - 1 + moved)
        if chosen < 0 or total > best:
            chosen, best = t, total
    if chosen < 0:
        return np.int64(PASS)
    return fortify(x, chosen, min(n, np.int64(room(state, rules, chosen))))


@kernel
def vanguard_agent(state, board, rules, seat):
    """Gathers its armies where the exact odds promise most, and attacks on while it is worth it."""
    data = parameters(seat)
    words = workspace_i8(seat)
    if state.phase == SETUP or state.phase == PLACE:
        x = _best_start(state, board, rules, data, words, np.int64(state.pool[state.current]))
        if x < 0:
            x = weakest_own(state, board, rules, state.current)
        return place_all(state, rules, x)
    action = start_of_game(state, board, rules)
    if action != NOT_DECIDED:
        return action
    if state.phase == TRADE:
        return trade_when_possible(state, board, rules)
    if state.phase == ATTACK:
        return _next_attack(state, board, rules, data, words)
    if state.phase == MOVE:
        return _follow(state, board, rules, data, words)
    return _regroup(state, board, rules, data, words)


def make(*, name: str = "vanguard", **weights: float) -> Agent:
    """Return the agent, with some of its `WEIGHTS` changed.

    Examples
    --------
    >>> make(name="bold", least=0.5).name
    'bold'
    """
    for weight, value in weights.items():
        check_name("weight", weight, list(WEIGHTS))
        check_number(weight, value, -1_000, 1_000)
    return Agent(
        name,
        vanguard_agent,
        parameters=np.array(list({**WEIGHTS, **weights}.values()), float),
        workspace=8 * (MAX_T + MAX_C),
        prepare=_prepare,
        study="league",
        source="riskkit",
        about=__doc__ or "",
    )


register(make())
