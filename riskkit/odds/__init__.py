"""Exact battle odds: single rolls, battles, and everything that is asked about them.

Convention: ``attackers`` are the armies free to attack (those on the territory less the one that
must stay, :func:`free`); ``defenders`` are all armies of the attacked territory. One exact model
(:class:`Dice` and the roll it gives) stands behind every function.
"""

from riskkit._lazy import face
from riskkit.odds import tan
from riskkit.odds.allocation import Allocation, allocate
from riskkit.odds.battles import Battle, battle, free, survivors, table, win_probability
from riskkit.odds.blitz import balanced_blitz
from riskkit.odds.chains import Chain, chain, chain_values
from riskkit.odds.dice import CAPITAL, CLASSIC, Dice, roll
from riskkit.odds.forks import Fork, fork
from riskkit.odds.losses import loss_ratio, unlimited_losses
from riskkit.odds.needed import attackers_needed, chain_attackers_needed
from riskkit.odds.rolls import after_rolls
from riskkit.odds.simulation import simulate

__all__ = [
    "CAPITAL",
    "CLASSIC",
    "Allocation",
    "Battle",
    "Chain",
    "Dice",
    "Fork",
    "after_rolls",
    "allocate",
    "attackers_needed",
    "balanced_blitz",
    "battle",
    "chain",
    "chain_attackers_needed",
    "chain_values",
    "fork",
    "free",
    "loss_ratio",
    "roll",
    "simulate",
    "survivors",
    "table",
    "tan",
    "unlimited_losses",
    "win_probability",
]

__getattr__, __dir__ = face(__name__)
