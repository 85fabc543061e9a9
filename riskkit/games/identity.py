"""What tells an agent apart in the key of a stored match: its name, parameters and code."""

import hashlib
from functools import partial
from types import CodeType

from riskkit.agents import Agent, available, get


def identity(agent) -> list:
    """Return what tells an agent apart in the key of a stored result.

    A registered agent is known by its name, parameters and memory (its code belongs to the
    rules version, and the size of its workspace to its code); any other also by its workspace
    and code: bytecode, constants, defaults, closure. What its code looks up by name elsewhere
    (globals, helpers) is not part of it.
    """
    if isinstance(agent, Agent):
        known = agent.name in available() and get(agent.name).function is agent.function
        plain = [agent.name, agent.parameters, agent.memory, agent.persistent]
        if known:
            return plain
        return [*plain, agent.workspace, code_hash(agent.function), code_hash(agent.prepare) if agent.prepare else None]
    if not hasattr(agent, "__code__"):
        raise ValueError(
            f"save cannot tell what {agent!r} will play, since it is no plain function: play it without "
            "save, or make it a function"
        )
    return [agent.__name__, code_hash(agent)]


def code_hash(function) -> str:
    """Return a hash of a function's code, defaults and closure (of a `functools.partial` with its values)."""
    if isinstance(function, partial):
        return hashlib.sha256(f"{code_hash(function.func)} {function.args!r}".encode()).hexdigest()[:16]
    function = getattr(function, "py_func", function)
    digest = hashlib.sha256()
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        digest.update(code.co_code + repr(code.co_names).encode())
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                waiting.append(constant)
            else:
                digest.update(repr(constant).encode())
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    digest.update(repr((function.__defaults__, function.__kwdefaults__)).encode())
    for value in cells:
        is_function = hasattr(value, "__code__") or hasattr(value, "py_func")
        digest.update((code_hash(value) if is_function else repr(value)).encode())
    return digest.hexdigest()[:16]
