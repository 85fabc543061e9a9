"""The graph personalities: sixteen agents of four binary traits, and any metric of one's own.

Source: Keng and Draves (2015), "AI for Risk Game", sections 3 and 4, as the text describes
them; the authors' program as it was run is the replica in
:mod:`riskkit.studies.graph_personalities`. They play any board with 2 to 6 players. What
the text leaves open about the priority list is in :mod:`riskkit.agents.personality.view`;
further:

- "Until all pressures are > 0 (> 4)": the pressure of the territory where the armies go,
  which every army placed changes, its surroundings too.
- The list and the origins of attack are those of the turn's start; a freshly conquered
  territory does not attack on. All armies but one follow a conquest.
- A rusher trades every set at once; who carries trades only when it must, or when its
  largest region has more than five territories (the program's limit).
- Fortification goes by the position after the attacks, to a neighbour: from the
  non-border neighbour of highest pressure to the border of lowest pressure that has one of
  higher pressure than its own; else the border of highest pressure that can gather armies
  gathers those of its neighbour of highest pressure.
- Claims, and the neutral's armies where the rules let players place them, are random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from riskkit.agents.base import Agent, register
from riskkit.agents.personality.metric import METRICS, RADIUS, distances, fold
from riskkit.agents.personality.metric import metric as metric_weights
from riskkit.agents.personality.view import (
    ATTACK_TRAIT,
    MATRIX,
    MEMORY,
    PLACEMENT_TRAIT,
    WORKSPACE,
    is_border,
    look,
    see_pressure,
    view_of,
)
from riskkit.agents.shared.common import move_everything, random_claim, random_placement
from riskkit.engine.actions import (
    ATTACK,
    CLAIM,
    MOVE,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    attack_roll,
    fortify,
    place,
    trade,
)
from riskkit.engine.cards import forms_set
from riskkit.engine.jit import kernel
from riskkit.engine.legal import can_fortify, may_attack, most_dice, most_to_fortify, must_trade
from riskkit.engine.queries import room
from riskkit.engine.seats import parameters
from riskkit.errors import check_integer, check_name

THRESHOLD = 4
BIG_REGION = 5
TRAITS = {
    "metric": ("constant", "survival"),
    "priority": ("aggressive", "defensive"),
    "placement": ("cautious", "tactical"),
    "attack": ("rusher", "carry"),
}
SPELLINGS = {"agressive": "aggressive"}
_STUDY: dict[str, Any] = dict(
    study="graph_personalities",
    source="Keng and Draves, AI for Risk Game (2015), sections 3 and 4",
)


@kernel
def _first_set(state, p):
    """Return the trade of the first set of ``p``'s cards; by last card, then the one before."""
    for k in range(state.cards):
        if state.card_place[k] != p:
            continue
        for j in range(k):
            if state.card_place[j] != p:
                continue
            for i in range(j):
                if state.card_place[i] == p and forms_set(state.card_kind[i], state.card_kind[j], state.card_kind[k]):
                    return trade(i, j, k)
    return np.int64(PASS)


@kernel
def _put(state, board, seat, t, n):
    """Plan ``n`` armies for ``t`` and add what they do to the pressures."""
    cells = view_of(seat)
    data = parameters(seat)
    cells.plan[t] += n
    row = MATRIX + t * board.territories
    for k in range(board.territories):
        cells.before[k] += n * data[row + k]
    cells.before[t] += n


@kernel
def _plan(state, board, seat, stock):
    """Divide ``stock`` armies among the origins of the priority list.

    The pressures before, done with by now, make room for those that change while placing.
    """
    cells = view_of(seat)
    listed = np.int64(cells.listed)
    for t in range(board.territories):
        cells.plan[t] = 0.0
        cells.before[t] = cells.pressure[t]
    goal = 0 if parameters(seat)[PLACEMENT_TRAIT] == 0.0 else THRESHOLD
    for k in range(listed):
        if stock == 0:
            break
        t = np.int64(cells.origin[np.int64(cells.priority[k])])
        need = max(np.int64(np.floor(goal - cells.before[t])) + 1, 0)
        n = min(need, stock)
        if n > 0:
            _put(state, board, seat, t, n)
            stock -= n
    while stock > 0 and listed > 0:
        for k in range(listed):
            t = np.int64(cells.origin[np.int64(cells.priority[k])])
            n = min(np.int64(THRESHOLD), stock)
            cells.plan[t] += n
            stock -= n
            if stock == 0:
                break
    cells.planned = 1.0


