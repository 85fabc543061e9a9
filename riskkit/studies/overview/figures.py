"""The figures of the quick start and of the ledger, as notebooks 00 and 08 show them."""

import pandas as pd

import riskkit as rk
from riskkit.claims import ledger as claims
from riskkit.games.bulk import Recorded
from riskkit.games.game import Game
from riskkit.plots import ledger as plots
from riskkit.plots.board import plot_board
from riskkit.plots.match import plot_course, plot_win_rates
from riskkit.report import shown
from riskkit.report.shown import Drawing
from riskkit.studies.overview.settings import AGENTS, GAME, LINEUP, LINEUP_RULES, LINEUP_SEED, SEED, STEPS, size


def played() -> pd.DataFrame:
    """Return the match of the quick start."""
    return rk.match(AGENTS, games=size(), seed=SEED)


def stepped() -> Game:
    """Return the game of the quick start after the steps by hand."""
    game = rk.Game(LINEUP, seed=LINEUP_SEED, rules=LINEUP_RULES)
    game.step("place", "Brazil", game.pool)
    for step in STEPS:
        game.step(*step)
    return game


@shown.figure("00_win_rates", "Share of games won by each agent.", seed=SEED)
def win_rates(games: pd.DataFrame | None = None):
    """Return the share of games that each agent won in the match of the quick start, or in the one given."""
    games = played() if games is None else games
    rates = rk.win_rates(games)
    caption = (
        f"Share of {len(games):,} two-player games won by each agent (classic rules with a neutral third seat), with "
        "Wilson 95% intervals; dotted: an equal share."
    )
    return Drawing(plot_win_rates(rates, even=0.5), rates, caption)


@shown.figure("00_course", "Armies of each seat after each turn of one game.", seed=SEED)
def course(alone: Recorded | None = None):
    """Return the course of one game of the match, turn by turn."""
    alone = rk.match(AGENTS, games=1, seed=SEED, start=GAME, record=True) if alone is None else alone
    number = alone.games["game"].iloc[0]
    caption = f"Armies of each seat after each turn in game {number} of the match of figure 00_win_rates (n = 1 game)."
    return Drawing(plot_course(alone.series, list(AGENTS)), alone.series, caption)


@shown.figure(
    "00_board",
    "The position after the attack from Brazil: shape and colour tell the owner, numbers are armies (n = 1 game).",
    seed=LINEUP_SEED,
)
def position(game: Game | None = None):
    """Return the position of the game stepped by hand."""
    game = stepped() if game is None else game
    ax = plot_board(game.board, game.owner, game.armies, players=["0 you", "1 aggressive", "2 random"])
    columns = {"territory": game.board.territories, "owner": game.owner, "armies": game.armies}
    return Drawing(ax, pd.DataFrame(columns))


@shown.figure("08_verdicts", "What became of the claims.")
def verdicts():
    """Return a tile for each claim, a row for each study."""
    summary = claims.summary()
    caption = (
        f"What became of the {len(summary)} claims: a tile for each claim, a row for each study; yes: reproduced, no: "
        "contradicted, open: undecided, —: not testable as described."
    )
    return Drawing(plots.plot_verdicts(summary), summary, caption)
