"""What every plot function must do: draw where it is told, return the Axes, and be shown in the documentation."""

import importlib
import inspect
import pkgutil

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import riskkit as rk
from riskkit import odds, plots
from riskkit.report import drawings
from riskkit.studies.battle_odds import analysis as battle_odds

GENERAL = ("style",)
"""Modules of riskkit.plots that draw nothing by themselves."""


def functions():
    """Return the public functions of riskkit.plots that take ``ax``, by name without ``plot_``."""
    found = {}
    for module in pkgutil.iter_modules(plots.__path__):
        if module.name in GENERAL:
            continue
        source = importlib.import_module(f"riskkit.plots.{module.name}")
        for name, function in inspect.getmembers(source, inspect.isfunction):
            own = function.__module__ == source.__name__ and not name.startswith("_")
            if own and "ax" in inspect.signature(function).parameters:
                found[f"{module.name}.{name.removeprefix('plot_')}"] = function
    return found


def rates(**names):
    """Return two rows with a rate and its interval, and columns of names."""
    return pd.DataFrame({**names, "rate": [0.2, 0.6], "low": [0.1, 0.5], "high": [0.3, 0.7]})


def curve(**more):
    steps = np.arange(1, 6)
    values = {"mean": steps / 10, "low": steps / 10 - 0.1, "high": steps / 10 + 0.1}
    return pd.DataFrame({**values, **{name: value(steps) for name, value in more.items()}})


def examples():
    """Return arguments for each function of `functions`."""
    series = rk.match(["aggressive", "random"], 1, seed=1, record=True).series
    two = ["a", "b"]
    fixed = pd.DataFrame({"won": [0.5, 0.2], "first": 0.1, "second": 0.1, "third": 0.1, "fourth": 0.1, "out": 0.1})
    fitness = pd.DataFrame({"generation": [1, 2], "best": 0.8, "mean": 0.5, "worst": 0.2})
    trend = curve(percent=lambda k: 20 * k).assign(order="a first")
    survival = pd.DataFrame({"group": "a", "turn": [0, 9], "survival": [1, 0.5], "low": 0.4, "high": 1, "at_risk": 9})
    ours = pd.DataFrame({"seed": 1, "seat": [0, 0], "game": [25, 50], "loss": [1.0, 0.6]})
    scores = pd.DataFrame({"agent": two, "f": 1, "P": [5.0, 9.0], "low": 4.0, "high": 9.5, "won": 1, "n": 2})
    limits = {"board": "x", "limit": [1, 10], "n": 3, "turns": [9, 5], "turns_low": [8, 4], "turns_high": [10, 6]}
    choices = [(seed, land, land % 3) for seed in range(2) for land in range(5)]
    grid = [(win, chance, 50, 100) for win in (0.0, 0.5) for chance in (0.0, 1.0)]
    return {
        "board.board": ((rk.boards.grid(3, 3),), {}),
        "deep_q.loss": ((ours, ours), {}),
        "deep_q.pairings": (
            (rates(a=two, b="z", reading="r"), pd.DataFrame({"a": ["a"], "b": ["z"], "rate": 0.5})),
            {},
        ),
        "deep_q.surface": ((np.zeros((9, 10)),), {}),
        "deep_q.troops": ((pd.DataFrame({"game": 0, "round": [1, 2], "armies_0": [3, 6], "armies_1": [3, 2]}),), {}),
        "league.against": (
            (
                rates(agent=two, rating=[0.0, 50.0]),
                pd.DataFrame({"agent": two, "share": [0.2, 0.3], "low": 0.1, "high": 0.4}),
            ),
            {},
        ),
        "league.cross_table": ((pd.DataFrame([[np.nan, 0.7], [0.3, np.nan]], two, two),), {}),
        "league.ratings": ((rates(agent=two, rating=[0.2, 0.6]),), {}),
        "ledger.verdicts": ((pd.DataFrame({"claim": ["TD1"], "study": "td", "verdict": "undecided"}),), {}),
        "match.course": ((series, two), {}),
        "match.win_rates": ((rates(agent=two),), {}),
        "minimax.fitness": ((fitness,), {}),
        "minimax.rates": ((rates(name=two), "name", "rate"), {}),
        "minimax.spread": ((pd.DataFrame({"run": [0, 0], "feature": ["w1", "w2"], "share": [0.4, 0.6]}),), {}),
        "odds.agreement": ((battle_odds.simulation(4, 3, 200, seed=1),), {}),
        "odds.chain": ((odds.chain(9, [3, 2]).territories,), {}),
        "odds.curves": ((battle_odds.advantage(5), "armies", "win", "reading"), {"xlabel": "x", "ylabel": "y"}),
        "odds.heat": ((battle_odds.attack_table(4, 4),), {}),
        "odds.stops": ((battle_odds.stops(5, 4),), {}),
        "odds.survivors": ((odds.survivors(4, 4),), {}),
        "personalities.against_chains": ((pd.DataFrame({"series": two, "measure": "wins", "z": [0.5, -1.0]}),), {}),
        "personalities.differences": (
            (pd.DataFrame({"opponent": [0, 1], "source": "x", "delta": [1, 2], "low": 0, "high": 3}),),
            {},
        ),
        "personalities.forest": ((rates(name=two),), {"label": "name", "value": "rate"}),
        "personalities.order": ((rates(p_holm=[0.01, 0.5]).rename(columns={"rate": "advantage"}),), {}),
        "personalities.survival": ((survival,), {}),
        "personalities.table": ((pd.DataFrame(np.full((16, 16), 0.5)),), {}),
        "personalities.trend": (
            (trend, pd.DataFrame({"order": ["a first"], "intercept": 0.1, "slope": 0.01})),
            {"title": "t"},
        ),
        "search_agents.dice": ((rates(agent="greedy", opponent=two),), {}),
        "search_agents.limits": ((pd.DataFrame(limits),), {}),
        "search_agents.missed": ((rates(board=two, heuristic="h"),), {}),
        "search_agents.scores": ((scores,), {}),
        "strategy_switching.learning_curve": (
            (curve(step=lambda k: 1000 * k, mean_low=lambda k: k / 10 - 0.05, mean_high=lambda k: k / 10 + 0.05),),
            {"levels": {"best": 0.6}},
        ),
        "strategy_switching.outcomes": ((fixed.assign(name=two), "name"), {}),
        "strategy_switching.points": ((rates(name=two), "name", "rate"), {}),
        "strategy_switching.preferences": ((pd.DataFrame(choices, columns=["seed", "territories", "choice"]),), {}),
        "td.thresholds": ((pd.DataFrame(grid, columns=["win_chance", "random_chance", "wins", "games"]),), {}),
        "td.norms": (
            (pd.DataFrame({"run": 0, "normalised": True, "update": [1, 2], "norm": [1.0, 2.0], "stopped": 0}), True),
            {},
        ),
        "td.sweep": ((rates(value=[0.0, 1.0]).assign(runs=5), "alpha"), {}),
        "td.turns": (
            (pd.DataFrame({"value": [0.0, 1.0], "turns": 30.0, "turns_low": 20.0, "turns_high": 40.0}), "alpha"),
            {},
        ),
        "td.versions": ((rates(variant=two),), {}),
    }


