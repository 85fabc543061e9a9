"""The computed numbers that the prose of notebook 03 and of the study's page states."""

from riskkit import odds
from riskkit.numbers import text
from riskkit.studies.td_lambda import analysis, results
from riskkit.studies.td_lambda.settings import NOTEBOOK, READINGS

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/td_lambda.md",)
SAID = frozenset(
    # values of the parameters, and peaks and shares that the source prints
    "0.05 0.1 0.2 0.25 0.3 0.45 0.5 0.55 0.6 0.65 0.85 30% "
    # sections of the source, sizes
    "3.1 3.2 3.3 4.2 95%".split()
)


def _percent(value: float, sign: str = "%") -> str:
    """Return a share as whole percent; without the sign for the first of two ("9 to 14%")."""
    return text(100 * value, 0) + sign


def _sweeps() -> dict[str, str]:
    curves = analysis.all_curves().set_index(["parameter", "value"])
    alpha, lam, win, chance = (curves.loc[name] for name in ("alpha", "lam", "win_chance", "random_chance"))
    learning = alpha[alpha.index >= 0.1]["rate"]
    low, high = win[win.index <= 0.45], win[win.index >= 0.5]
    caps = curves.loc[["alpha", "lam"]]["draws"].drop(("alpha", 0.0))
    return {
        "alpha_0": _percent(alpha.loc[0.0, "rate"]),
        "alpha_standard": _percent(alpha.loc[0.05, "rate"]),
        "alpha_least": _percent(learning.min(), ""),
        "alpha_most": _percent(learning.max()),
        "lambda_least": _percent(lam["rate"].min(), ""),
        "lambda_most": _percent(lam["rate"].max()),
        "cap_least": _percent(caps.min(), ""),
        "cap_most": _percent(caps.max()),
        "low_threshold_least": _percent(low["rate"].min(), ""),
        "low_threshold_most": _percent(low["rate"].max()),
        "high_threshold_most": _percent(high["rate"].max()),
        "chance_most": _percent(chance["rate"].max()),
        "low_rounds_least": text(low["turns"].min(), 0),
        "low_rounds_most": text(low["turns"].max(), 0),
        "printed_rounds": text(win.loc[0.6, "turns"], 0),
    }


def _peaks() -> dict[str, str]:
    found = analysis.peaks()
    told = found[found["answer"].isin(("larger", "smaller"))]
    standing = analysis.standing()
    answers = found["answer"].value_counts()
    return {
        "comparisons": str(len(found)),
        **{f"answer_{answer}": str(answers.get(answer, 0)) for answer in ("same", "larger", "smaller", "open")},
        "told": str(len(told)),
        "told_not_corrected": str((told["p_holm"] >= 0.05).sum()),
        "standing": str(len(standing) or "no"),
        "peak_runs_least": str(found["runs"].min()),
        "peak_runs_most": str(found["runs"].max()),
    }


def _runs() -> dict[str, str]:
    costs = analysis.no_learning().iloc[0]
    rates = analysis.first_runs()["rate"]
    cells = analysis.threshold_reach()
    chain = results.sweeps("as run")
    return {
        **{f"learning_costs_{end}": text(costs[end], 2) for end in ("difference", "low", "high")},
        "spread": text(analysis.curve_tests()["between_runs"].iloc[0], 2),
        **{f"first_{n}": _percent(rate) for n, rate in zip((10, 40, 100), rates)},
        "reach_median": text(cells.median(), 2),
        "reach_most": text(cells.max(), 2),
        "chain_decided": text((chain["wins"] + chain["losses"]).sum(), 0),
        "chain_lost": text(chain["losses"].sum(), 0),
        "chain_games": text(chain["games"].sum(), 0),
        "nine_against_ten": text(odds.battle(9, 10).win, 2),
    }


def _weights() -> dict[str, str]:
    values: dict[str, str] = {}
    for reading, short in zip(READINGS, ("described", "program")):
        free = analysis.divergence(reading).set_index("normalised").loc[False]
        values |= {f"{short}_grown": text(free["grown"], 0)}
    data = results.weights("as run")
    stopped = data.loc[data["stopped"] > 0].groupby("run")["stopped"].max()
    norms = results.weights("described").query("not normalised").groupby("run")["norm"].max()
    return values | {
        "stopped_first": text(stopped.min(), 0),
        "stopped_last": text(stopped.max(), 0),
        "past_a_million": text((norms > 1e6).sum(), 0),
    }


def _versions() -> dict[str, str]:
    names = {
        "described": "described",
        "described_still": "described, no learning",
        "above": "best attack above the threshold",
        "program": "as run",
        "program_mended": "as run, both corrected",
        "program_ties": "as run, ties to the defender",
    }
    rates = analysis.versions().set_index("variant")["rate"]
    return {f"version_{name}": text(rates[variant], 2) for name, variant in names.items()}


def values() -> dict[str, str]:
    """Return the text of each number by its name."""
    return _sweeps() | _peaks() | _runs() | _weights() | _versions()
