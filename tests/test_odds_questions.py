"""Chains, forks, attackers needed, placements, rolls, blitz and Tan: against plain references."""

import doctest
import importlib
import itertools
import pkgutil
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riskkit.odds as odds
from riskkit.odds.allocation import GOALS
from riskkit.odds.dice import CAPITAL, CLASSIC, Dice, outcomes
from riskkit.results import paths

PUBLISHED = paths.published()


def reference_chain(attackers, defenders, leave, stop=0, dice=None):
    """Play the chain state by state, in fractions; return {(taken, attackers, defenders): chance}."""
    dice = dice or [CLASSIC] * len(defenders)
    ends, states = {}, {(0, attackers, defenders[0]): Fraction(1)}
    while states:
        (k, a, d), chance = states.popitem()
        if d == 0:
            free = a - leave[k] if k + 1 < len(defenders) else 0
            if k + 1 < len(defenders) and free > stop:
                states[k + 1, free, defenders[k + 1]] = states.get((k + 1, free, defenders[k + 1]), 0) + chance
            else:
                ends[k + 1, a, 0] = ends.get((k + 1, a, 0), 0) + chance
        elif a <= stop:
            ends[k, a, d] = ends.get((k, a, d), 0) + chance
        else:
            one = dice[k]
            for (x, y), p in outcomes(one, min(a, one.attack), min(d, one.defence)).items():
                after = (k, a - x, d - y)
                states[after] = states.get(after, 0) + chance * p
    return ends


CHAINS = [
    (10, (3, 2, 2), (1, 1), 0, None),
    (12, (3, 5, 2), (2, 1), 1, None),
    (11, (3, 1, 2), (1, 3), 0, (CLASSIC, CAPITAL, Dice(2, 1, 8))),
    (6, (2,), (), 2, None),
]


@pytest.mark.parametrize(("attackers", "defenders", "leave", "stop", "dice"), CHAINS)
def test_chain_has_the_ends_of_a_walk_through_all_states(attackers, defenders, leave, stop, dice):
    truth = reference_chain(attackers, defenders, leave, stop, dice)
    found = odds.chain(attackers, defenders, leave=leave, stop_attackers=stop, dice=dice or CLASSIC)
    ends = found.ends.set_index(["territories", "attackers", "defenders"])["probability"]
    assert set(ends.index) == set(truth)
    for end, chance in truth.items():
        assert ends[end] == pytest.approx(float(chance), abs=1e-15)
    gone = np.concatenate([[0], np.cumsum(leave)])
    lost = sum(p * (attackers - a - gone[max(k - (d == 0), 0)]) for (k, a, d), p in truth.items())
    assert found.expected_attacker_losses == pytest.approx(float(lost), abs=1e-12)
    win = sum(p for (k, _, d), p in truth.items() if k == len(defenders))
    assert found.win == pytest.approx(float(win), abs=1e-14)
    values = odds.chain_values(attackers, defenders, leave=leave, stop_attackers=stop, dice=dice or CLASSIC)
    assert values[attackers] == pytest.approx(float(win), abs=1e-14)
    assert found.reached[-1] == pytest.approx(found.win)


def test_chain_of_one_is_a_battle_and_leaving_more_never_helps():
    assert odds.chain(9, [7]).win == pytest.approx(odds.win_probability(9, 7), abs=1e-15)
    wins = [odds.chain(15, [3, 4, 2], leave=k).win for k in (1, 2, 3)]
    assert wins[0] > wins[1] > wins[2]


def test_asking_again_in_mid_battle():
    states = odds.after_rolls(10, 7, 4)
    again = sum(row.probability * odds.win_probability(row.attackers, row.defenders) for row in states.itertuples())
    assert again == pytest.approx(odds.win_probability(10, 7), abs=1e-14)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 8), st.sampled_from(["defender", "nobody"]))
