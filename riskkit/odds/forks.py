"""A fork: the attack reaches a territory from which it goes on along several branches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from riskkit.errors import check_integer
from riskkit.numbers import text
from riskkit.odds import kernels, passes
from riskkit.odds.chains import chain_values
from riskkit.odds.checks import (
    MAX_STATES_ALL_VISITED,
    check_armies,
    check_defenders,
    check_dice,
    check_memory,
)
from riskkit.odds.dice import CLASSIC, Dice
from riskkit.odds.steps import step_array

if TYPE_CHECKING:
    import pandas as pd

MAX_BRANCHES = 8
MAX_WORK = 2 * 10**10


@dataclass(frozen=True, eq=False, repr=False)
class Fork:
    """The best way to take every branch of a fork.

    Attributes
    ----------
    attackers : int
        Armies free to attack at the start (of the trunk, or at the fork if there is none).
    branches : tuple of tuple of int
        Defenders along each branch.
    trunk : tuple of int
        Defenders of the territories that are taken before the fork.
    leave : int
        Armies that stay on each territory from which the attack has gone on.
    values : float64 array, shape (attackers + 1, first defenders of branch 0 + 1, of branch 1 + 1, ...)
        Chance to take everything with so many armies free at the fork and so many defenders on
        the first territory of each branch (0: taken, and its further attack is on its way).
    best : int array of the same shape
        ``branch * (attack dice + 1) + dice``: the branch to attack next and the dice to roll.
    beyond : float64 array, shape (branches, attackers + 1)
        ``[b, m]``: chance of ``m`` armies on the first territory of branch ``b`` to take its rest.
    """

    attackers: int
    branches: tuple[tuple[int, ...], ...]
    trunk: tuple[int, ...]
    leave: int
    dice: Dice
    values: np.ndarray
    best: np.ndarray
    beyond: np.ndarray

    def __repr__(self) -> str:
        branches = " and ".join(str(list(branch)) for branch in self.branches)
        trunk = f", trunk {list(self.trunk)}" if self.trunk else ""
        return f"<Fork: {self.attackers} attackers against {branches}{trunk}: win {text(self.win, 4)}>"

    @cached_property
    def win(self) -> float:
        """Chance to take the trunk and all branches, deciding anew after each roll."""
        return self._through_trunk(self.values.reshape(self.attackers + 1, -1)[:, -1])

    def in_turn(self, order: Sequence[int]) -> float:
        """Return the chance when the branches are attacked in this order, with all dice.

        Each battle is fought to its end before the next one is begun, as most players do; only how
        many armies move on is still chosen as well as can be.
        """
        order = list(order)
        if sorted(order) != list(range(len(self.branches))):
            raise ValueError(f"order must name each branch from 0 to {len(self.branches) - 1} once, not {order}")
        value = np.ones(self.attackers + 1)
        for b in reversed(order):
            worth = np.zeros(self.attackers + 1)
            for s in range(1, self.attackers + 1):
                worth[s] = passes.best_move(self.beyond[b], value, s, self.dice.attack)[0]
            steps = step_array(self.dice)
            value = kernels.value_column(worth, self.branches[b][0], 0, 0, steps)
        return self._through_trunk(value)

    def _through_trunk(self, value: np.ndarray) -> float:
        for defenders in reversed(self.trunk):
            goal = _shift(value, self.leave)
            value = kernels.value_column(goal, defenders, 0, 0, step_array(self.dice))
        return float(min(1.0, value[self.attackers]))

    def plan(self, attackers: int, defenders: Sequence[int] | None = None) -> dict:
        """Return what to do at the fork.

        Parameters
        ----------
        attackers : int
            Armies free to attack at the fork.
        defenders : sequence of int, optional
            Defenders now on the first territory of each branch, 0 where it is taken; as at the
            start if not given.

        Returns
        -------
        dict
            win: the chance to take all that is left; branch: which to attack next, from 0; dice:
            how many to roll; move: how many armies move on if this roll takes the territory.
        """
        a = check_integer("attackers", attackers, 0, self.attackers)
        now = [branch[0] for branch in self.branches] if defenders is None else list(defenders)
        if len(now) != len(self.branches):
            raise ValueError(f"defenders must be {len(self.branches)} numbers, not {len(now)}")
        for k, number in enumerate(now):
            now[k] = check_integer(f"defenders of branch {k}", number, 0, self.branches[k][0])
        state = (a, *now)
        found = {"win": float(self.values[state]), "branch": None, "dice": None, "move": None}
        if a and any(now):
            branch, rolled = divmod(int(self.best[state]), self.dice.attack + 1)
            found |= {"branch": branch, "dice": rolled}
            if now[branch] <= min(rolled, self.dice.defence):
                now[branch] = 0
                place: Any = (slice(a + 1), *now)
                column = np.ascontiguousarray(self.values[place])
                found["move"] = int(passes.best_move(self.beyond[branch], column, a, rolled)[1])
        return found

    @cached_property
    def splits(self) -> pd.DataFrame:
        """The chances if the armies were divided beforehand over territories of their own.

        Each branch is then attacked by its own armies, as if from a territory of its own, and none can
        help another. A trunk is taken as passed. One row a way to divide the armies over two
        branches, or the best division only of more branches. Columns: armies given to each
        branch, and win.
        """
        import pandas as pd

        columns = [f"branch {k}" for k in range(len(self.branches))]
        worths = [chain_values(self.attackers, branch, leave=self.leave, dice=self.dice) for branch in self.branches]
        if len(worths) == 2:
            given = np.arange(self.attackers + 1)
            return pd.DataFrame({columns[0]: given, columns[1]: given[::-1], "win": worths[0] * worths[1][::-1]})
        parts, win = divide(worths, "all")
        return pd.DataFrame([[*parts, win]], columns=[*columns, "win"])

    @property
    def best_split(self) -> tuple[tuple[int, ...], float]:
        """The best division made beforehand (see ``splits``), and the chance it gives."""
        row = self.splits.loc[self.splits["win"].idxmax()]
        return tuple(int(row[f"branch {k}"]) for k in range(len(self.branches))), float(row["win"])


def fork(
    attackers: int,
    branches: Sequence[Sequence[int]],
    *,
    trunk: Sequence[int] = (),
    leave: int = 1,
    dice: Dice = CLASSIC,
) -> Fork:
    """Return the best way to take every branch of a fork, and its chance.

    All armies stand at the fork (or take the trunk first). Before each roll the attacker
    chooses which branch's first territory to attack and how many dice to roll. Once it is taken, at
    least as many armies as dice were rolled must move there (the classic rule), and any
    more the attacker wishes; they go on alone along that branch, the others stay at the fork.
    All choices are made, knowing how the dice fell so far, so that the chance to take
    everything is largest: an exact optimum, found from the last roll backward.

    Parameters
    ----------
    attackers : int
        Armies free to attack at the start.
    branches : sequence of sequence of int
        Defenders along each branch; 1 to 8 branches.
    trunk : sequence of int
        Defenders of territories to take before the fork.
    leave : int
        Armies that stay on each territory from which the attack goes on, at least 1 (the fork
        itself included, where a trunk leads to it).
    dice : Dice
        Dice of both sides.

    Returns
    -------
    Fork

    Examples
    --------
    >>> found = fork(12, [[3, 2], [4]])
    >>> round(found.win, 3), found.plan(12)["branch"]
    (0.591, 0)
    """
    if isinstance(branches, (str, Set, Mapping)) or not isinstance(branches, Iterable):
        raise TypeError(f"branches must be a sequence of sequences of defenders, not {branches!r}")
    given, trunk = list(branches), list(trunk)
    if not 1 <= len(given) <= MAX_BRANCHES:
        raise ValueError(f"a fork has 1 to {MAX_BRANCHES} branches, not {len(given)}")
    checked = tuple(check_defenders(branch) for branch in given)
    before = check_defenders(trunk) if trunk else ()
    leave = check_integer("leave", leave, 1)
    dice = check_dice(dice)
    largest = max(max(branch) for branch in (*checked, before or (0,)))
    attackers, _ = check_armies(attackers, largest, dice, MAX_STATES_ALL_VISITED)
    shape = tuple(branch[0] + 1 for branch in checked)
    states = (attackers + 1) * prod(shape)
    what = f"a fork with {attackers:,} attackers and {len(checked)} branches"
    check_memory(what, 2 * states)
    if states * (attackers + 10) > MAX_WORK:
        raise ValueError(
            f"{what} has {states:,} states with up to {attackers:,} moves each; the limit is "
            f"{MAX_WORK:.0e} of both together: use fewer armies or branches"
        )
    beyond = np.array([_beyond(attackers, branch, leave, dice) for branch in checked])
    values, best = passes.fork_values(np.array(shape) - 1, beyond, step_array(dice))
    return Fork(
        attackers,
        checked,
        before,
        leave,
        dice,
        values.reshape(attackers + 1, *shape),
        best.reshape(attackers + 1, *shape),
        beyond,
    )


def _shift(value: np.ndarray, leave: int) -> np.ndarray:
    """Return the worth of armies standing on a territory of which ``leave`` must stay."""
    goal = np.zeros(len(value))
    goal[leave:] = value[: len(value) - leave]
    return goal


def _beyond(attackers: int, branch: tuple[int, ...], leave: int, dice: Dice) -> np.ndarray:
    """Return ``[m]``: the chance of ``m`` armies on a branch's first territory to take the others."""
    if len(branch) == 1:
        return np.ones(attackers + 1)
    return _shift(chain_values(attackers, branch[1:], leave=leave, dice=dice), leave)


def divide(worths: Sequence[np.ndarray], goal: str) -> tuple[tuple[int, ...], float]:
    """Divide armies over several uses as well as can be.

    Parameters
    ----------
    worths : sequence of float64 arrays, all of shape (n + 1,)
        ``[k]``: what ``k`` armies are worth in each use.
    goal : {"all", "expected", "worst", "any"}
        Product, sum, smallest of the worths, or the chance of at least one.

    Returns
    -------
    (tuple of int, float)
        Armies for each use (they sum to n), and the combined worth.
    """
    kind = {"all": 0, "expected": 1, "worst": 2, "any": 3}[goal]
    armies = len(worths[0]) - 1
    best, parts = worths[-1], []
    for first in reversed(worths[:-1]):
        worth, part = np.empty(armies + 1), np.zeros(armies + 1, np.int64)
        passes.best_division(first, best, kind, worth, part)
        best = worth
        parts.append(part)
    left, given = armies, []
    for part in reversed(parts):
        given.append(int(part[left]))
        left -= given[-1]
    return (*given, left), float(best[armies])
