"""riskkit's own board format, TOML.

::

    name = "islands"
    wrap = [["West", "East"]]            # optional: edges drawn across the margins
    grid = [6, 6]                        # optional: rows and columns of a rectangle

    [continents]
    "Left" = 2                           # name = armies a turn

    [territories]                        # one line a territory
    "West" = { continent = "Left", at = [0, 1], borders = ["Middle", "East"] }

A territory may leave out `continent`; either all have `at` or none (then a circle is drawn).
"""

import re
import tomllib

from riskkit.boards.board import Board, BoardError, Continent, circle, resolve
from riskkit.boards.source import Source
from riskkit.errors import RiskkitError, check_name

KEY = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
SECTION = re.compile(r"\s*\[\s*([A-Za-z_]+)\s*\]\s*(?:#.*)?$")
TOP = ("name", "wrap", "grid", "continents", "territories")
FIELDS = ("continent", "at", "borders")


def parse(text: str, name: str) -> Board:
    """Return the board of a TOML text; `name` is the file's, for errors."""
    source = Source(text, name)
    found = _locate(source)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"\(at line (\d+), column \d+\)", str(problem))
        line = int(place[1]) if place else max(text.count("\n"), 1)
        reason = re.sub(r"\s*\(at .*\)", "", str(problem))
        raise source.error(line, f"not valid TOML: {reason}") from None
    return source.build(lambda: _build(source, data, found))


def _locate(source: Source) -> dict[tuple[str, str], int]:
    """Return the line of each key, by section; refuse a key given twice."""
    section = ""
    lines: dict[tuple[str, str], int] = {}
    for number, line in source.numbered("#"):
        header, key = SECTION.match(line), KEY.match(line)
        if header:
            section = header[1]
        elif key:
            label = (section, next(part for part in key.groups() if part is not None))
            if label in lines:
                raise source.error(
                    number,
                    f"duplicate name: {label[1]!r} already stands on line {lines[label]}",
                )
            lines[label] = number
    return lines


def _build(source: Source, data: dict, found: dict[tuple[str, str], int]) -> Board:
    for key in data:
        _check_key(source, found.get(("", key), found.get((key, ""), 1)), "key", key, TOP)
    table, bonuses = data.get("territories", {}), data.get("continents", {})
    if not isinstance(table, dict) or not table:
        raise source.error(1, "a board needs a section [territories] with a line for each")
    if not isinstance(bonuses, dict):
        raise source.error(found[("", "continents")], "[continents] is a section, not a value")
    number = {territory: t for t, territory in enumerate(table)}
    members: dict[str, list[int]] = {continent: [] for continent in bonuses}
    neighbours, places = [], []
    for t, (territory, entry) in enumerate(table.items()):
        line = found.get(("territories", territory), 1)
        source.lines[("territory", t)] = line
        _check_entry(source, line, territory, entry)
        if "continent" in entry:
            _check_key(source, line, "continent", entry["continent"], tuple(bonuses))
            members[entry["continent"]].append(t)
        row = [resolve(other, number, ("territory", t)) for other in entry["borders"]]
        source.lines.update({("edge", t, other): line for other in row})
        neighbours.append(tuple(sorted(set(row))))
        places.append(entry.get("at"))
    for c, continent in enumerate(bonuses):
        source.lines[("continent", c)] = found.get(("continents", continent), 1)
    source.lines[("grid",)] = found.get(("", "grid"), 1)
    if any(place is None for place in places):
        if any(place is not None for place in places):
            lacking = ("territory", places.index(None))
            raise BoardError("`at` is missing here but given for other territories", lacking)
        places = list(circle(len(places)))
    return Board(
        _title(source, data, found),
        tuple(table),
        tuple(Continent(c, bonus, tuple(members[c])) for c, bonus in bonuses.items()),
        tuple(neighbours),
        tuple((float(x), float(y)) for x, y in places),
        _wrap(source, data.get("wrap", []), number, found.get(("", "wrap"), 1)),
        data.get("grid"),
    )


def _title(source: Source, data: dict, found: dict) -> str:
    title = data.get("name", source.name.rsplit(".", 1)[0])
    if not isinstance(title, str):
        raise source.error(found[("", "name")], f"name must be a text, not {title!r}")
    return title


def _check_key(source: Source, line: int, kind: str, key, known: tuple[str, ...]) -> None:
    try:
        check_name(kind, key, known)
    except (ValueError, TypeError, RiskkitError) as problem:
        raise source.error(line, str(problem)) from None


def _check_entry(source: Source, line: int, territory: str, entry) -> None:
    if not isinstance(entry, dict):
        raise source.error(line, f"{territory!r} must be a table {{ borders = [...] }}")
    for key in entry:
        _check_key(source, line, "key", key, FIELDS)
    borders = entry.get("borders")
    if not isinstance(borders, list) or not all(isinstance(n, str) for n in borders):
        raise source.error(line, f"{territory!r} needs borders = [names of its neighbours]")
    at = entry.get("at", [0, 0])
    if not (isinstance(at, list) and len(at) == 2 and all(type(v) in (int, float) for v in at)):
        raise source.error(line, f"at of {territory!r} must be two numbers [x, y], not {at!r}")


def _wrap(source: Source, pairs, number: dict[str, int], line: int) -> tuple[tuple[int, int], ...]:
    wrap = []
    for pair in pairs if isinstance(pairs, list) else [pairs]:
        if not (isinstance(pair, list) and len(pair) == 2):
            raise source.error(line, f"wrap is a list of pairs of names, not {pair!r}")
        ends = []
        for end in pair:
            _check_key(source, line, "territory", end, tuple(number))
            ends.append(number[end])
        source.lines.setdefault(("edge", *ends), line)
        wrap.append((ends[0], ends[1]))
    return tuple(wrap)
