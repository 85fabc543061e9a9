"""Readers of board files: what they read, and that errors name the line and the reason."""

import pytest

from riskkit import boards
from riskkit.boards.board import BoardError, Continent

TOML = """\
name = "islands"
wrap = [["West", "East"]]

[continents]
Left = 2
Right = 0

[territories]
West = { continent = "Left", at = [0, 1], borders = ["Middle", "East"] }
Middle = { at = [1, 0.5], borders = ["West", "East"] }
# a comment
East = { continent = "Right", at = [2, 1], borders = ["Middle", "West"] }
"""

MAP = """\
; a small map
name Three Isles
ver 2

[files]
pic isles.png
map isles.gif
crd isles.cards

[continents]
Old_Land 3 red
New_Land 1 blue

[countries]
1 North_Isle 1 10 20
2 South_Isle 1 10 60
3 Far_Isle 2 90 40

[borders]
1 2 3
2 1
3 1
"""

SEARCH = "V 4\nE 4\n1 2\n2 3\n3 4\n1 3\nP 2\n5 1 2\n3 3 4\n"


def read(tmp_path, name: str, text: str, **more):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return boards.load(path, **more)


def test_toml_file_is_read(tmp_path):
    board = read(tmp_path, "islands.toml", TOML)
    assert board.name == "islands"
    assert board.territories == ("West", "Middle", "East")
    assert board.continents == (Continent("Left", 2, (0,)), Continent("Right", 0, (2,)))
    assert board.edges == ((0, 1), (0, 2), (1, 2))
    assert board.wrap == ((0, 2),)
    assert board.coordinates[1] == (1.0, 0.5)
    assert board.continent_of.tolist() == [0, -1, 1]


def test_toml_file_without_coordinates_is_drawn_on_a_circle(tmp_path):
    bare = "\n".join(line for line in TOML.splitlines() if "wrap" not in line)
    for at in ("at = [0, 1], ", "at = [1, 0.5], ", "at = [2, 1], "):
        bare = bare.replace(at, "")
    board = read(tmp_path, "bare.toml", bare)
    assert all(x * x + y * y == pytest.approx(1, abs=1e-5) for x, y in board.coordinates)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('borders = ["West", "East"]', 'borders = ["Wset", "East"]', 10, "'Wset'.*'West'"),
        ('borders = ["Middle", "West"]', 'borders = ["West"]', 10, "one-way.*'Middle'.*'East'"),
        ('["Middle", "East"]', '["West", "Middle", "East"]', 9, "borders on itself"),
        ("Right = 0", "Right = 0\nNowhere = 4", 7, "empty continent: 'Nowhere'"),
        ("Right = 0", "Right = -3", 6, "not -3"),
        ("Right = 0", "Left = 3", 6, "duplicate name: 'Left' already stands on line 5"),
        ("Middle = {", '"West" = {', 10, "duplicate name: 'West'"),
        ('"Left", at', '"Lefft", at', 9, "'Lefft'.*'Left'"),
        ("at = [1, 0.5]", "at = [1]", 10, "two numbers"),
        ("at = [1, 0.5]", 'at = [1, "a"]', 10, "two numbers"),
        ("at = [1, 0.5], ", "", 10, "`at` is missing here"),
        ('borders = ["West", "East"]', "borders = 3", 10, "needs borders"),
        ('borders = ["West", "East"]', "bordes = []", 10, "'bordes'.*'borders'"),
        ('wrap = [["West", "East"]]', 'wrap = [["West"]]', 2, "pairs of names"),
        ('wrap = [["West", "East"]]', 'wrap = [["West", "Eats"]]', 2, "'Eats'.*'East'"),
        ('wrap = [["West", "East"]]', "grid = [2, 2]", 2, "not those of 2 rows of 2"),
        ('wrap = [["West", "East"]]', "grid = 4", 2, "rows and columns, not 4"),
        ('name = "islands"', "name = 3", 1, "must be a text"),
        ('name = "islands"', 'nmae = "islands"', 1, "'nmae'.*'name'"),
        ("Left = 2", "Left = = 2", 5, "not valid TOML"),
        ("# a comment", "Lone = { at = [9, 9], borders = [] }", 11, "unreachable.*'Lone'"),
    ],
)
def test_wrong_toml_file_is_refused_with_line_and_reason(tmp_path, old, new, line, reason):
    assert TOML.count(old) == 1
    with pytest.raises(BoardError, match=rf"wrong\.toml, line {line}: .*{reason}"):
        read(tmp_path, "wrong.toml", TOML.replace(old, new))


