"""The whole game for PettingZoo: every seat is an agent of an AEC environment."""

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from riskkit.engine.actions import Ending
from riskkit.engine.explain import IllegalMove
from riskkit.engine.records import board_record
from riskkit.envs import choices
from riskkit.errors import check_integer
from riskkit.games.game import Game
from riskkit.rules import record

MOST_SEEDS = 2**31


class RiskAEC(AECEnv):
    """A game of any number of players; the actions are those of `riskkit.envs.choices`.

    An observation is a dict of ``"observation"`` (`choices.fill_observation`) and
    ``"action_mask"``. Losing the last territory gives -1; winning gives 1 for each
    opponent; a game that is cut off at the turn or round cap gives nobody anything.

    Parameters
    ----------
    players : int
        Number of players, 2 to 6.
    board : riskkit.Board, optional
        The classic board unless given.
    rules : riskkit.Rules, optional
        The classic rules unless given.
    render_mode : {None, "ansi"}
        ``"ansi"``: `render` returns the position as text.
    """

    metadata = {"name": "risk_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, players: int = 3, board=None, rules=None, render_mode=None):
        super().__init__()
        check_integer("players", players, 2, 6)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self._game = Game([None] * players, board=board, rules=rules)
        self._board, self._rules = self._game.board, self._game.rules
        self._records = board_record(self._board)[0], record(self._rules, players)[0]
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._count = choices.count(board_record(self._board))
        length = choices.observation_length(len(self._board), players)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0.0, 1.0, (length,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (self._count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._count) for agent in self.possible_agents}
        self._seed, self._number = None, -1

    def observation_space(self, agent):
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game; a seed starts again from its game 0, else the next game follows."""
        if seed is not None:
            self._seed, self._number = int(seed), -1
        elif self._seed is None:
            self._seed = int(np.random.default_rng().integers(MOST_SEEDS))
        self._number += 1
        hands = [None] * len(self.possible_agents)
        self._game = Game(hands, self._seed, self._number, board=self._board, rules=self._rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.seat]

    def observe(self, agent):
        """Return what an agent sees; its mask is empty unless it is at turn."""
        seat, state = self._seats[agent], self._game.state
        space = self.observation_spaces[agent]
        row = np.zeros(space["observation"].shape, np.float32)
        mask = np.zeros(self._count, np.int8)
        choices.fill_observation(state, self._records[0], seat, row)
        if not self._game.over and self._game.seat == seat:
            choices.fill_mask(state, *self._records, mask)
        return {"observation": row, "action_mask": mask}

    def step(self, action):
        """Play one decision of the agent at turn.

        Raises
        ------
        ValueError
            If the action is outside the space.
        IllegalMove
            If its mask is 0; the game is then unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_spaces[agent].contains(action):
            raise ValueError(f"actions are 0 to {self._count - 1}, not {action!r}")
        if not self.observe(agent)["action_mask"][action]:
            raise IllegalMove(
                f"{agent}: choice {int(action)} is not legal in the phase {self._game.phase!r}; "
                "take one whose action_mask is 1"
            )
        self._cumulative_rewards[agent] = 0.0
        self._game.step(int(choices.decode(self._game.state, *self._records, int(action))))
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()
        if not self._game.over:
            self.agent_selection = self.possible_agents[self._game.seat]
        self._deads_step_first()

    def _settle(self):
        """Give the rewards of players who have just lost, and of the end of the game."""
        game = self._game
        for agent in self.agents:
            if not game.state.alive[self._seats[agent]] and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] = -1.0
        if not game.over:
            return
        stands = int(game.state.reason) == Ending.LAST_STANDING
        for agent in self.agents:
            if self.terminations[agent]:
                continue
            if stands:
                self.terminations[agent] = True
                self.rewards[agent] = len(self.possible_agents) - 1.0
            else:
                self.truncations[agent] = True

    def render(self):
        """Return the position as text (``render_mode="ansi"``)."""
        return str(self._game) if self.render_mode == "ansi" else None

    def close(self):
        """Nothing to close."""
