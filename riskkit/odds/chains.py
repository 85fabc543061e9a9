"""A chain: one army takes several territories one after the other, leaving some armies on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from riskkit.errors import check_integer
from riskkit.numbers import text, weighted_sum
from riskkit.odds import passes
from riskkit.odds.battles import least_chance
from riskkit.odds.checks import (
    MAX_STATES_ALL_VISITED,
    check_all_dice,
    check_armies,
    check_defenders,
    check_leave,
    check_memory,
    check_stops,
)
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import chain_steps

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Chain:
    """How an attack along a chain of territories can end.

    Attributes
    ----------
    attackers : int
        Armies free to attack at the start.
    defenders : tuple of int
        Armies of the territories, in the order of the attack.
    leave : tuple of int
        Armies that stay on each territory but the last once it is taken.
    stop_attackers : int
        The attack ends when at most so many armies are free to attack.
    taken : float64 array, shape (n, attackers + 1)
        ``[k, a]``: chance that territory ``k`` is taken with ``a`` armies standing on it.
    held : float64 array, shape (n, pairs, largest defenders + 1)
        ``[k, x, d]``: chance to end before territory ``k`` with ``stop_attackers - x`` armies
        free to attack and ``d`` defenders.
    """

    attackers: int
    defenders: tuple[int, ...]
    leave: tuple[int, ...]
    stop_attackers: int
    dice: tuple[Dice, ...]
    taken: np.ndarray
    held: np.ndarray

    def __repr__(self) -> str:
        against = ", ".join(map(str, self.defenders))
        return f"<Chain: {self.attackers} attackers against {against}: win {text(self.win, 4)}>"

    @property
    def win(self) -> float:
        """Chance to take the whole chain."""
        return float(min(1.0, self.taken[-1].sum()))

    @property
    def reached(self) -> np.ndarray:
        """``[k]``: chance to take territory ``k`` (and all before it)."""
        return np.minimum(1.0, self.taken.sum(axis=1))

    @property
    def expected_territories(self) -> float:
        """Mean number of territories taken."""
        return float(self.taken.sum())

    def win_with(self, survivors: int) -> float:
        """Return the chance to take the chain with at least so many armies on its last territory."""
        return float(min(1.0, self.taken[-1, check_integer("survivors", survivors, 0) :].sum()))

    @property
    def ends(self) -> pd.DataFrame:
        """All ways to end, most territories first.

        Columns: territories (taken), attackers (standing on the last territory taken, those that
        stay included; or free to attack, where none was taken or a battle was begun and given
        up), defenders (left on the territory attacked last), losses (attackers lost), probability.
        """
        import pandas as pd

        gone = np.concatenate([[0], np.cumsum(self.leave, dtype=int)])
        parts = []
        for k in range(len(self.defenders)):
            last = k == len(self.defenders) - 1
            stays = self.attackers + 1 if last else self.leave[k] + self.stop_attackers + 1
            a = np.flatnonzero(self.taken[k, :stays])
            parts.append((k + 1, a, 0 * a, self.attackers - gone[k] - a, self.taken[k, a]))
            x, d = np.nonzero(self.held[k])
            a = self.stop_attackers - x
            parts.append((k, a, d, self.attackers - gone[k] - a, self.held[k, x, d]))
        columns = ("territories", "attackers", "defenders", "losses", "probability")
        data = pd.concat([pd.DataFrame(dict(zip(columns, part, strict=True))) for part in parts])
        return data.sort_values(
            ["territories", "defenders", "attackers"],
            ascending=[False, True, False],
            ignore_index=True,
        )

    @property
    def expected_attacker_losses(self) -> float:
        """Mean number of attackers lost (armies left behind are not lost)."""
        ends = self.ends
        return weighted_sum(ends["losses"], ends["probability"])

    @property
    def territories(self) -> pd.DataFrame:
        """One row a territory.

        Columns: defenders, leave, reached (chance to take it), given_before (the same when the
        one before is taken), mean_armies (standing on it when it is taken).
        """
        import pandas as pd

        reached = self.taken.sum(axis=1)
        before = np.concatenate([[1.0], reached[:-1]])
        armies = np.array([weighted_sum(row, range(len(row))) for row in self.taken])
        with np.errstate(invalid="ignore"):
            return pd.DataFrame(
                {
                    "defenders": self.defenders,
                    "leave": [*self.leave, 0],
                    "reached": reached,
                    "given_before": reached / before,
                    "mean_armies": armies / reached,
                },
                index=pd.RangeIndex(1, len(self.defenders) + 1, name="territory"),
            )


def chain(
    attackers: int,
    defenders: Sequence[int],
    *,
    leave: int | Sequence[int] = 1,
    stop_attackers: int = 0,
    min_dice: int = 1,
    dice: Dice | Sequence[Dice] = CLASSIC,
) -> Chain:
    """Return how an attack along a chain of territories can end.

    All surviving attackers move on to each territory taken; ``leave`` of them stay there and
    the others are free to attack the next one. The attack ends when a territory is not taken,
    when no more than ``stop_attackers`` are free, or at the end of the chain.

    Parameters
    ----------
    attackers : int
        Armies free to attack at the start.
    defenders : sequence of int
        Armies of the territories, in the order of the attack.
    leave : int or sequence of int
        Armies left on each territory before the next one is attacked, at least 1: one number, or
        one for each territory but the last.
    stop_attackers, min_dice
        As in :func:`riskkit.odds.battle`, throughout the chain.
    dice : Dice or sequence of Dice
        For all territories, or one each.

    Returns
    -------
    Chain

    Examples
    --------
    >>> round(chain(10, [3, 2, 2]).win, 4)
    0.6932
    """
    defenders = check_defenders(defenders)
    leave = check_leave(leave, len(defenders))
    dice = check_all_dice(dice, len(defenders))
    stop_a = check_stops(stop_attackers, 0, min_dice, dice[0])[0]
    attackers, _ = check_armies(attackers, max(defenders), dice[0])
    steps = chain_steps(dice)
    pairs = steps.shape[3] - 1
    check_memory(
        f"a chain of {len(defenders):,} territories with {attackers:,} attackers",
        len(defenders) * (attackers + 1 + pairs * (max(defenders) + 1)),
    )
    taken = np.zeros((len(defenders), attackers + 1))
    held = np.zeros((len(defenders), pairs, max(defenders) + 1))
    if attackers <= stop_a:
        held[0, 0, defenders[0]] = 1.0
        return Chain(attackers, defenders, leave, attackers, dice, taken, held)
    passes.chain_states(
        attackers,
        np.array(defenders),
        np.array([*leave, 0]),
        stop_a,
        steps,
        least_chance(attackers, max(defenders)),
        taken,
        held,
    )
    return Chain(attackers, defenders, leave, stop_a, dice, taken, held)


def chain_values(
    attackers: int,
    defenders: Sequence[int],
    *,
    leave: int | Sequence[int] = 1,
    survivors: int = 1,
    stop_attackers: int = 0,
    dice: Dice | Sequence[Dice] = CLASSIC,
) -> np.ndarray:
    """Return ``[a]``: the chance of ``a`` attackers, from none to ``attackers``, to take the chain.

    Parameters
    ----------
    survivors : int
        Armies that must stand on the last territory at the end.
    defenders, leave, stop_attackers, dice
        As in :func:`chain`.
    """
    defenders = check_defenders(defenders)
    leave = check_leave(leave, len(defenders))
    dice = check_all_dice(dice, len(defenders))
    survivors = check_integer("survivors", survivors, 1)
    stop_a = check_stops(stop_attackers, 0, 1, dice[0])[0]
    attackers, _ = check_armies(attackers, max(defenders), dice[0], MAX_STATES_ALL_VISITED)
    return passes.chain_values(
        attackers, np.array(defenders), np.array([*leave, 0]), stop_a, survivors, chain_steps(dice)
    )
