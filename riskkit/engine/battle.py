"""Battles: single rolls drawn from their exact distribution, or rolled die by die."""

import numpy as np

from riskkit.engine.fields import Ties
from riskkit.engine.jit import kernel
from riskkit.engine.rng import below, uniform


@kernel
def sampled_roll(dice, rules, attackers, defenders):
    """Draw one roll's losses from the exact joint distribution.

    Parameters
    ----------
    dice
        Random stream.
    rules
        Rules record, which holds the cumulative distributions.
    attackers, defenders
        Numbers of dice rolled by each side.

    Returns
    -------
    tuple of int
        Attacker's and defender's losses.
    """
    u = uniform(dice)
    k = 0
    while u >= rules.cumulative[attackers, defenders, k]:
        k += 1
    return (
        np.int64(rules.attacker_loss[attackers, defenders, k]),
        np.int64(rules.defender_loss[attackers, defenders, k]),
    )


@kernel
def _roll_sorted(dice, n, sides):
    """Return ``n`` <= 4 dice as four numbers, highest first, zeros behind."""
    a = b = c = d = 0
    for _ in range(n):
        x = below(dice, sides) + 1
        if x > a:
            a, b, c, d = x, a, b, c
        elif x > b:
            b, c, d = x, b, c
        elif x > c:
            c, d = x, c
        else:
            d = x
    return a, b, c, d


@kernel
def rolled_roll(dice, rules, attackers, defenders):
    """Roll, sort and compare the dice one by one; arguments as in `sampled_roll`."""
    a = _roll_sorted(dice, attackers, rules.dice_sides)
    d = _roll_sorted(dice, defenders, rules.dice_sides)
    attacker_loss = 0
    defender_loss = 0
    for k in range(min(attackers, defenders)):
        if a[k] > d[k] or (a[k] == d[k] and rules.ties == Ties.ATTACKER):
            defender_loss += 1
        elif a[k] < d[k] or rules.ties == Ties.DEFENDER:
            attacker_loss += 1
    return attacker_loss, defender_loss


@kernel
def one_roll(dice, rules, attackers, defenders):
    """Draw one roll in the way that the rules name; arguments as in `sampled_roll`."""
    if rules.rolled_dice:
        return rolled_roll(dice, rules, attackers, defenders)
    return sampled_roll(dice, rules, attackers, defenders)


@kernel
def fight(dice, rules, attackers, defenders, stop, limit, rolls):
    """Fight until the territory falls, ``stop`` attackers are left, or ``rolls`` are made.

    Parameters
    ----------
    dice
        Random stream.
    rules
        Rules record.
    attackers
        Armies free to attack (the territory's armies less the one that stays).
    defenders
        Armies of the attacked territory.
    stop
        The attack ends when at most this many attackers are left.
    limit
        Most dice the attacker rolls.
    rolls
        Most rolls; 0 for no limit.

    Returns
    -------
    tuple of int
        Attackers left, defenders left, attacker's dice in the last roll.
    """
    used = 0
    made = 0
    while defenders > 0 and attackers > stop:
        used = min(limit, attackers)
        lost, killed = one_roll(dice, rules, used, min(rules.defender_dice, defenders))
        attackers -= lost
        defenders -= killed
        made += 1
        if made == rolls:
            break
    return attackers, defenders, used
