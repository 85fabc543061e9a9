"""Speed of whole games on one core: python benchmarks/bench_engine.py

The reference in the same run is a plain loop of single dice, compiled the same way, which
shows how fast the machine is at the moment: compare ratios, not seconds.
"""

import time
from functools import partial

import numpy as np

import riskkit as rk
from riskkit.engine.jit import kernel
from riskkit.engine.rng import DICE, below, seed_stream

LINEUPS = {
    "study: passive pacifist aggressive pacifist": (
        ["passive", "pacifist", "aggressive", "pacifist"],
        rk.Rules.strategy_switching(),
    ),
    "aggressive x 4, 200 turns": (["aggressive"] * 4, rk.Rules.strategy_switching()),
    "pacifist x 4, 200 turns": (["pacifist"] * 4, rk.Rules.strategy_switching()),
    "classic: random search.aggressive, 2 players": (["random", "search.aggressive"], rk.Rules.classic()),
    "classic: six players, 200 turns": (
        ["random", "passive", "pacifist", "aggressive", "search.aggressive", "search.nearly_pacifist"],
        rk.Rules.classic(turn_cap=200),
    ),
}


@kernel
def reference(stream, n):
    """Roll ``n`` dice and return their sum."""
    total = 0
    for _ in range(n):
        total += below(stream, 6)
    return total


def seconds(function, *arguments):
    """Return the CPU seconds of a call, the least of three."""
    best = np.inf
    for _ in range(3):
        start = time.process_time()
        function(*arguments)
        best = min(best, time.process_time() - start)
    return best


def main():
    """Print a table of turns and games a second for each line-up."""
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, 1, 0, DICE)
    reference(stream, 10)
    dice = 20_000_000
    rate = dice / seconds(reference, stream, dice)
    print(f"reference: {rate / 1e6:.0f} million dice a second\n")
    print(f"{'line-up':<48}{'turns/s':>12}{'games/s':>10}{'decisions/s':>14}{'dice/turn':>11}")
    for name, (agents, rules) in LINEUPS.items():
        rk.match(agents, 10, rules=rules, workers=1)
        games = 2000
        played = rk.match(agents, games, rules=rules, workers=1)
        spent = seconds(partial(rk.match, agents, games, rules=rules, workers=1))
        turns = played["turns"].sum() / spent
        decisions = played["decisions"].sum() / spent
        print(f"{name:<48}{turns:>12,.0f}{games / spent:>10,.0f}{decisions:>14,.0f}{rate / turns:>11.0f}")


if __name__ == "__main__":
    main()
