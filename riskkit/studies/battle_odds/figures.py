"""The figures of the study of battle odds, as notebook 01 shows them."""

from matplotlib import pyplot as plt

from riskkit import odds
from riskkit.plots import odds as draw
from riskkit.plots import style
from riskkit.report import shown
from riskkit.report.shown import Drawing
from riskkit.results import scale
from riskkit.studies.battle_odds import analysis
from riskkit.studies.battle_odds.settings import SEED, SIZES

WIN = "chance that the attacker wins"
EQUAL = "attackers = defenders"


@shown.figure(
    "01_attack_table",
    "Chance in percent that the attacker takes the territory, exact; above the line it is one half or more. "
    "Attackers are the armies free to attack.",
    claim="BO1",
)
def attack_table():
    """Return the heat map of win probabilities, 1 to 10 armies on each side."""
    table = analysis.attack_table(10, 10)
    return Drawing(draw.plot_heat(table), table.reset_index().melt("attackers", value_name="win"))


@shown.figure("01_survivors", "How ten attackers against ten defenders end (exact).")
def survivors():
    """Return the distribution of the armies left, ten against ten."""
    ends = odds.survivors(10, 10)
    return Drawing(draw.plot_survivors(ends), ends)


@shown.figure(
    "01_advantage",
    "Chance of the attacker at equal strength: Tan's printed single-roll chances, the true chances of each pair "
    "taken as independent, and the exact chain.",
    claim="BO1",
)
def advantage():
    """Return the chance at equal strength under Tan's numbers, independent pairs, and the exact chain."""
    even = analysis.advantage(30)
    ax = draw.plot_curves(even, "armies", "win", "reading", even=True, xlabel=EQUAL, ylabel=WIN)
    return Drawing(ax, even)


@shown.figure(
    "01_even_attackers",
    "Attackers for an even chance, exact and by the printed rule, and the mean loss of an attacker who never runs "
    "out; all less 0.8534 attackers for each defender.",
)
def even_attackers():
    """Return the attackers needed for an even chance, exact and by the rule of thumb, less its slope."""
    curves = analysis.over_the_slope(analysis.even_attackers(200))
    axes = {"xlabel": "defenders", "ylabel": "attackers over 0.8534 x defenders"}
    return Drawing(draw.plot_curves(curves, "defenders", "over", "curve", **axes), curves)


@shown.figure(
    "01_needed",
    "Fewest attackers that take a territory with a chance of at least 50, 80 and 95 percent (exact).",
)
def needed():
    """Return the fewest attackers for three chances."""
    need = analysis.needed(30)
    axes = {"xlabel": "defenders", "ylabel": "fewest attackers"}
    return Drawing(draw.plot_curves(need, "defenders", "attackers", "probability", **axes), need)


@shown.figure(
    "01_stop",
    "Chance to win and mean loss of 10 attackers against 8 when the attack ends at the number of attackers written "
    "at the point (exact).",
)
def stop():
    """Return what a stop rule costs and saves, 10 attackers against 8."""
    stops = analysis.stops(10, 8)
    return Drawing(draw.plot_stops(stops), stops)


@shown.figure(
    "01_chain",
    "Chance of 20 attackers to take each territory of a chain, leaving one or three armies on each (exact).",
)
def chain():
    """Return the chance to take each territory of a chain, with one or three armies left on each."""
    found = analysis.chains()
    ax = None
    for place, (leave, each) in enumerate(found.items()):
        ax = draw.plot_chain(each.territories, ax=ax, label=f"{leave} left on each", place=place)
    return Drawing(ax, found[3].territories.assign(leave_1=found[1].reached).reset_index())


@shown.figure(
    "01_fork",
    "Chance to take both branches of a fork (3 then 2 defenders, and 4): best play, one branch after the other with "
    "all dice, and armies divided over territories of their own (exact).",
)
def fork():
    """Return the chance to take a whole fork by three ways to play it."""
    play = analysis.fork_play()
    axes = {"xlabel": "attackers free at the fork", "ylabel": "chance to take everything"}
    return Drawing(draw.plot_curves(play, "attackers", "win", "play", **axes), play)


@shown.figure(
    "01_defences",
    "Chance of the attacker at equal strength against two dice, a defender who sees the attacker's dice before "
    "choosing one or two, and three dice (exact).",
)
def defences():
    """Return the chance at equal strength against three kinds of defence."""
    kinds = analysis.defences(30)
    return Drawing(draw.plot_curves(kinds, "armies", "win", "dice", even=True, xlabel=EQUAL, ylabel=WIN), kinds)


@shown.figure(
    "01_blitz",
    "True chance against ten defenders and that of the game's balanced blitz (exact).",
)
def blitz():
    """Return true and balanced chances against ten defenders."""
    chances = analysis.blitz(10, 20)
    axes = {"xlabel": "attackers against 10 defenders", "ylabel": WIN}
    return Drawing(draw.plot_curves(chances, "attackers", "win", "blitz", even=True, **axes), chances)


@shown.figure("01_simulation", "Ends of 10 attackers against 7.", seed=SEED)
def simulation():
    """Return how rolled battles end, over the exact chances."""
    rolled = analysis.simulation(10, 7, scale.games(*SIZES["battles"]), SEED)
    caption = (
        f"Ends of 10 attackers against 7: exact chances and shares of {rolled['n'].iloc[0]:,} rolled battles with "
        "95% intervals."
    )
    return Drawing(draw.plot_agreement(rolled), rolled, caption)


@shown.figure(
    "01_thresholds",
    "Chance to win the worst battle that each attack rule of the studies' agents allows, fought to the end; margins "
    "are of armies on the two territories (exact).",
)
def thresholds():
    """Return the worst battle that each attack rule of the studies' agents allows."""
    worst = analysis.thresholds(10)
    ax = plt.figure(figsize=style.size("wide")).add_subplot()
    axes = {"xlabel": "defenders", "ylabel": "chance of the worst battle allowed"}
    return Drawing(draw.plot_curves(worst, "defenders", "win", "rule", ax=ax, even=True, **axes), worst)
