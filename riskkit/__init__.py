"""riskkit: a compiled engine for the board game Risk and the studies built on it."""

import importlib

__version__ = "0.1.0"

_MODULES = (
    "agents",
    "analysis",
    "boards",
    "claims",
    "engine",
    "envs",
    "games",
    "league",
    "odds",
    "plots",
    "report",
    "results",
    "studies",
)
_NAMES = {
    "Agent": "agents",
    "Board": "boards",
    "Game": "games.game",
    "RiskkitError": "errors",
    "Rules": "rules",
    "agent": "agents.base",
    "match": "games.bulk",
    "series": "games.bulk",
    "standings": "games.bulk",
    "sweep": "games.bulk",
    "tournament": "games.bulk",
    "win_rates": "games.bulk",
}
__all__ = [*_MODULES, *_NAMES]


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"riskkit.{name}")
    if name in _NAMES:
        return getattr(importlib.import_module(f"riskkit.{_NAMES[name]}"), name)
    raise AttributeError(f"riskkit has no {name!r}; it has {', '.join(sorted(__all__))}")


def __dir__():
    return sorted([*globals(), *__all__])
