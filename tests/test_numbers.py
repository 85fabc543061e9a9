"""Numbers that read and compare the same on every machine."""

import numpy as np
import pytest

from riskkit import numbers

LAST_BITS = [np.nextafter(0.2675, 0), 0.2675, np.nextafter(0.2675, 1), 0.2675 * (1 + 4e-15), 0.2675 * (1 - 4e-15)]


@pytest.fixture
def near(tmp_path, monkeypatch):
    """Return a function that tells what was noted as near to a tie or a threshold."""
    file = tmp_path / "near.txt"
    monkeypatch.setenv(numbers.VARIABLE, str(file))
    return lambda: file.read_text().splitlines() if file.exists() else []


@pytest.mark.parametrize("value", LAST_BITS)
def test_the_last_bits_of_a_tie_change_no_digit(value, near):
    assert numbers.text(value) == "0.268" and numbers.text(-value) == "-0.268"
    assert numbers.text(value, 1, percent=True) == "26.8%"
    assert numbers.rounded(value, 3) == 0.268
    assert numbers.steady(value) == 0.2675 and numbers.significant(value, 4) == "0.2675"
    assert near() == []


@pytest.mark.parametrize("value", LAST_BITS)
def test_the_last_bits_beside_a_threshold_decide_nothing(value, near):
    assert not numbers.above(value, 0.2675) and not numbers.below(value, 0.2675)
    assert numbers.within(value, 0.2675, 0.3) and numbers.within(value, 0.2, 0.2675)
    assert not numbers.above(value - 0.2675, 0) and not numbers.below(value - 0.2675, 0)
    assert near() == []


def test_what_is_no_number_lies_nowhere():
    nan = float("nan")
    assert not numbers.above(nan, 0) and not numbers.below(nan, 0) and not numbers.within(nan, 0, 1)


def test_plain_comparisons_are_as_usual():
    assert numbers.above(0.51, 0.5) and not numbers.above(0.49, 0.5)
    assert numbers.below(-0.1, 0) and not numbers.below(0.1, 0)
    assert numbers.within(0.5, 0, 1) and not numbers.within(1.1, 0, 1)


@pytest.mark.parametrize("share", [1e-12, -1e-11, 5e-10])
def test_a_value_that_more_than_last_bits_carry_across_a_tie_is_noted(near, share):
    numbers.text(0.2675 * (1 + share))
    assert len(near()) == 1 and "with 3 decimals" in near()[0]


def test_a_value_that_more_than_last_bits_carry_across_a_threshold_is_noted(near):
    numbers.above(0.5 + 1e-10, 0.5)
    numbers.below(-1e-10, 0)
    assert len(near()) == 2 and "is compared with 0.5" in near()[0]


def test_values_far_from_ties_are_not_noted(near):
    for value in (0.0, 0.26751, 1 / 3, 12345.678):
        numbers.text(value)
        numbers.above(value, 0.4)
    assert near() == []


def test_a_weighted_sum_does_not_depend_on_its_order():
    rng = np.random.default_rng(5)
    weights, values = rng.random(1000), rng.normal(size=1000)
    order = rng.permutation(1000)
    assert numbers.weighted_sum(weights, values) == numbers.weighted_sum(weights[order], values[order])
