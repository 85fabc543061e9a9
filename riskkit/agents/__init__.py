"""Agents: each is a compiled function from position to action, with its data and source.

Every module and family in this folder is imported here, so that an agent is registered by
being there.
"""

import importlib
import pkgutil

from riskkit._lazy import face
from riskkit.agents.base import Agent, TakenNameError, agent, register, registered
from riskkit.agents.names import available, catalogue, get
from riskkit.agents.weights import STUDIED, load, shipped

for _found in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_found.name}")

for _name in STUDIED:
    if _name in registered():
        raise TakenNameError(f"two agents with one name: {_name!r} is registered, and weights of that name are shipped")

BUILT_IN = tuple(sorted({*registered(), *STUDIED}))
"""Names of the agents that come with riskkit; `available` also has those of its user."""

__all__ = [
    "BUILT_IN",
    "Agent",
    "TakenNameError",
    "agent",
    "available",
    "catalogue",
    "get",
    "load",
    "register",
    "registered",
    "shipped",
]

__getattr__, __dir__ = face(__name__)
