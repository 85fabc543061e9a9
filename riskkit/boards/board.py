"""The board as a value: territories, borders, continents and drawing coordinates."""

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from riskkit.errors import RiskkitError, check_name
from riskkit.results.keys import Parts, known_by

MAX_TERRITORIES = 128
MAX_DIRECTED_EDGES = 1024
MAX_CONTINENTS = 32
MOST_BONUS = 1_000_000


class BoardError(RiskkitError, ValueError):
    """A board that is not one.

    Parameters
    ----------
    message : str
        What is wrong, and what would be right.
    where : tuple
        The part that is wrong: ``("territory", t)``, ``("continent", c)``,
        ``("edge", a, b)``, ``("grid",)`` or ``()``; readers of files turn it into ``("line", number)``.
    """

    def __init__(self, message: str, where: tuple = ()):
        super().__init__(message)
        self.where = where


class Continent(NamedTuple):
    """A continent: its name, the armies it gives each turn, its territories (indexes)."""

    name: str
    bonus: int
    members: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board of Risk.

    Two boards are equal when all their fields are; a board can be hashed and pickled.

    Parameters
    ----------
    name : str
        Name of the board.
    territories : tuple of str
        Names of the territories; a territory's index is its place in this tuple.
    continents : tuple of Continent
        Continents; a territory is in one of them or in none.
    neighbours : tuple of tuple of int
        For each territory, the indexes of its neighbours, ascending.
    coordinates : tuple of (float, float)
        For each territory, where to draw it: x to the right, y upwards, any unit.
    wrap : tuple of (int, int)
        Edges that are drawn across the left and right margins of the picture.
    grid : tuple of (int, int), optional
        Rows and columns of a rectangle whose territories, row by row, border on those beside,
        above and below them. It affects play: some agents know a grid's rows and columns.

    Raises
    ------
    BoardError
        For a duplicate name, an unknown neighbour, a one-way edge, a border of a
        territory with itself, an empty continent, a territory in two continents, a
        territory that cannot be reached, or too many of anything.
    """

    name: str
    territories: tuple[str, ...]
    continents: tuple[Continent, ...]
    neighbours: tuple[tuple[int, ...], ...]
    coordinates: tuple[tuple[float, float], ...]
    wrap: tuple[tuple[int, int], ...] = ()
    grid: tuple[int, int] | None = None

    def __post_init__(self):
        _check_names(self)
        _check_continents(self)
        _check_edges(self)
        _check_connected(self)
        _check_drawing(self)
        _check_grid(self)

    def __len__(self) -> int:
        return len(self.territories)

    def __repr__(self) -> str:
        return (
            f"Board({self.name!r}: {len(self)} territories, {len(self.edges)} edges, {len(self.continents)} continents)"
        )

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Edges as pairs of indexes, the smaller first, in ascending order."""
        return tuple((a, b) for a, row in enumerate(self.neighbours) for b in row if a < b)

    @cached_property
    def continent_of(self) -> np.ndarray:
        """Index of each territory's continent, -1 for none; int64, read-only."""
        found = np.full(len(self), -1, np.int64)
        for number, continent in enumerate(self.continents):
            found[list(continent.members)] = number
        found.flags.writeable = False
        return found

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits of all that matters for play (not of the drawing)."""
        content = [self.territories, self.continents, self.neighbours, *([self.grid] if self.grid else [])]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]

    def index(self, name: str) -> int:
        """Return the index of the territory called `name`; the error names the nearest ones."""
        check_name("territory", name, self.territories)
        return self.territories.index(name)

    def continent_index(self, name: str) -> int:
        """Return the index of the continent called `name`; the error names the nearest ones."""
        names = [continent.name for continent in self.continents]
        check_name("continent", name, names)
        return names.index(name)

    def with_edges(
        self,
        name: str,
        add: Iterable[tuple[str, str]] = (),
        remove: Iterable[tuple[str, str]] = (),
    ) -> "Board":
        """Return this board under a new name with edges (pairs of names) added and removed."""
        rows = [set(row) for row in self.neighbours]
        for first, second in remove:
            a, b = self.index(first), self.index(second)
            if b not in rows[a]:
                raise BoardError(f"there is no edge {first} - {second} to remove", ("edge", a, b))
            rows[a].discard(b)
            rows[b].discard(a)
        for first, second in add:
            a, b = self.index(first), self.index(second)
            rows[a].add(b)
            rows[b].add(a)
        kept = tuple(pair for pair in self.wrap if pair[1] in rows[pair[0]])
        return replace(self, name=name, neighbours=_ascending(rows), wrap=kept, grid=None)

    def to_toml(self) -> str:
        """Return the board as text in riskkit's own file format."""
        lines = [f"name = {_quote(self.name)}"]
        if self.wrap:
            pairs = (f"[{_quote(self.territories[a])}, {_quote(self.territories[b])}]" for a, b in self.wrap)
            lines.append(f"wrap = [{', '.join(pairs)}]")
        if self.grid:
            lines.append(f"grid = {list(self.grid)}")
        lines += ["", "[continents]"]
        lines += [f"{_quote(c.name)} = {c.bonus}" for c in self.continents]
        lines += ["", "[territories]"]
        for t, name in enumerate(self.territories):
            home = int(self.continent_of[t])
            inside = f"continent = {_quote(self.continents[home].name)}, " if home >= 0 else ""
            x, y = self.coordinates[t]
            borders = ", ".join(_quote(self.territories[n]) for n in self.neighbours[t])
            lines.append(f"{_quote(name)} = {{ {inside}at = [{x:.12g}, {y:.12g}], borders = [{borders}] }}")
        return "\n".join(lines) + "\n"


