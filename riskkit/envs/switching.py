"""The strategy-switching game as compiled kernels (A Smart Strategist for Risk, 2022).

A learner in seat 0 chooses between the strategies passive (0), pacifist (1) and
aggressive (2); each opponent keeps one strategy for the whole game. What the source
leaves open is a field of `Switching`.

A step is one turn of whichever player is at turn (then the learner's action matters only
in its own turns), or one round from the learner's turn to its next one.
"""

import copy
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import numpy as np

from riskkit.agents import get
from riskkit.agents.strategy import play_strategy
from riskkit.boards import classic
from riskkit.boards.board import Board
from riskkit.engine.actions import ATTACK, OVER, PLACE, START
from riskkit.engine.dispatch import Seats, address_table
from riskkit.engine.jit import kernel
from riskkit.engine.phases import OK, act, begin_turn
from riskkit.engine.queries import enemy_neighbours, income
from riskkit.engine.records import board_record, position_record
from riskkit.engine.run import clear_memories
from riskkit.engine.seats import call_agent, choice_below
from riskkit.engine.setup import new_game
from riskkit.engine.types import MAX_P, new_state
from riskkit.errors import RiskkitError, check_integer, check_name, check_number
from riskkit.results.keys import Parts, dataclass_parts, known_by
from riskkit.rules import Rules, record

STEPS = ("turn", "round")
OBSERVATIONS = ("share", "position")
CHOICES = ("strategy", "phases")
STRATEGIES = ("passive", "pacifist", "aggressive")
RANDOM = "random"
RUNNING, WON, OUT, CAPPED = 0, 1, 2, 3
PER_PLAYER, GENERAL = 5, 6
WHOLE_STRATEGY = 13
ILLEGAL = -1

SETTINGS = np.dtype(
    [
        ("players", "i8"),
        ("by_round", "i8"),
        ("position", "i8"),
        ("phases", "i8"),
        ("cap", "i8"),
        ("step_reward", "f8"),
        ("win", "f8"),
        ("out", "f8"),
        ("ranks", "f8", (MAX_P,)),
        ("scale", "f8"),
        ("opponents", "i8", (MAX_P,)),
    ],
    align=True,
)
EPISODE = np.dtype(
    [
        ("strategy", "i8", (MAX_P,)),
        ("cells", "f8", (MAX_P, 4)),
        ("outcome", "i8"),
        ("steps", "i8"),
        ("counted", "i8"),
        ("total", "f8"),
        ("game", "i8"),
    ],
    align=True,
)


class WorldError(RiskkitError, TypeError):
    """Raised when what holds addresses is to be copied or pickled without what they point to."""


class EpisodeOver(RiskkitError, RuntimeError):
    """A step was asked for after the end of an episode."""


