"""The replica of the authors' program: its decisions on hand-made positions, its departures."""

import numpy as np
import pandas as pd
import pytest

from riskkit.analysis.difference import PERCENTS
from riskkit.engine.rng import DEAL, DICE, seed_stream
from riskkit.studies.graph_personalities.loops import moves as replica_moves
from riskkit.studies.graph_personalities.loops import replica
from riskkit.studies.graph_personalities.loops import view as replica_view
from riskkit.studies.graph_personalities.loops.departures import ABOUT, AS_RUN, DESCRIBED, FLAGS
from riskkit.studies.graph_personalities.loops.play import play_replica, replay
from riskkit.studies.graph_personalities.loops.program_map import COUNTRIES, NEIGHBOURS
from riskkit.studies.graph_personalities.loops.state import GAME, STATE, TURN, map_record, neighbours, pressure_matrices

NUMBER = {name: k for k, name in enumerate(COUNTRIES)}
ARGENTINA, PERU, BRAZIL, VENEZUELA = (NUMBER[n] for n in ("Argentina", "Peru", "Brazil", "Venezuela"))
CENTRAL, NORTH_AFRICA = NUMBER["Central America"], NUMBER["North Africa"]
SOUTH_AMERICA = [VENEZUELA, BRAZIL, PERU, ARGENTINA]


def position(mine, armies, others=None, neutral=()):
    """Return a state in which player 0 owns ``mine``, the neutral ``neutral``, player 1 the rest."""
    state = np.zeros(1, STATE).view(np.recarray)
    s = state[0]
    owner = np.full(42, 1)
    owner[list(mine)] = 0
    owner[list(neutral)] = 2
    s.owner[:] = owner
    s.armies[:] = 1 if others is None else others
    for t, n in armies.items():
        s.armies[t] = n
    for p in range(3):
        held = np.flatnonzero(owner == p)
        s.countries[p, : len(held)] = held
        s.count[p] = len(held)
        s.own[p] = s.listed[p] = sum(1 << int(t) for t in held)
    seed_stream(s.deal, 1, 1, DEAL)
    seed_stream(s.dice, 1, 1, DICE)
    return state


def tables(departures):
    rows = neighbours(departures)
    graph = map_record(rows).view(np.recarray)
    return graph[0], departures.record().view(np.recarray)[0], pressure_matrices(rows, ["survival"], departures)[0]


def looked(state, departures, priority=0, player=0):
    graph, flags, matrix = tables(departures)
    replica_view.update(state[0], graph, flags, matrix, player, priority)
    return state[0], graph, flags, matrix


def listed(s):
    return list(s.priority[: s.priorities])


def test_the_map_is_symmetric_and_has_82_edges():
    assert all(x in NEIGHBOURS[y] for x, row in enumerate(NEIGHBOURS) for y in row)
    assert sum(map(len, NEIGHBOURS)) == 164
    assert sum(map(len, neighbours(DESCRIBED))) == 166


def test_every_departure_has_a_switch_and_a_description():
    assert set(FLAGS.names) == set(ABOUT)
    assert AS_RUN.text() == "all" and DESCRIBED.text() == "none"
    assert AS_RUN.switched("free_ties").free_ties is False
    with pytest.raises(ValueError, match="free_ties"):
        AS_RUN.switched("free_tie")


def test_all_armies_around_count_as_hostile():
    armies = dict.fromkeys(SOUTH_AMERICA, 10)
    s, *_ = looked(position(SOUTH_AMERICA, armies), AS_RUN)
    assert s.pressure[ARGENTINA] < 10
    s, *_ = looked(position(SOUTH_AMERICA, armies), AS_RUN.switched("all_negative"))
    assert s.pressure[ARGENTINA] > 10


