"""What the source says and what it leaves open: readings, boards, positions, limits and sizes."""

from typing import Any

import numpy as np

from riskkit import boards
from riskkit.boards.board import Board
from riskkit.errors import check_name
from riskkit.rules import Rules

NOTEBOOK = "07_search_agents"
SEED = 2018
FACTORS = (1, 100, 10_000)
"""The factors f of the score P = f L + T."""
BONUS = {"described": 2, "as run": 0}
"""Extra armies in the turn after a conquest."""
READINGS = tuple(BONUS)
TURN_CAP = 100
"""Players' turns after which a game counts as not won; `OPPOSED_CAP` against enemies who are not passive."""
OPPOSED_CAP = 60
SEARCH_LIMIT = 20_000
MEGABYTES = 96
"""Positions expanded, and memory, at which one search gives up."""
HEURISTICS = ("turns", "armies", "count", "squared")
LIMITS = (1, 3, 10, 30, 100, 300, 1000)
"""Limits of expansions a turn at which real-time A* is compared."""
SEARCHERS = {
    "greedy": "search.greedy",
    "A*": "search.astar",
    "A* admissible": "search.astar_admissible",
    "real-time A*": "search.realtime",
}
WITHOUT_SEARCH = {
    "described": {"aggressive": "search.aggressive", "nearly pacifist": "search.nearly_pacifist"},
    "as run": {
        "aggressive": "search.aggressive_as_run",
        "nearly pacifist": "search.nearly_pacifist_as_run",
    },
}
BOARDS = ("sample", "islands", "three lands", "classic")
DICE_LIMIT = 300
DICE_CAP = 200
DICE_OPPONENTS = ("random", "aggressive", "search.aggressive", "search.nearly_pacifist")

SIZES: dict[str, Any] = {
    "positions": {"sample": (200, 10), "islands": (200, 10), "three lands": (100, 5), "classic": (30, 5)},
    "limits": {"islands": (60, 5), "three lands": (60, 5), "classic": (15, 2)},
    "opposed": (20, 3),
    "dice": (20, 2),
}
"""Positions by board (games from each seat, with dice), at full size and in a quick run."""


def agents_of(reading: str) -> dict[str, str]:
    """Return the agents that a reading compares: the name in the study, and that in a line-up."""
    check_name("reading", reading, READINGS)
    return {**WITHOUT_SEARCH[reading], **SEARCHERS}


def board_of(name: str) -> Board:
    """Return a board of the study: ``"sample"``, ``"islands"``, ``"three lands"``, ``"classic"``."""
    check_name("board of the study", name, BOARDS)
    if name == "sample":
        return boards.search_sample()[0]
    return {"islands": boards.islands, "three lands": boards.three_lands, "classic": boards.classic}[name]()


def position_of(name: str, number: int, seed: int = SEED) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a starting position (owners, armies).

    Number 0 of the sample board is the program's own; all others deal half of the
    territories to each player, with 1 to 6 armies each for seat 0 and 1 to 9 for seat 1.
    """
    if name == "sample" and number == 0:
        return boards.search_sample()[1]
    size = len(board_of(name))
    rng = np.random.default_rng([seed, BOARDS.index(name), number])
    owner = rng.permutation(np.arange(size) % 2)
    armies = np.where(owner == 0, rng.integers(1, 7, size), rng.integers(1, 10, size))
    return tuple(owner.tolist()), tuple(armies.tolist())


def rules_of(reading: str, turn_cap: int = TURN_CAP) -> Rules:
    """Return the rules of a reading; a turn is one player's."""
    check_name("reading", reading, READINGS)
    return Rules.search(conquest_bonus=BONUS[reading], turn_cap=turn_cap)
