"""The figures of the league, as notebook 09 shows them."""

from riskkit.analysis.ratings import cross_table, ratings
from riskkit.league.analysis import shares_of_four
from riskkit.league.results import results, tables_of_four
from riskkit.league.settings import SEED
from riskkit.plots import league as plots
from riskkit.report import shown
from riskkit.report.shown import Drawing


@shown.figure("09_ratings", "Ratings of the agents.", seed=SEED)
def rated():
    """Return the ratings of the agents with their intervals."""
    games = results()
    found = ratings(games)
    caption = (
        f"Ratings of {len(found)} agents from {games['games'].sum():,} games of two players with a neutral third on "
        "the classic board (Bradley-Terry, 400 Elo points are odds of 10 to 1), with 95% intervals from 300 resamples."
    )
    return Drawing(plots.plot_ratings(found), found, caption)


@shown.figure(
    "09_cross_table",
    "Points taken by the row from the column, in percent; agents by rating, the columns numbered like the rows; a cell "
    "without a number rounds to 0 or 100, as its colour says. n = 200 games a pairing, 40 with an agent that takes "
    "long to think; a game without a winner after 400 turns is half a point for each.",
    seed=SEED,
)
def who_beats_whom():
    """Return the share of the points that each agent took from each other."""
    games = results()
    shares = cross_table(games, ratings(games)["agent"])
    return Drawing(plots.plot_cross_table(shares), shares.reset_index(names="agent"))


@shown.figure("09_four", "Share of the games at tables of four against the rating in pairs.", seed=SEED)
def four():
    """Return the share of games at tables of four against the rating in pairs."""
    found, shares = ratings(results()), shares_of_four(tables_of_four())
    caption = (
        "Share of the games at tables of four against the rating in pairs, an agent a point, with 95% intervals "
        f"({shares['games'].max() // 50} tables of 50 games each, tables as clusters); dotted: an equal share."
    )
    return Drawing(plots.plot_against(found, shares), shares.merge(found, on="agent", suffixes=("_four", "")), caption)
