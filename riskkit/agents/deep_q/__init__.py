"""The deep Q attack bot: a small network, or a table, that says of each pair whether to attack."""

from riskkit.agents.deep_q.network import AS_RUN, DESCRIBED, FEATURES, Settings, make
from riskkit.agents.deep_q.pairs import Asking

__all__ = ["AS_RUN", "DESCRIBED", "FEATURES", "Asking", "Settings", "make"]
