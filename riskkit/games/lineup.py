"""A line-up made ready to play: agents, board and rules as the compiled loop wants them."""

import copy
from functools import cache
from pathlib import Path

import numpy as np

from riskkit import agents as agents_module
from riskkit import boards
from riskkit.agents import Agent
from riskkit.boards.board import Board
from riskkit.engine import explain
from riskkit.engine.caching import say_once
from riskkit.engine.dispatch import Seats, address_table
from riskkit.engine.jit import cache_directory
from riskkit.engine.records import board_record, position_record
from riskkit.engine.types import new_state
from riskkit.rules import Rules, record


def resolve_agent(agent):
    """Return an `Agent` of a name, an `Agent`, or a Python callable ``game -> action``."""
    if isinstance(agent, str):
        return agents_module.get(agent)
    if isinstance(agent, Agent) or callable(agent):
        return agent
    raise TypeError(f"an agent is a name, an Agent, or a function of a Game that returns an action, not {agent!r}")


def name_of(agent) -> str:
    """Return the name under which results list an agent."""
    if isinstance(agent, Agent):
        return agent.name
    return getattr(agent, "__name__", type(agent).__name__)


class Lineup:
    """Agents at a table with board and rules; a deep copy copies the agents that are Python objects.

    Attributes
    ----------
    agents : list
        `Agent` values or Python callables, by seat.
    names : list of str
        Their names; the same name at two seats stays the same.
    board : Board
    rules : Rules
    """

    def __init__(self, agents, board: Board | None = None, rules: Rules | None = None, position=None, first=None):
        if isinstance(agents, str):
            raise TypeError(f"agents must be a list of agents, one a seat, not the text {agents!r}")
        self.agents = [resolve_agent(agent) for agent in agents]
        self.names = [name_of(agent) for agent in self.agents]
        if not 2 <= len(self.agents) <= 6:
            raise ValueError(f"a game of Risk has 2 to 6 players, not {len(self.agents)}")
        self.board = boards.classic() if board is None else board
        if not isinstance(self.board, Board):
            raise TypeError(f"board must be a Board, such as riskkit.boards.classic(), not {board!r}")
        self.rules = Rules.classic() if rules is None else rules
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules must be a Rules value, such as riskkit.Rules.named('classic'), not {rules!r}")
        if first is not None:
            self.rules = self.rules.replace(first=first)
        if (self.rules.claim == "given") != (position is not None):
            raise ValueError(
                "a starting position (position=) goes with rules of claim='given', and only with them; "
                f"these rules have claim={self.rules.claim!r}"
            )
        self.players = len(self.agents)
        self.rules_record = record(self.rules, self.players)
        seats = self.players + int(self.rules_record["neutral"][0])
        if len(self.board) < seats:
            raise ValueError(f"the board has {len(self.board)} territories, too few for {seats} seats")
        self.board_record = board_record(self.board)
        self.position = position_record(self.board, self.players, position)
        self._compiled = [a if isinstance(a, Agent) else None for a in self.agents]
        self._parameters = [a.prepared(self.board, self.rules) if a else np.zeros(0) for a in self._compiled]
        announce_compilation()
        self.table = address_table(self._compiled)

    def __deepcopy__(self, memo):
        if self.is_compiled:
            return self
        made = Lineup.__new__(Lineup)
        made.__dict__.update(self.__dict__)
        made.agents = copy.deepcopy(self.agents, memo)
        return made

    def __reduce__(self):
        given = self.rules.claim == "given"
        position = [self.position[part][0, : len(self.board)] for part in ("owner", "armies")] if given else None
        return Lineup, (self.agents, self.board, self.rules, position)

    @property
    def is_compiled(self) -> bool:
        """Whether every seat is played by compiled code."""
        return all(self._compiled)

    @property
    def is_persistent(self) -> bool:
        """Whether some agent keeps its memory from game to game."""
        return any(a.persistent for a in self._compiled if a)

    def worker(self) -> "Worker":
        """Return the arrays that one worker needs to play."""
        return Worker(self)

    def refusal(self, worker: "Worker", game: int) -> explain.IllegalMove:
        """Return the error that says which agent gave which illegal action, when and why."""
        state = worker.states[0]
        phase = int(state["phase"])
        seat = int(state["current"])
        return explain.IllegalMove(
            f"agent {self.names[seat]!r} (seat {seat}) gave an illegal action in game {game}, turn "
            f"{state['turn']}, phase {explain.actions.PHASE_NAMES[phase]}: "
            f"{explain.describe(self.board, phase, state['refused'])}: {explain.reason(state['refusal'])}"
        )


class Worker:
    """One worker's state and seats; not shared between threads."""

    def __init__(self, lineup: Lineup):
        self.states = new_state()
        self.seats = Seats(lineup._compiled, lineup._parameters)

    def arguments(self, lineup: Lineup) -> tuple:
        """Return (states, boards, rules, given, table, seats), the kernels' usual start."""
        return (
            self.states,
            lineup.board_record,
            lineup.rules_record,
            lineup.position,
            lineup.table,
            self.seats.records,
        )


@cache
def announce_compilation() -> None:
    """Say once, on standard error, that the engine is being compiled, if it has to be.

    ``RISKKIT_QUIET=1`` keeps it silent.
    """
    from riskkit.engine import run

    folder = cache_directory(Path(run.__file__))
    if folder and not folder.exists():
        say_once("compiling the engine, once; this takes about half a minute, later starts use what is kept")
