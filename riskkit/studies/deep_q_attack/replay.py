"""The replay memory of a deep Q learner, and the batch that is drawn from it.

A transition is what a pair of territories looked like before and after a decision, the
decision, its reward, and whether the pair ended. On the simple features both looks are one of
100 states, so that a transition takes two numbers; a memory that fits into the processor's
cache is what makes learning fast.
"""

import numpy as np

from riskkit.agents.deep_q import SIMPLE, q_values
from riskkit.agents.pairs import MOST
from riskkit.engine.jit import kernel
from riskkit.engine.rng import below

STATES = MOST * MOST


def width(inputs: int, simple: bool) -> int:
    """Return how many float32 a transition takes in the memory."""
    return 2 if simple else 2 * inputs + 3


@kernel(inline=True)
def _state(looks):
    return np.int64(9.0 * looks[0] + 0.5) * MOST + np.int64(9.0 * looks[1] + 0.5)


@kernel
def remember(kind, rows, place, before, after, action, reward, done):
    """Write a transition into row ``place``: features before and after, 0 or 1, reward, 0 or 1."""
    row = rows[place]
    if kind == SIMPLE:
        row[0] = ((_state(before) * STATES + _state(after)) * 2 + action) * 2 + done
        row[1] = reward
        return
    inputs = (rows.shape[1] - 3) // 2
    for i in range(inputs):
        row[i] = before[i]
        row[inputs + i] = after[i]
    row[2 * inputs] = action
    row[2 * inputs + 1] = reward
    row[2 * inputs + 2] = done


@kernel
def draw(kind, rows, filled, stream, batch, discount, known, target, hidden, units):
    """Draw transitions with replacement from the first ``filled`` rows into ``batch``.

    A row of ``batch`` holds the features before, the decision, and the value that the
    network should give it: the reward, and unless the pair ended ``discount`` times the
    target's value after. ``known`` is that value of each simple state.
    """
    inputs = batch.shape[1] - 2
    zero = np.float32(0.0)
    if kind == SIMPLE:
        for sample in range(batch.shape[0]):
            row = rows[below(stream, filled)]
            batch[sample, 0] = row[0]
            batch[sample, 1] = row[1]
        for sample in range(batch.shape[0]):
            code = np.int64(batch[sample, 0])
            wanted = batch[sample, 1]
            state = code // (4 * STATES)
            if code & 1 == 0:
                wanted += discount * known[(code >> 2) % STATES]
            batch[sample, 0] = (state // MOST) / 9.0
            batch[sample, 1] = (state % MOST) / 9.0
            batch[sample, 2] = (code >> 1) & 1
            batch[sample, 3] = wanted
        return
    for sample in range(batch.shape[0]):
        row = rows[below(stream, filled)]
        for i in range(inputs):
            batch[sample, i] = row[i]
        wanted = row[2 * inputs + 1]
        if row[2 * inputs + 2] == zero:
            skip, strike = q_values(target, inputs, hidden, row[inputs:], units)
            wanted += discount * max(skip, strike)
        batch[sample, inputs] = row[2 * inputs]
        batch[sample, inputs + 1] = wanted
