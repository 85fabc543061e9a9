"""Minimax agents: draft by border security ratio, alpha-beta over certain battles.

Source: "Implementation of the Risk Game and Artificial Intelligence Agent Player" (2020).
The text and the authors' program differ; `Settings.described` follows the text,
`Settings.as_run` the program. Open in the text, and decided here: five levels (the
program's); the upper half of the border territories, the middle one included, takes the
draft, each kept territory at least one army; an army that leaves nobody behind leaves one;
equal moves are taken in the order of the territories.
"""

from typing import NamedTuple

import numpy as np

from riskkit.agents.base import Agent, register
from riskkit.agents.minimax import expected, moves, search
from riskkit.agents.minimax.draft import plan_draft
from riskkit.agents.minimax.record import PARAMETERS, TREE, Setting, tree_at
from riskkit.agents.minimax.settings import Settings, check_weights
from riskkit.agents.minimax.tree import open_tree
from riskkit.agents.shared.common import place_all, random_claim, random_placement, trade_when_possible, weakest_own
from riskkit.engine.actions import (
    CLAIM,
    FORTIFY,
    MOVE,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    attack_until,
    move,
    place,
)
from riskkit.engine.jit import kernel
from riskkit.engine.legal import may_attack, most_to_move
from riskkit.engine.queries import room
from riskkit.engine.seats import memory, parameters
from riskkit.engine.types import MAX_T

_TURN = 0
_PLAN = 1
_STAY = _PLAN + MAX_T
_SEARCHES = _STAY + 1
CELLS = _SEARCHES + 1
"""Length of the memory of a seat."""


def make(
    weights, settings: Settings | None = None, *, name: str = "minimax", others=None, origin: str | None = None
) -> Agent:
    """Return a minimax agent.

    Parameters
    ----------
    weights : sequence of 4 numbers
        Weights of the features.
    settings : Settings, optional
        Those of the text by default.
    name : str
        Name of the agent.
    others : sequence of 4 numbers, optional
        Weights with which it values leaves where somebody else is to move (in the authors'
        program: the opponent's own). The same as ``weights`` by default.
    origin : str, optional
        Where weights that were searched for come from: stored results then know the agent by
        this and its settings, not by the numbers.
    """
    settings = Settings.described() if settings is None else settings
    own = check_weights("weights", weights)
    other = own if others is None else check_weights("others", others)
    return Agent(
        name,
        minimax,
        parameters=np.concatenate([settings.values(), own, other]),
        memory=CELLS,
        workspace=TREE.itemsize,
        prepare=prepare,
        study="minimax_genetic",
        source="Implementation of the Risk Game and Artificial Intelligence Agent Player (2020)",
        about=f"A search over attacks, {settings.levels} levels deep, weights {', '.join(f'{w:g}' for w in own)}.",
        thinks_long=True,
        settings={
            "tree": settings,
            "weights": origin or own.tolist(),
            "others": None if others is None else other.tolist(),
        },
    )


def prepare(board, rules, values) -> np.ndarray:
    """Return the parameters followed by a flag for each edge and, if wanted, battle tables."""
    blind = bool(values[Setting["BLIND_EDGES"]])
    counted = [_is_counted(board, t, u) if blind else 1.0 for t, row in enumerate(board.neighbours) for u in row]
    parts = [values, np.array(counted)]
    if values[Setting["OUTCOMES"]]:
        parts.append(expected.battle_table(rules))
    return np.concatenate(parts)


def _is_counted(board, t: int, u: int) -> float:
    """Return 0.0 if ``u`` is in the first row or column of a grid and ``t`` in the second."""
    if board.grid is None:
        return 1.0
    (row, column), (before_row, before_column) = (divmod(place, board.grid[1]) for place in (t, u))
    return 0.0 if (row, before_row) == (1, 0) or (column, before_column) == (1, 0) else 1.0


@kernel
def attacks_left(tree, state):
    """Return how many attacks the current player has left for the tree."""
    if tree.set[Setting.RENEWED]:
        return tree.set[Setting.ATTACKS]
    return tree.set[Setting.ATTACKS] - state.attacks[state.current]


@kernel
def run_search(tree, board, values, left, stamp):
    """Search from an open tree in the way that its settings name; the result is in the tree."""
    if tree.set[Setting.OUTCOMES] > 0:
        expected.search_expected(tree, board, values, PARAMETERS + board.edges, left)
    else:
        search.search(tree, board, left, stamp)


@kernel
def _choose_attack(tree, state, board, rules, values, cells):
    open_tree(tree, state, board, rules, values)
    left = attacks_left(tree, state)
    if left < 1:
        return np.int64(PASS)
    cells[_SEARCHES] += 1.0
    stamp = np.int64(state.deal[0] >> np.uint64(1)) ^ (np.int64(cells[_SEARCHES]) << 8) ^ state.current
    run_search(tree, board, values, left, stamp)
    if tree.best == moves.STOP:
        return np.int64(PASS)
    x = tree.best // MAX_T
    y = tree.best % MAX_T
    if not may_attack(state, rules, x, y):
        return np.int64(PASS)
    behind = state.armies[x] - moves.army_of(np.int64(state.armies[x]), np.int64(state.armies[y]))
    cells[_STAY] = max(np.int64(1), behind)
    return attack_until(x, y, behind + 1)


