"""Self-play training of the deep Q bots: one compiled loop that plays, remembers and learns.

Two learners with networks, memories and random streams of their own play each other; any
other agent can take one of the seats. After each decision about a pair the transition goes
into the replay memory and the network learns from a batch of it (algorithm 1).
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.agents import deep_q, pairs
from riskkit.agents.border import ranks, shared_phases
from riskkit.agents.deep_q import KINDS, LOSSES, MOST_INPUTS, SIMPLE, UPDATES, observe, q_values, tanh
from riskkit.agents.pairs import EDGE, MOST, Asking, attack_pair, next_pair, open_turn
from riskkit.engine.actions import ATTACK, MOVE, OVER, PASS, move
from riskkit.engine.jit import kernel
from riskkit.engine.phases import OK, act, settle
from riskkit.engine.rng import seed_stream, uniform
from riskkit.engine.run import write_result
from riskkit.engine.seats import call_agent, memory, workspace_i8
from riskkit.engine.setup import new_game
from riskkit.engine.types import RESULT, records
from riskkit.errors import RiskkitError, check_integer, check_kind
from riskkit.experiment import MOST_SEED, tidy_games
from riskkit.learning import mlp, optimisers
from riskkit.lineup import Lineup
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack import replay

EXPLORE = 23
SETTINGS = np.dtype(
    [(name, "i8") for name in ("kind", "inputs", "hidden", "batch", "lag", "capacity", "mini", "moved", "ends")]
    + [(name, "i8") for name in ("fresh", "wrong", "growing", "one_roll", "learns")]
    + [(name, "f8") for name in ("discount", "flip", "conquest")],
    align=True,
)
FILLED, NEXT, DECISIONS, SAMPLES, STOPPED = range(5)
NETWORK, TARGET, GRADIENT, KEPT = range(4)
DIVERGED = 1e9


class DivergedError(RiskkitError):
    """Raised when the weights of a network have left all bounds."""


class Learner(NamedTuple):
    """All arrays of one learner; the compiled loop changes them in place.

    ``nets`` holds weights, target weights, gradient, and the weights before the last batch;
    ``moments`` RMSProp's means; ``rows`` the replay memory and ``drawn`` the batch (`replay`);
    ``counts`` rows filled, row to write, decisions, samples, and the decision at which the
    weights diverged (0 if they did not); ``known`` the target's value of each simple state;
    ``small`` features before and after, hidden units, and one row of scratch; ``norm`` the norm
    that the weights had when they diverged.
    """

    settings: np.ndarray
    rule: np.ndarray
    nets: np.ndarray
    moments: np.ndarray
    rows: np.ndarray
    drawn: np.ndarray
    counts: np.ndarray
    stream: np.ndarray
    known: np.ndarray
    small: np.ndarray
    norm: np.ndarray


def learner(settings: deep_q.Settings, asking: Asking, seed: int, learns: bool = True, weights=None) -> Learner:
    """Return a new learner; its first weights are drawn from ``seed`` unless given."""
    check_kind("settings", settings, deep_q.Settings)
    check_kind("asking", asking, Asking)
    check_integer("seed", seed, 0, MOST_SEED)
    record = np.zeros(1, SETTINGS)
    record["kind"] = KINDS.index(settings.features)
    for name in ("inputs", "hidden", "batch", "lag", "ends", "discount", "flip", "conquest"):
        record[name] = getattr(settings, name)
    record["capacity"] = settings.memory
    record["fresh"], record["wrong"] = settings.fresh_moments, settings.wrong_inputs
    record["mini"] = settings.updates == UPDATES[1]
    record["moved"] = settings.losses == LOSSES[1]
    record["growing"], record["one_roll"] = asking.pairs == "growing", asking.rolls == "one"
    record["learns"] = learns
    net = mlp.layout((settings.inputs, settings.hidden, 2), ("tanh", "linear"))
    nets = np.zeros((4, settings.weights), np.float32)
    first = mlp.parameters(net, seed) if weights is None else weights
    nets[:2] = deep_q.check_weights(first, settings.features, settings.hidden)
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, 0, EXPLORE)
    return Learner(
        record.view(np.recarray),
        optimisers.optimiser("rmsprop", settings.rate, second=settings.decay, epsilon=settings.epsilon),
        nets,
        optimisers.moments(settings.weights),
        np.zeros((settings.memory, replay.width(settings.inputs, settings.features == "simple")), np.float32),
        np.zeros((settings.batch, settings.inputs + 2), np.float32),
        np.zeros(5, np.int64),
        stream,
        np.zeros(MOST * MOST, np.float32),
        np.zeros((4, max(MOST_INPUTS, settings.hidden)), np.float32),
        np.zeros(1),
    )


@kernel
def copy_target(made):
    """Copy the network into the target and, for simple features, tabulate its values."""
    rule = made.settings[0]
    nets = made.nets
    for i in range(nets.shape[1]):
        nets[TARGET, i] = nets[NETWORK, i]
    if rule.kind == SIMPLE:
        x = made.small[3]
        for s in range(MOST * MOST):
            x[0] = (s // MOST) / 9.0
            x[1] = (s % MOST) / 9.0
            skip, strike = q_values(nets[TARGET], rule.inputs, rule.hidden, x, made.small[2])
            made.known[s] = max(skip, strike)


@lru_cache(maxsize=16)
def learning_kernel(inputs: int, hidden: int):
    """Return the kernel that learns from one batch, compiled for a network of this size.

    It takes the arrays of a `Learner` and returns the sum of half the squared errors. Weights
    that leave all bounds are not taken over: the ones before the batch stay, and learning
    stops for good.
    """
    bias = inputs * hidden
    second = bias + hidden
    last = second + 2 * hidden
    size = last + 2

    @kernel
    def learn(settings, descent, nets, moments, rows, drawn, counts, stream, known, small, norm):
        rule = settings[0]
        if counts[STOPPED] > 0:
            return np.float32(0.0)
        rate, epsilon = np.float32(descent[0].rate), np.float32(descent[0].epsilon)
        decay, share = np.float32(descent[0].second), np.float32(1.0 - descent[0].second)
        discount = np.float32(rule.discount)
        part = np.float32(1.0 / rule.batch) if rule.mini else np.float32(1.0)
        one = np.float32(1.0)
        zero = np.float32(0.0)
        for n in range(size):
            nets[GRADIENT, n] = zero
            nets[KEPT, n] = nets[NETWORK, n]
            if rule.fresh:
                moments[1, n] = zero
        total = zero
        replay.draw(rule.kind, rows, counts[FILLED], stream, drawn, discount, known, nets[TARGET], hidden, small[2])
        for sample in range(rule.batch):
            wanted = drawn[sample, inputs + 1]
            side = np.int64(drawn[sample, inputs])
            value = nets[NETWORK, last + side]
            for j in range(hidden):
                z = nets[NETWORK, bias + j]
                for i in range(inputs):
                    z += nets[NETWORK, i * hidden + j] * drawn[sample, i]
                t = tanh(z)
                small[2, j] = t
                value += nets[NETWORK, second + 2 * j + side] * t
            error = value - wanted
            total += np.float32(0.5) * error * error
            error *= part
            nets[GRADIENT, last + side] += error
            for j in range(hidden):
                t = small[2, j]
                delta = error * nets[NETWORK, second + 2 * j + side] * (one - t * t)
                nets[GRADIENT, second + 2 * j + side] += error * t
                nets[GRADIENT, bias + j] += delta
                for i in range(inputs):
                    nets[GRADIENT, i * hidden + j] += delta * (small[1, i] if rule.wrong else drawn[sample, i])
            if not rule.mini or sample == rule.batch - 1:
                for n in range(size):
                    g = nets[GRADIENT, n]
                    moments[1, n] = decay * moments[1, n] + share * g * g
                    nets[NETWORK, n] -= rate * g / (np.sqrt(moments[1, n]) + epsilon)
                    nets[GRADIENT, n] = zero
        counts[SAMPLES] += rule.batch
        square = 0.0
        for n in range(size):
            square += np.float64(nets[NETWORK, n]) ** 2
        if not square < DIVERGED * DIVERGED:
            counts[STOPPED] = counts[DECISIONS] + 1
            norm[0] = np.sqrt(square)
            for n in range(size):
                nets[NETWORK, n] = nets[KEPT, n]
        return total

    return learn


@kernel
def _remember(made, action, reward, done):
    counts = made.counts
    replay.remember(made.settings[0].kind, made.rows, counts[NEXT], made.small[0], made.small[1], action, reward, done)
    capacity = made.settings[0].capacity
    counts[NEXT] = (counts[NEXT] + 1) % capacity
    counts[FILLED] = min(counts[FILLED] + 1, capacity)


@kernel
def choose(state, board, rules, seat, made, win):
    """Decide about the next pair and play it.

    Returns
    -------
    tuple of int
        An error code of the engine, and whether there is a transition to learn from.
    """
    rule = made.settings[0]
    cells = memory(seat)
    scratch = workspace_i8(seat)
    p = state.current
    growing = rule.growing == 1
    open_turn(state, board, cells, growing)
    x, y = next_pair(state, board, cells, growing)
    if x < 0:
        return act(state, board, rules, np.int64(PASS)), False
    cells[EDGE] += 1
    observe(state, board, rules, p, rule.kind, x, y, win, scratch, made.small[0])
    skip, strike = q_values(made.nets[NETWORK], rule.inputs, rule.hidden, made.small[0], made.small[2])
    action = 1 if strike > skip else 0
    if rule.learns and uniform(made.stream) < rule.flip:
        action = 1 - action
    reward = 0.0
    done = 0
    if action == 1:
        count, before, total = state.count[p], state.armies[x], state.total[p]
        code = act(state, board, rules, attack_pair(state, rules, x, y, rule.one_roll == 1))
        if code != OK:
            return code, False
        if state.phase == MOVE:
            act(state, board, rules, move(state.minimum))
        lost = before - state.armies[x] if rule.moved else total - state.total[p]
        reward = rule.conquest * (state.count[p] - count) - lost
        if rule.ends and (state.owner[y] == p or state.armies[x] < 2):
            done = 1
    if not rule.learns:
        return OK, False
    if action == 1:
        observe(state, board, rules, p, rule.kind, x, y, win, scratch, made.small[1])
    else:
        for i in range(rule.inputs):
            made.small[1, i] = made.small[0, i]
    _remember(made, action, reward, done)
    return OK, True


@lru_cache(maxsize=16)
def deciding_kernel(inputs: int, hidden: int):
    """Return the kernel that decides, remembers and learns, compiled for a network of this size."""
    learn = learning_kernel(inputs, hidden)

    @kernel
    def decide(state, board, rules, seat, made, win, losses):
        code, fresh = choose(state, board, rules, seat, made, win)
        if fresh:
            losses[0] += learn(
                made.settings,
                made.rule,
                made.nets,
                made.moments,
                made.rows,
                made.drawn,
                made.counts,
                made.stream,
                made.known,
                made.small,
                made.norm,
            )
            losses[1] += made.settings[0].batch
            if made.counts[DECISIONS] % made.settings[0].lag == 0:
                copy_target(made)
            made.counts[DECISIONS] += 1
        return code

    return decide


@lru_cache(maxsize=16)
def playing_kernel(first_size: tuple[int, int], second_size: tuple[int, int]):
    """Return the kernel that plays and learns, compiled for two networks of these sizes.

    Its arguments are those of `riskkit.engine.run.run_block`, two learners, the ranks of the
    continents, the table of chances to win and ``losses``: ``losses[k, seat]`` receives the
    sum of the losses of game k and their number. It returns the number of games played;
    fewer than asked for means an illegal action, or a learner whose weights diverged.
    """
    decide_first, decide_second = deciding_kernel(*first_size), deciding_kernel(*second_size)

    @kernel
    def play(states, boards, rules, given, table, seats, players, seed, first, results, one, two, rank, win, losses):
        state, board, law = states[0], boards[0], rules[0]
        for k in range(results.shape[0]):
            new_game(state, board, law, given[0], players, seed, first + k)
            for q in range(players):
                if seats[q].persistent == 0:
                    memory(seats[q])[:] = 0.0
            while True:
                settle(state, board, law)
                if state.phase == OVER:
                    break
                p = state.current
                if table[p] != 0:
                    code = act(state, board, law, call_agent(table[p], state, board, law, seats[p]))
                elif state.phase != ATTACK:
                    code = act(state, board, law, shared_phases(state, board, law, seats[p], rank))
                elif p == 0:
                    code = decide_first(state, board, law, seats[p], one, win, losses[k, 0])
                else:
                    code = decide_second(state, board, law, seats[p], two, win, losses[k, 1])
                if code != OK or one.counts[STOPPED] > 0 or two.counts[STOPPED] > 0:
                    return k
            write_result(state, results[k], k)
        return results.shape[0]

    return play


class Trained(NamedTuple):
    """What `train` returns.

    Attributes
    ----------
    games : DataFrame
        As `riskkit.match` returns, with ``loss_0``, ``loss_1``: the mean of half the squared
        error over the game's samples.
    learners : list of Learner or None
        The learners by seat.
    """

    games: pd.DataFrame
    learners: list


def train(seated, games: int, seed: int, rules, board=None, start: int = 0) -> Trained:
    """Play games in which learners at the table learn after each of their decisions.

    Parameters
    ----------
    seated
        Two entries by seat: a `Learner`, or an agent.
    games
        Number of games; they are numbered from ``start``.
    seed
        Seed of deals, dice and agents.
    rules, board
        Rules, and the board (the classic one if left out).

    Raises
    ------
    ValueError
        If no learner is seated, or one on the simple features under rules that allow more than
        10 armies on a territory.
    DivergedError
        If a learner's weights leave all bounds: names the seat, the decision and the norm. The
        learner keeps its last good weights.
    """
    check_integer("games", games, 1)
    check_integer("seed", seed, 0, MOST_SEED)
    check_integer("start", start, 0, MOST_SEED)
    check_kind("rules", rules, Rules)
    made = [entry if isinstance(entry, Learner) else None for entry in seated]
    if len(made) != 2 or not any(made):
        raise ValueError(f"train takes two entries, a Learner among them, not {list(map(str, seated))}")
    filler = replace(pairs.random_bot(), workspace=deep_q.SCRATCH)
    lineup = Lineup([filler if m else entry for m, entry in zip(made, seated)], board, rules)
    if any(m and m.settings[0]["kind"] == SIMPLE for m in made) and not 0 < (rules.army_cap or 0) <= MOST:
        raise ValueError(
            f"the simple features know 1 to {MOST} armies on a territory; these rules have army_cap={rules.army_cap}. "
            "Use Rules.td_and_deep_q(), or other features"
        )
    table = np.array([0 if k < 2 and made[k] else address for k, address in enumerate(lineup.table)], np.int64)
    spare = next(m for m in made if m)
    one, two = made[0] or spare, made[1] or spare
    for m in made:
        if m and m.counts[DECISIONS] == 0:
            copy_target(m)
    worker = lineup.worker()
    results, losses = records(games, RESULT), np.zeros((games, 2, 2))
    arguments = list(worker.arguments(lineup))
    arguments[4] = table
    sizes = [(int(m.settings[0]["inputs"]), int(m.settings[0]["hidden"])) for m in (one, two)]
    played = playing_kernel(*sizes)(
        *arguments, 2, seed, start, results, one, two, ranks(lineup.board), deep_q.win_table(rules).ravel(), losses
    )
    for seat, m in enumerate(made):
        if m and m.counts[STOPPED]:
            raise DivergedError(
                f"the network of seat {seat} diverged at decision {m.counts[STOPPED]:,} (norm {m.norm[0]:.3g}, bound "
                f"{DIVERGED:.0e}), in game {start + played:,}; the learner keeps its weights from before. "
                "Use a smaller rate, or smaller rewards"
            )
    if played < games:
        raise lineup.refusal(worker, start + played)
    frame = tidy_games(results, lineup)
    frame["game"] += start
    for seat in range(2):
        with np.errstate(invalid="ignore"):
            frame[f"loss_{seat}"] = losses[:, seat, 0] / losses[:, seat, 1]
    return Trained(frame, made)
