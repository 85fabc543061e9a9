"""Learning from a batch, for several learners at once: each has a lane of the processor's vectors.

One learner's gradient steps wait for each other, and a processor does little while it waits.
Learners that share nothing can take their steps at the same time. What a learner learns does
not depend on who learns beside it: the operations of a lane and their order are those of a
learner alone, so the weights are the same to the last bit.

The arrays of all lanes are rows of one flat buffer, the lane last; with the number of lanes
known to the compiler it turns each loop over lanes into vector operations. A choice between
two numbers is written as a sum with factors 0 and 1, since a branch would keep it from that.
"""

from functools import lru_cache

import numpy as np

from riskkit.agents.deep_q.network import FEATURES, KINDS, SIMPLE, tanh
from riskkit.engine.jit import kernel
from riskkit.studies.deep_q_attack.loops import memory as replay
from riskkit.studies.deep_q_attack.loops.learner import copy_target

LANES = 8
"""Learners that learn side by side: the float32 of a vector of 256 bits."""

NOTHING, CLEARED = -1, -2
"""Seats of a lane that does not learn; `CLEARED` when it also holds nothing but zeros."""

DIVERGED = 1e9
"""Norm of the weights at which a learner stops."""


class Shape:
    """A network and its lanes: sizes, and where the rows of the buffer begin.

    A sample of a batch has ``columns`` rows: features before, decision, wanted value; on other
    than the simple features also whether the pair ended, and the features after.
    """

    def __init__(self, kind: int, hidden: int, lanes: int):
        inputs = len(FEATURES[KINDS[kind]])
        self.inputs, self.hidden, self.lanes = inputs, hidden, lanes
        self.bias = inputs * hidden * lanes
        self.second = self.bias + hidden * lanes
        self.last = self.second + 2 * hidden * lanes
        self.size = self.last + 2 * lanes
        self.columns = inputs + 2 if kind == SIMPLE else 2 * inputs + 3
        rows = [hidden * lanes, lanes, inputs * lanes, self.columns * lanes]
        ends = np.cumsum([self.size] * 4 + rows).tolist()
        self.gradient, self.squares, self.target, self.units, self.loss, self.looks, self.sample, self.all = ends

    def arrays(self, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the buffer, the batches of all lanes, and the picks of one."""
        drawn = np.zeros(batch * self.columns * self.lanes, np.float32)
        return np.zeros(self.all, np.float32), drawn, np.zeros(batch, np.int64)


@lru_cache(maxsize=16)
def wanting_kernel(kind: int, hidden: int, lanes: int):
    """Return the kernel that finds the wanted values of the batches.

    The reward, and unless the pair ended the discounted value that the target gives to what
    followed. On the simple features it takes transitions and the target's values apart.
    """
    shape = Shape(kind, hidden, lanes)
    L, inputs, columns, target = lanes, shape.inputs, shape.columns, shape.target
    bias, second, last = target + shape.bias, target + shape.second, target + shape.last
    action, wanted, done, after = (inputs * L, (inputs + 1) * L, (inputs + 2) * L, (inputs + 3) * L)
    sample = shape.sample

    @kernel
    def want_simple(b, drawn, batch, discount, conquest):
        one, nine = np.float32(1.0), np.float32(9.0)
        for s in range(batch):
            x = s * columns * L
            for lane in range(L):
                code = np.int32(drawn[x + lane])
                won = np.float32(code & replay.WON != 0)
                ended = np.float32(code & replay.DONE != 0)
                follows = discount * drawn[x + wanted + lane]
                drawn[x + wanted + lane] = conquest * won - np.float32(code // replay.LOST) + (one - ended) * follows
                drawn[x + action + lane] = np.float32(code & replay.ACTION != 0)
                drawn[x + L + lane] = np.float32((code >> 8) & 15) / nine
                drawn[x + lane] = np.float32((code >> 12) & 15) / nine

    @kernel
    def want(b, drawn, batch, discount, conquest):
        one = np.float32(1.0)
        for s in range(batch):
            x = s * columns * L
            for n in range(wanted, columns * L):
                b[sample + n] = drawn[x + n]
            for lane in range(L):
                skip, strike = b[last + lane], b[last + L + lane]
                for j in range(hidden):
                    z = b[bias + j * L + lane]
                    for i in range(inputs):
                        z += b[target + (i * hidden + j) * L + lane] * b[sample + after + i * L + lane]
                    t = tanh(z)
                    skip += b[second + 2 * j * L + lane] * t
                    strike += b[second + (2 * j + 1) * L + lane] * t
                follows = discount * max(skip, strike)
                b[sample + wanted + lane] += (one - b[sample + done + lane]) * follows
            for lane in range(L):
                drawn[x + wanted + lane] = b[sample + wanted + lane]

    return want_simple if kind == SIMPLE else want


@lru_cache(maxsize=16)
def stepping_kernel(kind: int, hidden: int, lanes: int):
    """Return the kernel that takes the gradient steps of one batch in all lanes."""
    shape = Shape(kind, hidden, lanes)
    L, inputs, size, columns = lanes, shape.inputs, shape.size, shape.columns
    bias, second, last = shape.bias, shape.second, shape.last
    gradient, squares, units, loss = shape.gradient, shape.squares, shape.units, shape.loss
    looks, sample = shape.looks, shape.sample
    side, wanted = sample + inputs * L, sample + (inputs + 1) * L

    @kernel
    def step(b, drawn, batch, mini, wrong, rate, epsilon, decay, share, part):
        one, zero, half = np.float32(1.0), np.float32(0.0), np.float32(0.5)
        for s in range(batch):
            for n in range((inputs + 2) * L):
                b[sample + n] = drawn[s * columns * L + n]
            if not wrong:
                for n in range(inputs * L):
                    b[looks + n] = b[sample + n]
            for lane in range(L):
                strike = b[side + lane]
                skip = one - strike
                value = skip * b[last + lane] + strike * b[last + L + lane]
                for j in range(hidden):
                    z = b[bias + j * L + lane]
                    for i in range(inputs):
                        z += b[(i * hidden + j) * L + lane] * b[sample + i * L + lane]
                    t = tanh(z)
                    b[units + j * L + lane] = t
                    to_skip, to_strike = b[second + 2 * j * L + lane], b[second + (2 * j + 1) * L + lane]
                    value += (skip * to_skip + strike * to_strike) * t
                error = value - b[wanted + lane]
                b[wanted + lane] = error
                b[loss + lane] += half * error * error
            for lane in range(L):
                strike = b[side + lane]
                skip = one - strike
                error = b[wanted + lane] * part
                b[gradient + last + lane] += skip * error
                b[gradient + last + L + lane] += strike * error
                for j in range(hidden):
                    t = b[units + j * L + lane]
                    to_skip, to_strike = b[second + 2 * j * L + lane], b[second + (2 * j + 1) * L + lane]
                    delta = error * (skip * to_skip + strike * to_strike) * (one - t * t)
                    b[gradient + second + 2 * j * L + lane] += skip * (error * t)
                    b[gradient + second + (2 * j + 1) * L + lane] += strike * (error * t)
                    b[gradient + bias + j * L + lane] += delta
                    for i in range(inputs):
                        b[gradient + (i * hidden + j) * L + lane] += delta * b[looks + i * L + lane]
            if not mini or s == batch - 1:
                for n in range(size):
                    g = b[gradient + n]
                    square = decay * b[squares + n] + share * g * g
                    b[squares + n] = square
                    b[n] -= rate * g / (np.sqrt(square) + epsilon)
                    b[gradient + n] = zero

    return step


@lru_cache(maxsize=16)
def learning_kernel(kind: int, hidden: int, lanes: int):
    """Return the kernel that learns from a batch in each lane that asks for it.

    It is compiled for networks of one size. Its arguments are the records and rows of two
    stacks of learners with the same settings, by seat; ``wants``, the seat whose learner k
    learns in lane k, or `NOTHING`, to which it is set back; the arrays of `Shape`; and
    ``losses``: the sum of half the squared errors and the number of samples are added to
    ``losses[k, at[k], seat]``. Weights that leave all bounds are not taken over, and
    ``stopped`` in the record says so.
    """
    shape = Shape(kind, hidden, lanes)
    inputs, columns, squares, target = shape.inputs, shape.columns, shape.squares, shape.target
    loss, looks, wanted = shape.loss, shape.looks, (shape.inputs + 1) * lanes
    want, step = wanting_kernel(kind, hidden, lanes), stepping_kernel(kind, hidden, lanes)

    @kernel
    def load(made, rows, k, b, drawn, picks):
        for n in range(made.weights):
            b[n * lanes + k] = made.network[n]
            b[squares + n * lanes + k] = 0.0 if made.fresh == 1 else made.squares[n]
        b[loss + k] = 0.0
        for i in range(inputs):
            b[looks + i * lanes + k] = made.after[i]
        replay.pick(made.stream, made.filled, picks, made.batch)
        x = k
        if kind == SIMPLE:
            for s in range(made.batch):
                code = rows[k, picks[s], 0]
                drawn[x] = code
                drawn[x + wanted] = made.known[np.int32(code) & np.int32(replay.LOOKS - 1)]
                x += columns * lanes
            return
        for n in range(made.weights):
            b[target + n * lanes + k] = made.target[n]
        for s in range(made.batch):
            row = picks[s]
            for c in range(columns):
                drawn[x + c * lanes] = rows[k, row, c]
            x += columns * lanes

    @kernel
    def clear(k, b, drawn):
        for n in range(k, b.size, lanes):
            b[n] = 0.0
        for n in range(k, drawn.size, lanes):
            drawn[n] = 0.0

    @kernel
    def store(made, k, b):
        made.samples += made.batch
        norm = 0.0
        for n in range(made.weights):
            norm += np.float64(b[n * lanes + k]) ** 2
        if not norm < DIVERGED * DIVERGED:
            made.stopped = made.decisions + 1
            made.norm = np.sqrt(norm)
            return
        for n in range(made.weights):
            made.network[n] = b[n * lanes + k]
            made.squares[n] = b[squares + n * lanes + k]
        if made.decisions % made.lag == 0:
            copy_target(made)
        made.decisions += 1

    @kernel
    def learn(one, one_rows, two, two_rows, wants, b, drawn, picks, losses, at):
        some = -1
        for k in range(lanes):
            if wants[k] == 0:
                load(one[k], one_rows, k, b, drawn, picks)
                some = k
            elif wants[k] == 1:
                load(two[k], two_rows, k, b, drawn, picks)
                some = k
            elif wants[k] == NOTHING:
                clear(k, b, drawn)
                wants[k] = CLEARED
        if some < 0:
            return
        rule = one[some] if wants[some] == 0 else two[some]
        want(b, drawn, rule.batch, np.float32(rule.discount), np.float32(rule.conquest))
        step(
            b,
            drawn,
            rule.batch,
            rule.mini == 1,
            rule.wrong == 1,
            np.float32(rule.rate),
            np.float32(rule.epsilon),
            np.float32(rule.decay),
            np.float32(1.0 - rule.decay),
            np.float32(1.0 / rule.batch) if rule.mini == 1 else np.float32(1.0),
        )
        for k in range(lanes):
            if wants[k] == 0:
                store(one[k], k, b)
            elif wants[k] == 1:
                store(two[k], k, b)
            if wants[k] >= 0:
                losses[k, at[k], wants[k], 0] += b[loss + k]
                losses[k, at[k], wants[k], 1] += rule.batch
                wants[k] = NOTHING

    return learn