@pytest.mark.parametrize("text", ["", 'name = "x"\n', "[territories]\n", "territories = 3\n"])
def test_toml_file_without_territories_is_refused(tmp_path, text):
    with pytest.raises(BoardError, match=r"none\.toml, line 1: .*\[territories\]"):
        read(tmp_path, "none.toml", text)


def test_domination_map_is_read(tmp_path):
    board = read(tmp_path, "isles.map", MAP)
    assert board.name == "Three Isles"
    assert board.territories == ("North Isle", "South Isle", "Far Isle")
    assert board.continents == (Continent("Old Land", 3, (0, 1)), Continent("New Land", 1, (2,)))
    assert board.edges == ((0, 1), (0, 2))
    assert board.coordinates == ((10.0, -20.0), (10.0, -60.0), (90.0, -40.0))


def test_domination_map_is_latin_unless_it_says_utf_8(tmp_path):
    path = tmp_path / "isles.map"
    path.write_bytes(MAP.replace("Far_Isle", "Île").encode("latin-1"))
    assert boards.load(path).territories[2] == "Île"
    path.write_bytes(MAP.replace("Far_Isle", "Île").encode("utf-8-sig"))
    assert boards.load(path).territories[2] == "Île"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("pic isles.png", "pics isles.png", 6, "pic, map, crd, prv, not 'pics'"),
        ("[borders]", "[edges]", 19, r"unknown section \[edges\]"),
        ("Old_Land 3 red", "Old_Land red", 11, "NAME BONUS COLOUR"),
        ("Old_Land 3 red", "Old_Land three red", 11, "whole number, not 'three'"),
        ("2 South_Isle", "4 South_Isle", 16, "2 comes next"),
        ("2 South_Isle 1", "2 South_Isle 3", 16, "from 1 to 2, not 3"),
        ("10 60", "10", 16, "NUMBER NAME CONTINENT X Y"),
        ("2 South_Isle", "2 North_Isle", 16, "duplicate name"),
        ("\n1 2 3", "\n1 2 3 4", 20, "unknown neighbour: there is no country 4"),
        ("\n3 1\n", "\n", 20, "one-way edge: 'North Isle' borders on 'Far Isle'"),
        ("\n2 1\n", "\n2 1 2\n", 21, "borders on itself"),
        ("New_Land 1 blue", "New_Land 1 blue\nLost_Land 1 red", 13, "empty continent: 'Lost Land'"),
        ("1 2 3\n2 1\n3 1\n", "1 2\n2 1\n", 17, "unreachable territory.*'Far Isle'"),
    ],
)
def test_wrong_domination_map_is_refused_with_line_and_reason(tmp_path, old, new, line, reason):
    assert MAP.count(old) == 1
    with pytest.raises(BoardError, match=rf"wrong\.map, line {line}: .*{reason}"):
        read(tmp_path, "wrong.map", MAP.replace(old, new))


def test_domination_map_without_countries_is_refused(tmp_path):
    with pytest.raises(BoardError, match=r"none\.map, line 1: .*\[countries\]"):
        read(tmp_path, "none.map", "name Nothing\n")


