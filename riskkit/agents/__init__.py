"""Agents: each is a compiled function from position to action, with its data and source."""

from riskkit.agents import basic, minimax, planners, search, search_program, strategy
from riskkit.agents.base import Agent, agent, available, get, register
from riskkit.agents.personality import personality

__all__ = [
    "Agent",
    "agent",
    "available",
    "basic",
    "get",
    "minimax",
    "personality",
    "planners",
    "register",
    "search",
    "search_program",
    "strategy",
]
