"""The sixteen graph personalities (Keng and Draves 2015)."""

from riskkit.agents.personality.agent import TRAITS, make, traits_of
from riskkit.agents.personality.metric import METRICS, metric

__all__ = ["METRICS", "TRAITS", "make", "metric", "traits_of"]
