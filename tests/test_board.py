"""Boards: what a board must be, the boards that come with riskkit, and its readers."""

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskkit import boards
from riskkit.boards.board import (
    MAX_CONTINENTS,
    MAX_DIRECTED_EDGES,
    MAX_TERRITORIES,
    Board,
    BoardError,
    Continent,
    from_edges,
)
from riskkit.plots.board import plot_board


def path_board(count: int, **more) -> Board:
    """Return a board of `count` territories in a row."""
    names = [f"T{k}" for k in range(count)]
    return from_edges("path", names, [(k, k + 1) for k in range(count - 1)], **more)


def test_classic_board_is_the_classic_board():
    board = boards.classic()
    assert len(board) == 42
    assert len(board.edges) == 83
    assert {c.name: c.bonus for c in board.continents} == {
        "North America": 5,
        "South America": 2,
        "Europe": 5,
        "Africa": 3,
        "Asia": 7,
        "Australia": 2,
    }
    assert [len(c.members) for c in board.continents] == [9, 4, 7, 6, 12, 4]
    assert (board.continent_of >= 0).all()

    def between(a, b):
        return board.index(b) in board.neighbours[board.index(a)]

    assert between("East Africa", "Middle East")
    assert between("Alaska", "Kamchatka")
    assert not between("Western United States", "Quebec")


def test_each_continent_of_the_classic_board_has_its_known_gates():
    board = boards.classic()
    gates = {
        board.continents[c].name: sum(
            any(board.continent_of[n] != c for n in board.neighbours[t]) for t in board.continents[c].members
        )
        for c in range(6)
    }
    assert gates == {
        "North America": 3,
        "South America": 2,
        "Europe": 4,
        "Africa": 3,
        "Asia": 5,
        "Australia": 1,
    }


def test_kengz_board_differs_from_the_classic_one_by_three_edges():
    classic, kengz = boards.classic(), boards.kengz()
    assert len(kengz.edges) == 82

    def named(edges):
        return {frozenset(classic.territories[t] for t in edge) for edge in edges}

    assert named(set(classic.edges) - set(kengz.edges)) == {
        frozenset({"East Africa", "Middle East"}),
        frozenset({"South Africa", "Madagascar"}),
    }
    assert named(set(kengz.edges) - set(classic.edges)) == {frozenset({"Western United States", "Quebec"})}


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 7), (6, 6), (8, 16)])
def test_grid_has_the_edges_of_a_grid(rows, columns):
    board = boards.grid(rows, columns)
    assert len(board) == rows * columns
    assert len(board.edges) == rows * (columns - 1) + columns * (rows - 1)
    assert board.continents == ()
    assert (board.continent_of == -1).all()
    for a, b in board.edges:
        assert b - a in (1, columns)


def test_a_board_is_a_value():
    board = boards.classic()
    twin = pickle.loads(pickle.dumps(board))
    assert twin == board
    assert hash(twin) == hash(board)
    assert twin.digest == board.digest
    assert boards.kengz() != board
    assert boards.kengz().digest != board.digest
    with pytest.raises(AttributeError):
        board.name = "other"
    with pytest.raises(ValueError, match="read-only"):
        board.continent_of[0] = 3


def test_digest_ignores_the_drawing_but_not_the_play():
    board = path_board(4)
    moved = path_board(4, coordinates=[(0, 0), (1, 0), (2, 0), (3, 0)])
    assert moved != board
    assert moved.digest == board.digest
    assert path_board(4, continents=[Continent("A", 1, (0,))]).digest != board.digest


def test_index_names_the_nearest_territories():
    board = boards.classic()
    assert board.territories[board.index("Siam")] == "Siam"
    assert board.continents[board.continent_index("Asia")].name == "Asia"
    with pytest.raises(ValueError, match="Kamchatka"):
        board.index("Kamtchatka")
    with pytest.raises(ValueError, match="Australia"):
        board.continent_index("Australasia")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"territories": ("A", "B", "A")}, "duplicate name.*'A'"),
        ({"territories": ("A", "B", " ")}, "needs a name"),
        ({"neighbours": ((1,), (0, 2), (1, 3))}, "unknown neighbour.*number 3"),
        ({"neighbours": ((1,), (0, 2), ())}, "one-way edge: 'B' borders on 'C'"),
        ({"neighbours": ((0, 1), (0, 2), (1,))}, "'A' borders on itself"),
        ({"neighbours": ((1,), (0,), ())}, "unreachable territory.*'C'"),
        ({"neighbours": ((1,), (2, 0), (1,))}, "must ascend"),
        ({"neighbours": ((1,), (0,))}, "3 rows"),
        ({"continents": (Continent("X", 1, ()),)}, "empty continent: 'X'"),
        ({"continents": (Continent("X", -1, (0,)),)}, "whole number of armies from 0 to 1,000,000, not -1"),
        ({"continents": (Continent("X", 1.5, (0,)),)}, "whole number of armies from 0 to 1,000,000, not 1.5"),
        ({"continents": (Continent("X", 1, (3,)),)}, "no territory 3"),
        ({"continents": (Continent("X", 1, (0,)), Continent("X", 1, (1,)))}, "two continents are"),
        (
            {"continents": (Continent("X", 1, (0, 1)), Continent("Y", 1, (1,)))},
            "'B' is in two continents, 'X' and 'Y'",
        ),
        ({"coordinates": ((0, 0), (1, 1))}, "as many coordinates, got 2"),
        ({"coordinates": ((0, 0), (1, 1), (float("nan"), 0))}, "must be finite"),
        ({"wrap": ((0, 2),)}, "no edge"),
        ({"grid": (3,)}, "rows and columns"),
        ({"grid": (0, 3)}, "rows and columns"),
        ({"grid": (2, 2)}, "2 rows of 2"),
    ],
)
def test_a_wrong_board_is_refused_with_the_reason(change, reason):
    good = {
        "name": "path",
        "territories": ("A", "B", "C"),
        "continents": (),
        "neighbours": ((1,), (0, 2), (1,)),
        "coordinates": ((0, 0), (1, 0), (2, 0)),
    }
    assert len(Board(**good)) == 3
    with pytest.raises(BoardError, match=reason):
        Board(**(good | change))


