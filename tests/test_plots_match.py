"""Figures of matches show what the tables say."""

import pytest

import riskkit as rk
from riskkit.plots import match as plots
from riskkit.plots.board import plot_board


def test_win_rates_are_drawn_with_their_intervals():
    games = rk.match(["aggressive", "random"], 50, seed=1)
    rates = rk.win_rates(games)
    ax = plots.plot_win_rates(rates, even=0.5)
    points = ax.get_lines()[1].get_xdata()
    assert list(points) == list(rates["rate"])
    segments = ax.collections[0].get_segments()
    assert [s[0][0] for s in segments] == pytest.approx(list(rates["low"]))
    assert [s[1][0] for s in segments] == pytest.approx(list(rates["high"]))
    assert [t.get_text() for t in ax.get_yticklabels()] == ["aggressive", "random"]


def test_the_course_of_one_game_is_drawn_seat_by_seat():
    series = rk.match(["aggressive", "random"], 2, seed=1, record=True).series
    with pytest.raises(ValueError, match="one game"):
        plots.plot_course(series, ["aggressive", "random"])
    one = series[series["game"] == 1]
    ax = plots.plot_course(one, ["aggressive", "random"])
    labels = [line.get_label() for line in ax.get_lines()]
    assert labels == ["0 aggressive", "1 random", "2 neutral"]
    for seat, line in enumerate(ax.get_lines()):
        assert list(line.get_ydata()) == list(one.loc[one["seat"] == seat, "armies"])


def test_borders_are_solid_under_the_house_style():
    from riskkit.plots import style

    with style.use():
        ax = plot_board(rk.boards.grid(3, 3))
    assert {line.get_linestyle() for line in ax.get_lines()} == {"-"}
