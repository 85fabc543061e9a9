"""Trained weights as files, and the agents they make."""

from riskkit.agents.weights.files import STUDIED, WeightsError, load, save, shipped

__all__ = ["STUDIED", "WeightsError", "load", "save", "shipped"]
