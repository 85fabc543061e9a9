"""Figures: functions that take a DataFrame, accept ``ax=`` and return the Axes."""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
