"""The figures of the TD(lambda) study."""

from matplotlib import pyplot as plt

from riskkit import numbers
from riskkit.plots import style
from riskkit.plots import td as draw
from riskkit.report import shown
from riskkit.studies.td_lambda import analysis, results
from riskkit.studies.td_lambda.settings import PARAMETERS, PEAKS, READINGS, SEED


def _four():
    """Return a figure of four panels, and its axes by parameter."""
    fig, axes = plt.subplots(2, 2, figsize=style.size("double", 0.75))
    return fig, dict(zip(PARAMETERS, axes.flat))


@shown.figure(
    "03_sweeps",
    "Share of 500 games won by the adjusted TD bot against the standard one, as described: mean of 40 runs with its "
    "95% interval (band, cut at 0 and 1), one run at each value, and the printed peaks (arrows).",
    claim=("TD1", "TD2", "TD3", "TD4"),
    seed=SEED,
)
def sweeps():
    """Draw the win rate by each of the four parameters."""
    curves, once = analysis.all_curves(), results.sweeps()
    fig, axes = _four()
    for name, ax in axes.items():
        curve, one_run = curves[curves["parameter"] == name], once[once["parameter"] == name]
        draw.plot_sweep(curve, name, one_run, PEAKS[name], ax=ax)
    axes["alpha"].legend(loc="center right")
    return shown.Drawing(fig, curves)


@shown.figure(
    "03_turns",
    "Rounds to win of the games that the adjusted TD bot won against the standard one, as described: 40 runs of 500 "
    "games a value, 95% intervals with the run as unit; arrows: printed peaks. No mark where fewer than two runs won "
    "a game.",
    claim=("TD1", "TD2", "TD3"),
    seed=SEED,
)
def turns():
    """Draw the rounds to win by each of the four parameters."""
    curves = analysis.all_curves()
    fig, axes = _four()
    for name, ax in axes.items():
        draw.plot_turns(curves[curves["parameter"] == name], name, PEAKS[name], ax=ax)
    return shown.Drawing(fig, curves[["parameter", "value", "turns", "turns_low", "turns_high", "wins"]])


@shown.figure("03_thresholds", claim=("TD3", "TD4"), seed=SEED)
def thresholds():
    """Draw the win rate by both thresholds."""
    ax = plt.figure(figsize=style.size("wide", 0.75)).add_subplot()
    draw.plot_thresholds(results.grid(), ax=ax)
    cells, reach = analysis.threshold_rates(), analysis.threshold_reach()
    caption = (
        f"Share of games won by both thresholds, as described: {cells['runs'].max()} runs of 100 games a cell against "
        f"the standard bot. Intervals (95%, over runs) reach {numbers.text(reach.median(), 2)} to either side in the "
        f"median cell, {numbers.text(reach.max(), 2)} at most."
    )
    return shown.Drawing(ax, cells, caption)


@shown.figure(
    "03_weights",
    "Norm of the five weights over up to 3,000 changes (200 games), 20 runs a panel, a line a run (its own scale "
    "each); a cross marks the last finite weights of a run.",
    claim="TD5",
    seed=SEED,
)
def weights():
    """Draw the norm of the weights change by change, by reading, with and without normalisation."""
    fig, axes = plt.subplots(2, 2, figsize=style.size("double", 0.7), sharex="col")
    for reading, row in zip(READINGS, axes):
        data = results.weights(reading)
        for normalised, ax in zip((True, False), row):
            draw.plot_norms(data, normalised, ax=ax)
            ax.set_ylabel(f"{reading}: norm of weights")
    return shown.Drawing(fig, analysis.weight_norms())


@shown.figure(
    "03_versions",
    "Share of games won against the random bot by versions of the TD bot: mean of 40 runs of 250 games with 95% "
    "interval; dashed: the printed 30%.",
    claim="DQ5",
    seed=SEED,
)
def versions():
    """Draw the win rate of each version of the bot against the random bot."""
    table = analysis.versions()
    ax = plt.figure(figsize=style.size("double", 0.65)).add_subplot()
    draw.plot_versions(table.assign(variant=table["meaning"]), ax=ax)
    return shown.Drawing(ax, table)
