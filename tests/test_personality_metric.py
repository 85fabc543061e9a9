"""Metrics, radius matrix and pressure: exact values, and the literal against the folded way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskkit import boards
from riskkit.agents.personality.metric import (
    BLANKS,
    METRICS,
    WEIGHTINGS,
    army_matrix,
    distances,
    fold,
    metric,
    pressure_literal,
    radius_matrix,
)
from riskkit.studies.graph_personalities.loops.program_map import NEIGHBOURS

PATH = ((1,), (0, 2), (1, 3), (2,))
SQUARE = ((1, 3), (0, 2), (1, 3), (0, 2))


def test_survival_weights_are_those_of_the_program():
    expected = [0.4867333, 0.4073440, 0.0918152, 0.0124258, 0.0016817]
    assert metric("survival") == pytest.approx(expected, abs=1e-7)
    assert metric("constant") == pytest.approx([0.2] * 5)
    assert metric("linear") == pytest.approx(np.array([5, 4, 3, 2, 1]) / 15)


@pytest.mark.parametrize("name", METRICS)
def test_named_metrics_are_normalised_and_do_not_rise(name):
    weights = metric(name)
    assert weights.sum() == pytest.approx(1)
    assert (np.diff(weights) <= 1e-12).all()


def test_own_weights_are_normalised():
    assert metric([2, 1, 1, 0, 0]) == pytest.approx([0.5, 0.25, 0.25, 0, 0])


@pytest.mark.parametrize(
    "value, message",
    [
        ([1, 2, 3], "5 weights"),
        ([1, -1, 1, 1, 1], "at least 0"),
        ([0, 0, 0, 0, 0], "cannot be normalised"),
        ([1, np.inf, 0, 0, 0], "finite"),
        ("servival", "survival"),
    ],
)
def test_bad_metrics_are_refused(value, message):
    with pytest.raises(ValueError, match=message):
        metric(value)


def test_radius_matrix_of_a_path():
    assert radius_matrix(PATH, 0).tolist() == [[1, 2, 3, -1, -1]]
    assert sorted(radius_matrix(PATH, 1).tolist()) == [[0, -1, -1, -1, -1], [2, 3, -1, -1, -1]]


def test_radius_matrix_lists_each_shortest_path_of_a_square_once():
    rows = radius_matrix(SQUARE, 0).tolist()
    assert sorted(rows) == [[1, 2, -1, -1, -1], [3, 2, -1, -1, -1]]


def test_program_keeps_a_blank_row_everywhere():
    """The row counts by first neighbour are those of the program's own file of matrices."""
    shipped = {0: [13, 11, 24], 3: [11, 11, 8, 8, 1, 16], 25: [38], 31: [13, 18, 2, 1, 44], 34: [14, 3, 11, 28, 15, 6]}
    for origin, counts in shipped.items():
        rows = radius_matrix(NEIGHBOURS, origin, "everywhere")
        assert [int((rows[:, 0] == head).sum()) for head in NEIGHBOURS[origin]] == counts


def test_army_matrix_is_signed_from_the_calculating_player():
    matrix = army_matrix(radius_matrix(PATH, 0), owner=[0, 1, 0, 2], armies=[5, 2, 3, 7], player=0)
    assert matrix.tolist() == [[-2, 3, -7, 0, 0]]


def test_pressure_of_a_path_by_hand():
    pressure = pressure_literal(PATH, [0, 1, 0, 2], [5, 2, 3, 7], 0, [5, 3, 2, 0, 0])
    assert pressure[0] == pytest.approx(5 + 0.5 * -2 + 0.3 * 3 + 0.2 * -7)


def test_distances_are_symmetric_and_count_steps():
    steps = distances(boards.classic().neighbours)
    assert (steps == steps.T).all()
    board = boards.classic()
    assert steps[board.index("Alaska"), board.index("Kamchatka")] == 1


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("blanks", BLANKS)
@pytest.mark.parametrize("name", ["constant", "survival"])
def test_folded_pressure_is_the_literal_one_on_the_program_map(weighting, blanks, name):
    rng = np.random.default_rng(3)
    owner, armies = rng.integers(0, 3, 42), rng.integers(0, 30, 42)
    signed = np.where(owner == 1, armies, -armies)
    folded = fold(NEIGHBOURS, name, weighting, blanks) @ signed + signed
    assert folded == pytest.approx(pressure_literal(NEIGHBOURS, owner, armies, 1, name, weighting, blanks))


@given(st.data())
def test_folded_pressure_is_the_literal_one_on_any_board(data):
    n = data.draw(st.integers(2, 9))
    rows = [set() for _ in range(n)]
    for t in range(1, n):
        rows[t].add(data.draw(st.integers(0, t - 1)))
    for _ in range(data.draw(st.integers(0, n))):
        a, b = data.draw(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))
        if a != b:
            rows[a].add(b)
    for a in range(n):
        for b in list(rows[a]):
            rows[b].add(a)
    neighbours = tuple(tuple(sorted(row)) for row in rows)
    owner = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    armies = data.draw(st.lists(st.integers(0, 50), min_size=n, max_size=n))
    weights = data.draw(st.lists(st.integers(0, 9), min_size=5, max_size=5).filter(any))
    weighting, blanks = data.draw(st.sampled_from(WEIGHTINGS)), data.draw(st.sampled_from(BLANKS))
    matrix = fold(neighbours, weights, weighting, blanks)
    signed = np.where(np.array(owner) == 0, armies, np.negative(armies))
    expected = pressure_literal(neighbours, owner, armies, 0, weights, weighting, blanks)
    assert matrix @ signed + signed == pytest.approx(expected)
    assert (matrix >= 0).all() and not matrix.diagonal().any()
    assert (matrix.sum(axis=1) <= 1 + 1e-9).all()
