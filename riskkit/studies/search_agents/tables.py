"""The tables of the study of search agents, as notebook 07 shows them."""

import pandas as pd

from riskkit.claims import ledger
from riskkit.report import shown
from riskkit.studies.search_agents import analysis, results
from riskkit.studies.search_agents.figures import shortest_plan
from riskkit.studies.search_agents.settings import BOARDS, READINGS

COUNTING = {"described": "alike", "as run": "as run"}


@shown.table("07_plan", "A shortest plan on the sample board: what each own turn does; stay: armies left behind.")
def plan():
    """Return the searcher's own steps of a shortest plan."""
    steps = shortest_plan().steps
    return steps[steps["action"] != "enemies"]


@shown.table(
    "07_missed",
    "Plans longer than a shortest one, of n positions: share with Wilson 95% interval, own turns too many at worst, "
    "median positions expanded, positions not solved.",
    digits={"expanded": 1},
)
def missed():
    """Return how often each heuristic's plan is longer than a shortest one."""
    return analysis.missed(results.searches())


@shown.table(
    "07_scores",
    "Games won of n, and mean P by the factor f (columns); reading 'described'; less is better.",
    digits=0,
)
def scores():
    """Return the mean score of each agent and board, a column for each factor."""
    return _by_factor("described", "P")


@shown.table("07_ranks", "Games won of n, and rank by P for each factor f (columns); reading 'as run'; 1 is the best.")
def ranks():
    """Return the ranks as the authors' program has them, a column for each factor."""
    return _by_factor("as run", "rank")


@shown.table("07_limits_won", "Share of games won by the limit of expansions a turn (columns).", digits=2)
def limits_won():
    """Return real-time A*'s share of games won, a column for each limit."""
    return _by_limit("won")


@shown.table("07_limits_expansions", "Mean expansions in a game by the limit of expansions a turn (columns).", digits=0)
def limits_expansions():
    """Return real-time A*'s mean expansions in a game, a column for each limit."""
    return _by_limit("expansions")


@shown.table("07_opposed", "Share of games won against an enemy who is not passive.", digits=2)
def opposed():
    """Return the searchers' share of games won against the source's two other agents."""
    played = results.opposed()
    won = played.pivot_table(index=["board", "opponent"], columns="agent", values="won")
    games = played.groupby(["board", "opponent"])["position"].nunique().rename("n")
    return won.join(games).rename_axis(columns=None).reset_index()


@shown.table("07_dice", "Games with dice won and lost, and share won with Wilson 95% interval; the rest is undecided.")
def dice():
    """Return the searchers' games with dice, by opponent."""
    return results.dice().sort_values("opponent", kind="stable")


@shown.table("07_replayed", "Stored games of a sample that come out the same when they are played again.")
def replayed():
    """Return how many games of a sample are equal when they are played again."""
    return results.replayed()


@shown.table("07_best", "The agent with the lowest mean P on each board.")
def best():
    """Return the best agents by reading, factor and board."""
    played = results.games()
    scored = [analysis.scores(played, COUNTING[reading]).query("reading == @reading") for reading in READINGS]
    return analysis.best(pd.concat(scored, ignore_index=True))


@shown.table("07_ledger", "The rows of the ledger.")
def claims():
    """Return the ledger rows of the source's claim."""
    return ledger.readable(ledger.table("search_agents"))[["claim", "part", "reading", "verdict", "n"]]


def _by_factor(reading: str, value: str) -> pd.DataFrame:
    scored = analysis.scores(results.games(), COUNTING[reading])
    chosen = scored[scored["reading"] == reading]
    wide = chosen.pivot(index=["board", "agent", "won", "n"], columns="f", values=value)
    return _ordered(wide.rename(columns="f = {:,}".format))


def _by_limit(value: str) -> pd.DataFrame:
    means = analysis.limit_means(results.limits())
    return _ordered(means.pivot(index=["board", "heuristic"], columns="limit", values=value))


def _ordered(wide: pd.DataFrame) -> pd.DataFrame:
    """Return a wide table with the boards in the order of the study."""
    found = wide.rename_axis(columns=None).reset_index()
    return found.sort_values("board", key=lambda names: names.map(BOARDS.index), kind="stable", ignore_index=True)