def test_borders_and_targets_follow_the_regions():
    s, *_ = looked(position([*SOUTH_AMERICA, NUMBER["Japan"]], {}), AS_RUN)
    assert list(s.border[: s.borders]) == [VENEZUELA, BRAZIL, NUMBER["Japan"]]
    assert list(s.attackable[: s.attackables]) == [
        CENTRAL,
        NORTH_AFRICA,
        NUMBER["Kamchatka"],
        NUMBER["Mongolia"],
    ]


def test_origin_is_the_own_neighbour_of_highest_pressure():
    s, *_ = looked(position([VENEZUELA, BRAZIL, PERU], {VENEZUELA: 2, BRAZIL: 9, PERU: 4}), AS_RUN)
    assert s.origin[ARGENTINA] == BRAZIL
    assert s.origin[CENTRAL] == VENEZUELA
    assert s.origin[BRAZIL] == BRAZIL


def test_aggressive_lists_targets_first_and_defensive_own_borders():
    mine = list(range(13, 20))
    s, *_ = looked(position(mine, {}), AS_RUN, priority=0)
    assert not set(listed(s)[:4]) & set(mine)
    s, *_ = looked(position(mine, {}), AS_RUN, priority=1)
    assert set(listed(s)[:4]) <= set(mine)


@pytest.mark.parametrize("departures", [AS_RUN, AS_RUN.switched("unsorted_weakened"), DESCRIBED])
def test_weakened_targets_are_sorted_only_without_the_departure(departures):
    state = position([NUMBER["Ukraine"], NUMBER["China"]], {}, others=np.arange(42) % 7 + 1)
    looked(state, departures)
    state[0].armies[:] = np.arange(42) % 5 + 1
    s, *_ = looked(state, departures)
    first = listed(s)[:4]
    rest = [t for t in s.attackable[: s.attackables] if t not in first]
    if not departures.unsorted_weakened:
        rest.sort(key=lambda t: s.previous[t] - s.pressure[t])
    assert listed(s)[4:8] == rest[:4]


def test_lost_countries_are_listed_only_in_the_text():
    def priorities(departures):
        mine = [VENEZUELA, BRAZIL, PERU, NUMBER["Japan"], NUMBER["Mongolia"], NUMBER["China"]]
        state = position(mine, {})
        looked(state, departures, priority=1)
        lost = position([t for t in mine if t != PERU], {})
        for name in ("owner", "armies", "own", "listed", "countries", "count"):
            state[0][name] = lost[0][name]
        looked(state, departures, priority=1)
        return listed(state[0])[:5]

    assert priorities(DESCRIBED)[4] == PERU
    assert AS_RUN.no_lost and PERU not in priorities(AS_RUN.switched("small_regions_first"))[:4]


def test_smaller_regions_rank_higher_in_the_program_only():
    enemy_small, enemy_large = NUMBER["Argentina"], NORTH_AFRICA
    mine = [BRAZIL]
    neutral = [VENEZUELA, PERU, NUMBER["Central America"]]
    s, graph, flags, _ = looked(position(mine, {}, neutral=neutral), AS_RUN)
    assert s.place[1, enemy_small] > s.place[1, enemy_large]
    assert s.worth[enemy_small] > s.worth[enemy_large]
    s, *_ = looked(position(mine, {}, neutral=neutral), AS_RUN.switched("small_regions_first"))
    assert s.place[1, enemy_small] > s.place[1, enemy_large]
    assert s.worth[enemy_small] - s.worth[enemy_large] < 1e5


def test_placement_as_run_spends_on_the_first_targets():
    s, _, flags, matrix = looked(position(SOUTH_AMERICA, {}, others=5), AS_RUN)
    before = s.armies.copy()
    replica_moves.place_armies(s, flags, matrix, 5, 0)
    gained = s.armies - before
    assert gained.sum() == 5
    assert gained[s.origin[s.priority[0]]] == 5


