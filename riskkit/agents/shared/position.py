"""Features of a position and the value after an attack, for the bots that learn.

Source: Reinforcement Learning in the Game of RISK, sections 3.1 and 3.3.1.
"""

from functools import lru_cache
from math import fsum

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.legal import armies_needed
from riskkit.engine.queries import income
from riskkit.engine.types import MAX_P
from riskkit.numbers import weighted_sum

FEATURES = ("armies", "territories", "reinforcement", "best enemy", "hinterland")


@lru_cache(maxsize=16)
def battle_tables(most: int, attack_dice: int, defence_dice: int, sides: int, rounded: bool) -> np.ndarray:
    """Return what the bot believes of battles fought to the end, ties won by the defender.

    Returns
    -------
    numpy.ndarray
        float64, shape (3, most, most), by [attackers - 1, defenders - 1], attackers free to
        attack: chance to win, attackers lost if won, defenders lost if lost.
    """
    from riskkit import odds

    dice = odds.Dice(attack=attack_dice, defence=defence_dice, sides=sides)
    tables = np.zeros((3, most, most))
    for a in range(1, most + 1):
        for d in range(1, most + 1):
            ended = odds.battle(a, d, dice=dice)
            goal, held = ended.goal.sum(axis=1), ended.held.sum(axis=0)
            won, lost = fsum(goal), fsum(held)
            tables[0, a - 1, d - 1] = won
            if won > 0:
                tables[1, a - 1, d - 1] = weighted_sum(goal, a - np.arange(a + 1)) / won
            if lost > 0:
                tables[2, a - 1, d - 1] = weighted_sum(held, d - np.arange(d + 1)) / lost
    if rounded:
        tables[1:] = np.rint(tables[1:])
    tables.flags.writeable = False
    return tables


def highest_chances(win: np.ndarray) -> np.ndarray:
    """Return, by [attackers - 1, defenders - 1], the highest chance to win with so many attackers or
    fewer against so many defenders or more: ``win`` itself where more attackers and fewer
    defenders never lower the chance, as under all usual dice.
    """
    fewer_attackers = np.maximum.accumulate(win, axis=0)
    return np.maximum.accumulate(fewer_attackers[:, ::-1], axis=1)[:, ::-1]


@kernel
def count_income(state, board, rules, armies, bonuses):
    """Write each player's next income, and the part of it that continents give."""
    for q in range(state.players):
        armies[q] = income(state, board, rules, q) if state.alive[q] else 0
        bonuses[q] = 0
        if rules.continent_bonuses:
            for c in range(board.continents):
                if state.held[q, c] == board.size[c]:
                    bonuses[q] += board.bonus[c]


