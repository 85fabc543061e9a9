"""Battles and single rolls: exact values, published tables, two ways to the same number."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskkit.odds as odds
from riskkit.odds import dice as dice_module
from riskkit.odds.dice import Dice
from riskkit.results import paths

PUBLISHED = paths.published()


def brute_force(i, j, dice):
    """Count all ordered rolls, one by one."""
    counts = Counter()
    for attack in itertools.product(range(1, dice.sides[0] + 1), repeat=i):
        for defence in itertools.product(range(1, dice.sides[1] + 1), repeat=j):
            lost = [0, 0]
            pairs = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
            for k, (x, y) in enumerate(pairs):
                x = max(1, x + (dice.attack_modifiers + (0,) * 9)[k])
                y = max(1, y + (dice.defence_modifiers + (0,) * 9)[k])
                if x != y:
                    lost[x > y] += 1
                elif dice.ties != "nobody":
                    lost[dice.ties == "attacker"] += 1
            counts[tuple(lost)] += 1
    total = sum(counts.values())
    return {pair: Fraction(number, total) for pair, number in counts.items()}


@pytest.mark.parametrize("ties", dice_module.TIES)
@pytest.mark.parametrize("modifiers", [((), ()), ((1,), ()), ((), (1,)), ((-2, 1), (0, 2))])
@pytest.mark.parametrize("size", [(1, 1, 6), (3, 2, 6), (2, 3, (4, 6)), (3, 3, 4), (4, 2, (3, 5))])
def test_roll_is_the_count_of_all_rolls(size, modifiers, ties):
    i, j, sides = size
    dice = Dice(i, j, sides, *modifiers, ties)
    found = odds.roll(
        i,
        j,
        sides=sides,
        ties=ties,
        attack_modifiers=modifiers[0],
        defence_modifiers=modifiers[1],
        exact=True,
    )
    assert found == brute_force(i, j, dice)


def test_known_rolls():
    assert odds.roll(3, 2, exact=True) == {
        (0, 2): Fraction(2890, 7776),
        (1, 1): Fraction(2611, 7776),
        (2, 0): Fraction(2275, 7776),
    }
    capital = odds.roll(3, 3, exact=True)
    assert [int(capital[3 - k, k] * 46656) for k in (3, 2, 1, 0)] == [6420, 10017, 12348, 17871]


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 7), st.integers(1, 7))
def test_both_ways_to_count_agree(i, j, sides_a, sides_d):
    if min(i, j) > 3:
        i = 3
    dice = Dice(i, j, (sides_a, sides_d))
    by_value = dice_module._count_by_face_value(dice, i, j)
    by_faces = dice_module._count_by_faces_shown(dice, i, j)
    total = sum(by_faces.values())
    assert sum(by_value.values()) == total * (sides_a**i * sides_d**j) // total
    assert {k: Fraction(v, sum(by_value.values())) for k, v in by_value.items()} == {
        k: Fraction(v, total) for k, v in by_faces.items()
    }


def test_osborne_every_printed_digit():
    printed = pd.read_csv(PUBLISHED / "battle_odds_osborne_table3.csv")
    ours = odds.table(10, 10)[printed["attackers"] - 1, printed["defenders"] - 1]
    assert len(printed) == 100
    assert (np.round(ours, 3) == printed["win_probability"]).all()


def test_osborne_losses_five_against_five():
    found = odds.battle(5, 5)
    assert round(found.expected_attacker_losses, 2) == 3.37
    assert round(found.sd_attacker_losses, 2) == 1.83
    assert round(found.expected_defender_losses, 2) == 3.56
    assert round(found.sd_defender_losses, 2) == 1.70


def matrix_absorption(attackers, defenders):
    """Solve (I - Q) X = R in fractions, with every state of the battle as a row."""
    states = [(a, d) for a in range(1, attackers + 1) for d in range(1, defenders + 1)]
    place = {state: k for k, state in enumerate(states)}
    n = len(states)
    matrix = [[Fraction(int(r == c)) for c in range(n)] + [Fraction(0)] for r in range(n)]
    for (a, d), row in place.items():
        for (x, y), chance in odds.roll(min(a, 3), min(d, 2), exact=True).items():
            after = (a - x, d - y)
            if after in place:
                matrix[row][place[after]] -= chance
            elif after[1] == 0:
                matrix[row][n] += chance
    for pivot in range(n):
        swap = next(r for r in range(pivot, n) if matrix[r][pivot] != 0)
        matrix[pivot], matrix[swap] = matrix[swap], matrix[pivot]
        scale = matrix[pivot][pivot]
        matrix[pivot] = [entry / scale for entry in matrix[pivot]]
        for r in range(n):
            if r != pivot and matrix[r][pivot] != 0:
                factor = matrix[r][pivot]
                matrix[r] = [x - factor * y for x, y in zip(matrix[r], matrix[pivot], strict=True)]
    return matrix[place[attackers, defenders]][n]


def test_recurrence_agrees_with_matrix_absorption_in_fractions():
    assert odds.win_probability(6, 6, exact=True) == matrix_absorption(6, 6)
    assert odds.win_probability(6, 6) == pytest.approx(float(matrix_absorption(6, 6)), abs=1e-15)


VARIANTS = [
    Dice(),
    Dice(defence=3),
    Dice(ties="nobody"),
    Dice(ties="attacker"),
    Dice(4, 5, 8),
    Dice(2, 1, (8, 6)),
    Dice(1, 1),
    Dice(choice="losses"),
    Dice(3, 2, 6, (1,), (0, 1)),
]


@pytest.mark.parametrize("dice", VARIANTS)
@pytest.mark.parametrize("stops", [(0, 0), (3, 0), (0, 2), (2, 1)])
def test_floats_tables_and_forward_passes_agree_with_fractions(dice, stops):
    rules = {"stop_attackers": stops[0], "stop_defenders": stops[1], "dice": dice}
    exact = odds.table(9, 10, exact=True, **rules).astype(float)
    assert np.abs(odds.table(9, 10, **rules) - exact).max() < 1e-14
    forward = [[odds.win_probability(a, d, **rules) for d in range(1, 11)] for a in range(1, 10)]
    assert np.abs(np.array(forward) - exact).max() < 1e-14


@pytest.mark.parametrize(("attackers", "defenders"), [(120, 110), (300, 310)])
def test_long_battles_against_45_digits(attackers, defenders):
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 45
        steps = {
            (i, j): [(pair, Decimal(p.numerator) / p.denominator) for pair, p in odds.roll(i, j, exact=True).items()]
            for i in (1, 2, 3)
            for j in (1, 2)
        }
        rows = [[Decimal(1)] + [Decimal(0)] * defenders]
        for a in range(1, attackers + 1):
            row = [Decimal(1)]
            for d in range(1, defenders + 1):
                now = steps[min(a, 3), min(d, 2)]
                row.append(sum(p * (row[d - y] if x == 0 else rows[a - x][d - y]) for (x, y), p in now))
            rows.append(row)
        truth = float(rows[attackers][defenders])
    assert odds.win_probability(attackers, defenders) == pytest.approx(truth, rel=1e-12)
    assert odds.table(attackers, defenders)[-1, -1] == pytest.approx(truth, rel=1e-12)


@pytest.mark.parametrize("size", [(1000, 1000), (3000, 2500), (10_000, 10_000), (20_000, 40)])
def test_large_battles_sum_to_one_before_and_after_scaling(size):
    from riskkit.odds import kernels
    from riskkit.odds.steps import step_array

    attackers, defenders = size
    start = np.zeros(attackers + 1)
    start[attackers] = 1.0
    goal, held = np.zeros((attackers + 1, 2)), np.zeros((2, defenders + 1))
    kernels.end_states(start, defenders, 0, 0, step_array(odds.CLASSIC), 1e-30, goal, held)
    assert abs(goal.sum() + held.sum() - 1) < 1e-12
    found = odds.battle(attackers, defenders)
    assert abs(found.survivors["probability"].sum() - 1) < 1e-12


def test_band_of_a_large_battle_leaves_nothing_out():
    narrow = odds.battle(700, 650).win
    assert narrow == pytest.approx(odds.table(700, 650)[-1, -1], abs=1e-13)


small = st.integers(1, 25)


@given(small, small)
def test_more_attackers_help_and_more_defenders_hurt(attackers, defenders):
    now = odds.win_probability(attackers, defenders)
    assert odds.win_probability(attackers + 1, defenders) >= now
    assert odds.win_probability(attackers, defenders + 1) <= now


@given(small, small, st.integers(0, 6), st.integers(0, 6))
def test_every_end_is_an_end_and_all_sum_to_one(attackers, defenders, stop_a, stop_d):
    found = odds.battle(attackers, defenders, stop_attackers=stop_a, stop_defenders=stop_d)
    ends = found.survivors
    assert ends["probability"].sum() == pytest.approx(1, abs=1e-14)
    stopped_a, stopped_d = found.stop_attackers, found.stop_defenders
    assert ((ends["attackers"] <= stopped_a) | (ends["defenders"] <= stopped_d)).all()
    assert (ends["attackers"] <= attackers).all() and (ends["defenders"] <= defenders).all()
    mean = attackers - ends["attackers"] @ ends["probability"]
    assert found.expected_attacker_losses == pytest.approx(mean, abs=1e-12)
    spread = np.sqrt(max(0, ends["attackers"] ** 2 @ ends["probability"] - (attackers - mean) ** 2))
    assert found.sd_attacker_losses == pytest.approx(spread, abs=1e-6)
    assert found.attackers_left.sum() == pytest.approx(1, abs=1e-14)
    assert found.defenders_left.sum() == pytest.approx(1, abs=1e-14)
    reached = ends.loc[ends["defenders"] <= max(stop_d, 0), "probability"].sum()
    assert found.win == pytest.approx(reached, abs=1e-14)


@given(small, small, st.sampled_from(["attacker", "nobody", "defender"]))
def test_sides_can_be_exchanged_when_the_dice_are(attackers, defenders, ties):
    mirrored = {"attacker": "defender", "defender": "attacker", "nobody": "nobody"}[ties]
    there = odds.win_probability(attackers, defenders, dice=Dice(2, 3, (6, 8), ties=ties))
    back = odds.win_probability(defenders, attackers, dice=Dice(3, 2, (8, 6), ties=mirrored))
    assert there + back == pytest.approx(1, abs=1e-13)


@given(small, small, st.integers(1, 12))
def test_survivors_of_a_win_are_the_stop_rule_one_lower(attackers, defenders, least):
    through_stop = odds.win_probability(attackers, defenders, stop_attackers=least - 1)
    assert odds.battle(attackers, defenders).win_with(least) == pytest.approx(through_stop, abs=1e-13)


def test_conventions_and_stops_by_dice():
    assert round(odds.win_probability(10, 10), 4) == 0.5676
    assert round(odds.win_probability(odds.free(10), 10), 4) == 0.4799
    assert odds.free(1) == 0
    by_dice = odds.battle(10, 7, min_dice=3)
    assert by_dice.stop_attackers == 2
    assert by_dice.win == odds.battle(10, 7, stop_attackers=2).win
    assert odds.win_probability(0, 3) == 0 and odds.win_probability(3, 0) == 1
    assert odds.battle(3, 5, stop_attackers=4).survivors.values.tolist() == [[3, 5, 1]]


def test_losses_after_a_stop_are_those_at_the_stop():
    ends = odds.battle(10, 7, stop_attackers=3).survivors
    held = ends[ends["defenders"] > 0]
    assert set(held["attackers"]) == {2, 3}
    assert odds.battle(10, 7, stop_attackers=3).expected_attacker_losses < 7.6


def test_capital_is_harder_and_nobody_ties_need_no_end():
    assert odds.win_probability(10, 7, dice=odds.CAPITAL) < odds.win_probability(10, 7)
    assert 0 < odds.win_probability(10, 7, dice=Dice(ties="nobody")) < 1


def reference_hold(attackers, defenders, dice):
    """Recur over states; after each roll of the attacker the defender takes his best answer."""
    from functools import lru_cache

    @lru_cache(None)
    def value(a, d):
        if d == 0 or a == 0:
            return Fraction(int(d == 0))
        rolls = dice_module.choices(dice, min(a, dice.attack), min(d, dice.defence))
        return sum(
            weight * min(sum(p * value(a - x, d - y) for (x, y), p in answer.items()) for answer in answers)
            for weight, answers in rolls
        )

    return float(value(attackers, defenders))


@pytest.mark.parametrize("dice", [Dice(choice="hold"), Dice(3, 3, 4, (1,), (0, 1), choice="hold")])
def test_choosing_after_the_roll_to_hold_is_the_defenders_best(dice):
    assert odds.win_probability(6, 5, dice=dice) == pytest.approx(reference_hold(6, 5, dice), abs=1e-14)
    table = odds.table(12, 12, dice=dice)
    assert table[5, 4] == pytest.approx(reference_hold(6, 5, dice), abs=1e-14)
    for choice in ("losses", "all"):
        other = Dice(
            dice.attack, dice.defence, dice.sides, dice.attack_modifiers, dice.defence_modifiers, choice=choice
        )
        assert (table <= odds.table(12, 12, dice=other) + 1e-14).all()
