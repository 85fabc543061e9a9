"""One battle for one territory: chance to win, losses, and who is left.

Convention: ``attackers`` are the armies that can be lost, that is, the armies on the attacking
territory less those that must stay behind (:func:`free`); ``defenders`` are all armies on the
attacked territory. The battle is an absorbing Markov chain on (attackers, defenders), after
Osborne, "Markov chains for the RISK board game revisited", Mathematics Magazine 76 (2003).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from riskkit.errors import check_integer
from riskkit.numbers import text, weighted_sum
from riskkit.odds import exact as exactly
from riskkit.odds import holding, kernels
from riskkit.odds.checks import check_armies, check_dice, check_memory, check_stops
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import step_array

if TYPE_CHECKING:
    import pandas as pd

SMALL = 250_000


def least_chance(attackers: int, defenders: int) -> float:
    """Return the chance below which states at the edge of a row are not followed further.

    Small battles are followed down to the smallest numbers; in large ones all that is left out
    sums to less than 1e-17.
    """
    return 1e-300 if attackers * defenders <= SMALL else 1e-30


def free(armies: int, stay: int = 1) -> int:
    """Return how many of the armies on a territory are free to attack.

    Parameters
    ----------
    armies : int
        All armies on the attacking territory.
    stay : int
        Armies that must stay behind; 1 in the rules.

    Examples
    --------
    >>> free(10)
    9
    """
    return max(0, check_integer("armies", armies, 0) - check_integer("stay", stay, 0))


@dataclass(frozen=True, eq=False, repr=False)
class Battle:
    """How a battle can end, as exact probabilities in double precision.

    Attributes
    ----------
    attackers, defenders : int
        Armies at the start: free to attack, and defending.
    stop_attackers, stop_defenders : int
        The attack ends when at most so many attackers, or defenders, are left.
    goal : float64 array, shape (attackers + 1, pairs)
        ``[a, y]``: chance to end with ``a`` attackers and ``stop_defenders - y`` defenders.
    held : float64 array, shape (pairs, defenders + 1)
        ``[x, d]``: chance to end with ``stop_attackers - x`` attackers and ``d`` defenders.
    """

    attackers: int
    defenders: int
    stop_attackers: int
    stop_defenders: int
    dice: Dice
    goal: np.ndarray
    held: np.ndarray

    def __repr__(self) -> str:
        stops = (("attackers", self.stop_attackers), ("defenders", self.stop_defenders))
        stop = "".join(f", stop at {number} {side}" for side, number in stops if number)
        return (
            f"<Battle: {self.attackers} attackers against {self.defenders}{stop}: win {text(self.win, 4)}, "
            f"mean losses {text(self.expected_attacker_losses, 2)} and {text(self.expected_defender_losses, 2)}>"
        )

    @property
    def win(self) -> float:
        """Chance that the attack reaches its goal: at most ``stop_defenders`` defenders left."""
        return float(min(1.0, self.goal.sum()))

    @property
    def taken(self) -> float:
        """Chance that the territory is taken: no defender left."""
        return float(self.defenders_left[0])

    @property
    def attackers_left(self) -> np.ndarray:
        """``[a]``: chance that ``a`` attackers are left at the end, shape (attackers + 1,)."""
        left = self.goal.sum(axis=1)
        for x, row in enumerate(self.held):
            if 0 <= self.stop_attackers - x <= self.attackers:
                left[self.stop_attackers - x] += row.sum()
        return left

    @property
    def defenders_left(self) -> np.ndarray:
        """``[d]``: chance that ``d`` defenders are left at the end, shape (defenders + 1,)."""
        left = self.held.sum(axis=0)
        for y, column in enumerate(self.goal.T):
            if 0 <= self.stop_defenders - y <= self.defenders:
                left[self.stop_defenders - y] += column.sum()
        return left

    @property
    def expected_attacker_losses(self) -> float:
        """Mean number of attackers lost."""
        return _moments(self.attackers_left)[0]

    @property
    def expected_defender_losses(self) -> float:
        """Mean number of defenders lost."""
        return _moments(self.defenders_left)[0]

    @property
    def sd_attacker_losses(self) -> float:
        """Standard deviation of the number of attackers lost."""
        return _moments(self.attackers_left)[1]

    @property
    def sd_defender_losses(self) -> float:
        """Standard deviation of the number of defenders lost."""
        return _moments(self.defenders_left)[1]

    def win_with(self, attackers: int) -> float:
        """Return the chance to reach the goal with at least ``attackers`` attackers left."""
        least = check_integer("attackers", attackers, 0)
        return float(min(1.0, self.goal[least:].sum()))

    @property
    def survivors(self) -> pd.DataFrame:
        """All ways to end, best for the attacker first: attackers, defenders, probability."""
        import pandas as pd

        a, y = np.nonzero(self.goal)
        x, d = np.nonzero(self.held)
        data = pd.DataFrame(
            {
                "attackers": np.concatenate([a, self.stop_attackers - x]),
                "defenders": np.concatenate([self.stop_defenders - y, d]),
                "probability": np.concatenate([self.goal[a, y], self.held[x, d]]),
            }
        )
        return data.sort_values(["defenders", "attackers"], ascending=[True, False], ignore_index=True)


def _moments(left: np.ndarray) -> tuple[float, float]:
    """Return mean and standard deviation of the losses, given the chance of each number left."""
    losses = np.arange(len(left) - 1, -1, -1.0)
    mean = weighted_sum(left, losses)
    return mean, weighted_sum(left, (losses - mean) ** 2) ** 0.5


def battle(
    attackers: int,
    defenders: int,
    *,
    stop_attackers: int = 0,
    stop_defenders: int = 0,
    min_dice: int = 1,
    dice: Dice = CLASSIC,
) -> Battle:
    """Return how a battle can end.

    Parameters
    ----------
    attackers : int
        Armies free to attack (see :func:`free`).
    defenders : int
        Armies of the attacked territory.
    stop_attackers, stop_defenders : int
        Stop as soon as at most so many attackers, or defenders, are left.
    min_dice : int
        Stop as soon as the attacker cannot roll so many dice.
    dice : Dice
        Dice of both sides, modifiers, ties.

    Returns
    -------
    Battle

    Examples
    --------
    >>> round(battle(5, 5).expected_attacker_losses, 2)
    3.37
    """
    dice = check_dice(dice)
    attackers, defenders = check_armies(attackers, defenders, dice)
    stop_a, stop_d = check_stops(stop_attackers, stop_defenders, min_dice, dice)
    if defenders <= stop_d or attackers <= stop_a:
        return _over(attackers, defenders, stop_a, stop_d, dice)
    goal = np.zeros((attackers + 1, dice.pairs))
    held = np.zeros((dice.pairs, defenders + 1))
    if dice.choice == "hold":
        steps = holding.hold_steps(attackers, defenders, stop_a, stop_d, dice)[1]
        holding.hold_end_states(stop_a, stop_d, steps, goal, held)
    else:
        start = np.zeros(attackers + 1)
        start[attackers] = 1.0
        least = least_chance(attackers, defenders)
        kernels.end_states(start, defenders, stop_a, stop_d, step_array(dice), least, goal, held)
    total = goal.sum() + held.sum()
    return Battle(attackers, defenders, stop_a, stop_d, dice, goal / total, held / total)


def _over(attackers, defenders, stop_a, stop_d, dice) -> Battle:
    """Return the battle that ends before it begins."""
    if defenders <= stop_d:
        stop_d = defenders
    else:
        stop_a = attackers
    goal = np.zeros((attackers + 1, dice.pairs))
    held = np.zeros((dice.pairs, defenders + 1))
    if defenders <= stop_d:
        goal[attackers, 0] = 1.0
    else:
        held[0, defenders] = 1.0
    return Battle(attackers, defenders, stop_a, stop_d, dice, goal, held)


def win_probability(
    attackers: int,
    defenders: int,
    *,
    stop_attackers: int = 0,
    stop_defenders: int = 0,
    min_dice: int = 1,
    dice: Dice = CLASSIC,
    exact: bool = False,
) -> float | Fraction:
    """Return the chance that the attack reaches its goal (by default, takes the territory).

    Parameters
    ----------
    attackers, defenders, stop_attackers, stop_defenders, min_dice, dice
        As in :func:`battle`.
    exact : bool
        Whether the chance is a fraction instead of a float.

    Examples
    --------
    >>> round(win_probability(10, 10), 4), round(win_probability(free(10), 10), 4)
    (0.5676, 0.4799)
    """
    if not exact:
        return battle(
            attackers,
            defenders,
            stop_attackers=stop_attackers,
            stop_defenders=stop_defenders,
            min_dice=min_dice,
            dice=dice,
        ).win
    dice = check_dice(dice)
    attackers, defenders = check_armies(attackers, defenders, dice)
    stop_a, stop_d = check_stops(stop_attackers, stop_defenders, min_dice, dice)
    return exactly.win_probability(attackers, defenders, stop_a, stop_d, dice)


def table(
    attackers: int,
    defenders: int,
    *,
    stop_attackers: int = 0,
    stop_defenders: int = 0,
    min_dice: int = 1,
    dice: Dice = CLASSIC,
    exact: bool = False,
) -> np.ndarray:
    """Return the win probability of every battle up to the given size.

    Returns
    -------
    array, shape (attackers, defenders)
        ``[a - 1, d - 1]``: :func:`win_probability` of ``a`` against ``d``; float64, or objects
        (``Fraction``) if ``exact``.
    """
    dice = check_dice(dice)
    attackers = check_integer("attackers", attackers, 1)
    defenders = check_integer("defenders", defenders, 1)
    check_memory(f"a table of {attackers:,} x {defenders:,}", (attackers + 1) * (defenders + 1))
    stop_a, stop_d = check_stops(stop_attackers, stop_defenders, min_dice, dice)
    if exact:
        found = exactly.win_table(attackers, defenders, stop_a, stop_d, dice)
        return np.array([row[1:] for row in found[1:]], dtype=object)
    if dice.choice == "hold":
        return holding.hold_steps(attackers, defenders, stop_a, stop_d, dice)[0][1:, 1:]
    return kernels.win_table(attackers, defenders, stop_a, stop_d, step_array(dice))[1:, 1:]


def survivors(attackers: int, defenders: int, **rules) -> pd.DataFrame:
    """Return all ways a battle can end, best for the attacker first.

    Parameters
    ----------
    attackers, defenders, **rules
        As in :func:`battle`.

    Returns
    -------
    DataFrame
        Columns attackers, defenders (armies left) and probability, which sums to 1.
    """
    return battle(attackers, defenders, **rules).survivors
