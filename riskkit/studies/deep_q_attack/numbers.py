"""The computed numbers that the prose of notebook 04 and of the study's page states."""

from riskkit.numbers import text
from riskkit.studies.deep_q_attack import analysis, published, results
from riskkit.studies.deep_q_attack.networks import agreements, networks
from riskkit.studies.deep_q_attack.settings import NOTEBOOK

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/deep_q_attack.md",)
SAID = frozenset(
    # printed: losses, shares of wins
    "0.64 0.65 1.37 0.58 88% 30% "
    # sizes of the set-up and sections of the source
    "1,000 2,000 10,000 200,000 500,000 0.8 15.2 3.1 3.4 4.3 4.4 95% 10% 20% 0.1 0.25 0.5 0.75 0.9".split()
)


def _surfaces() -> dict[str, str]:
    data = results.training("mixed")
    cells = agreements(data, published.surface(10_000))["cells"]
    nowhere = analysis.attack_nowhere(results.training("described"))
    return {
        "networks": text(len(networks(data)), 0),
        "agree_median": text(cells.median(), 0),
        "agree_least": text(cells.min(), 0),
        "agree_most": text(cells.max(), 0),
        "agree_others": text(analysis.agreement_table("mixed").set_index("with_").loc["each other", "median"], 0),
        "optimum_agrees": text(analysis.optima()["agree"].max(), 0),
        "nowhere_300": text(nowhere[300], 0),
        "nowhere_10000": text(nowhere[10_000], 0),
        "nowhere_program": text(analysis.attack_nowhere(results.training("as run"))[10_000], 0),
        "decisions_most": text(analysis.trained_lengths()["decisions_most"].max(), 0),
    }


def _changes() -> dict[str, str]:
    less = analysis.changes().set_index("change")["less"]
    moving = less[["discount 0", "nothing follows a conquest", "moved armies count as lost"]]
    return {
        "change_least": text(moving.min(), 0),
        "change_most": text(moving.max(), 0),
        "wrong_inputs": text(less["wrong inputs"], 0),
    }


def _losses() -> dict[str, str]:
    levels = analysis.loss_levels(results.training("mixed"))
    return {
        "loss_start": text(levels["start"].mean(), 2),
        "loss_level": text(levels["level"].mean(), 2),
        "loss_least": text(levels["level"].min(), 2),
        "loss_most": text(levels["level"].max(), 2),
    }


def _games() -> dict[str, str]:
    rates = analysis.rates(results.pairings("mixed")).set_index(["a", "b"])
    simple, exact, full = (rates.loc[pair] for pair in (("simple", "random"), ("exact", "random"), ("simple", "full")))
    blocks = results.pairings("mixed").query("a == 'simple' and b == 'random'")
    by_training = ((blocks["wins_a"] + blocks["ahead_a"]) / blocks["games"]).sort_values()
    chances = analysis.chance_rates().set_index("chance")["rate"]
    found = analysis.dominated(results.dominance("mixed"))
    return {
        **{f"simple_{end}": text(simple[end], 0, percent=True) for end in ("rate", "low", "high")},
        **{f"exact_{end}": text(exact[end], 0, percent=True) for end in ("rate", "low", "high")},
        **{f"full_{end}": text(full[end], 2) for end in ("rate", "low", "high")},
        "training_worst": text(by_training.iloc[0], 0, percent=True),
        "training_second": text(100 * by_training.iloc[1], 0),
        "training_best": text(by_training.iloc[-1], 0, percent=True),
        "against_10": text(chances[0.1], 0, percent=True),
        "against_20": text(chances[0.2], 0, percent=True),
        "against_50": text(chances[0.5], 0, percent=True),
        "lasting": text(found["lasting"].median(), 0),
        "dominant_wins": text(found["won"].mean(), 1, percent=True),
    }


def values() -> dict[str, str]:
    """Return the text of each number by its name."""
    return _surfaces() | _changes() | _losses() | _games()
