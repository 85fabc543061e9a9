"""The border heuristics and the TD(lambda) bot: features, choice of attack, learning."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riskkit as rk
from riskkit import boards, odds
from riskkit.agents.deep_q import pairs
from riskkit.agents.shared import border, position
from riskkit.agents.td import agent as td
from riskkit.engine.records import board_record
from riskkit.engine.types import MAX_P, MAX_T, records
from riskkit.plots import td as draw
from riskkit.rules import Rules, record
from riskkit.studies.td_lambda import analysis, results, settling
from riskkit.studies.td_lambda import settings as sweep

BOARD = boards.classic()
RULES = Rules.td_and_deep_q()
GIVEN = RULES.replace(claim="given", setup="none")


positions = st.integers(0, 2**32 - 1)


def made_state(seed, players=2):
    """Return a state with random owners and armies from 1 to 10, every player on the board."""
    rng = np.random.default_rng(seed)
    owner = rng.integers(0, players, len(BOARD))
    owner[:players] = np.arange(players)
    armies = rng.integers(1, 11, len(BOARD))
    game = rk.Game([None] * players, board=BOARD, rules=GIVEN, position=(owner.tolist(), armies.tolist()))
    return game, owner, armies


def reference_income(owner, q):
    held = int((owner == q).sum())
    if held == 0:
        return 0
    whole = [c.bonus for c in BOARD.continents if all(owner[m] == q for m in c.members)]
    return max(RULES.income_minimum, held // RULES.income_divisor) + sum(whole)


def reference_features(owner, armies, p, players=2):
    total = armies.sum()
    inner = [t for t in range(len(BOARD)) if owner[t] == p and all(owner[n] == p for n in BOARD.neighbours[t])]
    strength = [(armies[owner == q].sum() / total + (owner == q).mean()) / 2 for q in range(players) if q != p]
    return np.array(
        [
            armies[owner == p].sum() / total,
            (owner == p).mean(),
            sum(reference_income(owner, q) for q in range(players) if q != p),
            -max(strength),
            len(inner) / max(1, (owner == p).sum()),
        ]
    )


def counted(game, p):
    enemies, work = np.zeros(MAX_T, np.int64), np.zeros(4 * MAX_P, np.int64)
    board = board_record(BOARD).view(np.recarray)[0]
    rules = record(GIVEN, 2).view(np.recarray)[0]
    inner = position.count_enemies(game.state, board, p, enemies)
    position.count_income(game.state, board, rules, work, work[MAX_P:])
    return board, rules, enemies, work, inner


@given(positions)
def test_features_are_those_of_the_definitions(seed):
    game, owner, armies = made_state(seed)
    board, rules, enemies, work, inner = counted(game, game.seat)
    found = position.features(game.state, board, game.seat, inner, work)
    np.testing.assert_allclose(found, reference_features(owner, armies, game.seat))


def reference_choice(owner, armies, p, weights):
    """Return all attacks with their expected value, by changing copies of the position."""
    tables = position.battle_tables(10, 3, 2, 6, False)
    rows = []
    for x in range(len(BOARD)):
        if owner[x] != p or armies[x] < 2:
            continue
        for y in BOARD.neighbours[x]:
            if owner[y] == p:
                continue
            win, losses, killed = (table[armies[x] - 2, armies[y] - 1] for table in tables)
            won_owner, won = owner.copy(), armies.astype(float)
            won_owner[y] = p
            won[x] -= losses + 1
            won[y] = 1
            lost = armies.astype(float)
            lost[x] = 1
            lost[y] -= killed
            value = win * (weights @ reference_features(won_owner, won, p))
            value += (1 - win) * (weights @ reference_features(owner, lost, p))
            rows.append((x, y, value, win))
    return rows


@given(positions)
def test_targets_of_fortification_are_sealed(seed):
    game, owner, armies = made_state(seed)
    state, p = np.array([game.state], game.state.dtype).view(np.recarray)[0], game.seat
    board, rules = counted(game, p)[:2]
    target = np.random.default_rng(seed).integers(0, 11, MAX_T)
    first = border._seal(state, board, rules, target)
    own, others = np.flatnonzero(owner == p), np.flatnonzero(owner != p)
    state.armies[own[0]] += 1
    assert border._seal(state, board, rules, target) == first
    state.armies[others[0]] += 1
    assert border._seal(state, board, rules, target) != first
    state.armies[others[0]] -= 1
    state.owner[others[0]] = p
    assert border._seal(state, board, rules, target) != first
    state.owner[others[0]] = owner[others[0]]
    state.total[p] += 1
    assert border._seal(state, board, rules, target) != first
    state.total[p] -= 1
    target[own[0]] += 1
    assert border._seal(state, board, rules, target) != first


@given(positions)
@settings(max_examples=15)
def test_the_attack_chosen_has_the_highest_expected_value(seed):
    game, owner, armies = made_state(seed)
    p = game.seat
    weights = np.random.default_rng(seed).normal(size=5)
    board, rules, enemies, work, inner = counted(game, p)
    tables = position.battle_tables(10, 3, 2, 6, False).ravel()
    now = position.features(game.state, board, p, inner, work)
    least = 0.6 if seed % 2 else -1.0
    x, y, value, chance = position.best_attack(
        game.state, board, rules, tables, 10, least, weights, now, enemies, inner, work
    )
    options = reference_choice(owner, armies, p, weights)
    options = [row for row in options if row[3] > least] or options
    if not options:
        assert x == -1
        return
    best = max(options, key=lambda row: row[2])
    chosen = next(row for row in options if row[:2] == (x, y))
    assert value == pytest.approx(best[2]) == pytest.approx(chosen[2])
    assert chance == chosen[3]


@given(positions)
def test_of_attacks_with_one_value_the_first_is_chosen(seed):
    game, owner, armies = made_state(seed)
    board, rules, enemies, work, inner = counted(game, game.seat)
    tables = position.battle_tables(10, 3, 2, 6, False).ravel()
    now = position.features(game.state, board, game.seat, inner, work)
    found = position.best_attack(game.state, board, rules, tables, 10, -1.0, np.zeros(5), now, enemies, inner, work)
    options = [row[:2] for row in reference_choice(owner, armies, game.seat, np.zeros(5))]
    assert found[:2] == min(options, default=(-1, -1))


@given(positions)
def test_no_attack_has_a_higher_chance_than_hope(seed):
    game, owner, armies = made_state(seed)
    board, _, enemies, _, _ = counted(game, game.seat)
    win = position.battle_tables(10, 3, 2, 6, False)[0]
    assert np.array_equal(position.highest_chances(win), win)
    found = position.hope(game.state, board, game.seat, win.ravel(), 10)
    chances = [row[3] for row in reference_choice(owner, armies, game.seat, np.zeros(5))]
    assert (found == -1) == (not chances)
    assert found >= max(chances, default=-1)
    own = [armies[t] for t in range(len(BOARD)) if owner[t] == game.seat and enemies[t]]
    others = [
        armies[t] for t in range(len(BOARD)) if owner[t] != game.seat and game.seat in owner[list(BOARD.neighbours[t])]
    ]
    if chances:
        assert found == win[max(own) - 2, min(others) - 1]


@given(positions)
def test_highest_chances_bound_every_smaller_attack(seed):
    win = np.random.default_rng(seed).random((5, 5))
    highest = position.highest_chances(win)
    for a in range(5):
        for d in range(5):
            assert highest[a, d] == win[: a + 1, d:].max()


@given(st.integers(2, 6), positions)
def test_the_best_enemy_is_the_strongest_after_the_loss(players, seed):
    rng = np.random.default_rng(seed)
    total, count = rng.integers(1, 99, players), rng.integers(1, 20, players)
    state = SimpleNamespace(seats=players, total=total, count=count)
    victim, killed = int(rng.integers(1, players)), float(rng.integers(1, 9))
    best_enemy = getattr(position.best_enemy, "py_func", position.best_enemy)
    strengths = total / 50 + count / 42
    assert best_enemy(state, 0, -1, 0.0, 0.0, 1 / 50, 1 / 42) == pytest.approx(-max(strengths[1:]) / 2)
    strengths[victim] -= killed / 50 + 1 / 42
    assert best_enemy(state, 0, victim, 1.0, killed, 1 / 50, 1 / 42) == pytest.approx(-max(0, *strengths[1:]) / 2)


def test_cells_of_the_thresholds_have_the_interval_of_their_runs():
    found = analysis.threshold_rates().set_index(["win_chance", "random_chance"])
    assert len(found) == 121 and found["low"].min() == 0 and (found["low"] <= found["rate"]).all()
    grid = results.grid()
    part = grid[(grid["win_chance"] == 0.4) & (grid["random_chance"] == 0.2)]
    rates = part["wins"] / part["games"]
    cell = found.loc[(0.4, 0.2)]
    assert cell["rate"] == pytest.approx(rates.mean())
    assert cell["high"] - cell["rate"] == pytest.approx(2.093 * rates.std() / 20**0.5, rel=1e-3)


def test_every_game_begins_a_new_trace():
    """Also after a game in which the bot was out so early that the next game's first decision has a higher number."""
    rules = RULES.replace(claim="random", setup="random", army_cap=0)
    war = pairs.make(1.0, asking=pairs.Asking(rolls="until done"), name="war")
    bot = td.make(td.Settings(win_chance=0.3, random_chance=0, lam=1.0, alpha=0.0, weights=(0.5, 0.3, -0.2, 0.4, 0.1)))
    memories, early = None, 0
    for seed in range(60):
        chained, alone = (
            rk.series([bot] + [war] * 4, 1, 1, seed, rules=rules, board=boards.islands(), memories=before)
            for before in (memories, None)
        )
        memories, own = chained.memories[0], alone.memories[0][0]
        last, only = (cells[: td.LOG].view(td.MEMORY)[0] for cells in (memories[0], own))
        if only["started"] > 0:
            assert np.array_equal(last["trace"], only["trace"])
            early += only["decisions"] < 20
    assert early > 5


