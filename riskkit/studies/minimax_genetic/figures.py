"""The figures of notebook 06."""

from __future__ import annotations

import pandas as pd

from riskkit.plots import minimax as draw
from riskkit.plots import style
from riskkit.report import shown
from riskkit.studies.minimax_genetic import analysis, results
from riskkit.studies.minimax_genetic.settings import FEATURE_LABELS, HIGH_CHANCE, READINGS, SEED


def _panels(columns: int, ratio: float):
    from matplotlib import pyplot as plt

    return plt.subplots(1, columns, figsize=style.size("double", ratio), sharey=True)


def _axes(ratio: float):
    return style.axes(inches=style.size("wide", ratio))


@shown.figure(
    "06_fitness",
    "Share of games won by the best, the mean and the worst set of weights of each generation: means over n searches, "
    "shaded from the lowest to the highest of them. Fitness is relative to the sets met, so that its mean stays near "
    "one half.",
    claim="MG1",
    seed=SEED,
)
def fitness():
    """Draw the course of fitness, a panel a reading."""
    searches = {name: results.search_runs(name) for name in READINGS}
    courses = {name: analysis.by_generation(table).assign(reading=name) for name, table in searches.items()}
    figure, panels = _panels(len(READINGS), 0.36)
    for ax, name in zip(panels, READINGS):
        draw.plot_fitness(courses[name], ax=ax, title=f"{name}\n(n = {searches[name]['run'].nunique()})")
        ax.label_outer()
    for ax in panels[1:]:
        ax.get_legend().remove()
    return shown.Drawing(figure, pd.concat(courses.values()))


@shown.figure(
    "06_spread",
    "Weights chosen by n repeated searches, as shares of their sum: a mark a search, the black line their mean; equal "
    "weights are at 0.25. In the program features 3 and 4 change places.",
    claim="MG1",
    seed=SEED,
)
def spread():
    """Draw the weights that the searches chose, a panel a reading."""
    shares = analysis.all_shares()
    figure, panels = _panels(len(READINGS), 0.4)
    for ax, (name, part) in zip(panels, shares.groupby("reading", sort=False)):
        draw.plot_spread(part, ax=ax, title=f"{name}\n(n = {part['run'].nunique()})", labels=FEATURE_LABELS)
        ax.tick_params(axis="x", rotation=60)
        ax.label_outer()
    return shown.Drawing(figure, shares)


@shown.figure("06_trials", claim="MG1", seed=SEED)
def trials():
    """Draw what the chosen weights win against random and equal weights."""
    found = analysis.trial_summary()
    ax = draw.plot_rates(found, "reading", "rate", ax=_axes(0.4), group="opponent", limits=(0.35, 0.7))
    caption = (
        "Games won by the weights that the searches chose, against random and equal weights in the same tree; "
        f"n = {found['games'].min()} to {found['games'].max():,} games a mark, of {found['runs'].min()} to "
        f"{found['runs'].max()} searches. Intervals: 95%, allowing for games of one search being alike (clusters)."
    )
    return shown.Drawing(ax, found, caption)


@shown.figure("06_slips", claim="MG2", seed=SEED)
def slips():
    """Draw what each difference of the program from the text does to the tree."""
    found = analysis.slips()
    caption = (
        "Games won by the described tree (3 levels, equal weights) with one difference of the program put in, against "
        f"the tree without it; {found['games'].iloc[0]} games each, both seats."
    )
    return shown.Drawing(draw.plot_rates(found, "change", "won", ax=_axes(0.7)), found, caption)


@shown.figure("06_encounters", claim="MG2", seed=SEED)
def encounters():
    """Draw how the minimax players fare against all other agents, a panel a board."""
    met = analysis.all_encounters()
    figure, panels = _panels(2, 0.8)
    for ax, (place, rows) in zip(panels, met.groupby("place", sort=False)):
        draw.plot_rates(rows, "agent", "won", ax=ax, reference=HIGH_CHANCE, group="reading")
        ax.set_title(f"{place} board", loc="right")
    games = met.groupby("place")["games"].first()
    caption = (
        "Games of two won by the minimax player against every other agent, both seats "
        f"(n = {games['grid']} games a mark on the grid, {games['classic']} on the classic board; Wilson intervals, "
        f"95%). The line at {HIGH_CHANCE}: what we take for a very high chance."
    )
    return shown.Drawing(figure, met, caption)


@shown.figure(
    "06_certainty",
    "Games won by the first of two trees with the same (equal) weights: battles with certain outcomes, with two (won "
    "or lost, exact chances), or with all exact outcomes. Wilson intervals, 95%.",
    claim="MG2",
    seed=SEED,
)
def certainty():
    """Draw what the assumption of certain battles costs."""
    cost = analysis.certainty_cost()
    return shown.Drawing(draw.plot_rates(cost, "pair", "won", ax=_axes(0.5), group="place"), cost)
