"""Cards: sets, values, bonuses, forced trades, on positions made by hand."""

import numpy as np
import pytest

import riskkit as rk
from riskkit.engine import actions, cards, phases, run
from riskkit.engine.legal import Refusal
from riskkit.games.lineup import Lineup

W = cards.WILD


def table(players=3, **changes):
    """Return state, board and rules records of a game at seat 0's first decision."""
    rules = rk.Rules.classic(setup="none", first=0, **changes)
    lineup = Lineup(["random"] * players, None, rules)
    worker = lineup.worker()
    args = worker.arguments(lineup)
    run.reset(args[0], 0, *args[1:4], np.zeros_like(args[4]), args[5], players, 1, 0)
    return args[0][0], args[1][0], args[2][0]


def give(state, p, kinds, own=()):
    """Put cards of these kinds in p's hand; cards at places in ``own`` show its territories."""
    taken = []
    for i, kind in enumerate(kinds):
        for k in range(int(state["cards"])):
            shows = k < 42 and state["owner"][k] == p
            if state["card_place"][k] == cards.DECK and state["card_kind"][k] == kind and shows == (i in own):
                state["card_place"][k] = p
                state["hand"][p] += 1
                state["kinds"][p, kind] += 1
                taken.append(k)
                break
        else:
            raise AssertionError("no such card is left")
    left = [k for k in state["deck"][: state["deck_left"]] if k not in taken]
    state["deck"][: len(left)] = left
    state["deck_left"] = len(left)
    return taken


@pytest.mark.parametrize(
    "kinds,is_set",
    [
        ((0, 0, 0), True),
        ((1, 1, 1), True),
        ((0, 1, 2), True),
        ((0, 0, 1), False),
        ((2, 2, 0), False),
        ((0, 0, W), True),
        ((0, 1, W), True),
        ((0, W, W), True),
    ],
)
def test_what_makes_a_set(kinds, is_set):
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        assert bool(cards.forms_set(*(kinds[i] for i in order))) == is_set


def test_progressive_sets_are_worth_4_6_8_10_12_15_then_5_more():
    state, _, rules = table()
    values = []
    for n in range(9):
        state["sets_traded"] = n
        values.append(int(cards.set_value(state, rules, 0, 1, 2)))
    assert values == [4, 6, 8, 10, 12, 15, 20, 25, 30]


def test_fixed_sets():
    state, _, rules = table(sets="fixed")
    value = lambda *k: int(cards.set_value(state, rules, *k))  # noqa: E731
    assert [value(0, 0, 0), value(1, 1, 1), value(2, 2, 2), value(0, 1, 2)] == [4, 6, 8, 10]
    assert value(W, 1, 1) == value(1, W, 1) == value(1, 1, W) == 6
    assert value(0, W, 2) == value(W, W, 0) == 10


def test_the_best_set_is_worth_most_and_puts_an_own_territory_first():
    state, board, rules = table(sets="fixed")
    hand = give(state, 0, (0, 1, 2, 2, 2), own=(1,))
    action = cards.best_set(state, board, rules, 0)
    first = int(actions.first_of(action))
    chosen = {first, int(actions.second_of(action)), int(actions.number_of(action))}
    assert first == hand[1]
    assert {int(state["card_kind"][k]) for k in chosen} == {0, 1, 2}


def test_a_trade_gives_its_value_and_one_territory_bonus():
    state, board, rules = table()
    hand = give(state, 0, (0, 0, 0), own=(0, 1))
    state["phase"] = actions.START
    phases.settle(state, board, rules)
    assert state["phase"] == actions.TRADE
    pool = int(state["pool"][0])
    before = [int(state["armies"][k]) for k in hand[:2]]
    assert phases.apply(state, board, rules, actions.trade(*hand)) == phases.OK
    assert state["pool"][0] == pool + 4
    assert [int(state["armies"][k]) for k in hand[:2]] == [before[0] + 2, before[1]]
    assert (state["card_place"][hand] == cards.DISCARDED).all()
    assert state["hand"][0] == 0 and state["sets_traded"] == 1


