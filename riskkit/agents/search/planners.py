"""The searching agents of the search study (2018): greedy, A*, real-time A*.

They plan with certain battles, one attack a turn and passive enemies (see
`riskkit.agents.search.planning`), whatever the rules of the game they play. Under dice a plan is
followed as far as the dice allow: after each battle the rest of the turn is planned anew.

Memory of a seat: ``expansions`` counts the positions whose successors were made, ``generated``
those successors, ``improvements`` the times a greedy choice was bettered (what the authors'
program counts for that agent).
"""

import numpy as np

from riskkit.agents.base import Agent, register
from riskkit.agents.search.frontier import compiled_words_for, head_of, words_for
from riskkit.agents.search.heuristics import HEURISTICS
from riskkit.agents.search.planning import NO_ATTACK, open_search, position_hash, search_on, steps_to_best
from riskkit.agents.search.simple import margin_of
from riskkit.agents.shared.common import NOT_DECIDED, place_all, start_of_game, strongest_own, trade_when_possible
from riskkit.engine.actions import ATTACK, MOVE, PASS, PLACE, TRADE, attack, first_of, move, second_of
from riskkit.engine.jit import kernel
from riskkit.engine.legal import most_to_move
from riskkit.engine.pointers import record_at
from riskkit.engine.queries import room
from riskkit.engine.seats import memory, parameters, workspace_i8
from riskkit.engine.types import MAX_T
from riskkit.errors import check_integer, check_name

_CELLS = (
    *("expansions", "generated", "searches", "improvements", "status"),
    *("length", "next", "rest", "follow", "stay"),
)
MEMORY = np.dtype([*((name, "f8") for name in _CELLS), ("spare", "f8", (2,))], align=True)
"""The start of a seat's memory; the steps of a plan follow: hash, action, armies that follow."""
EXPANSIONS, GENERATED, SEARCHES, IMPROVEMENTS = map(
    _CELLS.index, ("expansions", "generated", "searches", "improvements")
)
_STEPS = MEMORY.itemsize // 8
_MOST_STEPS = 400
_SOURCE = "RISK: simple agent and environment simulator (2018)"


@kernel
def without_search(state, board, rules):
    """Return the action of phases that the source does not know, else ``NOT_DECIDED``."""
    if state.phase == TRADE:
        return trade_when_possible(state, board, rules)
    if state.phase == PLACE or state.phase == ATTACK or state.phase == MOVE:
        return np.int64(NOT_DECIDED)
    action = start_of_game(state, board, rules)
    return action if action != NOT_DECIDED else np.int64(PASS)


@kernel
def _split(state, rules, cells):
    """Return the move that leaves and takes armies in the proportion planned."""
    total = state.armies[state.source] + 1.0
    share = cells.follow / max(1.0, cells.follow + cells.stay)
    wanted = np.int64(total * share + 0.5)
    return move(min(max(wanted, np.int64(state.minimum)), np.int64(most_to_move(state, rules))))


@kernel
def _plan_attack(state, cells, action, follow):
    x = first_of(action)
    y = second_of(action)
    cells.follow = follow
    cells.stay = state.armies[x] - state.armies[y] - follow
    return action


@kernel
def _first_attack(state, board, margin, placed, n):
    """Return the first possible attack by index when ``n`` armies more stand on ``placed``."""
    for x in range(board.territories):
        if state.owner[x] != state.current:
            continue
        armies = state.armies[x] + (n if x == placed else 0)
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] != state.current and armies - state.armies[y] >= margin:
                return attack(x, y)
    return np.int64(PASS)


@kernel
def _greedy_place(state, board, rules, cells):
    """Choose the placement whose best attack leaves the enemy fewest territories.

    Every attack takes exactly one territory, so all are equal and the first one found is
    never bettered.
    """
    cells.expansions += 1
    chosen = -1
    n = state.pool[state.current]
    for t in range(board.territories):
        if state.owner[t] == state.current and room(state, rules, t) > 0:
            cells.expansions += 1
            cells.generated += 1
            if chosen < 0 and _first_attack(state, board, margin_of(rules), t, n) != PASS:
                chosen = t
    if chosen < 0:
        for t in range(board.territories):
            if state.owner[t] == state.current and room(state, rules, t) > 0:
                return place_all(state, rules, t)
    cells.improvements += 1
    return place_all(state, rules, chosen)


@kernel
def greedy_agent(state, board, rules, seat):
    """Looks one turn ahead: fewest enemy territories after placing and one attack."""
    action = without_search(state, board, rules)
    if action != NOT_DECIDED:
        return action
    cells = record_at(seat.memory, MEMORY)
    if state.phase == PLACE:
        return _greedy_place(state, board, rules, cells)
    if state.phase == MOVE:
        return _split(state, rules, cells)
    if state.attacks[state.current] > 0:
        return np.int64(PASS)
    action = _first_attack(state, board, margin_of(rules), -1, 0)
    if action == PASS:
        return action
    follow = state.armies[first_of(action)] - state.armies[second_of(action)] - 1
    return _plan_attack(state, cells, action, follow)


