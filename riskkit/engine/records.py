"""From boards and positions to the records that compiled code reads."""

from functools import lru_cache

import numpy as np

from riskkit.engine.types import BOARD, MOST_ARMIES, POSITION, records


@lru_cache(maxsize=64)
def board_record(board) -> np.ndarray:
    """Return a `Board` as one read-only BOARD record, shape (1,)."""
    made = records(1, BOARD)
    made["territories"] = len(board)
    made["continents"] = len(board.continents)
    start = np.cumsum([0] + [len(row) for row in board.neighbours])
    made["start"][0, : len(start)] = start
    made["edges"] = start[-1]
    made["adjacent"][0, : start[-1]] = [t for row in board.neighbours for t in row]
    made["continent"][0] = -1
    made["continent"][0, : len(board)] = board.continent_of
    for c, continent in enumerate(board.continents):
        made["bonus"][0, c] = continent.bonus
        made["size"][0, c] = len(continent.members)
    made.flags.writeable = False
    return made


def position_record(board, players: int, position=None) -> np.ndarray:
    """Return a position (owners, armies) as one POSITION record, shape (1,).

    Parameters
    ----------
    board
        `Board`.
    players
        Number of playing seats.
    position
        Pair of sequences: the seat that owns each territory, and its armies (1 or more).
        None gives an empty record, for rules that deal the territories.
    """
    made = records(1, POSITION)
    if position is None:
        return made
    owner, armies = (np.asarray(part) for part in position)
    for name, values in (("owner", owner), ("armies", armies)):
        if values.shape != (len(board),) or values.dtype.kind not in "iu":
            raise ValueError(f"position: {name} needs {len(board)} whole numbers, one a territory")
    if owner.min() < 0 or owner.max() >= players:
        raise ValueError(f"position: owners are seats 0 to {players - 1}, not {owner.min()} to {owner.max()}")
    if armies.min() < 1:
        where = board.territories[int(armies.argmin())]
        raise ValueError(f"position: {where} has {armies.min()} armies; every territory holds at least one")
    for p in range(players):
        if armies[owner == p].sum(dtype=object) > MOST_ARMIES:
            raise ValueError(f"position: seat {p} has more than {MOST_ARMIES:,} armies")
    made["owner"][0, : len(board)] = owner
    made["armies"][0, : len(board)] = armies
    return made
