"""The random streams: known values, uniformity, independence of games."""

import numpy as np
from scipy import stats

from riskkit.engine import rng


def stream(seed=1, game=0, which=0):
    words = np.zeros(4, np.uint64)
    rng.seed_stream(words, seed, game, which)
    return words


def test_the_generator_gives_the_reference_words():
    """xoshiro256++ from the state 1, 2, 3, 4: values of the authors' reference program."""
    words = np.array([1, 2, 3, 4], np.uint64)
    got = [int(rng.next_word(words)) for _ in range(4)]
    assert got == [41943041, 58720359, 3588806011781223, 3591011842654386]


def test_streams_of_games_and_purposes_differ():
    first = {tuple(stream(s, g, w)) for s in range(20) for g in range(50) for w in range(3)}
    assert len(first) == 20 * 50 * 3


def test_first_draws_of_consecutive_games_are_uniform():
    draws = np.array([rng.below(stream(7, game, rng.DICE), 6) for game in range(60_000)])
    assert stats.chisquare(np.bincount(draws, minlength=6)).pvalue > 1e-4
    reals = np.array([rng.uniform(stream(7, game, rng.CHOICE)) for game in range(20_000)])
    assert stats.kstest(reals, "uniform").pvalue > 1e-4


def test_shuffle_gives_every_order_equally_often():
    words = stream(3)
    orders = {}
    for _ in range(24_000):
        values = np.arange(4)
        rng.shuffle(words, values, 4)
        orders[tuple(values)] = orders.get(tuple(values), 0) + 1
    assert len(orders) == 24
    assert stats.chisquare(list(orders.values())).pvalue > 1e-4
