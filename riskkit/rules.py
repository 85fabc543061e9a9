"""The rules as data: every house rule is a field, and each source has its named set."""

import dataclasses
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from riskkit.engine import VERSIONS
from riskkit.engine.fields import MOST_PLAYERS, Fields, word
from riskkit.engine.types import RULES, records
from riskkit.errors import check_flag, check_integer, check_name
from riskkit.results.keys import Parts, known_by

FIRST_PLAYERS = 2
PLAYERS = MOST_PLAYERS - FIRST_PLAYERS + 1
"""Numbers of players that a game can have."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules(Fields):
    __doc__ = Fields.__doc__

    def __new__(cls, *given, **fields):
        """Refuse fields without a name, above all the name of a set."""
        if given:
            raise TypeError(
                f"rules are made of named fields, as in Rules(turn_cap=200), not of {', '.join(map(repr, given))}: "
                "a named set is Rules.named('minimax')"
            )
        return super().__new__(cls)

    def __post_init__(self):
        for spec in dataclasses.fields(self):
            _check_field(self, spec)
        if not self.turn_cap and not self.round_cap:
            raise ValueError(
                "turn_cap and round_cap are both 0: set one of them, since two players who "
                "never attack would play for ever"
            )

    def __repr__(self):
        """Return the call that makes these rules: the nearest named set, and what differs from it."""
        nearest = self._nearest()
        changes = [f"{name}={getattr(self, name)!r}" for name in self._differing(_named(nearest))]
        if nearest == "classic":
            return f"Rules({', '.join(changes)})"
        return f"Rules.named({', '.join([repr(nearest), *changes])})"

    @property
    def name(self) -> str:
        """The named set that these rules are, or ``"changed from"`` the nearest one."""
        nearest = self._nearest()
        return nearest if self == _named(nearest) else f"changed from {nearest}"

    def _differing(self, other: "Rules") -> list[str]:
        """Return the names of the fields in which two rules differ."""
        names = [spec.name for spec in dataclasses.fields(self)]
        return [name for name in names if getattr(self, name) != getattr(other, name)]

    def _nearest(self) -> str:
        """Return the named set that differs in the fewest fields, the first of the list among equals."""
        return min(RULE_SETS, key=lambda name: len(self._differing(_named(name))))

    def replace(self, **changes) -> "Rules":
        """Return the same rules with some fields changed; unknown names are refused."""
        known = [f.name for f in dataclasses.fields(self)]
        for name in changes:
            check_name("rule", name, known)
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict:
        """Return the fields as a plain dictionary (tuples as lists), for JSON and keys.

        Its ``name`` is the nearest named set's, which `from_dict` does not need.
        """
        values = {"name": self._nearest(), **dataclasses.asdict(self)}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}

    @classmethod
    def from_dict(cls, values: dict) -> "Rules":
        """Return the rules that `to_dict` wrote; the name in it has no say."""
        fields = {name: value for name, value in values.items() if name != "name"}
        return cls().replace(**{k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()})

    @classmethod
    def classic(cls, **changes) -> "Rules":
        """Return the classic rules, territories dealt at random, progressive sets."""
        return cls().replace(**changes)

    @classmethod
    def named(cls, name: str, **changes) -> "Rules":
        """Return a named rule set (see `riskkit.rules.RULE_SETS`), with changes."""
        check_name("rule set", name, sorted(RULE_SETS))
        return RULE_SETS[name](**changes)

    @classmethod
    def strategy_switching(cls, **changes) -> "Rules":
        """Return the rules of the strategy-switching study (2022, sections 3.1 to 3.4).

        Open there, and decided here: all armies but one follow a conquest, traded cards
        do not return to the deck, a victim's cards leave the game.
        """
        return cls(
            starting_armies=30,
            setup="random",
            neutral=False,
            order="shuffled",
            wilds=0,
            shuffled_kinds=True,
            sets="fixed",
            territory_bonus_each=True,
            automatic_trade=True,
            victim_cards=False,
            reshuffle=False,
            move_after_conquest="all",
            turn_cap=200,
        ).replace(**changes)

    @classmethod
    def personalities(cls, **changes) -> "Rules":
        """Return the rules of the graph personalities (2015): 40 armies, batches of two.

        Two players play with a neutral third; a game stops after 300 turns. The deck is
        made anew of the traded cards.
        """
        return cls(
            starting_armies=40,
            setup_batch=2,
            neutral_setup="random",
            forced_trade_at=5,
            turn_cap=300,
            fortify="adjacent",
        ).replace(**changes)

    @classmethod
    def td_and_deep_q(cls, **changes) -> "Rules":
        """Return the rules of the TD(lambda) and deep Q study: ten armies a territory at most.

        There are no cards; armies may be fortified freely (PDF, section 4.1, and the
        authors' program). The minimum income of 2 and ties won by the attacker are the
        program's: ``income_minimum=2, ties="attacker"``.
        """
        return cls(
            claim="alternating",
            neutral=False,
            setup_batch=1,
            cards=False,
            fortify="anywhere",
            fortify_moves=0,
            army_cap=10,
            round_cap=100,
            turn_cap=0,
        ).replace(**changes)

    @classmethod
    def minimax(cls, **changes) -> "Rules":
        """Return the rules of the minimax study (2020), meant for a 6 x 6 grid.

        One army on each dealt territory; a player drafts as many armies as it owns
        territories; one die against one, ties cost nobody an army; no cards, no
        continents, no fortification; at most three attacks a turn.
        """
        return cls(
            setup="none",
            neutral=False,
            income_divisor=1,
            income_minimum=1,
            continent_bonuses=False,
            cards=False,
            attacker_dice=1,
            defender_dice=1,
            ties="nobody",
            attacks_per_turn=3,
            move_dice=False,
            fortify="none",
            turn_cap=400,
        ).replace(**changes)

    @classmethod
    def search(cls, **changes) -> "Rules":
        """Return the rules of the search agents (2018): certain battles, one attack a turn.

        The game starts from a given position; the player in seat 0 moves first; two extra
        armies follow a turn with a conquest.
        """
        return cls(
            claim="given",
            setup="none",
            neutral=False,
            first=0,
            conquest_bonus=2,
            cards=False,
            battle="certain",
            attacks_per_turn=1,
            move_dice=False,
            fortify="none",
            turn_cap=1000,
        ).replace(**changes)


RULE_SETS = {
    "classic": Rules.classic,
    "minimax": Rules.minimax,
    "personalities": Rules.personalities,
    "search": Rules.search,
    "strategy_switching": Rules.strategy_switching,
    "td_and_deep_q": Rules.td_and_deep_q,
}


@cache
def _named(name: str) -> Rules:
    return RULE_SETS[name]()


@known_by(Rules)
def rules_parts(rules: Rules) -> Parts:
    """Return what rules contribute to the key of a stored result: fields that are not classic, and versions."""
    whole = {name: value for name, value in rules.to_dict().items() if name != "name"}
    usual = Rules().to_dict()
    versions = {f"engine {aspect}": VERSIONS[aspect] for aspect in aspects(rules)}
    return Parts({name: value for name, value in whole.items() if value != usual[name]}, whole, versions)


def aspects(rules: Rules) -> list[str]:
    """Return the aspects of the engine (`riskkit.engine.VERSIONS`) that these rules bring into play."""
    found = ["turns", "dice" if rules.battle == "dice" else "certain battles"]
    if rules.cards:
        found.append("cards")
    if rules.claim == "alternating" or rules.setup == "alternating":
        found.append("placement")
    if rules.army_cap:
        found.append("army cap")
    return found


def _check_field(rules: Rules, spec) -> None:
    value, limits = getattr(rules, spec.name), spec.metadata
    if isinstance(spec.default, bool):
        check_flag(spec.name, value)
    elif "choices" in limits:
        check_name(spec.name, value, [word(member) for member in limits["choices"]])
    elif isinstance(value, tuple | list):
        _check_tuple(rules, spec, tuple(value))
    elif "lengths" in limits:
        raise TypeError(f"{spec.name} takes a tuple of whole numbers, not {value!r}")
    elif not (value is None and spec.default is None):
        check_integer(spec.name, value, limits["low"], limits["high"])


def _check_tuple(rules: Rules, spec, value: tuple) -> None:
    limits = spec.metadata
    low, high = limits.get("lengths", (PLAYERS, PLAYERS) if limits.get("by_players") else (0, 0))
    if high == 0:
        raise TypeError(f"{spec.name} must be one whole number, not {value!r}")
    if not low <= len(value) <= high:
        wanted = f"{low}" if low == high else f"{low} to {high}"
        raise ValueError(f"{spec.name} takes {wanted} numbers, not {len(value)}: {value!r}")
    for number in value:
        check_integer(spec.name, number, limits["low"], limits["high"])
    object.__setattr__(rules, spec.name, value)


def by_players(value: int | tuple[int, ...], players: int) -> int:
    """Return the value of a field "by number of players"."""
    return value[players - FIRST_PLAYERS] if isinstance(value, tuple) else value


def _numbers(rules: Rules, spec, players: int):
    """Return the number, or the numbers, that stand for a field in the record."""
    value, limits = getattr(rules, spec.name), spec.metadata
    if "choices" in limits:
        return limits["choices"][value.upper().replace(" ", "_")]
    if limits.get("by_players"):
        return by_players(value, players)
    return -1 if value is None else value


@lru_cache(maxsize=256)
def record(rules: Rules, players: int) -> np.ndarray:
    """Return the rules for so many players as the RULES record that the engine reads.

    Returns
    -------
    numpy.ndarray
        One read-only record, shape (1,).
    """
    check_integer("players", players, FIRST_PLAYERS, MOST_PLAYERS)
    if rules.first is not None and rules.first >= players:
        raise ValueError(f"first is seat {rules.first}, but {players} players sit in 0..{players - 1}")
    if rules.neutral and players == 2 and rules.claim == "alternating":
        raise ValueError(
            "a neutral does not claim territories: use claim='random', or neutral=False with alternating claims"
        )
    made = records(1, RULES)
    for spec in dataclasses.fields(rules):
        numbers = _numbers(rules, spec, players)
        if "lengths" in spec.metadata:
            made[spec.name][0, : len(numbers)] = numbers
        else:
            made[spec.name] = numbers
    made["neutral"] = rules.neutral and players == 2 and rules.claim != "given"
    made["set_count"] = len(rules.set_values)
    _fill_rolls(made, rules)
    made.flags.writeable = False
    return made


def _fill_rolls(made: np.ndarray, rules: Rules) -> None:
    """Write the exact distributions of all rolls that the rules allow."""
    from riskkit.odds import roll

    for a in range(1, rules.attacker_dice + 1):
        for d in range(1, rules.defender_dice + 1):
            outcomes = roll(a, d, sides=rules.dice_sides, ties=rules.ties, exact=True)
            total: Fraction | float = 0
            for k, ((lost, killed), p) in enumerate(sorted(outcomes.items(), key=lambda o: (-o[1], o[0]))):
                total += p
                made["cumulative"][0, a, d, k] = float(total)
                made["attacker_loss"][0, a, d, k] = lost
                made["defender_loss"][0, a, d, k] = killed
            made["outcomes"][0, a, d] = len(outcomes)
