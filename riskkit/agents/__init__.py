"""Agents: each is a compiled function from position to action, with its data and source."""

from riskkit.agents import basic, deep_q, minimax, pairs, planners, search, search_program, strategy, td, vanguard
from riskkit.agents.base import Agent, agent, available, get, register
from riskkit.agents.personality import personality
from riskkit.agents.weights import load, shipped

__all__ = [
    "Agent",
    "agent",
    "available",
    "basic",
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