@pytest.mark.parametrize(
    ("settings", "message"),
    (
        ({"update": "turn"}, "update='turn' learns when the bot ends its attacks"),
        ({"outcome": True}, "outcome=True takes a game whose last decision was an attack for won"),
    ),
)
def test_readings_that_need_the_end_of_a_turn_refuse_a_limit_of_attacks(settings, message):
    bot = td.make(td.Settings(target="reached", **settings))
    with pytest.raises(ValueError, match=message):
        rk.series([bot, "random"], 1, 1, 1, rules=Rules.minimax(), board=boards.grid())
    assert len(rk.series([bot, "random"], 1, 1, 1, rules=RULES).games) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    (
        (lambda: results.weights("described", 0), "changes must be a whole number"),
        (lambda: sweep.rivals("x", 0.2), "unknown parameter"),
        (lambda: sweep.rivals("alpha", 1.0), "peak must be a number from 0.05 to 0.95, not 1.0"),
        (
            lambda: sweep.adjusted("as run", "win_chance", 7),
            "win_chance must be a number from 0.0 to 1.0, not 7",
        ),
        (lambda: analysis.weight_norms(0), "every must be a whole number"),
        (lambda: settling.compared([1, 2, 3], [1, 1, 1], 0), "looks must be a whole number"),
        (lambda: td.history(np.zeros(td.LOG), None), "settings"),
        (lambda: td.learned(np.array([td.MARK, *[np.nan] * 30])), "finite weights"),
    ),
)
def test_bad_arguments_of_the_study_are_refused(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_beliefs_are_the_exact_odds_of_a_battle_to_the_end():
    win, losses, killed = position.battle_tables(10, 3, 2, 6, False)
    fought = odds.battle(9, 10)
    assert win[8, 9] == pytest.approx(fought.win)
    whole = win[8, 9] * losses[8, 9] + (1 - win[8, 9]) * 9
    assert whole == pytest.approx(fought.expected_attacker_losses)
    assert win[8, 9] * 10 + (1 - win[8, 9]) * killed[8, 9] == pytest.approx(fought.expected_defender_losses)
    assert 0.4 < win[8, 9] < 0.5


numbers = st.floats(-5, 5, allow_nan=False)


@given(
    st.lists(st.tuples(st.tuples(*[numbers] * 5), numbers), min_size=1, max_size=6),
    st.floats(0, 1),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(("difference", "army share")),
    st.sampled_from(("added", "subtracted")),
)
def test_learning_is_the_printed_equation(steps, alpha, lam, normalised, error, sign):
    chosen = td.Settings(alpha=alpha, lam=lam, normalised=normalised, error=error, sign=sign)
    given_record = records(1, td.GIVEN)
    given_record.view(np.float64)[:] = td.make(chosen).parameters
    cells = records(1, td.MEMORY)
    weights = np.array([0.3, -0.2, 0.1, 0.5, -0.4])
    cells["weights"] = weights
    past = []
    for features, following in steps:
        f = np.array(features)
        past.append(f)
        trace = sum(lam ** (len(past) - 1 - k) * g for k, g in enumerate(past))
        wrong = following - (f[0] if error == "army share" else weights @ f)
        step = alpha * wrong * (1 if sign == "added" else -1)
        if normalised:
            size = np.linalg.norm(f) * np.linalg.norm(trace)
            step = step / size if size > 0 else 0.0
        weights = weights + step * trace
        td.learn(cells[0], np.zeros(0), given_record[0], following, tuple(features))
    if cells["stopped"][0] == 0:
        scale = max(1.0, np.abs(weights).max())
        np.testing.assert_allclose(cells["weights"][0] / scale, weights / scale, atol=1e-9)


def test_a_replacing_trace_never_exceeds_the_accumulating_one():
    cells = {}
    for trace in ("accumulating", "replacing"):
        cells[trace] = records(1, td.MEMORY)
        values = records(1, td.GIVEN)
        values.view(np.float64)[:] = td.make(td.Settings(trace=trace, target="reached", lam=0.9)).parameters
        for _ in range(20):
            td.learn(cells[trace][0], np.zeros(0), values[0], 0.0, (1.0, 0.5, 0.0, -0.5, 0.2))
    assert cells["replacing"]["trace"][0, 0] == 1.0
    assert cells["accumulating"]["trace"][0, 0] > 5.0


def test_diverged_weights_stop_the_learning_and_are_reported():
    wild = td.AS_RUN.replace(normalised=False, alpha=1.0, log=10)
    found = rk.series([td.make(wild), td.make(td.AS_RUN, name="b")], 20, 1, 3, rules=RULES, workers=1)
    state = td.learned(found.memories[0][0])
    assert state.stopped_at is not None and state.norm >= td.DIVERGED
    assert np.isfinite(state.weights).all() and np.linalg.norm(state.weights) < td.DIVERGED
    assert len(td.history(found.memories[0][0], wild)) <= state.stopped_at
    with pytest.raises(td.DivergedError, match=f"change {state.stopped_at} .*norm"):
        td.learned(found.memories[0][0], strict=True)


def test_without_learning_the_weights_stay():
    weights = (1.0, 2.0, -0.1, 0.5, 0.3)
    still = td.make(td.Settings(learn=False, weights=weights))
    games = rk.match([still, "random"], 5, 1, rules=RULES, workers=1)
    again = rk.match([still, "random"], 5, 1, rules=RULES, workers=2)
    assert games.equals(again)


def test_a_learning_bot_keeps_its_weights_from_game_to_game():
    bots = [td.make(), td.make(name="b")]
    whole = rk.series(bots, 6, 1, 5, rules=RULES, workers=1)
    first = rk.series(bots, 3, 1, 5, rules=RULES, workers=1)
    assert td.learned(first.memories[0][0]).updates < td.learned(whole.memories[0][0]).updates
    assert first.games["turns"].tolist() == whole.games["turns"].tolist()[:3]
    with pytest.raises(ValueError, match="series"):
        rk.match(bots, 3, 1, rules=RULES)


@pytest.mark.parametrize(
    "changes, least, most", [({"random_chance": 0.0, "win_chance": 1.0}, 0, 0), ({"random_chance": 1.0}, 1, 10**6)]
)
def test_the_thresholds_decide_whether_to_attack(changes, least, most):
    fixed = td.Settings(learn=False, weights=(1.0, 1.0, 0.0, 1.0, 0.0)).replace(**changes)
    played = rk.match([td.make(fixed), td.make(fixed, name="b")], 3, 1, rules=RULES, workers=1, record=True)
    assert least <= played.series["attacks"].sum() <= most


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_phases_keep_to_the_cap_with_any_number_of_players(players):
    fixed = td.Settings(learn=False, weights=(1.0, 1.0, 0.0, 1.0, 0.0), random_chance=0.9)
    table = [td.make(fixed, name=f"td{k}") for k in range(players)]
    game = rk.Game([None, *table[1:]], seed=players, rules=RULES)
    mine = pairs.make(0.5)
    played = rk.match([mine, *table[1:]], 4, 1, rules=RULES, workers=1)
    assert (played["turns"] > 0).all()
    assert game.state.armies.max() <= RULES.army_cap
    for k in range(players):
        most = played[f"armies_{k}"] <= RULES.army_cap * played[f"territories_{k}"]
        assert most.all()


def test_claims_follow_the_printed_priorities():
    for players, names in border.PRIORITIES.items():
        others = [pairs.make(0.5, name=str(k)) for k in range(1, players)]
        game = rk.Game([None, *others], rules=RULES.replace(first=1))
        taken = [t for t in range(len(BOARD)) if game.state.owner[t] > 0]
        order = [t for name in names for t in sorted(BOARD.continents[BOARD.continent_index(name)].members)]
        assert taken == sorted(order[: players - 1])


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"alpha": 1.5}, "alpha"),
        ({"win_chance": float("nan")}, "win_chance"),
        ({"error": "diference"}, "difference"),
        ({"weights": (1.0, 2.0)}, "5 numbers"),
        ({"weights": (np.nan,) * 5}, "weights must be a number"),
        ({"weights": (1e300,) * 5}, "weights must be a number"),
        ({"weights": np.ones((4, 5))}, "5 numbers"),
        ({"weights": 5}, "5 numbers"),
        ({"outcome": True}, "reached"),
        ({"update": "turn"}, "reached"),
    ],
)
def test_bad_settings_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        td.Settings(**wrong)


