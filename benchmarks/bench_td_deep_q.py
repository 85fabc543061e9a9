"""Speed of the TD sweeps and of the deep Q training; a short reference match in the same run.

Run: python benchmarks/bench_td_deep_q.py [--part 0.1]

Wall time and CPU time are printed; on a busy machine the CPU time is the one to read.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

import riskkit as rk
from riskkit.agents import td
from riskkit.agents.deep_q import pairs
from riskkit.studies.deep_q_attack import settings as deep
from riskkit.studies.deep_q_attack.loops.lanes import LANES
from riskkit.studies.deep_q_attack.loops.learner import learner
from riskkit.studies.deep_q_attack.loops.training import train, train_together
from riskkit.studies.td_lambda import results as sweeps
from riskkit.studies.td_lambda.settings import PARAMETERS, VALUES, adjusted
from riskkit.studies.td_lambda.settings import RULES as TD_RULES

SEEDS = {"a short": 20_203, "a middle": 20_206, "a long": deep.SEED}
"""Of the 20 trainings of notebook 04, which make 1.4 to 4.9 million decisions: 1.4, 2.2 and 3.9 million."""


def timed(work):
    """Return what ``work()`` returns, and its wall and CPU seconds (all threads)."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def line(name, count, unit, wall, cpu, target=""):
    """Print one line of the table."""
    rate = f"{count / cpu:12,.0f} /s CPU"
    print(f"{name:<54} {count:>11,} {unit:<8} {wall:8.1f} s wall {cpu:8.1f} s CPU {rate}  {target}")


def main():
    """Time the published sizes, or the part of them asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=float, default=1.0, help="share of the published size (default 1)")
    part = parser.parse_args().part
    rules = TD_RULES["described"]
    rival, standard = pairs.make(0.5), td.make(name="standard")
    warm = [learner(deep.LEARNERS["mixed"], deep.ASKING["mixed"], k) for k in range(2)]
    train(warm, 2, 1, rules)
    sweeps.played(td.DESCRIBED, standard, rules, 2, 0)
    rk.match([rival, rival], 50, 1, rules=rules, workers=1)

    games = int(10_000 * part)
    _, wall, cpu = timed(lambda: rk.match([rival, rival], games, 1, rules=rules, workers=1))
    line("reference: random against random", games, "games", wall, cpu)

    games = max(1, int(500 * part))
    tasks = [(name, value) for name in PARAMETERS for value in VALUES]

    def sweep():
        with ThreadPoolExecutor(2) as pool:
            jobs = [
                pool.submit(sweeps.played, adjusted("described", *task), standard, rules, games, 0) for task in tasks
            ]
            return sum(job.result()[0]["updates"] for job in jobs)

    updates, wall, cpu = timed(sweep)
    line("TD sweeps, 84 values, 2 threads", 84 * games, "games", wall, cpu, "target 42,000 in 60 s")
    line("  changes of the adjusted bot's weights", updates, "changes", wall, cpu)

    games = int(10_000 * part)
    for name, seed in SEEDS.items():
        for label, settings in (
            ("a step a sample", deep.LEARNERS["mixed"]),
            ("a step a batch", deep.LEARNERS["mixed"].replace(updates="mini-batch")),
        ):
            made = [learner(settings, deep.ASKING["mixed"], 2 * seed + seat) for seat in range(2)]
            _, wall, cpu = timed(
                lambda made=made, seed=seed, games=games: train(made, games, seed, deep.RULES["mixed"])
            )
            line(f"deep Q training, {name} seed, {label}", games, "games", wall, cpu, "target 10,000 in 20 s")
            line("  decisions", sum(m.count("decisions") for m in made), "", wall, cpu)
            line("  samples learned from", sum(m.count("samples") for m in made), "", wall, cpu)

    settings, asking, rules = deep.LEARNERS["mixed"], deep.ASKING["mixed"], deep.RULES["mixed"]
    seeds, games = [deep.SEED + k for k in range(2 * LANES)], max(1, int(1_000 * part))

    def course(seed, ours):
        yield games
        return [made.count("decisions") for made in ours]

    def alone():
        pairs_of_learners = [[learner(settings, asking, 2 * seed + seat) for seat in range(2)] for seed in seeds]
        for seed, two in zip(seeds, pairs_of_learners):
            train(two, games, seed, rules)
        return [[made.count("decisions") for made in two] for two in pairs_of_learners]

    def together():
        return train_together(seeds, course, settings, asking, rules)

    train_together([1], course, settings.replace(batch=1), asking, rules)
    for label, work in (("one after the other", alone), (f"{LANES} at a time", together)):
        made, wall, cpu = timed(work)
        line(f"{len(seeds)} trainings, {label}", games * len(seeds), "games", wall, cpu)
        line("  decisions", sum(map(sum, made)), "", wall, cpu)


if __name__ == "__main__":
    main()
