"""Threat perception of the graph personalities: metrics, radius matrix, pressure.

Source: Keng and Draves (2015), "AI for Risk Game", definitions 8 to 10, sections 3.1 and
3.2. The published procedure lists every shortest path from a territory up to five steps
away (the radius matrix), replaces names by signed armies (the army matrix) and averages.
Pressure is therefore linear in the signed armies, and the whole procedure folds into one
matrix a board and metric: :func:`fold`. The literal procedure stays beside it as the
reference of the tests and of the benchmark.

Two readings of the average are offered, the text's and that of the authors' program:

- ``weighting``: the mean of the rows that start with a neighbour counts by how many rows
  there are (``"paths"``, the text) or by the neighbour's degree (``"degree"``, the program).
- ``blanks``: a row is filled up with empty entries where no territory lies one step
  further out (``"dead ends"``, the text); the program keeps one such row for every
  territory that has any neighbour no further out, and so for all of them
  (``"everywhere"``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

import numpy as np

from riskkit.errors import check_name
from riskkit.numbers import weighted_sum

RADIUS = 5
EMPTY = -1
WEIGHTINGS = ("paths", "degree")
BLANKS = ("dead ends", "everywhere")


def _exp(x: np.ndarray) -> np.ndarray:
    """Return the exponential correctly rounded; libraries differ in its last bit."""
    return np.array([float(Decimal(float(each)).exp()) for each in x])


def _survival(x: np.ndarray) -> np.ndarray:
    u = 2 * x - 5
    return np.where(u < 0, 1 - _exp(u) / 2, _exp(-u) / 2)


METRICS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "constant": np.ones_like,
    "survival": _survival,
    "exponential": lambda x: _exp(-x),
    "gaussian": lambda x: _exp(-x * x),
    "linear": lambda x: RADIUS + 1 - x,
}


def metric(value: str | Sequence[float]) -> np.ndarray:
    """Return the weights of the distances 1 to 5, which sum to 1.

    Parameters
    ----------
    value : str or sequence of float
        ``"constant"`` or ``"survival"`` (the text's), ``"exponential"``, ``"gaussian"`` or
        ``"linear"`` (also in the authors' program), or five weights, which are normalised.

    Returns
    -------
    ndarray
        Float64, shape (5,).

    Raises
    ------
    ValueError
        For an unknown name, or weights that are not five finite numbers of at least 0 with
        a positive sum.
    """
    if isinstance(value, str):
        name = check_name("metric", value.lower(), METRICS)
        weights = METRICS[name](np.arange(1.0, RADIUS + 1))
    else:
        weights = np.asarray(value, float)
        if weights.shape != (RADIUS,):
            raise ValueError(
                f"a metric has {RADIUS} weights, one for each distance from 1 to {RADIUS}, not shape {weights.shape}"
            )
        if not np.isfinite(weights).all() or (weights < 0).any():
            raise ValueError(f"the weights of a metric are finite and at least 0, not {weights.tolist()}")
        if weights.sum() == 0:
            raise ValueError("a metric needs a weight above 0: five zeros cannot be normalised")
    return weights / weights.sum()


def distances(neighbours: Sequence[Sequence[int]]) -> np.ndarray:
    """Return the number of steps between any two territories; int64, shape (n, n)."""
    n = len(neighbours)
    steps = np.full((n, n), -1, np.int64)
    for origin in range(n):
        steps[origin, origin] = 0
        wave = [origin]
        while wave:
            reached = []
            for x in wave:
                for y in neighbours[x]:
                    if steps[origin, y] < 0:
                        steps[origin, y] = steps[origin, x] + 1
                        reached.append(y)
            wave = reached
    return steps


def radius_matrix(neighbours: Sequence[Sequence[int]], origin: int, blanks: str = "dead ends") -> np.ndarray:
    """Return every shortest path from a territory to five steps away, one a row.

    Parameters
    ----------
    neighbours : sequence of sequence of int
        For each territory, its neighbours.
    origin : int
        Where the paths start (not itself an entry).
    blanks : {"dead ends", "everywhere"}
        See the module's text.

    Returns
    -------
    ndarray
        Int64, shape (rows, 5); column k holds territories k + 1 steps away, or -1 for empty.
    """
    check_name("blanks", blanks, BLANKS)
    steps = distances(neighbours)[origin]
    rows = [[x] for x in neighbours[origin]]
    for radius in range(2, RADIUS + 1):
        longer = []
        for row in rows:
            last = row[-1]
            further = [] if last == EMPTY else [y for y in neighbours[last] if steps[y] == radius]
            longer += [row + [y] for y in further]
            if not further or blanks == "everywhere":
                longer.append(row + [EMPTY])
        rows = longer
    return np.array(rows, np.int64)


def army_matrix(matrix: np.ndarray, owner, armies, player: int) -> np.ndarray:
    """Return a radius matrix with armies for names.

    Armies of ``player``, who calculates, count positive, all others negative, empty is 0
    (definition 9). Float64, same shape as ``matrix``.
    """
    owner, armies = np.asarray(owner), np.asarray(armies, float)
    signed = np.append(np.where(owner == player, armies, -armies), 0.0)
    return signed[matrix]


def pressure_literal(
    neighbours: Sequence[Sequence[int]],
    owner,
    armies,
    player: int,
    weights,
    weighting: str = "paths",
    blanks: str = "dead ends",
) -> np.ndarray:
    """Return the pressure of every territory by the published procedure, step by step.

    Parameters
    ----------
    neighbours : sequence of sequence of int
        For each territory, its neighbours.
    owner, armies : array of int
        Owner and armies of each territory.
    player : int
        From whose side the armies are signed.
    weights : str or sequence of float
        See :func:`metric`.
    weighting, blanks : str
        See the module's text.

    Returns
    -------
    ndarray
        Float64, shape (n,), in armies.
    """
    check_name("weighting", weighting, WEIGHTINGS)
    weights = metric(weights)
    own = np.where(np.asarray(owner) == player, 1.0, -1.0) * np.asarray(armies, float)
    result = np.empty(len(neighbours))
    for origin in range(len(neighbours)):
        paths = radius_matrix(neighbours, origin, blanks)
        partial = (army_matrix(paths, owner, armies, player) * weights).sum(axis=1)
        heads = list(neighbours[origin])
        means = [partial[paths[:, 0] == head].mean() for head in heads]
        if weighting == "paths":
            shares = np.array([(paths[:, 0] == head).sum() for head in heads], float)
        else:
            shares = np.array([len(neighbours[head]) for head in heads], float)
        result[origin] = own[origin] + weighted_sum(means, shares / shares.sum())
    return result


def fold(
    neighbours: Sequence[Sequence[int]],
    weights,
    weighting: str = "paths",
    blanks: str = "dead ends",
) -> np.ndarray:
    """Return the matrix that turns signed armies into the pressure of the surroundings.

    ``fold(...) @ signed + signed`` is :func:`pressure_literal`. Paths are counted from both
    ends instead of being listed: the rows through a territory are the ways to reach it
    times the ways to go on from it.

    Parameters
    ----------
    neighbours, weights, weighting, blanks
        As in :func:`pressure_literal`.

    Returns
    -------
    ndarray
        Float64, shape (n, n); row: the territory whose pressure it is, column: where the
        armies stand. The diagonal is 0, no entry is negative, no row sums to more than 1.
    """
    check_name("weighting", weighting, WEIGHTINGS)
    check_name("blanks", blanks, BLANKS)
    weights = metric(weights)
    steps = distances(neighbours)
    n = len(neighbours)
    result = np.zeros((n, n))
    for origin in range(n):
        onward = np.ones(n)
        outward = [[y for y in neighbours[x] if steps[origin, y] == steps[origin, x] + 1] for x in range(n)]
        for radius in range(RADIUS - 1, 0, -1):
            for x in np.flatnonzero(steps[origin] == radius):
                ways = sum(onward[y] for y in outward[x])
                onward[x] = ways + 1 if blanks == "everywhere" or not outward[x] else ways
        heads = list(neighbours[origin])
        if weighting == "paths":
            shares = np.array([onward[head] for head in heads])
        else:
            shares = np.array([len(neighbours[head]) for head in heads], float)
        shares = shares / shares.sum()
        for head, share in zip(heads, shares, strict=True):
            reached = np.zeros(n)
            reached[head] = 1.0
            for radius in range(1, RADIUS + 1):
                result[origin] += share * weights[radius - 1] * reached * onward / onward[head]
                step = np.zeros(n)
                for x in np.flatnonzero(reached):
                    for y in outward[x]:
                        step[y] += reached[x]
                reached = step
    return result
