"""What a player of the replica does in a turn: cards, placement, attacks, fortification."""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import below, shuffle
from riskkit.studies.graph_personalities.loops.state import CARDS, HAND, NEUTRAL, N
from riskkit.studies.graph_personalities.loops.view import bit, feel, has

CAUTIOUS, TACTICAL = 0, 1
RUSHER, CARRY = 0, 1
THRESHOLD = 4
BIG_REGION = 5
FULL_HAND = 4
WILDS = 42
MARGIN = 3.0


@kernel
def new_deck(state):
    """Shuffle all 44 cards into the deck."""
    for k in range(CARDS):
        state.deck[k] = k
    shuffle(state.deal, state.deck, CARDS)
    state.deck_left = CARDS
    state.discarded = 0


@kernel
def draw_card(state, flags, p):
    """Deal the next card to ``p``; what happens to an empty deck depends on the flags."""
    if state.deck_left == 0:
        if flags.full_deck:
            new_deck(state)
        else:
            for k in range(state.discarded):
                state.deck[k] = state.discard[k]
            state.deck_left = state.discarded
            state.discarded = 0
            shuffle(state.deal, state.deck, state.deck_left)
    if state.deck_left == 0 or state.cards[p] == HAND:
        return
    state.deck_left -= 1
    card = state.deck[state.deck_left]
    n = state.cards[p]
    if not flags.full_deck:
        while n > 0 and state.hand[p, n - 1] > card:
            state.hand[p, n] = state.hand[p, n - 1]
            n -= 1
    state.hand[p, n] = card
    state.cards[p] += 1
    state.dealt += 1


@kernel
def _forms_set(a, b, c):
    if a >= WILDS or b >= WILDS or c >= WILDS:
        return True
    return (a % 3 + b % 3 + c % 3) % 3 == 0


@kernel
def set_value(n):
    """Return the armies for the n-th set traded in a game, counted from 1."""
    if n < 6:
        return 2 + 2 * n
    return 5 * (n - 3)


@kernel
def trade_set(state, flags, p):
    """Trade the first set found in the hand; return its armies, 0 if there is none.

    Triples are tried in the order in which their last card, then the one before it, stands.
    """
    hand = state.hand[p]
    n = state.cards[p]
    for k in range(2, n):
        for j in range(1, k):
            for i in range(j):
                a, b, c = hand[i], hand[j], hand[k]
                if not _forms_set(a, b, c):
                    continue
                shown = 0
                for card in (a, b, c):
                    if card < WILDS and has(state.own[p], card):
                        if flags.bonus_each or shown == 0:
                            state.armies[card] += 2
                        shown += 1
                    if not flags.full_deck:
                        state.discard[state.discarded] = card
                        state.discarded += 1
                kept = 0
                for m in range(n):
                    if hand[m] != a and hand[m] != b and hand[m] != c:
                        hand[kept] = hand[m]
                        kept += 1
                state.cards[p] = kept
                state.sets += 1
                return set_value(state.sets)
    return 0


@kernel
def trade_cards(state, flags, p, attack):
    """Trade as the personality does: one forced set, then all where it does not save them."""
    armies = 0
    if state.cards[p] > FULL_HAND:
        armies += trade_set(state, flags, p)
    if attack == RUSHER or state.region_size[p, 0] > BIG_REGION:
        while True:
            value = trade_set(state, flags, p)
            if value == 0:
                break
            armies += value
    state.from_sets += armies
    return armies


@kernel
def _put(state, flags, matrix, t, n):
    """Put ``n`` armies on ``t`` and, unless placement is frozen, feel the pressure change."""
    state.armies[t] += n
    if not flags.frozen_placement and n > 0:
        sign = -1.0 if flags.all_negative else 1.0
        for k in range(N):
            state.scratch[k] += sign * n * matrix[t, k]
        state.scratch[t] += n