@settings(max_examples=30, deadline=None)
def test_states_after_rolls_are_those_of_rolling_one_by_one(attackers, defenders, rolls, ties):
    states = {(attackers, defenders): Fraction(1)}
    for _ in range(rolls):
        after = {}
        for (a, d), chance in states.items():
            over = a == 0 or d == 0
            step = {(0, 0): 1} if over else odds.roll(min(a, 3), min(d, 2), ties=ties, exact=True)
            for (x, y), p in step.items():
                after[a - x, d - y] = after.get((a - x, d - y), 0) + chance * p
        states = after
    found = odds.after_rolls(attackers, defenders, rolls, dice=Dice(ties=ties))
    assert found["probability"].sum() == pytest.approx(1, abs=1e-14)
    for row in found.itertuples():
        assert row.probability == pytest.approx(float(states[row.attackers, row.defenders]), abs=1e-14)
        assert row.over == (row.attackers == 0 or row.defenders == 0)
    assert len(found) == sum(chance > 0 for chance in states.values())


def test_after_many_rolls_the_battle_is_over():
    states = odds.after_rolls(10, 7, 10**15)
    ends = odds.survivors(10, 7)
    assert states["over"].all()
    pd.testing.assert_frame_equal(states[ends.columns], ends)


@pytest.mark.parametrize("probability", [0.0, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9])
@pytest.mark.parametrize("survivors", [1, 4])
def test_fewest_attackers_are_enough_and_one_less_is_not(probability, survivors):
    found = odds.attackers_needed(range(1, 21), probability, survivors=survivors)
    for d, fewest in enumerate(found, start=1):
        rules = {"stop_attackers": survivors - 1}
        assert odds.win_probability(fewest, d, **rules) >= probability
        if fewest:
            assert odds.win_probability(fewest - 1, d, **rules) < probability
    assert odds.attackers_needed(20, probability, survivors=survivors) == found[-1]


def test_fewest_attackers_of_a_chain():
    defenders = [3, 5, 2]
    for probability in (0.2, 0.8, 0.99):
        fewest = odds.chain_attackers_needed(defenders, probability, leave=2, survivors=2)
        assert odds.chain(fewest, defenders, leave=2).win_with(2) >= probability
        assert odds.chain(fewest - 1, defenders, leave=2).win_with(2) < probability
    assert odds.chain_attackers_needed([4], 0.7) == odds.attackers_needed(4, 0.7)


def test_certainty_only_where_the_attacker_cannot_lose():
    with pytest.raises(ValueError, match="largest that can be asked for is 0.99"):
        odds.attackers_needed(5, 1)
    assert odds.attackers_needed(5, 1, dice=Dice(sides=(6, 1), ties="attacker")) == 1
    with pytest.raises(ValueError, match="cannot be reached: the largest that up to .* reach is 0"):
        odds.attackers_needed(5, 0.5, dice=Dice(sides=(1, 6)))


def best_play(attackers, defenders):
    """Take all leaves of a fork: any branch, any number of dice, at every roll."""

    @lru_cache(None)
    def value(a, left):
        if not any(left):
            return 1.0
        best = 0.0
        for b, d in enumerate(left):
            for i in range(1, min(3, a) + 1) if d else ():
                now = 0.0
                for (x, y), p in outcomes(CLASSIC, i, min(d, 2)).items():
                    moved = min(i, a - x) if y == d else 0
                    now += float(p) * value(a - x - moved, (*left[:b], d - y, *left[b + 1 :]))
                best = max(best, now)
        return best

    return value(attackers, tuple(defenders))


@pytest.mark.parametrize(("attackers", "defenders"), [(8, (2, 2)), (10, (3, 4)), (12, (3, 1, 2)), (9, (1, 6))])
def test_fork_of_single_territories_is_the_best_play(attackers, defenders):
    found = odds.fork(attackers, [[d] for d in defenders])
    assert found.win == pytest.approx(best_play(attackers, defenders), abs=1e-13)
    for order in itertools.permutations(range(len(defenders))):
        assert found.in_turn(order) <= found.win + 1e-14


