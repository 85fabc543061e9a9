"""The strategy-switching game for Gymnasium: one environment, and many in one call."""

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from riskkit.engine.jit import kernel
from riskkit.envs.switching import (
    CAPPED,
    RUNNING,
    STRATEGIES,
    Arena,
    EpisodeOver,
    Switching,
    World,
    advance,
    begin,
    new_episodes,
    observe,
)
from riskkit.errors import RiskkitError, check_integer

MOST_SEEDS = 2**31


@kernel
def begin_one(states, episodes, world, seed, game, row):
    """Begin a game in the first record and observe it; False if an opponent broke the rules."""
    legal = begin(states[0], episodes[0], world, seed, game)
    observe(states[0], episodes[0], world, row)
    return legal


@kernel
def step_one(states, episodes, world, action, row):
    """Play one step in the first record and observe; return the reward."""
    reward = advance(states[0], episodes[0], world, action)
    observe(states[0], episodes[0], world, row)
    return reward


@kernel
def _seated(world, seats):
    """Return the world with other seats."""
    return World(world.board, world.rules, world.given, world.settings, world.table, seats)


@kernel
def begin_many(states, episodes, world, seats, seed, rows):
    """Begin game ``i`` in record ``i``, with its own seats, for all records."""
    legal = True
    for i in range(states.shape[0]):
        legal = begin(states[i], episodes[i], _seated(world, seats[i]), seed, i) and legal
        observe(states[i], episodes[i], world, rows[i])
    return legal


@kernel
def step_many(states, episodes, world, seats, seed, actions, rows, rewards, ended, cut):
    """Play one step in all records; a finished game is followed by the record's next one.

    The step after the end of a game begins the next one: its action is not used and its
    reward is 0. Record ``i`` of ``n`` plays the games i, i + n, i + 2n, ... of the seed.
    """
    n = states.shape[0]
    for i in range(n):
        own = _seated(world, seats[i])
        if episodes[i].outcome != RUNNING:
            rewards[i] = 0.0
            if not begin(states[i], episodes[i], own, seed, episodes[i].game + n):
                rewards[i] = np.nan
        else:
            rewards[i] = advance(states[i], episodes[i], own, actions[i])
        outcome = episodes[i].outcome
        ended[i] = outcome != RUNNING and outcome < CAPPED
        cut[i] = outcome >= CAPPED
        observe(states[i], episodes[i], world, rows[i])


def observation_space(settings: Switching) -> Box:
    """Return the space of one observation of a game."""
    most = 100.0 if settings.observation == "share" else 1.0
    return Box(0.0, most, (settings.length,), np.float32)


def _broken() -> RiskkitError:
    return RiskkitError("an opposing agent gave an action that the rules do not allow")


