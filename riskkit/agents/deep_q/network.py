"""The deep Q bot: a small network that says for each pair of territories whether to attack.

Source: Reinforcement Learning in the Game of RISK, section 3.4, 4.3 and algorithm 1; the
sizes that the text leaves out are those of the authors' program. The network has one hidden
layer of tanh units and two linear outputs, the values of skipping and of attacking; it reads
one of three sets of features:

simple
    (armies from - 1) / 9 and (armies to - 1) / 9 (section 4.3.2).
position
    The five features of section 3.1; they are the same for every pair of a position.
pair
    Eight numbers that the program has for this: the threat on both territories (mean chance
    of their enemy neighbours to take them), own share of armies and territories, the
    opponent's shares, reinforcement and best enemy.
"""

from dataclasses import asdict, dataclass, fields, replace

import numpy as np

from riskkit.agents.base import Agent
from riskkit.agents.deep_q.pairs import CELLS, EDGE, MOST, Asking, attack_pair, next_pair, open_turn
from riskkit.agents.deep_q.pairs import make as table_bot
from riskkit.agents.shared.border import RANKS, WORKSPACE, ranks, shared_phases
from riskkit.agents.shared.position import all_armies, battle_tables, count_enemies, count_income, features
from riskkit.engine.actions import ATTACK, PASS
from riskkit.engine.jit import kernel
from riskkit.engine.seats import memory, parameters, workspace_i8
from riskkit.engine.types import MAX_P, MAX_T
from riskkit.errors import check_flag, check_integer, check_kind, check_name, check_number, check_probability

SIMPLE, POSITION, PAIR = 0, 1, 2
FEATURES = {
    "simple": ("armies from", "armies to"),
    "position": ("armies", "territories", "reinforcement", "best enemy", "hinterland"),
    "pair": (
        "threat from",
        "threat to",
        "own armies",
        "own territories",
        "enemy armies",
        "enemy territories",
        "reinforcement",
        "best enemy",
    ),
}
KINDS = tuple(FEATURES)
MOST_INPUTS = max(map(len, FEATURES.values()))
MOST_HIDDEN = 64
UPDATES = ("each sample", "mini-batch")
LOSSES = ("armies lost", "armies lost or moved")
SCRATCH = WORKSPACE + 16 * MAX_P
"""Bytes of workspace that `observe` needs."""

_ROLLS, _PAIRS, _KIND, _HIDDEN, _RANK = range(5)
_WIN = _RANK + RANKS
_NET = _WIN + MOST * MOST
_F = np.float32
_MOST_TANH = _F(7.905311)
_A1, _A3, _A5, _A7 = _F(4.89352455891786e-3), _F(6.37261928875436e-4), _F(1.48572235717979e-5), _F(5.12229709037114e-8)
_A9, _A11, _A13 = _F(-8.60467152213735e-11), _F(2.00018790482477e-13), _F(-2.76076847742355e-16)
_B0, _B2, _B4, _B6 = _F(4.89352518554385e-3), _F(2.268434632439e-3), _F(1.18534705686654e-4), _F(1.19825839466702e-6)


