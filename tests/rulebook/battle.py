"""Battles: what a roll can do, and which ends a battle can have."""

from functools import cache
from itertools import combinations_with_replacement

SIDES = 8


@cache
def rolls(attackers: int, defenders: int, sides: int, ties: str) -> frozenset:
    """Return the losses (of attacker, of defender) that dice can bring.

    Only the order among at most eight dice matters, so eight sides show all that more can do.
    """
    found = set()
    faces = range(min(sides, SIDES), 0, -1)
    for attack in combinations_with_replacement(faces, attackers):
        for defence in combinations_with_replacement(faces, defenders):
            lost = killed = 0
            for a, d in zip(attack, defence):
                if a > d or (a == d and ties == "attacker"):
                    killed += 1
                elif a < d or ties == "defender":
                    lost += 1
            found.add((lost, killed))
    return frozenset(found)


def results(rules, attackers: int, defenders: int, dice: int, stop: int) -> set:
    """Return the ends that an attack can have, as (attackers left, defenders left, dice last rolled).

    Parameters
    ----------
    rules
        Rules of the game.
    attackers, defenders : int
        Armies on the two territories.
    dice : int
        Dice of a single roll; 0 to fight on with as many as allowed.
    stop : int
        Armies on the attacking territory with which a fight that goes on ends.
    """
    if rules.battle == "certain":
        return {(attackers - defenders, 0, 0)}
    ends, known, waiting = set(), {(attackers, defenders)}, [(attackers, defenders)]
    while waiting:
        a, d = waiting.pop()
        thrown = dice or min(rules.attacker_dice, a - 1)
        for lost, killed in rolls(thrown, min(rules.defender_dice, d), rules.dice_sides, rules.ties):
            after = (a - lost, d - killed)
            if dice or after[1] == 0 or after[0] <= max(1, stop):
                ends.add((*after, thrown))
            elif after not in known:
                known.add(after)
                waiting.append(after)
    return ends
