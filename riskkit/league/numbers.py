"""The computed numbers that notebook 09 states."""

from riskkit.analysis.ratings import cycles, ratings, upsets
from riskkit.league import analysis
from riskkit.league.results import changed, results, tables_of_four, variants
from riskkit.league.settings import NOTEBOOK, changes
from riskkit.numbers import text

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/league.md",)
SAID = frozenset({"95%", "0.5"})
"""The level of the intervals, and an even share."""

NAMED = {
    "first": "personality 4",
    "second": "personality 5",
    "vanguard": "vanguard",
}
"""Agents whose rating the prose states."""
RANKED = {
    "astar": "search.astar_admissible",
    "minimax": "minimax.as_run",
    "deep_q": "deep_q_simple",
    "exact_attack": "exact_attack",
    "td": "td_lambda",
    "td_mended": "td_lambda_chance_first",
}
"""Agents whose rank the prose states."""


def values() -> dict[str, str]:
    """Return what each marked number reads."""
    games = results()
    rated = ratings(games)
    return {
        "games": text(games["games"].sum(), 0),
        "pairings": text(len(games) // 2, 0),
        **_ratings(rated),
        **_order(games, rated),
        **_four(rated),
        **_variants(),
    }


def ordinal(place: int) -> str:
    """Return a place as text: 1st, 2nd, 3rd, 11th."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else endings.get(place % 10, 'th')}"


def _ratings(rated) -> dict[str, str]:
    found = rated.set_index("agent")
    stated: dict[str, str] = {}
    for name, agent in NAMED.items():
        row = found.loc[agent]
        stated |= {name if end == "rating" else f"{name}.{end}": text(row[end], 0) for end in ("rating", "low", "high")}
    return stated | {f"rank.{name}": ordinal(found.loc[agent, "rank"]) for name, agent in RANKED.items()}


def _order(games, rated) -> dict[str, str]:
    turned = upsets(games, rated)
    tau = analysis.orders(games, {name: changed(name) for name in changes()})["tau"]
    return {
        "upsets": text(len(turned), 0),
        "upsets.sure": text((turned["p_holm"] < 0.05).sum(), 0),
        "rings": text(len(cycles(games)), 0),
        "tau.least": text(tau.min(), 2),
        "tau.most": text(tau.max(), 2),
    }


def _four(rated) -> dict[str, str]:
    four = analysis.shares_of_four(tables_of_four())
    best = four[four["agent"] == "vanguard"].iloc[0]
    others = four[four["agent"].str.startswith("personality")]["share"]
    both = four.merge(rated, on="agent")
    return {
        "four": text(best["share"], 0, percent=True),
        "four.low": text(best["low"], 2),
        "four.high": text(best["high"], 2),
        "four.least": text(others.min(), 2),
        "four.most": text(others.max(), 2),
        "four.rank": text(both["share"].corr(both["rating"], method="spearman"), 2),
    }


def _variants() -> dict[str, str]:
    points = analysis.variants(variants()).set_index(["variant", "opponent"])["points"]
    rivals = points.drop("vanguard", level="opponent")
    itself = points.xs("vanguard", level="opponent")
    return {
        "played": text(rivals["as it is"].min(), 0, percent=True),
        "by_hand": text(rivals["weights set by hand"].min(), 0, percent=True),
        "least": text(rivals.min(), 2),
        "free_losses": text(itself["losses cost nothing"], 2),
        "sure_only": text(itself["attacks only when nearly sure"], 2),
        "itself.by_hand": text(itself["weights set by hand"], 2),
        "no_continents": text(rivals["no worth in continents"].min(), 2),
    }
