"""Exact battle odds: single rolls, battles, and everything that is asked about them.

Convention: ``attackers`` are the armies free to attack (those on the territory less the one that
must stay, :func:`free`); ``defenders`` are all armies of the attacked territory.
"""

from riskkit.odds.battle import Battle, battle, free, survivors, table, win_probability
from riskkit.odds.dice import CAPITAL, CLASSIC, Dice, roll

__all__ = [
    "CAPITAL",
    "CLASSIC",
    "Battle",
    "Dice",
    "battle",
    "free",
    "roll",
    "survivors",
    "table",
    "win_probability",
]
