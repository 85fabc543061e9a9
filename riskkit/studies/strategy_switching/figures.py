"""The figures of notebook 02."""

import pandas as pd
from matplotlib import pyplot as plt

from riskkit.numbers import text
from riskkit.plots import strategy_switching as plots
from riskkit.plots import style
from riskkit.report import shown
from riskkit.studies.strategy_switching import analysis, results
from riskkit.studies.strategy_switching.settings import PRINTED_MEAN, READINGS, REPAIRED, SEED

OUTCOMES = ["policy", "games", "reward", "low", "high", "won", "first", "second", "third", "fourth", "out"]
TOGETHER = 10


def _rewards(reading: str) -> pd.Series:
    return results.fixed_policies(reading).set_index("policy")["reward"]


@shown.figure(
    "02_outcomes",
    "How games of fixed policies end (a step is one player's turn; 20,000 games each, the same games for all). First "
    "to fourth: rank by territories at the 200-turn cap. Shares below 5% carry no number.",
    claim=("SS1", "SS2"),
    seed=SEED,
)
def outcomes():
    """Draw how games of fixed policies end."""
    fixed = results.fixed_policies("turn")
    return shown.Drawing(plots.plot_outcomes(fixed, "policy"), fixed[OUTCOMES])


@shown.figure(
    "02_training",
    "Reward a game while training, by 10,000 steps: mean of 20 seeds with its 95% interval (dark) and the range of "
    "the seeds (light). Lines: fixed policies, 20,000 games each.",
    claim="SS3",
    seed=SEED,
)
def training():
    """Draw the training curves of both readings."""
    figure, axes = plt.subplots(1, 2, figsize=style.size("double", 0.42), sharey=True)
    curves = {reading: analysis.curve_over_seeds(results.main_runs(reading)) for reading in READINGS}
    for ax, (reading, curve) in zip(axes, curves.items()):
        levels = _rewards(reading)[["aggressive", "passive", "best found"]].to_dict()
        plots.plot_learning_curve(curve, levels, ax=ax, value="reward a game" if ax is axes[0] else "")
        ax.set_title(f"a step is a {reading}")
    return shown.Drawing(figure, pd.concat([curve.assign(reading=reading) for reading, curve in curves.items()]))


@shown.figure(
    "02_preferences",
    "Greedy strategy of 20 trained networks (a row each) by number of territories, sorted by how often it is "
    "aggressive; left: a step is a turn, right: a round.",
    claim=("SS1", "SS3"),
    seed=SEED,
)
def preferences():
    """Draw what the trained networks choose at each number of territories."""
    figure, axes = plt.subplots(1, 2, figsize=style.size("double", 0.45))
    data = []
    for ax, reading in zip(axes, READINGS):
        table = results.preferences(reading)
        plots.plot_preferences(table, ax=ax)
        ax.set_xlabel(f"territories of the learner (a step is a {reading})")
        data.append(table.assign(reading=reading)[["reading", "seed", "territories", "choice"]])
    return shown.Drawing(figure, pd.concat(data))


@shown.figure(
    "02_effects",
    "Mean reward of greedy networks when one setting is changed: 5 seeds each, 3,500 games a seed; 95% intervals over "
    "seeds. Dashed: random actions.",
    claim="SS3",
    seed=SEED,
)
def effects():
    """Draw what one changed setting does to the greedy reward."""
    points = analysis.effect_points(results.effects())
    ax = plots.plot_points(points, "variation", "reward", line=_rewards("turn")["random"])
    ax.set_xlabel("reward a game, greedy network")
    return shown.Drawing(ax, points)


@shown.figure(
    "02_repair",
    "Share of 200 greedy games won after each 20,000 steps in the repaired set-up: mean of 20 seeds with its 95% "
    "interval (dark) and the range of the seeds (light). Lines: the best constant policies, 2,000 games each.",
    claim="SS3",
    seed=SEED,
)
def repair():
    """Draw how the repaired set-up learns."""
    curve = analysis.curve_over_seeds(results.repaired_runs(), "test_won")
    best, whole = analysis.best_constant(results.combination_table(REPAIRED.game))
    levels = {"best constant combination": best, "best whole strategy": whole}
    return shown.Drawing(plots.plot_learning_curve(curve, levels, value="greedy games won (share)"), curve)


@shown.figure(
    "02_ablation",
    "Share of greedy games won after 80,000 and 100,000 steps (200 games each a seed) with all repairs (20 seeds) and "
    "with one of them taken back (5 seeds each); 95% intervals over seeds. Dashed: the best whole strategy.",
    claim="SS3",
    seed=SEED,
)
def ablation():
    """Draw what each repair is worth."""
    points = analysis.ablation_points(results.ablations())
    whole = analysis.best_constant(results.combination_table(REPAIRED.game)).whole
    ax = plots.plot_points(points, "set-up", "won", line=whole)
    ax.set_xlabel("greedy games won (share)")
    return shown.Drawing(ax, points)


@shown.figure("02_long_run", claim=("SS3", "SS4"), seed=SEED)
def long_run():
    """Draw the reward in the run of 500,000 games."""
    run = results.long_run()
    curve = analysis.smoothed(run, TOGETHER)
    ax = plots.plot_learning_curve(curve, {"printed": PRINTED_MEAN}, value="reward a game")
    caption = (
        f"Reward a game while training for {text(run['episodes'].sum(), 0)} games: means of a million steps of one "
        "seed (n = 1, so no interval of seeds) and the range of the means of their tenths; dashed: the printed mean."
    )
    return shown.Drawing(ax, curve, caption)
