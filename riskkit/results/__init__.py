"""Stored results: what makes a table, where it lies, and which notebook reads it."""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