@kernel
def count_losers(state, rules, least):
    """Write each player's next income for land without one of its territories."""
    for q in range(state.players):
        least[q] = max(rules.income_minimum, (state.count[q] - 1) // rules.income_divisor)


@kernel(inline=True)
def income_without(state, board, rules, q, t, bonus, least):
    """Return the income of player ``q`` without its territory ``t``; 0 without land.

    ``bonus`` is what continents give it now, ``least`` what `count_losers` wrote.
    """
    if state.count[q] == 1:
        return np.int64(0)
    c = board.continent[t]
    if rules.continent_bonuses and c >= 0 and state.held[q, c] == board.size[c]:
        bonus -= board.bonus[c]
    return np.int64(least + bonus)


@kernel(inline=True)
def best_enemy(state, p, victim, territory, killed, per_army, per_territory):
    """Return feature 4 if ``victim`` (-1: nobody) lost ``territory`` (0 or 1) and ``killed`` armies.

    ``per_army`` and ``per_territory`` are one over the armies on the board after that, and
    over the territories.
    """
    strongest = 0.0
    if victim >= 0:
        total = np.float64(state.total[victim]) - killed
        count = np.float64(state.count[victim]) - territory
        strongest = max(strongest, total * per_army + count * per_territory)
    if victim < 0 or state.seats > 2:
        for q in range(state.seats):
            if q != p and q != victim:
                strongest = max(strongest, state.total[q] * per_army + state.count[q] * per_territory)
    return -0.5 * strongest


@kernel
def count_enemies(state, board, p, enemies):
    """Write each own territory's number of enemy neighbours; return how many have none."""
    inner = 0
    for t in range(board.territories):
        enemies[t] = 0
        if state.owner[t] == p:
            for e in range(board.start[t], board.start[t + 1]):
                if state.owner[board.adjacent[e]] != p:
                    enemies[t] += 1
            if enemies[t] == 0:
                inner += 1
    return inner


@kernel(inline=True)
def _at_border(state, board, t, p):
    """Return whether ``t`` has a neighbour on the other side: of player ``p``, or, if it is theirs, of another."""
    own = state.owner[t] == p
    for e in range(board.start[t], board.start[t + 1]):
        if (state.owner[board.adjacent[e]] == p) != own:
            return True
    return False


@kernel
def hope(state, board, p, highest, most):
    """Return a chance to win that no attack of player ``p`` exceeds, or -1 if none is possible.

    It is that of the largest own army at the border against the smallest enemy army there, in
    the table of `highest_chances` (flat, ``most`` its size).
    """
    largest = np.int64(1)
    smallest = most
    for t in range(board.territories):
        armies = np.int64(state.armies[t])
        if state.owner[t] == p:
            if armies > largest and _at_border(state, board, t, p):
                largest = armies
        elif armies < smallest and _at_border(state, board, t, p):
            smallest = armies
    if largest < 2:
        return -1.0
    return highest[(min(largest - 1, most) - 1) * most + smallest - 1]


@kernel
def all_armies(state):
    """Return the number of armies on the board."""
    armies = 0
    for q in range(state.seats):
        armies += state.total[q]
    return np.float64(armies)


@kernel
def features(state, board, p, inner, incomes):
    """Return the five features of the position for player ``p`` (section 3.1).

    Returns
    -------
    tuple of float
        armies: own armies / all armies, in [0, 1];
        territories: own territories / all, in [0, 1];
        reinforcement: armies that the enemies will receive next, from 0;
        best enemy: - the largest (army share + territory share) / 2 of an enemy, in [-1, 0];
        hinterland: own territories without an enemy neighbour (``inner``) / own, in [0, 1].
    """
    per_army, per_territory = 1.0 / all_armies(state), 1.0 / board.territories
    reinforcement = 0
    for q in range(state.players):
        if q != p:
            reinforcement += incomes[q]
    return (
        state.total[p] * per_army,
        state.count[p] * per_territory,
        np.float64(reinforcement),
        best_enemy(state, p, -1, 0.0, 0.0, per_army, per_territory),
        inner / np.float64(max(1, state.count[p])),
    )


@kernel(inline=True)
def value_of(weights, f):
    return weights[0] * f[0] + weights[1] * f[1] + weights[2] * f[2] + weights[3] * f[3] + weights[4] * f[4]


@kernel
def best_attack(state, board, rules, tables, most, least, weights, now, enemies, inner, work):
    """Return the attack with the highest expected value (section 3.3.1), the first by x and y of several.

    More than ``most`` armies count as ``most``.

    Parameters
    ----------
    state, board, rules
        Records.
    tables, most
        `battle_tables` as a flat array, and their size.
    least
        Attacks whose chance to win is above it are preferred to all others; -1 for no such
        preference.
    weights, now
        The weights, and the features of the position.
    enemies, inner
        As `count_enemies` leaves them.
    work
        3 * MAX_P cells: incomes of the players, from ``MAX_P`` on what continents give of them,
        from ``2 * MAX_P`` on scratch.

    Returns
    -------
    tuple
        Territories x and y (-1, -1 if no attack is possible), its expected value, and its
        chance to win.
    """
    p = state.current
    square = most * most
    armies = all_armies(state)
    own = np.float64(state.total[p])
    per_territory = 1.0 / board.territories
    territories = weights[1] * ((state.count[p] + 1) * per_territory)
    count_losers(state, rules, work[2 * MAX_P :])
    best_x = best_y = -1
    best = -np.inf
    chance = 0.0
    good = False
    for y in range(board.territories):
        victim = state.owner[y]
        if victim == p:
            continue
        needed = armies_needed(state, rules, y)
        able = 0
        free = 0
        gained = 0
        for e in range(board.start[y], board.start[y + 1]):
            z = board.adjacent[e]
            if state.owner[z] != p:
                free += 1
            else:
                gained += 1 if enemies[z] == 1 else 0
                able += 1 if state.armies[z] >= needed else 0
        if able == 0:
            continue
        gained += 1 if free == 0 else 0
        reinforcement = now[2]
        if victim < state.players:
            kept = income_without(state, board, rules, victim, y, work[MAX_P + victim], work[2 * MAX_P + victim])
            reinforcement += kept - work[victim]
        reinforcement *= weights[2]
        hinterland = weights[4] * ((inner + gained) / np.float64(state.count[p] + 1))
        defenders = np.float64(state.armies[y])
        d = min(np.int64(state.armies[y]), most)
        known = 0
        expected = win = 0.0
        for e in range(board.start[y], board.start[y + 1]):
            x = board.adjacent[e]
            if state.owner[x] != p or state.armies[x] < needed:
                continue
            if state.armies[x] != known:
                known = state.armies[x]
                cell = (min(np.int64(known - 1), most) - 1) * most + d - 1
                win = tables[cell]
                losses, killed = tables[cell + square], tables[cell + 2 * square]
                per_army = 1.0 / (armies - losses - defenders)
                enemy = best_enemy(state, p, victim, 1.0, defenders, per_army, per_territory)
                won = weights[0] * ((own - losses) * per_army) + territories + reinforcement
                won = won + weights[3] * enemy + hinterland
                losses = np.float64(known - 1)
                per_army = 1.0 / (armies - killed - losses)
                enemy = best_enemy(state, p, victim, 0.0, killed, per_army, per_territory)
                lost = weights[0] * ((own - losses) * per_army) + weights[1] * now[1] + weights[2] * now[2]
                lost = lost + weights[3] * enemy + weights[4] * now[4]
                expected = win * won + (1.0 - win) * lost
            if least >= 0.0 and (win > least) != good:
                if good:
                    continue
                good = True
                best_x = -1
            if best_x < 0 or expected > best or (expected == best and x < best_x):
                best_x, best_y, best, chance = x, y, expected, win
    return best_x, best_y, best, chance