def test_placement_as_described_raises_the_origin_above_zero_and_goes_on():
    ones = dict.fromkeys(SOUTH_AMERICA, 1)
    s, _, flags, matrix = looked(position(SOUTH_AMERICA, ones, others=5), DESCRIBED)
    before = s.armies.copy()
    origin = s.origin[s.priority[0]]
    need = int(np.floor(-s.pressure[origin])) + 1
    assert need > 0
    replica_moves.place_armies(s, flags, matrix, need, 0)
    gained = s.armies - before
    assert gained[origin] == need and s.scratch[origin] > 0
    assert s.scratch[origin] <= 1


@pytest.mark.parametrize("placement", [0, 1])
@pytest.mark.parametrize("departures", [AS_RUN, DESCRIBED], ids=["as run", "described"])
@pytest.mark.parametrize("stock", [0, 1, 7, 400])
def test_placement_places_every_army_on_own_land(placement, departures, stock):
    s, _, flags, matrix = looked(position([*SOUTH_AMERICA, 30, 31], {}), departures)
    before = s.armies.copy()
    replica_moves.place_armies(s, flags, matrix, stock, placement)
    gained = s.armies - before
    assert gained.sum() == stock and (gained >= 0).all()
    assert not gained[s.owner != 0].any()


@pytest.mark.parametrize(
    "departures, attack, armies, attacks",
    [
        (AS_RUN, 0, 2, True),
        (AS_RUN, 1, 2, False),
        (AS_RUN, 1, 3, True),
        (DESCRIBED, 0, 2, False),
        (DESCRIBED, 0, 3, True),
        (DESCRIBED, 1, 4, False),
        (DESCRIBED, 1, 5, True),
    ],
)
def test_attack_needs_the_difference_of_armies(departures, attack, armies, attacks):
    s, _, flags, _ = looked(position(SOUTH_AMERICA, {BRAZIL: armies}), departures)
    replica_moves.attack_all(s, flags, 0, attack)
    assert (s.rolls > 0) == attacks


def test_empty_countries_cannot_be_attacked():
    s, _, flags, _ = looked(position(SOUTH_AMERICA, {BRAZIL: 50, NORTH_AFRICA: 0}), AS_RUN)
    replica_moves.attack_all(s, flags, 0, 0)
    assert s.owner[NORTH_AFRICA] == 1 and s.rolls == 0


def test_conquest_moves_all_but_one_and_earns_one_card():
    s, _, flags, _ = looked(position(SOUTH_AMERICA, {BRAZIL: 500, VENEZUELA: 500}), AS_RUN)
    replica_moves.new_deck(s)
    replica_moves.attack_all(s, flags, 0, 0)
    assert s.conquests == 2
    assert s.armies[BRAZIL] == s.armies[VENEZUELA] == 1
    assert s.armies[NORTH_AFRICA] > 100 and s.owner[CENTRAL] == 0
    assert s.cards[0] == 1 and s.deck_left == 43


def test_ties_cost_the_attacker_only_without_the_departure():
    s = position(SOUTH_AMERICA, {})[0]
    free = np.array([replica_moves.roll_dice(s, 3, 2, True) for _ in range(4000)]).sum(axis=0)
    tied = s.tied / s.compared
    s.tied = s.compared = 0
    rule = np.array([replica_moves.roll_dice(s, 3, 2, False) for _ in range(4000)]).sum(axis=0)
    assert rule.sum() == 8000 and s.tied == 0
    assert free.sum() == pytest.approx(8000 * (1 - tied))
    assert rule[0] / 8000 == pytest.approx(0.4607, abs=0.02)
    assert free[1] / 8000 == pytest.approx(0.5393, abs=0.02)


def test_fortification_as_run_destroys_what_stood_at_the_target():
    mine = [*SOUTH_AMERICA]
    s, graph, flags, matrix = looked(position(mine, {ARGENTINA: 30, BRAZIL: 4, VENEZUELA: 6}), AS_RUN)
    total = s.armies.sum()
    replica_moves.fortify(s, graph, flags, matrix, 0)
    assert s.lost_by_fortifying > 0
    assert s.armies.sum() == total - s.lost_by_fortifying


