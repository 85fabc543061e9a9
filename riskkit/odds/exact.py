"""The same battles in exact fractions, for tests, teaching and small tables."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import lcm

from riskkit.odds.dice import Dice
from riskkit.odds.steps import moving_steps

MAX_WORK = 2 * 10**8


def win_table(attackers: int, defenders: int, stop_a: int, stop_d: int, dice: Dice) -> list[list[Fraction]]:
    """Return ``[a][d]``: the exact chance to bring the defender down to ``stop_d``."""
    rows = scaled_rows(attackers, defenders, stop_a, stop_d, dice)
    return [[Fraction(number, unit) for number, unit in row] for row in rows]


def win_probability(attackers: int, defenders: int, stop_a: int, stop_d: int, dice: Dice) -> Fraction:
    """Return the last entry of :func:`win_table`."""
    last = deque(scaled_rows(attackers, defenders, stop_a, stop_d, dice), maxlen=1)
    return Fraction(*last[0][-1])


def scaled_rows(attackers: int, defenders: int, stop_a: int, stop_d: int, dice: Dice):
    """Yield the rows of the table as pairs of whole numbers (numerator, denominator).

    All chances of a roll are whole multiples of 1 / unit; the value of a state with ``a + d``
    armies is then a whole multiple of 1 / unit ** (a + d), and only whole numbers are added.
    """
    work = attackers * defenders * (attackers + defenders)
    if work > MAX_WORK:
        raise ValueError(
            f"exact fractions for {attackers:,} against {defenders:,} are too long: A x D x (A + D) is "
            f"{work:.1e}, the limit {MAX_WORK:.0e}; use fewer armies or leave out exact"
        )
    steps = moving_steps(dice)
    unit = lcm(*(chance.denominator for chance in steps.values()))
    whole: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for (i, j, x, y), chance in steps.items():
        weight = chance.numerator * (unit // chance.denominator) * unit ** (x + y - 1)
        whole.setdefault((i, j), []).append((x, y, weight))
    powers = [unit**k for k in range(attackers + defenders + 1)]
    above: deque[list[int]] = deque(maxlen=dice.pairs)
    for a in range(attackers + 1):
        row = []
        for d in range(defenders + 1):
            if d <= stop_d:
                row.append(powers[a + d])
            elif a <= stop_a:
                row.append(0)
            else:
                now = whole[min(a, dice.attack), min(d, dice.defence)]
                row.append(sum(weight * (row[d - y] if x == 0 else above[-x][d - y]) for x, y, weight in now))
        above.append(row)
        yield [(number, powers[a + d]) for d, number in enumerate(row)]
