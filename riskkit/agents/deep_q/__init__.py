"""The deep Q attack bot: a small network, or a table, that says of each pair whether to attack."""

from riskkit.agents.deep_q.network import AS_RUN, DESCRIBED, FEATURES, Settings, network_bot
from riskkit.agents.deep_q.pairs import Asking, random_bot, table_bot

__all__ = ["AS_RUN", "DESCRIBED", "FEATURES", "Asking", "Settings", "network_bot", "random_bot", "table_bot"]