def test_as_run_the_threshold_setters_change_nothing():
    assert sweep.adjusted("as run", "win_chance", 0.9) == td.AS_RUN
    assert sweep.adjusted("as run", "alpha", 0.9).alpha == 0.9
    assert sweep.adjusted("described", "win_chance", 0.9).win_chance == 0.9


def test_stored_runs_replay_to_the_same_games():
    found = results.replayed("win_chance", 0.2, 1)
    assert set(found["count"]) == {"wins", "losses", "draws", "updates"}
    assert (found["stored"] == found["again"]).all()


def test_verdicts_are_paired_by_run():
    table = analysis.peaks()
    assert set(table["parameter"]) == set(sweep.PARAMETERS)
    assert (table["p_holm"] >= table["p"]).all()
    assert ((table["low"] <= table["difference"]) & (table["difference"] <= table["high"])).all()


@pytest.mark.parametrize("name", ["normalised", "outcome", "learn", "rounded"])
@pytest.mark.parametrize("value", ["no", 1, None, float("nan")])
def test_yes_and_no_are_true_and_false(name, value):
    with pytest.raises(TypeError, match=f"{name} must be True or False"):
        td.Settings(**{name: value})


def test_weights_are_five_plain_numbers():
    assert td.Settings(weights=np.ones(5)) == td.Settings(weights=(1.0,) * 5)
    for wrong in (("a",) * 5, (None,) * 5, np.ones((5, 5)), (1j,) * 5):
        with pytest.raises(TypeError, match="weights must be a number"):
            td.Settings(weights=wrong)