@dataclass(frozen=True)
class Switching:
    """Settings of the strategy-switching game; the defaults are the source's.

    Parameters
    ----------
    step : {"turn", "round"}
        A step is one player's turn, or a round from one turn of the learner to its next.
    observation : {"share", "position"}
        The learner's territories in percent of the board (one number, as in the source),
        or five numbers a player and six of the game, all from 0 to 1 (`observe`).
    actions : {"strategy", "phases"}
        One strategy for the turn (3 actions), or one for each of placement, attacks and
        fortification (27 actions: 9 placement + 3 attacks + fortification).
    cap : int
        Steps after which the game is cut off and the territories are ranked.
    step_reward : float
        Reward of every step.
    win, out : float
        Reward for winning, and for losing the last territory (sizes not given in the source).
    ranks : tuple of float
        Reward at the cap for the most territories, the second most, and so on; equal
        numbers get the better rank's.
    scale : float
        All rewards are multiplied by it.
    opponents : tuple of str
        For each opponent ``"random"`` (a strategy drawn for each game), a strategy, or the
        name of any registered agent; one to five opponents.
    rules : Rules
        House rules; territories and starting armies are dealt at random. The caps are set
        by ``step`` and ``cap``.
    """

    step: str = "turn"
    observation: str = "share"
    actions: str = "strategy"
    cap: int = 200
    step_reward: float = -1.0
    win: float = 500.0
    out: float = -500.0
    ranks: tuple = (250.0, 100.0, 0.0, -50.0)
    scale: float = 1.0
    opponents: tuple = (RANDOM, RANDOM, RANDOM)
    rules: Rules = field(default_factory=Rules.strategy_switching)

    def __post_init__(self):
        check_name("step", self.step, STEPS)
        check_name("observation", self.observation, OBSERVATIONS)
        check_name("actions", self.actions, CHOICES)
        check_integer("cap", self.cap, 1, 10**6)
        for name in ("step_reward", "win", "out", "scale"):
            check_number(name, getattr(self, name))
        object.__setattr__(self, "opponents", tuple(self.opponents))
        object.__setattr__(self, "ranks", tuple(float(x) for x in self.ranks))
        check_integer("number of opponents", len(self.opponents), 1, 5)
        if len(self.ranks) != self.players:
            raise ValueError(f"{self.players} players need {self.players} rewards by rank, not {len(self.ranks)}")
        if self.rules.claim != "random" or self.rules.setup != "random" or self.rules.neutral:
            raise ValueError(
                "strategy switching needs rules with claim='random', setup='random' and "
                f"neutral=False, not {self.rules.claim!r}, {self.rules.setup!r}, {self.rules.neutral}"
            )

    @property
    def players(self) -> int:
        """Number of players, the learner among them."""
        return 1 + len(self.opponents)

    @property
    def length(self) -> int:
        """Numbers in an observation."""
        return 1 if self.observation == "share" else PER_PLAYER * self.players + GENERAL

    @property
    def choices(self) -> int:
        """Number of actions."""
        return 3 if self.actions == "strategy" else 27

    def to_dict(self) -> dict:
        """Return the settings in plain types, for keys of stored tables."""
        return asdict(self) | {"rules": self.rules.to_dict()}


@known_by(Switching)
def switching_parts(game: Switching) -> Parts:
    """Return what a game contributes to the key of a stored result: its fields, and the versions of who plays in it."""
    found = dataclass_parts(game)
    playing = {*STRATEGIES, *game.opponents} - {RANDOM}
    versions = {f"agent {name}": get(name).version for name in sorted(playing)}
    return found._replace(versions=found.versions | versions)


class World(NamedTuple):
    """What the kernels of one environment read; each array holds one record (seats: eight).

    It holds addresses of this process, so it cannot be copied or pickled by itself: its `Arena` can.
    """

    board: np.ndarray
    rules: np.ndarray
    given: np.ndarray
    settings: np.ndarray
    table: np.ndarray
    seats: np.ndarray

    def __deepcopy__(self, memo):
        raise WorldError("a World points into the memory of its Arena and cannot be copied; copy the Arena")

    def __reduce__(self):
        raise WorldError("a World points into the memory of its Arena and cannot be pickled; pickle the Arena")

    def __copy__(self):
        return self


class Arena:
    """A `World` together with the Python objects whose memory it points to.

    It can be copied and pickled with the memories of its opponents as they are; a copy goes on by
    itself.

    Parameters
    ----------
    settings : Switching
        The game.
    board : Board, optional
        The classic board unless given.
    games : int
        Games that are played side by side; each has memories of its own.

    Attributes
    ----------
    world : World
        The world of the first game.
    seats : numpy.ndarray
        The seats of each game, shape (games, 8).
    """

    def __init__(self, settings: Switching, board: Board | None = None, games: int = 1):
        board = classic() if board is None else board
        rules = settings.rules.replace(
            turn_cap=settings.cap if settings.step == "turn" else 0,
            round_cap=settings.cap if settings.step == "round" else 0,
        )
        agents = [None] + [None if name in (RANDOM, *STRATEGIES) else get(name) for name in settings.opponents]
        parameters = [a.prepared(board, rules) if a else np.zeros(0) for a in agents]
        self.settings = settings
        self.board = board
        self.games = games
        self._agents, self._parameters = agents, parameters
        self._seat()
        self.world = World(
            board=board_record(board),
            rules=record(rules, settings.players),
            given=position_record(board, settings.players),
            settings=_settings_record(settings),
            table=address_table(agents),
            seats=self.seats[0],
        )

    def _seat(self):
        """Make the seats; games without anything to remember share theirs."""
        first = Seats(self._agents, self._parameters)
        remembering = any(agent and agent.memory for agent in self._agents)
        more = range(self.games - 1 if remembering else 0)
        self._kept = [first, *(Seats(self._agents, self._parameters, first.workspace) for _ in more)]
        every = self._kept if remembering else self._kept * self.games
        self.seats = np.concatenate([seats.records for seats in every]).reshape(self.games, MAX_P)

    @property
    def memories(self) -> list:
        """What the seats of each game remember."""
        return [seats.memories for seats in self._kept]

    def remember(self, memories) -> "Arena":
        """Take over what the seats of another arena of these settings remember; return itself."""
        for seats, held in zip(self._kept, memories, strict=True):
            seats.remember(held)
        return self

    def __copy__(self):
        return copy.deepcopy(self)

    def __deepcopy__(self, memo):
        made = Arena.__new__(Arena)
        made.__dict__.update(self.__dict__)
        made._seat()
        made.world = self.world._replace(seats=made.seats[0])
        return made.remember(self.memories)

    def __reduce__(self):
        return _arena, (self.settings, self.board, self.games, self._agents, self.memories)


