"""How the weights of the TD(lambda) bot change: equations (1) and (2), and when a game begins anew.

In every function ``cells`` is the seat's MEMORY record, ``log`` the rest of its memory, ``given``
its GIVEN record of settings.
"""

import numpy as np

from riskkit.agents.shared.position import value_of
from riskkit.agents.td.memory import MARK
from riskkit.agents.td.settings import DIVERGED
from riskkit.engine.jit import kernel
from riskkit.engine.seats import choice_random


@kernel
def learn(cells, log, given, following, f):
    """Change the weights by equation (1) or (2); ``following`` is F(next), ``f`` the features now.

    Weights that leave all bounds are not taken over: learning stops for good, and the seat's
    memory keeps the number of the change and the norm.
    """
    weights = cells.weights
    trace = cells.trace
    for i in range(5):
        decayed = given.lam * trace[i]
        if given.trace == 0:
            trace[i] = decayed + f[i]
        else:
            trace[i] = f[i] if abs(f[i]) >= abs(decayed) else decayed
    if given.learn == 0 or cells.stopped > 0:
        return
    error = following - (f[0] if given.error == 1 else value_of(weights, f))
    step = given.alpha * error
    if given.sign == 1:
        step = -step
    if given.normalised == 1:
        here = 0.0
        past = 0.0
        for i in range(5):
            here += f[i] * f[i]
            past += trace[i] * trace[i]
        both = np.sqrt(here) * np.sqrt(past)
        step = step / both if both > 0 else 0.0
    cells.updates += 1
    norm = 0.0
    for i in range(5):
        norm += (weights[i] + step * trace[i]) ** 2
    if not norm < DIVERGED * DIVERGED:
        cells.stopped = cells.updates
        cells.norm = np.sqrt(norm)
        return
    for i in range(5):
        weights[i] += step * trace[i]
    _keep(cells, log, np.int64(cells.updates), np.int64(given.stride))


@kernel
def _keep(cells, log, count, stride):
    """Write the weights into the log, if it is their turn and there is room."""
    if count % stride == 0:
        place = 5 * (count // stride - 1)
        if place + 5 <= log.shape[0]:
            for i in range(5):
                log[place + i] = cells.weights[i]


@kernel
def _before(cells):
    seen = cells.before
    return (seen[0], seen[1], seen[2], seen[3], seen[4])


@kernel
def open_game(state, cells, log, given):
    """Set the first weights, or close the last game's learning, when a new game begins."""
    if cells.started == 0:
        cells.started = MARK
        for i in range(5):
            drawn = 2.0 * choice_random(state) - 1.0
            cells.weights[i] = given.weights[i] if given.has_weights == 1 else drawn
    else:
        if given.outcome == 1 and cells.pending == 1:
            learn(cells, log, given, 1.0 if cells.attacked == 1 else 0.0, _before(cells))
        cells.pending = 0
        for i in range(5):
            cells.trace[i] = 0.0


@kernel
def reached(cells, log, given, f):
    """Learn from the position decided in before to this one, and keep this one."""
    if cells.pending == 1:
        learn(cells, log, given, value_of(cells.weights, f), _before(cells))
    for i in range(5):
        cells.before[i] = f[i]
    cells.pending = 1