def test_memories_of_another_size_are_refused():
    for read in (lambda: td.learned(np.zeros(3)), lambda: td.history(np.zeros(40), td.Settings(log=1_000))):
        with pytest.raises(ValueError, match="memory of a TD bot's seat"):
            read()
    with pytest.raises(ValueError, match="memory of another agent"):
        td.learned(np.full(40, 3.0))


def test_turns_to_win_are_compared_by_run():
    rng = np.random.default_rng(5)
    wins, rounds = rng.integers(0, 60, 80), rng.normal(30, 3, 80)
    first = pd.DataFrame({"run": range(80), "wins": wins, "rounds_to_win": np.where(wins > 0, rounds, np.nan)})
    same = analysis.turns_less(first, first)
    assert (same.value, same.low, same.high) == (0.0, 0.0, 0.0)
    slower = first.assign(rounds_to_win=first["rounds_to_win"] + 2.0)
    found = analysis.turns_less(slower, first)
    assert found.value == pytest.approx(2.0) and found.low == pytest.approx(2.0)
    other = first.assign(rounds_to_win=np.where(wins > 0, rng.normal(25, 3, 80), np.nan), wins=rng.permutation(wins))
    played = other[other["rounds_to_win"].notna()]
    found = analysis.turns_less(first, played)
    shared = first[first["run"].isin(played["run"])]
    means = [np.average(part["rounds_to_win"].fillna(0), weights=part["wins"]) for part in (shared, played)]
    assert found.value == pytest.approx(means[0] - means[1]) and found.high < 10 and found.low > 0
    parts = pd.concat([first.assign(wins=first["wins"] // 2), first.assign(wins=first["wins"] - first["wins"] // 2)])
    assert analysis.turns_less(parts, first).value == pytest.approx(0.0)


def test_the_figures_draw_what_they_are_given():
    value = np.array(sweep.VALUES)
    curve = pd.DataFrame(
        {"value": value, "rate": value / 2, "low": value / 2 - 0.1, "high": value / 2 + 0.1, "runs": 5}
    )
    once = pd.DataFrame({"value": value, "wins": 100, "games": 500})
    ax = draw.plot_sweep(curve, "alpha", once, (0.2, 0.6))
    np.testing.assert_allclose(ax.lines[0].get_ydata(), value / 2)
    assert ax.get_xlabel() == "step size alpha" and len(ax.texts) == 2
    grid = pd.DataFrame([(w, r, 50, 100) for w in (0.0, 0.5) for r in (0.0, 1.0)])
    grid.columns = ["win_chance", "random_chance", "wins", "games"]
    assert [text.get_text() for text in draw.plot_thresholds(grid).texts] == ["0.50"] * 4
    weights = pd.DataFrame({"run": [0, 0, 1], "normalised": True, "update": [1, 2, 1], "norm": [1.0, 2.0, 9.0]})
    ax = draw.plot_norms(weights.assign(stopped=[0, 0, 1]), True)
    assert ax.get_yscale() == "linear" and len(ax.lines) == 3
    assert draw.plot_norms(weights.assign(stopped=[0, 0, 1], normalised=False), False).get_yscale() == "log"
    taken = curve.assign(turns=np.where(value > 0.1, 40.0, np.nan), turns_low=30.0, turns_high=50.0)
    ax = draw.plot_turns(taken, "lam", (0.45,))
    assert len(ax.lines[0].get_xdata()) == (value > 0.1).sum() and len(ax.texts) == 1
    table = pd.DataFrame({"variant": ["a", "b"], "rate": [0.1, 0.2], "low": [0.0, 0.1], "high": [0.2, 0.3]})
    assert [label.get_text() for label in draw.plot_versions(table).get_yticklabels()] == ["a", "b"]
