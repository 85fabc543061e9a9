"""The phases that all bots of the TD and deep Q study share: heuristics on border armies.

Source: Reinforcement Learning in the Game of RISK, section 3.2 and figure 11. Described there:
territories are claimed by a priority of continents, armies go where the difference to the
attacking neighbours is worst, and fortification follows the enemy armies at the borders.
Open there, and decided here: the difference is the armies on a territory less those of its
enemy neighbours that are free to attack (each one's armies less one), never below what the
army cap can still mend; ties go to more enemy neighbours, then to the lower index.
"""

import numpy as np

from riskkit.agents.shared.common import NOT_DECIDED, place_all
from riskkit.engine.actions import (
    CLAIM,
    FORTIFY,
    MOVE,
    PASS,
    PLACE,
    SETUP,
    SETUP_NEUTRAL,
    TRADE,
    claim,
    fortify,
    move,
    place,
)
from riskkit.engine.cards import best_set
from riskkit.engine.fields import Fortify
from riskkit.engine.jit import kernel
from riskkit.engine.legal import can_fortify, most_to_place, placing_seat
from riskkit.engine.seats import workspace_i8
from riskkit.engine.setup import FREE
from riskkit.engine.types import MAX_C, MAX_T

PRIORITIES = {
    2: ("North America", "Australia", "South America", "Africa", "Europe", "Asia"),
    3: ("Australia", "North America", "South America", "Africa", "Europe", "Asia"),
    4: ("Australia", "South America", "Africa", "North America", "Asia", "Europe"),
    5: ("Australia", "South America", "Africa", "North America", "Europe", "Asia"),
    6: ("Australia", "South America", "Africa", "North America", "Europe", "Asia"),
}
"""Continents in the order in which they are claimed, by number of players (figure 11)."""

RANKS = len(PRIORITIES) * MAX_C
SEAL = MAX_T
"""Cell of the workspace behind the targets; it tells whether they are still those of the position."""

WORKSPACE = 8 * (SEAL + 1)

_FACTORS = np.random.default_rng(1).integers(-(2**63), 2**63, 2 + 2 * MAX_T) | 1
"""Odd numbers of 64 bits for the seal."""


def ranks(board) -> np.ndarray:
    """Return the rank of each continent in the claims, for 2 to 6 players.

    Continents that figure 11 does not name come after those it names, the smaller first.

    Returns
    -------
    numpy.ndarray
        float64, shape (5 * MAX_C,): a row of MAX_C ranks for each number of players.
    """
    found = np.full((len(PRIORITIES), MAX_C), float(MAX_C))
    for row, names in zip(found, PRIORITIES.values()):
        order = sorted(
            range(len(board.continents)),
            key=lambda c: (
                names.index(board.continents[c].name) if board.continents[c].name in names else len(names),
                len(board.continents[c].members),
                c,
            ),
        )
        row[order] = np.arange(len(order))
    return found.ravel()


@kernel
def claim_by_priority(state, board, rank):
    """Return the claim of the first free territory in the continent of the lowest rank."""
    base = (state.players - 2) * MAX_C
    chosen = -1
    lowest = 2.0 * MAX_C
    for t in range(board.territories):
        if state.owner[t] == FREE:
            c = board.continent[t]
            here = rank[base + c] if c >= 0 else MAX_C + 1.0
            if here < lowest:
                lowest = here
                chosen = t
    return claim(chosen)


@kernel(inline=True)
def _most(rules):
    """Return how many armies may stand on a territory."""
    return np.int64(rules.army_cap) if rules.army_cap > 0 else np.int64(1 << 30)


@kernel
def least_secure(state, board, rules, p):
    """Return the territory of seat ``p`` with room that is least secure, and its difference.

    The difference is in armies, to the attackers, and at least what the cap can still mend.
    """
    chosen = -1
    worst = np.int64(1 << 40)
    most = np.int64(-1)
    cap = _most(rules)
    for t in range(board.territories):
        armies = np.int64(state.armies[t])
        if state.owner[t] != p or armies >= cap:
            continue
        against = np.int64(0)
        enemies = np.int64(0)
        for e in range(board.start[t], board.start[t + 1]):
            y = board.adjacent[e]
            if state.owner[y] != p:
                against += state.armies[y] - 1
                enemies += 1
        difference = max(armies - against, armies - cap)
        if difference < worst or (difference == worst and enemies > most):
            chosen, worst, most = t, difference, enemies
    return chosen, worst


