"""The league: every agent on equal terms, and the rank of a new one."""

from riskkit._lazy import face
from riskkit.league.pairs import GAMES, RULES, SEED, meet, members, rank, results

__all__ = ["GAMES", "RULES", "SEED", "meet", "members", "rank", "results"]

__getattr__, __dir__ = face(__name__)
