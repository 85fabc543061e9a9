"""Tan's battle odds (1997) as they were printed, and the two errors in them.

B. Tan, "Markov chains and the RISK board game", Mathematics Magazine 70 (1997), as quoted
by later notes. He treats the pairs of sorted dice of one roll as independent, and for three dice
against two he uses a wrong chance for the second pair. That these are the two errors is inferred
from the printed numbers: with both, all of them come out. Osborne (2003) has the true values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from riskkit.errors import check_integer, check_name
from riskkit.odds import kernels
from riskkit.odds.dice import CLASSIC, outcomes, sorted_rolls
from riskkit.odds.steps import step_array

if TYPE_CHECKING:
    import pandas as pd

SECOND_PAIR_PRINTED = Fraction(4284, 7776)
READINGS = ("printed", "independent", "true")


def pair_chances(attacker_dice: int, defender_dice: int) -> list[Fraction]:
    """Return the true chance of the attacker to win each pair of sorted dice, highest first.

    Examples
    --------
    >>> pair_chances(3, 2)
    [Fraction(3667, 7776), Fraction(1181, 1944)]
    """
    pairs = min(attacker_dice, defender_dice)
    total = 6 ** (attacker_dice + defender_dice)
    return [
        Fraction(
            sum(
                ways * number
                for faces, ways in sorted_rolls(attacker_dice, 6, pairs)
                for answer, number in sorted_rolls(defender_dice, 6, pairs)
                if faces[k] > answer[k]
            ),
            total,
        )
        for k in range(pairs)
    ]


def roll(attacker_dice: int, defender_dice: int, reading: str = "printed") -> dict:
    """Return ``{(attacker_losses, defender_losses): Fraction}`` of one roll under a reading.

    Parameters
    ----------
    reading : {"printed", "independent", "true"}
        "printed": Tan's numbers, with both errors; "independent": true chances of each pair, taken as
        independent; "true": the joint distribution.
    """
    check_name("reading", reading, READINGS)
    check_integer("attacker_dice", attacker_dice, 1, 3)
    check_integer("defender_dice", defender_dice, 1, 2)
    if reading == "true" or min(attacker_dice, defender_dice) == 1:
        return outcomes(CLASSIC, attacker_dice, defender_dice)
    first, second = pair_chances(attacker_dice, defender_dice)
    if reading == "printed" and attacker_dice == 3:
        second = SECOND_PAIR_PRINTED
    both, neither = first * second, (1 - first) * (1 - second)
    return {(0, 2): both, (1, 1): 1 - both - neither, (2, 0): neither}


def table(attackers: int, defenders: int, reading: str = "printed") -> np.ndarray:
    """Return ``[a - 1, d - 1]``: the win probability under a reading, as :func:`riskkit.odds.table`."""
    steps = np.array(step_array(CLASSIC))
    for i in (2, 3):
        for pair, chance in roll(i, 2, reading).items():
            steps[(i, 2, *pair)] = float(chance)
    return kernels.win_table(attackers, defenders, 0, 0, steps)[1:, 1:]


def compare_rolls() -> pd.DataFrame:
    """Return the rolls with two pairs under the three readings.

    Columns: attacker_dice, defender_dice, reading, defender_loses_both, each_loses_one,
    attacker_loses_both.
    """
    import pandas as pd

    rows = []
    for i in (2, 3):
        for reading in READINGS:
            found = roll(i, 2, reading)
            rows.append((i, 2, reading, *(float(found[2 - y, y]) for y in (2, 1, 0))))
    columns = ["attacker_dice", "defender_dice", "reading"]
    columns += ["defender_loses_both", "each_loses_one", "attacker_loses_both"]
    return pd.DataFrame(rows, columns=columns)


def even_from(reading: str, largest: int = 30) -> int:
    """Return the smallest equal strength at which the attacker wins at least half the battles."""
    chances = table(largest, largest, reading).diagonal()
    return int(np.flatnonzero(chances >= 0.5)[0]) + 1
