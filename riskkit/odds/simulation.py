"""Battles with rolled and sorted dice, to hold the exact values against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from riskkit.errors import check_integer
from riskkit.odds.checks import check_armies, check_dice, check_memory, check_stops
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import moving_steps

if TYPE_CHECKING:
    import pandas as pd


def simulate(
    attackers: int,
    defenders: int,
    battles: int,
    seed: int,
    *,
    stop_attackers: int = 0,
    stop_defenders: int = 0,
    min_dice: int = 1,
    dice: Dice = CLASSIC,
) -> pd.DataFrame:
    """Fight many battles with rolled dice and return how each ended.

    Parameters
    ----------
    battles : int
        Number of independent battles.
    seed : int
        Seed of the dice.
    attackers, defenders, stop_attackers, stop_defenders, min_dice, dice
        As in :func:`riskkit.odds.battle`; the defender must roll all dice allowed.

    Returns
    -------
    DataFrame
        A row a battle: attackers, defenders (left at the end), rolls.
    """
    dice = check_dice(dice)
    if dice.choice != "all":
        raise ValueError(f"simulate rolls all dice of the defender; choice is {dice.choice!r}")
    moving_steps(dice)
    attackers, defenders = check_armies(attackers, defenders, dice)
    stop_a, stop_d = check_stops(stop_attackers, stop_defenders, min_dice, dice)
    battles = check_integer("battles", battles, 1)
    check_memory(f"{battles:,} battles", battles * (4 + dice.attack + dice.defence))
    rng = np.random.default_rng(check_integer("seed", seed, 0))
    a, d = np.full(battles, attackers), np.full(battles, defenders)
    rolls = np.zeros(battles, np.int64)
    on = np.flatnonzero((a > stop_a) & (d > stop_d))
    while len(on):
        lost_a, lost_d = _roll(rng, a[on], d[on], dice)
        a[on] -= lost_a
        d[on] -= lost_d
        rolls[on] += 1
        on = on[(a[on] > stop_a) & (d[on] > stop_d)]
    import pandas as pd

    return pd.DataFrame({"attackers": a, "defenders": d, "rolls": rolls})


def _roll(rng, a: np.ndarray, d: np.ndarray, dice: Dice) -> tuple[np.ndarray, np.ndarray]:
    """Roll once in every battle; return what both sides lose."""
    attack = _sorted_dice(rng, a, dice.attack, dice.attack_sides)
    defence = _sorted_dice(rng, d, dice.defence, dice.defence_sides)
    lost_a, lost_d = np.zeros(len(a), np.int64), np.zeros(len(a), np.int64)
    for k in range(dice.pairs):
        compared = (a > k) & (d > k)
        x = np.maximum(1, attack[:, k] + _entry(dice.attack_modifiers, k))
        y = np.maximum(1, defence[:, k] + _entry(dice.defence_modifiers, k))
        lost_d += compared & ((x > y) | ((x == y) & (dice.ties == "attacker")))
        lost_a += compared & ((x < y) | ((x == y) & (dice.ties == "defender")))
    return lost_a, lost_d


def _sorted_dice(rng, armies: np.ndarray, most: int, sides: int) -> np.ndarray:
    """Return dice sorted from the highest; dice that are not rolled show 0."""
    shown = rng.integers(1, sides + 1, (len(armies), most))
    shown[np.arange(most) >= armies[:, None]] = 0
    return np.sort(shown, axis=1)[:, ::-1]


def _entry(modifiers: tuple[int, ...], k: int) -> int:
    return modifiers[k] if k < len(modifiers) else 0
