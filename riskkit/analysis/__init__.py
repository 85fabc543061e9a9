"""Intervals, tests, difference and survival analysis."""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
