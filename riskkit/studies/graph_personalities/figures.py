"""The figures of notebook 05."""

from __future__ import annotations

import pandas as pd

from riskkit.analysis import survival as curves_of
from riskkit.plots import personalities as draw
from riskkit.plots import style
from riskkit.report import shown
from riskkit.studies.graph_personalities import analysis, players, results
from riskkit.studies.graph_personalities.settings import (
    CHAINED,
    DEPARTURE_LABELS,
    DESCRIBED,
    READINGS,
    SEED,
)

SHOWN_PAIRINGS = ((2, 5), (5, 11))
"""Pairings whose course is drawn: AI0 (2) v AI4 (5), and AI4 (5) v AI3 (11)."""


def _panels(rows: int, columns: int, ratio: float, **shared):
    from matplotlib import pyplot as plt

    return plt.subplots(rows, columns, figsize=style.size("double", ratio), **shared)


@shown.figure(
    "05_authors_series",
    "The authors' 34 series (30 games, cap 100 turns; 500 games, cap 300) as deviations from 100 (20) replicated "
    "chains of the replica; the band holds 95% of single chains.",
    claim="GP2",
)
def authors_series():
    """Draw how far the authors' series lie from replicated chains."""
    against = analysis.against_chains()
    return shown.Drawing(draw.plot_against_chains(against), against)


def _win_table(reading: str):
    matrix = analysis.win_matrix(reading)
    return shown.Drawing(draw.plot_table(matrix), matrix.stack().rename("share").reset_index())


@shown.figure(
    "05_table_described",
    "Share of games that the first mover (row) wins, in percent; the text's algorithms under the rules of Risk, "
    "500 games a cell, ties (300 turns) count as not won.",
    claim="GP1",
    seed=SEED,
)
def table_described():
    """Draw the 16 x 16 table as described."""
    return _win_table(DESCRIBED)


@shown.figure(
    "05_table_chained",
    "Share of games that the first mover (row) wins, in percent; the authors' program, one chain of 500 games a cell, "
    "ties (300 turns) count as not won.",
    claim="GP1",
    seed=SEED,
)
def table_chained():
    """Draw the 16 x 16 table of the authors' program in chained games."""
    return _win_table(CHAINED)


@shown.figure(
    "05_order",
    "First mover's wins less losses a game in all 120 pairings, 95% intervals; 500 deals in both orders (chained: a "
    "chain of 500 games in either order, in blocks of 50).",
    claim="GP1",
)
def order():
    """Draw the first mover's advantage in all pairings, a panel a reading."""
    orders = {reading: analysis.order_table(reading) for reading in READINGS}
    figure, panels = _panels(1, 3, 0.4, sharey=True)
    for ax, (reading, table) in zip(panels, orders.items()):
        draw.plot_order(table, ax=ax, label=reading)
    for ax in panels[1:]:
        ax.set_ylabel("")
    return shown.Drawing(figure, pd.concat(orders, names=["reading"]).reset_index(0))


@shown.figure(
    "05_ai3",
    "AI3's wins less losses in 30 games by opponent: as printed, counted from the authors' files, and the mean of 100 "
    "trials of each reading with 95% intervals.",
    claim="GP2",
    seed=SEED,
)
def ai3():
    """Draw AI3's win differences by opponent, a panel an order."""
    table = analysis.ai3_differences()
    figure, panels = _panels(2, 1, 0.85)
    for ax, (mover, title) in zip(panels, [("AI3", "AI3 moves first"), ("opponent", "AI3 moves second")]):
        draw.plot_differences(table[table["mover"] == mover], ax=ax, title=title)
    panels[0].get_legend().remove()
    return shown.Drawing(figure, table)


def _each_course():
    """Return a grid of panels, and pairs (pairing, reading) with their panel."""
    figure, panels = _panels(2, 3, 0.62, sharex=True, sharey=True)
    return figure, list(zip(((pair, reading) for pair in SHOWN_PAIRINGS for reading in READINGS), panels.flat))


