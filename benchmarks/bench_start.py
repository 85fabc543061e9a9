"""How long riskkit takes to start: python benchmarks/bench_start.py

CPU seconds of whole processes, the interpreter's own start taken off. The reference in the
same run is the import of NumPy and pandas, which every analysis pays.
"""

import os
import resource
import subprocess
import sys
import tempfile

GAME = "import riskkit as rk; rk.match(['passive', 'pacifist', 'aggressive', 'random'], games=1, seed=1, workers=1)"
CASES = {
    "import numpy, pandas (reference)": "import numpy, pandas",
    "import riskkit": "import riskkit",
    "one battle's odds": "import riskkit as rk; rk.odds.win_probability(10, 7)",
    "first game, everything compiled before": GAME,
}


def cpu(code: str, cache: str) -> float:
    """Return the CPU seconds of a Python process that runs ``code``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "RISKKIT_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", code], check=True, env=env, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        empty = min(cpu("pass", cache) for _ in range(5))
        print(f"{'':45s}{'CPU s':>7s}")
        first = cpu(GAME, cache) - empty
        print(f"{'first game after a fresh install (compiles)':45s}{first:7.2f}")
        cpu(CASES["one battle's odds"], cache)
        for name, code in CASES.items():
            print(f"{name:45s}{min(cpu(code, cache) for _ in range(5)) - empty:7.2f}")


if __name__ == "__main__":
    main()
