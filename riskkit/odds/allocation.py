"""Placing new armies over several fronts, for attack or for defence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from riskkit.errors import check_integer, check_name, check_number
from riskkit.odds import kernels
from riskkit.odds.checks import MAX_STATES_ALL_VISITED, check_armies, check_dice
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.forks import divide
from riskkit.odds.steps import step_array

if TYPE_CHECKING:
    import pandas as pd

GOALS = ("all", "expected", "worst", "any")
SIDES = ("attack", "defence")


@dataclass(frozen=True, eq=False)
class Allocation:
    """The best way to place armies over fronts.

    Attributes
    ----------
    placed : dict
        ``{front: armies}``.
    value : float
        What the goal is worth then.
    fronts : DataFrame
        A row a front: attackers, defenders (before), placed, before and after (chance to win the
        front, or to hold it).
    """

    placed: dict
    value: float
    fronts: pd.DataFrame = field(repr=False)


def allocate(
    armies: int,
    fronts: Mapping[Any, tuple[int, int]] | Sequence[tuple[int, int]],
    *,
    side: str = "attack",
    goal: str = "all",
    weights: Sequence[float] | None = None,
    dice: Dice = CLASSIC,
) -> Allocation:
    """Place new armies over fronts as well as can be.

    Every front is fought to the end, by dice of its own. The optimum is exact: all ways to
    divide the armies are compared, front by front. Among equally good ways the first fronts
    get the fewest.

    Parameters
    ----------
    armies : int
        New armies, all of which are placed.
    fronts : sequence of (attackers, defenders), or mapping name -> (attackers, defenders)
        Armies free to attack and armies defending on each front.
    side : {"attack", "defence"}
        Whether the armies join the attackers or the defenders.
    goal : {"all", "expected", "worst", "any"}
        What is made as large as can be: the chance that all fronts are won (held), their
        expected number (or weight), the chance of the weakest front (what a foe who picks
        one front leaves), or the chance of at least one.
    weights : sequence of float, optional
        What each front is worth, not negative; with the goal "expected" only.
    dice : Dice
        Dice of both sides.

    Returns
    -------
    Allocation

    Examples
    --------
    >>> allocate(5, [(3, 2), (3, 4)]).placed
    {0: 2, 1: 3}
    """
    armies = check_integer("armies", armies, 0)
    check_name("side", side, SIDES)
    check_name("goal", goal, GOALS)
    dice = check_dice(dice)
    names, sizes = _check_fronts(fronts)
    if weights is None:
        weights = [1.0] * len(sizes)
    elif goal != "expected":
        raise ValueError(f"weights go with the goal 'expected', not with {goal!r}")
    else:
        weights = [check_number("weight", weight, 0.0) for weight in weights]
        if len(weights) != len(sizes):
            raise ValueError(f"weights must be {len(sizes)}, one a front, not {len(weights)}")
    chances = [_chances(armies, a, d, side, dice) for a, d in sizes]
    worths = [weight * chance for weight, chance in zip(weights, chances, strict=True)]
    placed, value = divide(worths, goal)
    return Allocation(dict(zip(names, placed, strict=True)), value, _frame(names, sizes, placed, chances))


def _frame(names, sizes, placed, chances) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {
            "attackers": [a for a, _ in sizes],
            "defenders": [d for _, d in sizes],
            "placed": placed,
            "before": [chance[0] for chance in chances],
            "after": [chance[k] for chance, k in zip(chances, placed, strict=True)],
        },
        index=pd.Index(names, name="front"),
    )


def _check_fronts(fronts) -> tuple[list, list[tuple[int, int]]]:
    if isinstance(fronts, str) or not isinstance(fronts, (Mapping, Sequence)):
        raise TypeError(f"fronts must be pairs (attackers, defenders), not {fronts!r}")
    if not fronts:
        raise ValueError("there are no fronts: give at least one pair (attackers, defenders)")
    items = list(fronts.items() if isinstance(fronts, Mapping) else enumerate(fronts))
    sizes = []
    for name, pair in items:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"front {name!r} must be a pair (attackers, defenders), not {pair!r}")
        sizes.append(
            (
                check_integer(f"attackers of front {name!r}", pair[0], 0),
                check_integer(f"defenders of front {name!r}", pair[1], 0),
            )
        )
    return [name for name, _ in items], sizes


def _chances(armies: int, attackers: int, defenders: int, side: str, dice: Dice) -> np.ndarray:
    """Return ``[k]``: the chance of the side with ``k`` more armies on this front."""
    if side == "attack":
        most, _ = check_armies(attackers + armies, defenders, dice, MAX_STATES_ALL_VISITED)
        won = kernels.value_column(np.ones(most + 1), defenders, 0, 0, step_array(dice))
        return won[attackers:]
    _, most = check_armies(attackers, defenders + armies, dice, MAX_STATES_ALL_VISITED)
    won = kernels.win_row(attackers, most, step_array(dice))
    return 1 - won[defenders:]
