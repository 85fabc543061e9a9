"""Bots that go through the possible attacks one by one and say yes or no to each.

Source: Reinforcement Learning in the Game of RISK, section 3.4: a binary attack decision for
a pair of territories, from and to. With the simple features a decision depends only on the
armies of the two territories, so every such bot is a table of probabilities to attack: the
random bot of section 4.4, a trained network, the exact rule. All other phases are those of
`riskkit.agents.shared.border`.

Open in the text, and a setting here: which pairs are asked (``pairs``), and how long an
attack goes on (``rolls``). The authors' program lists the pairs once, when a turn's attacks
begin, asks each once, and rolls once for a yes. Where the text is silent its single roll is kept.
"""

from dataclasses import dataclass

import numpy as np

from riskkit.agents.base import Agent, register
from riskkit.agents.shared.border import RANKS, WORKSPACE, ranks, shared_phases
from riskkit.engine.actions import ATTACK, PASS, attack, attack_roll
from riskkit.engine.jit import kernel
from riskkit.engine.legal import may_attack
from riskkit.engine.seats import choice_random, memory, parameters
from riskkit.engine.types import MAX_T
from riskkit.errors import check_kind, check_name, check_probability

MOST = 10
CHOICES = {"rolls": ("until done", "one"), "pairs": ("growing", "turn start")}
_ROLLS, _PAIRS, _RANK = 0, 1, 2
_TABLE = _RANK + RANKS
TURN, SOURCE, EDGE, FLAGS = 0, 1, 2, 3
CELLS = FLAGS + MAX_T
ENEMY, IDLE, READY = 0.0, 1.0, 2.0


@dataclass(frozen=True)
class Asking:
    """Which attacks are asked about, and what a yes does.

    Parameters
    ----------
    rolls : {"one", "until done"}
        Whether an attack is one roll, or goes on until one side is done.
    pairs : {"growing", "turn start"}
        "turn start": the pairs possible when the turn's attacks begin, each asked once.
        "growing": after a conquest all pairs that are possible then are asked again.
    """

    rolls: str = "one"
    pairs: str = "growing"

    def __post_init__(self):
        for name, known in CHOICES.items():
            check_name(name, getattr(self, name), known)

    def values(self) -> np.ndarray:
        """Return the choices as numbers, in the order of `CHOICES`."""
        return np.array([float(known.index(getattr(self, name))) for name, known in CHOICES.items()])


DESCRIBED = Asking()
AS_RUN = Asking(pairs="turn start")
READINGS = {"described": DESCRIBED, "as run": AS_RUN}


@kernel
def open_turn(state, board, cells, growing):
    """Begin the list of pairs at a turn's first decision, and after a conquest if it grows."""
    p = state.current
    if cells[TURN] == state.turn and not (growing and cells[FLAGS] != state.conquests[p]):
        return
    cells[TURN] = state.turn
    cells[SOURCE] = 0
    cells[EDGE] = 0
    if growing:
        cells[FLAGS] = state.conquests[p]
        return
    for t in range(board.territories):
        if state.owner[t] != p:
            cells[FLAGS + t] = ENEMY
        else:
            cells[FLAGS + t] = READY if state.armies[t] > 1 else IDLE


@kernel
def next_pair(state, board, rules, cells, growing):
    """Return the pair (from, to) to ask about next, or (-1, -1) when the list is at its end."""
    p = state.current
    x = np.int64(cells[SOURCE])
    e = np.int64(cells[EDGE])
    while x < board.territories:
        if state.owner[x] == p and state.armies[x] > 1 and (growing or cells[FLAGS + x] == READY):
            while e < board.start[x + 1]:
                y = board.adjacent[e]
                if state.owner[y] != p and (growing or cells[FLAGS + y] == ENEMY) and may_attack(state, rules, x, y):
                    cells[SOURCE] = x
                    cells[EDGE] = e
                    return x, np.int64(y)
                e += 1
        x += 1
        e = np.int64(board.start[x])
    return np.int64(-1), np.int64(-1)


@kernel
def attack_pair(state, rules, x, y, one_roll):
    """Return the attack on a pair: one roll of all dice, or until one side is done."""
    if one_roll:
        return attack_roll(x, y, min(np.int64(rules.attacker_dice), np.int64(state.armies[x] - 1)))
    return attack(x, y)


@kernel
def pair_table(state, board, rules, seat):
    """Attack each pair with the probability that a table gives for its armies."""
    given = parameters(seat)
    if state.phase != ATTACK:
        return shared_phases(state, board, rules, seat, given[_RANK:_TABLE])
    cells = memory(seat)
    growing = given[_PAIRS] == 0
    open_turn(state, board, cells, growing)
    while True:
        x, y = next_pair(state, board, rules, cells, growing)
        if x < 0:
            return np.int64(PASS)
        cells[EDGE] += 1
        a = min(np.int64(state.armies[x]), np.int64(MOST))
        d = min(np.int64(state.armies[y]), np.int64(MOST))
        chance = given[_TABLE + (a - 1) * MOST + d - 1]
        if chance >= 1.0 or (chance > 0.0 and choice_random(state) < chance):
            return attack_pair(state, rules, x, y, given[_ROLLS] == 1)


def _prepare(board, rules, values):
    return np.concatenate([values[:_RANK], ranks(board), values[_RANK:]])


def make(table, *, asking: Asking = DESCRIBED, name: str = "", about: str = "") -> Agent:
    """Return the bot that attacks by a table, or at random.

    Parameters
    ----------
    table
        Probability to attack, shape (10, 10), by [armies from - 1, armies to - 1]; more than
        ten armies count as ten. The first row is never used: one army cannot attack. Or one
        probability for all pairs: the random bot of section 4.4, which with 0.5 is a reading
        of ours.
    asking
        Which pairs are asked and how attacks are fought.
    name
        Name in results; ``"pairs"``, or ``"random pairs"``, when left out.
    about
        What lists say of it.

    Raises
    ------
    ValueError
        If the table has another shape or a value outside [0, 1].
    """
    check_kind("asking", asking, Asking)
    if np.ndim(table) == 0:
        chance = check_probability("chance", table)
        table = np.full((MOST, MOST), chance)
        name = name or "random pairs"
        about = about or f"The random bot: says yes to a pair with chance {chance:g}."
    table = np.asarray(table, float)
    if table.shape != (MOST, MOST):
        raise ValueError(f"an attack table has shape ({MOST}, {MOST}), not {table.shape}")
    if not ((table >= 0) & (table <= 1)).all():
        raise ValueError("an attack table holds probabilities, from 0 to 1 and not NaN")
    return Agent(
        name or "pairs",
        pair_table,
        parameters=np.concatenate([asking.values(), table.ravel()]),
        memory=CELLS,
        workspace=WORKSPACE,
        prepare=_prepare,
        study="deep_q_attack",
        source="Reinforcement Learning in the Game of RISK, sections 3.4 and 4.4",
        about=about or (pair_table.__doc__ or ""),
    )


register(make(0.5, name="random_pairs"))
