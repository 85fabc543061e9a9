"""Deep Q-learning (Mnih et al. 2015) as kernels for a compiled training loop.

A study's loop asks `choose` for an action, plays it, calls `remember` and `learn`. All of
the learner is arrays: a run can be stopped after any step and resumed to the same result.
"""

from dataclasses import asdict, dataclass, fields
from typing import NamedTuple

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import seed_stream
from riskkit.errors import check_integer, check_name, check_probability
from riskkit.learning import mlp, optimisers, policies, replay

LEARNING_STREAM = 17
STEPS, UPDATES = 0, 1


@dataclass(frozen=True)
class Settings:
    """Settings of a deep Q learner.

    Parameters
    ----------
    sizes, activations
        The network, as in `riskkit.learning.mlp.layout`.
    optimiser, rate
        Optimiser by name and its step size.
    discount
        Weight of the value after a step, in [0, 1].
    batch, replacement
        Transitions a gradient step, and whether one can be drawn twice.
    memory
        Most transitions kept.
    warm_up
        Steps before the first gradient step.
    train_every
        Steps from one gradient step to the next.
    target_share, target_every
        Soft update: share moved at each gradient step; or, if ``target_every`` is above
        zero, hard update: steps from one copy to the next.
    double
        Whether the online network picks the action the target network values
        (van Hasselt et al. 2016).
    policy, start, end, over
        Policy while training; its temperature or epsilon goes from ``start`` to ``end``
        in ``over`` steps.
    clip
        Bound of the exponents of the Boltzmann policy.
    """

    sizes: tuple
    activations: tuple
    optimiser: str = "adam"
    rate: float = 0.001
    discount: float = 0.99
    batch: int = 32
    replacement: bool = False
    memory: int = 500_000
    warm_up: int = 1_000
    train_every: int = 1
    target_share: float = 0.01
    target_every: int = 0
    double: bool = False
    policy: str = "boltzmann"
    start: float = 1.0
    end: float = 1.0
    over: int = 1
    clip: float = 500.0

    def __post_init__(self):
        check_name("policy", self.policy, policies.POLICIES)
        check_probability("discount", self.discount)
        check_probability("target_share", self.target_share)
        for name in ("batch", "memory", "train_every", "over"):
            check_integer(name, getattr(self, name), low=1)
        for name in ("warm_up", "target_every"):
            check_integer(name, getattr(self, name), low=0)
        if not self.replacement and self.memory < self.batch:
            raise ValueError(f"a memory of {self.memory} cannot fill a batch of {self.batch} without replacement")
        for name in ("start", "end"):
            value = getattr(self, name)
            if self.policy == "boltzmann" and not value > 0:
                raise ValueError(f"a temperature must be above zero, not {value}")
            if self.policy in ("epsilon", "flip"):
                check_probability(name, value)
        if self.policy == "flip" and self.sizes[-1] != 2:
            raise ValueError(f"the flip policy needs two actions, not {self.sizes[-1]}")
        if not 0 < self.clip <= 700:
            raise ValueError(f"clip must lie in (0, 700], not {self.clip}")

    def label(self) -> str:
        """Return the settings as one line of text, for checkpoints."""
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


SETTINGS = np.dtype(
    [
        ("discount", "f8"),
        ("batch", "i8"),
        ("replacement", "i8"),
        ("warm_up", "i8"),
        ("train_every", "i8"),
        ("target_share", "f8"),
        ("target_every", "i8"),
        ("double", "i8"),
        ("policy", "i8"),
        ("start", "f8"),
        ("end", "f8"),
        ("over", "i8"),
        ("clip", "f8"),
    ],
    align=True,
)


class Learner(NamedTuple):
    """All arrays of a deep Q learner; kernels change them in place.

    ``net``, ``rule`` and ``settings`` hold one record each. ``progress`` counts steps and
    gradient steps.
    """

    net: np.ndarray
    rule: np.ndarray
    settings: np.ndarray
    parameters: np.ndarray
    target: np.ndarray
    moments: np.ndarray
    memory: np.ndarray
    cursor: np.ndarray
    progress: np.ndarray
    stream: np.ndarray
    gradient: np.ndarray
    work: np.ndarray
    values: np.ndarray
    picks: np.ndarray


KEPT = ("parameters", "target", "moments", "cursor", "progress", "stream")


def learner(settings: Settings, seed: int, dtype=np.float32) -> Learner:
    """Make a new learner.

    Parameters
    ----------
    settings
        Its settings.
    seed
        Seed of its first weights, exploration and batches.
    dtype
        float32 or float64, of network and memory.
    """
    net = mlp.layout(settings.sizes, settings.activations)
    values = np.zeros(1, SETTINGS)
    for field in fields(settings):
        if field.name in (SETTINGS.names or ()) and field.name != "policy":
            values[field.name] = getattr(settings, field.name)
    values["policy"] = policies.POLICIES[settings.policy]
    parameters = mlp.parameters(net, seed, dtype)
    memory, cursor = replay.replay(settings.memory, settings.sizes[0], dtype)
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, 0, LEARNING_STREAM)
    return Learner(
        net=net,
        rule=optimisers.optimiser(settings.optimiser, settings.rate),
        settings=values.view(np.recarray),
        parameters=parameters,
        target=parameters.copy(),
        moments=optimisers.moments(parameters.size, dtype),
        memory=memory,
        cursor=cursor,
        progress=np.zeros(2, np.int64),
        stream=stream,
        gradient=np.zeros_like(parameters),
        work=np.zeros(mlp.work_size(net, settings.batch), dtype),
        values=np.zeros(settings.batch, dtype),
        picks=np.zeros(settings.batch, np.int64),
    )


