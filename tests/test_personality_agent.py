"""The graph personalities in the engine: names, legality on any board, agreement with the replica."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency, ks_2samp

import riskkit.agents as agents
from riskkit import boards
from riskkit.agents import personality
from riskkit.agents.personality import view
from riskkit.agents.personality.agent import traits_of
from riskkit.boards.board import Continent, from_edges
from riskkit.games.bulk import match
from riskkit.games.lineup import Lineup
from riskkit.rules import Rules
from riskkit.studies.graph_personalities.loops import view as replica_view
from riskkit.studies.graph_personalities.loops.departures import DESCRIBED
from riskkit.studies.graph_personalities.loops.play import play_replica
from riskkit.studies.graph_personalities.loops.program_map import CONTINENTS, COUNTRIES
from riskkit.studies.graph_personalities.loops.state import (
    STATE,
    map_record,
    neighbours,
    pressure_matrices,
)

RULES = Rules.personalities()


def numbered_board(departures):
    """Return the replica's board for the engine: the program's numbering, neighbours ascending."""
    edges = [(x, y) for x, row in enumerate(neighbours(departures)) for y in row]
    continents = [Continent(name, bonus, tuple(members)) for name, bonus, members in CONTINENTS]
    return from_edges("classic, as the program numbers it", COUNTRIES, edges, continents)


def test_numbers_are_those_of_the_program():
    assert traits_of(11) == {"metric": "survival", "priority": "defensive", "placement": "cautious", "attack": "carry"}
    assert list(traits_of(5).values()) == ["survival", "aggressive", "tactical", "rusher"]
    assert list(traits_of(3).values()) == ["survival", "defensive", "cautious", "rusher"]


def test_traits_and_numbers_name_the_same_agent():
    for number in range(16):
        made = personality.make(**traits_of(number))
        assert made.name == f"personality {number}"
        assert (made.parameters == agents.get(made.name).parameters).all()
    assert personality.make(5, attack="carry").name == "personality 13"
    assert personality.make(priority="agressive").name == "personality 0"


def test_own_metric_is_normalised_and_named():
    mine = personality.make(11, metric=[4, 3, 2, 1, 0], name="mine")
    assert mine.parameters[:5] == pytest.approx([0.4, 0.3, 0.2, 0.1, 0])
    assert personality.make(metric="gaussian").name == "personality gaussian, aggressive, cautious, rusher"


@pytest.mark.parametrize(
    "traits, message",
    [
        (dict(priority="defensiv"), "defensive"),
        (dict(attack="cary"), "carry"),
        (dict(placement="tactic"), "tactical"),
        (dict(metric="survivor"), "survival"),
        (dict(metric=[1, 2, 3]), "5 weights"),
        (dict(number=16), "from 0 to 15"),
    ],
)
def test_bad_traits_are_answered_with_the_nearest(traits, message):
    with pytest.raises(ValueError, match=message):
        personality.make(traits.pop("number", None), **traits)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_personalities_play_any_number_of_players(players):
    table = [personality.make(k) for k in (11, 5, 0, 15, 2, 8)[:players]]
    rules = RULES.replace(starting_armies=25, turn_cap=60 * players)
    games = match(table, 15, 1, rules=rules, workers=1)
    land = games[[f"territories_{k}" for k in range(players)]]
    assert (land.max(axis=1) > 42 // players + 3).mean() > 0.5
    assert games.equals(match(table, 15, 1, rules=rules, workers=1))


@pytest.mark.parametrize(
    "board, rules",
    [
        (boards.grid(6, 6), Rules.minimax(turn_cap=100)),
        (boards.grid(3, 4), RULES.replace(neutral=False, turn_cap=100)),
        (boards.kengz(), Rules.classic(turn_cap=200)),
        (boards.classic(), Rules.td_and_deep_q(round_cap=40)),
        (boards.classic(), RULES.replace(battle="certain", turn_cap=100)),
        (boards.classic(), RULES.replace(fortify="none", cards=False, turn_cap=100)),
    ],
    ids=["minimax grid", "small grid", "classic rules", "army cap", "certain battles", "no cards"],
)
def test_personalities_keep_to_the_rules_of_other_games(board, rules):
    games = match([personality.make(11), personality.make(4)], 10, 1, board=board, rules=rules, workers=1)
    assert len(games) == 10


def engine_view(number, owner, armies):
    """Return the memory of a personality that looked at some positions, one after another."""
    board = numbered_board(DESCRIBED)
    lineup = Lineup([personality.make(number), personality.make(0)], board=board, rules=RULES)
    worker = lineup.worker()
    state = worker.states.view(np.recarray)[0]
    state.players, state.seats = 2, 3
    for who, what in zip(owner, armies, strict=True):
        state.owner[:42], state.armies[:42] = who, what
        for p in range(3):
            state.count[p] = (who == p).sum()
            for c in range(6):
                state.held[p, c] = ((who == p) & (board.continent_of == c)).sum()
        view.look(state, lineup.board_record.view(np.recarray)[0], worker.seats.records.view(np.recarray)[0], False)
    return worker.seats.memories[0].view(view.VIEW)[0]


def replica_look(number, owner, armies):
    rows = neighbours(DESCRIBED)
    graph, flags = map_record(rows).view(np.recarray)[0], DESCRIBED.record().view(np.recarray)[0]
    matrix = pressure_matrices(rows, [traits_of(number)["metric"]], DESCRIBED)[0]
    s = np.zeros(1, STATE).view(np.recarray)[0]
    for who, what in zip(owner, armies, strict=True):
        s.owner[:], s.armies[:] = who, what
        for p in range(3):
            held = np.flatnonzero(who == p)
            s.countries[p, : len(held)] = held
            s.count[p] = len(held)
            s.own[p] = s.listed[p] = sum(1 << int(t) for t in held)
        replica_view.update(s, graph, flags, matrix, 0, (number >> 1) & 1)
    return s


@pytest.mark.parametrize("number", [0, 3, 11, 13])
def test_engine_and_replica_see_the_same_priorities(number):
    """Two implementations of the text, looked at through 20 pairs of random positions."""
    rng = np.random.default_rng(number)
    for _ in range(20):
        owner = [rng.integers(0, 3, 42) for _ in range(2)]
        armies = [rng.integers(1, 30, 42) for _ in range(2)]
        cells, s = engine_view(number, owner, armies), replica_look(number, owner, armies)
        listed = int(cells["listed"])
        assert listed == s.priorities
        order = cells["priority"][:listed].astype(int)
        assert order.tolist() == list(s.priority[:listed])
        assert cells["pressure"][:42] == pytest.approx(s.pressure)
        assert cells["origin"][order].astype(int).tolist() == [s.origin[t] for t in order]


@pytest.mark.slow
@pytest.mark.parametrize("low, high", [(5, 11), (0, 15)])
def test_replica_without_departures_plays_the_engine_games_in_distribution(low, high):
    games = 5000
    played = match(
        [personality.make(low), personality.make(high)], games, 1, board=numbered_board(DESCRIBED), rules=RULES, first=0
    )
    copied = play_replica(low, high, 0, games, departures=DESCRIBED, seed=2).games
    winners = played["winner"].fillna(-1).to_numpy(int), copied["winner"]
    counts = [[(w == k).sum() for k in (0, 1, -1)] for w in winners]
    assert chi2_contingency(counts).pvalue > 1e-3
    assert ks_2samp(played["turns"], copied["turns"]).pvalue > 1e-3
    assert played["turns"].mean() == pytest.approx(copied["turns"].mean(), rel=0.08)