@kernel
def _one_pass(state, flags, matrix, stock, goal):
    """Go down the priorities once: raise each to above ``goal`` where pressures are live."""
    for k in range(state.priorities):
        if stock == 0:
            break
        x = state.priority[k]
        t = state.origin[x]
        if flags.frozen_placement:
            need = max(goal + np.int64(np.ceil(-state.scratch[x])), goal)
        else:
            need = max(np.int64(np.floor(goal - state.scratch[t])) + 1, 0)
        n = min(need, stock)
        _put(state, flags, matrix, t, n)
        stock -= n
    return stock


@kernel
def place_armies(state, flags, matrix, stock, placement):
    """Place ``stock`` armies along the priorities, as the placement trait says."""
    for k in range(N):
        state.scratch[k] = state.pressure[k]
    if placement == CAUTIOUS:
        stock = _one_pass(state, flags, matrix, stock, 0)
    elif not flags.frozen_placement:
        stock = _one_pass(state, flags, matrix, stock, THRESHOLD)
    step = THRESHOLD
    if placement == CAUTIOUS and flags.half_top_up:
        step = THRESHOLD // 2
    while stock > 0:
        if flags.frozen_placement:
            stock = _one_pass(state, flags, matrix, stock, step)
        else:
            for k in range(state.priorities):
                n = min(step, stock)
                _put(state, flags, matrix, state.origin[state.priority[k]], n)
                stock -= n


@kernel
def roll_dice(state, red, white, free_ties):
    """Roll and compare dice, highest with highest; return attacker's and defender's losses."""
    a1 = a2 = d1 = d2 = 0
    for _ in range(red):
        x = below(state.dice, 6) + 1
        if x > a1:
            a1, a2 = x, a1
        elif x > a2:
            a2 = x
    for _ in range(white):
        x = below(state.dice, 6) + 1
        if x > d1:
            d1, d2 = x, d1
        elif x > d2:
            d2 = x
    lost = 0
    killed = 0
    for k in range(min(red, white)):
        a = a1 if k == 0 else a2
        d = d1 if k == 0 else d2
        if a > d:
            killed += 1
        elif a < d or not free_ties:
            lost += 1
    state.compared += min(red, white)
    state.tied += min(red, white) - lost - killed
    return lost, killed


@kernel
def _remove(state, q, t):
    """Take country ``t`` off the list of player ``q``."""
    kept = 0
    for k in range(state.count[q]):
        if state.countries[q, k] != t:
            state.countries[q, kept] = state.countries[q, k]
            kept += 1
    state.count[q] = kept
    state.listed[q] &= ~bit(t)


@kernel
def conquer(state, flags, p, x, t):
    """Give the emptied country ``t`` to ``p`` and move all but one army in from ``x``."""
    victim = np.int64(state.owner[t])
    state.own[victim] &= ~bit(t)
    state.own[p] |= bit(t)
    state.owner[t] = p
    if not (victim == NEUTRAL and flags.neutral_ghosts):
        _remove(state, victim, t)
    state.countries[p, state.count[p]] = t
    state.count[p] += 1
    state.listed[p] |= bit(t)
    state.armies[t] = state.armies[x] - 1
    state.armies[x] = 1


@kernel
def attack_all(state, flags, p, attack):
    """Attack down the priorities, each target while the difference of armies is large enough."""
    margin = 2 if attack == RUSHER else THRESHOLD
    if flags.half_threshold:
        margin //= 2
    for k in range(state.priorities):
        t = state.priority[k]
        x = np.int64(state.origin[t])
        while (
            state.owner[t] != p
            and state.armies[t] > 0
            and state.armies[x] >= 2
            and state.armies[x] - state.armies[t] >= margin
        ):
            if flags.dice_by_difference:
                red = min(3, state.armies[x] - state.armies[t])
                white = min(2, red, state.armies[t])
            else:
                red = min(3, state.armies[x] - 1)
                white = min(2, state.armies[t])
            lost, killed = roll_dice(state, red, white, flags.free_ties)
            state.armies[x] -= lost
            state.armies[t] -= killed
            state.rolls += 1
            if state.armies[t] == 0:
                state.conquests += 1
                conquer(state, flags, p, x, t)
    if state.conquests > 0:
        draw_card(state, flags, p)


