"""Battles and single rolls: exact values, published tables, two ways to the same number."""

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskkit.odds as odds
from riskkit.odds import dice as dice_module
from riskkit.odds.dice import Dice

PUBLISHED = Path(__file__).parents[1] / "data" / "published"


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
