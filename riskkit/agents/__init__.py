"""Agents: each is a compiled function from position to action, with its data and source."""

from riskkit.agents import basic, deep_q, minimax, pairs, planners, search, search_program, strategy, td, vanguard
from riskkit.agents.base import Agent, agent, register
from riskkit.agents.names import available, catalogue, get
from riskkit.agents.personality import personality
from riskkit.agents.weights import load, shipped

__all__ = [
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
