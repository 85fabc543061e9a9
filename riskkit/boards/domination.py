"""Map files (``.map``) of the open-source game Domination.

A header of ``key value`` lines, then sections: ``[files]``, ``[continents]`` (name, bonus,
colour), ``[countries]`` (number from 1 in order, name, continent from 1, x, y) and
``[borders]`` (a country, then its neighbours). ``;`` starts a comment line, ``_`` in a name
stands for a blank, y grows downwards.
"""

import codecs

from riskkit.boards.board import Board, Continent
from riskkit.boards.source import Source

FILES = ("pic", "map", "crd", "prv")


def decode(raw: bytes) -> str:
    """Return a map file's text: UTF-8 after a byte order mark, else ISO-8859-1."""
    if raw.startswith(codecs.BOM_UTF8):
        return raw.decode("utf-8-sig")
    return raw.decode("iso-8859-1")


def parse(text: str, name: str) -> Board:
    """Return the board of a map file's text; `name` is the file's, for errors and a title."""
    source = Source(text, name)
    title = name.rsplit(".", 1)[0]
    continents: list[tuple[str, int]] = []
    countries: list[tuple[str, int, float, float]] = []
    borders: dict[int, list[int]] = {}
    section = ""
    for number, line in source.numbered(";"):
        fields = line.split()
        if line.startswith("["):
            section = line.strip("[] ").lower()
            if section not in ("files", "continents", "countries", "borders"):
                raise source.error(number, f"unknown section {line}")
        elif section == "":
            title = line[len("name") :].strip() if fields[0] == "name" else title
        elif section == "files":
            if fields[0] not in FILES:
                raise source.error(number, f"[files] knows {', '.join(FILES)}, not {fields[0]!r}")
        elif section == "continents":
            if len(fields) != 3:
                raise source.error(number, "a continent is: NAME BONUS COLOUR")
            source.lines[("continent", len(continents))] = number
            bonus = source.integer(number, fields[1], "the bonus", 0)
            continents.append((fields[0].replace("_", " "), bonus))
        elif section == "countries":
            source.lines[("territory", len(countries))] = number
            countries.append(_country(source, number, fields, len(countries), len(continents)))
        else:
            _border(source, number, fields, len(countries), borders)
    return source.build(lambda: _build(source, title, continents, countries, borders))


def _country(source: Source, line: int, fields: list[str], before: int, continents: int):
    if len(fields) != 5:
        raise source.error(line, "a country is: NUMBER NAME CONTINENT X Y")
    given = source.integer(line, fields[0], "the country's number", 1)
    if given != before + 1:
        raise source.error(line, f"country {given} is out of order: {before + 1} comes next")
    home = source.integer(line, fields[2], "the continent", 1, continents)
    x = source.integer(line, fields[3], "x", 0)
    y = source.integer(line, fields[4], "y", 0)
    return fields[1].replace("_", " "), home - 1, float(x), float(-y)


def _border(source: Source, line: int, fields: list[str], count: int, borders: dict) -> None:
    numbers = []
    for text in fields:
        value = source.integer(line, text, "a country's number", 1)
        if value > count:
            raise source.error(line, f"unknown neighbour: there is no country {value}, they are 1 to {count}")
        numbers.append(value - 1)
    here, row = numbers[0], numbers[1:]
    borders.setdefault(here, []).extend(row)
    source.lines.update({("edge", here, there): line for there in row})


def _build(source: Source, title: str, continents, countries, borders) -> Board:
    if not countries:
        raise source.error(1, "a map needs a section [countries] with a line for each")
    homes = [home for _, home, _, _ in countries]
    return Board(
        title,
        tuple(country for country, _, _, _ in countries),
        tuple(
            Continent(name, bonus, tuple(t for t, home in enumerate(homes) if home == c))
            for c, (name, bonus) in enumerate(continents)
        ),
        tuple(tuple(sorted(set(borders.get(t, [])))) for t in range(len(countries))),
        tuple((x, y) for _, _, x, y in countries),
    )
