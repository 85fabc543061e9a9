"""The agent as a value, and the registry of agents by name."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.errors import RiskkitError, check_integer


class PickledAgentError(RiskkitError, TypeError):
    """Raised when an agent cannot be pickled, or a pickled one is not that of this riskkit."""


@dataclass(frozen=True, eq=False)
class Agent:
    """A player: a compiled function from position to action, with its data.

    It never changes, so that a copy is the agent itself. A pickle holds no code but the name of
    a registered agent, or where its functions are found, and its version (`PickledAgentError`).

    Attributes
    ----------
    name
        Name under which results list it.
    function
        Compiled ``(state, board, rules, seat) -> int64 action`` (see
        `riskkit.engine.actions`); asked once for each decision.
    parameters
        float64 array that the function reads through ``parameters(seat)``.
    memory
        Number of float64 cells of ``memory(seat)``, zero at the start of each game.
    workspace
        Bytes of scratch that the function finds behind ``workspace_f8/i8(seat)``.
    persistent
        Whether the memory is kept from game to game (agents that learn while playing);
        such agents play in `riskkit.series`.
    prepare
        Optional ``(board, rules, parameters) -> float64 array``, called once a match: what
        the function then finds as its parameters (tables folded for a board, say).
    study, source, about
        Study it belongs to, where it is described, and what the source leaves open.
    thinks_long
        Whether a game takes it seconds rather than thousandths; the league plays fewer games.
    settings
        What it was made of, where a function makes such agents of settings (a frozen dataclass):
        stored results know it by these and not by its parameters.
    version
        Raised by one when the agent's play changes, so that stored results of its older
        play are not taken for those of today.
    """

    name: str
    function: Callable
    parameters: np.ndarray = field(default_factory=lambda: np.zeros(0))
    memory: int = 0
    workspace: int = 0
    persistent: bool = False
    prepare: Callable | None = None
    study: str = ""
    source: str = ""
    about: str = ""
    thinks_long: bool = False
    settings: object = None
    version: int = 1

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name:
            raise TypeError(f"an agent's name is a text, not {self.name!r}")
        check_integer("memory", self.memory, 0, 10**9)
        check_integer("workspace", self.workspace, 0, 10**10)
        check_integer("version", self.version, 1, 10**6)
        values = np.ascontiguousarray(self.parameters, dtype=np.float64).ravel()
        values.flags.writeable = False
        object.__setattr__(self, "parameters", values)

    def __repr__(self):
        return f"Agent({self.name!r})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        if _registry.get(self.name) is self:
            return _registered, (self.name, self.version, self.parameters)
        code = _reference(self.name, self.function), self.prepare and _reference(self.name, self.prepare)
        rest = {
            part.name: getattr(self, part.name) for part in fields(self) if part.name not in ("function", "prepare")
        }
        return _referenced, (*code, rest)

    def with_parameters(self, parameters, name: str | None = None) -> "Agent":
        """Return the same agent with other parameters and, if given, another name."""
        return replace(self, parameters=parameters, name=name or self.name, settings=None)

    def prepared(self, board, rules) -> np.ndarray:
        """Return the float64 array that the function reads on this board."""
        if self.prepare is None:
            return self.parameters
        return np.ascontiguousarray(self.prepare(board, rules, self.parameters), np.float64)


class TakenNameError(RiskkitError, ValueError):
    """Raised when an agent is registered under a name that another agent has."""


_registry: dict[str, Agent] = {}


def _reference(name: str, function) -> tuple:
    """Return where a function is found, with the values of a `functools.partial`: (module, qualified name, values)."""
    values: tuple = ()
    if isinstance(function, partial):
        function, values = function.func, function.args
    plain = getattr(function, "py_func", function)
    place = plain.__module__, plain.__qualname__
    if _found(*place) is not function:
        raise PickledAgentError(
            f"agent {name!r} cannot be pickled: its function {place[1]} is not found in the module {place[0]} by "
            "that name; define it at the top of a module, or pickle what it is made of"
        )
    return *place, values


def _found(module: str, name: str):
    """Return the function of a name in a module, also where the name is now its agent; None if there is none."""
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return None
    return found.function if isinstance(found, Agent) else found


def _registered(name: str, version: int, parameters: np.ndarray) -> Agent:
    """Return a registered agent of a pickle, if it is still the one that was pickled."""
    importlib.import_module("riskkit.agents")
    if name not in _registry:
        raise PickledAgentError(f"there is no agent {name!r} here: register it before the pickle is read")
    known = _registry[name]
    if known.version != version or not np.array_equal(known.parameters, parameters):
        raise PickledAgentError(
            f"the pickled agent {name!r} has version {version}, the one here version {known.version}"
            + ("" if known.version != version else " but other parameters")
        )
    return known


def _referenced(function: tuple, prepare: tuple | None, rest: dict) -> Agent:
    """Return the agent of a pickle whose functions are found by name."""
    importlib.import_module("riskkit.agents")
    made: dict[str, Any] = {}
    for part, place in (("function", function), ("prepare", prepare)):
        if place is not None:
            found = _found(*place[:2])
            if found is None:
                raise PickledAgentError(f"the pickled agent {rest['name']!r} needs {place[1]} of the module {place[0]}")
            made[part] = partial(found, *place[2]) if place[2] else found
    versions = {known.version for known in _registry.values() if known.function is made["function"]}
    if versions and rest["version"] not in versions:
        raise PickledAgentError(
            f"the pickled agent {rest['name']!r} has version {rest['version']}, those of its function here {versions}"
        )
    return Agent(**made, **rest)


def register(new: Agent) -> Agent:
    """Add an agent to the registry and return it.

    Raises
    ------
    TakenNameError
        (a ``ValueError``) if the name is taken; the modules of both agents are named.
    """
    if new.name in _registry:
        first, second = (agent.function.__module__ for agent in (_registry[new.name], new))
        raise TakenNameError(f"two agents with one name: {new.name!r} of {first} is registered already, see {second}")
    _registry[new.name] = new
    return new


def agent(name: str, *, registered: bool = False, **fields):
    """Make an `Agent` of a plain Python function of (state, board, rules, seat).

    Parameters
    ----------
    name
        The agent's name.
    registered
        Whether to add it to the registry, so that its name can be used in a line-up.
    **fields
        Other fields of `Agent`.

    Examples
    --------
    >>> @agent("sleeper")
    ... def sleeper(state, board, rules, seat):
    ...     return first_legal(state, board, rules)
    """

    if not isinstance(name, str):
        raise TypeError("agent needs a name first: @agent('mine') above the function")

    def make(function):
        if not hasattr(function, "__code__") and not hasattr(function, "py_func"):
            raise TypeError(f"agent {name!r} must be a function of (state, board, rules, seat), not {function!r}")
        compiled = function if hasattr(function, "py_func") else kernel(function)
        new = Agent(name, compiled, **{"about": (function.__doc__ or "").strip(), **fields})
        return register(new) if registered else new

    return make


def registered() -> dict[str, Agent]:
    """Return the registered agents by name, sorted."""
    return dict(sorted(_registry.items()))
