"""Intervals, tests, difference and survival analysis."""
