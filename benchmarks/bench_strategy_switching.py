"""Time the strategy-switching study: ``python benchmarks/bench_strategy_switching.py``.

Times are CPU seconds of one thread. The reference, in the same run, is the engine's own
loop: turns a second of four agents of the same strategies.
"""

import time

import gymnasium
import numpy as np

import riskkit as rk
import riskkit.envs
from riskkit.envs.switching import Switching
from riskkit.studies.strategy_switching import settings as setups
from riskkit.studies.strategy_switching.loops.training import Trained, policy_games

STEPS = 500_000


def cpu(function, *arguments):
    """Return CPU seconds of one call, after a first one that compiles."""
    start = time.process_time()
    made = function(*arguments)
    return time.process_time() - start, made


def reference():
    """Print turns a second of the engine with compiled agents."""
    names = ["aggressive", "passive", "pacifist", "aggressive"]
    rules = rk.Rules.strategy_switching()
    rk.match(names, 100, seed=1, rules=rules, workers=1)
    seconds, games = cpu(lambda: rk.match(names, 4_000, seed=1, rules=rules, workers=1))
    print(f"reference: engine            {games['turns'].sum() / seconds:12,.0f} turns/s")


def stepping():
    """Print steps a second without learning, by step and strategy."""
    for step in ("turn", "round"):
        for policy, name in enumerate(("passive", "pacifist", "aggressive")):
            policy_games(Switching(step=step), policy, 10, 1)
            seconds, games = cpu(policy_games, Switching(step=step), policy, 3_000, 1)
            print(f"steps of a {step:5}, {name:10} {games['steps'].sum() / seconds:12,.0f} steps/s")


def faces():
    """Print steps a second through Gymnasium, one game and many at a time."""
    env = gymnasium.make(riskkit.envs.IDENTIFIER).unwrapped
    env.reset(seed=1)
    start, over = time.process_time(), False
    for _ in range(10_000):
        if over:
            env.reset()
        _, _, ended, cut, _ = env.step(2)
        over = ended or cut
    print(f"Gymnasium, one game          {10_000 / (time.process_time() - start):12,.0f} steps/s")
    for n in (16, 256):
        vector = gymnasium.make_vec(riskkit.envs.IDENTIFIER, num_envs=n, vectorization_mode="vector_entry_point")
        vector.reset(seed=1)
        actions = np.full(n, 2)
        vector.step(actions)
        start = time.process_time()
        for _ in range(200_000 // n):
            vector.step(actions)
        rate = 200_000 / (time.process_time() - start)
        print(f"Gymnasium, {n:4} games        {rate:12,.0f} steps/s")


def training():
    """Print the time of the published run: 500,000 steps with a gradient step each."""
    for reading, experiment in {**setups.READINGS, "repaired": setups.REPAIRED}.items():
        Trained(experiment, 0).run(2_000, 1_000)
        seconds, made = cpu(Trained(experiment, 1).run, STEPS // 5)
        print(
            f"training, {reading:9} {1e6 * seconds / made.steps:17.1f} us/step, "
            f"{5 * seconds:6.1f} s for {STEPS:,} steps"
        )


if __name__ == "__main__":
    reference()
    stepping()
    faces()
    training()
