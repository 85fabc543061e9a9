"""A game played step by step, by hand or by agents, through the compiled rules."""

from typing import NamedTuple

import numpy as np

from riskkit.engine import actions, explain, phases, queries, run
from riskkit.engine.cards import forms_set
from riskkit.errors import RiskkitError, check_integer, check_name
from riskkit.experiment import MOST_NUMBER, MOST_SEED
from riskkit.lineup import Lineup

KINDS = ("infantry", "cavalry", "artillery", "wild")
EXTERNAL = "you"


class Card(NamedTuple):
    """A card: its number, its kind, and the territory it shows (None for a wild)."""

    number: int
    kind: str
    territory: str | None


class Legal(NamedTuple):
    """One legal choice, with the number of armies that may go with it.

    Attributes
    ----------
    kind : str
        ``claim``, ``place``, ``trade``, ``attack``, ``move``, ``fortify`` or ``pass``.
    source, target : str or None
        Territories (or, for a trade, the cards' numbers joined by +, in ``source``).
    least, most : int
        Fewest and most armies (place, move, fortify) or dice (attack); 0 where none.
    """

    kind: str
    source: str | None = None
    target: str | None = None
    least: int = 0
    most: int = 0


class Game:
    """One game, stepped by hand; seats given an agent play by themselves.

    Parameters
    ----------
    agents
        One entry a seat: an agent's name, an `Agent`, or None (or ``"you"``) for a seat that
        is played by hand with `step`.
    seed, number
        The game is the same as game ``number`` of `riskkit.match` with this seed.
    board, rules, position
        As in `riskkit.match`.

    Examples
    --------
    >>> game = Game([None, "aggressive", "pacifist"], seed=1)
    >>> game.step("place", "Alaska", 1)      # doctest: +SKIP
    """

    def __init__(self, agents, seed: int = 1, number: int = 0, *, board=None, rules=None, position=None):
        seed = check_integer("seed", seed, 0, MOST_SEED)
        number = check_integer("number", number, 0, MOST_NUMBER)
        if isinstance(agents, str):
            raise TypeError(f"agents must be a list of agents, one a seat, not the text {agents!r}")
        seated = [_by_hand if agent is None or agent == EXTERNAL else agent for agent in agents]
        lineup = Lineup(seated, board, rules, position)
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

        Memories of compiled agents are copied too; Python agents are shared.
        """
        worker = self._lineup.worker()
        worker.states[:] = self._worker.states
        for own, other in zip(worker.seats.memories, self._worker.seats.memories):
            own[:] = other
        made = Game.__new__(Game)
        made._hold(self._lineup, worker, self.number)
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError(
            "a Game cannot be pickled: it points to compiled code of this process. Keep (agents, seed, "
            "number) and the moves instead, and play them again"
        )

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

    def hand(self, seat: int | None = None) -> list[Card]:
        """Return the cards of a seat (by default the deciding one)."""
        seat = self.seat if seat is None else seat
        check_integer("seat", seat, 0, self._lineup.players - 1)
        state = self.state
        held = np.flatnonzero(state.card_place[: state.cards] == seat)
        return [self._card(int(k)) for k in held]

    def _card(self, k: int) -> Card:
        kind = KINDS[self.state.card_kind[k]]
        return Card(k, kind, None if kind == "wild" else self.board.territories[k])

    def legal(self) -> list[Legal]:
        """Return the legal choices of the deciding seat."""
        state = self.state
        if self.over:
            return []
        return _LEGAL[int(state.phase)](self, state)

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
        if len(move) == 1 and isinstance(move[0], Legal):
            move = _words_of(move[0])
        elif len(move) == 1 and isinstance(move[0], tuple | list):
            move = tuple(move[0])
        if len(move) == 1 and isinstance(move[0], int | np.integer) and not isinstance(move[0], bool):
            return check_integer("action", move[0], -(2**63), 2**63 - 1)
        if not move or not isinstance(move[0], str):
            raise TypeError(f"a move is an action code or words like 'place', 'Alaska', 3, not {move!r}")
        kind, *words = move
        check_name("move", kind, tuple(_WORDS))
        low, high = _WORDS[kind]
        if not low <= len(words) <= high:
            raise ValueError(f"{kind!r} takes {_USAGE[kind]}, got {words!r}")
        phase = int(self.state.phase)
        if phase not in _PHASES[kind]:
            raise explain.IllegalMove(
                f"{kind!r} is no move of the phase {self.phase!r}; legal now: "
                + ", ".join(sorted({choice.kind for choice in self.legal()}))
            )
        return _encode_words(self.board, kind, words)

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


def _by_hand(game):
    """Stand for a seat that is played with `Game.step`."""
    raise RiskkitError("this seat is played by hand")


_by_hand.__name__ = EXTERNAL
_WORDS = {
    "claim": (1, 1),
    "place": (1, 2),
    "trade": (3, 3),
    "attack": (2, 3),
    "move": (1, 1),
    "fortify": (3, 3),
    "pass": (0, 0),
}
_USAGE = {
    "claim": "a territory",
    "place": "a territory and a number of armies (1 if left out)",
    "trade": "three card numbers",
    "attack": "the territory from which, the one attacked, and dice for a single roll",
    "move": "a number of armies",
    "fortify": "two territories and a number of armies",
    "pass": "nothing more",
}
_PHASES = {
    "claim": (actions.CLAIM,),
    "place": (actions.PLACE, actions.SETUP, actions.SETUP_NEUTRAL),
    "trade": (actions.TRADE,),
    "attack": (actions.ATTACK,),
    "move": (actions.MOVE,),
    "fortify": (actions.FORTIFY,),
    "pass": (actions.TRADE, actions.ATTACK, actions.FORTIFY),
}


def _words_of(choice: Legal) -> tuple:
    """Return the words of a legal choice, with all the armies that it allows."""
    if choice.kind == "trade":
        return ("trade", *map(int, choice.source.split("+")))
    return {
        "claim": ("claim", choice.source),
        "place": ("place", choice.source, choice.most),
        "attack": ("attack", choice.source, choice.target),
        "move": ("move", choice.least),
        "fortify": ("fortify", choice.source, choice.target, choice.most),
        "pass": ("pass",),
    }[choice.kind]


def _territory(board, value) -> int:
    if isinstance(value, str):
        return board.index(value)
    return check_integer("territory", value, 0, len(board) - 1)


def _encode_words(board, kind, words) -> int:
    if kind == "pass":
        return actions.PASS
    if kind == "move":
        return check_integer("armies", words[0], 1)
    if kind == "trade":
        cards = [check_integer("card", k, 0, 255) for k in words]
        return int(actions.trade(*cards))
    if kind == "claim":
        return int(actions.claim(_territory(board, words[0])))
    if kind == "place":
        armies = check_integer("armies", words[1] if len(words) > 1 else 1, 1, 2**31)
        return int(actions.place(_territory(board, words[0]), armies))
    x, y = _territory(board, words[0]), _territory(board, words[1])
    if kind == "attack":
        dice = check_integer("dice", words[2], 1, 4) if len(words) > 2 else 0
        return int(actions.attack_roll(x, y, dice))
    return int(actions.fortify(x, y, check_integer("armies", words[2], 1, 2**31)))


def _room(game, t) -> int:
    cap = game.rules.army_cap
    return 2**30 if cap == 0 else max(0, cap - int(game.state.armies[t]))


def _legal_claim(game, state):
    free = np.flatnonzero(state.owner[: len(game.board)] < 0)
    return [Legal("claim", game.board.territories[t]) for t in free]


def _legal_place(game, state):
    neutral = int(state.phase) == actions.SETUP_NEUTRAL
    seat = game._lineup.players if neutral else game.seat
    most = int(state.pool[seat])
    if neutral:
        most = min(most, 1)
    elif int(state.phase) == actions.SETUP:
        most = min(most, int(game._lineup.rules_record["setup_batch"][0]) - int(state.minimum))
    own = np.flatnonzero(state.owner[: len(game.board)] == seat)
    names = game.board.territories
    return [Legal("place", names[t], None, 1, min(most, _room(game, t))) for t in own if _room(game, t)]


def _legal_trade(game, state):
    from itertools import combinations

    hand = [card.number for card in game.hand()]
    sets = [c for c in combinations(hand, 3) if forms_set(*(int(state.card_kind[k]) for k in c))]
    found = [Legal("trade", "+".join(map(str, c))) for c in sets]
    args = game._worker.arguments(game._lineup)
    if not phases.must_trade(args[0][0], args[2][0]):
        found.append(Legal("pass"))
    return found


def _legal_attack(game, state):
    names, rules = game.board.territories, game.rules
    owner, armies = state.owner.tolist(), state.armies.tolist()
    certain = rules.battle == "certain"
    found = []
    for x in range(len(names)):
        if owner[x] != game.seat or armies[x] < 2:
            continue
        dice = min(rules.attacker_dice, armies[x] - 1)
        for y in game.board.neighbours[x]:
            if owner[y] != game.seat and (not certain or armies[x] - armies[y] >= rules.certain_margin):
                found.append(Legal("attack", names[x], names[y], 1, dice))
    return [*found, Legal("pass")]


def _legal_move(game, state):
    args = game._worker.arguments(game._lineup)
    most = int(phases.most_to_move(args[0][0], args[2][0]))
    names = game.board.territories
    return [Legal("move", names[state.source], names[state.target], int(state.minimum), most)]


def _legal_fortify(game, state):
    names, cap, rule = game.board.territories, game.rules.army_cap, game.rules.fortify
    args = game._worker.arguments(game._lineup)
    owner, armies = state.owner.tolist(), state.armies.tolist()
    own = [t for t in range(len(names)) if owner[t] == game.seat]
    found = []
    for x in own:
        if armies[x] < 2:
            continue
        near = own
        if rule == "adjacent":
            near = [y for y in game.board.neighbours[x] if owner[y] == game.seat]
        elif rule == "connected":
            queries.mark_region(args[0][0], args[1][0], x)
            mark = state.mark.tolist()
            near = [y for y in own if mark[y]]
        for y in near:
            most = armies[x] - 1 if cap == 0 else min(armies[x] - 1, max(0, cap - armies[y]))
            if x != y and most:
                found.append(Legal("fortify", names[x], names[y], 1, most))
    return [*found, Legal("pass")]


_LEGAL = {
    actions.CLAIM: _legal_claim,
    actions.SETUP: _legal_place,
    actions.SETUP_NEUTRAL: _legal_place,
    actions.PLACE: _legal_place,
    actions.TRADE: _legal_trade,
    actions.ATTACK: _legal_attack,
    actions.MOVE: _legal_move,
    actions.FORTIFY: _legal_fortify,
}
