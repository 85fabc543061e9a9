"""The exact optimum for the reward of the deep Q bot, from the chain of a battle.

One pair of territories is a Markov decision process of its own: skip, or roll once more. Its
value is computed by going up in the armies of both sides, without sampling.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from riskkit import odds
from riskkit.agents.deep_q.pairs import MOST
from riskkit.errors import check_flag, check_integer, check_name, check_number, check_probability
from riskkit.studies.deep_q_attack.settings import READINGS, REWARDS

AFTER = ("ends", "goes on")


class Exact(NamedTuple):
    """The exact values of one pair of territories.

    Attributes
    ----------
    attack : numpy.ndarray
        1 where attacking is worth more than skipping, shape (10, 10), by [armies from - 1,
        armies to - 1].
    value : numpy.ndarray
        Value of attacking (skipping is worth 0), the same shape; NaN where one army stands.
    """

    attack: np.ndarray
    value: np.ndarray


def optimum(
    ties: str = "defender",
    discount: float = 0.8,
    conquest: float = 2.0,
    moved: bool = False,
    after: str = "goes on",
    follow: int = 1,
    most: int = MOST,
) -> Exact:
    """Return the attack table that is optimal for the reward, one roll a decision.

    Parameters
    ----------
    ties
        Who wins tied dice: ``"defender"`` or ``"attacker"``.
    discount
        Weight of the value after a roll.
    conquest
        Reward for a conquest; each army lost costs 1.
    moved
        Whether the armies that follow a conquest count as lost too.
    after
        What follows a conquest: ``"ends"`` (nothing), or ``"goes on"``: the next state is
        (armies left, 1), valued like an enemy's territory with one army, as the features
        cannot tell them apart.
    follow
        Armies that follow a conquest; 0 for as many as dice were rolled.
    most
        Most armies on a territory.

    Returns
    -------
    Exact

    Notes
    -----
    The horizon is the pair: skipping ends it, since a skipped pair with the same armies would
    be skipped again. Expected value, no approximation.
    """
    check_name("ties", ties, ("defender", "attacker"))
    check_name("after", after, AFTER)
    check_probability("discount", discount)
    check_integer("follow", follow, 0, 3)
    check_integer("most", most, 2, 1_000)
    check_number("conquest", conquest)
    check_flag("moved", moved)
    rolls = {(i, j): odds.roll(i, j, ties=ties) for i in (1, 2, 3) for j in (1, 2)}
    worth = np.full((most + 1, most + 1), np.nan)
    best = np.zeros((most + 1, most + 1))
    for a in range(2, most + 1):
        for d in range(1, most + 1):
            used = min(3, a - 1)
            value = 0.0
            for (lost, killed), chance in rolls[used, min(2, d)].items():
                left, standing = a - lost, d - killed
                reward = -float(lost)
                if standing > 0:
                    following = best[left, standing]
                else:
                    gone = min(left - 1, follow or used)
                    reward += conquest - (gone if moved else 0)
                    following = best[left - gone, 1] if after == "goes on" else 0.0
                value += float(chance) * (reward + discount * following)
            worth[a, d] = value
            best[a, d] = max(0.0, value)
    return Exact((worth[1:, 1:] > 0).astype(int), worth[1:, 1:])


@lru_cache(maxsize=len(READINGS))
def of_reading(reading: str) -> Exact:
    """Return the exact optimum under a reading's dice, reward and armies that follow."""
    return optimum(**REWARDS[check_name("reading", reading, READINGS)])


def whole_battle(ties: str = "defender", conquest: float = 2.0, most: int = MOST) -> Exact:
    """Return the same for a decision to fight until one side is done, without a second thought."""
    check_name("ties", ties, ("defender", "attacker"))
    check_number("conquest", conquest)
    check_integer("most", most, 2, 1_000)
    worth = np.full((most, most), np.nan)
    dice = odds.Dice(ties=ties)
    for a in range(2, most + 1):
        for d in range(1, most + 1):
            fought = odds.battle(a - 1, d, dice=dice)
            worth[a - 1, d - 1] = conquest * fought.win - fought.expected_attacker_losses
    return Exact((worth > 0).astype(int), worth)


def agreement(first, second) -> int:
    """Return in how many of the 90 cells two attack tables agree (the row of one army left out).

    Parameters
    ----------
    first, second
        Tables of shape (10, 10) or (9, 10).
    """
    for table in (first, second):
        if np.shape(table) not in ((MOST, MOST), (MOST - 1, MOST)):
            raise ValueError(f"an attack table has shape (10, 10) or (9, 10), not {np.shape(table)}")
        if not np.isin(table, (0, 1)).all():
            raise ValueError("an attack table says 1 (attack) or 0 in each cell")
    first, second = (np.asarray(table)[-(MOST - 1) :] for table in (first, second))
    return int((first == second).sum())
