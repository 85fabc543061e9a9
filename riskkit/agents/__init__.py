"""Agents: each is a compiled function from position to action, with its data and source."""

from riskkit.agents import basic, deep_q, minimax, pairs, planners, search, search_program, strategy, td, vanguard
from riskkit.agents.base import Agent, agent, register, registered
from riskkit.agents.names import available, catalogue, get
from riskkit.agents.personality import personality
from riskkit.agents.weights import STUDIED, load, shipped

BUILT_IN = tuple(sorted({*registered(), *STUDIED}))
"""Names of the agents that come with riskkit; `available` also has those of its user."""

__all__ = [
    "BUILT_IN",
    "Agent",
    "agent",
    "available",
    "basic",
    "catalogue",
    "deep_q",
    "get",
    "load",
    "minimax",
    "pairs",
    "personality",
    "planners",
    "register",
    "search",
    "search_program",
    "shipped",
    "strategy",
    "td",
    "vanguard",
]
