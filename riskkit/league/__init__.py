"""The league: every agent on equal terms, and the rank of a new one."""

from riskkit._lazy import face
from riskkit.league.meeting import meet, members
from riskkit.league.results import rank, results
from riskkit.league.settings import GAMES, RULES, SEED

__all__ = ["GAMES", "RULES", "SEED", "meet", "members", "rank", "results"]

__getattr__, __dir__ = face(__name__)
