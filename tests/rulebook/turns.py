"""A turn: armies and cards, placing, attacks, moves after a conquest, fortification, and its end."""

from . import battle, cards
from .state import ROUND_CAP, TURN_CAP, WON, Table


def begin_game(table: Table, chance) -> None:
    """Begin the first turn, of the first player in order who has a territory."""
    for seat in range(table.players):
        table.alive[seat] = bool(table.own(seat))
    table.place, table.rounds, table.current = 0, 1, table.order[0]
    if _over(table):
        return
    while not table.alive[table.order[table.place]]:
        table.place += 1
    _begin_turn(table, chance)


def _over(table: Table) -> bool:
    """End the game if a single player is left."""
    left = [seat for seat in range(table.players) if table.alive[seat]]
    if len(left) == 1:
        table.winner, table.reason, table.phase = left[0], WON, "over"
    return len(left) == 1


def income(table: Table, seat: int) -> int:
    """Return the armies for territories and continents."""
    rules = table.rules
    armies = max(rules.income_minimum, len(table.own(seat)) // rules.income_divisor)
    if rules.continent_bonuses:
        for bonus, members in table.land.continents:
            if all(table.owner[t] == seat for t in members):
                armies += bonus
    return armies


def _begin_turn(table: Table, chance) -> None:
    seat = table.current = table.order[table.place]
    table.turn += 1
    table.attacks[seat] = table.conquests[seat] = table.fortified = 0
    table.bonus_given = table.eliminated = table.attacking = False
    table.pools[seat] = 0
    armies = table.granted(seat, income(table, seat) + table.extra[seat])
    table.extra[seat] = 0
    table.pools[seat] = table.received[seat] = armies
    _to_trades(table, chance)


def must_trade(table: Table) -> bool:
    """Whether the player whose turn it is must trade a set, if there is one."""
    rules, hand = table.rules, len(table.hands[table.current])
    if table.attacking:
        return True
    return rules.forced_trade_at > 0 and hand >= rules.forced_trade_at


def _to_trades(table: Table, chance) -> None:
    """Ask for trades as long as the hand allows them; then go on to placing."""
    seat, rules = table.current, table.rules
    while cards.sets_in(table, seat):
        if table.attacking and len(table.hands[seat]) <= rules.trade_down_to:
            break
        if not rules.automatic_trade:
            table.phase = "trade"
            return
        cards.trade_best(table, seat, chance)
    _to_placing(table, chance)


def trade(table: Table, three, chance) -> None:
    """Trade the cards in the order in which they are named."""
    cards.trade(table, table.current, three, cards.bonus_places(table, table.current, three))
    _to_trades(table, chance)


def _to_placing(table: Table, chance) -> None:
    """Ask for placements; armies that no own territory can take are lost."""
    rooms = [table.room(t) for t in table.own(table.current)]
    if None not in rooms:
        table.pools[table.current] = min(table.pools[table.current], sum(rooms))
    if table.pools[table.current] > 0:
        table.phase = "place"
    else:
        _to_attacks(table, chance)


def place(table: Table, t: int, n: int, chance) -> None:
    """Put armies of the pool on an own territory."""
    table.armies[t] += n
    table.pools[table.current] -= n
    _to_placing(table, chance)


def _to_attacks(table: Table, chance) -> None:
    limit = table.rules.attacks_per_turn
    table.attacking = True
    if limit and table.attacks[table.current] >= limit:
        _end_attacks(table, chance)
    else:
        table.phase = "attack"


def attack(table: Table, x: int, y: int, dice: int, stop: int, chance) -> None:
    """Fight; chance tells the end, which must be one that dice can bring."""
    seat = table.current
    table.attacks[seat] += 1
    ends = sorted(battle.results(table.rules, table.armies[x], table.armies[y], dice, stop))
    a, d, thrown = chance.pick(ends, lambda end: chance.distance(table, x, y, end))
    table.armies[x], table.armies[y] = a, d
    if d > 0:
        _to_attacks(table, chance)
        return
    _conquer(table, x, y, thrown)
    if _over(table):
        return
    if table.rules.move_after_conquest == "all" or table.minimum >= most_to_move(table):
        move(table, most_to_move(table), chance)
    else:
        table.phase = "move"


def _conquer(table: Table, x: int, y: int, thrown: int) -> None:
    """Take the territory; one army follows at once, so that no territory is ever empty."""
    seat, victim, rules = table.current, table.owner[y], table.rules
    table.owner[y] = seat
    table.armies[x] -= 1
    table.armies[y] = 1
    table.conquests[seat] += 1
    table.extra[seat] = rules.conquest_bonus
    table.source, table.target = x, y
    table.minimum = thrown if rules.move_dice and thrown else 1
    table.eliminated = not table.own(victim) and victim != table.neutral
    if not table.eliminated:
        return
    table.alive[victim] = False
    table.out_turn[victim] = table.turn
    if rules.victim_cards:
        table.hands[seat] |= table.hands[victim]
    else:
        table.gone |= table.hands[victim]
    table.hands[victim] = set()


def most_to_move(table: Table) -> int:
    """Return the most armies that may follow, with the one that has: all but one, up to the cap."""
    cap = table.rules.army_cap
    return min(table.armies[table.source], cap) if cap else table.armies[table.source]


def move(table: Table, n: int, chance) -> None:
    """Let n armies follow into the territory just conquered, with the one that has."""
    table.armies[table.source] -= n - 1
    table.armies[table.target] += n - 1
    hand, down_to = len(table.hands[table.current]), table.rules.trade_down_to
    if table.eliminated and down_to > 0 and hand > down_to + 1:
        _to_trades(table, chance)
    else:
        _to_attacks(table, chance)


def _end_attacks(table: Table, chance) -> None:
    """Take the card that a conquest earns, and go on to the fortification."""
    if table.rules.cards and table.conquests[table.current] > 0:
        cards.draw(table, table.current, chance)
    _to_fortification(table, chance)


def _to_fortification(table: Table, chance) -> None:
    limit = table.rules.fortify_moves
    if table.rules.fortify == "none" or (limit and table.fortified >= limit):
        _end_turn(table, chance)
    else:
        table.phase = "fortify"


def fortify(table: Table, x: int, y: int, n: int, chance) -> None:
    """Move armies between own territories."""
    table.armies[x] -= n
    table.armies[y] += n
    table.fortified += 1
    _to_fortification(table, chance)


def pass_on(table: Table, chance) -> None:
    """Do no more in this phase."""
    after = {"trade": _to_placing, "attack": _end_attacks, "fortify": _end_turn}
    after[table.phase](table, chance)


def _end_turn(table: Table, chance) -> None:
    """Go on with the next player, or end at a cap."""
    rules = table.rules
    place = table.place + 1
    while place < table.players and not table.alive[table.order[place]]:
        place += 1
    round_ends = place == table.players
    if rules.turn_cap and table.turn >= rules.turn_cap:
        table.reason = TURN_CAP
    elif round_ends and rules.round_cap and table.rounds >= rules.round_cap:
        table.reason = ROUND_CAP
    if table.reason:
        table.phase = "over"
        return
    if round_ends:
        table.rounds += 1
        place = next(k for k, seat in enumerate(table.order) if table.alive[seat])
    table.place = place
    _begin_turn(table, chance)
