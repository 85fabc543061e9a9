import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskkit.analysis import intervals


def test_wilson_agrees_with_its_formula():
    k, n, z = 7, 10, 1.959963984540054
    centre = (k / n + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(k / n * (1 - k / n) / n + z**2 / (4 * n**2))
    found = intervals.wilson(k, n)
    assert (found.value, found.n) == (0.7, 10)
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half))
    assert found.text() == "0.700 [0.397, 0.892], n = 10"


@pytest.mark.parametrize("n", [1, 5, 100, 157, 200, 1_000])
def test_wilson_reaches_its_ends_exactly(n):
    assert intervals.wilson(0, n).low == 0 and intervals.wilson(n, n).high == 1
    both = intervals.wilson([0, n], [n, n])
    assert both.low[0] == 0 and both.high[1] == 1 and both.low[1] > 0 and both.high[0] < 1


def test_wilson_covers_the_true_rate_about_as_often_as_it_says():
    n, rate = 1_000, 0.3
    found = intervals.wilson(np.random.default_rng(1).binomial(n, rate, 20_000), n)
    assert np.mean((found.low <= rate) & (rate <= found.high)) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((3, 0), ValueError), ((-1, 5), ValueError), ((6, 5), ValueError), ((2.5, 5), TypeError)],
)
def test_impossible_counts_are_refused(arguments, error):
    with pytest.raises(error):
        intervals.wilson(*arguments)


def test_rates_of_groups():
    games = pd.DataFrame({"agent": ["b", "a", "b", "a", "b"], "won": [True, False, True, True, False]})
    found = intervals.rates(games, "agent", "won")
    assert found[["agent", "successes", "n"]].values.tolist() == [["a", 1, 2], ["b", 2, 3]]
    assert found["low"].tolist() == pytest.approx([intervals.wilson(1, 2).low, intervals.wilson(2, 3).low])


# Newcombe (1998), Statistics in Medicine 17, 2635-2650: three of his worked tables, method 10
@pytest.mark.parametrize(
    ("both", "only_1", "only_2", "neither", "low", "high"),
    [(36, 12, 2, 0, 0.0569, 0.3404), (0, 1, 0, 29, None, None), (20, 0, 0, 30, None, None)],
)
def test_paired_difference(both, only_1, only_2, neither, low, high):
    first = [1] * (both + only_1) + [0] * (only_2 + neither)
    second = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    found = intervals.paired_difference(first, second)
    n = both + only_1 + only_2 + neither
    assert found.n == n
    assert found.value == pytest.approx((only_1 - only_2) / n)
    assert found.low <= found.value <= found.high
    if low is not None:
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_pairing_narrows_the_interval_when_pairs_agree():
    rng = np.random.default_rng(3)
    deal = rng.random(400)
    first, second = deal < 0.55, deal < 0.50
    paired = intervals.paired_difference(first, second)
    free = intervals.difference(first.sum(), 400, second.sum(), 400)
    assert paired.value == pytest.approx(free.value)
    assert paired.high - paired.low < 0.6 * (free.high - free.low)
    assert paired.p < 0.01 < free.p


def test_pairs_must_fit_together():
    with pytest.raises(ValueError, match="equally long"):
        intervals.paired_difference([1, 0], [1])
    with pytest.raises(ValueError, match="True or False"):
        intervals.paired_difference([1, 2], [1, 0])


def test_difference_of_equal_rates_is_no_difference():
    found = intervals.difference(5, 10, 10, 20)
    assert (found.value, found.p) == (0.0, 1.0)
    assert found.low < 0 < found.high


def test_holm_is_that_of_statsmodels():
    from statsmodels.stats.multitest import multipletests

    for size in (1, 2, 40):
        p_values = np.random.default_rng(size).uniform(0, 0.2, size)
        p_values[0] = p_values[-1]
        assert np.array_equal(intervals.holm(p_values), multipletests(p_values, method="holm")[1])


def test_holm_by_hand():
    assert intervals.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert intervals.holm([]).size == 0
    with pytest.raises(ValueError, match="from 0 to 1"):
        intervals.holm([1.2])


def test_mean_with_students_interval():
    found = intervals.mean([1.0, 2.0, 3.0])
    assert found.value == 2.0
    assert found.high - 2.0 == pytest.approx(4.302652729911275 / np.sqrt(3))
    with pytest.raises(ValueError, match="2 values"):
        intervals.mean([1.0])


def test_clustered_mean_is_wider_when_clusters_repeat_themselves():
    values = np.repeat(np.random.default_rng(2).normal(size=20), 50)
    clusters = np.repeat(np.arange(20), 50)
    clustered, naive = intervals.cluster_mean(values, clusters), intervals.mean(values)
    assert clustered.value == pytest.approx(naive.value)
    assert clustered.high - clustered.low > 5 * (naive.high - naive.low)
    assert clustered.high - clustered.low == pytest.approx(np.subtract(*intervals.mean(values[::50])[2:0:-1]), rel=0.05)


@given(st.integers(0, 2**32))
def test_bootstrap_repeats_for_the_same_seed(seed):
    values = np.arange(12.0) ** 2
    first = intervals.bootstrap(values, np.mean, seed, resamples=200)
    assert first == intervals.bootstrap(values, np.mean, seed, resamples=200)
    assert first.low < first.value < first.high


def test_bootstrap_of_equal_values_is_a_point():
    assert intervals.bootstrap([2.0, 2.0], np.mean, 1) == (2.0, 2.0, 2.0, 2)


def test_a_weighted_mean_with_equal_weights_is_the_mean():
    values = np.random.default_rng(3).normal(5, 2, 40)
    plain, weighted = intervals.mean(values), intervals.weighted_mean(values, np.full(40, 7))
    assert weighted.value == pytest.approx(plain.value) and weighted.n == 40
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high))


def test_a_weighted_mean_is_a_ratio_of_sums_and_covers_it_as_often_as_it_says():
    rng = np.random.default_rng(4)
    covered = 0
    for _ in range(400):
        wins = rng.poisson(rng.gamma(4, 5, 30))
        rounds = np.array([rng.poisson(20, n).sum() for n in wins])
        each = np.divide(rounds, wins, out=np.zeros(30), where=wins > 0)
        found = intervals.weighted_mean(each, wins)
        assert found.value == pytest.approx(rounds.sum() / wins.sum())
        covered += found.low <= 20 <= found.high
    assert 0.91 < covered / 400 < 0.98


@pytest.mark.parametrize("values, weights", [([1.0, 2.0], [1.0]), ([1.0, 2.0], [1.0, -1.0]), ([1.0, 2.0], [3.0, 0.0])])
def test_weighted_means_of_misfits_are_refused(values, weights):
    with pytest.raises(ValueError):
        intervals.weighted_mean(values, weights)
