"""The TD(lambda) bot: a linear value of five features, learned while it plays."""

from riskkit.agents.td.agent import AS_RUN, DESCRIBED, DIVERGED, FEATURES, READINGS, Settings, history, learned, make

__all__ = ["AS_RUN", "DESCRIBED", "DIVERGED", "FEATURES", "READINGS", "Settings", "history", "learned", "make"]