@known_by(Board)
def board_parts(board: Board) -> Parts:
    """Return what a board contributes to the key of a stored result: its digest."""
    return Parts({"board": board.digest}, {"board": board.digest}, {})


def from_edges(
    name: str,
    territories: Sequence[str],
    edges: Iterable[tuple[int, int]],
    continents: Iterable[Continent] = (),
    coordinates: Sequence[tuple[float, float]] | None = None,
    wrap: Iterable[tuple[int, int]] = (),
    grid: tuple[int, int] | None = None,
) -> Board:
    """Return the board with these undirected edges (pairs of indexes).

    Without `coordinates` the territories are drawn on a circle.
    """
    rows: list[set[int]] = [set() for _ in territories]
    for a, b in edges:
        for here, there in ((a, b), (b, a)):
            if not 0 <= here < len(rows):
                raise BoardError(
                    f"edge ({a}, {b}): there is no territory {here}; territories are 0 to {len(rows) - 1}",
                    ("edge", a, b),
                )
            rows[here].add(there)
    places = circle(len(rows)) if coordinates is None else coordinates
    return Board(
        name,
        tuple(territories),
        tuple(continents),
        _ascending(rows),
        tuple((float(x), float(y)) for x, y in places),
        tuple(wrap),
        grid,
    )


def circle(count: int) -> tuple[tuple[float, float], ...]:
    """Return `count` points on the unit circle, clockwise from the top."""
    angles = [math.pi / 2 - 2 * math.pi * k / max(count, 1) for k in range(count)]
    return tuple((round(math.cos(a), 6), round(math.sin(a), 6)) for a in angles)


def resolve(name: str, known: Mapping[str, int], where: tuple) -> int:
    """Return the index of a named territory, or raise a BoardError that lists the nearest."""
    try:
        check_name("territory", name, tuple(known))
    except (ValueError, TypeError, RiskkitError) as problem:
        raise BoardError(str(problem), where) from None
    return known[name]


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _ascending(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(row)) for row in rows)


def _check_names(board: Board) -> None:
    count = len(board.territories)
    if not 1 <= count <= MAX_TERRITORIES:
        raise BoardError(f"a board has 1 to {MAX_TERRITORIES} territories, this one has {count}")
    first: dict[str, int] = {}
    for t, name in enumerate(board.territories):
        if not isinstance(name, str) or not name.strip():
            raise BoardError(f"territory {t} needs a name, got {name!r}", ("territory", t))
        if name in first:
            raise BoardError(f"duplicate name: two territories are {name!r}", ("territory", t))
        first[name] = t


