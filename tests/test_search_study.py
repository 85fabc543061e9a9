"""The study of the search agents: positions, the score, what the heuristics miss, its figures."""

import numpy as np
import pandas as pd
import pytest

from riskkit import boards
from riskkit.agents.search.plans import plan
from riskkit.plots import search_agents as plots
from riskkit.studies.search_agents import analysis, settings
from riskkit.studies.search_agents import claims as ledger
from riskkit.studies.search_agents import results as study


@pytest.mark.parametrize("name", settings.BOARDS)
def test_positions_are_fixed_by_their_number(name):
    size = len(settings.board_of(name))
    owner, armies = settings.position_of(name, 3)
    assert (owner, armies) == settings.position_of(name, 3)
    assert (owner, armies) != settings.position_of(name, 4)
    assert owner.count(1) == size // 2 and owner.count(0) == size - size // 2
    assert min(armies) >= 1
    assert max(a for a, o in zip(armies, owner) if o == 0) <= 6


def test_the_sample_is_the_one_of_the_program():
    board, position = boards.search_sample()
    assert settings.board_of("sample") == board
    assert settings.position_of("sample", 0) == position == ((0, 0, 1, 1), (5, 10, 18, 1))
    assert len(board.edges) == 4
    assert [(c.bonus, c.members) for c in board.continents] == [(5, (0, 1)), (3, (2, 3))]


def test_the_boards_of_the_study_have_the_size_they_say():
    assert len(boards.islands()) == 8 and len(boards.islands().edges) == 10
    lands = boards.three_lands()
    assert len(lands) == 12 and [len(c.members) for c in lands.continents] == [3, 6, 3]
    with pytest.raises(ValueError, match="islands"):
        settings.board_of("iland")


def test_nobody_gets_extra_armies_as_run():
    assert settings.rules_of("described").conquest_bonus == 2
    assert settings.rules_of("as run").conquest_bonus == 0
    with pytest.raises(ValueError, match="as run"):
        settings.rules_of("as_run")


def test_a_game_gives_own_turns_and_expansions():
    board, position = boards.search_sample()
    rules = settings.rules_of("described")
    game = study.play("search.astar_admissible", "search.passive", board, position, rules)
    found = plan(board, position, heuristic="armies")
    assert game == {
        "won": True,
        "turns": found.turns,
        "expansions": found.expanded,
        "generated": found.generated,
        "improvements": 0,
        "searches": 1,
    }
    simple = study.play("search.aggressive", "search.passive", board, position, rules)
    assert simple["expansions"] == simple["searches"] == 0


def test_greedy_counts_its_own_countries_and_one_improvement_an_attack():
    board = boards.from_edges("pair", ["a", "b", "c"], [(0, 1), (1, 2)])
    game = study.play("search.greedy", "search.passive", board, ((0, 0, 1), (1, 3, 1)), settings.rules_of("described"))
    assert (game["won"], game["turns"], game["expansions"], game["improvements"]) == (True, 1, 3, 1)


def played():
    """Return a small table of games made by hand: two positions, two agents."""
    rows = [
        ("described", "b", 0, "greedy", True, 2, 10, 2),
        ("described", "b", 1, "greedy", True, 4, 30, 3),
        ("described", "b", 0, "A*", True, 2, 100, 0),
        ("described", "b", 1, "A*", False, 50, 300, 0),
    ]
    columns = ["reading", "board", "position", "agent", "won", "turns", "expansions", "improvements"]
    return pd.DataFrame(rows, columns=columns)


def test_the_score_is_the_sources_formula():
    table = analysis.scores(played()).set_index(["agent", "f"])
    assert table.loc[("greedy", 1), "P"] == 3 + 20
    assert table.loc[("greedy", 100), "P"] == 300 + 20
    assert table.loc[("A*", 10_000), "P"] == 26 * 10_000 + 200
    assert table.loc[("A*", 1), ["won", "n", "rank"]].tolist() == [1, 2, 2]
    counted = analysis.scores(played(), "as run").set_index(["agent", "f"])
    assert counted.loc[("greedy", 1), "P"] == 3 + 2.5
    assert counted.loc[("A*", 1), "P"] == table.loc[("A*", 1), "P"]
    with pytest.raises(ValueError, match="as run"):
        analysis.scores(played(), "as_run")


