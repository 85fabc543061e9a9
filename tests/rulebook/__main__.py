"""Play random games in lockstep: ``python -m tests.rulebook --games 10000 --seed 1``."""

import argparse
import random
import sys
import time

from . import cases, players
from .lockstep import Disagreement, play_out


def main() -> int:
    """Play the games; return the number of disagreements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first game")
    parser.add_argument("--stop-after", type=int, default=5, help="disagreements after which to stop")
    chosen = parser.parse_args()
    begun, failures, decisions, won = time.perf_counter(), 0, 0, 0
    for number in range(chosen.start, chosen.start + chosen.games):
        rng = random.Random(f"{chosen.seed} {number}")
        try:
            both = play_out(cases.case(rng), players, rng)
        except Disagreement as problem:
            failures += 1
            print(f"game {number}: {problem}\n")
            if failures == chosen.stop_after:
                break
            continue
        decisions += len(both.moves)
        won += both.table.reason == "won"
        if (number + 1) % 500 == 0:
            print(f"{number + 1 - chosen.start} games, {decisions} decisions", file=sys.stderr)
    seconds = time.perf_counter() - begun
    print(f"{number - chosen.start + 1} games, {won} won, {decisions} decisions, {failures} faults, {seconds:.0f} s")
    return failures


if __name__ == "__main__":
    sys.exit(min(1, main()))