@kernel
def _follow_plan(tree, state, board, rules, values, cells):
    """Return the next placement of the turn's draft, planning it first if need be."""
    p = state.current
    for fresh in range(2):
        if fresh or cells[_TURN] != state.turn:
            open_tree(tree, state, board, rules, values)
            plan_draft(tree, board, p, np.int64(state.pool[p]))
            for t in range(board.territories):
                cells[_PLAN + t] = tree.plan[t]
            cells[_TURN] = state.turn
        for t in range(board.territories):
            n = min(np.int64(cells[_PLAN + t]), np.int64(state.pool[p]), np.int64(room(state, rules, t)))
            if n > 0 and state.owner[t] == p:
                cells[_PLAN + t] = 0.0
                return place(t, n)
    return place_all(state, rules, weakest_own(state, board, rules, p))


@kernel
def _place_start(tree, state, board, rules, values):
    """Return a placement at the start of the game: one army where the security ratio is highest."""
    p = state.current
    open_tree(tree, state, board, rules, values)
    plan_draft(tree, board, p, np.int64(1))
    for t in range(board.territories):
        if tree.plan[t] > 0:
            return place(t, 1)
    return place(weakest_own(state, board, rules, p), 1)


@kernel
def minimax(state, board, rules, seat):
    """Drafts by border security ratio and attacks as a search over attacks finds best.

    It trades sets at once, claims at random, places starting armies one by one where the
    border security ratio is highest, lets all survivors of the attacking army follow a
    conquest, and does not fortify (the source's game has neither cards nor fortification).
    """
    tree = tree_at(seat.workspace)
    tree.time_up = 0
    return decide(state, board, rules, tree, parameters(seat), memory(seat))


@kernel
def decide(state, board, rules, tree, values, cells):
    """Return the agent's action, with its tree, its prepared parameters and its memory at hand."""
    phase = state.phase
    if phase == TRADE:
        return trade_when_possible(state, board, rules)
    if phase == CLAIM:
        return random_claim(state, board)
    if phase == FORTIFY:
        return np.int64(PASS)
    if phase == MOVE:
        wanted = np.int64(state.armies[state.source] + 1 - cells[_STAY])
        return move(min(max(wanted, np.int64(state.minimum)), np.int64(most_to_move(state, rules))))
    if phase == PLACE:
        return _follow_plan(tree, state, board, rules, values, cells)
    if phase == SETUP:
        return _place_start(tree, state, board, rules, values)
    if phase == SETUP_NEUTRAL:
        return random_placement(state, board, rules)
    return _choose_attack(tree, state, board, rules, values, cells)


class Found(NamedTuple):
    """What a search found.

    Attributes
    ----------
    source, target : str or None
        The attack; None where ending the turn is best.
    value : float
        Its value for the searcher.
    levels : int
        Depth of the last level that was finished.
    complete : bool
        Whether that is the depth asked for; False if the budget ran out.
    nodes, leaves : int
        Positions expanded and positions valued.
    """

    source: str | None
    target: str | None
    value: float
    levels: int
    complete: bool
    nodes: int
    leaves: int


def analyse(game, agent: Agent) -> Found:
    """Search the position of a `riskkit.Game` for the seat to move, without playing on.

    Parameters
    ----------
    game : Game
        In the attack phase.
    agent : Agent
        A minimax agent (`make`).

    Raises
    ------
    ValueError
        If the game is in another phase, or the agent searches no tree.
    """
    if agent.function is not minimax:
        raise ValueError(f"agent {agent.name!r} is no minimax agent; make one with riskkit.agents.minimax.make")
    if game.phase != "attack":
        raise ValueError(f"the position is in the phase {game.phase!r}; attacks are searched in 'attack'")
    tree = np.zeros(1, TREE)
    arguments = game._worker.arguments(game._lineup)
    values = agent.prepared(game.board, game.rules)
    search_record(tree, arguments[0], arguments[1], arguments[2], values)
    found = tree[0]
    names = game.board.territories
    ended = found["best"] == moves.STOP
    levels = int(found["completed"])
    return Found(
        None if ended else names[found["best"] // MAX_T],
        None if ended else names[found["best"] % MAX_T],
        float(found["value"]),
        levels,
        levels == int(found["set"][0]),
        int(found["nodes"]),
        int(found["leaves"]),
    )


@kernel
def search_record(trees, states, boards, rules, values):
    """Search the position of one state; all arguments are arrays of one record."""
    open_tree(trees[0], states[0], boards[0], rules[0], values)
    run_search(trees[0], boards[0], values, max(1, attacks_left(trees[0], states[0])), 1)


HAND_WEIGHTS = (2.5, 4.25, 4.8, 3.5)
"""Hand-set weights that stand in a comment of the authors' program."""
PRINTED_WEIGHTS = (11.0, 27.0, 24.0, 29.0)
"""The best gene that the authors' program printed, in the order of its own features."""
EQUAL_WEIGHTS = (5.0, 5.0, 5.0, 5.0)

register(make(EQUAL_WEIGHTS, Settings.described(budget=30_000), name="minimax"))
register(make(PRINTED_WEIGHTS, Settings.as_run(budget=30_000), name="minimax.as_run"))
