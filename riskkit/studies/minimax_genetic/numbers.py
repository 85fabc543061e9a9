"""The computed numbers that the prose of notebook 06 and of the study's page states."""

from __future__ import annotations

import pandas as pd

from riskkit.numbers import text
from riskkit.studies.minimax_genetic import analysis, tables
from riskkit.studies.minimax_genetic.settings import HIGH_CHANCE, NOTEBOOK

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/minimax_genetic.md",)
SIZES = ("1,800", "5,000")
"""Games of a search as described; most positions of a search against the other agents."""

SAID = frozenset((*SIZES, "0.5", "0.8", "95%"))


def values() -> dict[str, str]:
    """Return the text of each marked number."""
    return {**_trials(), **_signal(), **_slips(), **_encounters(), **_certainty()}


def _rate(name: str, row: pd.Series, rate: str = "won", games: bool = True) -> dict[str, str]:
    """Return a rate, the ends of its interval, and its games."""
    found = {name: text(row[rate]), f"{name}.low": text(row["low"]), f"{name}.high": text(row["high"])}
    return found | ({f"{name}.games": text(row["games"], 0)} if games else {})


def _trials() -> dict[str, str]:
    table = analysis.trial_summary().set_index(["reading", "opponent"])
    apart = tables.searches.make().set_index("reading").loc["described"]
    found = _rate("described_random", table.loc["described", "random"], "rate")
    found |= _rate("described_equal", table.loc["described", "equal"], "rate", games=False)
    names = {"three_random": "described, 3 levels", "as_run_random": "as run", "cma_random": "CMA-ES, 3 levels"}
    for name, reading in names.items():
        found |= _rate(name, table.loc[reading, "random"], "rate")
    return found | {"apart.lowest": text(apart["lowest"], 2), "apart.highest": text(apart["highest"], 2)}


def _signal() -> dict[str, str]:
    signal = tables.signal.make().set_index("reading")
    shares = tables.shares.make().set_index("reading").loc["described"]
    first = tables.generations.make().set_index(["reading", "generation"]).loc[("described", 1), "mean"]
    five, three = signal.loc["described"], signal.loc["described, 3 levels"]
    return {
        "fitness_games": text(five["games"], 0),
        "fitness_chance": text(five["chance"], 2),
        "fitness_true_five": text(five["true"], 2),
        "fitness_true_three": text(three["true"], 2),
        "fitness_first": text(first),
        **{f"share_{name}": text(shares[name], 2) for name in ("w1", "w2", "w3", "w4")},
    }


def _slips() -> dict[str, str]:
    won = analysis.slips().set_index("change")["won"]
    names = {
        "slip_siblings": "attacks counted over siblings",
        "slip_margin": "attack needs 3 more",
        "slip_first_player": "features of the first player",
    }
    return {name: text(100 * won[change], 0) for name, change in names.items()}


def _encounters() -> dict[str, str]:
    met = analysis.all_encounters()
    met = met[met["place"] == "grid"].set_index("rival")
    grid, program = (met[met["reading"] == reading] for reading in ("described", "as run"))
    astar = [f"search.{name}" for name in ("astar", "astar_admissible", "realtime")]
    lost = grid.loc[astar]
    if lost["won"].nunique() > 1:
        raise ValueError(f"the text says one number for the three A* agents, and they have {list(lost['won'])}")
    return {
        "grid_all": text((grid["won"] == 1).sum(), 0),
        "grid_often": text((grid["won"] >= HIGH_CHANCE).sum(), 0),
        "rivals": text(len(grid), 0),
        "astar_percent": text(100 * (1 - lost["won"].iloc[0]), 0),
        "astar_won": text(lost["won"].iloc[0] * lost["games"].iloc[0], 0),
        **_rate("pacifist", grid.loc["pacifist"]),
        **_rate("chance_first", grid.loc["td_lambda_chance_first"], games=False),
        **_rate("program_astar", program.loc["search.astar"], games=False),
        **_rate("program_chance_first", program.loc["td_lambda_chance_first"], games=False),
    }


def _certainty() -> dict[str, str]:
    cost = analysis.certainty_cost().set_index(["place", "pair"])
    two = "two outcomes, 2 levels v certain, 2 levels"
    branching = cost.loc["grid"].drop("certain, 3 levels v certain, 2 levels")["won"]
    return {
        **_rate("two_outcomes", cost.loc[("grid", two)]),
        **_rate("two_outcomes_classic", cost.loc[("classic", two)]),
        "outcomes_least": text(100 * branching.min(), 0),
        "outcomes_most": text(100 * branching.max(), 0),
    }
