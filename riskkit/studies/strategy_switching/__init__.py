"""Strategy switching by deep Q-learning (A Smart Strategist for Risk, 2022).

`runs` holds the set-ups and their stored tables, `training` one run, `ledger` the claims.
"""
