"""Tables at which deep Q learners play and learn: compiled code that plays, remembers and learns.

Two learners with networks, memories and random streams of their own play each other; any
other agent can take one of the seats. After each decision about a pair the transition goes
into the replay memory and the network learns from a batch of it (algorithm 1). Several tables
can play at a time; then their learners learn side by side (`lanes`).
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q import pairs
from riskkit.agents.deep_q.network import SIMPLE, observe, q_values
from riskkit.agents.deep_q.pairs import EDGE, MOST, attack_pair, next_pair, open_turn
from riskkit.agents.shared.border import ranks, shared_phases
from riskkit.engine.actions import ATTACK, MOVE, OVER, PASS, move
from riskkit.engine.jit import kernel
from riskkit.engine.phases import OK, act, settle
from riskkit.engine.rng import uniform
from riskkit.engine.run import write_result
from riskkit.engine.seats import call_agent, memory, workspace_i8
from riskkit.engine.setup import new_game
from riskkit.engine.types import RESULT, records
from riskkit.errors import RiskkitError
from riskkit.games.lineup import Lineup
from riskkit.numbers import significant
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack.loops import memory as replay
from riskkit.studies.deep_q_attack.loops.lanes import DIVERGED, NOTHING, Shape, learning_kernel

GAME_OVER, REFUSED = 2, 3
GAMES, DONE, FIRST, BEGUN = range(4)


class DivergedError(RiskkitError):
    """Raised when the weights of a network have left all bounds.

    Attributes
    ----------
    found
        What other trainings of `train_together` returned, by seed; empty if raised by `train`.
    """

    found: dict = {}


@kernel
def choose(state, board, rules, seat, made, rows, k, win):
    """Decide, as the learner of the record ``made``, about the next pair and play it.

    Returns
    -------
    tuple of int
        An error code of the engine, and whether there is a transition to learn from.
    """
    cells = memory(seat)
    scratch = workspace_i8(seat)
    p = state.current
    growing = made.growing == 1
    open_turn(state, board, cells, growing)
    x, y = next_pair(state, board, rules, cells, growing)
    if x < 0:
        return act(state, board, rules, np.int64(PASS)), False
    cells[EDGE] += 1
    observe(state, board, rules, p, made.kind, x, y, win, scratch, made.before)
    skip, strike = q_values(made.network, made.inputs, made.hidden, made.before, made.units)
    action = 1 if strike > skip else 0
    if made.learns == 1 and uniform(made.stream) < made.flip:
        action = 1 - action
    won, lost, done = 0, 0, 0
    if action == 1:
        count, before, total = state.count[p], state.armies[x], state.total[p]
        code = act(state, board, rules, attack_pair(state, rules, x, y, made.one_roll == 1))
        if code != OK:
            return code, False
        if state.phase == MOVE:
            act(state, board, rules, move(state.minimum))
        lost = np.int64(before - state.armies[x] if made.moved == 1 else total - state.total[p])
        won = np.int64(state.count[p] - count)
        if made.ends == 1 and (state.owner[y] == p or state.armies[x] < 2):
            done = 1
    if made.learns == 0:
        return OK, False
    if action == 1:
        observe(state, board, rules, p, made.kind, x, y, win, scratch, made.after)
    else:
        for i in range(made.inputs):
            made.after[i] = made.before[i]
    replay.remember(made.kind, rows, k, made.next, made.before, made.after, action, won, lost, made.conquest, done)
    made.next = (made.next + 1) % made.capacity
    made.filled = min(made.filled + 1, made.capacity)
    return OK, True


@kernel
def advance(state, board, rules, table, seats, one, one_rows, two, two_rows, k, rank, win):
    """Play on at table ``k``: return the seat that has something to learn, `GAME_OVER` or `REFUSED`."""
    while True:
        settle(state, board, rules)
        if state.phase == OVER:
            return GAME_OVER
        p = np.int64(state.current)
        learns = False
        if table[p] != 0:
            code = act(state, board, rules, call_agent(table[p], state, board, rules, seats[p]))
        elif state.phase != ATTACK:
            code = act(state, board, rules, shared_phases(state, board, rules, seats[p], rank))
        elif p == 0:
            code, learns = choose(state, board, rules, seats[p], one, one_rows, k, win)
        else:
            code, learns = choose(state, board, rules, seats[p], two, two_rows, k, win)
        if code != OK:
            return REFUSED
        if learns:
            return p


@lru_cache(maxsize=16)
def playing_kernel(first_size: tuple[int, int], second_size: tuple[int, int], lanes: int):
    """Return the kernel that plays and learns, compiled for networks of these sizes at the two seats.

    ``course[k]`` holds for each table the games to play, the games done, the number of its
    first game, and whether a game has begun. The kernel returns when a table has done its games
    or cannot go on: its number, and whether an action was refused or a network diverged.
    """
    learn = learning_kernel(*first_size, lanes)
    learn_second = learning_kernel(*second_size, lanes)
    alike = first_size == second_size

    @kernel
    def play(
        states, boards, rules, given, table, seats, course, seeds, results, losses, wants, one, one_rows, two, two_rows,
        rank, win, space,
    ):  # fmt: skip
        board, law = boards[0], rules[0]
        tables = len(states)
        done = course[:, DONE]
        while True:
            for k in range(tables):
                state = states[k]
                while course[k, DONE] < course[k, GAMES]:
                    number = course[k, DONE]
                    if course[k, BEGUN] == 0:
                        new_game(state, board, law, given[0], 2, seeds[k], course[k, FIRST] + number)
                        for q in range(2):
                            if seats[k, q].persistent == 0:
                                memory(seats[k, q])[:] = 0.0
                        course[k, BEGUN] = 1
                    found = advance(
                        state, board, law, table, seats[k], one[k], one_rows, two[k], two_rows, k, rank, win
                    )
                    if found == REFUSED:
                        return k, True
                    if found != GAME_OVER:
                        wants[0 if alike else found, k] = found
                        break
                    write_result(state, results[k, number], number)
                    course[k, DONE] += 1
                    course[k, BEGUN] = 0
            learn(one, one_rows, two, two_rows, wants[0], space[0], space[1], space[2], losses, done)
            if not alike:
                learn_second(one, one_rows, two, two_rows, wants[1], space[3], space[4], space[5], losses, done)
            for k in range(tables):
                if course[k, GAMES] > 0 and (one[k].stopped > 0 or two[k].stopped > 0):
                    return k, True
            for k in range(tables):
                if course[k, GAMES] > 0 and course[k, DONE] == course[k, GAMES]:
                    return k, False

    return play


class Played(NamedTuple):
    """The games that a table has played.

    Attributes
    ----------
    results
        `riskkit.engine.types.RESULT` records; a game without winner has the winner -1.
    losses
        Mean of half the squared error over each game's samples by seat, shape (games, 2); NaN
        without samples.
    """

    results: np.ndarray
    losses: np.ndarray


class Tables:
    """Tables for two at which learners play and learn, all with the same line-up.

    Parameters
    ----------
    seated
        By seat an agent, or None for a learner.
    stacks
        By seat a stack of learners, one a table; for a seat without learner that of the other.
    rules, board
        Rules, and the board (the classic one if left out).
    lanes
        Learners that learn side by side: 1, or at least the number of tables.
    """

    def __init__(self, seated, stacks, rules: Rules, board=None, lanes: int = 1):
        learns = [entry is None for entry in seated]
        simple = any(ours.records[0]["kind"] == SIMPLE for ours in stacks)
        if simple and not 0 < (rules.army_cap or 0) <= MOST:
            raise ValueError(
                f"the simple features know 1 to {MOST} armies on a territory; these rules have "
                f"army_cap={rules.army_cap}. Use Rules.td_and_deep_q(), or other features"
            )
        filler = replace(pairs.make(0.5), workspace=deep_q.SCRATCH)
        names = ["learner 0", "learner 1"] if all(learns) else ["learner"] * 2
        fillers = [replace(filler, name=name) for name in names]
        self.lineup = Lineup(
            [mine if none else entry for none, entry, mine in zip(learns, seated, fillers)], board, rules
        )
        table = np.array([0 if k < 2 and learns[k] else to for k, to in enumerate(self.lineup.table)], np.int64)
        count = len(stacks[0].records)
        self.workers = [self.lineup.worker() for _ in range(count)]
        _, boards, law, given, _, _ = self.workers[0].arguments(self.lineup)
        self.states = np.concatenate([worker.states for worker in self.workers]).view(np.recarray)
        seats = np.stack([worker.seats.records for worker in self.workers]).view(np.recarray)
        self.course, self.seeds = np.zeros((count, 4), np.int64), np.zeros(count, np.int64)
        self.stacks = stacks
        sizes = [(int(ours.records[0]["kind"]), int(ours.records[0]["hidden"])) for ours in stacks]
        batch = max(int(ours.records[0]["batch"]) for ours in stacks)
        space = tuple(array for size in sizes for array in Shape(*size, lanes).arrays(batch))
        self._play = playing_kernel(*sizes, lanes)
        self._before = (self.states, boards, law, given, table, seats, self.course, self.seeds)
        ranked, win = ranks(self.lineup.board), deep_q.win_table(rules).ravel()
        self._after = (np.full((2, lanes), NOTHING), *stacks[0], *stacks[1], ranked, win, space)
        self._room(1)

    def _room(self, games: int) -> None:
        self.results = records(len(self.seeds) * games, RESULT).reshape(len(self.seeds), games)
        self.losses = np.zeros((len(self.seeds), games, 2, 2))

    def begin(self, k: int, games: int, seed: int, start: int) -> None:
        """Give table ``k`` games to play, numbered from ``start``; 0 games leave it empty."""
        if games > self.results.shape[1]:
            results, losses = self.results, self.losses
            self._room(games)
            self.results[:, : results.shape[1]] = results
            self.losses[:, : losses.shape[1]] = losses
        self.course[k] = games, 0, start, 0
        self.seeds[k] = seed
        self.losses[k] = 0.0

    def play(self) -> tuple[int, "Played | DivergedError"]:
        """Play until a table has done its games; return its number and its games.

        If a learner's weights leave all bounds there, the error that says so takes their place.
        """
        k, stopped = self._play(*self._before, self.results, self.losses, *self._after)
        games, done, start, _ = self.course[k].tolist()
        if stopped:
            return k, self._stopped(k, start + done)
        sums = self.losses[k, :games]
        with np.errstate(invalid="ignore"):
            return k, Played(self.results[k, :games].copy(), sums[..., 0] / sums[..., 1])

    def _stopped(self, k: int, game: int) -> DivergedError:
        for seat, ours in enumerate(self.stacks):
            if ours.count("stopped", k):
                return DivergedError(
                    f"the network of seat {seat} diverged at decision {ours.count('stopped', k):,} (norm "
                    f"{significant(ours.records['norm'][k])}, bound {DIVERGED:.0e}), in game {game:,} of seed "
                    f"{self.seeds[k]}; the learner keeps its weights from before and learns no more. Use a smaller "
                    "rate, or smaller rewards, in a new learner(..., weights=)"
                )
        worker = self.workers[k]
        worker.states = self.states[k : k + 1]
        raise self.lineup.refusal(worker, game)
