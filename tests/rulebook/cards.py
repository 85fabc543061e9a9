"""Cards: what a set is, what it is worth, how it is traded and drawn."""

from itertools import combinations

from .state import Table

WILD = 3


def is_set(kinds) -> bool:
    """Whether three kinds make a set: all alike, one of each, or made so by wilds."""
    plain = [kind for kind in kinds if kind != WILD]
    return len(set(plain)) in (0, 1, len(plain))


def sets_in(table: Table, seat: int) -> list:
    """Return the sets in a hand, each as three ascending cards."""
    three = combinations(sorted(table.hands[seat]), 3)
    return [cards for cards in three if is_set([table.kinds[card] for card in cards])]


def worth(table: Table, cards) -> int:
    """Return the armies for a set traded now, without those on a territory that it shows."""
    rules = table.rules
    if rules.sets == "progressive":
        known = len(rules.set_values)
        if table.sets_traded < known:
            return rules.set_values[table.sets_traded]
        return rules.set_values[-1] + rules.set_step * (table.sets_traded - known + 1)
    plain = {table.kinds[card] for card in cards} - {WILD}
    wilds = sum(table.kinds[card] == WILD for card in cards)
    values = [rules.fixed_values[kind] for kind in range(3) if plain <= {kind}]
    if len(plain) + wilds == 3:
        values.append(rules.fixed_values[3])
    return max(values)


def shown(table: Table, seat: int, cards) -> list:
    """Return the own territories that these cards show, in the order of the cards."""
    return [t for t in map(table.shows, cards) if t is not None and table.owner[t] == seat]


def bonus_places(table: Table, seat: int, cards) -> list:
    """Return the territories on which a trade of these cards, in this order, puts its bonus.

    Where not every card counts, there is one bonus in a turn, on the first own territory shown.
    """
    places = shown(table, seat, cards)
    if table.rules.territory_bonus_each:
        return places
    return [] if table.bonus_given else places[:1]


def trade(table: Table, seat: int, cards, places) -> None:
    """Trade three cards: armies for the pool, the bonus on the given territories."""
    value = table.granted(seat, worth(table, cards))
    table.pools[seat] += value
    table.received[seat] += value
    for t in places:
        room = table.room(t)
        armies = table.granted(seat, table.rules.territory_bonus)
        armies = armies if room is None else min(room, armies)
        table.armies[t] += armies
        table.received[seat] += armies
        table.bonus_given = True
    table.hands[seat] -= set(cards)
    table.traded |= set(cards)
    table.sets_traded += 1


def trade_best(table: Table, seat: int, chance) -> None:
    """Trade the best set of a hand: most armies in all, then fewest wilds; chance picks among equals."""
    options = []
    for cards in sets_in(table, seat):
        places = bonus_places(table, seat, cards)
        wilds = sum(table.kinds[card] == WILD for card in cards)
        rank = (worth(table, cards) + table.rules.territory_bonus * len(places), -wilds)
        choices = [places]
        if len(places) == 1:
            choices = [[t] for t in shown(table, seat, cards)]
        options += [(rank, cards, choice) for choice in choices]
    best = max(rank for rank, _, _ in options)
    options = [(cards, places) for rank, cards, places in options if rank == best]
    left = table.hands[seat] & chance.seen["hands"][seat]
    cards, places = chance.pick(options, lambda option: len(left & set(option[0])))
    trade(table, seat, cards, places)


def draw(table: Table, seat: int, chance) -> None:
    """Draw a card; an empty deck is made of the traded cards, where the rules say so."""
    if not table.deck and table.rules.reshuffle:
        table.deck, table.traded = table.traded, set()
    if not table.deck:
        return
    card = chance.pick(sorted(table.deck), lambda card: card not in chance.seen["hands"][seat])
    table.deck.remove(card)
    table.hands[seat].add(card)