def _check_continents(board: Board) -> None:
    if len(board.continents) > MAX_CONTINENTS:
        raise BoardError(f"a board has at most {MAX_CONTINENTS} continents, this one has {len(board.continents)}")
    names: set[str] = set()
    home: dict[int, str] = {}
    for c, (name, bonus, members) in enumerate(board.continents):
        where = ("continent", c)
        if name in names:
            raise BoardError(f"duplicate name: two continents are {name!r}", where)
        names.add(name)
        if isinstance(bonus, bool) or not isinstance(bonus, int) or not 0 <= bonus <= MOST_BONUS:
            raise BoardError(
                f"continent {name!r}: the bonus is a whole number of armies from 0 to {MOST_BONUS:,}, not {bonus!r}",
                where,
            )
        if not members:
            raise BoardError(f"empty continent: {name!r} has no territory", where)
        for t in members:
            if not 0 <= t < len(board.territories):
                raise BoardError(f"continent {name!r}: there is no territory {t}", where)
            if t in home:
                raise BoardError(
                    f"{board.territories[t]!r} is in two continents, {home[t]!r} and {name!r}",
                    where,
                )
            home[t] = name


def _check_edges(board: Board) -> None:
    names = board.territories
    if len(board.neighbours) != len(names):
        raise BoardError(f"{len(names)} territories need {len(names)} rows of neighbours, got {len(board.neighbours)}")
    for a, row in enumerate(board.neighbours):
        for b in row:
            where = ("edge", a, b)
            if not 0 <= b < len(names):
                raise BoardError(f"unknown neighbour: {names[a]!r} borders on number {b}", where)
            if a == b:
                raise BoardError(f"{names[a]!r} borders on itself", where)
            if a not in board.neighbours[b]:
                raise BoardError(
                    f"one-way edge: {names[a]!r} borders on {names[b]!r}, but not the reverse",
                    where,
                )
        if list(row) != sorted(set(row)):
            raise BoardError(f"neighbours of {names[a]!r} must ascend without repeats: {row}", ("territory", a))
    directed = sum(len(row) for row in board.neighbours)
    if directed > MAX_DIRECTED_EDGES:
        raise BoardError(f"a board has at most {MAX_DIRECTED_EDGES // 2} edges, this one has {directed // 2}")


def _check_connected(board: Board) -> None:
    reached, waiting = {0}, [0]
    while waiting:
        for there in board.neighbours[waiting.pop()]:
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    for t, name in enumerate(board.territories):
        if t not in reached:
            raise BoardError(
                f"unreachable territory: no way leads from {board.territories[0]!r} to {name!r}",
                ("territory", t),
            )


def _check_drawing(board: Board) -> None:
    if len(board.coordinates) != len(board.territories):
        raise BoardError(f"{len(board.territories)} territories need as many coordinates, got {len(board.coordinates)}")
    for t, (x, y) in enumerate(board.coordinates):
        if not (math.isfinite(x) and math.isfinite(y)):
            raise BoardError(
                f"coordinates of {board.territories[t]!r} must be finite, not ({x}, {y})",
                ("territory", t),
            )
    for a, b in board.wrap:
        if (min(a, b), max(a, b)) not in board.edges:
            raise BoardError(f"wrap: there is no edge ({a}, {b})", ("edge", a, b))


def grid_edges(rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the edges of a rectangle of territories numbered row by row."""
    right = [(t, t + 1) for t in range(rows * columns) if (t + 1) % columns]
    return right + [(t, t + columns) for t in range((rows - 1) * columns)]


def _check_grid(board: Board) -> None:
    if board.grid is None:
        return
    sizes = tuple(board.grid) if isinstance(board.grid, tuple | list) else ()
    if len(sizes) != 2 or not all(type(n) is int and n > 0 for n in sizes):
        raise BoardError(f"grid must be two whole numbers, rows and columns, not {board.grid!r}", ("grid",))
    rows, columns = sizes
    if rows * columns != len(board) or sorted(grid_edges(rows, columns)) != list(board.edges):
        raise BoardError(
            f"grid: the territories and edges are not those of {rows} rows of {columns}, row by row", ("grid",)
        )
    object.__setattr__(board, "grid", sizes)
