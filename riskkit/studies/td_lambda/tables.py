"""The tables of notebook 03."""

import pandas as pd

from riskkit.claims import ledger
from riskkit.numbers import significant
from riskkit.report import shown
from riskkit.studies.td_lambda import analysis, results
from riskkit.studies.td_lambda.settings import PARAMETERS, PEAKS, READINGS, STANDARD

FEW = (0.0, 0.2, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.8, 1.0)
FEWER = (0.0, 0.2, 0.4, 0.45, 0.5, 0.6, 0.8)


def _by_value(column: str, values) -> pd.DataFrame:
    """Return one column of the curves, a row a value and a column a parameter."""
    curves = analysis.all_curves()
    part = curves[curves["value"].isin(values)]
    table = part.pivot(index="value", columns="parameter", values=column)[list(PARAMETERS)]
    return table.rename_axis(columns=None).reset_index()


@shown.table("03_parameters", "The four parameters, the value of the standard bot, and the printed peaks.")
def parameters():
    """Return what is swept."""
    return pd.DataFrame(
        [(name, STANDARD[name], PEAKS[name]) for name in PARAMETERS], columns=["parameter", "standard", "peaks"]
    )


@shown.table(
    "03_rates",
    "Share of games won by the adjusted bot against the standard one, by parameter and its value, as described: "
    "mean of 40 runs of 500 games.",
    digits={"value": 2},
)
def rates():
    """Return the win rate at some values of each parameter."""
    return _by_value("rate", FEW)


@shown.table(
    "03_rounds",
    "Rounds to win, by parameter and its value: mean over the games won in 40 runs of 500 games.",
    digits={"value": 2, **dict.fromkeys(PARAMETERS, 1)},
)
def rounds():
    """Return the rounds to win at some values of each parameter."""
    return _by_value("turns", FEWER)


@shown.table(
    "03_caps",
    "Share of games that end at the cap of 100 rounds, by parameter and its value: 40 runs of 500 games.",
    digits=2,
)
def caps():
    """Return the share of games at the cap at some values of each parameter."""
    return _by_value("draws", FEWER)


@shown.table(
    "03_turns_compared",
    "Turns to win that the text compares: mean rounds at one value less those at another, paired by run, with the "
    "95% interval. The text has all of them below 0.",
    digits=2,
)
def turns_compared():
    """Return the differences in rounds to win that the source speaks of."""
    return analysis.turns_claimed()


@shown.table(
    "03_flat",
    "Is a curve flat (Friedman's test, blocked by run)? Its lowest and highest mean win rate and where, and the "
    "standard deviation between runs of the standard bot.",
    digits={"flat_p": 4, "lowest_at": 2, "highest_at": 2},
)
def flat():
    """Return the test of each curve against a flat line."""
    return analysis.curve_tests()


@shown.table(
    "03_no_learning",
    "Win rate at alpha 0 (the first weights stay) less that at other values of alpha: paired runs of 500 games, "
    "95% interval.",
    digits={"alpha": 2},
)
def no_learning():
    """Return what learning costs."""
    return analysis.no_learning()


@shown.table("03_first_runs", "Win rate of the standard bot against itself: mean of the first runs of 500 games.")
def first_runs():
    """Return how much the mean of a few runs differs from that of many."""
    return analysis.first_runs()


@shown.table(
    "03_peaks",
    "Each printed peak (value) against its neighbours and the standard value (other): difference of the win rates, "
    "paired by run, with an interval of 95% for all four looks together.",
    digits={"value": 2, "other": 2},
)
def peaks():
    """Return the comparison of each printed peak with its rivals."""
    return analysis.peaks().drop(columns="p")


@shown.table(
    "03_as_run",
    "As run: games of the whole sweep that the adjusted bot won, lost, and that ended at the cap; ahead: those of "
    "the last in which it held more territories.",
)
def as_run():
    """Return the sweeps of the program, summed over the values."""
    totals = results.sweeps("as run").groupby("parameter")[["wins", "losses", "draws", "ahead"]].sum()
    return totals.loc[list(PARAMETERS)].reset_index()


@shown.table(
    "03_cells",
    "Share of games won at some pairs of thresholds: mean of 20 runs of 100 games, 95% interval over runs.",
    digits={"win_chance": 1, "random_chance": 1, "rate": 2, "low": 2, "high": 2},
)
def cells():
    """Return the win rate at some pairs of thresholds."""
    found = analysis.threshold_rates()
    chosen = found["win_chance"].isin([0, 0.4, 0.5, 1]) & found["random_chance"].isin([0, 0.2, 0.4, 0.6, 1])
    return found.loc[chosen, ["win_chance", "random_chance", "rate", "low", "high"]]


@shown.table(
    "03_divergence",
    "How the weights fare over 20 runs of up to 3,000 changes: median over runs of the largest norm, the largest of "
    "all (four digits), runs whose norm passes 10, runs that left all bounds, and the median change at which they did.",
    digits={"stopped_at": 1},
)
def divergence():
    """Return the fate of the weights by reading, with and without normalisation."""
    found = pd.concat([analysis.divergence(reading).assign(reading=reading) for reading in READINGS], ignore_index=True)
    found.insert(0, "reading", found.pop("reading"))
    norms = ["largest", "most"]
    found[norms] = found[norms].map(lambda norm: float(significant(norm, 4)))
    return found


@shown.table(
    "03_versions",
    "Share of games won against the random bot by versions of the TD bot, and of games at the cap: mean of 40 runs "
    "of 250 games with its 95% interval.",
)
def versions():
    """Return the win rate of each version of the bot."""
    return analysis.versions()[["variant", "meaning", "rate", "low", "high", "draws"]]


@shown.table("03_replayed", "A stored run (win chance 0.2), and the same run played again.")
def replayed():
    """Return a stored run beside the same run played again."""
    return results.replayed()


@shown.table("03_shipped", "Share of 2,000 games that each shipped bot wins against the random bot, 95% interval.")
def shipped():
    """Return the games of the shipped bots."""
    return results.shipped()


@shown.table("03_claims", "Each part of each claim, by reading: what is printed, ours with its 95% interval, and why.")
def claims():
    """Return the rows of the ledger."""
    columns = ["claim", "part", "reading", "published", "ours", "n", "verdict", "reason"]
    return ledger.readable(ledger.table("td_lambda"))[columns]


@shown.table("03_verdicts", "The verdict on each claim, and the readings that carry it.")
def verdicts():
    """Return the verdict on each claim."""
    return ledger.summary(ledger.table("td_lambda"))[["claim", "verdict", "readings"]]
