"""The deep Q bots: network, learning, pairs, the exact rule, weights as files."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskkit as rk
from riskkit import odds
from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q import pairs
from riskkit.agents.td import agent as td
from riskkit.agents.weights import files as weights
from riskkit.engine.rng import below, seed_stream
from riskkit.learning import mlp
from riskkit.plots import deep_q as draw
from riskkit.results import paths
from riskkit.results.disk import StoreError
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack import analysis, exact, networks, results
from riskkit.studies.deep_q_attack.loops import lanes, training
from riskkit.studies.deep_q_attack.loops import memory as replay
from riskkit.studies.deep_q_attack.loops.learner import learner, place, stack
from riskkit.studies.td_lambda import results as td_results

pytestmark = pytest.mark.usefixtures("stored_only")
RULES = Rules.td_and_deep_q(ties="attacker", move_dice=False)
ASKING = pairs.DESCRIBED
SMALL = deep_q.Settings(memory=500, batch=8, lag=10)


def test_tanh_is_tanh():
    x = np.linspace(-12, 12, 4001).astype(np.float32)
    found = np.array([deep_q.tanh(value) for value in x])
    np.testing.assert_allclose(found, np.tanh(x), atol=3e-6)


@given(st.integers(0, 2**31), st.sampled_from([(2, 3), (5, 3), (8, 4)]))
def test_the_network_is_the_dense_network(seed, size):
    inputs, hidden = size
    net = mlp.layout((inputs, hidden, 2), ("tanh", "linear"))
    values = mlp.parameters(net, seed)
    x = np.random.default_rng(seed).normal(size=inputs).astype(np.float32)
    work = np.zeros(mlp.work_size(net, 1), np.float32)
    wanted = mlp.forward(net[0], values, x, work)
    found = deep_q.q_values(values, inputs, hidden, x, np.zeros(hidden, np.float32))
    np.testing.assert_allclose(found, wanted, atol=1e-5)


def filled_learner(settings, transitions, seed=7):
    """Return a learner whose memory holds (features, action, territories won, armies lost, next features, done)."""
    made = learner(settings, ASKING, seed)
    for row, (x, action, won, lost, following, done) in enumerate(transitions):
        kind, before, after = made.records["kind"][0], np.array(x, np.float32), np.array(following, np.float32)
        replay.remember(kind, made.rows, 0, row, before, after, action, won, lost, settings.conquest, done)
    made.records["filled"] = len(transitions)
    return made


def learn(made, times=1, count=1):
    """Let a stack of learners learn from batches, side by side; return the sums of the losses of the last."""
    kind, hidden, batch = (int(made.records[name][0]) for name in ("kind", "hidden", "batch"))
    kernel = lanes.learning_kernel(kind, hidden, count)
    space = lanes.Shape(kind, hidden, count).arrays(batch)
    wants = np.full(count, lanes.NOTHING)
    for _ in range(times):
        losses = np.zeros((count, 1, 2, 2))
        wants[: len(made.records)] = 1
        kernel(*made, *made, wants, *space, losses, np.zeros(count, np.int64))
    return losses[: len(made.records), 0, 1, 0]


def loss_of(values, target, transition, discount):
    """Return half the squared error of one transition, in float64 and numpy."""

    def q(weights, x):
        w1, b1 = weights[:6].reshape(2, 3), weights[6:9]
        w2, b2 = weights[9:15].reshape(3, 2), weights[15:]
        return np.tanh(x @ w1 + b1) @ w2 + b2

    x, action, won, lost, following, done = transition
    wanted = 2.0 * won - lost + (0.0 if done else discount * q(target, np.array(following)).max())
    return 0.5 * (q(values, np.array(x))[action] - wanted) ** 2


@pytest.mark.parametrize("done", [0, 1])
@pytest.mark.parametrize("action", [0, 1])
def test_a_gradient_step_follows_the_loss(action, done):
    settings = deep_q.Settings(updates="mini-batch", batch=4, decay=0.0, rate=1e-3)
    transition = ((4 / 9, 2 / 9), action, 0, 1, (3 / 9, 1 / 9), done)
    made = filled_learner(settings, [transition])
    before = made.weights().astype(float)
    (loss,) = learn(made)
    assert loss / 4 == pytest.approx(loss_of(before, before, transition, 0.8), rel=1e-4)
    slope = np.array(
        [
            (
                loss_of(before + 1e-5 * unit, before, transition, 0.8)
                - loss_of(before - 1e-5 * unit, before, transition, 0.8)
            )
            / 2e-5
            for unit in np.eye(len(before))
        ]
    )
    moved = made.weights() - before
    np.testing.assert_allclose(moved, -1e-3 * slope / (np.abs(slope) + 1e-6), atol=2e-5)


armies = st.tuples(st.integers(1, 10), st.integers(1, 10))
transitions = st.tuples(armies, st.integers(0, 1), st.integers(0, 1), st.integers(0, 20), armies, st.integers(0, 1))


@given(st.lists(transitions, min_size=1, max_size=20), st.sampled_from(deep_q.KINDS), st.integers(0, 10**6))
def test_what_is_learned_from_is_what_was_remembered(remembered, features, seed):
    settings = deep_q.Settings(features=features, batch=100, memory=20, conquest=1.5)

    def looks(counts):
        return np.array([(count - 1) / 9 for count in counts] + [0.25] * (settings.inputs - 2), np.float32)

    made = filled_learner(settings, [(looks(x), a, w, n, looks(y), d) for x, a, w, n, y, d in remembered], seed)
    kind, width = int(made.records["kind"][0]), lanes.Shape(int(made.records["kind"][0]), 3, 1).columns
    target, units, wanted = made.weights(), np.zeros(3, np.float32), set()
    for before, action, won, lost, after, done in remembered:
        best = np.float32(max(deep_q.q_values(target, settings.inputs, 3, looks(after), units)))
        follows = np.float32(1.5 * won - lost) + (0 if done else np.float32(0.8) * best)
        wanted.add((*looks(before), action, np.float32(follows)))
    buffer, drawn, picks = lanes.Shape(kind, 3, 1).arrays(100)
    learning = lanes.learning_kernel(kind, 3, 1)
    learning(*made, *made, np.zeros(1, np.int64), buffer, drawn, picks, np.zeros((1, 1, 2, 2)), np.zeros(1, np.int64))
    found = {tuple(row) for row in drawn.reshape(100, width)[:, : settings.inputs + 2]}
    assert found <= wanted
    assert len(found) == len(wanted) or len(remembered) > 8


@given(st.integers(0, 2**40), st.integers(1, 10**6))
def test_rows_are_picked_as_the_engine_picks(seed, filled):
    ours, usual = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    for stream in (ours, usual):
        seed_stream(stream, seed, 0, 1)
    picks = np.zeros(50, np.int64)
    replay.pick(ours, filled, picks, 40)
    assert picks[:40].tolist() == [below(usual, filled) for _ in range(40)] and not picks[40:].any()
    assert ours.tolist() == usual.tolist()


def test_learning_one_transition_brings_its_value_to_the_reward():
    settings = SMALL.replace(discount=0.0, rate=0.01)
    made = filled_learner(settings, [((4 / 9, 2 / 9), 1, 1, 1, (3 / 9, 2 / 9), 0)])
    learn(made, 400)
    x = np.array([4 / 9, 2 / 9], np.float32)
    assert deep_q.q_values(made.weights(), 2, 3, x, np.zeros(3, np.float32))[1] == pytest.approx(1.0, abs=0.05)


VARIED = {
    "simple": {},
    "pair": {"features": "pair"},
    "mini-batch": {"updates": "mini-batch"},
    "as run": {"fresh_moments": True, "wrong_inputs": True},
}


@pytest.mark.parametrize("changes", VARIED.values(), ids=VARIED)
def test_a_learner_learns_the_same_alone_and_beside_others(changes):
    settings = SMALL.replace(**changes)
    rng = np.random.default_rng(5)

    def random_transition():
        x, y = rng.random((2, settings.inputs)) if settings.inputs > 2 else rng.integers(0, 10, (2, 2)) / 9
        return x, *rng.integers(0, 2, 2), rng.integers(0, 5), y, rng.integers(0, 2)

    single = [filled_learner(settings, [random_transition() for _ in range(30)], seed) for seed in range(5)]
    together = stack(single[0], 5)
    for k, made in enumerate(single):
        together.rows[k] = made.rows[0]
        place(made, together, k)
    losses = learn(together, 50, lanes.LANES)
    for k, made in enumerate(single):
        assert learn(made, 50)[0] == losses[k]
        np.testing.assert_array_equal(made.weights(), together.weights(k))
        assert made.count("samples") == together.count("samples", k) == 50 * settings.batch


def test_training_is_a_function_of_its_seed_and_can_be_split():
    def trained(parts):
        made = [learner(SMALL, ASKING, seed) for seed in (1, 2)]
        start, frames = 0, []
        for games in parts:
            frames.append(training.train(made, games, 3, RULES, start=start).games)
            start += games
        return [m.weights() for m in made], frames

    whole, (frame,) = trained([6])
    again, parts = trained([2, 4])
    for left, right in zip(whole, again):
        np.testing.assert_array_equal(left, right)
    assert frame["turns"].tolist() == [t for part in parts for t in part["turns"]]
    assert (frame[["loss_0", "loss_1"]].dropna() >= 0).all().all()


def test_trainings_run_together_are_those_run_one_by_one():
    def course(seed, ours):
        turns = []
        for games in (3, 1, 2 + seed % 3):
            turns += (yield games).results["turns"].tolist()
        return pd.DataFrame({"turns": turns, "weight": float(ours[1].weights()[0])})

    seeds = list(range(40, 40 + lanes.LANES + 3))
    found = training.train_together(seeds, course, SMALL, ASKING, RULES)
    for seed, frame in zip(seeds, found):
        alone = [learner(SMALL, ASKING, 2 * seed + seat) for seat in range(2)]
        games = training.train(alone, 6 + seed % 3, seed, RULES).games
        assert frame["turns"].tolist() == games["turns"].tolist()
        assert frame["weight"][0] == alone[1].weights()[0]


def test_trainings_together_refuse_what_is_no_training():
    def course(seed, ours, wanted):
        yield wanted
        return pd.DataFrame()

    assert training.train_together([], course, SMALL, ASKING, RULES) == []
    for wanted, error in ((0, ValueError), ("2", TypeError), (1.5, TypeError), (None, TypeError)):
        with pytest.raises(error, match="games that a course wants"):
            training.train_together([1], lambda seed, ours, w=wanted: course(seed, ours, w), SMALL, ASKING, RULES)
    for seeds, error in (([-1], ValueError), ([1.5], TypeError), ([2**62], ValueError)):
        with pytest.raises(error, match="seed"):
            training.train_together(seeds, course, SMALL, ASKING, RULES)
    for seeds in (5, "12", None):
        with pytest.raises(TypeError, match="seeds must be a list"):
            training.train_together(seeds, course, SMALL, ASKING, RULES)
    for wrong in (None, lambda seed, ours: [1, 2]):
        with pytest.raises(TypeError, match="course must be"):
            training.train_together([1], wrong, SMALL, ASKING, RULES)
    with pytest.raises(TypeError, match="rules must be of the type"):
        training.train_together([1], course, SMALL, ASKING, None)


def test_a_training_that_diverges_ends_alone():
    wild = SMALL.replace(rate=1e9)

    def course(seed, ours):
        if seed % 2:
            yield 5
        return pd.DataFrame({"seed": [seed]})

    with pytest.raises(training.DivergedError, match=r"in game \d+ of seed 3[13579]") as caught:
        training.train_together(list(range(30, 30 + lanes.LANES + 3)), course, wild, ASKING, RULES)
    assert sorted(caught.value.found) == [30, 32, 34, 36, 38, 40]

    def patient(seed, ours):
        try:
            yield 5
        except training.DivergedError:
            return pd.DataFrame({"norm": [np.linalg.norm(made.weights()) for made in ours]})

    for found in training.train_together([1, 2], patient, wild, ASKING, RULES):
        assert (found["norm"] < lanes.DIVERGED).all()
    two = [learner(wild, ASKING, seat) for seat in range(2)]
    for _ in range(2):
        with pytest.raises(training.DivergedError):
            training.train(two, 5, 3, RULES)
    with pytest.raises(training.DivergedError, match="diverged earlier, at decision .* new one with learner"):
        training.train(two, 5, 3, RULES)


def test_learners_have_names_in_the_games():
    games = training.train([learner(SMALL, ASKING, 4), "random_pairs"], 4, 1, RULES).games
    assert set(games["winner_name"].dropna()) <= {"learner", "random_pairs"}
    games = training.train([learner(SMALL, ASKING, seat) for seat in range(2)], 4, 1, RULES).games
    assert set(games["winner_name"].dropna()) <= {"learner 0", "learner 1"}


def test_what_is_learned_does_not_depend_on_the_other_seats_batch():
    def trained(batch):
        ours, still = learner(SMALL, ASKING, 1), learner(SMALL.replace(batch=batch), ASKING, 2, learns=False)
        training.train([ours, still], 3, 3, RULES)
        return ours.weights()

    np.testing.assert_array_equal(trained(8), trained(64))


def test_two_networks_of_other_sizes_learn_at_one_table():
    two = [learner(SMALL, ASKING, 1), learner(SMALL.replace(features="pair", hidden=4, batch=5), ASKING, 2)]
    first = [made.weights() for made in two]
    training.train(two, 3, 3, RULES)
    for made, before, batch in zip(two, first, (8, 5)):
        assert made.count("samples") == batch * made.count("decisions") > 0
        assert (made.weights() != before).any()


def test_a_learner_that_does_not_learn_plays_as_its_table():
    values = mlp.parameters(mlp.layout((2, 3, 2), ("tanh", "linear")), 11)
    bot = deep_q.make(values, asking=ASKING, name="net")
    rival = pairs.make(0.5, asking=ASKING)
    still = learner(SMALL, ASKING, 1, learns=False, weights=values)
    ours = training.train([still, rival], 8, 5, RULES).games
    usual = rk.match([bot, rival], 8, 5, rules=RULES, workers=1)
    assert ours["turns"].tolist() == usual["turns"].tolist()
    assert ours["winner"].tolist() == usual["winner"].tolist()


def test_training_refuses_what_it_cannot_seat():
    made = learner(SMALL, ASKING, 1)
    for rules in (Rules.classic(), RULES.replace(army_cap=12)):
        with pytest.raises(ValueError, match="army_cap"):
            training.train([made, learner(SMALL, ASKING, 2)], 1, 1, rules)
    for seated in ([pairs.make(0.5)] * 2, [made], [made] * 3, [made, None], made):
        with pytest.raises(ValueError, match="two entries"):
            training.train(seated, 1, 1, RULES)
    for seated in ([stack(made, 3), made], [pairs.make(0.5), stack(made, 3)]):
        with pytest.raises(ValueError, match="a stack of 3 learners"):
            training.train(seated, 1, 1, RULES)
    with pytest.raises(ValueError, match="count"):
        stack(made, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["position", "pair"])
def test_a_network_on_other_features_plays_the_same_by_itself_and_in_training(kind):
    settings = SMALL.replace(features=kind)
    values = mlp.parameters(mlp.layout((settings.inputs, 3, 2), ("tanh", "linear")), 3)
    bot = deep_q.make(values, features=kind, asking=ASKING, name="net")
    rival = pairs.make(0.5, asking=ASKING)
    still = learner(settings, ASKING, 1, learns=False, weights=values)
    ours = training.train([still, rival], 5, 5, RULES).games
    usual = rk.match([bot, rival], 5, 5, rules=RULES, workers=1)
    assert ours["turns"].tolist() == usual["turns"].tolist()


def test_pairs_listed_at_the_start_of_a_turn_are_asked_once():
    every = np.ones((10, 10))
    once = pairs.make(every, asking=pairs.AS_RUN, name="once")
    never = pairs.make(np.zeros((10, 10)), asking=pairs.AS_RUN, name="never")
    played = rk.match([once, never], 5, 2, rules=RULES.replace(round_cap=5), workers=1, record=True)
    attacks = played.series[played.series["seat"] == played.series["mover"]].groupby("seat")["attacks"].max()
    edges = sum(map(len, rk.boards.classic().neighbours))
    assert 0 < attacks[0] <= edges and attacks[1] == 0


@given(st.sampled_from(("defender", "attacker")), st.floats(0, 1), st.booleans())
def test_the_exact_optimum_satisfies_its_equation(ties, discount, moved):
    found = exact.optimum(ties=ties, discount=discount, moved=moved)
    best = np.maximum(0.0, np.nan_to_num(found.value, nan=0.0))
    for a, d in [(2, 1), (3, 2), (4, 1), (7, 5), (10, 10)]:
        total = 0.0
        for (lost, killed), p in odds.roll(min(3, a - 1), min(2, d), ties=ties).items():
            if killed == d:
                follows = 2.0 - moved + discount * best[a - lost - 2, 0]
            else:
                follows = discount * best[a - lost - 1, d - killed - 1]
            total += float(p) * (follows - lost)
        assert found.value[a - 1, d - 1] == pytest.approx(total)
    assert ((found.value > 0) == (found.attack == 1)).all()


def test_exact_values_that_can_be_worked_out_by_hand():
    found = exact.optimum(discount=0.0)
    assert found.value[1, 0] == pytest.approx(2 * 15 / 36 - 21 / 36)
    assert np.isnan(found.value[0]).all()
    battle = odds.battle(4, 3)
    whole = exact.whole_battle()
    assert whole.value[4, 2] == pytest.approx(2 * battle.win - battle.expected_attacker_losses)
    assert exact.agreement(found.attack, found.attack[1:]) == 90


@pytest.mark.parametrize("name", weights.STUDIED)
def test_shipped_weights_load_and_play(name):
    bot = rk.agents.load(name)
    assert bot.name == name and not bot.persistent
    games = rk.match([bot, "random_pairs"], 40, 1, rules=RULES, workers=1)
    assert (games["winner"] == 0).sum() > 0


def test_shipped_weights_are_those_of_the_studies(tmp_path):
    made = [*results.ship(tmp_path), *td_results.ship(tmp_path)]
    assert sorted(file.stem for file in made) == sorted(weights.STUDIED)
    for file in made:
        assert file.read_text() == (weights.SHIPPED / file.name).read_text(), file.name


def test_weights_are_shipped_from_a_checkout_only(home, monkeypatch):
    monkeypatch.setattr(paths, "CHECKOUT", home)
    for study in (results, td_results):
        with pytest.raises(weights.WeightsError, match="part of an installed package: name another folder"):
            study.ship()


def test_own_weights_cannot_stand_in_for_those_that_come_with_riskkit(home):
    rule = {"kind": "pairs", "features": deep_q.FEATURES["simple"], "weights": np.ones(100)}
    with pytest.raises(ValueError, match="'exact_attack' is the name of weights that come with riskkit"):
        weights.save("exact_attack", **rule)
    file = weights.save("mine", **rule)
    file.rename(file.with_stem("exact_attack"))
    shipped = rk.agents.load(weights.SHIPPED / "exact_attack.json")
    assert np.array_equal(rk.agents.load("exact_attack").parameters, shipped.parameters)


def test_a_folder_of_weights_that_cannot_be_written_is_named(home):
    (home / "data").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="data/results/weights cannot be written"):
        weights.save("mine", kind="pairs", features=deep_q.FEATURES["simple"], weights=np.ones(100))


def test_loaded_agents_are_the_ones_that_were_saved(home):
    table = np.linspace(0, 1, 100).reshape(10, 10)
    weights.save(
        "rule", kind="pairs", features=deep_q.FEATURES["simple"], weights=table, asking={"rolls": "until done"}
    )
    ours = pairs.make(table, asking=pairs.Asking(rolls="until done"), name="rule")
    assert np.allclose(rk.agents.load("rule").parameters, ours.parameters, rtol=1e-8)
    value = (0.5, -1.0, 0.25, 0.0, 2.0)
    weights.save("value", kind="td", features=td.FEATURES, weights=value, settings={"order": "chance first"})
    ours = td.make(td.Settings(order="chance first", learn=False, weights=value), name="value")
    loaded = rk.agents.load("value")
    assert np.array_equal(loaded.parameters, ours.parameters) and not loaded.persistent


def test_bad_files_of_weights_are_refused(home):
    with pytest.raises(ValueError, match="weights"):
        rk.agents.load("no_such_net")
    file = weights.save("good", kind="deep_q", features=deep_q.FEATURES["simple"], weights=np.ones(17), hidden=3)
    assert rk.agents.load("good").name == "good"
    content = json.loads(file.read_text())
    for changes, message in (
        ({"features": ["armies", "luck"]}, "features armies, luck"),
        ({"weights": [1.0, 2.0]}, "has 17 weights, not 2"),
        ({"weights": [float("nan")] * 17}, "a weight must be a number"),
        ({"kind": "pairs"}, "100 numbers, not 17"),
        ({"kind": "td"}, "features armies from"),
        ({"kind": "td", "features": td.FEATURES}, "5 numbers"),
        ({"kind": "td", "features": td.FEATURES, "weights": [1.0] * 5, "settings": {"lambda": 1}}, "lambda"),
        ({"asking": {"dice": 1}}, "dice"),
        ({"asking": "one"}, "asking"),
        ({"features": None}, "needs 'features'"),
        ({"features": "simple"}, "needs 'features'"),
        ({"weights": ["1"] * 17}, "a weight must be a number"),
        ({"weights": [True] * 17}, "a weight must be a number"),
        ({"hidden": 3.7}, "hidden must be a whole number"),
        ({"kind": None}, "needs 'kind'"),
        ({"about": 5}, "needs 'about'"),
    ):
        file.write_text(json.dumps({**content, **changes}))
        with pytest.raises(weights.WeightsError, match=message):
            rk.agents.load(file)
    file.write_text("[" * 100_000)
    with pytest.raises(weights.WeightsError, match="not a readable"):
        rk.agents.load(file)
    listed = rk.agents.catalogue().set_index("name")
    assert listed.loc["good", "about"].startswith("cannot be used") and len(listed) > 30
    file.write_text("{")
    with pytest.raises(weights.WeightsError, match="not a readable"):
        rk.agents.load(file)


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"features": "simpel"}, "simple"),
        ({"discount": 2.0}, "discount"),
        ({"rate": 0.0}, "rate"),
        ({"decay": 1}, "decay must be below 1"),
        ({"conquest": 1e30}, "conquest"),
        ({"batch": 0}, "batch"),
    ],
)
def test_bad_settings_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        deep_q.Settings(**wrong)


@pytest.mark.parametrize("name", ["ends", "fresh_moments", "wrong_inputs"])
@pytest.mark.parametrize("value", ["no", 3, None, float("nan")])
def test_yes_and_no_are_true_and_false(name, value):
    with pytest.raises(TypeError, match=f"{name} must be True or False"):
        deep_q.Settings(**{name: value})


@pytest.mark.parametrize("wrong", ["1", None, 1.5, True, -1, 2**70])
def test_seeds_and_starts_are_checked(wrong):
    made = learner(SMALL, ASKING, 1)
    with pytest.raises((TypeError, ValueError), match="seed must be a whole number"):
        learner(SMALL, ASKING, wrong)
    with pytest.raises((TypeError, ValueError), match="seed must be a whole number"):
        training.train([made, made], 1, wrong, RULES)
    with pytest.raises((TypeError, ValueError), match="start must be a whole number"):
        training.train([made, made], 1, 1, RULES, start=wrong)


def test_things_of_another_kind_are_named():
    for wrong in (
        lambda: learner("simple", ASKING, 1),
        lambda: learner(SMALL, "as run", 1),
        lambda: pairs.make(np.ones((10, 10)), asking="as run", name="t"),
        lambda: td.make("described"),
        lambda: training.train([learner(SMALL, ASKING, 1)] * 2, 1, 1, None),
    ):
        with pytest.raises(TypeError, match="must be of the type"):
            wrong()
    for wrong in (None, 3, b"x"):
        with pytest.raises(TypeError, match="a file or a name"):
            rk.agents.load(wrong)
    for chance in (2, -1, float("nan")):
        with pytest.raises(ValueError, match="chance"):
            pairs.make(chance)
    for call in (results.pairings, results.bots, results.dominance):
        with pytest.raises(ValueError, match="reading"):
            call("x")
    with pytest.raises(ValueError, match="kept are those after 0, 25"):
        networks.networks(results.training("mixed"), 7)
    with pytest.raises(ValueError, match="shape"):
        exact.agreement(np.ones((9, 10)), np.ones((9, 1)))
    with pytest.raises(ValueError, match="most"):
        exact.optimum(most=0)


def test_weights_are_saved_under_plain_names_and_finite(home):
    for name, values in (("../out", [1.0] * 17), ("net", [float("nan")] * 17)):
        with pytest.raises(ValueError):
            weights.save(name, kind="deep_q", features=deep_q.FEATURES["simple"], weights=values)
    file = weights.save("net", kind="deep_q", features=deep_q.FEATURES["simple"], weights=np.ones(17))
    other = file.rename(file.with_suffix(".weights"))
    assert rk.agents.load(other).name == "net"


def test_weights_replace_others_only_if_they_are_told_to(home):
    rule = {"kind": "pairs", "features": deep_q.FEATURES["simple"]}
    file = weights.save("mine", weights=np.ones(100), **rule)
    before = file.read_bytes()
    assert weights.save("mine", weights=np.ones(100), **rule) == file
    with pytest.raises(weights.WeightsError, match="holds other weights: take another name, or overwrite=True"):
        weights.save("mine", weights=np.zeros(100), **rule)
    assert file.read_bytes() == before
    weights.save("mine", weights=np.zeros(100), overwrite=True, **rule)
    assert not rk.agents.load("mine").parameters[-100:].any()
    with pytest.raises(weights.WeightsError, match="there is no file .*other.json; .* by name: .*mine"):
        rk.agents.load(file.with_stem("other"))


def test_own_weights_stand_beside_those_that_come_with_riskkit(home, monkeypatch):
    weights.save(
        "mine", kind="td", features=td.FEATURES, weights=[np.float32(1)] * 5, settings={"order": "chance first"}
    )
    assert set(weights.shipped()) == {"mine", *weights.STUDIED}
    monkeypatch.chdir(home)
    (home / "td_lambda").write_text("another file")
    assert rk.match(["mine", "td_lambda"], 2, 1).shape[0] == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    (
        ({"seting": {}}, "setting of td weights"),
        ({"hidden": 3}, "setting of td weights"),
        ({"settings": {"learn": True}}, "neither learn nor weights"),
        ({"features": None}, "features are a list"),
        ({"weights": "abcde"}, "weights are a list"),
        ({"weights": ["1"] * 5}, "a weight must be a number"),
        ({"weights": [[1, 2], [3]]}, "a weight must be a number|inhomogeneous"),
        ({"name": "you"}, "name of a registered agent or seat"),
        ({"name": "n" * 200}, "100 letters at most, not 200"),
    ),
)
def test_weights_that_could_not_be_meant_are_refused(home, changes, message):
    given = {"name": "mine", "kind": "td", "features": td.FEATURES, "weights": [1.0] * 5, **changes}
    with pytest.raises((ValueError, TypeError, weights.WeightsError), match=message):
        weights.save(given.pop("name"), **given)
    assert not list(home.rglob("mine.json"))


def test_a_table_of_another_shape_is_not_taken_for_one(home):
    with pytest.raises(ValueError, match=r"shape \(10, 10\), not \(20, 5\)"):
        weights.save("mine", kind="pairs", features=deep_q.FEATURES["simple"], weights=np.ones((20, 5)))


@pytest.mark.parametrize("name", weights.STUDIED)
def test_no_agent_of_the_study_attacks_a_certain_battle_it_may_not(name):
    for margin in (2, 4):
        rules = Rules.td_and_deep_q(battle="certain", certain_margin=margin)
        assert len(rk.match([name, "aggressive"], 20, 1, rules=rules)) == 20


def test_a_learner_plays_certain_battles():
    made = [learner(deep_q.Settings(), pairs.Asking(), seat) for seat in range(2)]
    played = training.train(made, 5, 1, Rules.td_and_deep_q(battle="certain"))
    assert len(played.games) == 5 and made[0].count("decisions") > 0


@pytest.mark.parametrize(
    ("call", "message"),
    (
        (lambda: results.bots("mixed", "a"), "block must be a whole number"),
        (lambda: results.bots("mixed", -1), "block must be a whole number"),
        (lambda: results.untrained(0), "count must be a whole number"),
        (lambda: deep_q.make(np.ones(17), asking="one", name="n"), "asking"),
        (lambda: exact.agreement(np.full((9, 10), np.nan), np.ones((9, 10))), "1 \\(attack\\) or 0"),
        (
            lambda: training.train([made := learner(deep_q.Settings(), pairs.Asking(), 1), made], 1, 1, RULES),
            "both seats",
        ),
        (lambda: training.train(5, 1, 1, RULES), "two entries by seat"),
    ),
)
def test_bad_arguments_of_the_study_are_refused(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_weights_do_not_take_the_name_of_a_registered_agent(home):
    rule = {"kind": "pairs", "features": deep_q.FEATURES["simple"], "weights": np.ones(100)}
    with pytest.raises(ValueError, match="'random' is the name of a registered agent"):
        weights.save("random", **rule)
    file = weights.save("mine", **rule)
    file.rename(file.with_stem("random"))
    with pytest.warns(UserWarning, match="the registered agent plays"):
        assert rk.agents.get("random").function.__name__ == "random"
    assert rk.agents.load("random").function.__name__ == "pair_table"


def test_bad_tables_are_refused():
    with pytest.raises(ValueError, match="shape"):
        pairs.make(np.ones((9, 10)), name="t")
    with pytest.raises(ValueError, match="probabilities"):
        pairs.make(np.full((10, 10), np.nan), name="t")


def test_a_stored_training_begins_again_to_the_same_weights():
    assert results.replayed("mixed")


def test_networks_that_attack_nowhere_are_counted_at_the_games_kept():
    found = analysis.attack_nowhere(results.training("described"))
    assert list(found) == [0, 25, 100, 300, 1_000, 3_000, 10_000]
    last = networks.surfaces(results.training("described")).groupby(["seed", "seat"])["attack"].sum()
    assert found[10_000] == (last == 0).sum()


def test_dominance_is_two_thirds_of_the_armies():
    data = pd.DataFrame(
        {
            "game": [0, 0, 0, 1, 1],
            "round": [1, 2, 3, 1, 2],
            "armies_0": [50, 67, 10, 50, 51],
            "armies_1": [50, 33, 90, 50, 49],
            "winner": [0, 0, 0, 1, 1],
        }
    )
    found = analysis.dominated(data).set_index("game")
    assert found.loc[0, "round"] == 2 and found.loc[0, "won"] and found.loc[0, "lasting"] == 3
    assert np.isnan(found.loc[1, "round"]) and np.isnan(found.loc[1, "lasting"]) and not found.loc[1, "won"]


def test_the_figures_draw_what_they_are_given():
    shares = np.zeros((9, 10))
    shares[0, 0], shares[8, 9] = 1.0, 0.25
    texts = [text.get_text() for text in draw.plot_surface(shares, "ours").texts]
    assert texts[0] == "1" and texts[-1] == ".25" and len(texts) == 90
    ours = pd.DataFrame({"seed": 1, "seat": [0, 0, 1, 1], "game": [25, 50, 25, 50], "loss": [1.0, 0.6, 0.8, 0.4]})
    ax = draw.plot_loss(ours, pd.DataFrame({"game": [25, 50], "loss": [1.4, 0.6]}))
    np.testing.assert_allclose(ax.lines[2].get_ydata(), [0.9, 0.5])
    armies = pd.DataFrame({"game": [0, 0], "round": [1, 2], "armies_0": [30, 60], "armies_1": [30, 20]})
    np.testing.assert_allclose(draw.plot_troops(armies).lines[0].get_ydata(), [0.5, 0.75])
    rates = pd.DataFrame({"a": ["x", "y"], "b": "z", "rate": [0.2, 0.9], "low": [0.1, 0.8], "high": [0.3, 1.0]})
    ax = draw.plot_pairings(rates.assign(reading="mixed"), pd.DataFrame({"a": ["x"], "b": ["z"], "rate": [0.5]}))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x v z", "y v z"]


def test_a_training_that_diverges_stops_and_keeps_the_last_good_weights():
    two = [learner(SMALL.replace(rate=1e9), ASKING, seat) for seat in range(2)]
    told = r"network of seat \d diverged at decision \d+ \(norm .*Use a smaller rate"
    with pytest.raises(training.DivergedError, match=told):
        training.train(two, 5, 3, RULES)
    for made in two:
        norm = np.linalg.norm(made.weights())
        assert np.isfinite(norm) and norm < lanes.DIVERGED