@kernel
def _next_placement(state, board, rules, seat):
    """Return the next placement of the plan; ``PASS`` when nothing of it can be placed."""
    cells = view_of(seat)
    for t in range(board.territories):
        n = min(np.int64(cells.plan[t]), np.int64(room(state, rules, t)))
        cells.plan[t] = 0.0
        if n > 0:
            return place(t, n)
    cells.planned = 0.0
    return np.int64(PASS)


@kernel
def _place(state, board, rules, seat):
    """Return the next placement, planning first where there is no plan."""
    cells = view_of(seat)
    p = seat.player
    stock = np.int64(state.pool[p])
    if state.phase == SETUP:
        stock = min(stock, np.int64(rules.setup_batch - state.minimum))
        if state.minimum == 0:
            look(state, board, seat, False)
            _plan(state, board, seat, stock)
    elif cells.stamp != state.turn:
        cells.stamp = state.turn
        look(state, board, seat, False)
        _plan(state, board, seat, stock)
    elif cells.planned == 0.0:
        _plan(state, board, seat, stock)
    action = _next_placement(state, board, rules, seat)
    if action == PASS:
        return random_placement(state, board, rules)
    return action


@kernel
def _trade(state, board, rules, seat):
    """Return a set to trade, or ``PASS`` while the cards are saved."""
    cells = view_of(seat)
    if cells.stamp != state.turn:
        cells.stamp = state.turn
        look(state, board, seat, False)
    cells.planned = 0.0
    saves = parameters(seat)[ATTACK_TRAIT] != 0.0 and cells.largest <= BIG_REGION
    if saves and not must_trade(state, rules):
        return np.int64(PASS)
    return _first_set(state, seat.player)


@kernel
def _attack(state, board, rules, seat):
    """Return the next roll down the priority list, or ``PASS``."""
    cells = view_of(seat)
    cells.planned = 0.0
    if cells.stamp != state.turn:
        cells.stamp = state.turn
        look(state, board, seat, False)
    p = seat.player
    margin = 2 if parameters(seat)[ATTACK_TRAIT] == 0.0 else THRESHOLD
    k = np.int64(cells.cursor)
    while k < np.int64(cells.listed):
        t = np.int64(cells.priority[k])
        if state.owner[t] != p:
            x = np.int64(cells.origin[t])
            if state.armies[x] - state.armies[t] >= margin and may_attack(state, rules, x, t):
                cells.cursor = k
                return attack_roll(x, t, most_dice(state, rules, x))
        k += 1
    cells.cursor = k
    return np.int64(PASS)


@kernel
def _donor(state, board, rules, seat, t, behind):
    """Return the own neighbour of highest pressure that can give armies to ``t``, or -1.

    With ``behind``, only neighbours that are no borders and feel more pressure than ``t``.
    """
    cells = view_of(seat)
    best = -1
    for e in range(board.start[t], board.start[t + 1]):
        y = board.adjacent[e]
        if state.owner[y] != seat.player or state.armies[y] < 2:
            continue
        if behind and (is_border(state, board, y) or cells.before[y] <= cells.before[t]):
            continue
        if best < 0 or cells.before[y] > cells.before[best]:
            best = y
    if best >= 0 and not can_fortify(state, board, rules, best, t):
        return -1
    return best


@kernel
def _fortify(state, board, rules, seat):
    """Return the one fortification of the turn, or ``PASS``."""
    if state.fortified > 0:
        return np.int64(PASS)
    cells = view_of(seat)
    see_pressure(state, board, seat, cells.before)
    weakest = strongest = -1
    from_behind = gathered = -1
    for t in range(board.territories):
        if state.owner[t] != seat.player or not is_border(state, board, t) or room(state, rules, t) == 0:
            continue
        if weakest < 0 or cells.before[t] < cells.before[weakest]:
            x = _donor(state, board, rules, seat, t, True)
            if x >= 0:
                weakest, from_behind = t, x
        if weakest < 0 and (strongest < 0 or cells.before[t] > cells.before[strongest]):
            x = _donor(state, board, rules, seat, t, False)
            if x >= 0:
                strongest, gathered = t, x
    to, x = (weakest, from_behind) if weakest >= 0 else (strongest, gathered)
    if to < 0:
        return np.int64(PASS)
    return fortify(x, to, most_to_fortify(state, rules, x, to))


