"""Training runs of the study: settings, the run with its checkpoints, games of the result."""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pandas as pd

from riskkit.envs.switching import CAPPED, OUT, WON, Arena, Switching, new_episodes
from riskkit.errors import RiskkitError, check_integer
from riskkit.learning import checkpoint, dqn, mlp
from riskkit.studies.strategy_switching.loops.episodes import (
    ANY,
    GAME,
    INTERVAL,
    PASSIVE_OR_PACIFIST,
    play_network,
    play_table,
    train,
)

TEST_GAMES = 10**9
CHECK_GAMES = 2 * 10**9
RANK_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth")


class UntrainedError(RiskkitError, RuntimeError):
    """A network that has learned nothing was asked to play."""


class OpponentError(RiskkitError, RuntimeError):
    """An opposing agent gave an action that the rules do not allow."""


@dataclass(frozen=True)
class Experiment:
    """One set-up: a game, a learner, and how the cap is remembered.

    Parameters
    ----------
    game : Switching
        The environment.
    learner : riskkit.learning.dqn.Settings
        Network and learning; its first and last layer must fit the game.
    cap_ends : bool
        Whether the end at the cap is remembered as a true end (as in the source), or as a
        cut after which the value of the next position still counts.
    """

    game: Switching = field(default_factory=Switching)
    learner: dqn.Settings = field(default_factory=lambda: dqn.Settings((1, 24, 24, 3), ("relu", "relu", "linear")))
    cap_ends: bool = True

    def __post_init__(self):
        sizes = self.learner.sizes
        if sizes[0] != self.game.length or sizes[-1] != self.game.choices:
            raise ValueError(
                f"the game needs a network from {self.game.length} numbers to "
                f"{self.game.choices} actions, not from {sizes[0]} to {sizes[-1]}"
            )

    def to_dict(self) -> dict:
        """Return the set-up in plain types, for keys of stored tables."""
        return {
            "game": self.game.to_dict(),
            "learner": dict(self.learner.__dict__),
            "cap_ends": self.cap_ends,
        }

    def label(self) -> str:
        """Return the set-up as text, for checkpoints."""
        return repr(self.to_dict())