def test_every_plot_function_has_an_example_and_is_called_plot():
    assert sorted(examples()) == sorted(functions())
    assert all(function.__name__.startswith("plot_") for function in functions().values())


@pytest.mark.parametrize("name", functions())
def test_the_axes_are_given_by_keyword(name):
    assert inspect.signature(functions()[name]).parameters["ax"].kind is inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("name", functions())
def test_it_draws_on_the_axes_it_is_given_and_on_a_new_figure_otherwise(name):
    function, (given, named) = functions()[name], examples()[name]
    figure, (ax, other) = plt.subplots(1, 2)
    current = plt.figure()
    assert function(*given, **named, ax=ax) is ax
    assert ax.has_data() or ax.patches or ax.texts
    assert not other.has_data() and not current.axes
    before = figure.get_size_inches().tolist()
    new = function(*given, **named)
    assert isinstance(new, Axes) and new.figure not in (figure, current)
    assert figure.get_size_inches().tolist() == before


@pytest.mark.parametrize("name", functions())
def test_its_docstring_says_what_it_returns_and_a_picture_shows_it(name):
    function = functions()[name]
    returns = inspect.getdoc(function).partition("Returns\n-------\n")[2] or inspect.getdoc(function)
    assert "Axes" in returns, f"{name} does not say that it returns the Axes"
    assert f"{function.__module__}.{function.__name__}" in drawings.pictures(), f"no notebook shows {name}"


@pytest.mark.parametrize("name", [name for name in functions() if name.startswith(("td.", "deep_q."))])
def test_tables_that_lack_something_are_refused_in_plain_words(name):
    function, (given, named) = functions()[name], examples()[name]
    if not isinstance(given[0], pd.DataFrame):
        for table in (np.zeros((3, 3)), np.full((9, 10), 5.0)):
            with pytest.raises(ValueError, match="an attack table"):
                function(table)
        return
    for table, message in ((given[0].iloc[:0], "no rows"), (given[0].iloc[:, :0], "lacks the columns")):
        with pytest.raises(ValueError, match=message):
            function(table, *given[1:], **named)
    if len(given) > 1 and isinstance(given[1], str):
        with pytest.raises(ValueError, match="unknown parameter 'beta'"):
            function(given[0], "beta")
