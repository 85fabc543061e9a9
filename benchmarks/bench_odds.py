"""Time the battle odds: ``python benchmarks/bench_odds.py``.

Times are CPU milliseconds of one core, the best of several, compiled and warm. Beside them
stand the same answers by a plain Python dictionary of states and by NumPy, in the same run; where
a reference would take too long, it is timed at a smaller size and named with it.
"""

import time

import numpy as np

import riskkit.odds as odds

STEPS = {(i, j): [(pair, chance) for pair, chance in odds.roll(i, j).items()] for i in (1, 2, 3) for j in (1, 2)}


def dictionary_table(attackers, defenders):
    """Return the win table as a dictionary of states."""
    value = {}
    for a in range(attackers + 1):
        for d in range(defenders + 1):
            if d == 0 or a == 0:
                value[a, d] = float(d == 0)
            else:
                value[a, d] = sum(p * value[a - x, d - y] for (x, y), p in STEPS[min(a, 3), min(d, 2)])
    return value


def dictionary_survivors(attackers, defenders):
    """Return the chance of every end as a dictionary."""
    chance, ends = {(attackers, defenders): 1.0}, {}
    for a in range(attackers, -1, -1):
        for d in range(defenders, -1, -1):
            now = chance.pop((a, d), 0.0)
            if not now:
                continue
            if a == 0 or d == 0:
                ends[a, d] = now
                continue
            for (x, y), p in STEPS[min(a, 3), min(d, 2)]:
                chance[a - x, d - y] = chance.get((a - x, d - y), 0.0) + p * now
    return ends


def dictionary_chain(attackers, defenders):
    """Return the chance to take a chain, one army left on each territory."""
    start = {attackers: 1.0}
    for d in defenders:
        taken = {}
        for a, chance in start.items():
            for (left, none), p in dictionary_survivors(a, d).items():
                if none == 0:
                    taken[left] = taken.get(left, 0.0) + chance * p
        start = {a - 1: p for a, p in taken.items() if a > 1}
    return sum(taken.values())


def numpy_table(attackers, defenders):
    """Return the win table, a diagonal of equal a + d at a time."""
    size = defenders + 1
    value = np.zeros((attackers + 1, size))
    value[:, 0] = 1.0
    flat = value.ravel()
    for total in range(2, attackers + defenders + 1):
        a = np.arange(max(1, total - defenders), min(attackers, total - 1) + 1)
        d = total - a
        for edge, (i, j) in [(a[:2], (0, 0)), (a[-1:], (3, 1))]:
            for one in edge:
                i, j = min(one, 3), min(total - one, 2)
                value[one, total - one] = sum(p * value[one - x, total - one - y] for (x, y), p in STEPS[i, j])
        inner = (a >= 3) & (d >= 2)
        a, d = a[inner], d[inner]
        flat[a * size + d] = sum(p * flat[(a - x) * size + d - y] for (x, y), p in STEPS[3, 2])
    return value


def numpy_survivors(attackers, defenders):
    """Return the chance of every state, a row of equal a at a time, its own row last."""
    chance = np.zeros((attackers + 1, defenders + 1))
    chance[attackers, defenders] = 1.0
    for a in range(attackers, 0, -1):
        i, row = min(a, 3), chance[a]
        for d in range(defenders, 0, -1):
            for (x, y), p in STEPS[i, min(d, 2)]:
                if x == 0:
                    row[d - y] += p * row[d]
        for (x, y), p in STEPS[i, 2]:
            if x:
                chance[a - x, 2 - y : defenders + 1 - y] += p * row[2:]
        for (x, y), p in STEPS[i, 1]:
            if x:
                chance[a - x, 1 - y] += p * row[1]
    return chance


def milliseconds(function, times=7):
    """Return the CPU time of the fastest of several calls, the first one not counted."""
    function()
    found = []
    for _ in range(times):
        begin = time.process_time()
        function()
        found.append(time.process_time() - begin)
    return min(found) * 1e3


def once(function):
    """Return the CPU time of one call."""
    begin = time.process_time()
    function()
    return (time.process_time() - begin) * 1e3


def main():
    assert abs(numpy_table(60, 50)[1:, 1:] - odds.table(60, 50)).max() < 1e-13
    assert abs(numpy_survivors(60, 50)[:, 0].sum() - odds.win_probability(60, 50)) < 1e-13
    chain5, chain20 = [10, 12, 15, 8, 20], [30] * 20
    rows = [
        ("win table 1,000 x 1,000", 4, lambda: odds.table(1000, 1000),
         lambda: dictionary_table(1000, 1000), lambda: numpy_table(1000, 1000)),
        ("joint survivors 1,000 v 1,000", 2, lambda: odds.battle(1000, 1000),
         lambda: dictionary_survivors(1000, 1000), lambda: numpy_survivors(1000, 1000)),
        ("joint survivors 10,000 v 10,000", 60, lambda: odds.battle(10_000, 10_000), None, None),
        ("chain of 5, 100 attackers", 0.1, lambda: odds.chain(100, chain5).win,
         lambda: dictionary_chain(100, chain5), None),
        ("chain of 20, 1,000 attackers", 20, lambda: odds.chain(1000, chain20).win, None, None),
        ("attackers needed, D = 1..1,000", 20, lambda: odds.attackers_needed(range(1, 1001), 0.5), None, None),
        ("exact fractions 30 x 30", 1000, lambda: odds.table(30, 30, exact=True), None, None),
        ("one win probability 10 v 7", None, lambda: odds.win_probability(10, 7),
         lambda: dictionary_table(10, 7)[10, 7], None),
    ]  # fmt: skip
    print(f"{'CPU ms':34} {'target':>7} {'riskkit':>9} {'dictionary':>11} {'NumPy':>9}")
    for name, target, ours, plain, numpy in rows:
        cells = [f"{milliseconds(ours):9.3f}"]
        cells += [
            f"{once(other):{width}.1f}" if other else "-".rjust(width) for other, width in ((plain, 11), (numpy, 9))
        ]
        print(f"{name:34} {target if target else '-':>7} {' '.join(cells)}")


if __name__ == "__main__":
    main()