def test_each_shown_territory_counts_where_the_rules_say_so():
    state, board, rules = table(territory_bonus_each=True)
    hand = give(state, 0, (0, 0, 0), own=(0, 1))
    state["phase"] = actions.START
    phases.settle(state, board, rules)
    before = [int(state["armies"][k]) for k in hand[:2]]
    phases.apply(state, board, rules, actions.trade(*hand))
    assert [int(state["armies"][k]) for k in hand[:2]] == [before[0] + 2, before[1] + 2]


def test_a_set_may_be_kept_below_five_cards_and_not_with_five():
    for kinds, forced in (((0, 0, 0, 1), False), ((0, 0, 0, 1, 1), True)):
        state, board, rules = table()
        give(state, 0, kinds)
        state["phase"] = actions.START
        phases.settle(state, board, rules)
        assert state["phase"] == actions.TRADE
        code = phases.apply(state, board, rules, actions.PASS)
        assert code == (Refusal.PASS if forced else phases.OK)


def eliminate(hand_of_victim, own_hand, **changes):
    """Let seat 0 take the last territory of seat 1 and return the records."""
    state, board, rules = table(battle="certain", **changes)
    victim = np.flatnonzero(state["owner"][:42] == 1)
    last = int(victim[0])
    for t in victim[1:]:
        state["owner"][t] = 2
        state["count"][1] -= 1
        state["count"][2] += 1
        state["total"][1] -= 1
        state["total"][2] += 1
        c = board["continent"][t]
        state["held"][1, c] -= 1
        state["held"][2, c] += 1
    source = int(board["adjacent"][board["start"][last]])
    if state["owner"][source] != 0:
        other = int(state["owner"][source])
        state["owner"][source] = 0
        state["count"][other] -= 1
        state["count"][0] += 1
        state["total"][other] -= state["armies"][source]
        state["total"][0] += state["armies"][source]
        c = board["continent"][source]
        state["held"][other, c] -= 1
        state["held"][0, c] += 1
    state["total"][0] += 20 - state["armies"][source]
    state["armies"][source] = 20
    give(state, 1, hand_of_victim)
    give(state, 0, own_hand)
    state["phase"] = actions.ATTACK
    assert phases.apply(state, board, rules, actions.attack(source, last)) == phases.OK
    assert state["phase"] == actions.MOVE
    assert phases.apply(state, board, rules, actions.move(1)) == phases.OK
    return state, board, rules


def test_the_victims_cards_go_to_the_conqueror_and_six_force_trades_down_to_four():
    state, board, rules = eliminate((0, 0, 0, 1), (1, 1, 2))
    assert state["alive"][1] == 0 and state["hand"][0] == 7 and state["hand"][1] == 0
    assert state["phase"] == actions.TRADE
    assert phases.apply(state, board, rules, actions.PASS) == Refusal.PASS
    best = cards.best_set(state, board, rules, 0)
    assert phases.apply(state, board, rules, best) == phases.OK
    assert state["hand"][0] == 4 and state["phase"] == actions.PLACE
    own = int(np.flatnonzero(state["owner"][:42] == 0)[0])
    assert phases.apply(state, board, rules, actions.place(own, int(state["pool"][0]))) == phases.OK
    assert state["phase"] == actions.ATTACK


def test_five_cards_after_an_elimination_force_nothing():
    state, _, _ = eliminate((0, 0), (1, 1, 1))
    assert state["hand"][0] == 5 and state["phase"] == actions.ATTACK


def test_a_victims_cards_leave_the_game_where_the_rules_say_so():
    state, _, _ = eliminate((0, 0), (1, 1, 1), victim_cards=False)
    assert state["hand"][0] == 3
    assert (state["card_place"] == cards.DISCARDED).sum() == 2


def test_an_empty_deck_is_made_of_the_discards():
    state, _, rules = table()
    for _ in range(44):
        cards.draw_card(state, rules, 2)
    assert state["hand"][2] == 44 and state["deck_left"] == 0
    cards.draw_card(state, rules, 0)
    assert state["hand"][0] == 0
    for k in range(5):
        cards.discard(state, 2, k)
    cards.draw_card(state, rules, 0)
    assert state["hand"][0] == 1 and state["deck_left"] == 4
