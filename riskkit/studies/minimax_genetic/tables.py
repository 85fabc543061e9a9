"""The tables that notebook 06 shows."""

from __future__ import annotations

import pandas as pd

from riskkit.claims import ledger
from riskkit.report import shown
from riskkit.studies.minimax_genetic import analysis, results
from riskkit.studies.minimax_genetic.settings import READINGS, STUDY, sizes


@shown.table("06_readings", "The searches for weights: how many, the games of each, and how far the tree looks.")
def readings():
    """Return the number and size of the searches of each reading."""
    rows = []
    for name, reading in READINGS.items():
        games = reading.procedure.games if reading.procedure else sizes().cma_games
        rows.append((name, sizes().runs[name], games, reading.settings.levels))
    return pd.DataFrame(rows, columns=["reading", "searches", "games", "levels"])


@shown.table("06_tree", "Leaves of one position's tree, whole and pruned, and the attack that it finds.")
def tree():
    """Return the sizes of the tree of one position (see `analysis.tree_sizes`)."""
    return analysis.tree_sizes()


@shown.table("06_generations", "The first four generations: mean, best and worst fitness (means over the searches).")
def generations():
    """Return fitness by generation and reading."""
    found = pd.concat([analysis.by_generation(results.search_runs(name)).assign(reading=name) for name in READINGS])
    return found.loc[found["generation"] <= 4, ["reading", "generation", "mean", "best", "worst"]]


@shown.table("06_shares", "Mean share of each weight (w1 territories to w4 few enemies), and the standard deviation.")
def shares():
    """Return mean and standard deviation of the chosen weights' shares, a row a reading."""
    found = analysis.all_shares().groupby(["reading", "feature"])["share"].agg(["mean", "std"]).unstack("feature")
    found.columns = [f"{feature}{', sd' if of == 'std' else ''}" for of, feature in found.columns]
    return found.loc[list(READINGS)].reset_index()


@shown.table(
    "06_signal",
    "Fitness of random weights: sets and mean games behind one, standard deviation as seen, of fair coins, and what is "
    "left for their true chances.",
)
def signal():
    """Return how far the fitness of random weights differs by more than chance."""
    found = {name: analysis.signal(results.search_runs(name)) for name in READINGS if READINGS[name].procedure}
    return pd.DataFrame(found).T.rename_axis("reading").reset_index().astype({"genes": int})


@shown.table("06_trials", "What the chosen weights win (95%, allowing for games of one search being alike).")
def trials():
    """Return the rates of the chosen weights against random and equal ones."""
    return analysis.trial_summary()


@shown.table("06_searches", "Against random weights, the searches apart: lowest and highest share of games won.")
def searches():
    """Return the range of the rates of single searches against random weights, by reading."""
    rows = []
    for name in READINGS:
        each = results.trial(name, "random").groupby("run")["won"].agg(["mean", "size"])
        rows.append((name, len(each), int(each["size"].iloc[0]), each["mean"].min(), each["mean"].max()))
    return pd.DataFrame(rows, columns=["reading", "searches", "games of each", "lowest", "highest"])


@shown.table("06_slips", "The values of the figure (Wilson, 95%; drawn: at the cap on turns).")
def slips():
    """Return what each difference of the program from the text does to the tree."""
    return analysis.slips()


@shown.table("06_encounters", "Share of games won against each agent.")
def encounters():
    """Return the rates against every other agent, a column a player and board."""
    met = analysis.all_encounters()
    met["where"] = met["reading"] + ", " + met["place"]
    return met.pivot(index="agent", columns="where", values="won").rename_axis(columns=None).reset_index()


@shown.table("06_certainty", "The values of the figure (Wilson, 95%; drawn: at the cap on turns).")
def certainty():
    """Return what the assumption of certain battles costs."""
    return analysis.certainty_cost()[["place", "pair", *analysis.RATE]]


@shown.table("06_replayed", "Stored games of the described player against the random agent, and whether they repeat.")
def replayed():
    """Return a sample of stored games beside those played again."""
    return results.replayed()


@shown.table("06_claims", "Published and ours, every row; intervals are 95%.")
def claims():
    """Return the study's rows of the ledger."""
    return ledger.readable(ledger.table(STUDY))[["claim", "part", "reading", "size", "ours", "n", "verdict", "reason"]]


@shown.table("06_verdicts", "One verdict a claim, and the readings that carry it.")
def verdicts():
    """Return the verdicts of the study's claims."""
    return ledger.summary(ledger.table(STUDY))[["claim", "verdict", "readings"]]
