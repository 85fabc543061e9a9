"""A deep Q learner: one record of numbers and its replay memory; several of them as a stack."""

from typing import NamedTuple

import numpy as np

from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q.network import KINDS, LOSSES, MOST_INPUTS, SIMPLE, UPDATES, q_values
from riskkit.agents.deep_q.pairs import MOST, Asking
from riskkit.engine.jit import kernel
from riskkit.engine.rng import seed_stream
from riskkit.errors import check_flag, check_integer, check_kind
from riskkit.games.limits import MOST_SEED
from riskkit.learning import mlp
from riskkit.studies.deep_q_attack.loops import memory as replay

EXPLORE = 23
MOST_HIDDEN = deep_q.MOST_HIDDEN
MOST_WEIGHTS = (MOST_INPUTS + 1) * MOST_HIDDEN + 2 * (MOST_HIDDEN + 1)
_GIVEN = ("batch", "lag", "ends", "discount", "flip", "conquest", "rate", "decay", "epsilon")
LEARNER = np.dtype(
    [(name, "i8") for name in ("kind", "inputs", "hidden", "weights", "capacity", "batch", "lag")]
    + [(name, "i8") for name in ("mini", "moved", "ends", "fresh", "wrong", "growing", "one_roll", "learns")]
    + [(name, "f8") for name in ("discount", "flip", "conquest", "rate", "decay", "epsilon")]
    + [(name, "i8") for name in ("filled", "next", "decisions", "samples", "stopped")]
    + [("norm", "f8"), ("stream", "u8", 4), ("known", "f4", replay.LOOKS)]
    + [("before", "f4", MOST_INPUTS), ("after", "f4", MOST_INPUTS), ("units", "f4", MOST_HIDDEN)]
    + [(name, "f4", MOST_WEIGHTS) for name in ("network", "target", "squares")],
    align=True,
)
"""Settings (those of `riskkit.agents.deep_q.network.Settings` and `riskkit.agents.deep_q.pairs.Asking`), counts
(rows of the memory filled, row to write next, decisions, samples learned from, and the decision
at which the weights diverged, 0 if they did not, with the norm that they had), random numbers
of exploration and replay, the target's value of each simple state, the features before and
after a decision, hidden units, and the weights with RMSProp's mean squares."""


class Learner(NamedTuple):
    """A learner, or a stack of n; compiled code changes it in place.

    Attributes
    ----------
    records
        `LEARNER` records, shape (n,).
    rows
        Replay memories, shape (n, capacity, numbers of a transition).
    """

    records: np.ndarray
    rows: np.ndarray

    def weights(self, k: int = 0) -> np.ndarray:
        """Return a copy of the weights of learner ``k``, in the layout of `riskkit.learning.mlp`."""
        return self.records["network"][k, : self.records["weights"][k]].copy()

    def count(self, name: str, k: int = 0) -> int:
        """Return a count of learner ``k``: ``"decisions"``, ``"samples"``, ``"stopped"``, ``"filled"``."""
        return int(self.records[name][k])


def learner(settings: deep_q.Settings, asking: Asking, seed: int, learns: bool = True, weights=None) -> Learner:
    """Return a new learner; its first weights are drawn from ``seed`` unless given."""
    check_kind("settings", settings, deep_q.Settings)
    check_kind("asking", asking, Asking)
    check_integer("seed", seed, 0, MOST_SEED)
    check_flag("learns", learns)
    records = np.zeros(1, LEARNER)
    record = records[0]
    for name in _GIVEN:
        record[name] = getattr(settings, name)
    record["kind"], record["hidden"] = KINDS.index(settings.features), settings.hidden
    record["inputs"], record["weights"] = settings.inputs, settings.weights
    record["capacity"] = settings.memory
    record["fresh"], record["wrong"] = settings.fresh_moments, settings.wrong_inputs
    record["mini"] = settings.updates == UPDATES[1]
    record["moved"] = settings.losses == LOSSES[1]
    record["growing"], record["one_roll"] = asking.pairs == "growing", asking.rolls == "one"
    record["learns"] = learns
    net = mlp.layout((settings.inputs, settings.hidden, 2), ("tanh", "linear"))
    first = mlp.parameters(net, seed) if weights is None else weights
    record["network"][: settings.weights] = deep_q.check_weights(first, settings.features, settings.hidden)
    seed_stream(record["stream"], seed, 0, EXPLORE)
    width = replay.width(settings.inputs, settings.features == "simple")
    made = Learner(records.view(np.recarray), np.zeros((1, settings.memory, width), np.float32))
    copy_target(made.records[0])
    return made


def stack(made: Learner, count: int) -> Learner:
    """Return a stack of so many copies of a learner."""
    check_integer("count", count, 1)
    return Learner(made.records.repeat(count).view(np.recarray), made.rows.repeat(count, axis=0))


def place(made: Learner, whole: Learner, k: int) -> Learner:
    """Copy a learner into place ``k`` of a stack and return it as it lies there."""
    there = Learner(whole.records[k : k + 1], whole.rows[k : k + 1])
    there.records[:] = made.records
    return there


@kernel
def copy_target(made):
    """Copy the network of a learner's record into its target; tabulate the values of simple features."""
    for n in range(made.weights):
        made.target[n] = made.network[n]
    if made.kind == SIMPLE:
        looks = np.zeros(2, np.float32)
        for a in range(MOST):
            for d in range(MOST):
                looks[0] = a / 9.0
                looks[1] = d / 9.0
                skip, strike = q_values(made.target, made.inputs, made.hidden, looks, made.units)
                made.known[replay.look(a, d)] = max(skip, strike)
