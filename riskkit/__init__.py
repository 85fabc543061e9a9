"""riskkit: a compiled engine for the board game Risk and the studies built on it."""

__version__ = "0.1.0"
