"""A battle roll by roll: where it stands after k rolls, and how many rolls it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from riskkit.errors import check_integer
from riskkit.odds import passes
from riskkit.odds.checks import check_armies, check_dice, check_memory, check_stops
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import roll_array

if TYPE_CHECKING:
    import pandas as pd


def after_rolls(
    attackers: int,
    defenders: int,
    rolls: int,
    *,
    stop_attackers: int = 0,
    stop_defenders: int = 0,
    min_dice: int = 1,
    dice: Dice = CLASSIC,
) -> pd.DataFrame:
    """Return where a battle can stand after at most ``rolls`` rolls.

    A battle that has ended stays where it is. Rolls that cost nobody an army (ties to nobody)
    count as rolls.

    Parameters
    ----------
    rolls : int
        Rolls played, 0 or more.
    attackers, defenders, stop_attackers, stop_defenders, min_dice, dice
        As in :func:`riskkit.odds.battle`.

    Returns
    -------
    DataFrame
        Columns attackers, defenders, over (whether the battle has ended), probability.

    Examples
    --------
    >>> after_rolls(3, 2, 1)["attackers"].tolist()
    [3, 2, 1]
    """
    import pandas as pd

    dice = check_dice(dice)
    attackers, defenders = check_armies(attackers, defenders, dice)
    stop_a, stop_d = check_stops(stop_attackers, stop_defenders, min_dice, dice)
    rolls = check_integer("rolls", rolls, 0)
    lost = min(rolls, attackers + defenders) * dice.pairs
    first_a, first_d = max(0, attackers - lost), max(0, defenders - lost)
    shape = (attackers - first_a + 1, defenders - first_d + 1)
    what = f"a battle of {attackers:,} against {defenders:,} after {rolls:,} rolls"
    check_memory(what, shape[0] * shape[1])
    states = np.zeros(shape)
    states[-1, -1] = 1.0
    passes.play_rolls(states, first_a, first_d, stop_a, stop_d, rolls, roll_array(dice))
    rows, columns = np.nonzero(states)
    a, d = rows + first_a, columns + first_d
    data = pd.DataFrame(
        {
            "attackers": a,
            "defenders": d,
            "over": (a <= stop_a) | (d <= stop_d),
            "probability": states[rows, columns],
        }
    )
    return data.sort_values(["defenders", "attackers"], ascending=[True, False], ignore_index=True)
