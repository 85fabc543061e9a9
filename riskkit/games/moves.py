"""The moves of a game in words: the legal ones, and their action codes."""

from typing import NamedTuple

import numpy as np

from riskkit.engine import actions, options
from riskkit.engine.legal import may_pass
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
        return ("trade", *map(int, str(choice.source).split("+")))
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
    if game.over:
        return []
    state, board, rules = (records[0] for records in game.records())
    rows = np.empty((_ROWS, options.COLUMNS), np.int64)
    count = options.options(state, board, rules, rows)
    if count > len(rows):
        rows = np.empty((count, options.COLUMNS), np.int64)
        options.options(state, board, rules, rows)
    word, names = _WORD[int(game.state.phase)], game.board.territories
    found = [_choice(word, names, *row) for row in rows[:count].tolist()]
    return [*found, Legal("pass")] if may_pass(state, rules) else found


def _choice(word: str, names, x: int, y: int, least: int, most: int) -> Legal:
    """Return an option in words."""
    if word == "trade":
        return Legal(word, f"{x}+{y}+{least}")
    if word in ("claim", "place"):
        return Legal(word, names[x], None, least, most)
    return Legal(word, names[x], names[y], least, most)


_ROWS = 512
_WORD = {phase: word for word, phases in PHASES.items() if word != "pass" for phase in phases}
