"""The numbered format of the search agents' program.

A board file is ``V n``, ``E m``, then m lines with the two ends of an edge, ``P p``, then p
lines with a partition's bonus and its countries. A troops file, one a player, has lines of a
country and its armies. Countries are numbered from 1, and are named by their numbers.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from riskkit.boards.board import MAX_CONTINENTS, MAX_DIRECTED_EDGES, MAX_TERRITORIES, Board, Continent, from_edges
from riskkit.boards.source import Source


def parse(text: str, name: str) -> Board:
    """Return the board of a text in the numbered format; `name` is the file's."""
    source = Source(text, name)
    lines = list(source.numbered())
    end = (lines[-1][0] if lines else 0) + 1
    taken = 0

    def take(what: str) -> tuple[int, list[str]]:
        nonlocal taken
        if taken == len(lines):
            raise source.error(end, f"the file ends where {what} should stand")
        number, line = lines[taken]
        taken += 1
        return number, line.split()

    def count(letter: str, what: str, low: int, high: int) -> int:
        number, fields = take(f"'{letter} n' ({what})")
        if len(fields) != 2 or fields[0] != letter:
            raise source.error(number, f"expected '{letter} n' ({what}), got {' '.join(fields)!r}")
        return source.integer(number, fields[1], what, low, high)

    size = count("V", "the number of countries", 1, MAX_TERRITORIES)
    edges = []
    for _ in range(count("E", "the number of edges", 0, MAX_DIRECTED_EDGES // 2)):
        number, fields = take("an edge 'a b'")
        edge = _edge(source, number, fields, size)
        if edge in source.lines:
            raise source.error(number, f"edge {' '.join(fields)} already stands on line {source.lines[edge]}")
        source.lines[edge] = number
        edges.append(edge[1:])
    continents = []
    for index in range(count("P", "the number of partitions", 0, MAX_CONTINENTS)):
        number, fields = take("a partition 'bonus country ...'")
        bonus = source.integer(number, fields[0], "the bonus", 0)
        members = [source.integer(number, f, "the country", 1, size) - 1 for f in fields[1:]]
        source.lines[("continent", index)] = number
        continents.append(Continent(f"P{index + 1}", bonus, tuple(members)))
    if taken < len(lines):
        raise source.error(lines[taken][0], "nothing is expected after the last partition")
    for t in range(size):
        source.lines[("territory", t)] = lines[0][0]
    names = [str(t + 1) for t in range(size)]
    title = name.rsplit(".", 1)[0]
    return source.build(lambda: from_edges(title, names, edges, continents))


def _edge(source: Source, line: int, fields: list[str], size: int) -> tuple[str, int, int]:
    if len(fields) != 2:
        raise source.error(line, f"an edge is two countries 'a b', got {' '.join(fields)!r}")
    a, b = (source.integer(line, f, "the country", 1, size) - 1 for f in fields)
    if a == b:
        raise source.error(line, f"country {a + 1} borders on itself")
    return ("edge", min(a, b), max(a, b))


def read_troops(board: Board, paths: Sequence[str | Path]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read one troops file a player and return (owner, armies), a value a territory.

    Raises
    ------
    BoardError
        With file, line and reason: no such country, a country listed twice, fewer than
        one army; or a country that no file lists.
    """
    owner = np.full(len(board), -1)
    armies = np.zeros(len(board), np.int64)
    source = Source("", "troops")
    for player, path in enumerate(map(Path, paths)):
        source = Source(path.read_text(encoding="utf-8-sig"), path.name)
        for number, line in source.numbered():
            fields = line.split()
            if len(fields) != 2:
                raise source.error(number, f"expected 'country armies', got {line!r}")
            t = source.integer(number, fields[0], "the country", 1, len(board)) - 1
            if owner[t] >= 0:
                raise source.error(number, f"country {t + 1} already belongs to player {owner[t] + 1}")
            owner[t] = player
            armies[t] = source.integer(number, fields[1], "the number of armies", 1)
    for missing in np.flatnonzero(owner < 0):
        raise source.error(source.text.count("\n") + 1, f"no troops file lists country {board.territories[missing]}")
    return tuple(owner.tolist()), tuple(armies.tolist())