def _arena(settings, board, games, agents, memories) -> Arena:
    """Return an arena with memories as they were; ``agents`` were checked when they were unpickled."""
    return Arena(settings, board, games).remember(memories)


def _settings_record(settings: Switching) -> np.ndarray:
    made = np.zeros(1, SETTINGS)
    made["players"] = settings.players
    made["by_round"] = settings.step == "round"
    made["position"] = settings.observation == "position"
    made["phases"] = settings.actions == "phases"
    for name in ("cap", "step_reward", "win", "out", "scale"):
        made[name] = getattr(settings, name)
    made["ranks"][0, : settings.players] = settings.ranks
    for p, name in enumerate(settings.opponents, start=1):
        made["opponents"][0, p] = STRATEGIES.index(name) if name in STRATEGIES else -1
    return made


def new_episodes(n: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return ``n`` empty game states and episode records."""
    return new_state(n), np.zeros(n, EPISODE)


@kernel
def _play_turn(state, board, rules, episode, table, seats):
    """Play the current player's turn to its end; return False if an agent broke the rules."""
    begin_turn(state, board, rules)
    p = state.current
    code = episode.strategy[p]
    while state.phase != START and state.phase != OVER:
        if table[p] != 0:
            action = call_agent(table[p], state, board, rules, seats[p])
        else:
            if state.phase == PLACE:
                strategy = code // 9
            elif state.phase == ATTACK:
                strategy = code // 3 % 3
            else:
                strategy = code % 3
            action = play_strategy(state, board, rules, episode.cells[p], strategy)
        if act(state, board, rules, action) != OK:
            return False
    return True


@kernel
def _ended(state):
    return state.phase == OVER or state.alive[0] == 0


@kernel
def _to_own_turn(state, board, rules, episode, table, seats):
    while not _ended(state) and state.current != 0:
        if not _play_turn(state, board, rules, episode, table, seats):
            return False
    return True


@kernel
def rank_of(state, p):
    """Return how many players hold more territories than player ``p``."""
    above = 0
    for k in range(state.players):
        above += state.count[k] > state.count[p]
    return above


@kernel
def begin(state, episode, world, seed, game):
    """Set up game number ``game`` of a seed and play to the first step.

    Returns
    -------
    bool
        False if an opposing agent gave an illegal action.
    """
    board, rules, settings = world.board[0], world.rules[0], world.settings[0]
    new_game(state, board, rules, world.given[0], settings.players, seed, game)
    clear_memories(state, world.seats)
    for p in range(settings.players):
        for k in range(episode.cells.shape[1]):
            episode.cells[p, k] = 0.0
        chosen = settings.opponents[p]
        if chosen < 0:
            chosen = choice_below(state, 3)
        episode.strategy[p] = WHOLE_STRATEGY * chosen
    episode.outcome = RUNNING
    episode.steps = episode.counted = 0
    episode.total = 0.0
    episode.game = game
    if settings.by_round:
        return _to_own_turn(state, board, rules, episode, world.table, world.seats)
    return True


@kernel
def advance(state, episode, world, action):
    """Play one step with the learner's action.

    Parameters
    ----------
    state, episode
        Records of the game, changed in place; ``episode.outcome`` is then ``RUNNING``,
        ``WON``, ``OUT``, or ``CAPPED`` plus the rank from 0.
    world
        `World`.
    action
        0 to 2, or 0 to 26 with one strategy for each phase.

    Returns
    -------
    float
        The reward; NaN if an opposing agent gave an illegal action.
    """
    board, rules, settings = world.board[0], world.rules[0], world.settings[0]
    table, seats = world.table, world.seats
    episode.strategy[0] = action if settings.phases else WHOLE_STRATEGY * action
    legal = True
    if not _ended(state):
        episode.counted += state.current == 0
        legal = _play_turn(state, board, rules, episode, table, seats)
        if legal and settings.by_round:
            legal = _to_own_turn(state, board, rules, episode, table, seats)
    episode.steps += 1
    reward = settings.step_reward
    if state.winner == 0:
        episode.outcome = WON
        reward += settings.win
    elif state.alive[0] == 0:
        episode.outcome = OUT
        reward += settings.out
    elif state.phase == OVER:
        rank = rank_of(state, 0)
        episode.outcome = CAPPED + rank
        reward += settings.ranks[rank]
    reward *= settings.scale
    episode.total += reward
    return reward if legal else np.nan


@kernel
def _largest_stack(state, board):
    most, where = 0, 0
    for t in range(board.territories):
        if state.owner[t] == 0 and state.armies[t] > most:
            most, where = state.armies[t], t
    return most, where


@kernel
def _best_margin(state, board):
    best = 0
    for x in range(board.territories):
        if state.owner[x] == 0 and state.armies[x] > 1:
            for e in range(board.start[x], board.start[x + 1]):
                y = board.adjacent[e]
                if state.owner[y] != 0:
                    best = max(best, state.armies[x] - state.armies[y])
    return best


@kernel
def observe(state, episode, world, row):
    """Write the learner's observation into ``row``.

    ``"share"``: territories in percent of the board. ``"position"``: for the learner and
    then the others in playing order, the share of the territories, the share of all
    armies, the income over twenty, the attacks of the last turn over nine, the cards over
    ten (each at most 1); then the share of the cap that is left, whether the learner is
    at turn, the share of its armies on its largest stack, whether that stack touches an
    enemy, the share of its territories that do, and its best difference of armies in an
    attack as a share of its armies (0 if no attack has more armies than the defender).
    """
    board, rules, settings = world.board[0], world.rules[0], world.settings[0]
    if settings.position == 0:
        row[0] = 100.0 * state.count[0] / board.territories
        return
    armies = 0
    place = 0
    for k in range(state.players):
        armies += state.total[k]
        if state.order[k] == 0:
            place = k
    for k in range(state.players):
        p = state.order[(place + k) % state.players]
        i = PER_PLAYER * k
        alive = state.alive[p] != 0
        row[i] = state.count[p] / board.territories
        row[i + 1] = state.total[p] / armies
        row[i + 2] = min(1.0, income(state, board, rules, p) / 20.0) if alive else 0.0
        row[i + 3] = min(1.0, state.attacks[p] / 9.0) if alive else 0.0
        row[i + 4] = min(1.0, state.hand[p] / 10.0) if alive else 0.0
    i = PER_PLAYER * state.players
    border = 0
    for t in range(board.territories):
        if state.owner[t] == 0 and enemy_neighbours(state, board, t) > 0:
            border += 1
    row[i] = 1.0 - episode.steps / settings.cap
    row[i + 1] = 1.0 if state.current == 0 else 0.0
    own = max(1, state.total[0])
    most, where = _largest_stack(state, board)
    row[i + 2] = most / own
    row[i + 3] = 1.0 if enemy_neighbours(state, board, where) > 0 else 0.0
    row[i + 4] = border / max(1, state.count[0])
    row[i + 5] = _best_margin(state, board) / own
