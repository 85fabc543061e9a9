"""The claims TD1 to TD5 against the stored runs."""

from riskkit.analysis.intervals import mean, wilson
from riskkit.claims.ledger import Row
from riskkit.numbers import above, below, significant, text
from riskkit.studies.td_lambda import analysis, results
from riskkit.studies.td_lambda.settings import NOTEBOOK, PARAMETERS, PEAKS, READINGS
from riskkit.studies.td_lambda.settling import POINTS, wide

LABELS = {
    "alpha": ("TD1", "alpha"),
    "lam": ("TD2", "lambda"),
    "win_chance": ("TD3", "the win-chance threshold"),
    "random_chance": ("TD4", "the random-chance threshold"),
}


def _listed(values) -> str:
    return "; ".join(f"{value:g}" for value in values)


def _published_size(name: str, reading: str) -> Row:
    claim, label = LABELS[name]
    data = results.sweeps(reading)
    part = data[data["parameter"] == name]
    best = part.loc[part["wins"].idxmax()]
    rate = wilson(int(best["wins"]), int(best["games"]))
    at = best["value"]
    if reading == "as run":
        verdict, reason = "contradicted", "no game of any value was won before the cap of 100 rounds"
        if best["wins"]:
            verdict, reason = "undecided", f"one chain of games: best at {at:g}"
    else:
        verdict = "undecided"
        reason = f"one run a value: best at {at:g}, but runs of the same value differ by far more than values do"
        if part["wins"].nunique() == 1:
            reason = "one run a value, and at every value it won the same number of games"
    return Row(
        claim,
        "highest point",
        reading,
        "published",
        f"the win rate is highest at {label} {_listed(PEAKS[name])}",
        _listed(PEAKS[name]),
        f"{at:g} (rate {text(rate.value)})",
        None,
        None,
        int(part["games"].sum()),
        verdict,
        reason,
        NOTEBOOK,
    )


def _settling(name: str) -> list[Row]:
    claim, label = LABELS[name]
    found = analysis.peaks()
    rows = []
    for value, part in found[found["parameter"] == name].groupby("value"):
        near = part[(part["other"] - value).abs() < 0.06]
        worst = near.loc[near["difference"].idxmin()]
        other = f"{label} {worst['other']:g}"
        if near["stands"].all():
            verdict, reason = "reproduced", "it wins more than both neighbours, corrected for 20 values and four looks"
        elif worst["answer"] == "smaller":
            verdict, reason = "contradicted", f"{other} wins more"
        elif worst["answer"] == "same":
            verdict, reason = "contradicted", f"{other} wins the same to 2 points"
        elif any(below(high, POINTS) for high in near["high"]):
            verdict, reason = "contradicted", f"it does not win 2 points more than {other}"
        else:
            verdict, reason = "undecided", f"{int(worst['needed']):,} runs would be needed to tell 2 points"
        rows.append(
            Row(
                claim,
                f"peak at {value:g}",
                "described",
                "settling",
                f"{label} {value:g} wins more than its neighbours (the lower difference is shown)",
                "peak",
                float(worst["difference"]),
                float(worst["low"]),
                float(worst["high"]),
                int(worst["runs"]),
                verdict,
                reason,
                NOTEBOOK,
            )
        )
    return rows


def _threshold_direction() -> Row:
    data = results.settled()
    table = wide(data[(data["parameter"] == "win_chance") & (data["peak"] == 0.6)])
    low = wide(results.replicated("win_chance"))
    rate = mean(table[0.6])
    lower = low[[value for value in low.columns if value <= 0.45]].mean(axis=1)
    return Row(
        "TD3",
        "close to 1, lower is worse",
        "described",
        "settling",
        "a threshold of 0.6 wins close to all games and lower thresholds win less",
        "close to 1",
        rate.value,
        rate.low,
        rate.high,
        rate.n,
        "contradicted" if above(lower.mean(), rate.high) else "undecided",
        f"thresholds up to 0.45 win {text(lower.mean(), 2)}: at the cap of ten armies 9 against 10 wins 0.48, so a "
        "higher threshold leaves a full board at rest",
        NOTEBOOK,
    )


SAME_TURNS = 1.0
"""Rounds to which two bots take equally long to win."""


def _turns() -> list[Row]:
    rows = []
    for found in analysis.turns_claimed().itertuples(index=False):
        claim, label = LABELS[found.parameter]
        if below(found.high, 0):
            verdict, reason = "reproduced", "it takes fewer rounds"
        elif above(found.low, 0):
            verdict, reason = "contradicted", "it takes more rounds"
        elif not above(max(-found.low, found.high), SAME_TURNS):
            verdict, reason = "contradicted", "both take equally long, to one round"
        else:
            verdict, reason = "undecided", "the interval holds 0 and more than one round"
        rows.append(
            Row(
                claim,
                f"fewer turns at {found.fewer}",
                "described",
                "settling",
                f"{label} {found.fewer} takes fewer turns to win than {found.than} (difference in rounds)",
                "below 0",
                found.difference,
                found.low,
                found.high,
                found.runs,
                verdict,
                reason,
                NOTEBOOK,
            )
        )
    return rows


def _flat_thresholds() -> list[Row]:
    data = analysis.rated(results.sweeps("as run"))
    rows = []
    for name, claim in (("win_chance", "TD3"), ("random_chance", "TD4")):
        part = data[data["parameter"] == name]
        spread = float(part["rate"].max() - part["rate"].min())
        rows.append(
            Row(
                claim,
                "setter has no effect",
                "as run",
                "published",
                "the win rate depends on the threshold",
                "a curve",
                spread,
                None,
                None,
                int(part["games"].sum()),
                "contradicted",
                "the program's setters change nothing: every value plays the same bot",
                NOTEBOOK,
            )
        )
    return rows


def _divergence(reading: str) -> list[Row]:
    found = analysis.divergence(reading).set_index("normalised")
    free, held = found.loc[False], found.loc[True]
    grown = wilson(int(free["grown"]), int(free["runs"]))
    verdict = "reproduced" if above(grown.low, 0.5) else ("contradicted" if below(grown.high, 0.5) else "undecided")
    return [
        Row(
            "TD5",
            "without normalisation",
            reading,
            "settling",
            "without normalisation the weights diverge after some turns",
            "diverge",
            grown.value,
            grown.low,
            grown.high,
            grown.n,
            verdict,
            f"share of runs whose norm passes {analysis.GROWN:g}, in {int(free['stopped'])} past all bounds; largest "
            f"{significant(free['most'], 2)}. Reproduced if it is more than half, contradicted if less",
            NOTEBOOK,
        ),
        Row(
            "TD5",
            "with normalisation",
            reading,
            "settling",
            "with normalisation the weights stay bounded",
            "bounded",
            float(held["most"]),
            None,
            None,
            int(held["runs"]),
            "reproduced" if held["stopped"] == 0 and below(held["most"], 10) else "contradicted",
            f"largest norm in up to 3,000 changes of {int(held['runs'])} runs: {text(held['most'], 2)}",
            NOTEBOOK,
        ),
    ]


def rows() -> list[Row]:
    """Return the ledger rows of TD1 to TD5."""
    found = [_published_size(name, reading) for name in PARAMETERS for reading in READINGS]
    for name in PARAMETERS:
        found += _settling(name)
    found.append(_threshold_direction())
    found += _turns()
    found += _flat_thresholds()
    for reading in READINGS:
        found += _divergence(reading)
    return found