@kernel
def play(state, board, rules, seat):
    """Return the decision of a graph personality; its traits are in the seat's parameters."""
    phase = state.phase
    if phase == ATTACK:
        return _attack(state, board, rules, seat)
    if phase == PLACE or phase == SETUP:
        return _place(state, board, rules, seat)
    if phase == MOVE:
        return move_everything(state, rules)
    if phase == TRADE:
        return _trade(state, board, rules, seat)
    if phase == CLAIM:
        return random_claim(state, board)
    if phase == SETUP_NEUTRAL:
        return random_placement(state, board, rules)
    return _fortify(state, board, rules, seat)


def prepare(board, rules, values: np.ndarray) -> np.ndarray:
    """Return traits, folded pressure matrix (by column) and distances for a board."""
    head = np.zeros(MATRIX)
    head[: len(values) - RADIUS] = values[RADIUS:]
    return np.concatenate([head, *_tables(board.neighbours, tuple(values[:RADIUS]))])


@lru_cache(maxsize=64)
def _tables(neighbours, weights) -> tuple[np.ndarray, np.ndarray]:
    """Return the folded pressure matrix by column and the distances, both flat."""
    return fold(neighbours, weights).T.ravel(), distances(neighbours).ravel().astype(float)


def traits_of(number: int) -> dict[str, str]:
    """Return the four traits of a personality's number from 0 to 15.

    The metric changes fastest, then priority, placement and attack: 3 is (survival,
    defensive, cautious, rusher), the text's AI3 is 11 and its AI4 is 5.
    """
    check_integer("personality", number, 0, 15)
    return {trait: values[(number >> place) & 1] for place, (trait, values) in enumerate(TRAITS.items())}


def _trait(name: str, value: str) -> int:
    value = value.lower() if isinstance(value, str) else value
    value = SPELLINGS.get(value, value) if isinstance(value, str) else value
    return TRAITS[name].index(check_name(name, value, TRAITS[name]))


def make(
    number: int | None = None,
    *,
    metric: str | Sequence[float] | None = None,
    priority: str | None = None,
    placement: str | None = None,
    attack: str | None = None,
    name: str | None = None,
) -> Agent:
    """Return the agent of a graph personality.

    Parameters
    ----------
    number : int, optional
        0 to 15, see :func:`traits_of`; 0 when left out. Traits given beside it replace its own.
    metric : str or sequence of float, optional
        Threat perception: ``"constant"``, ``"survival"``, ``"exponential"``, ``"gaussian"``,
        ``"linear"``, or five weights for the distances 1 to 5.
    priority : {"aggressive", "defensive"}, optional
    placement : {"cautious", "tactical"}, optional
    attack : {"rusher", "carry"}, optional
    name : str, optional
        What results call it; by default ``"personality 11"``, or its traits.

    Returns
    -------
    Agent

    Raises
    ------
    ValueError
        For an unknown trait (the nearest is named) or weights that are no metric.

    Examples
    --------
    >>> make(11).name
    'personality 11'
    >>> make(metric=[5, 4, 3, 2, 1], attack="carry", name="mine").name
    'mine'
    """
    chosen: dict[str, Any] = dict(traits_of(0 if number is None else number))
    given = {"metric": metric, "priority": priority, "placement": placement, "attack": attack}
    chosen |= {trait: value for trait, value in given.items() if value is not None}
    weights = metric_weights(chosen["metric"])
    values = [_trait(trait, chosen[trait]) for trait in ("priority", "placement", "attack")]
    words = _words(chosen["metric"], values)
    if name is None:
        name = _default_name(chosen["metric"], values, words)
    return Agent(
        name,
        play,
        parameters=np.array([*weights, *values], float),
        memory=MEMORY,
        workspace=WORKSPACE,
        prepare=prepare,
        about=f"Traits: {words}.",
        **_STUDY,
    )


def _words(metric, values: list[int]) -> str:
    label = metric.lower() if isinstance(metric, str) and metric.lower() in METRICS else "own metric"
    return ", ".join([label, *(TRAITS[trait][v] for trait, v in zip(("priority", "placement", "attack"), values))])


def _default_name(metric, values: list[int], words: str) -> str:
    if isinstance(metric, str) and metric.lower() in TRAITS["metric"]:
        first = TRAITS["metric"].index(metric.lower())
        return f"personality {first + sum(v << (k + 1) for k, v in enumerate(values))}"
    return f"personality {words}"


PERSONALITIES = tuple(register(make(number)) for number in range(16))