def test_fork_with_one_branch_is_a_chain():
    assert odds.fork(12, [[3, 2, 5]]).win == pytest.approx(odds.chain(12, [3, 2, 5]).win, abs=1e-14)
    trunk = odds.fork(14, [[3, 2]], trunk=[4, 1], leave=2)
    assert trunk.win == pytest.approx(odds.chain(14, [4, 1, 3, 2], leave=2).win, abs=1e-14)


def test_fork_plan_names_a_roll_that_keeps_the_chance():
    found = odds.fork(12, [[3, 2], [4]])
    plan = found.plan(8, [3, 1])
    defenders, i = [3, 1], plan["dice"]
    d = defenders[plan["branch"]]
    value = 0.0
    for (x, y), p in outcomes(CLASSIC, i, min(d, 2)).items():
        after = list(defenders)
        after[plan["branch"]] = d - y
        if y == d:
            m = plan["move"]
            value += float(p) * found.beyond[plan["branch"]][m] * found.values[(8 - x - m, *after)]
        else:
            value += float(p) * found.values[(8 - x, *after)]
    assert value == pytest.approx(plan["win"], abs=1e-14)


def test_fixed_split_is_the_best_product():
    found = odds.fork(10, [[3], [2, 1]])
    parts, win = found.best_split
    chances = [odds.win_probability(k, 3) * odds.chain_values(10, [2, 1])[10 - k] for k in range(11)]
    assert win == pytest.approx(max(chances), abs=1e-14) and parts[0] == int(np.argmax(chances))
    three = odds.fork(9, [[2], [3], [1]]).best_split
    brute = max(
        np.prod([odds.win_probability(a, d) for a, d in zip(split, (2, 3, 1), strict=True)])
        for split in itertools.product(range(10), repeat=3)
        if sum(split) == 9
    )
    assert three[1] == pytest.approx(brute, abs=1e-14)


@pytest.mark.parametrize("side", ["attack", "defence"])
@pytest.mark.parametrize("goal", GOALS)
def test_placement_is_the_best_of_all(side, goal):
    fronts = [(3, 2), (5, 4), (2, 6)]
    found = odds.allocate(6, fronts, side=side, goal=goal)
    best = -1.0
    for placed in itertools.product(range(7), repeat=3):
        if sum(placed) == 6:
            pairs = zip(fronts, placed, strict=True)
            if side == "attack":
                chances = [odds.win_probability(a + k, d) for (a, d), k in pairs]
            else:
                chances = [1 - odds.win_probability(a, d + k) for (a, d), k in pairs]
            value = {
                "all": np.prod(chances),
                "expected": sum(chances),
                "worst": min(chances),
                "any": 1 - np.prod(1 - np.array(chances)),
            }[goal]
            best = max(best, value)
    assert found.value == pytest.approx(best, abs=1e-13)
    assert sum(found.placed.values()) == 6 == found.fronts["placed"].sum()


def test_placement_by_name_and_weight():
    found = odds.allocate(4, {"west": (3, 3), "east": (3, 3)}, goal="expected", weights=[1, 5])
    assert found.placed["east"] > found.placed["west"]
    with pytest.raises(ValueError, match="weights go with the goal 'expected'"):
        odds.allocate(4, [(3, 3)], weights=[1])


def test_balanced_blitz_has_the_known_chances():
    assert round(odds.balanced_blitz(10, 10).win, 4) == 0.6094
    assert round(odds.balanced_blitz(100, 100).win, 4) == 0.9773
    assert odds.balanced_blitz(1, 10).win == 0 and odds.balanced_blitz(20, 3).win == pytest.approx(1, abs=1e-15)
    for attackers, defenders in [(10, 10), (3, 4), (40, 35), (1, 1)]:
        ends = odds.balanced_blitz(attackers, defenders).survivors
        assert ends["probability"].sum() == pytest.approx(1, abs=1e-13)
        assert set(ends["attackers"]) <= set(odds.survivors(attackers, defenders)["attackers"])


