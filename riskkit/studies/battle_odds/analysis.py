"""What follows from the exact chain, beside what Tan (1997) and Osborne (2003) print.

Everything here is exact but `simulation`. Attackers are the armies free to attack.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit import odds
from riskkit.numbers import rounded
from riskkit.odds import tan
from riskkit.results import paths
from riskkit.studies.battle_odds.settings import (
    CHAIN,
    FORK,
    FRONTS,
    MARGINS,
    OSBORNE_LOSSES,
    READINGS,
    REINFORCEMENTS,
    USERS,
)

SLOPE = 0.8534144
"""Attackers lost for each defender in a large battle (`riskkit.odds.loss_ratio`), to seven digits."""


def osborne() -> pd.DataFrame:
    """Return Osborne's table 3 beside the exact chances.

    Columns: attackers, defenders, printed, exact, agrees (to all three printed digits).
    """
    printed = pd.read_csv(paths.published("battle_odds_osborne_table3.csv"))
    exact = odds.table(10, 10)[printed["attackers"] - 1, printed["defenders"] - 1]
    return pd.DataFrame(
        {
            "attackers": printed["attackers"],
            "defenders": printed["defenders"],
            "printed": printed["win_probability"],
            "exact": exact,
            "agrees": [rounded(chance, 3) for chance in exact] == printed["win_probability"],
        }
    )


def who_counts(armies: int = 10, defenders: int = 10) -> pd.DataFrame:
    """Return the chance of a battle by what is counted: the armies free to attack, or all on the territory."""
    rows = [
        (f"{armies} armies free to attack", armies),
        (f"{armies} armies on the territory", odds.free(armies)),
    ]
    chances = [(*row, defenders, odds.win_probability(row[1], defenders)) for row in rows]
    return pd.DataFrame(chances, columns=["counted", "attackers", "defenders", "win"])


def roll(attacker_dice: int, defender_dice: int) -> pd.DataFrame:
    """Return the outcomes of one roll: attackers_lost, defenders_lost, exact (a fraction), chance."""
    found = odds.roll(attacker_dice, defender_dice, exact=True)
    rows = [(*lost, str(chance), float(chance)) for lost, chance in found.items()]
    return pd.DataFrame(rows, columns=["attackers_lost", "defenders_lost", "exact", "chance"])


def osborne_losses() -> pd.Series:
    """Return mean and standard deviation of both sides' losses, five against five."""
    five = odds.battle(5, 5)
    values = (
        five.expected_attacker_losses,
        five.sd_attacker_losses,
        five.expected_defender_losses,
        five.sd_defender_losses,
    )
    return pd.Series(dict(zip(OSBORNE_LOSSES, values, strict=True)), name="exact")


def tan_rolls() -> pd.DataFrame:
    """Return the two rolls with two pairs of dice: Tan's numbers, rebuilt, and true.

    Columns: attacker_dice, outcome (defenders lost), printed, rebuilt (both errors),
    independent (true chances of each pair, taken as independent), exact, units (last printed
    digits between printed and rebuilt).
    """
    printed = pd.read_csv(paths.published("battle_odds_tan_rolls.csv")).set_index("attacker_dice")
    rows = []
    for i in (2, 3):
        found = {name: tan.roll(i, 2, name) for name in tan.READINGS}
        names = {2: "defender_loses_both", 1: "each_loses_one", 0: "attacker_loses_both"}
        for lost, column in names.items():
            values = [float(found[name][2 - lost, lost]) for name in tan.READINGS]
            rows.append((i, lost, float(printed.loc[i, column]), *values))
    columns = ["attacker_dice", "defenders_lost", "printed", "rebuilt", "independent", "exact"]
    data = pd.DataFrame(rows, columns=columns)
    data["units"] = ((data["printed"] - data["rebuilt"].map(lambda p: rounded(p, 3))) * 1000).round().astype(int).abs()
    return data


def advantage(largest: int = 30) -> pd.DataFrame:
    """Return the attacker's chance at equal strength under each reading.

    Columns: armies (on both sides), reading, win.
    """
    armies = np.arange(1, largest + 1)
    parts = [
        pd.DataFrame({"armies": armies, "reading": name, "win": tan.table(largest, largest, key).diagonal()})
        for name, key in READINGS.items()
    ]
    return pd.concat(parts, ignore_index=True)


def attack_table(attackers: int = 10, defenders: int = 10, dice: odds.Dice = odds.CLASSIC) -> pd.DataFrame:
    """Return the win probabilities with attackers as rows and defenders as columns."""
    return pd.DataFrame(
        odds.table(attackers, defenders, dice=dice),
        index=pd.RangeIndex(1, attackers + 1, name="attackers"),
        columns=pd.RangeIndex(1, defenders + 1, name="defenders"),
    )


