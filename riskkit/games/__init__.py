"""Games: one by hand, blocks of them, and matches, series, tournaments and sweeps."""
