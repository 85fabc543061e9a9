"""What tells an agent apart in the key of a stored result."""

import hashlib
import inspect
import textwrap
from functools import partial
from types import CodeType, FunctionType

import numpy as np

from riskkit.agents.base import Agent
from riskkit.agents.names import available, get
from riskkit.results.keys import Parts, known_by, parts


@known_by(FunctionType)
@known_by(Agent)
def agent_parts(agent) -> Parts:
    """Return what an agent contributes to the key of a result.

    An agent that comes with riskkit, or whose weights do, is known by its name and version
    alone. One that was made of settings is known by its name, those settings and its version;
    any other by its name, parameters (to twelve digits), memory and source text. What its code
    looks up by name elsewhere (globals, helpers) is not part of it.

    Raises
    ------
    ValueError
        If it is no plain function, so that its code cannot be told.
    """
    if not isinstance(agent, Agent):
        if not hasattr(agent, "__code__"):
            raise ValueError(
                f"save cannot tell what {agent!r} will play, since it is no plain function: play it without "
                "save, or make it a function"
            )
        found = ["python agent", agent.__name__, code_hash(agent)]
        return Parts(found, found, {})
    versions = {f"agent {agent.name}": agent.version}
    if _is_known(agent):
        return Parts({"agent": agent.name}, {"agent": agent.name}, versions)
    if agent.settings is not None:
        made = parts(agent.settings)
        return Parts(
            {"agent": agent.name, "settings": made.key}, {"agent": agent.name, "settings": made.whole}, versions
        )
    own = {
        "agent": agent.name,
        "parameters": [float(f"{value:.12g}") for value in agent.parameters],
        "memory": agent.memory,
        "persistent": agent.persistent,
        "code": [code_hash(part) for part in (agent.function, agent.prepare) if part is not None],
    }
    return Parts(own, own, versions)


def _is_known(agent: Agent) -> bool:
    if agent.name not in available():
        return False
    known = get(agent.name)
    return known.function is agent.function and np.array_equal(known.parameters, agent.parameters)


def _constants(code: CodeType) -> str:
    """Return the names and constants of code, by which functions on one line are told apart."""
    inner = [_constants(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return repr((code.co_names, inner))


def code_hash(function) -> str:
    """Return a hash of a function's source text, defaults and closure (of a `functools.partial` with its values).

    Where there is no source text, its bytecode stands for it.
    """
    if isinstance(function, partial):
        return hashlib.sha256(f"{code_hash(function.func)} {function.args!r}".encode()).hexdigest()[:16]
    function = getattr(function, "py_func", function)
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        text = function.__code__.co_code.hex()
    digest = hashlib.sha256((text + _constants(function.__code__)).encode())
    digest.update(repr((function.__defaults__, function.__kwdefaults__)).encode())
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        is_function = hasattr(value, "__code__") or hasattr(value, "py_func")
        digest.update((code_hash(value) if is_function else repr(value)).encode())
    return digest.hexdigest()[:16]