def exchange() -> pd.DataFrame:
    """Return what one roll costs both sides by the number of dice.

    Columns: attacker_dice, defender_dice, attackers_lost, defenders_lost (means a roll), ratio.
    """
    rows = []
    for j in (2, 1):
        for i in (3, 2, 1):
            roll = odds.roll(i, j)
            lost = [sum(pair[side] * p for pair, p in roll.items()) for side in (0, 1)]
            rows.append((i, j, *lost, lost[0] / lost[1]))
    columns = ["attacker_dice", "defender_dice", "attackers_lost", "defenders_lost", "ratio"]
    return pd.DataFrame(rows, columns=columns)


def even_attackers(largest: int = 200) -> pd.DataFrame:
    """Return the attackers needed for an even chance beside the printed rule of thumb.

    Columns: defenders, needed (fewest for one half), rule ("86% of the defenders plus two",
    rounded up), slack (rule less needed), unlimited (mean loss of an attacker who never runs out).
    """
    defenders = np.arange(1, largest + 1)
    needed = odds.attackers_needed(defenders, 0.5)
    rule = np.ceil(0.86 * defenders + 2 - 1e-9).astype(int)
    return pd.DataFrame(
        {
            "defenders": defenders,
            "needed": needed,
            "rule": rule,
            "slack": rule - needed,
            "unlimited": odds.unlimited_losses(largest)[1:],
        }
    )


def over_the_slope(rule: pd.DataFrame) -> pd.DataFrame:
    """Return the attackers of `even_attackers` less 0.8534 for each defender: defenders, curve, attackers, over."""
    names = {"needed": "fewest (exact)", "rule": "86% + 2", "unlimited": "mean loss, unlimited"}
    curves = rule.rename(columns=names).melt("defenders", list(names.values()), "curve", "attackers")
    return curves.assign(over=curves["attackers"] - SLOPE * curves["defenders"])


def needed(largest: int = 30, probabilities=(0.5, 0.8, 0.95)) -> pd.DataFrame:
    """Return the fewest attackers for several chances: defenders, probability, attackers."""
    defenders = np.arange(1, largest + 1)
    parts = [
        pd.DataFrame(
            {
                "defenders": defenders,
                "probability": f"{p:.0%}",
                "attackers": odds.attackers_needed(defenders, p),
            }
        )
        for p in probabilities
    ]
    return pd.concat(parts, ignore_index=True)


def stops(attackers: int, defenders: int) -> pd.DataFrame:
    """Return what a stop rule costs and saves.

    Columns: stop (attackers left at which the attack ends), win, attackers_lost, defenders_lost,
    kept (mean attackers left when the territory is not taken).
    """
    rows = []
    for stop in range(attackers):
        found = odds.battle(attackers, defenders, stop_attackers=stop)
        levels = stop - np.arange(len(found.held))
        failed = found.held.sum(axis=1)
        kept = float(levels @ failed / failed.sum())
        lost = found.expected_attacker_losses, found.expected_defender_losses
        rows.append((stop, found.win, *lost, kept))
    return pd.DataFrame(rows, columns=["stop", "win", "attackers_lost", "defenders_lost", "kept"])


def after_rolls(attackers: int, defenders: int, rolls: int) -> pd.DataFrame:
    """Return where a battle stands after some rolls: as `riskkit.odds.after_rolls`, with ``win`` from there."""
    states = odds.after_rolls(attackers, defenders, rolls)
    chances = [odds.win_probability(a, d) for a, d in zip(states["attackers"], states["defenders"], strict=True)]
    return states.assign(win=chances)


def chains(left=(1, 3)) -> dict[int, odds.Chain]:
    """Return the example of a chain by the armies left behind on each territory."""
    attackers, defenders = CHAIN
    return {leave: odds.chain(attackers, list(defenders), leave=leave) for leave in left}


def fork_plans(attackers: int, states) -> pd.DataFrame:
    """Return the best next roll at the example of a fork.

    Parameters
    ----------
    attackers
        Armies at the beginning.
    states
        Pairs of the attackers left and the defenders left on the first territory of each
        branch, as ``(8, [1, 2])``.

    Returns
    -------
    DataFrame
        ``attackers, against, dice, branch`` (0 the first), ``win``.
    """
    found = odds.fork(attackers, FORK)
    plans = [(armies, left, found.plan(armies, left)) for armies, left in states]
    rows = [(armies, left, plan["dice"], plan["branch"], plan["win"]) for armies, left, plan in plans]
    return pd.DataFrame(rows, columns=["attackers", "against", "dice", "branch", "win"])