@dataclass(frozen=True)
class Settings:
    """Settings of a deep Q learner.

    Parameters
    ----------
    features : {"simple", "position", "pair"}
        What the network reads.
    hidden : int
        Units of the hidden layer.
    discount : float
        Weight of the next value, in [0, 1].
    flip : float
        Probability that the greedy choice is turned round while training.
    rate, decay, epsilon : float
        RMSProp's step size, decay of the mean square, and what is added to its root.
    batch : int
        Samples drawn with replacement after each decision.
    lag : int
        Decisions from one copy of the weights into the target network to the next.
    memory : int
        Most transitions kept (the program keeps all); the oldest are overwritten.
    updates : {"each sample", "mini-batch"}
        One gradient step for each sample (algorithm 1), or one for the mean over the batch.
    conquest : float
        Reward for a territory.
    losses : {"armies lost", "armies lost or moved"}
        What costs 1 each; in the program also the armies that follow a conquest.
    ends : bool
        Whether a pair has no next value once it is conquered or cannot attack any more;
        algorithm 1 has no such end: after a conquest the next state is (armies from, 1).
    fresh_moments : bool
        Whether RMSProp's means begin at zero after each decision, as the program ran.
    wrong_inputs : bool
        Whether the first layer's gradient is taken with the inputs after the decision in place
        of the sample's, as the program ran.
    """

    features: str = "simple"
    hidden: int = 3
    discount: float = 0.8
    flip: float = 0.05
    rate: float = 0.001
    decay: float = 0.9
    epsilon: float = 1e-6
    batch: int = 64
    lag: int = 100
    memory: int = 200_000
    updates: str = "each sample"
    conquest: float = 2.0
    losses: str = "armies lost"
    ends: bool = False
    fresh_moments: bool = False
    wrong_inputs: bool = False

    def __post_init__(self):
        check_name("features", self.features, KINDS)
        check_name("updates", self.updates, UPDATES)
        check_name("losses", self.losses, LOSSES)
        check_integer("hidden", self.hidden, 1, MOST_HIDDEN)
        for name in ("batch", "lag", "memory"):
            check_integer(name, getattr(self, name), 1, 10**8)
        for name in ("discount", "flip", "decay"):
            check_probability(name, getattr(self, name))
        if self.decay == 1:
            raise ValueError("decay must be below 1, not 1: the mean square would never change")
        for name in ("ends", "fresh_moments", "wrong_inputs"):
            check_flag(name, getattr(self, name))
        for name in ("rate", "epsilon"):
            check_number(name, getattr(self, name), 1e-30, 1e30)
        check_number("conquest", self.conquest, -1_000.0, 1_000.0)

    def replace(self, **changes) -> "Settings":
        """Return the same settings with some changed; unknown names are refused."""
        for name in changes:
            check_name("setting of the deep Q learner", name, [f.name for f in fields(self)])
        return replace(self, **changes)

    def to_dict(self) -> dict:
        """Return the settings as a plain dictionary."""
        return asdict(self)

    @property
    def inputs(self) -> int:
        """Number of inputs of the network."""
        return len(FEATURES[self.features])

    @property
    def weights(self) -> int:
        """Number of weights and biases of the network."""
        return (self.inputs + 1) * self.hidden + 2 * (self.hidden + 1)


DESCRIBED = Settings()
AS_RUN = Settings(losses="armies lost or moved", fresh_moments=True, wrong_inputs=True)


@kernel(inline=True)
def tanh(x):
    """Return tanh(x), float32, to about 1e-6, the same on every machine.

    The rational minimax approximation of the Eigen library (odd 13th over even 6th degree),
    its polynomials split in halves that do not wait for each other.
    """
    y = min(max(x, -_MOST_TANH), _MOST_TANH)
    s = y * y
    s2 = s * s
    s4 = s2 * s2
    low = (_A1 + s * _A3) + s2 * (_A5 + s * _A7)
    high = (_A9 + s * _A11) + s2 * _A13
    below = (_B0 + s * _B2) + s2 * (_B4 + s * _B6)
    return y * (low + s4 * high) / below


@kernel
def q_values(weights, inputs, hidden, x, units):
    """Return the values of skipping and of attacking; leaves the hidden units in ``units``.

    Weights are laid out as in `riskkit.learning.mlp`.
    """
    bias = inputs * hidden
    second = bias + hidden
    last = second + 2 * hidden
    skip = weights[last]
    strike = weights[last + 1]
    for j in range(hidden):
        z = weights[bias + j]
        for i in range(inputs):
            z += weights[i * hidden + j] * x[i]
        t = tanh(z)
        units[j] = t
        skip += weights[second + 2 * j] * t
        strike += weights[second + 2 * j + 1] * t
    return skip, strike


@kernel
def threat(state, board, win, t):
    """Return the mean chance of the enemy neighbours of ``t`` to take it; 0 without any."""
    total = 0.0
    enemies = 0
    d = min(np.int64(state.armies[t]), np.int64(MOST))
    for e in range(board.start[t], board.start[t + 1]):
        y = board.adjacent[e]
        if state.owner[y] != state.owner[t]:
            a = min(np.int64(state.armies[y]), np.int64(MOST))
            total += win[(a - 1) * MOST + d - 1]
            enemies += 1
    return total / enemies if enemies > 0 else 0.0


@kernel
def observe(state, board, rules, p, kind, x, y, win, scratch, found):
    """Write the features of the pair (x, y) for player ``p`` into ``found`` (float32)."""
    if kind == SIMPLE:
        found[0] = (state.armies[x] - 1) / 9.0
        found[1] = (state.armies[y] - 1) / 9.0
        return
    enemies, work = scratch[:MAX_T], scratch[MAX_T:]
    inner = count_enemies(state, board, p, enemies)
    count_income(state, board, rules, work, work[MAX_P:])
    f = features(state, board, p, inner, work)
    if kind == POSITION:
        for i in range(5):
            found[i] = f[i]
        return
    rival = state.owner[y]
    found[0] = threat(state, board, win, x)
    found[1] = threat(state, board, win, y)
    found[2] = f[0]
    found[3] = f[1]
    found[4] = state.total[rival] / all_armies(state)
    found[5] = state.count[rival] / np.float64(board.territories)
    found[6] = f[2]
    found[7] = f[3]


