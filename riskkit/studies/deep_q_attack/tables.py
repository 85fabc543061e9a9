"""The tables of notebook 04."""

import pandas as pd

from riskkit.claims import ledger
from riskkit.report import shown
from riskkit.studies.deep_q_attack import analysis, networks, published, results
from riskkit.studies.deep_q_attack.settings import LEARNERS, READINGS, sizes

PAIRED = ["a", "b", "rate", "low", "high", "draws", "turns"]


@shown.table("04_learner", "Sizes of the learner: those of the authors' program where the text leaves them out.")
def learner():
    """Return the settings of the learner."""
    plain = LEARNERS["mixed"].to_dict()
    names = ["hidden", "discount", "flip", "rate", "decay", "batch", "lag", "memory"]
    return pd.DataFrame([{name: plain[name] for name in names}])


@shown.table(
    "04_optima",
    "Exact optima under the choices that the source leaves open: cells attacked, and cells of 90 that agree with the "
    "printed table of game 10,000. The eight nearest to it, and the farthest.",
    digits=1,
)
def optima():
    """Return the exact optima nearest to the printed table, and the farthest."""
    found = analysis.optima()
    nearest = found.sort_values("agree", ascending=False).head(8)
    return pd.concat([nearest, found.loc[[found["agree"].idxmin()]]])


@shown.table(
    "04_trainings",
    "Trainings on the simple features: games of the shortest and the longest, decisions in millions, and the share of "
    "the last games at the cap (median).",
    digits={"decisions_least": 1, "decisions_most": 1, "capped": 2},
)
def trainings():
    """Return how long the trainings were."""
    return analysis.trained_lengths()


@shown.table(
    "04_rows_attacked",
    "Cells attacked in each row (armies to attack from), of ten: mean over the trained networks, and printed.",
    digits=1,
)
def rows_attacked():
    """Return how many cells are attacked by armies to attack from."""
    sums = analysis.all_shares().groupby(["reading", "attacker_troops"])["share"].sum().unstack("reading")
    table = sums[list(READINGS)].assign(printed=published.surface(10_000).sum(axis=1))
    return table.rename_axis(index="armies", columns=None).reset_index()


@shown.table("04_attack_nowhere", "Networks that attack in no cell, by games of training.")
def attack_nowhere():
    """Return how many networks attack nowhere."""
    found = {reading: analysis.attack_nowhere(results.training(reading)) for reading in READINGS}
    return pd.DataFrame(found).rename_axis("games").reset_index()


@shown.table(
    "04_agreement",
    "Cells of 90 in which the trained networks agree with the printed table, the exact optimum and each other.",
    digits=1,
)
def agreement():
    """Return how the trained networks agree with what else there is."""
    parts = [analysis.agreement_table(reading).assign(reading=reading) for reading in READINGS]
    table = pd.concat(parts, ignore_index=True).rename(columns={"with_": "with"})
    return table[["reading", "with", "median", "least", "most", "n"]]


@shown.table(
    "04_first_networks",
    "Cells of 90 in which networks that have learned nothing agree with the print of game 0, and the share of networks "
    "that agree in 80 or more.",
    digits={"median": 0, "share": 4},
)
def first_networks():
    """Return how first networks agree with the printed table of game 0."""
    return analysis.first_networks()


@shown.table(
    "04_loss_levels",
    "Half the squared error: to game 25 (start), from 300 to 1,000 (level), from 900 to 1,000 (late): mean over the "
    "learners, the least and the most, and printed.",
)
def loss_levels():
    """Return the loss at the start and later, ours and printed."""
    levels = analysis.loss_levels(results.training("mixed"))[["start", "level", "late"]]
    table = levels.agg(["mean", "min", "max"]).T.assign(printed=published.loss_levels())
    return table.rename_axis("games").reset_index()


