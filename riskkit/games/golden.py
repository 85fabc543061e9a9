"""Golden games: a few games of every agent, as checksums, so that no change of play passes unnoticed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit import agents, boards
from riskkit.games.bulk import match, series
from riskkit.rules import Rules

SEED = 11


class Case(NamedTuple):
    """One table at which every agent plays.

    Attributes
    ----------
    seats
        Function of the agent that returns the line-up.
    board
        Function that makes the board.
    rules
        The rules.
    games
        Games of an agent that does not think long; others play one.
    """

    seats: Callable
    board: Callable
    rules: Rules
    games: int


CASES = {
    "classic, two players": Case(lambda agent: [agent, "aggressive"], boards.classic, Rules.classic(turn_cap=100), 2),
    "classic, four players, fixed sets": Case(
        lambda agent: [agent, "random", agent, "aggressive"],
        boards.classic,
        Rules.named("strategy_switching", turn_cap=60),
        2,
    ),
    "three lands, two players, anywhere": Case(
        lambda agent: [agent, agent],
        boards.three_lands,
        Rules.classic(turn_cap=60, neutral=False, fortify="anywhere", fortify_moves=0, territory_bonus_each=True),
        3,
    ),
    "grid, one die": Case(lambda agent: ["random", agent], boards.grid, Rules.named("minimax", turn_cap=60), 2),
}
"""Two boards and more, four sets of rules."""


def played(name: str) -> dict[str, str]:
    """Return the checksums of an agent's golden games by `CASES`; those that it does not play are left out."""
    found = {}
    for case, table in CASES.items():
        found[case] = digest(_games(name, table))
    return found


def _games(name: str, table: Case) -> pd.DataFrame:
    seats, board = table.seats(name), table.board()
    if agents.get(name).persistent:
        return series(seats, table.games, 1, SEED, board=board, rules=table.rules, workers=1).games
    return match(seats, table.games, SEED, board=board, rules=table.rules, workers=1, record=True).series


def digest(data) -> str:
    """Return sixteen hexadecimal digits of a table or an array; of fractions nine digits count."""
    frame = pd.DataFrame(np.asarray(data)) if not isinstance(data, pd.DataFrame) else data
    text = frame.to_csv(index=False, float_format="%.9g", lineterminator="\n")
    return hashlib.sha256(text.encode()).hexdigest()[:16]
