"""Battles: sampled rolls, rolled dice and exact odds are three ways to the same numbers."""

import numpy as np
import pytest
from scipy import stats

import riskkit as rk
from riskkit.engine import battle
from riskkit.engine.jit import kernel
from riskkit.engine.rng import DICE, seed_stream
from riskkit.rules import record


def dice_stream(seed):
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, 0, DICE)
    return stream


@kernel
def _many_rolls(stream, rules, a, d, counts, n):
    for _ in range(n):
        lost, killed = battle.one_roll(stream, rules, a, d)
        counts[lost, killed] += 1


@kernel
def _many_battles(stream, rules, attackers, defenders, counts, n):
    for _ in range(n):
        left, standing, _ = battle.fight(stream, rules, attackers, defenders, 0, rules.attacker_dice, 0)
        counts[left, standing] += 1


def chi_square(counts, expected):
    keep = expected > 5
    observed = np.append(counts[keep], counts[~keep].sum())
    wanted = np.append(expected[keep], expected[~keep].sum())
    if wanted[-1] < 5:
        observed, wanted = observed[:-1], wanted[:-1] * observed[:-1].sum() / wanted[:-1].sum()
    return stats.chisquare(observed, wanted).pvalue


@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize("ties", ["defender", "attacker", "nobody"])
@pytest.mark.parametrize("a,d,sides", [(3, 2, 6), (1, 1, 6), (3, 3, 6), (2, 1, 8), (4, 4, 5)])
def test_rolls_follow_the_exact_distribution(rolled, ties, a, d, sides):
    rules = rk.Rules.classic(rolled_dice=rolled, ties=ties, attacker_dice=4, defender_dice=4, dice_sides=sides)
    counts = np.zeros((6, 6), np.int64)
    n = 200_000
    _many_rolls(dice_stream(a * 100 + d), record(rules, 3)[0], a, d, counts, n)
    exact = rk.odds.roll(a, d, sides=sides, ties=ties)
    expected = np.zeros((6, 6))
    for (lost, killed), p in exact.items():
        expected[lost, killed] = p * n
    assert (counts[expected == 0] == 0).all()
    assert chi_square(counts.ravel(), expected.ravel()) > 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("rolled", [False, True])
def test_a_million_battles_agree_with_the_exact_survivors(rolled):
    rules = rk.Rules.classic(rolled_dice=rolled)
    n, attackers, defenders = 1_000_000, 9, 8
    counts = np.zeros((attackers + 1, defenders + 1), np.int64)
    _many_battles(dice_stream(3), record(rules, 3)[0], attackers, defenders, counts, n)
    exact = rk.odds.battle(attackers, defenders)
    wins = counts[1:, 0].sum()
    assert stats.binomtest(int(wins), n, exact.win).pvalue > 1e-4
    expected = np.zeros_like(counts, dtype=float)
    for row in exact.survivors.itertuples():
        expected[row.attackers, row.defenders] = row.probability * n
    assert abs(expected.sum() - n) < 1e-6 * n
    assert chi_square(counts.ravel(), expected.ravel()) > 1e-4


def test_a_stopped_battle_ends_at_the_stop():
    rules = record(rk.Rules.classic(), 3)[0]
    stream = dice_stream(1)
    for _ in range(200):
        left, standing, used = battle.fight(stream, rules, 20, 15, 6, 3, 0)
        assert standing == 0 or left in (5, 6)
        assert used in (1, 2, 3)
        left, standing, used = battle.fight(stream, rules, 20, 15, 0, 2, 1)
        assert 20 - left + 15 - standing == 2 and used == 2
