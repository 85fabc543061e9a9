"""Legality in one place: what is listed is accepted, and nothing else is."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

import riskkit as rk
from riskkit.engine import actions, explain, legal, options
from riskkit.engine.legal import Refusal
from riskkit.envs import choices

LANDS = rk.boards.three_lands()
RULES = {
    "classic": rk.Rules.classic(starting_armies=14, neutral_armies=14),
    "capped": rk.Rules.classic(army_cap=3, setup_batch=2, starting_armies=12, neutral=False),
    "capped claims": rk.Rules.td_and_deep_q(army_cap=4, starting_armies=16, setup_batch=3),
    "certain": rk.Rules.classic(battle="certain", certain_margin=3, fortify="adjacent", neutral=False),
    "free": rk.Rules.classic(fortify="anywhere", fortify_moves=0, attacker_dice=2, move_dice=False, neutral=False),
    "cards": rk.Rules.classic(forced_trade_at=4, trade_down_to=2, neutral=False, starting_armies=20),
}


def codes(game, kind):
    """Return every action of a phase, legal or not, on a board of twelve territories."""
    state, near = game.state, range(len(game.board) + 1)
    numbers = range(max(8, int(state.armies.max()), int(state.pool.max())) + 2)
    if kind == "trade":
        held = np.flatnonzero(state.card_place[: state.cards] == game.seat).tolist()
        return [actions.trade(*cards) for cards in permutations([*held, int(state.cards)], 3)]
    if kind == "claim":
        return [actions.claim(t) for t in near]
    if kind == "place":
        return [actions.place(t, n) for t, n in product(near, numbers)]
    if kind == "move":
        return [actions.move(n) for n in numbers]
    if kind == "attack":
        return [actions.attack_roll(x, y, dice) for x, y, dice in product(near, near, range(6))]
    return [actions.fortify(x, y, n) for x, y, n in product(near, near, numbers)]


def spelled(game, choice):
    """Return the actions that one listed choice stands for."""
    names, numbers = game.board.index, range(choice.least, choice.most + 1)
    if choice.kind == "pass":
        return [actions.PASS]
    if choice.kind == "claim":
        return [actions.claim(names(choice.source))]
    if choice.kind == "trade":
        return [actions.trade(*cards) for cards in permutations(map(int, choice.source.split("+")), 3)]
    if choice.kind == "move":
        return [actions.move(n) for n in numbers]
    if choice.kind == "place":
        return [actions.place(names(choice.source), n) for n in numbers]
    x, y = names(choice.source), names(choice.target)
    if choice.kind == "fortify":
        return [actions.fortify(x, y, n) for n in numbers]
    wide = range(6) if choice.most == 0 else [0, *numbers]  # in certain battles dice are not looked at
    return [actions.attack_roll(x, y, dice) for dice in wide]


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_list_is_exactly_what_is_accepted(name):
    rng = np.random.default_rng(7)
    seen = set()
    for seed in range(3):
        game = rk.Game([None] * 2, seed=seed, board=LANDS, rules=RULES[name])
        for _ in range(80):
            if game.over:
                break
            listed = game.legal()
            kind = listed[0].kind if listed[0].kind != "pass" else game.phase
            seen.add(game.phase)
            state, board, rules = (made[0] for made in game.records())
            every = [*codes(game, kind), actions.PASS]
            accepted = {int(a) for a in every if legal.refusal(state, board, rules, np.int64(a)) == Refusal.OK}
            assert accepted == {int(a) for choice in listed for a in spelled(game, choice)}
            wanted = [choice for choice in listed if choice.kind != "pass"]
            eager = wanted and rng.random() < (0.9 if game.phase != "fortify" else 0.5)
            game.step(wanted[int(rng.integers(len(wanted)))] if eager else listed[-1])
    assert {"attack", "place", "fortify"} <= seen


@pytest.mark.parametrize("name", sorted(RULES))
def test_no_listed_move_breaks_the_army_cap_or_leaves_a_territory_empty(name):
    cap = RULES[name].army_cap or 10**9
    rng = np.random.default_rng(3)
    game = rk.Game([None] * 2, seed=5, board=LANDS, rules=RULES[name])
    full = False
    for _ in range(300):
        if game.over:
            break
        listed = game.legal()
        for choice in listed:
            if choice.kind == "place":
                assert game.armies[game.board.index(choice.source)] + choice.most <= cap
            if choice.kind == "fortify":
                assert game.armies[game.board.index(choice.target)] + choice.most <= cap
                assert game.armies[game.board.index(choice.source)] - choice.most >= 1
        game.step(listed[int(rng.integers(len(listed)))])
        full |= bool(game.armies.max() == cap)
        assert game.armies.max() <= cap
    assert full == (cap < 10**9)


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_mask_holds_what_is_listed_and_its_choices_are_legal(name):
    rng = np.random.default_rng(11)
    game = rk.Game([None] * 2, seed=9, board=LANDS, rules=RULES[name])
    state, board, rules = (made[0] for made in game.records())
    mask = np.zeros(choices.count(game.records()[1]), np.int8)
    for _ in range(150):
        if game.over:
            break
        choices.fill_mask(state, board, rules, mask)
        listed = game.legal()
        assert mask[0] == any(choice.kind == "pass" for choice in listed)
        offered = np.flatnonzero(mask)
        for k in offered:
            code = choices.decode(state, board, rules, int(k))
            assert legal.refusal(state, board, rules, code) == Refusal.OK
        attacks = sum(choice.kind == "attack" for choice in listed)
        first = 1 + 2 * len(game.board)
        assert mask[first : first + 2 * len(game.board.edges)].sum() == attacks
        game.step(int(choices.decode(state, board, rules, int(rng.choice(offered)))))


def test_a_list_longer_than_the_array_is_counted_in_full():
    game = rk.Game([None] * 2, seed=1, board=LANDS, rules=RULES["free"])
    records = [made[0] for made in game.records()]
    rows = np.full((3, options.COLUMNS), -1)
    count = options.options(*records, rows)
    assert count == len(game.legal()) > 3 and rows.min() >= 0


def test_trades_are_listed_once_each():
    game = rk.Game([None] * 2, seed=2, board=LANDS, rules=RULES["cards"])
    rng = np.random.default_rng(0)
    while not game.over and game.phase != "trade":
        listed = game.legal()
        wanted = [choice for choice in listed if choice.kind == "attack"] or listed
        game.step(wanted[int(rng.integers(len(wanted)))])
    held = [card.number for card in game.hand()]
    sets = [choice.source for choice in game.legal() if choice.kind == "trade"]
    assert sets and len(set(sets)) == len(sets)
    assert set(sets) <= {"+".join(map(str, cards)) for cards in combinations(held, 3)}


def test_every_refusal_has_words_and_every_phase_its_name():
    assert len({explain.reason(refusal) for refusal in Refusal if refusal != Refusal.OK}) == len(Refusal) - 1
    for phase in actions.Phase:
        assert getattr(actions, phase.name) == phase and actions.PHASE_NAMES[int(phase)]