def lone_defenders(attackers=(4, 6, 10), branches: int = 3) -> pd.DataFrame:
    """Return best play against lone defenders on branches of their own.

    Columns: attackers, dice (of the first roll), win (best play), all_dice (all dice at each roll).
    """
    rows = []
    for a in attackers:
        found = odds.fork(a, [[1]] * branches)
        plan = found.plan(a, [1] * branches)
        rows.append((a, plan["dice"], plan["win"], found.in_turn(list(range(branches)))))
    return pd.DataFrame(rows, columns=["attackers", "dice", "win", "all_dice"])


def allocations() -> pd.DataFrame:
    """Return where new armies help most: side, goal, the armies for each front, value."""
    rows = []
    for side in ("attack", "defence"):
        for goal in ("all", "expected", "worst"):
            found = odds.allocate(REINFORCEMENTS, FRONTS, side=side, goal=goal)
            rows.append({"side": side, "goal": goal, **found.placed, "value": found.value})
    return pd.DataFrame(rows)


def fork_play(branches=FORK, largest: int = 20) -> pd.DataFrame:
    """Return the chance to take a whole fork by three ways to play it: attackers, play, win."""
    rows = []
    for a in range(2, largest + 1):
        found = odds.fork(a, branches)
        orders = [range(len(branches)), range(len(branches) - 1, -1, -1)]
        rows.append((a, "any branch and dice at each roll", found.win))
        rows.append((a, "one branch after the other", max(found.in_turn(order) for order in orders)))
        rows.append((a, "armies divided beforehand", found.best_split[1]))
    return pd.DataFrame(rows, columns=["attackers", "play", "win"])


def defences(largest: int = 30) -> pd.DataFrame:
    """Return the attacker's chance at equal strength against several defences: armies, dice, win."""
    kinds = {
        "classic (2 dice)": odds.CLASSIC,
        "defender chooses 1 or 2 after the roll": odds.Dice(choice="hold"),
        "capital (3 dice)": odds.CAPITAL,
    }
    armies = np.arange(1, largest + 1)
    parts = [
        pd.DataFrame({"armies": armies, "dice": name, "win": odds.table(largest, largest, dice=dice).diagonal()})
        for name, dice in kinds.items()
    ]
    return pd.concat(parts, ignore_index=True)


def blitz(defenders: int = 10, largest: int = 20) -> pd.DataFrame:
    """Return true and balanced chances against ``defenders``: attackers, blitz, win."""
    rows = []
    for a in range(1, largest + 1):
        rows.append((a, "true", odds.win_probability(a, defenders)))
        rows.append((a, "balanced", odds.balanced_blitz(a, defenders).win))
    return pd.DataFrame(rows, columns=["attackers", "blitz", "win"])


def simulation(attackers: int, defenders: int, battles: int, seed: int) -> pd.DataFrame:
    """Return how rolled battles end beside the exact chances, ordered from best to worst.

    Columns: attackers, defenders (left), exact, rolled (share), z (the difference in standard
    errors of the share), n (battles).
    """
    rolled = odds.simulate(attackers, defenders, battles, seed).groupby(["attackers", "defenders"]).size()
    ends = odds.survivors(attackers, defenders)
    seen = rolled.reindex(pd.MultiIndex.from_frame(ends[["attackers", "defenders"]]), fill_value=0)
    exact = ends["probability"].to_numpy()
    share = seen.to_numpy() / battles
    return pd.DataFrame(
        {
            "attackers": ends["attackers"],
            "defenders": ends["defenders"],
            "exact": exact,
            "rolled": share,
            "z": (share - exact) / np.sqrt(exact * (1 - exact) / battles),
            "n": battles,
        }
    )


def thresholds(largest: int = 10) -> pd.DataFrame:
    """Return the worst battle that each attack rule of the studies' agents lets its player begin.

    Columns: rule, users, defenders, armies (fewest on the attacking territory), win (to the end).
    """
    rows = []
    for rule, users in USERS.items():
        for d in range(1, largest + 1):
            if rule in MARGINS:
                attackers = odds.free(d + MARGINS[rule])
            else:
                attackers = int(odds.attackers_needed(d, 0.5)) if rule.startswith("win") else 1
            rows.append((rule, users, d, attackers + 1, odds.win_probability(attackers, d)))
    return pd.DataFrame(rows, columns=["rule", "users", "defenders", "armies", "win"])


def agreement(rolled: pd.DataFrame) -> pd.DataFrame:
    """Return how far rolled battles (`simulation`, with their number ``n``) are from the exact chances.

    Columns: battles, chi_square, degrees (of freedom), largest_z.
    """
    n = int(rolled["n"].iloc[0])
    chi_square = float(((rolled["rolled"] - rolled["exact"]) ** 2 / rolled["exact"]).sum() * n)
    row = (n, chi_square, len(rolled) - 1, float(rolled["z"].abs().max()))
    return pd.DataFrame([row], columns=["battles", "chi_square", "degrees", "largest_z"])
