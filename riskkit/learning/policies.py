"""Policies on action values, and schedules of their parameters."""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import below, uniform

GREEDY, BOLTZMANN, EPSILON, FLIP = 0, 1, 2, 3
POLICIES = {"greedy": GREEDY, "boltzmann": BOLTZMANN, "epsilon": EPSILON, "flip": FLIP}


@kernel
def greedy(values):
    """Return the index of the largest value, the first of equals."""
    best = 0
    for a in range(1, values.shape[0]):
        if values[a] > values[best]:
            best = a
    return best


@kernel
def boltzmann(stream, values, temperature, clip):
    """Draw an action with probability proportional to ``exp(value / temperature)``.

    Exponents are clipped to +-``clip``, so the sum stays finite for clips up to 700.
    """
    total = 0.0
    for a in range(values.shape[0]):
        total += np.exp(min(max(values[a] / temperature, -clip), clip))
    point = uniform(stream) * total
    last = values.shape[0] - 1
    for a in range(last):
        point -= np.exp(min(max(values[a] / temperature, -clip), clip))
        if point < 0.0:
            return a
    return last


@kernel
def epsilon_greedy(stream, values, epsilon):
    """Return any action with probability ``epsilon``, else the greedy one."""
    if uniform(stream) < epsilon:
        return below(stream, values.shape[0])
    return greedy(values)


@kernel
def epsilon_flip(stream, values, epsilon):
    """Return the greedy one of two actions, or the other with probability ``epsilon``."""
    choice = greedy(values)
    if uniform(stream) < epsilon:
        return 1 - choice
    return choice


@kernel
def linear(step, start, end, over):
    """Return a value that goes from ``start`` to ``end`` in ``over`` steps, then stays."""
    if step >= over:
        return end
    return start + (end - start) * step / over


@kernel
def choose(kind, stream, values, parameter, clip):
    """Choose by a policy's number; ``parameter`` is its temperature or epsilon."""
    if kind == BOLTZMANN:
        return boltzmann(stream, values, parameter, clip)
    if kind == EPSILON:
        return epsilon_greedy(stream, values, parameter)
    if kind == FLIP:
        return epsilon_flip(stream, values, parameter)
    return greedy(values)
