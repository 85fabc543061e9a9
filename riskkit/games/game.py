"""A game played step by step, by hand or by agents, through the compiled rules."""

import copy

import numpy as np

from riskkit.engine import actions, explain, run
from riskkit.errors import RiskkitError, check_integer
from riskkit.games import moves
from riskkit.games.limits import MOST_NUMBER, MOST_SEED
from riskkit.games.lineup import Lineup

EXTERNAL = "you"


class PickledGameError(RiskkitError, ValueError):
    """Raised when a pickled game is of another version of riskkit."""


class Game:
    """One game, stepped by hand; seats given an agent play by themselves.

    Parameters
    ----------
    agents
        One entry a seat: an agent's name, an `Agent`, or None (or ``"you"``) for a seat that
        is played by hand with `step`.
    seed, number
        The game is the same as game ``number`` of `riskkit.match` with this seed.
    board, rules, position, first
        As in `riskkit.match`.

    Examples
    --------
    >>> game = Game([None, "aggressive", "pacifist"], seed=1)
    >>> game.step("place", "Alaska", 1)      # doctest: +SKIP
    """

    def __init__(self, agents, seed: int = 1, number: int = 0, *, board=None, rules=None, position=None, first=None):
        seed = check_integer("seed", seed, 0, MOST_SEED)
        number = check_integer("number", number, 0, MOST_NUMBER)
        if isinstance(agents, str):
            raise TypeError(f"agents must be a list of agents, one a seat, not the text {agents!r}")
        seated = [_by_hand if agent is None or agent == EXTERNAL else agent for agent in agents]
        lineup = Lineup(seated, board, rules, position, first)
        self._open(lineup, lineup.worker(), seed, number)

    @classmethod
    def _at(cls, lineup, worker, seed, number):
        game = cls.__new__(cls)
        game._open(lineup, worker, seed, number)
        return game

    def _open(self, lineup, worker, seed, number):
        self._hold(lineup, worker, number)
        args = worker.arguments(lineup)
        self._check(run.reset(args[0], 0, *args[1:], lineup.players, seed, number))

    def _hold(self, lineup, worker, number):
        self._lineup, self._worker, self.number = lineup, worker, number
        self.board, self.rules = lineup.board, lineup.rules
        self._deciding = False
        shown = worker.states.view(np.recarray)
        shown.flags.writeable = False
        self._state = shown[0]

    def _check(self, code):
        if code == run.ILLEGAL:
            raise self._lineup.refusal(self._worker, self.number)

    def copy(self) -> "Game":
        """Return a game in the same position that goes on by itself.

        Memories of compiled agents are copied too; Python agents are shared (`copy.deepcopy`
        copies those that are objects, and a pickle holds them as pickles do).
        """
        made = Game.__new__(Game)
        made._hold(self._lineup, copy.deepcopy(self._worker), self.number)
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        memo[id(self)] = made = self.copy()
        made._lineup = copy.deepcopy(self._lineup, memo)
        return made

    def __reduce__(self):
        held = self._worker.states.tobytes(), self._worker.seats.memories
        return _unpickled, (self._lineup, self.number, *held)

    @property
    def state(self) -> np.recarray:
        """The state record (`riskkit.engine.types.STATE`), by attribute; not to be written to."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return int(self.state.phase) == actions.OVER

    @property
    def phase(self) -> str:
        """Name of the phase that waits for a decision."""
        return actions.PHASE_NAMES[int(self.state.phase)]

    @property
    def seat(self) -> int:
        """Seat that has to decide."""
        return int(self.state.current)

    @property
    def turn(self) -> int:
        """Number of the player's turn (1-based); a round is everyone's."""
        return int(self.state.turn)

    @property
    def winner(self) -> int | None:
        """Seat that won, or None."""
        return int(self.state.winner) if self.over and self.state.winner >= 0 else None

    @property
    def owner(self) -> np.ndarray:
        """Seat that owns each territory (-1 for nobody)."""
        return self.state.owner[: len(self.board)].copy()

    @property
    def armies(self) -> np.ndarray:
        """Armies on each territory."""
        return self.state.armies[: len(self.board)].copy()

    @property
    def pool(self) -> int:
        """Armies that the deciding seat still has to place."""
        return int(self.state.pool[self.seat])

    def hand(self, seat: int | None = None) -> list[moves.Card]:
        """Return the cards of a seat (by default the deciding one)."""
        seat = self.seat if seat is None else seat
        check_integer("seat", seat, 0, self._lineup.players - 1)
        state = self.state
        held = np.flatnonzero(state.card_place[: state.cards] == seat)
        return [self._card(int(k)) for k in held]

    def _card(self, k: int) -> moves.Card:
        kind = moves.KINDS[self.state.card_kind[k]]
        return moves.Card(k, kind, None if kind == "wild" else self.board.territories[k])

    def records(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the records of state, board and rules that kernels read, as arrays of one."""
        return self._worker.arguments(self._lineup)[:3]

    def legal(self) -> list[moves.Legal]:
        """Return the legal choices of the deciding seat."""
        return moves.legal(self)

    def step(self, *move) -> "Game":
        """Play one decision of the deciding seat, then let agents play on to the next one.

        Parameters
        ----------
        *move
            An action code, an entry of `legal` (played with all armies it allows, an attack
            to the end, the fewest armies after a conquest), or words: ``"claim", t`` /
            ``"place", t, n`` / ``"trade", k1, k2, k3`` / ``"attack", x, y`` (blitz), with a
            number of dice as a fourth word for one roll / ``"move", n`` / ``"fortify", x, y,
            n`` / ``"pass"``. Territories are names or indexes. One tuple or list of words
            does as well.

        Raises
        ------
        IllegalMove
            With the reason; the game is then unchanged.
        """
        if self._deciding:
            raise RiskkitError("an agent that is asked for a decision returns an action; it may not step the game")
        if self.over:
            raise explain.IllegalMove("the game is over; start another one")
        action = self._encode(move)
        phase, seat = int(self.state.phase), self.seat
        args = self._worker.arguments(self._lineup)
        code, refusal = run.step(args[0], 0, args[1], args[2], args[4], args[5], action)
        if refusal:
            raise explain.IllegalMove(
                f"seat {seat}, phase {actions.PHASE_NAMES[phase]}: "
                f"{explain.describe(self.board, phase, action)}: {explain.reason(refusal)}"
            )
        self._check(code)
        return self

    def code(self, *move) -> int:
        """Return the action code of a move in words, for the current phase (see `step`)."""
        return self._encode(move)

    def _encode(self, move) -> int:
        if len(move) == 1 and isinstance(move[0], moves.Legal):
            move = moves.words_of(move[0])
        elif len(move) == 1 and isinstance(move[0], tuple | list):
            move = tuple(move[0])
        if len(move) == 1 and isinstance(move[0], int | np.integer) and not isinstance(move[0], bool):
            return check_integer("action", move[0], -(2**63), 2**63 - 1)
        if not move or not isinstance(move[0], str):
            raise TypeError(f"a move is an action code or words like 'place', 'Alaska', 3, not {move!r}")
        kind, *words = move
        moves.check_words(kind, words)
        if int(self.state.phase) not in moves.PHASES[kind]:
            raise explain.IllegalMove(
                f"{kind!r} is no move of the phase {self.phase!r}; legal now: "
                + ", ".join(sorted({choice.kind for choice in self.legal()}))
            )
        return moves.encode(self.board, kind, words)

    def play(self) -> "Game":
        """Let every seat play to the end.

        Raises
        ------
        RiskkitError
            If a seat is played by hand, or if a Python agent raises an error or gives an
            action that is none; the message names agent, game and turn.
        """
        while not self.over:
            agent = self._lineup.agents[self.seat]
            if agent is _by_hand:
                raise RiskkitError(f"seat {self.seat} is played by hand: use step")
            where = f"agent {self._lineup.names[self.seat]!r} (seat {self.seat}), game {self.number}, turn {self.turn}"
            self._deciding = True
            try:
                action = agent(self)
            except Exception as error:
                raise RiskkitError(f"{where}, phase {self.phase}: {type(error).__name__}: {error}") from error
            finally:
                self._deciding = False
            try:
                self.step(action)
            except explain.IllegalMove as error:
                raise explain.IllegalMove(f"{where}: {error}") from error
            except (TypeError, ValueError) as error:
                raise type(error)(f"{where}: {error}") from error
        return self

    def __str__(self):
        state = self.state
        head = f"game {self.number}, turn {self.turn}, round {int(state.rounds)}"
        if self.over:
            name = "nobody" if self.winner is None else f"seat {self.winner} ({self._lineup.names[self.winner]})"
            head += f": over, won by {name}"
        else:
            head += f": seat {self.seat} ({self._lineup.names[self.seat]}), {self.phase}"
        lines = [head]
        for p in range(int(state.seats)):
            name = self._lineup.names[p] if p < self._lineup.players else "neutral"
            lines.append(
                f"  seat {p} {name}: {state['count'][p]} territories, {state.total[p]} armies, {state.hand[p]} cards"
            )
        return "\n".join(lines)

    def __repr__(self):
        return str(self)

    def plot(self, ax=None):
        """Draw the position; returns the Axes."""
        from riskkit.plots.board import plot_board

        names = [f"{p} {name}" for p, name in enumerate(self._lineup.names)]
        if self.state.seats > self._lineup.players:
            names.append("neutral")
        return plot_board(self.board, self.owner, self.armies, ax=ax, players=names)

    def _repr_png_(self):
        from io import BytesIO

        from matplotlib import pyplot as plt

        ax = self.plot()
        buffer = BytesIO()
        ax.figure.savefig(buffer, format="png", dpi=80)
        plt.close(ax.figure)
        return buffer.getvalue()


def _unpickled(lineup, number, state: bytes, memories) -> Game:
    worker = lineup.worker()
    if len(state) != worker.states.nbytes:
        raise PickledGameError(
            f"this game was pickled by another version of riskkit: its state has {len(state)} bytes, "
            f"not {worker.states.nbytes}; play it again from its seed"
        )
    worker.states.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
    worker.seats.remember(memories)
    made = Game.__new__(Game)
    made._hold(lineup, worker, number)
    return made


def _by_hand(game):
    """Stand for a seat that is played with `Game.step`."""
    raise RiskkitError("this seat is played by hand")


_by_hand.__name__ = EXTERNAL