@shown.figure(
    "05_army_trend",
    "Mean share difference of armies with 95% bands over decided games, and trend lines; AI0 (2) v AI4 (5), and "
    "AI4 (5) v AI3 (11), 500 games an order.",
    claim="GP4",
)
def army_trend():
    """Draw the share difference of armies over the game, a panel a pairing and reading."""
    figure, courses = _each_course()
    kept = []
    for ((low, high), reading), ax in courses:
        bands, lines = analysis.trend_panel(reading, low, high)
        draw.plot_trend(bands, lines, ax=ax, title=f"{low} v {high}, {reading}")
        ax.label_outer()
        kept.append(bands.assign(reading=reading, pairing=f"{low} v {high}").merge(lines, on="order"))
    data = pd.concat(kept, ignore_index=True)
    return shown.Drawing(figure, data[data["percent"] % 2 == 0])


@shown.figure(
    "05_country_trend",
    "Mean share difference of countries with 95% bands over decided games, and trend lines; AI0 (2) v AI4 (5), "
    "500 games an order, as described.",
    claim="GP4",
)
def country_trend():
    """Draw the share difference of countries over the game, 2 v 5 as described."""
    bands, lines = analysis.trend_panel(DESCRIBED, 2, 5, "country")
    ax = draw.plot_trend(bands, lines, quantity="countries", title="2 v 5, described")
    return shown.Drawing(ax, bands.merge(lines, on="order"))


@shown.figure(
    "05_survival",
    "Kaplan-Meier curves of both players in both orders, 95% bands; decided games of 2,000 an order.",
    claim="GP5",
)
def survival():
    """Draw the survival curves, a panel a pairing and reading."""
    figure, courses = _each_course()
    kept = []
    for ((low, high), reading), ax in courses:
        found = results.drawn(reading).query("low == @low and high == @high")
        data = curves_of.survival_data(found, [str(low), str(high)])
        data["group"] = data["player"] + data["moves_first"].map({True: " first", False: " second"})
        curves = curves_of.curve_frame(curves_of.kaplan_meier(data, "group"))
        draw.plot_survival(curves, ax=ax, title=f"{low} v {high}, {reading}")
        ax.label_outer()
        kept.append(curves.assign(reading=reading, pairing=f"{low} v {high}"))
    return shown.Drawing(figure, pd.concat(kept).query("turn % 3 == 0"))


@shown.figure(
    "05_traits",
    "Odds ratios of winning a decided game: moving first, the four traits, and their products, with 95% intervals; "
    "128,000 games a reading.",
    claim="GP1",
)
def traits():
    """Draw what moving first and each trait are worth."""
    effects = pd.concat({reading: analysis.trait_effects(reading) for reading in READINGS}, names=["reading"])
    effects = effects.reset_index(0)
    look = {"reference": 1, "log": True, "xlabel": "odds ratio of winning (95%)"}
    return shown.Drawing(draw.plot_forest(effects, label="term", value="odds_ratio", group="reading", **look), effects)


@shown.figure(
    "05_departures",
    "Change when one departure is switched alone: taken away from the program as run (in independent and in chained "
    "games), or added to the text; 95% intervals over 32 cells of 100 games. The table below says what each one is.",
)
def departures():
    """Draw what each departure of the program moves, a panel a measure."""
    moved = analysis.departure_changes()
    moved["departure"] = moved["departure"].map(DEPARTURE_LABELS)
    figure, panels = _panels(1, 3, 0.75, sharey=True)
    titles = {"win": "AI3's wins a game", "order": "first mover's wins less losses", "tie": "ties a game"}
    for ax, (measure, title) in zip(panels, titles.items()):
        part = moved[moved["measure"] == measure]
        look = {"label": "departure", "value": "change", "group": "base", "xlabel": title}
        draw.plot_forest(part, ax=ax, legend=False, **look)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return shown.Drawing(figure, moved)


@shown.figure(
    "05_larger_tables",
    "What a trait is worth with 3 to 6 players: land at the end in fair shares (1 / players); 2,000 games a number of "
    "players in 100 line-ups, with 95% intervals.",
    seed=SEED,
)
def larger_tables():
    """Draw what a trait is worth with three to six players."""
    worth = players.trait_land(results.larger_tables())
    named = worth.assign(players=worth["players"].astype(str) + " players")
    look = {"group": "players", "xlabel": "land at the end, change in fair shares (95%)"}
    return shown.Drawing(draw.plot_forest(named, label="trait", value="change", **look), worth)