def state(made: Learner) -> dict:
    """Return the arrays a checkpoint needs, by name; only the filled rows of the memory."""
    kept = {name: getattr(made, name) for name in KEPT}
    kept["memory"] = made.memory[: made.cursor[0]]
    return kept


def restore(made: Learner, arrays: dict) -> None:
    """Put arrays that `state` gave back into a learner of the same settings."""
    for name in KEPT:
        getattr(made, name)[...] = arrays[name]
    made.memory[: made.cursor[0]] = arrays["memory"]


def expected(made: Learner) -> dict:
    """Return what `riskkit.learning.checkpoint.load` shall check for this learner."""
    return {name: getattr(made, name) for name in KEPT} | {"memory": None}


@kernel
def choose(made, observation):
    """Choose an action for an observation by the training policy, and count the step."""
    rule = made.settings[0]
    values = mlp.forward(made.net[0], made.parameters, observation, made.work)
    parameter = policies.linear(made.progress[STEPS], rule.start, rule.end, rule.over)
    made.progress[STEPS] += 1
    return policies.choose(rule.policy, made.stream, values, parameter, rule.clip)


@kernel
def best(made, observation):
    """Return the greedy action for an observation."""
    return policies.greedy(mlp.forward(made.net[0], made.parameters, observation, made.work))


@kernel
def remember(made, observation, following, action, reward, terminal):
    """Keep one transition; ``terminal`` is 1 only where no further reward can come."""
    replay.remember(made.memory, made.cursor, observation, following, action, reward, terminal)


@kernel
def _fill(made, offset, batch):
    rows = mlp.inputs(made.net[0], batch, made.work)
    for r in range(batch):
        row = made.memory[made.picks[r]]
        for i in range(rows.shape[0]):
            rows[i, r] = row[offset + i]


@kernel
def _targets(made, batch):
    """Set ``made.values`` to reward plus discounted value of the next position."""
    net, rule = made.net[0], made.settings[0]
    length = net.inputs
    if rule.double:
        _fill(made, length, batch)
        mlp.forward_batch(net, made.parameters, batch, made.work)
        found = mlp.outputs(net, batch, made.work)
        for r in range(batch):
            pick = 0
            for a in range(1, net.outputs):
                if found[a, r] > found[pick, r]:
                    pick = a
            made.values[r] = pick
    _fill(made, length, batch)
    mlp.forward_batch(net, made.target, batch, made.work)
    found = mlp.outputs(net, batch, made.work)
    for r in range(batch):
        if rule.double:
            value = found[int(made.values[r]), r]
        else:
            value = found[0, r]
            for a in range(1, net.outputs):
                value = max(value, found[a, r])
        row = made.memory[made.picks[r]]
        going = 1.0 - row[2 * length + 2]
        made.values[r] = row[2 * length + 1] + rule.discount * going * value


@kernel
def update(made):
    """Take one gradient step on a fresh batch; return half the mean squared error."""
    net, rule = made.net[0], made.settings[0]
    batch = rule.batch
    replay.draw(made.stream, made.cursor[0], made.picks, rule.replacement != 0)
    _targets(made, batch)
    _fill(made, 0, batch)
    mlp.forward_batch(net, made.parameters, batch, made.work)
    found = mlp.outputs(net, batch, made.work)
    delta = mlp.output_delta(net, batch, made.work)
    for a in range(net.outputs):
        for r in range(batch):
            delta[a, r] = 0
    loss = 0.0
    for r in range(batch):
        action = int(made.memory[made.picks[r], 2 * net.inputs])
        error = np.float64(found[action, r]) - np.float64(made.values[r])
        delta[action, r] = error / batch
        loss += error * error
    mlp.backward_batch(net, made.parameters, batch, made.work, made.gradient)
    made.progress[UPDATES] += 1
    optimisers.descend(made.rule[0], made.parameters, made.gradient, made.moments, made.progress[UPDATES])
    if rule.target_every == 0:
        optimisers.blend(made.target, made.parameters, rule.target_share)
    return 0.5 * loss / batch


@kernel
def learn(made):
    """Learn after a step, if it is time: a gradient step, and the target update.

    Returns
    -------
    float
        Half the mean squared error of the batch, or -1 if no gradient step was due.
    """
    rule, steps = made.settings[0], made.progress[STEPS]
    loss = -1.0
    enough = made.cursor[0] > 0 and (rule.replacement != 0 or made.cursor[0] >= rule.batch)
    if steps > rule.warm_up and steps % rule.train_every == 0 and enough:
        loss = update(made)
    if rule.target_every > 0 and steps % rule.target_every == 0:
        optimisers.copy(made.target, made.parameters)
    return loss