@kernel
def _steps(seat):
    """Return the steps of the seat's plan: hash of the position, action, armies that follow."""
    return memory(seat)[_STEPS:].reshape((_MOST_STEPS, 3))


@kernel
def _search(state, board, rules, seat, cells):
    """Search from here and store the decisions to the best node found."""
    options = parameters(seat)
    words = workspace_i8(seat)[: compiled_words_for(np.int64(options[2]), board.territories)]
    open_search(words, state, board, rules, np.int64(options[1]))
    cells.status = search_on(words, board, np.int64(options[0]))
    cells.expansions += head_of(words).expanded
    cells.generated += head_of(words).generated
    cells.searches += 1
    cells.length = steps_to_best(words, _steps(seat))
    cells.next = 0


@kernel
def _planned(state, board, seat, cells):
    """Return the index of the plan's next step if it was made for this position, else -1."""
    k = np.int64(cells.next)
    if k >= cells.length:
        return -1
    if _steps(seat)[k, 0] != position_hash(workspace_i8(seat), state, board):
        return -1
    return k


@kernel
def astar_agent(state, board, rules, seat):
    """Plans to a win by A* and follows the plan; plans again where the game left it."""
    action = without_search(state, board, rules)
    if action != NOT_DECIDED:
        return action
    cells = record_at(seat.memory, MEMORY)
    if state.phase == MOVE:
        return _split(state, rules, cells)
    if state.phase == ATTACK and cells.rest > 0:
        cells.rest = 0
        return np.int64(PASS)
    cells.rest = 0
    every_turn = parameters(seat)[3] > 0 and state.phase == PLACE
    k = -1 if every_turn else _planned(state, board, seat, cells)
    if k < 0:
        _search(state, board, rules, seat, cells)
        k = _planned(state, board, seat, cells)
    if k < 0:
        if state.phase == PLACE:
            return place_all(state, rules, strongest_own(state, board, rules, state.current))
        return np.int64(PASS)
    cells.next = k + 1
    action = np.int64(_steps(seat)[k, 1])
    if state.phase == PLACE:
        cells.rest = _steps(seat)[k, 2] == NO_ATTACK
        return action
    if action == PASS:
        return action
    return _plan_attack(state, cells, action, _steps(seat)[k, 2])


def _greedy() -> Agent:
    """Return the greedy agent.

    It puts its armies on the first territory, by index, after which it can attack, and
    makes the first possible attack; one army stays. "Described" and "as run" are the same
    here: the program maximises the enemy's territories where the text minimises them, but
    every attack takes exactly one, so neither ever betters the first attack found.
    """
    return Agent(
        "search.greedy",
        greedy_agent,
        memory=_STEPS,
        study="search_agents",
        source=f"{_SOURCE}, greedy agent",
        about=greedy_agent.__doc__ or "",
    )


def make(
    *,
    limit: int = 3000,
    heuristic: str = "squared",
    every_turn: bool = False,
    nodes: int | None = None,
    name: str | None = None,
) -> Agent:
    """Return an agent that plans by A*.

    Parameters
    ----------
    limit : int
        Most positions expanded in one search; a search that reaches it (or runs out of
        memory) follows the way to its most promising position.
    heuristic : {"squared", "armies", "turns", "count", "none"}
        ``"squared"`` is the source's: the number of enemy territories squared, which can
        overestimate. ``"turns"`` and ``"armies"`` never do. See
        `riskkit.agents.search.heuristics.estimate`.
    every_turn : bool
        Search anew every turn (real-time A*) instead of following one plan.
    nodes : int, optional
        Positions that fit into memory; 20 for each expansion, at most 400,000, by default.
    name : str, optional
        Name of the agent.
    """
    check_integer("limit", limit, 1)
    check_name("heuristic", heuristic, HEURISTICS)
    nodes = min(20 * limit + 1000, 400_000) if nodes is None else check_integer("nodes", nodes, 10)
    kind = "realtime" if every_turn else "astar"
    when = "plans anew every turn" if every_turn else "plans once and follows the plan"
    return Agent(
        name or f"search.{kind}({limit}, {heuristic})",
        astar_agent,
        parameters=np.array([limit, HEURISTICS.index(heuristic), nodes, every_turn], float),
        memory=_STEPS + 3 * _MOST_STEPS,
        workspace=8 * words_for(nodes, MAX_T),
        study="search_agents",
        source=f"{_SOURCE}, {'real-time A*' if every_turn else 'A*'} agent",
        about=f"A* with certain battles against passive enemies, heuristic {heuristic!r}: {when}.",
        thinks_long=True,
        settings={"limit": limit, "heuristic": heuristic, "every_turn": bool(every_turn), "nodes": nodes},
    )


register(_greedy())
register(make(name="search.astar"))
register(make(heuristic="armies", name="search.astar_admissible"))
register(make(limit=300, every_turn=True, name="search.realtime"))