def test_limits_of_size_are_exact():
    assert len(path_board(MAX_TERRITORIES)) == MAX_TERRITORIES
    with pytest.raises(BoardError, match="1 to 128 territories, this one has 129"):
        path_board(MAX_TERRITORIES + 1)
    with pytest.raises(BoardError, match="this one has 0"):
        path_board(0)
    singles = [Continent(f"C{k}", 1, (k,)) for k in range(MAX_CONTINENTS + 1)]
    assert len(path_board(40, continents=singles[:-1]).continents) == MAX_CONTINENTS
    with pytest.raises(BoardError, match="at most 32 continents"):
        path_board(40, continents=singles)
    names = [str(k) for k in range(40)]
    pairs = [(a, b) for a in range(40) for b in range(a)]
    random.Random(1).shuffle(pairs)
    star = {(a, 0) for a in range(1, 40)}
    edges = list(star) + [pair for pair in pairs if pair not in star]
    half = MAX_DIRECTED_EDGES // 2
    assert len(from_edges("dense", names, edges[:half]).edges) == half
    with pytest.raises(BoardError, match="at most 512 edges, this one has 513"):
        from_edges("dense", names, edges[: half + 1])


@st.composite
def any_board(draw):
    count = draw(st.integers(1, 12))
    names = draw(
        st.lists(
            st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1),
            min_size=count,
            max_size=count,
            unique=True,
        ).filter(lambda rows: all(row.strip() for row in rows))
    )
    tree = [(k, draw(st.integers(0, k - 1))) for k in range(1, count)]
    node = st.integers(0, count - 1)
    more = draw(st.lists(st.tuples(node, node).filter(lambda e: e[0] != e[1])))
    homes = draw(st.lists(st.integers(-1, 3), min_size=count, max_size=count))
    continents = [
        Continent(f"C {c}", draw(st.integers(0, 9)), tuple(np.flatnonzero(np.equal(homes, c))))
        for c in sorted(set(homes) - {-1})
    ]
    spot = st.integers(-500, 500).map(lambda v: v / 4)
    places = draw(st.lists(st.tuples(spot, spot), min_size=count, max_size=count))
    continents = [Continent(c.name, c.bonus, tuple(map(int, c.members))) for c in continents]
    return from_edges("any", names, tree + more, continents, places)


@settings(max_examples=60, deadline=None)
@given(board=any_board())
def test_a_board_survives_its_own_file_format(board, tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "any.toml"
    path.write_text(board.to_toml(), encoding="utf-8")
    assert boards.load(path) == board


def test_the_classic_board_survives_its_own_file_format(tmp_path):
    path = tmp_path / "copy.toml"
    path.write_text(boards.classic().to_toml(), encoding="utf-8")
    assert boards.load(path) == boards.classic()


def test_a_grid_is_told_by_its_data_and_not_by_its_name(tmp_path):
    board = boards.grid(2, 3)
    path = tmp_path / "copy.toml"
    path.write_text(board.to_toml(), encoding="utf-8")
    assert boards.load(path).grid == board.grid == (2, 3)
    assert board.with_edges("grid 2 x 3", add=[("r0c0", "r1c1")]).grid is None
    assert from_edges("grid of mine", ["A", "B"], [(0, 1)]).grid is None


def test_with_edges_refuses_what_is_not_there():
    with pytest.raises(BoardError, match="no edge T0 - T2"):
        path_board(3).with_edges("less", remove=[("T0", "T2")])
    with pytest.raises(BoardError, match="unreachable"):
        path_board(3).with_edges("less", remove=[("T0", "T1")])


def test_plot_shows_every_territory_army_and_edge():
    board = boards.classic()
    owner = [t % 3 for t in range(42)]
    armies = [t + 100 for t in range(42)]
    ax = plot_board(board, owner, armies, players=["red", "green", "blue"])
    texts = [text.get_text() for text in ax.texts]
    assert set(board.territories) <= set(texts)
    assert {str(value) for value in armies} <= set(texts)
    assert {f"{c.name} (+{c.bonus})" for c in board.continents} <= set(texts)
    assert len(ax.patches) == 42
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["red", "green", "blue"]
    left, right = ax.get_xlim()
    ends = [line.get_xdata()[-1] for line in ax.lines if line.get_linestyle() == "--"]
    assert sorted(ends) == [left, right]


def test_plot_draws_into_a_given_axes_and_refuses_wrong_lengths():
    from matplotlib.figure import Figure

    ax = Figure().subplots()
    board = path_board(3)
    assert plot_board(board, ax=ax, names=False, arrows=[(0, 1)], marked=[2]) is ax
    assert len(ax.patches) >= 3
    with pytest.raises(ValueError, match="owner needs one value for each of 3"):
        plot_board(board, owner=[0, 1])
    with pytest.raises(ValueError, match="owner must be -1 to 7"):
        plot_board(board, owner=[0, 1, 8])


def test_a_continent_is_drawn_without_holes():
    board = boards.classic()
    points = np.array(board.coordinates, float)
    filled = [path for drawn in plot_board(board).collections for path in drawn.get_paths()]
    for names in (("Siberia", "China", "Ural"), ("Northwest Territory", "Ontario", "Greenland")):
        middle = points[[board.index(name) for name in names]].mean(axis=0)
        assert any(path.contains_point(middle) for path in filled), names
