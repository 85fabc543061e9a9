"""The engine against a second, independent implementation of the rules (see `tests/rulebook`).

The sample here takes about 20 seconds, the one marked slow about a minute; all 10,000 games are
played by ``python -m tests.rulebook --games 10000``.
"""

import random
from itertools import permutations

import pytest
from rulebook import battle, cards, cases, legal, players
from rulebook.known import KNOWN
from rulebook.lockstep import Case, Disagreement, Lockstep, play_out

import riskkit as rk


def play_games(numbers):
    """Play the games of these numbers in lockstep and return the share that was won."""
    won = 0
    for number in numbers:
        rng = random.Random(f"sample {number}")
        won += play_out(cases.case(rng), players, rng).table.reason == "won"
    return won / len(numbers)


def test_engine_and_rulebook_agree_in_random_games():
    assert play_games(range(250)) > 0.3


@pytest.mark.slow
def test_engine_and_rulebook_agree_in_more_random_games():
    assert play_games(range(250, 1250)) > 0.3


@pytest.mark.parametrize("name", sorted(rk.rules.RULE_SETS))
@pytest.mark.parametrize("count", (2, 3, 6))
def test_engine_and_rulebook_agree_under_the_named_rules(name, count):
    rules = rk.Rules.named(name, turn_cap=40)
    board = rk.boards.three_lands()
    position = None
    if rules.claim == "given":
        position = [t % count for t in range(12)], [3] * 12
    rng = random.Random(f"{name} {count}")
    play_out(Case(board, rules, count, 7, position), players, rng)


def play_without(name, games=40, **changes):
    """Play random games that keep away from all known faults but this one."""
    others = [fault for fault in KNOWN if fault.name != name]
    for number in range(games):
        rng = random.Random(f"{name} {number}")
        play_out(cases.case(rng, others, **changes), players, rng, others)


LINE = dict(claim="given", setup="none", neutral=False, first=0, battle="certain", fortify="none")


def line(owners, armies, seed=1, **changes):
    """Return a game in lockstep on territories in a row, with certain battles."""
    board = rk.boards.grid(1, len(owners))
    rules = rk.Rules.classic(**{**LINE, **changes})
    return Lockstep(Case(board, rules, max(owners) + 1, seed, (owners, armies)))


def advance(both, until, trade=None):
    """Let seat 0 take one territory of a row each turn and the others wait, until a position comes."""
    for _ in range(300):
        table = both.table
        if until(table):
            return both
        front = max(table.own(table.current))
        attack = ("attack", front, front + 1)
        if table.phase == "place":
            both.step("place", front, table.pools[table.current])
        elif table.phase == "move":
            both.step("move", max(choice[4] for choice in both.choices))
        elif table.phase == "attack" and not any(table.conquests[:1]) and legal.allowed(table, attack):
            both.step(*attack)
        else:
            both.step("pass")
    raise AssertionError("the position does not come")


def hoarder(seed=1, **changes):
    """Return a row on which seat 0 keeps its cards."""
    return line([0, 0] + [1] * 14, [1, 200] + [1] * 14, seed, forced_trade_at=0, trade_down_to=0, **changes)


def test_the_oracle_knows_the_values_of_sets():
    table = hoarder(wilds=16).table
    values = []
    for table.sets_traded in range(8):
        values.append(cards.worth(table, (0, 1, 2)))
    assert values == [4, 6, 8, 10, 12, 15, 20, 25]
    table = hoarder(wilds=16, sets="fixed", fixed_values=(4, 6, 12, 10)).table
    sets = [(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 1, 2), (0, 3, 16), (2, 16, 17), (0, 16, 17), (16, 17, 18)]
    assert [cards.worth(table, three) for three in sets] == [4, 6, 12, 10, 4, 12, 10, 12]
    assert not cards.is_set((0, 0, 1)) and cards.is_set((0, 1, 3)) and cards.is_set((2, 2, 3))


def test_every_set_in_every_order_is_worth_what_the_rulebook_says():
    both = hoarder(wilds=6, sets="fixed", fixed_values=(3, 5, 7, 11))
    advance(both, lambda table: table.phase == "trade" and len(table.hands[0]) == 9)
    found = set()
    for three in permutations(sorted(both.table.hands[0]), 3):
        both.try_out(("trade", *three))
        if legal.allowed(both.table, ("trade", *three)):
            traded = both.game.copy().step("trade", *three)
            assert traded.pool - both.game.pool == cards.worth(both.table, three)
            found.add(cards.worth(both.table, three))
    assert len(found) >= 3


def test_the_oracle_knows_what_dice_can_do():
    assert battle.rolls(3, 2, 6, "defender") == {(2, 0), (1, 1), (0, 2)}
    assert battle.rolls(1, 1, 6, "nobody") == {(1, 0), (0, 1), (0, 0)}
    assert battle.rolls(4, 1, 2, "attacker") == {(1, 0), (0, 1)}
    rules = rk.Rules.classic()
    assert battle.results(rules, 2, 1, 0, 0) == {(1, 1, 1), (2, 0, 1)}
    assert battle.results(rules, 4, 2, 3, 0) == {(2, 2, 3), (3, 1, 3), (4, 0, 3)}
    assert {end for end in battle.results(rules, 5, 2, 0, 3) if end[1]} == {(3, 2, 3), (3, 1, 3)}