@kernel
def place_by_security(state, board, rules):
    """Return the placement that mends the worst difference, as far as the armies go."""
    t, difference = least_secure(state, board, rules, placing_seat(state))
    n = abs(difference)
    if n == 0:
        return place_all(state, rules, t)
    return place(t, min(n, most_to_place(state, rules, t)))


@kernel
def _fill(state, board, target, cap, left):
    """Add ``left`` armies to the targets of the current player: to the cap, the largest target first."""
    below = cap
    while left > 0:
        largest = np.int64(-1)
        for t in range(board.territories):
            if state.owner[t] == state.current and target[t] < below:
                largest = max(largest, target[t])
        if largest < 0:
            return
        for t in range(board.territories):
            if state.owner[t] == state.current and target[t] == largest:
                n = min(left, cap - largest)
                target[t] += n
                left -= n
        below = largest


@kernel
def _border_targets(state, board, rules, target):
    """Write how many armies each own territory shall hold: shares of the enemies at its border.

    Where no territory has a border, all armies stay: no target is below what may stand there.
    """
    p = state.current
    weight = 0
    for t in range(board.territories):
        target[t] = 0
        if state.owner[t] == p:
            for e in range(board.start[t], board.start[t + 1]):
                y = board.adjacent[e]
                if state.owner[y] != p:
                    target[t] += state.armies[y]
            weight += target[t]
    cap = _most(rules)
    if weight == 0:
        target[: board.territories] = cap
        return
    spare = np.int64(state.total[p]) - state.count[p]
    left = np.int64(state.total[p])
    for t in range(board.territories):
        if state.owner[t] == p:
            target[t] = min(cap, 1 + np.int64(np.float64(target[t] * spare) / weight))
            left -= target[t]
    _fill(state, board, target, cap, left)


@kernel
def _seal(state, board, rules, target):
    """Return a hash of the targets and all that they depend on, which no fortification changes."""
    p = state.current
    found = np.int64(state.total[p]) * _FACTORS[0] + (np.int64(rules.army_cap) * 64 + p) * _FACTORS[1]
    for t in range(board.territories):
        armies = np.int64(0 if state.owner[t] == p else state.armies[t])
        found += (256 * armies + state.owner[t] + 2) * _FACTORS[2 + t]
        found += target[t] * _FACTORS[2 + MAX_T + t]
    return found


@kernel
def fortify_by_border(state, board, rules, seat):
    """Return the next move towards the distribution of `_border_targets`, or ``PASS``.

    Where the rules let armies go anywhere, the first surplus fills the first want; else the
    largest legal move is taken. The targets stay in the workspace; they are found anew if the
    seal there is not that of the position and of the targets.
    """
    if state.total[state.current] == state.count[state.current] * _most(rules):
        return np.int64(PASS)
    target = workspace_i8(seat)
    if target[SEAL] != _seal(state, board, rules, target):
        _border_targets(state, board, rules, target)
        target[SEAL] = _seal(state, board, rules, target)
    p = state.current
    best = np.int64(0)
    action = np.int64(PASS)
    for x in range(board.territories):
        if state.owner[x] != p or state.armies[x] <= target[x]:
            continue
        for y in range(board.territories):
            if state.owner[y] != p or state.armies[y] >= target[y]:
                continue
            n = min(state.armies[x] - target[x], target[y] - state.armies[y])
            if rules.fortify == Fortify.ANYWHERE:
                return fortify(x, y, n)
            if n > best and can_fortify(state, board, rules, x, y):
                best = n
                action = fortify(x, y, n)
    return action


@kernel
def shared_phases(state, board, rules, seat, rank):
    """Return the heuristic action in every phase but ATTACK, else ``NOT_DECIDED``.

    After a conquest as few armies follow as the rules allow.
    """
    phase = state.phase
    if phase == CLAIM:
        return claim_by_priority(state, board, rank)
    if phase == SETUP or phase == SETUP_NEUTRAL or phase == PLACE:
        return place_by_security(state, board, rules)
    if phase == MOVE:
        return move(state.minimum)
    if phase == FORTIFY:
        return fortify_by_border(state, board, rules, seat)
    if phase == TRADE:
        return best_set(state, board, rules, state.current)
    return np.int64(NOT_DECIDED)
