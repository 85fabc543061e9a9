"""The studies: one module each, with its published settings, its results and its claims."""
