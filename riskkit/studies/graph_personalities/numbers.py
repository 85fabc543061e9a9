"""The computed numbers that the prose of notebook 05 and of the study's page states."""

from __future__ import annotations

from riskkit.numbers import text
from riskkit.studies.graph_personalities import analysis, tables
from riskkit.studies.graph_personalities.settings import CHAINED, DESCRIBED, INDEPENDENT, NOTEBOOK

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/graph_personalities.md",)
PRINTED = ("0.5", "3.625")
SPEEDS = (
    *("4.3", "4,100", "4,800", "210,000", "240,000", "2,300", "2,600", "115,000", "131,000"),
    *("0.2", "4.2", "1.9"),
)
"""What benchmarks/bench_personalities.py measures."""

SAID = frozenset((*PRINTED, *SPEEDS, "95%"))


def values() -> dict[str, str]:
    """Return the text of each marked number."""
    return {**_replica(), **_ai3(), **_order(), **_ranking(), **_courses(), **_departures(), **_larger()}


def _replica() -> dict[str, str]:
    deviations = tables.deviations.make().set_index("measure")
    every = deviations.loc["all"]
    return {
        "series": text(deviations["n"].iloc[0], 0),
        "counts": text(every["n"], 0),
        "deviation": text(every["mean"], 1),
        "deviation_sd": text(every["sd"], 1),
    }


def _ai3() -> dict[str, str]:
    second = tables.reversed_signs.make().set_index("order").loc["AI3 second"]
    means = tables.ai3_means.make().set_index("source")
    duel = tables.authors_duel.make().set_index("moves first").loc["AI4"]
    spread = tables.ai3_spread.make()["mean of 16 cells"]
    return {
        "series_reversed": text(second["reversed"], 0),
        "series_left": text(second["series"], 0),
        "counted_second_losses": text(-second["counted"], 1),
        "printed_second": text(means.loc["printed", "AI3 second"], 1, sign=True),
        "chained_second_losses": text(-means.loc[CHAINED, "AI3 second"], 1),
        "chained_first": text(means.loc[CHAINED, "AI3 first"], 1),
        "duel_ai3": text(duel["AI3 wins"], 0),
        "duel_ai4": text(duel["AI4 wins"], 0),
        "duel_lead": text(duel["AI3 wins"] - duel["AI4 wins"], 0),
        "trial_least": text(spread.min(), 1),
        "trial_most": text(spread.max(), 1),
    }


def _order() -> dict[str, str]:
    summary = tables.order_summary.make().set_index("reading")
    described, chained = summary.loc[DESCRIBED], summary.loc[CHAINED]
    return {
        "order_described": text(described["mean"]),
        "order_described_above": text(described["above 0"], 0),
        "order_described_apart": text(described["for the first"], 0),
        "order_described_second": text(described["for the second"], 0),
        "order_chained": text(chained["mean"]),
        "order_chained_above": text(chained["above 0"], 0),
        "order_independent": text(summary.loc[INDEPENDENT, "mean"]),
        "pairings": text(described["pairings"], 0),
    }


def _ranking() -> dict[str, str]:
    rates = tables.rates.make().set_index("personality")
    correlations = tables.rank_correlation.make().set_index("reading")
    odds = tables.odds_plain.make().set_index("term")
    return {
        "best_described": text(rates[DESCRIBED].idxmax(), 0),
        "best_as_run": text(rates[INDEPENDENT].idxmax(), 0),
        "odds_carry": text(odds.loc["carry", DESCRIBED], 2),
        "rank_correlation": text(correlations.loc[DESCRIBED, INDEPENDENT], 1),
    }


def _courses() -> dict[str, str]:
    slopes = tables.slopes.make().set_index("reading")["differ"]
    return {
        "slopes_described": text(slopes[DESCRIBED], 0),
        "slopes_as_run": text(slopes[INDEPENDENT], 0),
    }


def _departures() -> dict[str, str]:
    moved = analysis.departure_effects().set_index(["base", "departure"])
    return {
        "chained_order": text(moved.loc[("as run, chained", ""), "order"]),
        "chained_order_without": text(moved.loc[("as run, chained", "late_continents"), "order"]),
        "neutral_places": text(moved.loc[("as run", "neutral_places"), "win_change"], 2),
    }


def _larger() -> dict[str, str]:
    decided = tables.larger_endings.make().set_index("players")["decided"]
    return {
        "decided_three": text(decided[3], 0, percent=True),
        "decided_six": text(decided[6], 0, percent=True),
    }
