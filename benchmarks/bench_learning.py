"""Time the learning kernels: ``python benchmarks/bench_learning.py``.

Times are CPU microseconds. The reference is the same work in NumPy, in the same run.
"""

import time

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.learning import dqn, mlp

NETWORKS = [
    ((1, 24, 24, 3), ("relu", "relu", "linear"), 32),
    ((5, 24, 24, 3), ("relu", "relu", "linear"), 32),
    ((2, 3, 2), ("tanh", "linear"), 64),
]


@kernel
def rows(net, parameters, x, work, times):
    """Evaluate one observation ``times`` times."""
    total = 0.0
    for _ in range(times):
        total += mlp.forward(net, parameters, x, work)[0]
    return total


@kernel
def train(made, observation, times):
    """Choose, remember and learn ``times`` times."""
    total = 0.0
    for n in range(times):
        observation[0] = (7 * n) % 100
        action = dqn.choose(made, observation)
        dqn.remember(made, observation, observation, action, -1.0, 0.0)
        total += dqn.learn(made)
    return total


def by_numpy(sizes, batch, times):
    """Time one forward and backward pass of ReLU layers in NumPy."""
    rng = np.random.default_rng(0)
    weights = [rng.normal(size=shape).astype(np.float32) for shape in zip(sizes[:-1], sizes[1:])]
    x = rng.normal(size=(batch, sizes[0])).astype(np.float32)
    start = time.process_time()
    for _ in range(times):
        values = [x]
        for w in weights:
            values.append(np.maximum(values[-1] @ w, 0))
        delta = values[-1]
        for k in range(len(weights) - 1, -1, -1):
            delta = delta * (values[k + 1] > 0)
            slope = values[k].T @ delta
            delta = delta @ weights[k].T
            weights[k] -= 1e-9 * slope
    return (time.process_time() - start) / times * 1e6


def timed(function, *arguments, times):
    """Return CPU microseconds a repetition, compilation apart."""
    function(*arguments, 1)
    start = time.process_time()
    function(*arguments, times)
    return (time.process_time() - start) / times * 1e6


def main():
    """Print one line a network and number type."""
    print("network          batch type     row   deep Q step   NumPy forward + backward")
    for sizes, activations, batch in NETWORKS:
        for dtype in (np.float32, np.float64):
            settings = dqn.Settings(sizes, activations, batch=batch, memory=100_000)
            made = dqn.learner(settings, 1, dtype)
            x = np.zeros(sizes[0], dtype)
            row = timed(rows, made.net[0], made.parameters, x, made.work, times=100_000)
            train(made, x, 2_000)
            step = timed(train, made, x, times=50_000)
            reference = by_numpy(sizes, batch, 2_000)
            name = "-".join(map(str, sizes))
            print(f"{name:16} {batch:5} {np.dtype(dtype).name:8} {row:.2f} {step:10.1f} {reference:18.1f}")


if __name__ == "__main__":
    main()
