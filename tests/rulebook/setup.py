"""Before the first turn: seats, deck, deal, claims and starting armies."""

from . import turns
from .state import Impossible, Land, Table, by_players


def start(land: Land, rules, players: int, chance, position=None) -> Table:
    """Return the table at its first decision."""
    neutral = players if players == 2 and rules.neutral and rules.claim != "given" else None
    table = Table(land, rules, players, neutral, [-1] * len(land.names), [0] * len(land.names))
    for name in ("pools", "alive", "out_turn", "received", "attacks", "conquests", "extra"):
        setattr(table, name, [0] * table.seats)
    table.hands = [set() for _ in range(table.seats)]
    table.alive = [seat != neutral for seat in range(table.seats)]
    _make_deck(table, chance)
    _seat(table, chance)
    table.pools = [by_players(rules.starting_armies, players)] * players
    if neutral is not None:
        table.pools.append(rules.neutral_armies)
    if rules.claim == "alternating":
        table.phase, table.current = "claim", table.order[0]
        return table
    if rules.claim == "given":
        table.owner, table.armies = list(position[0]), list(position[1])
    else:
        _deal(table, chance)
    _settle_pools(table)
    _begin_setup(table, chance)
    return table


def _make_deck(table: Table, chance) -> None:
    """One card for each territory, the three kinds equally often, and the wilds."""
    if not table.rules.cards:
        return
    lands = len(table.land.names)
    kinds = chance.seen["kinds"]
    if len(kinds) != lands + table.rules.wilds or set(kinds[lands:]) - {3}:
        raise Impossible("the deck has one card for each territory and the wilds")
    counts = [kinds[:lands].count(kind) for kind in range(3)]
    if sum(counts) != lands or max(counts) - min(counts) > 1:
        raise Impossible(f"kinds are not dealt evenly: {counts}")
    table.kinds = list(kinds)
    table.deck = set(range(len(kinds)))


def _seat(table: Table, chance) -> None:
    """Who starts, and the order of the turns."""
    rules, players = table.rules, table.players
    table.order, table.first = list(chance.seen["order"]), chance.seen["first"]
    if rules.first is not None and table.first != rules.first:
        raise Impossible("the first seat is not the one of the rules")
    if table.order[0] != table.first or sorted(table.order) != list(range(players)):
        raise Impossible(f"no order of play: {table.order}")
    clockwise = [(table.first + k) % players for k in range(players)]
    if rules.order == "clockwise" and table.order != clockwise:
        raise Impossible(f"not clockwise: {table.order}")


def _deal(table: Table, chance) -> None:
    """Deal the territories one by one in the order of play, the neutral last, one army on each."""
    owner = chance.seen["owner"]
    dealt = [*table.order, *range(table.players, table.seats)]
    right = [len(range(k, len(owner), table.seats)) for k in range(table.seats)]
    if [owner.count(seat) for seat in dealt] != right:
        raise Impossible(f"territories are not dealt in turn: {owner} in the order {dealt}")
    table.owner, table.armies = list(owner), [1] * len(owner)


def _settle_pools(table: Table) -> None:
    """Take the armies that stand on the board out of the pools."""
    for seat in range(table.seats):
        placed = sum(table.armies[t] for t in table.own(seat))
        table.pools[seat] = max(0, table.pools[seat] - placed)


def _begin_setup(table: Table, chance) -> None:
    rules = table.rules
    for seat in range(table.seats):
        how = rules.setup
        if seat == table.neutral and how == "alternating" and rules.neutral_setup == "random":
            how = "random"
        if how == "none":
            table.pools[seat] = 0
        elif how == "random":
            _scatter(table, seat, chance)
    table.batch = 0
    table.phase, table.place = "setup", -1
    _next_batch(table, chance)


def _scatter(table: Table, seat: int, chance) -> None:
    """Put the starting armies of a seat on own territories at random."""
    seen, own = chance.seen["armies"], table.own(seat)
    added = sum(seen[t] - table.armies[t] for t in own)
    rooms = [table.room(t) for t in own]
    most = table.pools[seat] if None in rooms else min(table.pools[seat], sum(rooms))
    for t, room in zip(own, rooms):
        more = seen[t] - table.armies[t]
        if more < 0 or (room is not None and more > room):
            raise Impossible(f"{more} armies more on territory {t}, which has room for {room}")
        table.armies[t] = seen[t]
    if added != most:
        raise Impossible(f"seat {seat} starts with {added} armies placed at random, not {most}")
    table.pools[seat] = 0


def claim(table: Table, t: int, chance) -> None:
    """Take a free territory with one army."""
    table.owner[t], table.armies[t] = table.current, 1
    table.pools[table.current] = max(0, table.pools[table.current] - 1)
    if -1 in table.owner:
        table.place = (table.place + 1) % table.players
        table.current = table.order[table.place]
        return
    _begin_setup(table, chance)


def put(table: Table, t: int, n: int, chance) -> None:
    """Put starting armies on a territory, in batches."""
    neutral = table.phase == "setup of the neutral"
    seat = table.neutral if neutral else table.current
    table.armies[t] += n
    table.pools[seat] -= n
    if neutral:
        _next_batch(table, chance)
        return
    table.batch += n
    batch = by_players(table.rules.setup_batch, table.players)
    if _can_place(table, seat) and table.batch < batch:
        return
    if table.neutral is not None and table.rules.neutral_setup == "by players" and _can_place(table, table.neutral):
        table.phase = "setup of the neutral"
        return
    _next_batch(table, chance)


def _can_place(table: Table, seat: int) -> bool:
    return table.pools[seat] > 0 and bool(table.open(seat))


def _next_batch(table: Table, chance) -> None:
    """Let the next player with armies place them; those that have no room are lost when it is their turn."""
    table.batch = 0
    for step in range(1, table.players + 1):
        place = (table.place + step) % table.players
        seat = table.order[place]
        if _can_place(table, seat):
            table.phase, table.place, table.current = "setup", place, seat
            return
        table.pools[seat] = 0
    if table.neutral is not None:
        _scatter(table, table.neutral, chance)
    turns.begin_game(table, chance)
