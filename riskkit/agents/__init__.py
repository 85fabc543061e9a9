"""Agents: each is a compiled function from position to action, with its data and source."""

from riskkit.agents import basic, search, strategy
from riskkit.agents.base import Agent, agent, available, get, register

__all__ = ["Agent", "agent", "available", "basic", "get", "register", "search", "strategy"]