def test_unlimited_attackers_lose_by_the_closed_form():
    exact = odds.unlimited_losses(60, exact=True)
    for d, mean in enumerate(exact):
        assert float(mean) == pytest.approx(0.8534144 * d - 0.2213413 * (1 - (-0.525359) ** d), abs=3e-6)
    assert odds.loss_ratio() == Fraction(7161, 8391)
    plenty = odds.battle(400, 60).expected_attacker_losses
    assert odds.unlimited_losses(60)[-1] == pytest.approx(plenty, abs=1e-10)


def test_tan_comes_out_with_both_errors_within_one_of_the_last_digit():
    printed = pd.read_csv(PUBLISHED / "battle_odds_tan_rolls.csv")
    ours = odds.tan.compare_rolls().query("reading == 'printed'")
    merged = printed.merge(ours, on=["attacker_dice", "defender_dice"], suffixes=("", "_ours"))
    assert len(merged) == 2
    for column in ("defender_loses_both", "each_loses_one", "attacker_loses_both"):
        units = (merged[column] - merged[f"{column}_ours"].round(3)) * 1000
        assert (abs(units.round(6)) <= 1).all()


def test_tan_against_truth():
    assert odds.tan.pair_chances(3, 2)[1] == Fraction(4724, 7776)
    assert [odds.tan.even_from(reading) for reading in odds.tan.READINGS] == [13, 5, 5]
    independent = odds.tan.roll(3, 2, "independent")
    assert [round(float(independent[2 - y, y]), 3) for y in (2, 1, 0)] == [0.286, 0.506, 0.207]
    assert np.array_equal(odds.tan.table(8, 8, "true"), odds.table(8, 8))


@pytest.mark.parametrize("dice", [CLASSIC, CAPITAL, Dice(2, 3, (6, 8), (1,), (0, 1), "nobody"), Dice(ties="attacker")])
def test_rolled_dice_agree_with_exact_odds(dice):
    games = 20_000
    rolled = odds.simulate(12, 9, games, seed=5, stop_attackers=2, dice=dice)
    ends = odds.survivors(12, 9, stop_attackers=2, dice=dice)
    seen = rolled.groupby(["attackers", "defenders"]).size()
    assert set(seen.index) <= set(zip(ends["attackers"], ends["defenders"], strict=True))
    expected = ends.set_index(["attackers", "defenders"])["probability"] * games
    common = expected[expected >= 5]
    observed = seen.reindex(common.index, fill_value=0)
    rest = games - observed.sum(), games - common.sum()
    chi2 = ((observed - common) ** 2 / common).sum()
    freedom = len(common) - 1
    if rest[1] > 1:
        chi2, freedom = chi2 + (rest[0] - rest[1]) ** 2 / rest[1], freedom + 1
    assert abs(chi2 - freedom) < 5 * np.sqrt(2 * freedom)
    again = odds.simulate(12, 9, games, seed=5, stop_attackers=2, dice=dice)
    pd.testing.assert_frame_equal(rolled, again)


