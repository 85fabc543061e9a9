"""What is played: the readings, the pairings that the source looks at, and how much."""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from riskkit.results import scale
from riskkit.rules import Rules

STUDY = "graph_personalities"
NOTEBOOK = "05_graph_personalities"
SEED = 2015
READINGS = ("described", "as run, independent", "as run, chained")
DESCRIBED, INDEPENDENT, CHAINED = READINGS
"""The text's algorithms; the authors' program in independent games, and in chains as they ran it."""

PERSONALITIES = 16
AI3, AI4 = 11, 5
"""The numbers of the source's AI3 and AI4 (text, section 5)."""

DRAWN = ((2, 5), (2, 13), (5, 11))
"""Pairings of the source's figures: AI0 (very probably 2) v AI4 (there 5 or 13), and AI4 v AI3."""

CAP = 300
"""Most turns of a game; a turn is one player's."""

AI3_CAP = {DESCRIBED: 200, INDEPENDENT: 100, CHAINED: 100}
"""Most turns in the trial of AI3: 100 turns as the authors ran it, 100 rounds as the text says."""

TRIAL = 30
"""Games a cell in the source's trial of AI3."""

BLOCKS = 10
"""Blocks in which the games of a chain are counted, for games of a chain depend on each other."""

CELLS = tuple(product(range(PERSONALITIES), repeat=2))
"""All pairings in both orders: who moves first, and the other."""

PAIRINGS = tuple(combinations(range(PERSONALITIES), 2))
AI3_CELLS = tuple(cell for k in range(PERSONALITIES) for cell in ((AI3, k, "AI3"), (k, AI3, "opponent")))
NUMBERS = (3, 4, 5, 6)
"""Players at the larger tables, which the source did not play."""

ROUNDS = 150
"""Most rounds there: as many as two players have in 300 turns."""

BASES = {"as run": INDEPENDENT, "described": DESCRIBED, "as run, chained": CHAINED}
"""The readings in which single departures are switched, by their names in the stored table."""

DEPARTURE_LABELS = {
    "program_map": "three borders differ",
    "neutral_places": "neutral places by personality 1",
    "neutral_ghosts": "neutral keeps lost countries",
    "late_continents": "continents paid a turn late",
    "shared_memory": "one memory of pressure for both",
    "all_negative": "own armies count as hostile",
    "degree_weights": "neighbours weigh by degree",
    "blank_rows": "far distances diluted",
    "unsorted_weakened": "weakened targets not sorted",
    "no_lost": "lost countries never listed",
    "small_regions_first": "small regions first",
    "worth_weights": "worth by powers of ten",
    "frozen_placement": "pressures frozen while placing",
    "half_top_up": "cautious add 2 a pass, not 4",
    "half_threshold": "attacks at half the difference",
    "dice_by_difference": "dice by difference of armies",
    "free_ties": "tied dice cost nobody",
    "fortify_overwrites": "fortifying overwrites armies",
    "fortify_foreign": "fortifies from others' countries",
    "fortify_stale": "fortifies by the turn's start",
    "fortify_anywhere": "fortifies any country",
    "fortify_lowest": "fortifies the lowest pressure",
    "full_deck": "all cards back when deck is empty",
    "bonus_each": "every shown card pays",
}
"""Short names of the program's departures from the text, for figures and tables."""


class Sizes(NamedTuple):
    """How much is played; `FULL` is the published size and more.

    Attributes
    ----------
    games : int
        Games a cell of the 16 x 16 table, and of one trial of AI3 against AI4 (500 as published).
    short_chains, long_chains : int
        Replicated chains of each of the authors' series of 30 and of 500 games.
    trials, duels : int
        Repetitions of the trial of AI3, and of that against AI4.
    drawn : int
        How often the games of a drawn pairing are repeated.
    departure_games : int
        Games a cell for each departure.
    lineups, lineup_games : int
        Random line-ups a number of players, and games of each.
    """

    games: int
    short_chains: int
    long_chains: int
    trials: int
    duels: int
    drawn: int
    departure_games: int
    lineups: int
    lineup_games: int


FULL = Sizes(500, 100, 20, 100, 20, 4, 100, 100, 20)
QUICK = Sizes(10, 4, 2, 2, 2, 2, 2, 4, 4)


def sizes() -> Sizes:
    """Return the sizes of this session: full, or quick (`riskkit.results.scale`)."""
    return scale.games(FULL, QUICK)


def table_rules(players: int) -> Rules:
    """Return the personalities' rules for a larger table: classic starting armies, 150 rounds."""
    return Rules.personalities(
        starting_armies=(40, 35, 30, 25, 20), setup_batch=(2, 1, 1, 1, 1), turn_cap=ROUNDS * players
    )
