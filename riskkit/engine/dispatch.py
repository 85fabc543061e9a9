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

    Parameters
    ----------
    agents
        One `Agent` for each seat, or None for a seat played from outside.
    parameters
        One float64 array for each seat, as prepared for the board (shared by workers).
    """

    def __init__(self, agents, parameters):
        self.records = records(MAX_P, SEAT)
        self.memories = [np.zeros(max(1, a.memory if a else 0)) for a in agents]
        size = max([a.workspace for a in agents if a], default=0)
        self.workspace = np.zeros(max(1, (size + 7) // 8))
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


def address_table(agents) -> np.ndarray:
    """Return the int64 table of agents' addresses by seat (0 for None)."""
    table = np.zeros(MAX_P, np.int64)
    for p, agent in enumerate(agents):
        if agent is not None:
            table[p] = address_of(agent.function, agent.name)
    return table
