"""Cards: sets, their values, the deck."""

from riskkit.engine.actions import PASS, trade
from riskkit.engine.fields import Sets
from riskkit.engine.jit import kernel
from riskkit.engine.rng import shuffle

WILD = 3
DECK, DISCARDED = -1, -2


@kernel
def forms_set(k1, k2, k3):
    """Return whether three kinds (0..2, wild 3) make a set."""
    if k1 == WILD or k2 == WILD or k3 == WILD:
        return True
    return (k1 == k2) == (k2 == k3) and (k1 == k2) == (k1 == k3)


@kernel
def set_value(state, rules, k1, k2, k3):
    """Return the armies that a set of these kinds is worth now."""
    if rules.sets == Sets.PROGRESSIVE:
        if state.sets_traded < rules.set_count:
            return rules.set_values[state.sets_traded]
        return rules.set_values[rules.set_count - 1] + (state.sets_traded - rules.set_count + 1) * rules.set_step
    if k1 == k2 and k2 == k3:
        return rules.fixed_values[k1] if k1 != WILD else rules.fixed_values[3]
    wilds = (k1 == WILD) + (k2 == WILD) + (k3 == WILD)
    if wilds != 1:
        return rules.fixed_values[3]
    if k1 == WILD:
        same = k2 if k2 == k3 else -1
    elif k2 == WILD:
        same = k1 if k1 == k3 else -1
    else:
        same = k1 if k1 == k2 else -1
    return rules.fixed_values[same] if same >= 0 else rules.fixed_values[3]


@kernel
def has_set(state, p):
    """Return whether player ``p`` holds a set."""
    if state.hand[p] < 3:
        return False
    kinds = state.kinds[p]
    if kinds[WILD] > 0 or kinds[0] > 2 or kinds[1] > 2 or kinds[2] > 2:
        return True
    return kinds[0] > 0 and kinds[1] > 0 and kinds[2] > 0


@kernel
def _pick(state, board, p, kind, skip):
    """Return the ``skip``-th card of a kind in p's hand, own territories first."""
    left = skip
    for own in (True, False):
        for k in range(state.cards):
            if state.card_place[k] == p and state.card_kind[k] == kind:
                shown = k < board.territories and state.owner[k] == p
                if shown == own:
                    if left == 0:
                        return k
                    left -= 1
    return -1


@kernel
def _shows_own(state, board, k, p):
    return k < board.territories and state.owner[k] == p


@kernel
def best_set(state, board, rules, p):
    """Return the trade worth most to player ``p``, or ``PASS`` if there is none.

    Value with the territory bonus counts first, then wilds kept, in a fixed order. A card
    that shows an own territory stands first, so that the bonus goes there.
    """
    best = -1
    action = PASS
    for i in range(4):
        for j in range(i, 4):
            for k in range(j, 4):
                if not forms_set(i, j, k):
                    continue
                if state.kinds[p, i] < 1 + (j == i) + (k == i):
                    continue
                if state.kinds[p, j] < 1 + (i == j) + (k == j):
                    continue
                if state.kinds[p, k] < 1 + (i == k) + (j == k):
                    continue
                a = _pick(state, board, p, i, 0)
                b = _pick(state, board, p, j, 1 if j == i else 0)
                c = _pick(state, board, p, k, (k == i) + (k == j))
                own = _shows_own(state, board, a, p) + _shows_own(state, board, b, p) + _shows_own(state, board, c, p)
                shown = own if rules.territory_bonus_each else min(own, 1)
                wilds = (i == WILD) + (j == WILD) + (k == WILD)
                worth = set_value(state, rules, i, j, k) + shown * rules.territory_bonus
                score = worth * 4 + 3 - wilds
                if score > best:
                    best = score
                    if _shows_own(state, board, a, p) or own == 0:
                        action = trade(a, b, c)
                    elif _shows_own(state, board, b, p):
                        action = trade(b, a, c)
                    else:
                        action = trade(c, a, b)
    return action


@kernel
def make_deck(state, board, rules):
    """Put every card into the deck, give it its kind, and shuffle the deck."""
    n = board.territories
    state.cards = n + rules.wilds if rules.cards else 0
    for k in range(state.cards):
        state.card_kind[k] = k % 3 if k < n else WILD
        state.card_place[k] = DECK
        state.deck[k] = k
    if rules.cards:
        if rules.shuffled_kinds:
            shuffle(state.deal, state.card_kind, n)
        shuffle(state.deal, state.deck, state.cards)
    state.deck_left = state.cards


@kernel
def draw_card(state, rules, p):
    """Give player ``p`` the top card; an empty deck is made of the discards if allowed."""
    if state.deck_left == 0 and rules.reshuffle:
        for k in range(state.cards):
            if state.card_place[k] == DISCARDED:
                state.card_place[k] = DECK
                state.deck[state.deck_left] = k
                state.deck_left += 1
        shuffle(state.deal, state.deck, state.deck_left)
    if state.deck_left == 0:
        return
    state.deck_left -= 1
    k = state.deck[state.deck_left]
    state.card_place[k] = p
    state.hand[p] += 1
    state.kinds[p, state.card_kind[k]] += 1


@kernel
def discard(state, p, k):
    """Take card ``k`` out of the hand of player ``p``."""
    state.card_place[k] = DISCARDED
    state.hand[p] -= 1
    state.kinds[p, state.card_kind[k]] -= 1


@kernel
def hand_over(state, rules, victim, p):
    """Give a victim's cards to player ``p``, or discard them if the rules say so."""
    for k in range(state.cards):
        if state.card_place[k] == victim:
            discard(state, victim, k)
            if rules.victim_cards:
                state.card_place[k] = p
                state.hand[p] += 1
                state.kinds[p, state.card_kind[k]] += 1