def test_fortification_of_one_army_leaves_an_empty_country():
    s, graph, flags, matrix = looked(position([PERU, ARGENTINA], {PERU: 3}), AS_RUN)
    replica_moves.fortify(s, graph, flags, matrix, 0)
    assert s.fortified[1] == 1
    assert sorted(s.armies[[PERU, ARGENTINA]]) in ([0, 1], [1, 2])


def test_fortification_takes_armies_out_of_other_countries_as_run():
    s, graph, flags, matrix = looked(position([PERU], {PERU: 1, BRAZIL: 1}, others=1), AS_RUN)
    s.pressure[:] = -50.0
    s.pressure[BRAZIL] = 10.0
    s.armies[BRAZIL] = 8
    replica_moves.fortify(s, graph, flags, matrix, 0)
    assert s.fortified[2] == 1 and s.armies[BRAZIL] == 1 and s.armies[PERU] == 7


def test_fortification_as_described_goes_from_behind_to_the_weakest_border():
    armies = {ARGENTINA: 30, BRAZIL: 4, VENEZUELA: 9}
    s, graph, flags, matrix = looked(position(SOUTH_AMERICA, armies), DESCRIBED)
    replica_moves.fortify(s, graph, flags, matrix, 0)
    assert s.armies[ARGENTINA] == 1 and s.armies[BRAZIL] == 33 and s.lost_by_fortifying == 0


def test_cards_bring_armies_on_every_shown_country_as_run_and_once_by_the_rules():
    for departures, expected in ((AS_RUN, 6), (DESCRIBED, 2)):
        state = position([0, 3, 6], {})
        s, flags = state[0], departures.record().view(np.recarray)[0]
        s.hand[0, :3] = [0, 3, 6]
        s.cards[0] = 3
        assert replica_moves.trade_set(s, flags, 0) == 4
        assert s.armies.sum() == 42 + expected and s.cards[0] == 0


def test_a_traded_card_goes_with_its_double():
    s = position([0], {})[0]
    s.hand[0, :5] = [1, 4, 7, 1, 2]
    s.cards[0] = 5
    assert replica_moves.trade_set(s, AS_RUN.record().view(np.recarray)[0], 0) > 0
    assert list(s.hand[0, : s.cards[0]]) == [2]


def test_sets_are_worth_4_6_8_10_12_15_20():
    assert [replica_moves.set_value(n) for n in range(1, 9)] == [4, 6, 8, 10, 12, 15, 20, 25]


def test_carry_saves_its_cards_until_its_region_is_large():
    for region, traded in ((3, False), (6, True)):
        mine = [13, 14, 15, 16, 17, 18, 19][:region]
        s, *_ = looked(position(mine, {}), AS_RUN)
        s.hand[0, :3] = [0, 3, 6]
        s.cards[0] = 3
        assert (replica_moves.trade_cards(s, AS_RUN.record().view(np.recarray)[0], 0, 1) > 0) == traded


def test_the_neutral_keeps_lost_countries_in_its_list_as_run():
    for departures, kept in ((AS_RUN, True), (DESCRIBED, False)):
        s, _, flags, _ = looked(position(SOUTH_AMERICA, {BRAZIL: 90}, neutral=[NORTH_AFRICA]), departures)
        replica_moves.new_deck(s)
        replica_moves.attack_all(s, flags, 0, 0)
        assert s.owner[NORTH_AFRICA] == 0
        assert bool((int(s.listed[2]) >> NORTH_AFRICA) & 1) == kept