def known(name):
    """Mark the test of a known fault; its entry in KNOWN goes when the fault is mended."""
    fault = {fault.name: fault for fault in KNOWN}.get(name)
    if fault is None:
        return lambda test: test
    return pytest.mark.xfail(strict=True, raises=Disagreement, reason=fault.description)


@known("bonus of each set")
def test_the_territory_bonus_is_given_once_a_turn():
    both = advance(hoarder(wilds=0), lambda table: table.phase == "trade" and _two_sets_that_show_own_land(table))
    for three in _two_sets_that_show_own_land(both.table):
        both.step("trade", *three)


@known("bonus of each set")
def test_an_automatic_trade_gives_the_territory_bonus_once_a_turn():
    play_without("bonus of each set", automatic_trade=True, territory_bonus_each=False, territory_bonus=3)


def _two_sets_that_show_own_land(table):
    sets = [three for three in cards.sets_in(table, table.current) if cards.shown(table, table.current, three)]
    for one in sets:
        for other in sets:
            if not set(one) & set(other):
                return one, other
    return None


@known("trades without elimination")
@pytest.mark.parametrize("forced", (0, 5, 6, 8))
def test_a_conquest_that_eliminates_nobody_forces_no_trade(forced):
    both = line([0, 0] + [1] * 14, [1, 200] + [1] * 14, wilds=16, trade_down_to=2, forced_trade_at=forced)
    advance(both, lambda table: len(table.hands[0]) == 5 and table.current == 1)


@known("neutral without room")
def test_a_full_neutral_takes_no_more_armies():
    case = Case(rk.boards.classic(), rk.Rules.classic(army_cap=2, setup_batch=1), 2, 1)
    both = Lockstep(case)
    while both.table.phase != "attack":
        both.step(*both.choices[0][:2], 1)


@known("dead seat starts")
@pytest.mark.parametrize("owners", ([1, 1, 2, 2], [2, 2, 2, 1]))
def test_a_first_seat_without_land_is_passed_over(owners):
    rules = rk.Rules.classic(**LINE)
    try:
        rk.Game([None] * 3, board=rk.boards.grid(1, 4), rules=rules, position=(owners, [3] * 4))
    except ValueError:
        return
    advance(line(owners, [3] * 4), lambda table: table.turn == 4)


@known("claims without armies")
@pytest.mark.parametrize("armies", (0, 1, 20))
def test_claims_take_no_more_armies_than_there_are(armies):
    rules = rk.Rules.classic(claim="alternating", neutral=False, starting_armies=armies)
    both = Lockstep(Case(rk.boards.classic(), rules, 2, 1))
    while both.table.phase == "claim":
        both.step(*both.choices[0][:2])


@known("wilds in fixed sets")
@pytest.mark.parametrize("wilds", (2, 3))
def test_two_or_three_wilds_count_as_what_is_worth_most(wilds):
    def ready(table):
        return _with_wilds(table, wilds)

    both = hoarder(wilds=16, sets="fixed", fixed_values=(12, 12, 12, 10))
    both = advance(both, lambda table: table.phase == "trade" and ready(table))
    both.step("trade", *ready(both.table))


def _with_wilds(table, wilds):
    for three in cards.sets_in(table, table.current):
        if sum(table.kinds[card] == cards.WILD for card in three) == wilds:
            return three
    return None


@known("wilds in fixed sets")
def test_the_best_set_knows_what_wilds_are_worth():
    play_without("wilds in fixed sets", automatic_trade=True, sets="fixed", fixed_values=(9, 2, 3, 4), wilds=9)


@known("victim's cards come back")
def test_a_victims_cards_leave_the_game_for_good():
    both = line(
        [0, 1, 2, 2],
        [100, 5, 1, 500],
        first=1,
        wilds=0,
        forced_trade_at=0,
        victim_cards=False,
        move_dice=False,
        income_minimum=200,
    )
    base = {0: 1, 1: 1, 2: 3}
    for _ in range(40):
        table = both.table
        seat, target = table.current, 1 if table.turn == 3 and table.owner[1] == 1 else 2
        attack = ("attack", 0 if target == 1 else base[seat], target)
        if table.phase == "place":
            both.step("place", 0 if table.turn == 3 else base[seat], table.pools[seat])
        elif table.phase == "move":
            both.step("move", 1 if table.target == 2 else 50)
        elif table.phase == "attack" and table.conquests[seat] < (2 if table.turn == 3 else 1) and table.turn != 2:
            both.step(*attack)
        else:
            both.step("pass")
    assert not table.deck and len(table.gone) == 1 and not table.alive[1]


@known("dice in certain battles")
def test_a_certain_battle_has_no_dice():
    both = line([0, 1, 1], [9, 1, 1])
    both.step("place", 0, 3).try_out(("attack", 0, 1, 2))
