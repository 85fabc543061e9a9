"""The replay memory of a deep Q learner, and the batch that is drawn from it.

A transition is what a pair of territories looked like before and after a decision, the
decision, its reward, and whether the pair ended. On the simple features all of it is a whole
number of 24 bits, which a float32 holds: armies in both looks, territories won and armies lost
instead of the reward. A memory that fits into the processor's cache is what makes learning fast.
"""

import numpy as np

from riskkit.agents.deep_q.network import SIMPLE
from riskkit.engine.jit import kernel

LOOKS = 256
"""Room for a number for each look at a pair by the simple features (`look`)."""

ACTION, DONE, WON, LOST = 1 << 16, 1 << 17, 1 << 18, 1 << 19
"""What the bits of a transition on the simple features count; below are the two looks."""

_U = np.uint64


def width(inputs: int, simple: bool) -> int:
    """Return how many float32 a transition takes in the memory."""
    return 1 if simple else 2 * inputs + 3


@kernel(inline=True)
def look(a, d):
    """Return the number of a look at a pair: armies from, and to, less one."""
    return 16 * a + d


@kernel(inline=True)
def _look(features):
    return look(np.int64(9.0 * features[0] + 0.5), np.int64(9.0 * features[1] + 0.5))


@kernel
def remember(kind, rows, k, place, before, after, action, won, lost, conquest, done):
    """Write a transition into row ``place`` of memory ``k``.

    Features before and after, the decision (0 or 1), territories won (0 or 1), armies lost (on
    the simple features below 32), the reward for a territory, and whether the pair ended (0 or 1).
    """
    if kind == SIMPLE:
        looks = _look(before) * LOOKS + _look(after)
        rows[k, place, 0] = looks + action * ACTION + done * DONE + won * WON + lost * LOST
        return
    inputs = (rows.shape[2] - 3) // 2
    for i in range(inputs):
        rows[k, place, i] = before[i]
        rows[k, place, inputs + 3 + i] = after[i]
    rows[k, place, inputs] = action
    rows[k, place, inputs + 1] = conquest * won - lost
    rows[k, place, inputs + 2] = done


@kernel
def pick(stream, filled, picks, count):
    """Write ``count`` row numbers below ``filled``, drawn with replacement, into ``picks``.

    They are those of `riskkit.engine.rng.below`; the words of the stream stay in registers.
    """
    n = _U(filled)
    a, b, c, d = stream[0], stream[1], stream[2], stream[3]
    for s in range(count):
        total = a + d
        word = ((total << _U(23)) | (total >> _U(41))) + a
        shifted = b << _U(17)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << _U(45)) | (d >> _U(19))
        picks[s] = ((word >> _U(32)) * n) >> _U(32)
    stream[0], stream[1], stream[2], stream[3] = a, b, c, d
