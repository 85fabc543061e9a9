"""The "balanced blitz" of a commercial online Risk game: true odds, bent towards the favourite.

Written from the game's public rule (version 3.3), which works on the exact distribution of final
outcomes: the attacker wins having lost i armies, or is wiped out having killed j.
"""

from __future__ import annotations

import numpy as np

from riskkit.odds.battles import Battle, battle
from riskkit.odds.dice import CLASSIC, Dice

NEGLIGIBLE = 0.05
SIDE_POWER = 1.3
TRIMMED = 0.10
OUTCOME_POWER = 1.8


def balanced_blitz(attackers: int, defenders: int, *, dice: Dice = CLASSIC) -> Battle:
    """Return how a battle ends under the balanced-blitz rule.

    Steps: a chance to win (or lose) of at most 0.05 becomes 0; both chances are raised to the power 1.3 and
    scaled to 1; 0.10 is cut off each end of the outcomes, ordered from best to worst for
    the attacker; within each side the outcomes are raised to the power 1.8 and scaled
    back to the side's chance.

    Parameters
    ----------
    attackers, defenders, dice
        As in :func:`riskkit.odds.battle`; the battle is fought to the end.

    Returns
    -------
    Battle

    Examples
    --------
    >>> round(balanced_blitz(10, 10).win, 4), round(balanced_blitz(100, 100).win, 4)
    (0.6094, 0.9773)
    """
    true = battle(attackers, defenders, dice=dice)
    if true.attackers == 0 or true.defenders == 0:
        return true
    won, lost = true.goal[::-1, 0], true.held[0]
    sides = np.array([won.sum(), lost.sum()])
    sides[sides <= NEGLIGIBLE] = 0.0
    sides = sides**SIDE_POWER
    sides /= sides.sum()
    ordered = np.concatenate([_scaled(won, sides[0]), _scaled(lost, sides[1])])
    ordered = _trimmed(_trimmed(ordered)[::-1])[::-1]
    won, lost = ordered[: len(won)], ordered[len(won) :]
    total = ordered.sum()
    goal, held = np.zeros_like(true.goal), np.zeros_like(true.held)
    goal[::-1, 0] = _scaled(won**OUTCOME_POWER, won.sum() / total)
    held[0] = _scaled(lost**OUTCOME_POWER, lost.sum() / total)
    return Battle(true.attackers, true.defenders, 0, 0, dice, goal, held)


def _scaled(outcomes: np.ndarray, total: float) -> np.ndarray:
    now = outcomes.sum()
    return outcomes * (total / now) if now > 0 else outcomes


def _trimmed(outcomes: np.ndarray) -> np.ndarray:
    """Return the outcomes without the first ``TRIMMED`` of their probability."""
    before = np.concatenate([[0.0], np.cumsum(outcomes)[:-1]])
    return np.maximum(0.0, np.minimum(outcomes, before + outcomes - TRIMMED))
