"""The tables of the league, as notebook 09 shows them."""

import pandas as pd

from riskkit.analysis.ratings import cross_table, cycles, ratings, upsets
from riskkit.league import analysis
from riskkit.league.results import changed, replays, results, tables_of_four, tuning, variants
from riskkit.league.settings import changes
from riskkit.report import shown

RATING = {"rating": 0, "low": 0, "high": 0}


@shown.table(
    "09_ratings",
    "The agents by rating (Elo points over random play) with 95% interval, and the mean share of the points over the "
    "opponents.",
    digits=RATING,
)
def rated():
    """Return the agents of the league by rating."""
    return ratings(results())


@shown.table("09_best_six", "Share of the points that the row took from the column: the best six.", digits=2)
def best_six():
    """Return who beats whom among the best six."""
    games = results()
    six = ratings(games)["agent"][:6]
    return cross_table(games, six).rename_axis("agent").reset_index()


@shown.table(
    "09_upsets",
    "Pairings against the order that are beyond chance (p_holm below 0.05): share of the points for the lower rated, "
    "and how many rating points it stands below the other.",
    digits={"p": 5, "p_holm": 4, "fall": 0},
)
def against_the_order():
    """Return the pairings that the lower rated agent won beyond chance."""
    games = results()
    found = upsets(games, ratings(games))
    return found[found["p_holm"] < 0.05]


@shown.table("09_rings", "The clearest rings: each beats the next, and the third the first; the least of the shares.")
def rings():
    """Return the five clearest rings."""
    return cycles(results()).head(5)


@shown.table("09_four", "Share of the games at tables of four, with 95% interval (tables as clusters).")
def four():
    """Return the agents by their share of the games at tables of four."""
    return analysis.shares_of_four(tables_of_four())


@shown.table(
    "09_orders",
    "The order under other rules and on another board: tau, the best three, games a pairing.",
    digits=2,
)
def orders():
    """Return how much of the order stays when the rules or the board change."""
    return analysis.orders(results(), {name: changed(name) for name in changes()})


@shown.table("09_search", "The search for vanguard's weights: share of the points of the candidates, by generation.")
def search():
    """Return every twelfth generation of the search for vanguard's weights."""
    return tuning()[["generation", "mean", "best", "games"]].iloc[::12]


@shown.table("09_weights", "Vanguard's weights.", digits=4)
def weights():
    """Return vanguard's weights: by hand, as found, and as played."""
    return analysis.weights(tuning())


@shown.table(
    "09_variants",
    "Versions of vanguard: share of the points, and share of the games won with Wilson 95% interval.",
)
def versions():
    """Return what came of each version of vanguard."""
    return analysis.variants(variants())


@shown.table("09_new", "Where the new agent stands: those around it.", digits=RATING)
def around(ranked: pd.DataFrame):
    """Return the ranks around the new agent of a table that `riskkit.league.rank` returned."""
    place = int(ranked.loc[ranked["new"], "rank"].iloc[0])
    return ranked.iloc[max(0, place - 3) : place + 2].drop(columns="new")


@shown.table("09_replayed", "Stored pairings of a sample that come out the same when they are played again.")
def replayed():
    """Return how many pairings of a sample are equal when they are played again."""
    return replays()
