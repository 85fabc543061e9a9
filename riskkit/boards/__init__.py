"""Boards that come with riskkit, and readers of board files."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from riskkit._lazy import face
from riskkit.boards import domination, search_format, toml_format
from riskkit.boards.board import Board, BoardError, Continent, from_edges, grid_edges
from riskkit.boards.search_format import read_troops
from riskkit.errors import check_integer, check_name

__all__ = [
    "Board",
    "BoardError",
    "Continent",
    "classic",
    "from_edges",
    "grid",
    "islands",
    "kengz",
    "load",
    "read_troops",
    "search_sample",
    "three_lands",
]

FORMATS = {
    "toml": toml_format.parse,
    "domination": domination.parse,
    "search": search_format.parse,
}


@cache
def classic() -> Board:
    """Return the classic board: 42 territories, 83 edges, six continents.

    East Africa and the Middle East are neighbours. Continents give 5 (North America),
    2 (South America), 5 (Europe), 3 (Africa), 7 (Asia) and 2 (Australia) armies.
    """
    text = files(__package__).joinpath("classic.toml").read_text(encoding="utf-8")
    return toml_format.parse(text, "classic.toml")


@cache
def kengz() -> Board:
    """Return the classic board as the graph personalities' authors programmed it: 82 edges.

    East Africa - Middle East and South Africa - Madagascar are missing, and Western
    United States - Quebec is added.
    """
    return classic().with_edges(
        "kengz",
        add=[("Western United States", "Quebec")],
        remove=[("East Africa", "Middle East"), ("South Africa", "Madagascar")],
    )


@cache
def islands() -> Board:
    """Return a small board for search: two islands of four territories, two bridges."""
    text = files(__package__).joinpath("islands.toml").read_text(encoding="utf-8")
    return toml_format.parse(text, "islands.toml")


def search_sample() -> tuple[Board, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the board of four territories that the search agents' program comes with.

    Returns
    -------
    board : Board
    position : tuple
        Owners and armies of its two troops files.
    """
    folder = files(__package__)
    board = search_format.parse(folder.joinpath("search_sample.txt").read_text(), "search_sample.txt")
    with as_file(folder) as path:
        troops = [path / f"search_sample_troops{seat}.txt" for seat in (0, 1)]
        return board, read_troops(board, troops)


@cache
def three_lands() -> Board:
    """Return a grid of 3 x 4 with three continents: the left and right column, the middle."""
    plain = grid(3, 4)
    left, right = (0, 4, 8), (3, 7, 11)
    middle = tuple(t for t in range(12) if t not in left + right)
    lands = [Continent("Left", 3, left), Continent("Middle", 5, middle), Continent("Right", 3, right)]
    return from_edges("three lands", plain.territories, plain.edges, lands, plain.coordinates)


@cache
def grid(rows: int = 6, columns: int = 6) -> Board:
    """Return a rectangle of territories with four neighbours each and no continents.

    Territory ``row * columns + column`` is called ``"r<row>c<column>"``, counted from 0,
    with row 0 at the top of the picture.
    """
    check_integer("rows", rows, 1)
    check_integer("columns", columns, 1)
    places = [(r, c) for r in range(rows) for c in range(columns)]
    return from_edges(
        f"grid {rows} x {columns}",
        [f"r{r}c{c}" for r, c in places],
        grid_edges(rows, columns),
        coordinates=[(c, rows - 1 - r) for r, c in places],
        grid=(rows, columns),
    )


def load(path: str | Path, format: str | None = None) -> Board:
    """Read a board from a file.

    Parameters
    ----------
    path : str or Path
        The file.
    format : {"toml", "domination", "search"}, optional
        riskkit's own format, a ``.map`` file of the open-source game Domination, or the
        numbered format of the search agents' program (``V n``, ``E m``, edges, ``P p``,
        partitions). Told by the file's ending where not given: ``.toml``, ``.map``, other.

    Raises
    ------
    BoardError
        With the file, the line and the reason.
    FileNotFoundError
        When there is no such file.
    """
    path = Path(path)
    if format is None:
        format = {".toml": "toml", ".map": "domination"}.get(path.suffix.lower(), "search")
    check_name("board format", format, tuple(FORMATS))
    raw = path.read_bytes()
    try:
        text = domination.decode(raw) if format == "domination" else raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise BoardError(f"{path.name}, line {line}: the file must be UTF-8 text") from None
    return FORMATS[format](text, path.name)


__getattr__, __dir__ = face(__name__)
