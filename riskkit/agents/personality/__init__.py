"""The sixteen graph personalities (Keng and Draves 2015)."""

from riskkit.agents.personality.agent import TRAITS, personality, traits_of
from riskkit.agents.personality.metric import METRICS, metric

__all__ = ["METRICS", "TRAITS", "metric", "personality", "traits_of"]
