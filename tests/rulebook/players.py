"""Random players: legal moves that bring games to an end, and moves that may be wrong."""

import random

from . import legal
from .state import Table

FAR = (-1, 0, 1, 2, 3, 5, 40, 1000)


def choose(table: Table, choices: list, rng: random.Random) -> tuple:
    """Return a legal move; attacks are likely."""
    kinds = sorted({choice[0] for choice in choices})
    if "pass" in kinds and len(kinds) > 1:
        stops = {"trade": 0.3, "attack": 0.08, "fortify": 0.4}
        kinds = ["pass"] if rng.random() < stops[table.phase] else [kind for kind in kinds if kind != "pass"]
    options = [choice for choice in choices if choice[0] in kinds]
    if table.phase == "attack" and rng.random() < 0.8:
        strong = [c for c in options if c[0] == "attack" and table.armies[c[1]] > table.armies[c[2]]]
        options = strong or options
    if table.phase in ("setup", "place") and rng.random() < 0.6:
        border = [c for c in options if any(table.owner[y] != table.current for y in table.land.neighbours[c[1]])]
        options = border or options
    return _words(table, rng.choice(options), rng)


def _words(table: Table, choice: tuple, rng: random.Random) -> tuple:
    kind, x, y, least, most = choice
    n = rng.choice((least, most, rng.randint(least, most)))
    if kind == "place":
        return ("place", x, most if table.phase == "place" and rng.random() < 0.5 else n)
    if kind == "trade":
        return ("trade", *rng.sample(x, 3))
    if kind == "attack":
        if rng.random() < 0.15:
            return ("until", x, y, rng.randint(0, table.armies[x] - 1))
        return ("attack", x, y, *((n,) if most and rng.random() < 0.4 else ()))
    return {"claim": ("claim", x), "move": ("move", n), "fortify": ("fortify", x, y, n), "pass": ("pass",)}[kind]


def wrong(table: Table, rng: random.Random) -> list:
    """Return a few moves as (move, whether to give it as a code); most of them are illegal."""
    return [_any_move(table, rng) for _ in range(2)]


def _any_move(table: Table, rng: random.Random) -> tuple:
    by_code = rng.random() < 0.3
    kind = rng.choice(legal.KINDS[table.phase])
    if not by_code and rng.random() < 0.1:
        kind = rng.choice(("claim", "place", "trade", "attack", "move", "fortify", "pass"))
    lands, cards = len(table.land.names), len(table.kinds)
    x, y = rng.randrange(lands), rng.randrange(lands)
    if rng.random() < 0.7:
        x = rng.choice(table.own(table.current) or [x])
    if rng.random() < 0.6:
        y = rng.choice(table.land.neighbours[x] or [y])
    if by_code and rng.random() < 0.1:
        x = lands + rng.randrange(3)
    n = rng.choice((*FAR, table.pools[table.current], table.armies[x % lands], table.armies[x % lands] - 1))
    n = max(n, 0 if by_code else 1) if kind != "until" else max(n, 0)
    three = [rng.randrange(cards + 1) for _ in range(3)] if cards else [0, 1, 2]
    if rng.random() < 0.7 and table.hands[table.current]:
        three = [rng.choice(sorted(table.hands[table.current])) for _ in range(3)]
    dice = rng.randint(1, 4)
    moves = {
        "claim": ("claim", x),
        "place": ("place", x, n),
        "trade": ("trade", *three),
        "attack": ("attack", x, y, *((dice,) if rng.random() < 0.7 else ())),
        "until": ("until", x, y, n),
        "move": ("move", n),
        "fortify": ("fortify", x, y, n),
        "pass": ("pass",),
    }
    return moves[kind], by_code