def test_search_file_is_read(tmp_path):
    board = read(tmp_path, "graph.txt", SEARCH)
    assert board.territories == ("1", "2", "3", "4")
    assert board.edges == ((0, 1), (0, 2), (1, 2), (2, 3))
    assert board.continents == (Continent("P1", 5, (0, 1)), Continent("P2", 3, (2, 3)))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("V 4", "N 4", 1, "expected 'V n'"),
        ("V 4", "V four", 1, "whole number, not 'four'"),
        ("V 4", "V 129", 1, "from 1 to 128, not 129"),
        ("V 4", "V 0", 1, "from 1 to 128, not 0"),
        ("V 4", "V 5", 1, "unreachable territory.*'5'"),
        ("E 4", "E 3", 6, "expected 'P n'"),
        ("E 4", "E 5", 7, "whole number, not 'P'"),
        ("2 3", "2 2", 4, "borders on itself"),
        ("2 3", "2 1", 4, "already stands on line 3"),
        ("2 3", "2 5", 4, "from 1 to 4, not 5"),
        ("2 3", "2 3 4", 4, "two countries"),
        ("P 2", "P 3", 10, "file ends where a partition"),
        ("P 2", "P 1", 9, "nothing is expected"),
        ("5 1 2", "5 1 2 3", 9, "'3' is in two continents"),
        ("5 1 2", "5", 8, "empty continent"),
        ("5 1 2", "-5 1 2", 8, "at least 0, not -5"),
        ("5 1 2", "5 1 9", 8, "from 1 to 4, not 9"),
    ],
)
def test_wrong_search_file_is_refused_with_line_and_reason(tmp_path, old, new, line, reason):
    wrong = SEARCH.replace(f"{old}\n", f"{new}\n", 1)
    assert wrong != SEARCH
    with pytest.raises(BoardError, match=rf"wrong\.txt, line {line}: .*{reason}"):
        read(tmp_path, "wrong.txt", wrong)


def troops(tmp_path, *texts: str):
    board = read(tmp_path, "graph.txt", SEARCH)
    paths = []
    for player, text in enumerate(texts):
        paths.append(tmp_path / f"troops{player}.txt")
        paths[-1].write_text(text)
    return boards.read_troops(board, paths)


def test_troops_are_read(tmp_path):
    owner, armies = troops(tmp_path, "1 5\n2 10\n", "3 18\n\n4 1")
    assert owner == (0, 0, 1, 1)
    assert armies == (5, 10, 18, 1)


@pytest.mark.parametrize(
    ("texts", "place", "reason"),
    [
        (("1 5\n9 1", "3 1"), "troops0.txt, line 2", "from 1 to 4, not 9"),
        (("1 5\n2 1", "3 1\n2 4"), "troops1.txt, line 2", "already belongs to player 1"),
        (("1 5\n2 0", "3 1\n4 1"), "troops0.txt, line 2", "at least 1, not 0"),
        (("1 5\n2", "3 1\n4 1"), "troops0.txt, line 2", "country armies"),
        (("1 5\n2 1", "3 1"), "troops1.txt", "no troops file lists country 4"),
    ],
)
def test_wrong_troops_are_refused(tmp_path, texts, place, reason):
    with pytest.raises(BoardError, match=f"{place}.*{reason}"):
        troops(tmp_path, *texts)


def test_format_is_told_by_name_or_given(tmp_path):
    assert len(read(tmp_path, "odd.board", MAP, format="domination")) == 3
    with pytest.raises(ValueError, match="'toml'"):
        read(tmp_path, "odd.board", MAP, format="tolm")
    with pytest.raises(FileNotFoundError):
        boards.load(tmp_path / "nothing.toml")


def test_a_binary_file_is_refused_with_the_line(tmp_path):
    path = tmp_path / "picture.toml"
    path.write_bytes(b'name = "x"\n\xff\xfe\x00')
    with pytest.raises(BoardError, match=r"picture\.toml, line 2: .*UTF-8"):
        boards.load(path)
