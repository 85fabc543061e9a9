"""What a player may do: the list of choices, and a verdict on a single move."""

from . import cards, turns
from .state import Table, by_players


def choices(table: Table) -> list:
    """Return the legal choices as (kind, source, target, least, most), territories by number."""
    lists = {
        "claim": _claims,
        "setup": _placements,
        "setup of the neutral": _placements,
        "place": _placements,
        "trade": _trades,
        "attack": _attacks,
        "move": _moves,
        "fortify": _fortifications,
        "over": lambda table: [],
    }
    return lists[table.phase](table)


def _claims(table: Table) -> list:
    return [("claim", t, None, 0, 0) for t in table.own(-1)]


def to_place(table: Table) -> tuple:
    """Return whose territories take armies now, and how many armies may be placed at once."""
    if table.phase == "setup of the neutral":
        return table.neutral, 1
    most = table.pools[table.current]
    if table.phase == "setup":
        most = min(most, by_players(table.rules.setup_batch, table.players) - table.batch)
    return table.current, most


def _placements(table: Table) -> list:
    seat, most = to_place(table)
    found = []
    for t in table.open(seat):
        room = table.room(t)
        found.append(("place", t, None, 1, most if room is None else min(most, room)))
    return found


def _trades(table: Table) -> list:
    found = [("trade", three, None, 0, 0) for three in cards.sets_in(table, table.current)]
    if not turns.must_trade(table):
        found.append(("pass", None, None, 0, 0))
    return found


def _attacks(table: Table) -> list:
    rules, found = table.rules, []
    for x in table.own(table.current):
        dice = (0, 0) if rules.battle == "certain" else (1, min(rules.attacker_dice, table.armies[x] - 1))
        for y in table.land.neighbours[x]:
            if may_attack(table, x, y):
                found.append(("attack", x, y, *dice))
    return [*found, ("pass", None, None, 0, 0)]


def may_attack(table: Table, x: int, y: int) -> bool:
    """Whether x may attack y at all."""
    if table.owner[x] != table.current or table.owner[y] == table.current or y not in table.land.neighbours[x]:
        return False
    if table.rules.battle == "certain" and table.armies[x] - table.armies[y] < table.rules.certain_margin:
        return False
    return table.armies[x] >= 2


def _moves(table: Table) -> list:
    return [("move", table.source, table.target, table.minimum, turns.most_to_move(table))]


def most_to_fortify(table: Table, x: int, y: int) -> int:
    """Return the most armies that may go from x to y; 0 if none may."""
    seat, how = table.current, table.rules.fortify
    if x == y or table.owner[x] != seat or table.owner[y] != seat:
        return 0
    if how == "adjacent" and y not in table.land.neighbours[x]:
        return 0
    if how == "connected" and y not in table.region(x):
        return 0
    most, room = table.armies[x] - 1, table.room(y)
    return most if room is None else min(most, room)


def _fortifications(table: Table) -> list:
    own, found = table.own(table.current), []
    for x in own:
        near = own
        if table.rules.fortify == "adjacent":
            near = table.land.neighbours[x]
        elif table.rules.fortify == "connected":
            near = table.region(x)
        for y in near:
            if x != y and table.owner[y] == table.current:
                room, most = table.room(y), table.armies[x] - 1
                most = most if room is None else min(most, room)
                if most > 0:
                    found.append(("fortify", x, y, 1, most))
    return [*found, ("pass", None, None, 0, 0)]


KINDS = {
    "claim": ("claim",),
    "setup": ("place",),
    "setup of the neutral": ("place",),
    "place": ("place",),
    "trade": ("trade", "pass"),
    "attack": ("attack", "until", "pass"),
    "move": ("move",),
    "fortify": ("fortify", "pass"),
    "over": (),
}


def allowed(table: Table, move: tuple) -> bool:
    """Whether a move is legal: (kind, *numbers), see `rulebook.play.play`."""
    kind, *words = move
    if kind not in KINDS[table.phase]:
        return False
    return _VERDICTS[kind](table, *words)


def _on_board(table: Table, *territories) -> bool:
    return all(0 <= t < len(table.land.names) for t in territories)


def _may_claim(table: Table, t: int) -> bool:
    return _on_board(table, t) and table.owner[t] == -1


def _may_place(table: Table, t: int, n: int) -> bool:
    seat, most = to_place(table)
    if not _on_board(table, t) or table.owner[t] != seat or not 1 <= n <= most:
        return False
    room = table.room(t)
    return room is None or n <= room


def _may_trade(table: Table, *three) -> bool:
    held = set(three) <= table.hands[table.current] and len(set(three)) == 3
    return held and cards.is_set([table.kinds[card] for card in three])


def _may_attack(table: Table, x: int, y: int, dice: int = 0) -> bool:
    if not _on_board(table, x, y) or not may_attack(table, x, y):
        return False
    if table.rules.battle == "certain":
        return dice == 0
    return 0 <= dice <= min(table.rules.attacker_dice, table.armies[x] - 1)


def _may_attack_until(table: Table, x: int, y: int, stop: int) -> bool:
    return _may_attack(table, x, y) and table.armies[x] > stop


def _may_move(table: Table, n: int) -> bool:
    return table.minimum <= n <= turns.most_to_move(table)


def _may_fortify(table: Table, x: int, y: int, n: int) -> bool:
    return _on_board(table, x, y) and 1 <= n <= most_to_fortify(table, x, y)


_VERDICTS = {
    "claim": _may_claim,
    "place": _may_place,
    "trade": _may_trade,
    "attack": _may_attack,
    "until": _may_attack_until,
    "move": _may_move,
    "fortify": _may_fortify,
    "pass": lambda table: table.phase != "trade" or not turns.must_trade(table),
}
