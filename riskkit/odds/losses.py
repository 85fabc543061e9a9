"""What a territory costs an attacker who never runs out of armies."""

from __future__ import annotations

from fractions import Fraction

from riskkit.errors import check_integer
from riskkit.odds.checks import check_dice
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import moving_steps


def unlimited_losses(defenders: int, *, dice: Dice = CLASSIC, exact: bool = False) -> list[Fraction | float]:
    """Return the mean number of attackers lost to take 0, 1, ..., ``defenders`` defenders.

    The attacker always has enough armies to roll all dice. For classic dice the mean is
    0.8534144 D - 0.2213413 (1 - (-0.525359) ** D).

    Parameters
    ----------
    defenders : int
        Largest number of defenders.
    dice : Dice
        Dice of both sides.
    exact : bool
        Whether the means are fractions instead of floats.

    Returns
    -------
    list
        ``[d]``: mean number of attackers lost.

    Examples
    --------
    >>> [round(mean, 4) for mean in unlimited_losses(2)]
    [0.0, 0.5158, 1.5466]
    """
    defenders = check_integer("defenders", defenders, 0, 10_000_000)
    steps = moving_steps(check_dice(dice))
    kind = Fraction if exact else float
    found = [kind(0)]
    by_dice = {
        j: {(x, y): kind(p) for (i, k, x, y), p in steps.items() if i == dice.attack and k == j}
        for j in range(1, dice.defence + 1)
    }
    for d in range(1, defenders + 1):
        step = by_dice[min(d, dice.defence)]
        idle = sum(p for (_, y), p in step.items() if y == 0)
        if idle == 1:
            raise ValueError(f"{d} defenders can never be taken with these dice: {dice}")
        cost = sum(p * (x + (found[d - y] if y else 0)) for (x, y), p in step.items())
        found.append(cost / (1 - idle))
    return found


def loss_ratio(*, dice: Dice = CLASSIC) -> Fraction:
    """Return the attackers lost for each defender lost while both sides roll all their dice.

    Examples
    --------
    >>> loss_ratio()
    Fraction(2387, 2797)
    """
    dice = check_dice(dice)
    full = {(x, y): p for (i, j, x, y), p in moving_steps(dice).items() if i == dice.attack and j == dice.defence}
    gain = sum(p * y for (_, y), p in full.items())
    if gain == 0:
        raise ValueError(f"the defender never loses an army with these dice: {dice}")
    return sum(p * x for (x, _), p in full.items()) / gain
