"""The compiled course of a deep Q training."""
