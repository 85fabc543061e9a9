"""Replay memory: transitions in one array, oldest overwritten when it is full.

A row holds the observation, the next observation, the action, the reward and whether the
next position is terminal (1) or not (0); a game that was merely cut off is not terminal.
``cursor`` is an int64 array (rows filled, row to write next).
"""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import below
from riskkit.errors import check_integer


def replay(capacity: int, observation: int, dtype=np.float32):
    """Return an empty memory.

    Parameters
    ----------
    capacity
        Most transitions kept; the memory takes ``capacity * (2 * observation + 3)``
        numbers, whatever the length of the run.
    observation
        Numbers in one observation.

    Returns
    -------
    (numpy.ndarray, numpy.ndarray)
        Memory of shape (capacity, 2 * observation + 3), and its cursor (0, 0).
    """
    check_integer("capacity", capacity, low=1)
    check_integer("observation", observation, low=1)
    return np.zeros((capacity, 2 * observation + 3), dtype), np.zeros(2, np.int64)


def grown(memory: np.ndarray, cursor: np.ndarray, capacity: int):
    """Return a larger memory with the same transitions, for a source that never forgets.

    Raises
    ------
    ValueError
        If the memory has begun to overwrite itself, or ``capacity`` is not larger.
    """
    filled, position = cursor
    if position != filled % len(memory) or filled > len(memory):
        raise ValueError("a memory that has overwritten transitions cannot grow")
    check_integer("capacity", capacity, low=len(memory) + 1)
    larger = np.zeros((capacity, memory.shape[1]), memory.dtype)
    larger[:filled] = memory[:filled]
    return larger, np.array([filled, filled], np.int64)


@kernel
def remember(memory, cursor, observation, following, action, reward, terminal):
    """Write one transition; ``terminal`` is 1 only where no further reward can come."""
    row = memory[cursor[1]]
    length = observation.shape[0]
    for i in range(length):
        row[i] = observation[i]
        row[length + i] = following[i]
    row[2 * length] = action
    row[2 * length + 1] = reward
    row[2 * length + 2] = terminal
    cursor[1] += 1
    if cursor[1] == memory.shape[0]:
        cursor[1] = 0
    if cursor[0] < memory.shape[0]:
        cursor[0] += 1


@kernel
def draw(stream, filled, picks, replacement):
    """Fill ``picks`` with row numbers below ``filled``, with or without replacement.

    Without replacement there must be at least as many rows as picks.
    """
    for n in range(picks.shape[0]):
        fresh = False
        while not fresh:
            picks[n] = below(stream, filled)
            fresh = True
            if not replacement:
                for m in range(n):
                    if picks[m] == picks[n]:
                        fresh = False
