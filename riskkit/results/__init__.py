"""Stored results: what makes a table, where it lies, and which notebook reads it."""