def test_a_game_starts_with_forty_armies_each_and_plays_the_same_again():
    first = play_replica(11, 5, 0, 30, seed=3).games
    again = play_replica(11, 5, 0, 30, seed=3).games
    later = play_replica(11, 5, 0, 10, seed=3, start=20).games
    assert (first == again).all() and (first[20:] == later).all()
    for row in first:
        assert sorted(row["start_armies"])[0] == 40
        assert row["start_armies"].sum() - 80 in range(3, 20)


def test_chained_games_start_on_what_the_game_before_left():
    games = play_replica(11, 5, 0, 40, chains=1, seed=3).games[0]
    assert games["start_armies"][0].sum() < 100
    assert np.median(games["start_armies"].sum(axis=1)) > 200
    assert games["start_continents"].sum(axis=1).mean() > 0.5


def test_winners_and_caps_are_consistent():
    games = play_replica(2, 13, 1, 200, cap=60, seed=4).games
    assert games.dtype == GAME
    undecided = games["winner"] < 0
    assert (games["turns"][undecided] == 60).all()
    assert undecided.any() and (~undecided).any()


def test_series_by_percent_counts_decided_games():
    played = play_replica(2, 13, 0, 100, seed=4)
    decided = (played.games["winner"] >= 0).sum()
    assert (played.series[:, :, 0] == decided).all()
    assert (np.abs(played.series[:, :, 1]) <= decided).all()


def by_percent(turns, first, second):
    """Return the share difference of each game (row) at each percent (column): that of turn ceil(k T / 100) of T."""

    def at_percents(game):
        share = (game[first] - game[second]) / (game[first] + game[second])
        places = np.maximum(1, -(-PERCENTS * len(game) // 100)) - 1
        return pd.Series(share.to_numpy()[places], index=PERCENTS)

    return pd.DataFrame({number: at_percents(game) for number, game in turns.groupby("game")}).T


def test_compiled_series_is_that_of_the_turns_one_by_one():
    played = play_replica(2, 13, 0, 25, seed=4)
    turns = pd.concat([replay(2, 13, 0, game, seed=4) for game in range(25)])
    decided = np.flatnonzero(played.games["winner"] >= 0)
    for m, name in enumerate(("armies", "countries")):
        table = by_percent(turns, f"{name}_0", f"{name}_1").loc[decided]
        assert played.series[:, m, 1] == pytest.approx(table.sum().to_numpy())
        slope, intercept = np.polyfit(PERCENTS, table.to_numpy().T, 1)
        field = "army" if name == "armies" else "country"
        assert played.games[f"{field}_slope"][decided] == pytest.approx(slope)
        assert played.games[f"{field}_intercept"][decided] == pytest.approx(intercept)
    last = turns.groupby("game").last()
    assert last["armies_0"].tolist() == played.games["end_armies"][:, 0].tolist()
    assert turns.groupby("game")["attacks"].sum().tolist() == played.games["rolls"].tolist()


def test_instrumented_means_are_those_of_the_program():
    """Means a turn of 11 against 5, independent games; the authors' program was counted over 40 games."""
    departures = AS_RUN
    rows = neighbours(departures)
    graph, flags = map_record(rows), departures.record()
    matrices = pressure_matrices(rows, ("constant", "survival"), departures)
    traits = np.array([[1, 1, 0, 1], [1, 0, 1, 0], [1, 0, 0, 0]])
    state = np.zeros(1, STATE)
    games = np.zeros(400, GAME)
    replica.play_series(
        state, graph, flags, matrices, traits, 0, 300, 9, 0, False, games, np.zeros(300, TURN), np.zeros((101, 2, 3))
    )
    s = state[0]
    totals = games["turns"].sum()
    assert s["tied"] / s["compared"] == pytest.approx(0.196, abs=0.005)
    assert s["dealt"] / totals == pytest.approx(1842 / 2898, abs=0.05)
    assert s["fortified"][0] / totals == pytest.approx(1548 / 2898, abs=0.05)
    assert s["fortified"][3] / totals == pytest.approx(1854 / 2898, abs=0.05)