class Trained:
    """A training run: the learner, its results by interval, and where it stands.

    Parameters
    ----------
    experiment : Experiment
        The set-up.
    seed : int
        Seed of the games and of the learner.

    Attributes
    ----------
    seconds : numpy.ndarray
        CPU seconds of the training loop so far, shape (1,).
    """

    def __init__(self, experiment: Experiment, seed: int):
        self.experiment = experiment
        self.seed = check_integer("seed", seed, low=0)
        self.arena = Arena(experiment.game)
        self.learner = dqn.learner(experiment.learner, seed)
        self.states, self.episodes = new_episodes()
        self.episodes["outcome"] = OUT
        self.episodes["game"] = -1
        self.place = np.zeros(experiment.game.length, np.float32)
        self.following = np.zeros_like(self.place)
        self.intervals = np.zeros(0, INTERVAL)
        self.seconds = np.zeros(1)

    @property
    def games(self) -> int:
        """Games finished so far."""
        return int(self.intervals["episodes"].sum())

    @property
    def steps(self) -> int:
        """Steps trained so far."""
        return int(self.learner.progress[dqn.STEPS])

    def arrays(self) -> dict:
        """Return what a checkpoint holds."""
        return dqn.state(self.learner) | {
            "states": self.states.view(np.uint8),
            "episodes": self.episodes.view(np.uint8),
            "place": self.place,
            "intervals": self.intervals.view(np.uint8),
            "seconds": self.seconds,
        }

    def save(self, path) -> Path:
        """Write a checkpoint."""
        return checkpoint.save(path, self.arrays(), f"{self.seed} {self.experiment.label()}")

    def load(self, path) -> None:
        """Go on from a checkpoint of the same set-up and seed."""
        like = dqn.expected(self.learner) | {
            "states": self.states.view(np.uint8),
            "episodes": self.episodes.view(np.uint8),
            "place": self.place,
            "intervals": None,
            "seconds": self.seconds,
        }
        found = checkpoint.load(path, like, f"{self.seed} {self.experiment.label()}")
        dqn.restore(self.learner, found)
        self.states.view(np.uint8)[...] = found["states"]
        self.episodes.view(np.uint8)[...] = found["episodes"]
        for name in ("place", "seconds"):
            getattr(self, name)[...] = found[name]
        self.intervals = found["intervals"].view(INTERVAL)

    def run(
        self,
        steps: int,
        interval: int = 10_000,
        path=None,
        every: float = 60.0,
        budget: float | None = None,
        games: int | None = None,
    ):
        """Train until ``steps`` steps are done, from wherever the run stands.

        Parameters
        ----------
        steps : int
            Steps in all, a multiple of ``interval``.
        interval : int
            Steps that share a row of the results.
        path : path, optional
            Checkpoint: read first if it is there, written every ``every`` seconds and at
            the end, also after Ctrl-C.
        every : float
            Seconds between checkpoints.
        budget : float, optional
            Seconds after which the run stops early.
        games : int, optional
            Finished games after which the run stops early.

        Returns
        -------
        Trained
            Itself.

        Raises
        ------
        riskkit.learning.mlp.DivergedError
            If the network is no longer finite; the last checkpoint is kept.
        """
        if path is not None and Path(path).exists():
            self.load(path)
        start = saved = time.monotonic()
        try:
            while self.steps < steps and (games is None or self.games < games):
                self._one_interval(min(interval, steps - self.steps))
                now = time.monotonic()
                if path is not None and now - saved >= every:
                    self.save(path)
                    saved = now
                if budget is not None and now - start >= budget:
                    break
        finally:
            if path is not None and np.isfinite(mlp.norm(self.learner.parameters)):
                self.save(path)
        return self

    def _one_interval(self, steps: int) -> None:
        row = np.zeros(1, INTERVAL)
        start = time.thread_time()
        legal = train(
            self.states,
            self.episodes,
            self.arena.world,
            self.learner,
            self.place,
            self.following,
            self.seed,
            self.experiment.cap_ends,
            row[0],
            steps,
        )
        self.seconds += time.thread_time() - start
        self.intervals = np.concatenate([self.intervals, row])
        if not legal:
            raise OpponentError(f"an opponent played an illegal action in game {self._game()}")
        size = mlp.norm(self.learner.parameters)
        if not np.isfinite(size):
            raise mlp.DivergedError(f"the network diverged by step {self.steps}: the norm of its weights is {size}")

    def _game(self) -> int:
        return int(self.episodes["game"][0])

    def curve(self) -> pd.DataFrame:
        """Return the results by interval, a row each: rewards, outcomes, choices, loss."""
        return interval_frame(self.intervals)

    def coarse(self, together: int) -> pd.DataFrame:
        """Return `curve` with so many intervals added up to a row (the last may hold fewer)."""
        rows = np.zeros(-(-len(self.intervals) // together), INTERVAL)
        for name in INTERVAL.names or ():
            np.add.at(rows[name], np.arange(len(self.intervals)) // together, self.intervals[name])
        return interval_frame(rows)

    def play(self, games: int, first: int = TEST_GAMES, seed: int | None = None) -> pd.DataFrame:
        """Play games with the greedy policy, without learning; a row a game.

        Raises
        ------
        UntrainedError
            If no gradient step was taken yet.
        """
        check_integer("games", games, low=1)
        if self.learner.progress[dqn.UPDATES] == 0:
            raise UntrainedError(
                f"this network has taken no gradient step after {self.steps} steps; train it "
                f"for more than warm_up = {self.experiment.learner.warm_up} steps first"
            )
        rows = np.zeros(games, GAME)
        states, episodes = new_episodes()
        place = np.zeros_like(self.place)
        seed = self.seed if seed is None else seed
        played = play_network(states, episodes, self.arena.world, self.learner, place, seed, first, rows)
        if played < games:
            raise OpponentError(f"an opponent played an illegal action in game {first + played}")
        return game_frame(rows)

    def values(self) -> pd.DataFrame:
        """Return the network's action values at each number of territories (one-number game)."""
        territories = np.arange(len(self.arena.board) + 1)
        record = self.learner.net[0]
        found = [
            mlp.forward(
                record,
                self.learner.parameters,
                np.array([100.0 * n / territories[-1]], np.float32),
                self.learner.work,
            ).astype(float)
            for n in territories
        ]
        frame = pd.DataFrame(found, columns=["passive", "pacifist", "aggressive"])
        frame.insert(0, "territories", territories)
        return frame.assign(choice=np.argmax(np.array(found), axis=1))


def policy_games(game: Switching, policy, games: int, seed: int, first: int = CHECK_GAMES) -> pd.DataFrame:
    """Play games with a fixed policy.

    Parameters
    ----------
    game : Switching
        The game.
    policy : int or array
        One action for all positions, or the action by number of territories; below zero
        one drawn each time (`loops.ANY`, ``PASSIVE_OR_AGGRESSIVE``, ...).
    games, seed, first
        Number of games, their seed, and the number of the first.

    Returns
    -------
    DataFrame
        A row a game.
    """
    check_integer("games", games, low=1)
    arena = Arena(game)
    entries = np.broadcast_to(np.asarray(policy, np.int64), (len(arena.board) + 1,)).copy()
    lowest = PASSIVE_OR_PACIFIST if game.choices == 3 else ANY
    if entries.min() < lowest or entries.max() >= game.choices:
        raise ValueError(f"a policy's actions are {lowest} to {game.choices - 1}, not {policy!r}")
    rows = np.zeros(games, GAME)
    states, episodes = new_episodes()
    played = play_table(states, episodes, arena.world, entries, seed, first, rows)
    if played < games:
        raise OpponentError(f"an opponent played an illegal action in game {first + played}")
    return game_frame(rows)


def in_threads(function, tasks, workers: int = 2) -> list:
    """Return the results of a function for each task, in order, computed in threads.

    The compiled games hold no lock.
    """
    from joblib import Parallel, delayed

    return Parallel(n_jobs=workers, prefer="threads")(delayed(function)(task) for task in tasks)


def outcome_names(players: int = 4) -> dict[int, str]:
    """Return the names of the outcome codes."""
    ranks = {CAPPED + k: RANK_NAMES[k] for k in range(players)}
    return {WON: "won", OUT: "out"} | ranks


def game_frame(rows: np.ndarray) -> pd.DataFrame:
    """Return `GAME` records as a DataFrame with outcomes by name."""
    frame = pd.DataFrame({name: rows[name] for name in ("game", "reward", "steps", "counted")})
    frame["outcome"] = pd.Series(rows["outcome"]).map(outcome_names(6))
    for a, name in enumerate(("passive", "pacifist", "aggressive")):
        frame[name] = rows["chosen"][:, a]
    return frame


def interval_frame(rows: np.ndarray) -> pd.DataFrame:
    """Return `INTERVAL` records as a DataFrame; rates where a sum alone says nothing."""
    episodes = np.maximum(rows["episodes"], 1)
    frame = pd.DataFrame(
        {
            "step": np.cumsum(rows["steps"]),
            "episodes": rows["episodes"],
            "reward": np.where(rows["episodes"] > 0, rows["reward"] / episodes, np.nan),
            "squares": rows["squares"],
            "steps_a_game": rows["length"] / episodes,
            "counted": rows["counted"] / np.maximum(rows["length"], 1),
            "loss": np.where(rows["updates"] > 0, rows["loss"] / np.maximum(rows["updates"], 1), np.nan),
        }
    )
    for code, name in outcome_names(4).items():
        frame[name] = rows["outcomes"][:, code]
    chosen = np.maximum(rows["chosen"].sum(axis=1), 1)
    for a, name in enumerate(("passive", "pacifist", "aggressive")):
        frame[name] = rows["chosen"][:, a] / chosen
    return frame


def changed(experiment: Experiment, game: dict | None = None, learner: dict | None = None, **own):
    """Return an experiment with some settings of its game, learner or own fields changed."""
    return replace(
        experiment,
        game=replace(experiment.game, **(game or {})),
        learner=replace(experiment.learner, **(learner or {})),
        **own,
    )
