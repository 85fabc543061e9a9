"""The tables of the study of battle odds, as notebook 01 shows them."""

import pandas as pd

from riskkit import odds
from riskkit.claims import ledger
from riskkit.report import shown
from riskkit.results import scale
from riskkit.studies.battle_odds import analysis
from riskkit.studies.battle_odds.settings import OSBORNE_LOSSES, SEED, SIZES, USERS

FOUR = {"win": 4}


@shown.table("01_counting", "The same battle by what is counted.", digits=FOUR)
def counting():
    """Return the chance of ten armies against ten: free to attack, or all on the territory."""
    return analysis.who_counts(10, 10)


@shown.table("01_roll", "One roll: armies lost, and their chance.", digits={"chance": 4})
def roll(attacker_dice: int, defender_dice: int):
    """Return the outcomes of one roll."""
    return analysis.roll(attacker_dice, defender_dice)


@shown.table("01_tan_rolls", "Tan's chances of the two rolls with two pairs of dice, and the true ones.", digits=4)
def tan_rolls():
    """Return Tan's printed chances, rebuilt with his errors, and the true ones."""
    return analysis.tan_rolls()


@shown.table("01_osborne_losses", "Armies lost, five against five: printed by Osborne, and exact.", digits=2)
def osborne_losses():
    """Return Osborne's printed losses beside the exact ones."""
    exact = analysis.osborne_losses()
    printed = pd.Series(OSBORNE_LOSSES, name="printed")
    return pd.concat([printed, exact], axis=1).rename_axis("quantity").reset_index()


@shown.table(
    "01_battle",
    "Ten attackers against ten: chance to take the territory, and with five or more left; attackers lost, mean and "
    "standard deviation.",
    digits={"taken": 4, "with_5_left": 4, "mean_lost": 2, "sd_lost": 2},
)
def battle():
    """Return what a battle of ten against ten brings."""
    found = odds.battle(10, 10)
    row = (found.taken, found.win_with(5), found.expected_attacker_losses, found.sd_attacker_losses)
    return pd.DataFrame([row], columns=["taken", "with_5_left", "mean_lost", "sd_lost"])


@shown.table("01_advantage", "Chance of the attacker at equal strength.", digits=4)
def advantage():
    """Return the chance at some equal strengths, a column for each reading."""
    return _wide(analysis.advantage(30), "armies", "reading", [1, 4, 5, 12, 13, 30])


@shown.table("01_exchange", "Mean armies lost in one roll, and attackers for each defender.")
def exchange():
    """Return what one roll costs both sides by the number of dice."""
    return analysis.exchange()


@shown.table(
    "01_rule",
    "Attackers for an even chance: fewest (exact) and by the printed rule, their difference, and the mean loss of an "
    "attacker who never runs out.",
    digits=2,
)
def rule():
    """Return the rule of thumb beside the exact numbers."""
    found = analysis.even_attackers(200)
    return found[found["defenders"].isin([1, 5, 10, 50, 100, 200])]


@shown.table("01_needed", "Fewest attackers by the chance wanted (rows) and the defenders (columns).")
def needed():
    """Return the fewest attackers for three chances."""
    return _wide(analysis.needed(30), "probability", "defenders", columns=[1, 2, 3, 5, 10, 20, 30], value="attackers")


@shown.table(
    "01_stop",
    "Ten attackers against eight: chance to win, mean armies lost, and attackers kept where the territory is held.",
)
def stop():
    """Return what a stop rule costs and saves."""
    return analysis.stops(10, 8)


@shown.table("01_after_rolls", "Ten attackers against eight after four rolls; win: the chance from there.", digits=4)
def after_rolls():
    """Return where a battle stands after four rolls."""
    return analysis.after_rolls(10, 8, 4)


@shown.table(
    "01_chain",
    "20 attackers along the chain, one left on each territory: chance to take it, and given the one before; mean "
    "armies there.",
    digits=4,
)
def chain():
    """Return the chance to take each territory of the chain."""
    return analysis.chains()[1].territories.reset_index()


@shown.table("01_fork", "Chance to take both branches by the attackers free at the fork (columns).")
def fork():
    """Return the chance to take the fork by three ways to play it."""
    return _wide(analysis.fork_play(), "play", "attackers", columns=[8, 10, 12, 15, 20])


@shown.table("01_fork_plans", "The best next roll: dice, and the branch attacked (0 the first).", digits=FOUR)
def fork_plans():
    """Return what best play does in three positions of the fork."""
    return analysis.fork_plans(12, [(12, [3, 4]), (8, [1, 2]), (7, [1, 1])])


@shown.table(
    "01_lone_defenders",
    "Three lone defenders: dice of the first roll at best play, its chance, and that of all dice at each roll.",
    digits={"win": 4, "all_dice": 4},
)
def lone_defenders():
    """Return best play against three lone defenders."""
    return analysis.lone_defenders()


@shown.table("01_allocation", "The best places for six armies, and what they reach.", digits={"value": 4})
def allocation():
    """Return where six new armies help most, by side and goal."""
    return analysis.allocations()


@shown.table("01_defences", "Chance of the attacker at equal strength against three kinds of defence.", digits=4)
def defences():
    """Return the chance at some equal strengths, a column for each kind of defence."""
    return _wide(analysis.defences(30), "armies", "dice", [1, 2, 3, 5, 10, 30])


@shown.table("01_blitz", "Chance of the attacker: true, and by the game's balanced blitz.", digits=4)
def blitz():
    """Return true and balanced chances at equal strength."""
    rows = [(n, n, odds.win_probability(n, n), odds.balanced_blitz(n, n).win) for n in (10, 100)]
    return pd.DataFrame(rows, columns=["attackers", "defenders", "true", "balanced"])


@shown.table(
    "01_agreement",
    "Rolled battles against the exact chances.",
    digits={"chi_square": 1, "largest_z": 2},
)
def agreement():
    """Return how far the rolled battles are from the exact chances."""
    return analysis.agreement(analysis.simulation(10, 7, scale.games(*SIZES["battles"]), SEED))


@shown.table("01_thresholds", "Chance of the worst battle that a rule allows, by the defenders (columns).", digits=2)
def thresholds():
    """Return the worst battle that each attack rule allows."""
    return _wide(analysis.thresholds(10), "rule", "defenders")


@shown.table("01_users", "Who attacks by which rule.")
def users():
    """Return the attack rules of the studies' agents, and who attacks by them."""
    return pd.DataFrame(USERS.items(), columns=["rule", "users"])


@shown.table("01_ledger", "The printed numbers and ours.")
def claims():
    """Return the ledger rows of the two sources."""
    rows = ledger.readable(ledger.table("battle_odds"))
    return rows[["claim", "part", "reading", "published", "ours", "verdict", "reason"]]


@shown.table("01_verdict", "The claim as a whole.")
def verdict():
    """Return what became of the claim."""
    return ledger.summary(ledger.table("battle_odds"))[["claim", "verdict", "readings"]]


def _wide(data, index: str, by: str, rows=None, columns=None, value: str = "win") -> pd.DataFrame:
    """Return a table with a column for each value of ``by``; only the given rows and columns."""
    found = data.pivot(index=index, columns=by, values=value)
    found = found if rows is None else found.loc[rows]
    return (found if columns is None else found[columns]).rename_axis(columns=None).reset_index()
