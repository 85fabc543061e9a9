"""Records of the replica of the authors' program: its map, its state, its result rows.

The replica plays 42 countries, two players (0 and 1) and a neutral third (2). It keeps its
own state because much of what the program does is not Risk: armies vanish, countries stand
empty or below zero, a country can be in two lists.
"""

from __future__ import annotations

import numpy as np

from riskkit.agents.personality.metric import distances, fold
from riskkit.boards import classic
from riskkit.studies.graph_personalities.loops.departures import Departures
from riskkit.studies.graph_personalities.loops.program_map import CONTINENTS, COUNTRIES, NEIGHBOURS

N = 42
NEUTRAL = 2
CARDS = 44
HAND = 24
MOST_TURNS = 300
PERCENTS = 101

MAP = np.dtype(
    [
        ("start", "i4", (N + 1,)),
        ("adjacent", "i4", (N * 6,)),
        ("mask", "u8", (N,)),
        ("degree", "i4", (N,)),
        ("steps", "i1", (N, N)),
        ("continent", "i4", (N,)),
        ("continent_mask", "u8", (6,)),
        ("size", "i4", (6,)),
        ("bonus", "i4", (6,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("owner", "i1", (N,)),
        ("armies", "i4", (N,)),
        ("own", "u8", (3,)),
        ("listed", "u8", (3,)),
        ("countries", "u1", (3, N)),
        ("count", "i4", (3,)),
        ("pressure", "f8", (N,)),
        ("previous", "f8", (N,)),
        ("own_view", "f8", (3, N)),
        ("owned_before", "u8", (3,)),
        ("continents", "i4", (3,)),
        ("hand", "i1", (3, HAND)),
        ("cards", "i4", (3,)),
        ("deck", "i1", (CARDS,)),
        ("deck_left", "i4"),
        ("discard", "i1", (CARDS,)),
        ("discarded", "i4"),
        ("sets", "i4"),
        ("order", "u1", (3, N)),
        ("place", "i1", (3, N)),
        ("region", "i1", (3, N)),
        ("region_start", "i4", (3, N)),
        ("region_size", "i4", (3, N)),
        ("regions", "i4", (3,)),
        ("longest", "i4", (3, N)),
        ("shortest", "i4", (3, N)),
        ("near", "i1", (3, N)),
        ("far", "i1", (3, N)),
        ("border", "u1", (N,)),
        ("borders", "i4"),
        ("border_mask", "u8"),
        ("attackable", "u1", (N,)),
        ("attackables", "i4"),
        ("attackable_mask", "u8"),
        ("worth", "f8", (N,)),
        ("key", "f8", (N,)),
        ("priority", "u1", (N,)),
        ("priorities", "i4"),
        ("origin", "i1", (N,)),
        ("scratch", "f8", (N,)),
        ("scratch_nodes", "u1", (N,)),
        ("rolls", "i4"),
        ("compared", "i4"),
        ("tied", "i4"),
        ("conquests", "i4"),
        ("given", "i4"),
        ("from_sets", "i4"),
        ("lost_by_fortifying", "i4"),
        ("fortified", "i4", (4,)),
        ("dealt", "i4"),
        ("deal", "u8", (4,)),
        ("dice", "u8", (4,)),
    ],
    align=True,
)

GAME = np.dtype(
    [
        ("winner", "i4"),
        ("turns", "i4"),
        ("start_armies", "i4", (2,)),
        ("end_armies", "i4", (2,)),
        ("mean_armies", "f8", (2,)),
        ("end_countries", "i4", (2,)),
        ("start_continents", "i4", (2,)),
        ("rolls", "i4"),
        ("conquests", "i4"),
        ("army_intercept", "f8"),
        ("army_slope", "f8"),
        ("country_intercept", "f8"),
        ("country_slope", "f8"),
    ],
    align=True,
)

TURN = np.dtype(
    [
        ("mover", "i4"),
        ("countries", "i4", (2,)),
        ("continents", "i4", (2,)),
        ("given", "i4"),
        ("armies", "i4", (2,)),
        ("attacks", "i4"),
        ("conquests", "i4"),
    ],
    align=True,
)


def neighbours(departures: Departures) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each country: the program's map and order, or the classic board's.

    The classic board's territories are put in the program's numbering, neighbours ascending.
    """
    if departures.program_map:
        return NEIGHBOURS
    board = classic()
    number = {name: k for k, name in enumerate(COUNTRIES)}
    rows = []
    for name in COUNTRIES:
        row = board.neighbours[board.index(name)]
        rows.append(tuple(sorted(number[board.territories[t]] for t in row)))
    return tuple(rows)


def map_record(rows: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """Return the map as an array of one record."""
    record = np.zeros(1, MAP)
    record["start"][0] = np.cumsum([0] + [len(row) for row in rows])
    flat = [y for row in rows for y in row]
    record["adjacent"][0, : len(flat)] = flat
    record["degree"][0] = [len(row) for row in rows]
    record["mask"][0] = [sum(1 << y for y in row) for row in rows]
    record["steps"][0] = distances(rows)
    for k, (_, bonus, members) in enumerate(CONTINENTS):
        record["continent"][0, list(members)] = k
        record["continent_mask"][0, k] = sum(1 << y for y in members)
        record["size"][0, k] = len(members)
        record["bonus"][0, k] = bonus
    return record


def pressure_matrices(rows, metrics, departures: Departures) -> np.ndarray:
    """Return the folded pressure matrices of some metrics, transposed; shape (k, 42, 42)."""
    weighting = "degree" if departures.degree_weights else "paths"
    blanks = "everywhere" if departures.blank_rows else "dead ends"
    folded = [fold(rows, weights, weighting, blanks).T for weights in metrics]
    return np.ascontiguousarray(folded)