@kernel
def pair_network(state, board, rules, seat):
    """Attack each pair for which the network values attacking above skipping."""
    given = parameters(seat)
    if state.phase != ATTACK:
        return shared_phases(state, board, rules, seat, given[_RANK:_WIN])
    cells = memory(seat)
    growing = given[_PAIRS] == 0
    kind = np.int64(given[_KIND])
    hidden = np.int64(given[_HIDDEN])
    inputs = np.int64(2) if kind == SIMPLE else (np.int64(5) if kind == POSITION else np.int64(8))
    found = cells[CELLS : CELLS + MOST_INPUTS]
    units = cells[CELLS + MOST_INPUTS :]
    open_turn(state, board, cells, growing)
    while True:
        x, y = next_pair(state, board, rules, cells, growing)
        if x < 0:
            return np.int64(PASS)
        cells[EDGE] += 1
        scratch = workspace_i8(seat)
        observe(state, board, rules, state.current, kind, x, y, given[_WIN:_NET], scratch, found)
        skip, strike = q_values(given[_NET:], inputs, hidden, found, units)
        if strike > skip:
            return attack_pair(state, rules, x, y, given[_ROLLS] == 1)


def win_table(rules) -> np.ndarray:
    """Return the chance to win by [attackers - 1, defenders - 1], 10 x 10, ties to the defender."""
    return battle_tables(MOST, rules.attacker_dice, rules.defender_dice, rules.dice_sides, False)[0]


def _prepare(board, rules, values):
    return np.concatenate([values[:_RANK], ranks(board), win_table(rules).ravel(), values[_RANK:]])


def greedy_table(weights, hidden: int = 3) -> np.ndarray:
    """Return the greedy decisions of a network on the simple features.

    Returns
    -------
    numpy.ndarray
        0 or 1, shape (10, 10), by [armies from - 1, armies to - 1].
    """
    weights = check_weights(weights, "simple", hidden)
    table = np.zeros((MOST, MOST))
    units = np.zeros(hidden, np.float32)
    for a in range(MOST):
        for d in range(MOST):
            skip, strike = q_values(weights, 2, hidden, np.array([a / 9, d / 9], np.float32), units)
            table[a, d] = strike > skip
    return table


def check_weights(weights, kind: str, hidden: int) -> np.ndarray:
    """Return weights as float32 after checking their number and that they are finite."""
    weights = np.ascontiguousarray(weights, np.float32).ravel()
    wanted = Settings(features=kind, hidden=hidden).weights
    if weights.size != wanted:
        raise ValueError(
            f"a network of {hidden} hidden units on the {kind!r} features has {wanted} weights, not {weights.size}"
        )
    if not np.isfinite(weights).all():
        raise ValueError("the weights of the network are not finite: its training has diverged")
    return weights


def make(
    weights, *, features: str = "simple", hidden: int = 3, asking: Asking | None = None, name: str = "network"
) -> Agent:
    """Return the bot that plays a trained network greedily.

    Parameters
    ----------
    weights
        Weights in the layout of `riskkit.learning.mlp`.
    features
        What it reads: ``"simple"``, ``"position"`` or ``"pair"``.
    hidden
        Units of its hidden layer.
    asking
        Which pairs are asked and how attacks are fought.
    name
        Name in results.

    Raises
    ------
    ValueError
        If the number of weights does not fit the features, or a weight is not finite.
    """
    check_name("features", features, KINDS)
    weights = check_weights(weights, features, hidden)
    asking = check_kind("asking", Asking() if asking is None else asking, Asking)
    if features == "simple":
        return table_bot(greedy_table(weights, hidden), asking=asking, name=name, about=pair_network.__doc__ or "")
    return Agent(
        name,
        pair_network,
        parameters=np.concatenate([asking.values(), [KINDS.index(features), hidden], weights]),
        memory=CELLS + MOST_INPUTS + hidden,
        workspace=SCRATCH,
        prepare=_prepare,
        study="deep_q_attack",
        source="Reinforcement Learning in the Game of RISK, sections 3.4 and 4.3",
        about=pair_network.__doc__,
    )
