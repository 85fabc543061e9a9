"""The board as the authors' program lists it.

The program numbers its countries from 0 to 41, and the order in which it lists a country's
neighbours decides ties (which region comes first, which neighbour of equal pressure
gives). Compared with the classic board two borders are missing (East Africa - Middle East,
South Africa - Madagascar) and one is added (Western United States - Quebec): 82 edges.
"""

import numpy as np

CONTINENTS = (
    ("North America", 5, range(9)),
    ("South America", 2, range(9, 13)),
    ("Europe", 5, range(13, 20)),
    ("Africa", 3, range(20, 26)),
    ("Asia", 7, range(26, 38)),
    ("Australia", 2, range(38, 42)),
)

COUNTRIES = (
    "Alaska",
    "Northwest Territory",
    "Alberta",
    "Ontario",
    "Quebec",
    "Greenland",
    "Western United States",
    "Eastern United States",
    "Central America",
    "Venezuela",
    "Brazil",
    "Peru",
    "Argentina",
    "Iceland",
    "Great Britain",
    "Scandinavia",
    "Ukraine",
    "Northern Europe",
    "Southern Europe",
    "Western Europe",
    "North Africa",
    "Egypt",
    "East Africa",
    "Congo",
    "South Africa",
    "Madagascar",
    "Ural",
    "Siberia",
    "Yakutsk",
    "Kamchatka",
    "Irkutsk",
    "Mongolia",
    "Japan",
    "Afghanistan",
    "China",
    "Middle East",
    "India",
    "Siam",
    "Indonesia",
    "New Guinea",
    "Western Australia",
    "Eastern Australia",
)

NEIGHBOURS = (
    (1, 2, 29),
    (0, 2, 3, 5),
    (0, 1, 3, 6),
    (1, 2, 6, 7, 4, 5),
    (3, 5, 7, 6),
    (1, 3, 4, 13),
    (2, 3, 4, 7, 8),
    (3, 4, 6, 8),
    (6, 7, 9),
    (8, 10, 11),
    (9, 11, 12, 20),
    (9, 10, 12),
    (10, 11),
    (5, 14, 15),
    (13, 15, 17, 19),
    (13, 14, 17, 16),
    (15, 17, 18, 35, 33, 26),
    (14, 15, 16, 19, 18),
    (16, 17, 19, 20, 21, 35),
    (14, 17, 18, 20),
    (10, 18, 19, 23, 22, 21),
    (18, 20, 22, 35),
    (20, 21, 23, 24, 25),
    (20, 22, 24),
    (22, 23),
    (22,),
    (16, 27, 33, 34),
    (26, 34, 31, 30, 28),
    (27, 30, 29),
    (0, 28, 30, 31, 32),
    (27, 28, 29, 31),
    (27, 29, 30, 32, 34),
    (29, 31),
    (16, 26, 34, 35, 36),
    (26, 27, 31, 33, 36, 37),
    (16, 18, 21, 33, 36),
    (33, 34, 35, 37),
    (34, 36, 38),
    (37, 39, 40),
    (38, 40, 41),
    (38, 39, 41),
    (39, 40),
)


def neighbour_arrays() -> tuple[np.ndarray, np.ndarray]:
    """Return the neighbours as (start, adjacent): those of x are ``adjacent[start[x]:start[x + 1]]``."""
    start = np.cumsum([0] + [len(row) for row in NEIGHBOURS])
    return start, np.concatenate([np.array(row) for row in NEIGHBOURS])
