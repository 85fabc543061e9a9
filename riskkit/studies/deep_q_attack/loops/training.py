"""Training of deep Q learners: one table at a time (`train`), or several side by side (`train_together`)."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q.pairs import Asking
from riskkit.errors import check_integer, check_kind
from riskkit.games.limits import MOST_SEED
from riskkit.games.play import tidy_games
from riskkit.numbers import significant
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack.loops.course import DivergedError, Played, Tables
from riskkit.studies.deep_q_attack.loops.lanes import LANES
from riskkit.studies.deep_q_attack.loops.learner import Learner, learner, place, stack


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
        Two entries by seat: a `Learner`, or an agent. An agent with a memory begins anew.
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
    seated = list(seated) if isinstance(seated, (list, tuple)) and not isinstance(seated, Learner) else [seated]
    made = [entry if isinstance(entry, Learner) else None for entry in seated]
    if len(made) != 2 or not any(made) or None in seated:
        listed = ", ".join("a Learner" if isinstance(entry, Learner) else str(entry) for entry in seated)
        raise ValueError(f"train takes two entries by seat, Learners or agents, a Learner among them, not {listed}")
    if made[0] is not None and made[0] is made[1]:
        raise ValueError("train takes two learners; the same Learner cannot sit at both seats")
    for seat, m in enumerate(made):
        if m and len(m.records) != 1:
            raise ValueError(f"train takes single learners, not a stack of {len(m.records)} learners")
        if m and m.count("stopped"):
            raise DivergedError(
                f"the learner of seat {seat} diverged earlier, at decision {m.count('stopped'):,} (norm "
                f"{significant(m.records['norm'][0])}), and learns no more; begin a new one with "
                "learner(..., weights=made.weights())"
            )
    spare = next(m for m in made if m)
    others = [None if m else entry for m, entry in zip(made, seated)]
    tables = Tables(others, [m or spare for m in made], rules, board)
    tables.begin(0, games, seed, start)
    _, played = tables.play()
    if isinstance(played, DivergedError):
        raise played
    results, losses = played
    frame = tidy_games(results, tables.lineup)
    frame["game"] += start
    frame["loss_0"], frame["loss_1"] = losses.T
    return Trained(frame, made)


Course = Generator[int, Played, pd.DataFrame]
"""One training: yields how many games it wants next, is sent those games, returns a table."""


def _begun(course, seed, ours) -> Course:
    steps = course(seed, ours)
    if not isinstance(steps, Generator):
        raise TypeError(f"course must be a generator function, which yields numbers of games, not return {steps!r}")
    return steps


def train_together(
    seeds: Sequence[int], course: Callable[[int, list[Learner]], Course], settings, asking: Asking, rules: Rules
) -> list[pd.DataFrame]:
    """Run several trainings in self-play at a time, on one core: as one by one, but twice as fast.

    Parameters
    ----------
    seeds
        One a training: of its deals and dice, and of its learners (twice the seed, and one more).
    course
        ``course(seed, learners)`` returns the generator that says how the training goes on
        (`Course`). It may look at the two learners between its yields; later trainings take
        their place, so that it must copy what it returns of them (`Learner.weights`).
    settings, asking
        Settings of all learners, and how they ask.
    rules
        Rules of the games.

    Returns
    -------
    list of DataFrame
        What the courses return, in the order of ``seeds``.

    Raises
    ------
    DivergedError
        As for `train`, once all others have ended, with what they returned as ``found``. It is
        thrown into the course first, which may catch it and return what was learned.
    """
    if not callable(course):
        raise TypeError(f"course must be a function of a seed and two learners, not {course!r}")
    check_kind("settings", settings, deep_q.Settings)
    check_kind("asking", asking, Asking)
    check_kind("rules", rules, Rules)
    if not isinstance(seeds, (Sequence, np.ndarray)) or isinstance(seeds, str):
        raise TypeError(f"seeds must be a list of whole numbers, not {seeds!r}")
    waiting = [(number, check_integer("seed", seed, 0, MOST_SEED // 2 - 1)) for number, seed in enumerate(seeds)][::-1]
    if not waiting:
        return []
    found: list = [None] * len(waiting)
    count = min(LANES, len(waiting))
    blank = learner(settings, asking, 0)
    stacks = [stack(blank, count) for _ in range(2)]
    tables = Tables([None, None], stacks, rules, lanes=LANES)
    running: dict = {}
    failed: list = []

    def go_on(k, games=None):
        """Send games, or the error that ended them, to the course at a table; when it ends, seat the next one."""
        while True:
            if k not in running:
                if not waiting:
                    tables.begin(k, 0, 0, 0)
                    return
                number, seed = waiting.pop()
                ours = [place(learner(settings, asking, 2 * seed + seat), stacks[seat], k) for seat in range(2)]
                running[k] = [number, seed, _begun(course, seed, ours), 0]
            number, seed, steps, done = running[k]
            try:
                wanted = steps.throw(games) if isinstance(games, DivergedError) else steps.send(games)
            except StopIteration as end:
                found[number] = end.value
            except DivergedError as error:
                failed.append(error)
            else:
                if isinstance(games, DivergedError):
                    raise ValueError("a course whose network has diverged must end") from games
                tables.begin(k, check_integer("the games that a course wants", wanted, 1), seed, done)
                running[k][3] += wanted
                return
            del running[k]
            games = None

    for k in range(count):
        go_on(k)
    while running:
        go_on(*tables.play())
    if failed:
        failed[0].found = {seed: table for seed, table in zip(seeds, found) if table is not None}
        raise failed[0]
    return found
