"""Agents that search: greedy, A* and real-time A*, their plain companions, and plans to look at (2018)."""

from riskkit.agents.search import planners, program, simple
from riskkit.agents.search.planners import make

__all__ = ["make", "planners", "program", "simple"]
