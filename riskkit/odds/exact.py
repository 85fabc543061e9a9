"""The same battles in exact fractions, for tests, teaching and small tables."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from riskkit.odds.dice import Dice
from riskkit.odds.steps import moving_steps


def win_table(attackers: int, defenders: int, stop_a: int, stop_d: int, dice: Dice) -> list[list]:
    """Return ``[a][d]``: the exact chance to bring the defender down to ``stop_d``.

    All chances of a roll are whole multiples of 1 / unit; the value of a state with ``a + d``
    armies is then a whole multiple of 1 / unit ** (a + d), and only whole numbers are added.
    """
    steps = moving_steps(dice)
    unit = lcm(*(chance.denominator for chance in steps.values()))
    whole = {}
    for (i, j, x, y), chance in steps.items():
        weight = chance.numerator * (unit // chance.denominator) * unit ** (x + y - 1)
        whole.setdefault((i, j), []).append((x, y, weight))
    powers = [1]
    for _ in range(attackers + defenders):
        powers.append(powers[-1] * unit)
    scaled = []
    for a in range(attackers + 1):
        row = []
        for d in range(defenders + 1):
            if d <= stop_d:
                row.append(powers[a + d])
            elif a <= stop_a:
                row.append(0)
            else:
                now = whole[min(a, dice.attack), min(d, dice.defence)]
                row.append(sum(weight * (row[d - y] if x == 0 else scaled[a - x][d - y]) for x, y, weight in now))
        scaled.append(row)
    return [[Fraction(number, powers[a + d]) for d, number in enumerate(row)] for a, row in enumerate(scaled)]
