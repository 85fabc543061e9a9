"""The computed numbers that notebook 07 and the page of the study state."""

from riskkit.analysis import intervals
from riskkit.numbers import text
from riskkit.studies.search_agents import analysis, results
from riskkit.studies.search_agents.figures import shortest_plan
from riskkit.studies.search_agents.settings import NOTEBOOK

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/search_agents.md",)
SAID = frozenset({"95%", "1,000", "3,000", "10,000", "20,000", "0.2"})
"""Limits and factors of the set-up, and a share that is an example."""


def values() -> dict[str, str]:
    """Return what each marked number reads."""
    missed = analysis.missed(results.searches()).set_index(["heuristic", "board"]).loc["squared"]
    opposed = results.opposed().groupby(["board", "opponent", "agent"])["won"]
    dice = results.dice().set_index(["agent", "opponent"])
    means = analysis.limit_means(results.limits()).query("heuristic == 'squared'")
    means = means.pivot(index="board", columns="limit", values="expansions")
    grown = means[1000] / means[100]
    a_star, admissible = dice.loc["A*", "random"], dice.loc["A* admissible", "aggressive"]
    few = intervals.wilson(4, 20)
    return {
        "plan.turns": text(shortest_plan().turns, 0),
        "plan.expanded": text(shortest_plan().expanded, 0),
        **_share("islands", missed.loc["islands"]),
        **_share("three_lands", missed.loc["three lands"]),
        "sample.n": text(missed.loc["sample", "n"], 0),
        "classic.n": text(missed.loc["classic", "n"], 0),
        "opposed.most": text(opposed.sum().max(), 0),
        "opposed.n": text(opposed.count().max(), 0),
        "few.low": text(few.low, 2),
        "few.high": text(few.high, 2),
        "random.won": text(a_star["wins"], 0),
        "random.low": text(a_star["low"], 0, percent=True),
        "random.high": text(a_star["high"], 0, percent=True),
        "aggressive.won": text(admissible["wins"], 0),
        "aggressive.low": text(admissible["low"], 0, percent=True),
        "aggressive.high": text(admissible["high"], 0, percent=True),
        "dice.games": text(a_star["games"], 0),
        "grown.least": text(grown.min(), 1),
        "grown.most": text(grown.max(), 0),
    }


def _share(name: str, row) -> dict[str, str]:
    return {
        name if end == "rate" else f"{name}.{end}": text(row[end], 0, percent=True) for end in ("rate", "low", "high")
    }
