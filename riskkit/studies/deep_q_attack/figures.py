"""The figures of the deep Q study."""

from matplotlib import pyplot as plt

from riskkit.plots import deep_q as draw
from riskkit.plots import style
from riskkit.report import shown
from riskkit.studies.deep_q_attack import analysis, exact, published, results
from riskkit.studies.deep_q_attack.networks import losses
from riskkit.studies.deep_q_attack.settings import SEED


def _panel(width: str, ratio: float = 0.68):
    return plt.figure(figsize=style.size(width, ratio)).add_subplot()


@shown.figure(
    "04_surfaces",
    "Attack tables: printed, share of trained networks that attack (1 and light: all; mixed: 40 networks of 20 "
    "trainings, described: 12 of 6; 10,000 games each), and the exact optimum for the reward.",
    claim="DQ1",
    seed=SEED,
)
def surfaces():
    """Draw the printed attack tables beside those of trained networks and the exact optima."""
    shares = analysis.all_shares()
    fig, axes = plt.subplots(2, 3, figsize=style.size("double", 0.75))
    for row, game in enumerate((0, 10_000)):
        draw.plot_surface(published.surface(game), f"printed, game {game:,}", ax=axes[row, 0])
    for column, reading in enumerate(("mixed", "described"), 1):
        part = shares[shares["reading"] == reading]
        table = part.pivot(index="attacker_troops", columns="defender_troops", values="share")
        draw.plot_surface(table, f"{reading}: share of networks", ax=axes[0, column])
        draw.plot_surface(exact.of_reading(reading).attack, f"{reading}: exact optimum", ax=axes[1, column])
    return shown.Drawing(fig, shares)


@shown.figure(
    "04_loss",
    "Mean of half the squared error every 25 training games: each learner (mixed reading, 40 of 20 trainings), their "
    "median, and the printed curve.",
    claim="DQ2",
    seed=SEED,
)
def loss():
    """Draw the loss of each learner beside the printed curve."""
    ours = losses(results.training("mixed"))
    ax = _panel("wide")
    draw.plot_loss(ours, published.losses(), ax=ax)
    return shown.Drawing(ax, ours[ours["game"] <= 1_000])


@shown.figure(
    "04_troops",
    "Seat 0's share of all armies by round in 8 games of self-play of the trained bot; dotted: two thirds.",
    claim="DQ3",
    seed=SEED,
)
def troops():
    """Draw the share of all armies by round in a few games."""
    data = results.dominance("mixed")
    ax = _panel("wide")
    draw.plot_troops(data, ax=ax)
    return shown.Drawing(ax, data[(data["game"] < 8) & (data["round"] <= 20)])


@shown.figure(
    "04_pairings",
    "Share of 10,000 games won by the first bot, by reading, with the 95% interval over 10 blocks (described: 5), "
    "each of another training; vertical bars: printed.",
    claim=("DQ4", "DQ5"),
    seed=SEED,
)
def pairings():
    """Draw the share of wins of each pairing beside the printed one."""
    played = analysis.played_rates()
    ax = _panel("double", 0.7)
    draw.plot_pairings(played, published.pairings(), ax=ax)
    return shown.Drawing(ax, played)
