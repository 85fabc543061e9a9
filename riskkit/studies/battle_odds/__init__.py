"""Battle odds: Tan, "Markov chains and the RISK board game" (1997), and Osborne (2003), against the exact chain.

Readings: Tan's numbers as printed (with two errors, inferred from his numbers), the true
chances of each pair of dice taken as independent, and the exact chain.
"""
