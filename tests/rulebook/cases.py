"""Random games: every field of the rules drawn at random, many at a time."""

import random

import riskkit as rk
from riskkit.boards import Continent, classic, from_edges, grid, three_lands

from .known import KNOWN
from .lockstep import Case
from .state import MOST_ARMIES


def board(rng: random.Random, players: int) -> rk.Board:
    """Return a board: a grid, a ring, a shipped one, or an odd one with land outside continents."""
    kind = rng.choice(("grid", "grid", "ring", "three_lands", "odd", "odd", "classic"))
    if kind == "grid":
        made = grid(rng.randint(1, 4), rng.randint(2, 4))
    elif kind == "ring":
        made = _ring(rng.randint(3, 9))
    elif kind == "odd":
        made = _odd(rng)
    elif kind == "classic" and rng.random() < 0.3:
        made = classic()
    else:
        made = three_lands()
    return made if len(made) >= players else three_lands()


def _ring(count: int) -> rk.Board:
    edges = [(k, (k + 1) % count) for k in range(count)]
    half = count // 2
    lands = [Continent("First", 2, tuple(range(half))), Continent("Second", 0, tuple(range(half, count)))]
    return from_edges(f"ring {count}", [f"t{k}" for k in range(count)], edges, lands)


def _odd(rng: random.Random) -> rk.Board:
    """A tree with some more edges, and continents of any size, that leave some land out."""
    count = rng.randint(4, 14)
    edges = {(rng.randrange(k), k) for k in range(1, count)}
    for _ in range(rng.randint(0, count)):
        a, b = sorted(rng.sample(range(count), 2))
        edges.add((a, b))
    left = list(range(count))
    rng.shuffle(left)
    continents = []
    while len(left) > 2 and len(continents) < 4:
        size = rng.randint(1, len(left) - 1)
        members, left = left[:size], left[size:]
        continents.append(Continent(f"c{len(continents)}", rng.randint(0, 6), tuple(sorted(members))))
    return from_edges(f"odd {count}", [f"o{k}" for k in range(count)], sorted(edges), continents)


def _maybe(rng: random.Random, chance: float, value, usual):
    return value if rng.random() < chance else usual


def rules(rng: random.Random, players: int, lands: int) -> rk.Rules:
    """Return rules with every field drawn at random, the usual values often."""
    pick, number = rng.choice, rng.randint
    claim = pick(("random", "random", "alternating", "given"))
    armies = lands // players + number(0, 12)
    return rk.Rules(
        starting_armies=pick((armies, armies, tuple(number(1, 30) for _ in range(5)), number(0, 40))),
        claim=claim,
        setup=pick(("none", "random", "alternating")),
        setup_batch=pick((1, 2, number(1, 6), tuple(number(1, 5) for _ in range(5)))),
        neutral=rng.random() < 0.5 and not (claim == "alternating" and players == 2),
        neutral_armies=number(0, 2 * armies),
        neutral_setup=pick(("random", "by players")),
        order=pick(("clockwise", "shuffled")),
        first=pick((None, number(0, players - 1))),
        income_divisor=number(1, 4),
        income_minimum=number(0, 6),
        continent_bonuses=rng.random() < 0.7,
        conquest_bonus=pick((0, 0, number(0, 5))),
        cards=rng.random() < 0.8,
        wilds=pick((0, 2, number(0, 16))),
        shuffled_kinds=rng.random() < 0.3,
        sets=pick(("progressive", "fixed")),
        set_values=pick(((4, 6, 8, 10, 12, 15), tuple(number(0, 9) for _ in range(number(1, 4))))),
        set_step=number(0, 6),
        fixed_values=pick(((4, 6, 8, 10), tuple(number(0, 12) for _ in range(4)))),
        territory_bonus=pick((2, number(0, 4))),
        territory_bonus_each=rng.random() < 0.4,
        forced_trade_at=pick((5, 5, number(0, 8))),
        trade_down_to=pick((4, 4, number(0, 6))),
        automatic_trade=rng.random() < 0.25,
        victim_cards=rng.random() < 0.7,
        reshuffle=rng.random() < 0.6,
        battle=pick(("dice", "dice", "dice", "certain")),
        rolled_dice=rng.random() < 0.4,
        attacker_dice=pick((3, number(1, 4))),
        defender_dice=pick((2, number(1, 4))),
        dice_sides=pick((6, 6, number(2, 12))),
        ties=pick(("defender", "defender", "attacker", "nobody")),
        certain_margin=number(2, 4),
        attacks_per_turn=_maybe(rng, 0.3, number(1, 5), 0),
        move_after_conquest=pick(("choice", "choice", "all")),
        move_dice=rng.random() < 0.6,
        fortify=pick(("none", "adjacent", "connected", "connected", "anywhere")),
        fortify_moves=pick((1, 0, number(0, 4))),
        turn_cap=pick((40, number(1, 80), number(1, 80))),
        round_cap=_maybe(rng, 0.3, number(1, 20), 0),
        army_cap=_maybe(rng, 0.3, number(1, 12), 0),
    )


def _rich(rng: random.Random, rules: rk.Rules) -> rk.Rules:
    """Return rules of certain battles under which the box of armies runs empty."""
    large = [rng.choice((5, 10**6)) for _ in range(6)]
    names = ("income_minimum", "conquest_bonus", "set_step", "territory_bonus", "neutral_armies", "starting_armies")
    return rules.replace(battle="certain", set_values=(10**6,), fixed_values=(10**6,) * 4, **dict(zip(names, large)))


def case(rng: random.Random, known=KNOWN, **changes) -> Case:
    """Return a random game that meets no known fault from the start; ``changes`` set some rules."""
    players = rng.randint(2, 6)
    drawn = board(rng, players)
    made = rules(rng, players, len(drawn))
    made = made.replace(**changes)
    if len(drawn) < 3:
        made = made.replace(neutral=False)
    if rng.random() < 0.03:
        made = _rich(rng, made)
    for fault in known:
        made = fault.avoid(made, players, len(drawn))
    position = None
    if made.claim == "given":
        living = any(fault.name == "dead seat starts" for fault in known)
        position = _position(rng, made, players, len(drawn), living)
    return Case(drawn, made, players, rng.randrange(2**32), position)


def _position(rng: random.Random, rules: rk.Rules, players: int, lands: int, living: bool) -> tuple:
    """Return owners and armies; now and then a seat owns nothing, or the cap is passed.

    With ``living`` the seat that starts is not one of those.
    """
    seats = list(range(players))
    if rng.random() < 0.2 and (rules.first is not None or not living):
        left = [seat for seat in seats if seat != rules.first or not living]
        for seat in rng.sample(left, rng.randint(1, min(2, players - 1))):
            seats.remove(seat)
    owners = seats + [rng.choice(seats) for _ in range(lands - len(seats))]
    rng.shuffle(owners)
    if rules.set_values == (10**6,):
        return owners, [MOST_ARMIES // lands - rng.randint(0, 10) for _ in owners]
    most = 9 if rng.random() < 0.2 else min(9, rules.army_cap or 9)
    return owners, [rng.randint(1, most) for _ in owners]