@kernel
def _shift(state, flags, x, t):
    """Move all but one army from ``x`` to ``t``."""
    if flags.fortify_overwrites:
        state.lost_by_fortifying += state.armies[t]
        state.armies[t] = state.armies[x] - 1
    else:
        state.armies[t] += state.armies[x] - 1
    state.armies[x] = 1


@kernel
def _donor(state, graph, flags, p, borders, t):
    """Return the neighbour of ``t`` whose armies should move to it, or -1."""
    most = -np.inf
    margin = MARGIN if flags.fortify_anywhere else 0.0
    best = -1
    for e in range(graph.start[t], graph.start[t + 1]):
        y = graph.adjacent[e]
        if has(borders, y) or not (flags.fortify_foreign or state.owner[y] == p):
            continue
        if not flags.fortify_overwrites and state.armies[y] < 2:
            continue
        if state.pressure[y] > most:
            most = state.pressure[y]
            best = y
    if best < 0 or most - state.pressure[t] <= margin:
        return -1
    if flags.fortify_anywhere:
        for e in range(graph.start[t], graph.start[t + 1]):
            y = graph.adjacent[e]
            if has(borders, y) or not (flags.fortify_foreign or state.owner[y] == p):
                continue
            if not flags.fortify_overwrites and state.armies[y] < 2:
                continue
            if most - state.pressure[y] < 1.0:
                return y
    return best


@kernel
def _neighbour_of_highest_pressure(state, graph, flags, p, t):
    best = -1
    for e in range(graph.start[t], graph.start[t + 1]):
        y = graph.adjacent[e]
        if state.owner[y] != p or (not flags.fortify_overwrites and state.armies[y] < 2):
            continue
        if best < 0 or state.pressure[y] > state.pressure[best]:
            best = y
    return best


@kernel
def fortify(state, graph, flags, matrix, p):
    """Fortify once: from behind to the weakest place, or else gather where the flags say."""
    borders = state.border_mask
    if not flags.fortify_stale:
        borders = np.uint64(0)
        for t in range(N):
            if has(state.own[p], t) and graph.mask[t] & ~state.own[p] != np.uint64(0):
                borders |= bit(t)
        feel(state, flags, matrix, p)
    targets = state.priority
    n = 0
    for k in range(state.count[p]):
        t = state.countries[p, k]
        if not (flags.fortify_anywhere or has(borders, t)):
            continue
        i = n
        while i > 0 and state.pressure[targets[i - 1]] > state.pressure[t]:
            targets[i] = targets[i - 1]
            i -= 1
        targets[i] = t
        n += 1
    for k in range(n):
        t = np.int64(targets[k])
        x = _donor(state, graph, flags, p, borders, t)
        if x >= 0:
            state.fortified[0] += 1
            state.fortified[2] += state.owner[x] != p
            state.fortified[3] += state.armies[x] == 1
            _shift(state, flags, x, t)
            return
    if flags.fortify_lowest and not flags.fortify_anywhere:
        n = 0
        for k in range(state.count[p]):
            t = state.countries[p, k]
            i = n
            while i > 0 and state.pressure[targets[i - 1]] > state.pressure[t]:
                targets[i] = targets[i - 1]
                i -= 1
            targets[i] = t
            n += 1
    for k in range(n):
        t = np.int64(targets[k] if flags.fortify_lowest else targets[n - 1 - k])
        if not (flags.fortify_lowest or has(borders, t)):
            continue
        x = _neighbour_of_highest_pressure(state, graph, flags, p, t)
        if x >= 0:
            state.fortified[1] += 1
            state.fortified[3] += state.armies[x] == 1
            _shift(state, flags, x, t)
            return