def test_missed_compares_with_the_shortest_known_way():
    rows = [
        ("b", 0, "turns", "found", 3, 9, 9),
        ("b", 0, "squared", "found", 4, 5, 9),
        ("b", 1, "turns", "limit", 2, 99, 9),
        ("b", 1, "squared", "found", 7, 5, 9),
        ("b", 2, "turns", "found", 3, 9, 9),
        ("b", 2, "squared", "found", 3, 5, 9),
    ]
    columns = ["board", "position", "heuristic", "status", "turns", "expanded", "generated"]
    table = analysis.missed(pd.DataFrame(rows, columns=columns)).set_index("heuristic")
    assert table.loc["squared", ["longer", "n", "extra", "unsolved"]].tolist() == [1, 2, 1, 0]
    assert table.loc["turns", ["longer", "n", "extra", "unsolved"]].tolist() == [0, 2, 0, 1]


def test_stored_games_are_those_played_now():
    stored = study.games()
    sample = stored[stored["board"].isin(["sample", "islands"]) & (stored["position"] < 3)]
    for row in sample.itertuples():
        agent = settings.agents_of(row.reading)[row.agent]
        board, position = settings.board_of(row.board), settings.position_of(row.board, row.position)
        again = study.play(agent, "search.passive", board, position, settings.rules_of(row.reading))
        assert again == {key: getattr(row, key) for key in again}, (row.board, row.position, row.agent)


def test_admissible_heuristics_never_miss_in_the_stored_searches():
    table = analysis.missed(study.searches()).set_index(["board", "heuristic"])
    exact = table.loc[(slice(None), ["turns", "armies"]), "longer"]
    assert (exact == 0).all()
    assert table.loc[(slice(None), "squared"), "longer"].sum() > 0


def test_claims_name_an_agent_for_each_board_reading_and_factor():
    rows = ledger.rows()
    assert {(row.reading, row.part) for row in rows} == {
        (reading, f"f = {factor:,}") for reading in settings.READINGS for factor in settings.FACTORS
    }
    assert all(row.verdict == "not testable" and row.n for row in rows)


def test_a_plan_is_drawn_turn_by_turn():
    board, position = boards.search_sample()
    found = plan(board, position)
    data = analysis.plan_steps(board, found)
    assert len(data) == (len(found.moves) + 1) * 4
    last = data[data["step"] == data["step"].max()]
    assert (last["owner"] == 0).all()
    fig = plots.plot_plan(board, found)[0].figure
    drawn = [ax for ax in fig.axes if ax.get_title()]
    assert [ax.get_title() for ax in drawn] == ["start", *(f"after own turn {k}" for k in (1, 2, 3))]
    numbers = {text.get_text() for text in drawn[-1].texts}
    assert {str(n) for n in found.armies[-1]} <= numbers


def test_figures_show_the_numbers_they_are_given():
    scores = analysis.scores(played())
    ax = plots.plot_scores(scores)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["greedy (won 2 of 2)", "A* (won 1 of 2)"]
    points = np.concatenate([line.get_xdata() for line in ax.lines if line.get_marker() in ("o", "s", "^")])
    assert set(scores["P"]) <= set(points)
    limits = pd.DataFrame(
        {
            "board": ["b"] * 4,
            "heuristic": "squared",
            "limit": [1, 1, 10, 10],
            "won": True,
            "turns": [5, 7, 3, 3],
            "expansions": [5, 9, 30, 30],
        }
    )
    means = analysis.limit_means(limits)
    assert means["turns"].tolist() == [6, 3] and means["n"].tolist() == [2, 2]
    for value in ("turns", "expansions"):
        line = plots.plot_limits(means, value).lines[0]
        assert line.get_ydata().tolist() == means[value].tolist()
