"""From agents to what the compiled loop needs: addresses, and a seat record for each."""

import threading

import numba
import numpy as np
from numba import config, types

from riskkit.engine import seats as seats_module
from riskkit.engine.types import BOARD, MAX_P, RULES, SEAT, STATE, records

AGENT_ARGUMENTS = tuple(numba.from_dtype(dtype) for dtype in (STATE, BOARD, RULES, SEAT))
_compiled = {}
_lock = threading.Lock()


def address_of(function, name: str) -> int:
    """Return the address of an agent's compiled function, compiling it if need be.

    Parameters
    ----------
    function
        Numba dispatcher of ``(state, board, rules, seat) -> int64``.
    name
        The agent's name, for error messages.

    Raises
    ------
    TypeError
        If the function does not compile with these arguments or returns something other
        than an int64 action on every path.
    """
    with _lock:
        if id(function) in _compiled:
            return _compiled[id(function)][1]
        if config.DISABLE_JIT:
            address = len(_compiled) + 1
            seats_module.PYTHON_AGENTS[address] = function
        else:
            address = _compile(function, name)
        _compiled[id(function)] = (function, address)
        return address


def _compile(function, name: str) -> int:
    try:
        function.compile(AGENT_ARGUMENTS)
    except numba.core.errors.NumbaError as error:
        raise TypeError(f"agent {name!r} does not compile: {error}") from error
    except KeyError as error:
        raise TypeError(
            f"agent {name!r} reads a field {error} that no record has; the fields are listed in riskkit.engine.types"
        ) from error
    result = function.overloads[AGENT_ARGUMENTS]
    kind = result.signature.return_type
    if kind != types.int64:
        raise TypeError(
            f"agent {name!r} must return an int64 action on every path, not {kind}; build "
            f"actions with riskkit.engine.actions (attack, place, ...) and PASS"
        )
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


class Seats:
    """The seat records of one worker with the arrays they point to.

    A copy, deep or from a pickle, has records of its own, which point to its own arrays: what
    the memories hold goes with it, the workspace, whose content is undefined, does not.

    Parameters
    ----------
    agents
        One `Agent` for each seat, or None for a seat played from outside.
    parameters
        One float64 array for each seat, as prepared for the board (shared by workers).
    workspace
        The scratch of other seats of these agents to share, for games that one thread plays in turn.
    """

    def __init__(self, agents, parameters, workspace=None):
        self.agents = agents
        self.records = records(MAX_P, SEAT)
        self.memories = [np.zeros(max(1, a.memory if a else 0)) for a in agents]
        size = max([a.workspace for a in agents if a], default=0)
        self.workspace = np.zeros(max(1, (size + 7) // 8)) if workspace is None else workspace
        self.parameters = parameters
        for p, agent in enumerate(agents):
            record = self.records[p : p + 1]
            record["player"] = p
            record["parameters"] = parameters[p].ctypes.data
            record["parameters_length"] = parameters[p].size
            record["memory"] = self.memories[p].ctypes.data
            record["memory_length"] = self.memories[p].size
            record["workspace"] = self.workspace.ctypes.data
            record["workspace_length"] = self.workspace.size
            record["persistent"] = bool(agent and agent.persistent)

    def remember(self, memories) -> "Seats":
        """Take over the content of the memories of other seats of the same agents; return itself."""
        for own, other in zip(self.memories, memories, strict=True):
            own[:] = other
        return self

    def __deepcopy__(self, memo):
        return Seats(self.agents, self.parameters).remember(self.memories)

    def __reduce__(self):
        return _seats, (self.agents, self.parameters, self.memories)


def _seats(agents, parameters, memories) -> Seats:
    return Seats(agents, parameters).remember(memories)


def address_table(agents) -> np.ndarray:
    """Return the int64 table of agents' addresses by seat (0 for None)."""
    table = np.zeros(MAX_P, np.int64)
    for p, agent in enumerate(agents):
        if agent is not None:
            table[p] = address_of(agent.function, agent.name)
    return table
