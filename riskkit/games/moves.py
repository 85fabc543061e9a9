"""The moves of a game in words: the legal ones, and their action codes."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from riskkit.engine import actions, phases, queries
from riskkit.engine.cards import forms_set
from riskkit.errors import check_integer, check_name

KINDS = ("infantry", "cavalry", "artillery", "wild")


class Card(NamedTuple):
    """A card: its number, its kind, and the territory it shows (None for a wild)."""

    number: int
    kind: str
    territory: str | None


class Legal(NamedTuple):
    """One legal choice, with the number of armies that may go with it.

    Attributes
    ----------
    kind : str
        ``claim``, ``place``, ``trade``, ``attack``, ``move``, ``fortify`` or ``pass``.
    source, target : str or None
        Territories (or, for a trade, the cards' numbers joined by +, in ``source``).
    least, most : int
        Fewest and most armies (place, move, fortify) or dice (attack); 0 where there is
        nothing to choose, as in certain battles.
    """

    kind: str
    source: str | None = None
    target: str | None = None
    least: int = 0
    most: int = 0


WORDS = {
    "claim": (1, 1),
    "place": (1, 2),
    "trade": (3, 3),
    "attack": (2, 3),
    "move": (1, 1),
    "fortify": (3, 3),
    "pass": (0, 0),
}
_USAGE = {
    "claim": "a territory",
    "place": "a territory and a number of armies (1 if left out)",
    "trade": "three card numbers",
    "attack": "the territory from which, the one attacked, and dice for a single roll",
    "move": "a number of armies",
    "fortify": "two territories and a number of armies",
    "pass": "nothing more",
}
PHASES = {
    "claim": (actions.CLAIM,),
    "place": (actions.PLACE, actions.SETUP, actions.SETUP_NEUTRAL),
    "trade": (actions.TRADE,),
    "attack": (actions.ATTACK,),
    "move": (actions.MOVE,),
    "fortify": (actions.FORTIFY,),
    "pass": (actions.TRADE, actions.ATTACK, actions.FORTIFY),
}


def check_words(kind: str, words) -> None:
    """Raise if there is no move of this kind, or not with so many words."""
    check_name("move", kind, tuple(WORDS))
    low, high = WORDS[kind]
    if not low <= len(words) <= high:
        raise ValueError(f"{kind!r} takes {_USAGE[kind]}, got {words!r}")


def words_of(choice: Legal) -> tuple:
    """Return the words of a legal choice, with all the armies that it allows."""
    if choice.kind == "trade":
        return ("trade", *map(int, choice.source.split("+")))
    return {
        "claim": ("claim", choice.source),
        "place": ("place", choice.source, choice.most),
        "attack": ("attack", choice.source, choice.target),
        "move": ("move", choice.least),
        "fortify": ("fortify", choice.source, choice.target, choice.most),
        "pass": ("pass",),
    }[choice.kind]


def _territory(board, value) -> int:
    if isinstance(value, str):
        return board.index(value)
    return check_integer("territory", value, 0, len(board) - 1)


def encode(board, kind: str, words) -> int:
    """Return the action code of a move in words."""
    if kind == "pass":
        return actions.PASS
    if kind == "move":
        return check_integer("armies", words[0], 1)
    if kind == "trade":
        cards = [check_integer("card", k, 0, 255) for k in words]
        return int(actions.trade(*cards))
    if kind == "claim":
        return int(actions.claim(_territory(board, words[0])))
    if kind == "place":
        armies = check_integer("armies", words[1] if len(words) > 1 else 1, 1, 2**31)
        return int(actions.place(_territory(board, words[0]), armies))
    x, y = _territory(board, words[0]), _territory(board, words[1])
    if kind == "attack":
        dice = check_integer("dice", words[2], 1, 4) if len(words) > 2 else 0
        return int(actions.attack_roll(x, y, dice))
    return int(actions.fortify(x, y, check_integer("armies", words[2], 1, 2**31)))


def legal(game) -> list[Legal]:
    """Return the legal choices of the seat that decides; none when the game is over."""
    return [] if game.over else _LISTS[int(game.state.phase)](game, game.state)


def _room(game, t) -> int:
    cap = game.rules.army_cap
    return 2**30 if cap == 0 else max(0, cap - int(game.state.armies[t]))


def _legal_claim(game, state):
    free = np.flatnonzero(state.owner[: len(game.board)] < 0)
    return [Legal("claim", game.board.territories[t]) for t in free]


def _legal_place(game, state):
    neutral = int(state.phase) == actions.SETUP_NEUTRAL
    seat = game._lineup.players if neutral else game.seat
    most = int(state.pool[seat])
    if neutral:
        most = min(most, 1)
    elif int(state.phase) == actions.SETUP:
        most = min(most, int(game._lineup.rules_record["setup_batch"][0]) - int(state.minimum))
    own = np.flatnonzero(state.owner[: len(game.board)] == seat)
    names = game.board.territories
    return [Legal("place", names[t], None, 1, min(most, _room(game, t))) for t in own if _room(game, t)]


def _legal_trade(game, state):
    hand = [card.number for card in game.hand()]
    sets = [c for c in combinations(hand, 3) if forms_set(*(int(state.card_kind[k]) for k in c))]
    found = [Legal("trade", "+".join(map(str, c))) for c in sets]
    args = game._worker.arguments(game._lineup)
    if not phases.must_trade(args[0][0], args[2][0]):
        found.append(Legal("pass"))
    return found


def _legal_attack(game, state):
    names, rules = game.board.territories, game.rules
    owner, armies = state.owner.tolist(), state.armies.tolist()
    certain = rules.battle == "certain"
    found = []
    for x in range(len(names)):
        if owner[x] != game.seat or armies[x] < 2:
            continue
        least, most = (0, 0) if certain else (1, min(rules.attacker_dice, armies[x] - 1))
        for y in game.board.neighbours[x]:
            if owner[y] != game.seat and (not certain or armies[x] - armies[y] >= rules.certain_margin):
                found.append(Legal("attack", names[x], names[y], least, most))
    return [*found, Legal("pass")]


def _legal_move(game, state):
    args = game._worker.arguments(game._lineup)
    most = int(phases.most_to_move(args[0][0], args[2][0]))
    names = game.board.territories
    return [Legal("move", names[state.source], names[state.target], int(state.minimum), most)]


def _legal_fortify(game, state):
    names, cap, rule = game.board.territories, game.rules.army_cap, game.rules.fortify
    args = game._worker.arguments(game._lineup)
    owner, armies = state.owner.tolist(), state.armies.tolist()
    own = [t for t in range(len(names)) if owner[t] == game.seat]
    found = []
    for x in own:
        if armies[x] < 2:
            continue
        near = own
        if rule == "adjacent":
            near = [y for y in game.board.neighbours[x] if owner[y] == game.seat]
        elif rule == "connected":
            queries.mark_region(args[0][0], args[1][0], x)
            mark = state.mark.tolist()
            near = [y for y in own if mark[y]]
        for y in near:
            most = armies[x] - 1 if cap == 0 else min(armies[x] - 1, max(0, cap - armies[y]))
            if x != y and most:
                found.append(Legal("fortify", names[x], names[y], 1, most))
    return [*found, Legal("pass")]


_LISTS = {
    actions.CLAIM: _legal_claim,
    actions.SETUP: _legal_place,
    actions.SETUP_NEUTRAL: _legal_place,
    actions.PLACE: _legal_place,
    actions.TRADE: _legal_trade,
    actions.ATTACK: _legal_attack,
    actions.MOVE: _legal_move,
    actions.FORTIFY: _legal_fortify,
}
