"""Figures: functions that take a DataFrame, accept ``ax=`` and return the Axes."""
