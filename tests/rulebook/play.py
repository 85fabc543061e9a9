"""One decision, played on the table."""

from . import setup, turns
from .state import Table


def play(table: Table, move: tuple, chance) -> None:
    """Play a legal move and go on to the next decision.

    Moves are ``("claim", t)``, ``("place", t, n)``, ``("trade", k1, k2, k3)``, ``("attack", x, y)``
    to the end or ``("attack", x, y, dice)`` for one roll, ``("until", x, y, stop)``,
    ``("move", n)``, ``("fortify", x, y, n)`` and ``("pass",)``, territories by number.
    """
    kind, *words = move
    table.decisions += 1
    if kind == "claim":
        setup.claim(table, *words, chance)
    elif kind == "place" and table.phase == "place":
        turns.place(table, *words, chance)
    elif kind == "place":
        setup.put(table, *words, chance)
    elif kind == "trade":
        turns.trade(table, words, chance)
    elif kind == "attack":
        x, y, dice = (*words, 0)[:3]
        turns.attack(table, x, y, dice, 0, chance)
    elif kind == "until":
        x, y, stop = words
        turns.attack(table, x, y, 0, stop, chance)
    elif kind == "move":
        turns.move(table, *words, chance)
    elif kind == "fortify":
        turns.fortify(table, *words, chance)
    else:
        turns.pass_on(table, chance)
