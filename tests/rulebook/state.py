"""The table: all that lies on it, in plain lists, and nothing that can be worked out from the rest."""

from dataclasses import dataclass, field, fields
from typing import Any

KINDS = ("infantry", "cavalry", "artillery", "wild")
MOST_ARMIES = 250_000_000
WON, TURN_CAP, ROUND_CAP = "won", "turn cap", "round cap"


class Impossible(AssertionError):
    """Raised when the engine shows something that chance cannot bring about."""


@dataclass(frozen=True)
class Land:
    """A board as the oracle sees it: names, rows of neighbours, continents as (bonus, members)."""

    names: tuple
    neighbours: tuple
    continents: tuple

    @classmethod
    def of(cls, board) -> "Land":
        """Return the land of a riskkit board."""
        continents = tuple((c.bonus, tuple(c.members)) for c in board.continents)
        return cls(tuple(board.territories), tuple(map(tuple, board.neighbours)), continents)


@dataclass
class Table:
    """A game of Risk as it lies on the table.

    ``rules`` is read for its fields only. Cards are numbers: card t shows territory t, and the
    wilds come after those. ``deck``, ``traded`` and ``gone`` are sets of cards: still to be drawn,
    traded in, out of the game. Lists by seat have one entry for each seat, the neutral's last.
    """

    land: Land
    rules: Any
    players: int
    neutral: int | None
    owner: list
    armies: list
    order: list = field(default_factory=list)
    first: int = 0
    place: int = 0
    current: int = 0
    phase: str = "start of turn"
    turn: int = 0
    rounds: int = 0
    pools: list = field(default_factory=list)
    batch: int = 0
    kinds: list = field(default_factory=list)
    hands: list = field(default_factory=list)
    deck: set = field(default_factory=set)
    traded: set = field(default_factory=set)
    gone: set = field(default_factory=set)
    sets_traded: int = 0
    bonus_given: bool = False
    alive: list = field(default_factory=list)
    out_turn: list = field(default_factory=list)
    received: list = field(default_factory=list)
    attacks: list = field(default_factory=list)
    conquests: list = field(default_factory=list)
    extra: list = field(default_factory=list)
    fortified: int = 0
    source: int = 0
    target: int = 0
    minimum: int = 0
    eliminated: bool = False
    attacking: bool = False
    winner: int | None = None
    reason: str | None = None
    decisions: int = 0

    @property
    def seats(self) -> int:
        """Number of seats, the neutral's included."""
        return self.players + (self.neutral is not None)

    def own(self, seat: int) -> list:
        """Return the territories of a seat."""
        return [t for t, owner in enumerate(self.owner) if owner == seat]

    def room(self, t: int) -> int | None:
        """Return how many armies a territory can still take; None for any number."""
        return None if self.rules.army_cap == 0 else max(0, self.rules.army_cap - self.armies[t])

    def open(self, seat: int) -> list:
        """Return the territories of a seat that can take an army."""
        return [t for t in self.own(seat) if self.room(t) != 0]

    def shows(self, card: int) -> int | None:
        """Return the territory that a card shows; None for a wild."""
        return card if card < len(self.land.names) else None

    def granted(self, seat: int, armies: int) -> int:
        """Return how many of these armies a seat gets; there are only so many in the box."""
        held = sum(self.armies[t] for t in self.own(seat)) + self.pools[seat]
        return max(0, min(armies, MOST_ARMIES - held))

    def region(self, start: int) -> set:
        """Return the territories that own land joins to this one, itself included."""
        reached, waiting = {start}, [start]
        while waiting:
            for there in self.land.neighbours[waiting.pop()]:
                if self.owner[there] == self.owner[start] and there not in reached:
                    reached.add(there)
                    waiting.append(there)
        return reached

    def copy(self) -> "Table":
        """Return a table that can be changed without changing this one."""
        made = {}
        for spec in fields(self):
            value = getattr(self, spec.name)
            if spec.name == "hands":
                value = [set(hand) for hand in value]
            elif isinstance(value, list | set):
                value = value.copy()
            made[spec.name] = value
        return Table(**made)


def by_players(value, players: int) -> int:
    """Return a rule that may depend on the number of players (five numbers, for 2 to 6)."""
    return value[players - 2] if isinstance(value, tuple) else value