BAD = [
    (lambda: odds.battle(-1, 2), ValueError, "attackers .* not -1"),
    (lambda: odds.battle(2.5, 2), TypeError, "attackers .* not 2.5"),
    (lambda: odds.battle(3, True), TypeError, "defenders .* not True"),
    (lambda: odds.battle(3, "2"), TypeError, "defenders .* not '2'"),
    (lambda: odds.battle(10**7, 10**7), ValueError, r"1e\+14 states"),
    (lambda: odds.battle(10**12, 10**12), ValueError, "TB of memory"),
    (lambda: odds.table(10**7, 10**7), ValueError, "800 TB of memory"),
    (lambda: odds.table(0, 5), ValueError, "attackers .* 1 or more, not 0"),
    (lambda: odds.battle(3, 2, dice=3), TypeError, "Dice"),
    (lambda: odds.battle(3, 2, stop_attackers=-1), ValueError, "stop_attackers"),
    (lambda: odds.battle(3, 2, min_dice=4), ValueError, "min_dice .* from 1 to 3"),
    (lambda: Dice(sides=0), ValueError, "sides of a die .* not 0"),
    (lambda: Dice(sides=(6, 6, 6)), ValueError, "sides must be one number or two"),
    (lambda: Dice(ties="defenders"), ValueError, "did you mean 'defender'"),
    (lambda: Dice(attack_modifiers=1), TypeError, "attack_modifiers must be a sequence"),
    (lambda: odds.roll(0, 2), ValueError, "attacker_dice .* not 0"),
    (lambda: odds.battle(3, 2, dice=Dice(sides=1, ties="nobody")), ValueError, "the battle has no end"),
    (lambda: odds.chain(5, []), ValueError, "the chain is empty"),
    (lambda: odds.chain(5, 3), TypeError, "must be a sequence"),
    (lambda: odds.chain(5, {3, 2}), TypeError, "must be a sequence"),
    (lambda: odds.table(9000, 9000, exact=True), ValueError, "leave out exact"),
    (lambda: odds.roll(90, 90), ValueError, "use fewer dice or fewer sides"),
    (lambda: odds.battle(5, 5, dice=Dice(40, 40)), ValueError, "use fewer dice or fewer sides"),
    (lambda: odds.battle(5, 5, dice=Dice(sides=100, choice="hold")), ValueError, "comparisons of faces"),
    (lambda: odds.roll(3, 2, sides=10**6), ValueError, "sides of a die must be .* to 10000"),
    (lambda: odds.chain(5, [3, 0]), ValueError, "territory 2 .* not 0"),
    (lambda: odds.chain(5, [1, 2], leave=[1, 2]), ValueError, "leave must be one number or 1"),
    (lambda: odds.chain(5, [1, 2], leave=0), ValueError, "leave .* not 0"),
    (lambda: odds.chain(5, [1, 2], dice=[CLASSIC]), ValueError, "dice must be one Dice or 2"),
    (lambda: odds.chain(5, [2], dice=Dice(choice="hold")), ValueError, "'losses' works everywhere"),
    (lambda: odds.fork(5, []), ValueError, "1 to 8 branches, not 0"),
    (lambda: odds.fork(5, [3, 2]), TypeError, "must be a sequence"),
    (lambda: odds.fork(3000, [[300], [300]]), ValueError, "use fewer armies or branches"),
    (lambda: odds.fork(5, [[2], [2]]).plan(6), ValueError, "attackers .* from 0 to 5, not 6"),
    (lambda: odds.fork(5, [[2], [2]]).in_turn([0]), ValueError, "each branch from 0 to 1 once"),
    (lambda: odds.attackers_needed(5, 1.5), ValueError, "probability .* not 1.5"),
    (lambda: odds.attackers_needed([]), ValueError, "defenders is empty"),
    (lambda: odds.allocate(3, []), ValueError, "no fronts"),
    (lambda: odds.allocate(3, [(1, 2, 3)]), ValueError, "must be a pair"),
    (lambda: odds.allocate(3, [(1, 2)], goal="al"), ValueError, "did you mean 'all'"),
    (lambda: odds.simulate(3, 2, 0, seed=1), ValueError, "battles .* not 0"),
    (lambda: odds.simulate(3, 2, 10, seed=1.5), TypeError, "seed"),
    (lambda: odds.tan.roll(3, 3), ValueError, "defender_dice .* not 3"),
    (lambda: odds.unlimited_losses(3, dice=Dice(sides=(1, 6))), ValueError, "can never be taken"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("name", sorted(info.name for info in pkgutil.iter_modules(odds.__path__)))
def test_examples_in_the_documentation_are_true(name):
    module = importlib.import_module(f"riskkit.odds.{name}")
    assert doctest.testmod(module).failed == 0