class StrategySwitchingEnv(gymnasium.Env):
    """One learner (seat 0) who chooses a strategy at each step.

    ``terminated`` says that the learner has won or lost its last territory, ``truncated``
    that the cap was reached.

    Parameters
    ----------
    render_mode : {None, "ansi"}
        ``"ansi"``: `render` returns a line of text a player.
    board : riskkit.Board, optional
        The classic board unless given.
    **settings
        Fields of `riskkit.envs.switching.Switching`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, render_mode=None, board=None, **settings):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.settings = Switching(**settings)
        self.observation_space = observation_space(self.settings)
        self.action_space = Discrete(self.settings.choices)
        self._arena = Arena(self.settings, board)
        self._states, self._episodes = new_episodes()
        self._row = np.zeros(self.settings.length, np.float32)
        self._seed = None
        self._game = -1

    def reset(self, *, seed=None, options=None):
        """Begin a game; a seed starts again from its game 0, else the next game follows.

        ``options={"game": n}`` begins game number n of the seed.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._game = int(seed), -1
        elif self._seed is None:
            self._seed = int(self.np_random.integers(MOST_SEEDS))
        wanted = (options or {}).get("game", self._game + 1)
        self._game = check_integer("game", wanted, 0, 2**62)
        arguments = (self._arena.world, self._seed, self._game, self._row)
        if not begin_one(self._states, self._episodes, *arguments):
            raise _broken()
        return self._row.copy(), self._info()

    def step(self, action):
        """Play one step.

        Raises
        ------
        ValueError
            If the action is outside the space.
        EpisodeOver
            Before the first reset, or after the end of the game.
        """
        if self._game < 0:
            raise EpisodeOver("reset() begins a game; it was not called yet")
        if self._episodes["outcome"][0] != RUNNING:
            raise EpisodeOver(f"game {self._game} is over; call reset() for the next one")
        if not self.action_space.contains(action):
            raise ValueError(f"actions are 0 to {self.settings.choices - 1}, not {action!r}")
        reward = step_one(self._states, self._episodes, self._arena.world, int(action), self._row)
        if reward != reward:
            raise _broken()
        outcome = self._episodes["outcome"][0]
        ended = bool(outcome != RUNNING and outcome < CAPPED)
        return self._row.copy(), float(reward), ended, bool(outcome >= CAPPED), self._info()

    def _info(self) -> dict:
        state = self._states[0]
        codes = self._episodes["strategy"][0, 1 : self.settings.players] % 3
        return {
            "game": self._game,
            "turn": int(state["turn"]),
            "round": int(state["rounds"]),
            "own_turn": bool(state["current"] == 0),
            "territories": state["count"][: self.settings.players].tolist(),
            "armies": state["total"][: self.settings.players].tolist(),
            "opponents": [
                name if name not in ("random", *STRATEGIES) else STRATEGIES[code]
                for name, code in zip(self.settings.opponents, codes)
            ],
        }

    def render(self):
        """Return the position as text, a line a player (``render_mode="ansi"``)."""
        if self.render_mode != "ansi":
            return None
        info = self._info()
        names = ["learner", *info["opponents"]]
        lines = [f"game {info['game']}, turn {info['turn']}"] + [
            f"{name:12} {territories:3} territories {armies:5} armies"
            for name, territories, armies in zip(names, info["territories"], info["armies"])
        ]
        return "\n".join(lines)


class StrategySwitchingVectorEnv(VectorEnv):
    """Many games of `StrategySwitchingEnv`, stepped in one compiled call.

    A finished game is followed by the next one in the step after its end (Gymnasium's
    "next step" mode). Game i of a seed is the same as in the single environment.

    Parameters
    ----------
    num_envs : int
        Number of games at a time.
    board : riskkit.Board, optional
        The classic board unless given.
    **settings
        Fields of `riskkit.envs.switching.Switching`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, board=None, render_mode=None, **settings):
        if render_mode is not None:
            raise ValueError(f"the vector environment does not render, not even {render_mode!r}")
        self.num_envs = check_integer("num_envs", num_envs, 1, 10**6)
        self.render_mode = None
        self.settings = Switching(**settings)
        self.single_observation_space = observation_space(self.settings)
        self.single_action_space = Discrete(self.settings.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._arena = Arena(self.settings, board, num_envs)
        self._states, self._episodes = new_episodes(num_envs)
        self._rows = np.zeros((num_envs, self.settings.length), np.float32)
        self._rewards = np.zeros(num_envs)
        self._ended, self._cut = np.zeros(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._seed = None

    def reset(self, *, seed=None, options=None):
        """Begin the games 0 to ``num_envs - 1`` of the seed (a drawn one unless given)."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(MOST_SEEDS)) if seed is None else int(seed)
        if not begin_many(self._states, self._episodes, self._arena.world, self._arena.seats, self._seed, self._rows):
            raise _broken()
        return self._rows.copy(), {}

    def step(self, actions):
        """Play one step in every game; arrays of rewards, ends and cuts, and copies of them."""
        if self._seed is None:
            raise EpisodeOver("reset() begins the games; it was not called yet")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"step() needs {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}")
        if given.min() < 0 or given.max() >= self.settings.choices:
            wrong = given[(given < 0) | (given >= self.settings.choices)][0]
            raise ValueError(f"actions are 0 to {self.settings.choices - 1}, not {wrong}")
        step_many(
            self._states,
            self._episodes,
            self._arena.world,
            self._arena.seats,
            self._seed,
            given.astype(np.int64),
            self._rows,
            self._rewards,
            self._ended,
            self._cut,
        )
        if np.isnan(self._rewards).any():
            raise _broken()
        copies = (self._rows.copy(), self._rewards.copy(), self._ended.copy(), self._cut.copy())
        return *copies, {}
