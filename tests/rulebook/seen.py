"""What the engine shows, as plain Python; the only place that knows the names of its fields."""

import riskkit as rk
from riskkit.engine import actions
from riskkit.engine.cards import DECK, DISCARDED
from riskkit.engine.explain import IllegalMove

from .state import ROUND_CAP, TURN_CAP, WON, Table

__all__ = ["Chance", "IllegalMove", "bare", "choices", "code", "expected", "seen", "step"]

NOTES = ("refusal", "refused", "mark", "queue")


def seen(game: rk.Game) -> dict:
    """Return all that the engine's state shows, but for its random numbers and work space."""
    state, lands = game.state, len(game.board)
    seats, cards = int(state.seats), int(state.cards)
    place = state.card_place[:cards].tolist()
    shown = {
        "owner": state.owner[:lands].tolist(),
        "armies": state.armies[:lands].tolist(),
        "phase": game.phase,
        "winner": int(state.winner) if state.winner >= 0 else None,
        "reason": (None, WON, TURN_CAP, ROUND_CAP)[int(state.reason)],
        "hands": [{card for card in range(cards) if place[card] == seat} for seat in range(seats)],
        "deck": {card for card in range(cards) if place[card] == DECK},
        "discarded": {card for card in range(cards) if place[card] == DISCARDED},
        "drawn from": sorted(state.deck[: state.deck_left].tolist()),
        "kinds": state.card_kind[:cards].tolist(),
        "order": state.order[: int(state.players)].tolist(),
        "of each kind": state["kinds"][:seats].tolist(),
        "held": state.held[:seats, : len(game.board.continents)].tolist(),
    }
    for name in ("players", "seats", "current", "first", "turn", "rounds", "sets_traded", "decisions", "position"):
        shown[name] = int(state[name])
    for name in ("alive", "out_turn", "pool", "count", "total", "hand", "received", "attacks", "conquests", "extra"):
        shown[name] = state[name][:seats].tolist()
    if game.phase == "move":
        shown.update(source=int(state.source), target=int(state.target), minimum=int(state.minimum))
    elif game.phase == "setup":
        shown["batch"] = int(state.minimum)
    elif game.phase == "fortify":
        shown["fortified"] = int(state.fortified)
    return shown


def expected(table: Table) -> dict:
    """Return what `seen` should give for the same position."""
    seats = range(table.seats)
    cards = [sorted(hand) for hand in table.hands]
    shown = {
        "owner": table.owner,
        "armies": table.armies,
        "phase": table.phase,
        "winner": table.winner,
        "reason": table.reason,
        "hands": table.hands,
        "deck": table.deck,
        "discarded": table.traded | table.gone,
        "drawn from": sorted(table.deck),
        "kinds": table.kinds,
        "order": table.order,
        "of each kind": [[sum(table.kinds[c] == kind for c in hand) for kind in range(4)] for hand in cards],
        "held": [[sum(table.owner[t] == p for t in members) for _, members in table.land.continents] for p in seats],
        "players": table.players,
        "seats": table.seats,
        "current": table.current,
        "first": table.first,
        "turn": table.turn,
        "rounds": table.rounds,
        "sets_traded": table.sets_traded,
        "decisions": table.decisions,
        "position": table.place,
        "alive": [int(alive) for alive in table.alive],
        "out_turn": table.out_turn,
        "pool": table.pools,
        "count": [len(table.own(p)) for p in seats],
        "total": [sum(table.armies[t] for t in table.own(p)) for p in seats],
        "hand": [len(hand) for hand in cards],
        "received": table.received,
        "attacks": table.attacks,
        "conquests": table.conquests,
        "extra": table.extra,
    }
    if table.phase == "move":
        shown.update(source=table.source, target=table.target, minimum=table.minimum)
    elif table.phase == "setup":
        shown["batch"] = table.batch
    elif table.phase == "fortify":
        shown["fortified"] = table.fortified
    return shown


def choices(game: rk.Game) -> list:
    """Return the engine's list of legal choices in the form of `rulebook.legal.choices`."""
    index = {name: t for t, name in enumerate(game.board.territories)}
    found = []
    for choice in game.legal():
        source, target = choice.source, index.get(choice.target)
        if choice.kind == "trade":
            source = tuple(map(int, source.split("+")))
        elif source is not None:
            source = index[source]
        found.append((choice.kind, source, target, choice.least, choice.most))
    return found


def code(move: tuple) -> int:
    """Return the action code of a move (see `riskkit.engine.actions`)."""
    kind, *words = move
    if kind == "pass":
        return actions.PASS
    if kind == "move":
        return words[0]
    x, y, n = {
        "claim": lambda t: (t, 0, 0),
        "place": lambda t, n: (t, 0, n),
        "trade": lambda a, b, c: (a, b, c),
        "attack": lambda x, y, dice=0: (x, y, dice),
        "until": lambda x, y, stop: (x, y, stop << 4),
        "fortify": lambda x, y, n: (x, y, n),
    }[kind](*words)
    return x << 40 | y << 32 | n


def step(game: rk.Game, move: tuple) -> None:
    """Play a move on the engine, in words; a fight with a stop has a code only."""
    game.step(code(move) if move[0] == "until" else move)


def bare(game: rk.Game) -> bytes:
    """Return the whole state as bytes, but for the last refusal and the work space."""
    whole = game.state.tobytes()
    fields = game.state.dtype.fields
    spans = [(at, at + kind.itemsize) for name, (kind, at) in fields.items() if name not in NOTES]
    return b"".join(whole[start:end] for start, end in spans)


class Chance:
    """What chance decided in the last step, read from the engine.

    Where several things are possible, `pick` takes the likeliest first; `path` says which to take
    instead, for a second try.
    """

    def __init__(self, shown: dict, path: tuple = ()):
        self.seen, self.path, self.taken = shown, path, []

    def pick(self, options: list, likely):
        """Return one of the options; those with the highest (or true) ``likely`` come first."""
        options = sorted(options, key=likely, reverse=True)
        at = len(self.taken)
        choice = self.path[at] if at < len(self.path) else 0
        self.taken.append((choice, len(options)))
        return options[choice]

    def distance(self, table: Table, x: int, y: int, end: tuple) -> int:
        """Return how near an end of a battle is to the armies shown now (0 is the nearest)."""
        armies, (a, d, thrown) = self.seen["armies"], end
        if self.seen["owner"][y] != table.owner[x]:
            return -abs(armies[x] - a) - abs(armies[y] - d) - 10**6 * (d == 0)
        wrong = self.seen.get("minimum", thrown) != thrown
        return -10 * abs(armies[x] + armies[y] - a) - wrong - 10**6 * (d > 0)
