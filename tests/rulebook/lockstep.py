"""The engine and the oracle side by side: one game, compared after every decision."""

import random
from dataclasses import dataclass

import riskkit as rk

from . import legal, seen, setup
from .known import KNOWN
from .play import play
from .seen import IllegalMove
from .state import KINDS, Land, Table

MOST_TRIES = 300


@dataclass
class Case:
    """A game to be played: everything that it takes to play it again."""

    board: rk.Board
    rules: rk.Rules
    players: int
    seed: int
    position: tuple | None = None

    def engine(self) -> rk.Game:
        """Return the engine's game at its first decision."""
        return rk.Game(
            [None] * self.players, seed=self.seed, board=self.board, rules=self.rules, position=self.position
        )


class Disagreement(AssertionError):
    """Raised when engine and oracle differ, with all that it takes to see it again."""

    def __init__(self, what: str, case: Case, moves: list):
        self.what, self.case, self.moves = what, case, list(moves)
        super().__init__(f"{what}\n{case}\nmoves: {self.moves}")


class Lockstep:
    """A game on both sides.

    Raises
    ------
    Disagreement
        As soon as the two differ.
    """

    def __init__(self, case: Case):
        self.case, self.moves = case, []
        try:
            self.game = case.engine()
        except Exception as error:
            raise Disagreement(f"the engine cannot start: {type(error).__name__}: {error}", case, []) from error
        land = Land.of(case.board)
        self.table = self._follow(lambda chance: setup.start(land, case.rules, case.players, chance, case.position))
        self._compare_choices()

    def _follow(self, advance) -> Table:
        """Return the oracle's table that agrees with the engine, trying what chance leaves open."""
        shown, path, first = seen.seen(self.game), (), None
        for _ in range(MOST_TRIES):
            chance = seen.Chance(shown, path)
            try:
                table = advance(chance)
            except AssertionError as error:
                raise Disagreement(str(error), self.case, self.moves) from error
            wanted = seen.expected(table)
            if wanted == shown:
                return table
            first = first or {
                name: (shown.get(name), wanted[name]) for name in wanted if shown.get(name) != wanted[name]
            }
            taken = chance.taken
            while taken and taken[-1][0] + 1 == taken[-1][1]:
                taken.pop()
            if not taken:
                break
            path = (*(choice for choice, _ in taken[:-1]), taken[-1][0] + 1)
        text = "\n".join(f"  {name}: engine {a}, right {b}" for name, (a, b) in first.items())
        raise Disagreement(f"the states differ:\n{text}", self.case, self.moves)

    def _compare_views(self) -> None:
        """Compare what a player sees of the game: its properties, and the cards in the hands."""
        game, table = self.game, self.table
        shown = (game.over, game.phase, game.seat, game.turn, game.winner, game.pool)
        right = (table.phase == "over", table.phase, table.current, table.turn, table.winner)
        if shown != (*right, table.pools[table.current]):
            self.fail(f"the game shows {shown}, right {right} and a pool of {table.pools[table.current]}")
        for seat in range(table.players):
            hand = [tuple(card) for card in game.hand(seat)]
            cards = [(card, KINDS[table.kinds[card]], table.shows(card)) for card in sorted(table.hands[seat])]
            cards = [(card, kind, t if t is None else table.land.names[t]) for card, kind, t in cards]
            if hand != cards:
                self.fail(f"seat {seat} is shown {hand}, right {cards}")

    def _compare_choices(self) -> None:
        self._compare_views()
        self.choices = legal.choices(self.table)
        shown = seen.choices(self.game)
        if sorted(shown, key=repr) != sorted(self.choices, key=repr):
            extra = [choice for choice in shown if choice not in self.choices]
            missing = [choice for choice in self.choices if choice not in shown]
            self.fail(f"legal moves differ: engine has {extra} too many, lacks {missing}")
        if not self.choices and self.table.phase != "over":
            self.fail(f"no legal move in phase {self.table.phase}")

    def fail(self, what: str) -> None:
        """Raise the disagreement."""
        raise Disagreement(what, self.case, self.moves)

    def step(self, *move) -> "Lockstep":
        """Play a legal move on both sides and compare."""
        before = self.table
        self.moves.append(move)
        if not legal.allowed(before, move):
            self.fail("a listed move is not allowed")
        try:
            seen.step(self.game, move)
        except Exception as error:
            self.fail(f"the engine refuses a legal move: {type(error).__name__}: {error}")

        def advance(chance):
            table = before.copy()
            play(table, move, chance)
            return table

        self.table = self._follow(advance)
        self._compare_choices()
        return self

    def try_entry(self, entry) -> None:
        """Check that an entry of the list is played as its documentation says: with all armies, or the fewest."""
        kind, most = entry.kind, entry.most
        words = {"place": (entry.source, most), "move": (entry.least,), "fortify": (entry.source, entry.target, most)}
        if kind == "trade":
            words["trade"] = tuple(map(int, entry.source.split("+")))
        places = tuple(place for place in (entry.source, entry.target) if place is not None)
        one, other = self.game.copy().step(entry), self.game.copy().step(kind, *words.get(kind, places))
        if seen.bare(one) != seen.bare(other):
            self.fail(f"the entry {entry} is not played as documented")

    def try_out(self, move: tuple, by_code: bool = False) -> None:
        """Compare the verdicts on any move; the game goes on unchanged."""
        right = legal.allowed(self.table, move)
        game, before = self.game.copy() if right else self.game, seen.bare(self.game)
        try:
            game.step(seen.code(move)) if by_code else seen.step(game, move)
            accepted = True
        except IllegalMove:
            accepted = False
        except Exception as error:
            self.fail(f"move {move} raises {type(error).__name__}: {error}")
        if accepted != right:
            self.fail(f"move {move} in phase {self.table.phase} is {'' if accepted else 'not '}accepted by the engine")
        if seen.bare(self.game) != before:
            self.fail(f"the move {move}, refused or played on a copy, changes the state")


def play_out(case: Case, moves_of, rng: random.Random, known=KNOWN, most: int = 3000) -> Lockstep:
    """Play a game to its end, or for so many decisions.

    ``moves_of`` has ``choose(table, choices, rng)``, the move to play, and ``wrong(table, rng)``,
    moves that may be illegal. The game stops before a move that meets a known fault.
    """
    both = Lockstep(case)
    while both.table.phase != "over" and len(both.moves) < most:
        for move, by_code in moves_of.wrong(both.table, rng):
            if any(fault.met(both.table, move) for fault in known):
                continue
            both.try_out(move, by_code)
        if rng.random() < 0.05:
            both.try_entry(rng.choice(both.game.legal()))
        move = moves_of.choose(both.table, both.choices, rng)
        if any(fault.met(both.table, move) for fault in known):
            break
        both.step(*move)
    if both.table.phase == "over":
        both.try_out(("pass",))
    return both
