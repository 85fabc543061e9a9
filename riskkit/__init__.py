"""riskkit: a compiled engine for the board game Risk and the studies built on it."""

from typing import TYPE_CHECKING

from riskkit._lazy import face

if TYPE_CHECKING:
    from riskkit import (
        agents,
        analysis,
        boards,
        claims,
        engine,
        envs,
        errors,
        games,
        league,
        learning,
        odds,
        plots,
        report,
        results,
        rules,
        studies,
    )
    from riskkit.agents import Agent, agent
    from riskkit.boards import Board
    from riskkit.errors import RiskkitError
    from riskkit.games.bulk import match, series, standings, sweep, tournament, win_rates
    from riskkit.games.game import Game
    from riskkit.rules import Rules

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Board",
    "Game",
    "RiskkitError",
    "Rules",
    "agent",
    "agents",
    "analysis",
    "boards",
    "claims",
    "engine",
    "envs",
    "errors",
    "games",
    "league",
    "learning",
    "match",
    "odds",
    "plots",
    "report",
    "results",
    "rules",
    "series",
    "standings",
    "studies",
    "sweep",
    "tournament",
    "win_rates",
]

_NAMES = {
    "Agent": "agents",
    "Board": "boards",
    "Game": "games.game",
    "RiskkitError": "errors",
    "Rules": "rules",
    "agent": "agents",
    "match": "games.bulk",
    "series": "games.bulk",
    "standings": "games.bulk",
    "sweep": "games.bulk",
    "tournament": "games.bulk",
    "win_rates": "games.bulk",
}

__getattr__, __dir__ = face(__name__, _NAMES)
