"""The learning package: gradients, optimisers, replay, policies, targets, checkpoints."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskkit.engine.rng import seed_stream
from riskkit.learning import checkpoint, dqn, mlp, optimisers, policies, replay

NETWORKS = [
    ((1, 24, 24, 3), ("relu", "relu", "linear"), 32),
    ((2, 3, 2), ("tanh", "linear"), 64),
    ((5, 7, 1), ("relu", "tanh"), 5),
    ((4, 2), ("linear",), 1),
    ((3, 6, 2, 9, 4), ("tanh", "relu", "tanh", "linear"), 11),
]


def stream_of(seed):
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, 0, 0)
    return stream


def prepared(sizes, activations, batch, seed=3, dtype=np.float64):
    net = mlp.layout(sizes, activations)
    parameters = mlp.parameters(net, seed, dtype)
    parameters += np.random.default_rng(seed).normal(0, 0.1, parameters.size).astype(dtype)
    work = np.zeros(mlp.work_size(net, batch), dtype)
    x = np.random.default_rng(seed + 1).normal(size=(sizes[0], batch)).astype(dtype)
    return net, parameters, work, x


def evaluate(net, parameters, work, x):
    batch = x.shape[1]
    mlp.inputs(net[0], batch, work)[...] = x
    mlp.forward_batch(net[0], parameters, batch, work)
    return mlp.outputs(net[0], batch, work).copy()


def slopes(net, parameters, work, x, weight):
    batch = x.shape[1]
    evaluate(net, parameters, work, x)
    mlp.output_delta(net[0], batch, work)[...] = weight
    gradient = np.full_like(parameters, np.nan)
    mlp.backward_batch(net[0], parameters, batch, work, gradient)
    return gradient


def by_numpy(net, parameters, x):
    record, values = net[0], x
    kinds = {0: lambda z: z, 1: lambda z: np.maximum(z, 0), 2: np.tanh}
    for k in range(record.layers):
        shape = (record.sizes[k], record.sizes[k + 1])
        start, bias = record.weights[k], record.biases[k]
        weights = parameters[start:bias].reshape(shape)
        values = kinds[int(record.activation[k])](weights.T @ values + parameters[bias : bias + shape[1], None])
    return values


@pytest.mark.parametrize("sizes, activations, batch", NETWORKS)
@pytest.mark.parametrize("dtype, tolerance", [(np.float64, 1e-12), (np.float32, 2e-5)])
def test_forward_is_the_matrix_product(sizes, activations, batch, dtype, tolerance):
    net, parameters, work, x = prepared(sizes, activations, batch, dtype=dtype)
    found = evaluate(net, parameters, work, x)
    np.testing.assert_allclose(found, by_numpy(net, parameters, x), atol=tolerance)


@pytest.mark.parametrize("sizes, activations, batch", NETWORKS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_one_row_is_bitwise_a_column_of_the_batch(sizes, activations, batch, dtype):
    net, parameters, work, x = prepared(sizes, activations, batch, dtype=dtype)
    found = evaluate(net, parameters, work, x)
    for r in range(batch):
        row = mlp.forward(net[0], parameters, np.ascontiguousarray(x[:, r]), work)
        np.testing.assert_array_equal(row, found[:, r])


@pytest.mark.parametrize("sizes, activations, batch", NETWORKS)
def test_gradient_agrees_with_finite_differences(sizes, activations, batch):
    net, parameters, work, x = prepared(sizes, activations, batch)
    weight = np.random.default_rng(9).normal(size=(sizes[-1], batch))
    gradient = slopes(net, parameters, work, x, weight)
    step = 1e-6
    for n in range(parameters.size):
        up, down = parameters.copy(), parameters.copy()
        up[n] += step
        down[n] -= step
        difference = evaluate(net, up, work, x) - evaluate(net, down, work, x)
        assert gradient[n] == pytest.approx((weight * difference).sum() / (2 * step), abs=1e-6)


@given(
    sizes=st.lists(st.integers(1, 9), min_size=2, max_size=5),
    batch=st.integers(1, 13),
    seed=st.integers(0, 1000),
)
@settings(max_examples=25, deadline=None)
def test_gradient_is_the_sum_over_the_samples(sizes, batch, seed):
    activations = ["tanh"] * (len(sizes) - 1)
    net, parameters, work, x = prepared(sizes, activations, batch, seed)
    weight = np.random.default_rng(seed).normal(size=(sizes[-1], batch))
    whole = slopes(net, parameters, work, x, weight)
    parts = sum(slopes(net, parameters, work, x[:, r : r + 1], weight[:, r : r + 1]) for r in range(batch))
    np.testing.assert_allclose(whole, parts, atol=1e-10)


@pytest.mark.parametrize("sizes, activations, batch", NETWORKS)
def test_gradient_and_optimisers_agree_with_torch(sizes, activations, batch):
    torch = pytest.importorskip("torch")
    net, parameters, work, x = prepared(sizes, activations, batch)
    record = net[0]
    layers = {"linear": lambda z: z, "relu": torch.relu, "tanh": torch.tanh}
    makers = {
        "sgd": (lambda p: torch.optim.SGD(p, 0.01, momentum=0.9), {"momentum": 0.9}),
        "adam": (lambda p: torch.optim.Adam(p, 0.01), {}),
        "rmsprop": (lambda p: torch.optim.RMSprop(p, 0.01, alpha=0.9), {}),
    }
    for name, (make, options) in makers.items():
        ours = parameters.copy()
        rule = optimisers.optimiser(name, 0.01, **options)
        moments = optimisers.moments(ours.size, np.float64)
        theirs = torch.tensor(parameters, requires_grad=True)
        optimiser = make([theirs])
        for count in range(1, 6):
            optimiser.zero_grad()
            values = torch.tensor(x)
            for k in range(record.layers):
                start, bias, units = record.weights[k], record.biases[k], record.sizes[k + 1]
                weights = theirs[start:bias].reshape(record.sizes[k], units)
                values = weights.T @ values + theirs[bias : bias + units, None]
                values = layers[activations[k]](values)
            (0.5 * values**2).sum().backward()
            gradient = slopes(net, ours, work, x, evaluate(net, ours, work, x))
            np.testing.assert_allclose(gradient, theirs.grad.numpy(), atol=1e-8)
            optimisers.descend(rule[0], ours, gradient, moments, count)
            optimiser.step()
            np.testing.assert_allclose(ours, theirs.detach().numpy(), atol=1e-8)


def test_optimisers_follow_their_formulas():
    slopes_given = np.random.default_rng(0).normal(size=(6, 4))
    for name in optimisers.OPTIMISERS:
        rule = optimisers.optimiser(name, 0.05, momentum=0.5 if name == "sgd" else 0.0)
        ours = np.ones(4)
        moments = optimisers.moments(4, np.float64)
        theirs, mean, square = np.ones(4), np.zeros(4), np.zeros(4)
        for count, slope in enumerate(slopes_given, start=1):
            optimisers.descend(rule[0], ours, slope, moments, count)
            if name == "sgd":
                mean = 0.5 * mean + slope
                theirs = theirs - 0.05 * mean
            elif name == "adam":
                mean = 0.9 * mean + 0.1 * slope
                square = 0.999 * square + 0.001 * slope**2
                whole = mean / (1 - 0.9**count), square / (1 - 0.999**count)
                theirs = theirs - 0.05 * whole[0] / (np.sqrt(whole[1]) + 1e-8)
            else:
                square = 0.9 * square + 0.1 * slope**2
                theirs = theirs - 0.05 * slope / (np.sqrt(square) + 1e-8)
            np.testing.assert_allclose(ours, theirs, rtol=1e-10)


def test_target_updates():
    target, online = np.zeros(3), np.array([1.0, -2.0, 4.0])
    optimisers.blend(target, online, 0.25)
    np.testing.assert_allclose(target, 0.25 * online)
    optimisers.copy(target, online)
    np.testing.assert_array_equal(target, online)


@given(capacity=st.integers(1, 12), written=st.integers(0, 40), length=st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_memory_keeps_the_latest_transitions(capacity, written, length):
    memory, cursor = replay.replay(capacity, length, np.float64)
    for n in range(written):
        here, following = np.full(length, float(n)), np.full(length, n + 0.5)
        replay.remember(memory, cursor, here, following, n % 3, -float(n), n % 2)
    assert cursor[0] == min(capacity, written)
    rows = memory[: cursor[0]]
    assert sorted(rows[:, 0]) == list(range(max(0, written - capacity), written))
    np.testing.assert_array_equal(rows[:, length], rows[:, 0] + 0.5)
    np.testing.assert_array_equal(rows[:, 2 * length], rows[:, 0] % 3)
    np.testing.assert_array_equal(rows[:, 2 * length + 1], -rows[:, 0])


def test_memory_grows_only_before_it_overwrites():
    memory, cursor = replay.replay(4, 1)
    for n in range(3):
        replay.remember(memory, cursor, np.array([n]), np.array([n]), 0, 0.0, 0)
    larger, moved = replay.grown(memory, cursor, 9)
    np.testing.assert_array_equal(larger[:3], memory[:3])
    assert larger.shape == (9, 5) and moved.tolist() == [3, 3]
    for n in range(2):
        replay.remember(memory, cursor, np.array([n]), np.array([n]), 0, 0.0, 0)
    with pytest.raises(ValueError, match="overwritten"):
        replay.grown(memory, cursor, 9)


@pytest.mark.parametrize("replacement", [True, False])
def test_draws_are_uniform(replacement):
    stream, picks, counts = stream_of(4), np.zeros(5, np.int64), np.zeros(10)
    for _ in range(4000):
        replay.draw(stream, 10, picks, replacement)
        assert replacement or len(set(picks)) == 5
        np.add.at(counts, picks, 1)
    # 20,000 picks in ten rows: chi-squared with 9 degrees, 1 in 100,000 above 39.3
    assert ((counts - 2000) ** 2 / 2000).sum() < 39.3


def test_boltzmann_frequencies():
    stream, values = stream_of(5), np.array([0.0, np.log(2.0), np.log(5.0)])
    counts = np.bincount([policies.boltzmann(stream, values, 1.0, 500.0) for _ in range(8000)], minlength=3)
    wanted = 1000 * np.array([1, 2, 5])
    assert ((counts - wanted) ** 2 / wanted).sum() < 23.0
    counts = [policies.boltzmann(stream, values * 1e6, 1.0, 500.0) for _ in range(4000)]
    assert 1850 < sum(c == 2 for c in counts) < 2150 and 0 not in counts


def test_epsilon_policies():
    stream, values = stream_of(6), np.array([1.0, 3.0, 2.0])
    picks = [policies.epsilon_greedy(stream, values, 0.3) for _ in range(6000)]
    share = np.bincount(picks, minlength=3) / 6000
    np.testing.assert_allclose(share, [0.1, 0.8, 0.1], atol=0.025)
    flips = [policies.epsilon_flip(stream, values[:2], 0.05) for _ in range(6000)]
    assert np.mean(np.array(flips) == 0) == pytest.approx(0.05, abs=0.015)
    assert policies.greedy(values) == 1
    assert policies.greedy(np.array([2.0, 2.0])) == 0


def test_schedule():
    assert policies.linear(0, 1.0, 0.1, 100) == 1.0
    assert policies.linear(50, 1.0, 0.1, 100) == pytest.approx(0.55)
    assert policies.linear(100, 1.0, 0.1, 100) == policies.linear(10**9, 1.0, 0.1, 100) == 0.1


SMALL = dqn.Settings(
    sizes=(1, 8, 2),
    activations=("tanh", "linear"),
    rate=0.01,
    discount=0.5,
    memory=256,
    batch=16,
    warm_up=20,
    target_share=0.05,
)


def walk(made, steps, terminal):
    """Play the one-step game: action 1 pays 1, action 0 pays nothing, and the game is cut."""
    place = np.zeros(1, np.float32)
    losses = []
    for _ in range(steps):
        action = dqn.choose(made, place)
        dqn.remember(made, place, place, action, float(action), terminal)
        losses.append(dqn.learn(made))
    return losses


@pytest.mark.parametrize("terminal, values", [(1.0, (0.0, 1.0)), (0.0, (1.0, 2.0))])
def test_termination_and_truncation_are_told_apart(terminal, values):
    made = dqn.learner(SMALL, seed=1)
    walk(made, 3000, terminal)
    found = mlp.forward(made.net[0], made.parameters, np.zeros(1, np.float32), made.work)
    np.testing.assert_allclose(found, values, atol=0.05)
    assert dqn.best(made, np.zeros(1, np.float32)) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"double": True},
        {"optimiser": "rmsprop", "target_every": 100, "policy": "flip", "start": 0.1, "end": 0.1},
        {"replacement": True, "policy": "epsilon", "start": 1.0, "end": 0.1, "over": 200, "train_every": 3},
    ],
)
def test_a_run_resumes_to_the_identical_result(tmp_path, changes):
    chosen = dqn.Settings(**{**SMALL.__dict__, **changes})
    whole, again = dqn.learner(chosen, 7), dqn.learner(chosen, 7)
    losses = walk(whole, 600, 0.0)
    walk(again, 350, 0.0)
    checkpoint.save(tmp_path / "run.npz", dqn.state(again), chosen.label())
    resumed = dqn.learner(chosen, 99)
    arrays = checkpoint.load(tmp_path / "run.npz", dqn.expected(resumed), chosen.label())
    dqn.restore(resumed, arrays)
    assert walk(resumed, 250, 0.0) == losses[350:]
    for name, wanted in dqn.state(whole).items():
        np.testing.assert_array_equal(dqn.state(resumed)[name], wanted)
    assert list(tmp_path.iterdir()) == [tmp_path / "run.npz"]


def test_gradient_steps_are_due_when_the_settings_say():
    made = dqn.learner(dqn.Settings(**{**SMALL.__dict__, "train_every": 5}), 1)
    due = [n for n, loss in enumerate(walk(made, 60, 0.0), start=1) if loss >= 0]
    assert due == list(range(25, 61, 5))
    assert made.progress.tolist() == [60, len(due)]


def test_hard_copies_come_on_time():
    made = dqn.learner(dqn.Settings(**{**SMALL.__dict__, "target_every": 50}), 1)
    walk(made, 49, 0.0)
    assert not np.array_equal(made.target, made.parameters)
    walk(made, 1, 0.0)
    np.testing.assert_array_equal(made.target, made.parameters)


def test_checkpoints_refuse_what_does_not_fit(tmp_path):
    path = tmp_path / "run.npz"
    made = dqn.learner(SMALL, 1)
    checkpoint.save(path, dqn.state(made), "a run")
    other = dqn.learner(dqn.Settings(**{**SMALL.__dict__, "sizes": (1, 9, 2)}), 1)
    with pytest.raises(checkpoint.CheckpointError, match=r"\(34,\).*\(38,\)"):
        checkpoint.load(path, dqn.expected(other), "a run")
    with pytest.raises(checkpoint.CheckpointError, match="another run"):
        checkpoint.load(path, dqn.expected(made), "another run")
    with pytest.raises(checkpoint.CheckpointError, match="no array 'extra'"):
        checkpoint.load(path, {"extra": None}, "a run")
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(checkpoint.CheckpointError, match="not a readable checkpoint"):
        checkpoint.load(path, dqn.expected(made), "a run")


def test_a_failed_write_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    path = checkpoint.save(tmp_path / "run.npz", {"a": np.arange(3)}, "run")

    def broken(file, **arrays):
        file.write(b"half a file")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", broken)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save(path, {"a": np.zeros(3)}, "run")
    assert checkpoint.load(path, {}, "run")["a"].tolist() == [0, 1, 2]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: mlp.layout([1], []), "1 to 8 layers, not 0"),
        (lambda: mlp.layout([1, 2], ["relu", "relu"]), "1 layers need 1 activations, not 2"),
        (lambda: mlp.layout([1, 0], ["relu"]), "layer size"),
        (lambda: mlp.layout([1, 2], ["relo"]), "relo"),
        (lambda: optimisers.optimiser("adma", 0.1), "adma"),
        (lambda: optimisers.optimiser("adam", 0.0), "above zero, not 0.0"),
        (lambda: optimisers.optimiser("adam", 0.1, first=1.0), "first"),
        (lambda: dqn.Settings((1, 2), ("linear",), discount=1.5), "discount"),
        (lambda: dqn.Settings((1, 2), ("linear",), memory=8), "cannot fill a batch"),
        (lambda: dqn.Settings((1, 2), ("linear",), start=0.0), "temperature"),
        (lambda: dqn.Settings((1, 3), ("linear",), policy="flip"), "two actions, not 3"),
        (lambda: dqn.Settings((1, 3), ("linear",), clip=1000), "clip"),
    ],
)
def test_bad_settings_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_initial_weights_are_within_their_limits():
    net = mlp.layout((10, 20, 5), ("relu", "linear"))
    for scheme, limit in (("glorot", np.sqrt(6 / 30)), ("he", np.sqrt(6 / 10))):
        first = mlp.parameters(net, 3, np.float64, scheme)[:200]
        assert 0.9 * limit < np.abs(first).max() < limit
        assert abs(first.mean()) < 4 * limit / np.sqrt(3 * 200)
    assert not mlp.parameters(net, 3)[200:220].any()
    with pytest.raises(TypeError, match="int64"):
        mlp.parameters(net, 3, np.int64)


def test_norm_shows_divergence():
    assert mlp.norm(np.array([3.0, 4.0], np.float32)) == 5.0
    assert not np.isfinite(mlp.norm(np.array([1.0, np.nan])))