@shown.table(
    "04_dominance",
    "The round at whose end a side first has two thirds of all armies (round), and from which it keeps them (lasting): "
    "quantiles over 1,000 games.",
    digits={"quantile": 2, "round": 1, "lasting": 1},
)
def dominance():
    """Return when one side dominates."""
    found = analysis.dominated(results.dominance("mixed"))
    quantiles = found[["round", "lasting"]].quantile([0.1, 0.25, 0.5, 0.75, 0.9])
    return quantiles.rename_axis("quantile").reset_index()


@shown.table(
    "04_pairings",
    "Share of 10,000 games won by the first bot, games at the cap going to who holds more territories: 95% interval "
    "over blocks, games at the cap, mean turns.",
    digits={"turns": 1},
)
def pairings():
    """Return the share of wins of each pairing, by reading."""
    return analysis.played_rates()[["reading", *PAIRED]]


@shown.table(
    "04_simple_by_training", "Mixed, simple against random: share of wins by training, 1,000 games each.", digits=2
)
def simple_by_training():
    """Return the share of wins of each training's network."""
    blocks = results.pairings("mixed").query("a == 'simple' and b == 'random'")
    rate = (blocks["wins_a"] + blocks["ahead_a"]) / blocks["games"]
    return pd.DataFrame({"training": blocks["block"], "rate": rate})


@shown.table(
    "04_full_trainings",
    "Trainings on the features of the pair and of the position: share of the last games at the cap, and decisions in "
    "millions.",
    digits={"capped": 2, "decisions": 0},
)
def full_trainings():
    """Return how each training on the full features ended."""
    parts = []
    for features in sizes().full_seeds:
        length = networks.lengths(results.full_training(features))
        made = {"features": features, "training": range(len(length)), "capped": length["capped"]}
        parts.append(pd.DataFrame({**made, "decisions": length["decisions"] / 1e6}))
    return pd.concat(parts, ignore_index=True)


@shown.table(
    "04_learning_pairings",
    "The same when both bots learn during the games that are counted: 5 chains of 10,000 games, mixed rules.",
    digits={"turns": 1},
)
def learning_pairings():
    """Return the pairings in which the bots learn while they play."""
    return analysis.rates(results.learning_pairings())[PAIRED]


@shown.table(
    "04_random_chances",
    "The shipped simple network against random bots that say yes to a pair with this chance: share of 1,000 games "
    "won, games at the cap, mean turns.",
    digits={"chance": 2},
)
def random_chances():
    """Return the share of wins against random bots."""
    return analysis.chance_rates()


@shown.table(
    "04_changes",
    "Twenty trainings with one default changed: games, cells attacked, cells that agree with the print (95% interval) "
    "and with the exact optimum, cells fewer than with nothing changed, and p (paired, Holm).",
    digits={"games": 0, "attacked": 1, "printed": 1, "low": 1, "high": 1, "optimum": 1, "less": 1, "p": 4},
)
def changes():
    """Return what each changed default does."""
    return analysis.changes().replace({"change": {"as trained": "nothing"}})


@shown.table("04_shipped", "Share of 2,000 games that each shipped bot wins against the random bot, 95% interval.")
def shipped():
    """Return the games of the shipped bots."""
    return results.shipped()


@shown.table("04_replayed", "A stored training, begun again: does it give the same weights?")
def replayed():
    """Return whether the first games of a stored training give the stored weights."""
    return pd.DataFrame([("mixed", 25, results.replayed())], columns=["reading", "games", "same weights"])


@shown.table("04_claims", "Each part of each claim, by reading: what is printed, ours with its 95% interval, and why.")
def claims():
    """Return the rows of the ledger."""
    columns = ["claim", "part", "reading", "published", "ours", "n", "verdict", "reason"]
    return ledger.readable(ledger.table("deep_q_attack"))[columns]


@shown.table("04_verdicts", "The verdict on each claim, and the readings that carry it.")
def verdicts():
    """Return the verdict on each claim."""
    return ledger.summary(ledger.table("deep_q_attack"))[["claim", "verdict", "readings"]]
