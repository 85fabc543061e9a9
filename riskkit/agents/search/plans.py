"""A plan to win a game with certain battles, as a value: what A* found, step by step."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from riskkit.agents.search import frontier
from riskkit.agents.search.frontier import words_for
from riskkit.agents.search.heuristics import HEURISTICS
from riskkit.agents.search.planners import without_search
from riskkit.agents.search.planning import ENEMIES, EXHAUSTED, FOUND, LIMIT, MEMORY, open_search, search_on
from riskkit.agents.shared.common import NOT_DECIDED
from riskkit.boards.board import Board
from riskkit.engine.actions import MOVE, PASS, PHASE_NAMES, PLACE, attack, place
from riskkit.engine.jit import kernel
from riskkit.engine.legal import most_to_move
from riskkit.engine.phases import settle
from riskkit.engine.records import board_record, position_record
from riskkit.engine.setup import new_game
from riskkit.engine.types import STATE, new_state
from riskkit.errors import check_integer, check_name, check_number
from riskkit.rules import Rules, record

_OUTCOMES = {
    FOUND: ("found", "a win was found"),
    LIMIT: ("limit", "the limit of expanded positions was reached; these are the best moves so far"),
    MEMORY: ("memory", "the search ran out of memory; these are its best moves so far"),
    EXHAUSTED: ("exhausted", "every position was looked at and none wins"),
}
_TIME_UP = ("time", "the time was up; these are the best moves so far")
_CHUNK = 500
_FIRST_NODES = 2000
_GROWTH = 8


class Step(NamedTuple):
    """A step of a plan; see `Plan.steps` for the fields."""

    turn: int
    action: str
    source: str | None = None
    target: str | None = None
    armies: int | None = None
    stay: int | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """The outcome of a search for a win.

    Attributes
    ----------
    status : str
        ``"found"``, ``"limit"``, ``"time"``, ``"memory"`` or ``"exhausted"``.
    message : str
        The same in words.
    cost : int
        Cost of the way to its last position: 1 a placement, 1 the enemies' turns.
    turns : int
        Own turns on that way.
    expanded, generated : int
        Positions expanded, and successors made.
    moves : tuple of Step
        The way there.
    owners, armies : numpy.ndarray
        Shape (steps + 1, territories): the position at the start and after each step.
    """

    status: str
    message: str
    cost: int
    turns: int
    expanded: int
    generated: int
    moves: tuple[Step, ...]
    owners: np.ndarray
    armies: np.ndarray

    @cached_property
    def steps(self):
        """The moves as a table, a row a step.

        Columns ``turn`` (own turn, from 1), ``action`` (``"place"``, ``"attack"``,
        ``"rest"`` or ``"enemies"``), ``source``, ``target`` (names), ``armies`` (placed,
        or moved into the conquered territory), ``stay`` (left on the attacking one).
        """
        import pandas as pd

        table = pd.DataFrame(list(self.moves), columns=list(Step._fields))
        return table.astype({"armies": "Int64", "stay": "Int64"})


@kernel
def begin(states, boards, rules, given, players, memory, heuristic):
    new_game(states[0], boards[0], rules[0], given[0], players, 0, 0)
    settle(states[0], boards[0], rules[0])
    open_search(memory, states[0], boards[0], rules[0], heuristic)


@kernel
def go_on(memory, boards, limit):
    return search_on(memory, boards[0], limit)


def plan(
    board: Board,
    position: tuple,
    rules: Rules | None = None,
    seat: int = 0,
    heuristic: str = "armies",
    limit: int = 100_000,
    seconds: float | None = None,
    megabytes: float = 256.0,
) -> Plan:
    """Search for the shortest way to win from a position, against passive enemies.

    Parameters
    ----------
    board : Board
    position : (owner, armies)
        Two sequences with a value for each territory.
    rules : Rules, optional
        Rules of the game; battles are certain and a turn has one attack in any case.
        ``Rules.search()`` by default.
    seat : int
        The player who moves now and is to win.
    heuristic : str
        See `riskkit.agents.search.heuristics.estimate`; with ``"armies"``, ``"turns"`` and
        ``"none"`` a plan that is found is a shortest one.
    limit : int
        Most positions expanded.
    seconds : float, optional
        Most seconds searched; a result then depends on the machine.
    megabytes : float
        Memory of the search.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        For a limit of 0, an unknown heuristic, or a position in which nothing is to be
        decided because one player owns everything.
    """
    check_name("heuristic", heuristic, HEURISTICS)
    check_integer("limit", limit, 1)
    check_number("megabytes", megabytes, 0.1)
    if seconds is not None:
        check_number("seconds", seconds, 0.0)
    owner = np.asarray(position[0])
    players = max(2, int(owner.max()) + 1)
    check_integer("seat", seat, 0, players - 1)
    if not (owner == seat).any() or (owner == seat).all():
        raise ValueError(f"seat {seat} owns {(owner == seat).sum()} of {owner.size} territories: nothing to plan")
    rules = Rules.search() if rules is None else rules
    made = record(rules.replace(claim="given", setup="none", first=seat), players)
    start = board_record(board), made, position_record(board, players, position), players
    fixed = words_for(0, len(board))
    most = max(4, int(megabytes * 1e6 / 8 - fixed) // (words_for(1, len(board)) - fixed))
    nodes = most if seconds is not None else min(_FIRST_NODES, most)
    while True:
        memory = np.zeros(words_for(nodes, len(board)), np.int64)
        begin(new_state(), *start, memory, HEURISTICS.index(heuristic))
        if seconds is not None:
            outcome = _timed(memory, start[0], limit, seconds)
        else:
            outcome = _OUTCOMES[go_on(memory, start[0], limit)]
        if outcome is not _OUTCOMES[MEMORY] or nodes == most:
            return _read(memory, board, outcome)
        nodes = min(_GROWTH * nodes, most)


def _timed(memory: np.ndarray, boards: np.ndarray, limit: int, seconds: float) -> tuple[str, str]:
    end = time.perf_counter() + seconds
    reach = 0
    while True:
        reach = min(reach + _CHUNK, limit)
        status = go_on(memory, boards, reach)
        if status != LIMIT or reach == limit:
            return _OUTCOMES[status]
        if time.perf_counter() > end:
            return _TIME_UP


def _read(memory: np.ndarray, board: Board, outcome: tuple[str, str]) -> Plan:
    """Follow the parents from the best node to the root and turn the way around."""
    header = frontier.head(memory)
    way = [int(header["best"])]
    while way[-1] > 0:
        way.append(int(frontier.nodes(memory, way[-1:])["parent"][0]))
    nodes = frontier.nodes(memory, way[::-1])
    land = np.stack([nodes["land"] & 0xFFFFFFFF, nodes["land"] >> 32], axis=2)
    land = land.reshape(len(nodes), -1)[:, : len(board)]
    owners, armies = (land & 15) - 1, land >> 4
    moves = _moves(board, nodes, armies)
    return Plan(
        *outcome,
        cost=int(nodes["cost"][-1]),
        turns=sum(move.action == "place" for move in moves),
        expanded=int(header["expanded"]),
        generated=int(header["generated"]),
        moves=moves,
        owners=owners,
        armies=armies,
    )


def _moves(board: Board, nodes: np.ndarray, armies: np.ndarray) -> tuple[Step, ...]:
    names = board.territories
    found, turn = [], 0
    for k in range(1, len(nodes)):
        action = int(nodes["action"][k])
        placing = (int(nodes["flags"][k - 1]) >> 8) & 15 == PLACE
        x, y = action >> 40, (action >> 32) & 255
        turn += placing and action != ENEMIES
        if action == ENEMIES:
            found.append(Step(turn, "enemies"))
        elif action == PASS:
            found.append(Step(turn, "rest"))
        elif placing:
            found.append(Step(turn, "place", None, names[x], action & 0xFFFFFFFF))
        else:
            found.append(Step(turn, "attack", names[x], names[y], int(nodes["moved"][k]), int(armies[k, x])))
    return tuple(found)


@kernel
def begin_here(states, boards, rules, memory, heuristic):
    """Begin a search from the decision that waits in a game."""
    open_search(memory, states[0], boards[0], rules[0], heuristic)


@kernel
def _without_search(states, boards, rules):
    return without_search(states[0], boards[0], rules[0])


def real_time(seconds: float = 0.5, heuristic: str = "squared", megabytes: float = 64.0):
    """Return real-time A* with a limit of time, for play; its games cannot be repeated.

    Parameters
    ----------
    seconds : float
        Most seconds of search for one decision; the source's agent has half a second.
    heuristic : str
        See `riskkit.agents.search.heuristics.estimate`.
    megabytes : float
        Memory of the search.

    Returns
    -------
    callable
        A Python agent ``game -> action``, to sit in a line-up.
    """
    check_number("seconds", seconds, 0.0)
    check_name("heuristic", heuristic, HEURISTICS)
    check_number("megabytes", megabytes, 0.1)
    memory = np.zeros(int(megabytes * 1e6 / 8), np.int64)
    share = [1.0]

    def real_time_a_star(game) -> int:
        states = np.array([game.state], STATE)
        boards, made = board_record(game.board), record(game.rules, int(game.state.players))
        if game.phase == PHASE_NAMES[MOVE]:
            total = int(game.state.armies[game.state.source]) + 1
            most = int(most_to_move(game.state, made[0]))
            return min(max(round(share[0] * total), int(game.state.minimum)), most)
        action = _without_search(states, boards, made)
        if action != NOT_DECIDED:
            return int(action)
        begin_here(states, boards, made, memory, HEURISTICS.index(heuristic))
        found = _read(memory, game.board, _timed(memory, boards, 1 << 40, seconds))
        step = next((move for move in found.moves if move.action != "enemies"), Step(0, "rest"))
        if step.action == "place":
            return int(place(game.board.index(step.target), step.armies))
        if step.action == "rest":
            return PASS
        armies, stay = step.armies or 0, step.stay or 0
        share[0] = armies / (armies + stay)
        return int(attack(game.board.index(step.source), game.board.index(step.target)))

    return real_time_a_star
