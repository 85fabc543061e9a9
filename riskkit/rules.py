"""The rules as data: every house rule is a field, and each source has its named set."""

import dataclasses
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riskkit.engine.types import MAX_DICE, MAX_SETS, RULES, records
from riskkit.errors import check_integer, check_name

CHOICES = {
    "claim": ("random", "alternating", "given"),
    "setup": ("none", "random", "alternating"),
    "neutral_setup": ("random", "by players"),
    "order": ("clockwise", "shuffled"),
    "sets": ("progressive", "fixed"),
    "ties": ("defender", "attacker", "nobody"),
    "battle": ("dice", "certain"),
    "move_after_conquest": ("choice", "all"),
    "fortify": ("none", "adjacent", "connected", "anywhere"),
}
FIRST_PLAYERS = 2
MOST_PLAYERS = 6


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of a game of Risk.

    A turn is one player's; a round is everyone's. Fields with "by number of players" take
    one number for all, or five for 2, 3, 4, 5 and 6 players.

    Attributes
    ----------
    name : str
        Name of the rule set.
    starting_armies : int or tuple of int
        Armies of each player at the start, those on claimed territories included (one on
        each, even if these are more); by number of players.
    claim : str
        ``"random"`` deal of the territories, ``"alternating"`` claims by the players, or
        ``"given"``: the game starts from a position.
    setup : str
        Where the other starting armies go: ``"random"`` own territories, ``"alternating"``
        placement by the players, or ``"none"`` (only the armies on the territories).
    setup_batch : int or tuple of int
        Armies a player places before the next one's turn to place; by number of players.
    neutral : bool
        Whether a neutral seat, which never acts, joins a game of two.
    neutral_armies : int
        The neutral's starting armies.
    neutral_setup : str
        ``"random"``, or ``"by players"``: after each batch the player puts one neutral army.
    order : str
        ``"clockwise"`` from the first player, or ``"shuffled"`` (dice decide every place).
    first : int or None
        Seat that starts; None for a random one.
    income_divisor, income_minimum : int
        Armies for territories: their number divided (rounded down), at least the minimum.
    continent_bonuses : bool
        Whether whole continents give their bonus.
    conquest_bonus : int
        Extra armies in the next turn after a turn with a conquest.
    cards : bool
        Whether a turn with a conquest earns a card.
    wilds : int
        Wild cards beside one card for each territory.
    shuffled_kinds : bool
        Whether the kinds of the territories' cards are dealt anew each game.
    sets : str
        ``"progressive"``: sets are worth ``set_values`` in turn, then ``set_step`` more each;
        ``"fixed"``: ``fixed_values``.
    set_values : tuple of int
        Values of the first sets of the game.
    set_step : int
        Growth of each later set.
    fixed_values : tuple of int
        Values of three infantry, three cavalry, three artillery, and one of each.
    territory_bonus : int
        Armies on an own territory that a traded card shows.
    territory_bonus_each : bool
        Whether each such card counts, not only one in a set.
    forced_trade_at : int
        Cards in hand at the start of a turn with which a set must be traded; 0 for never.
    trade_down_to : int
        Trades after an elimination, when the hand is larger than one more than this, go on
        until at most this many are left; 0 for no such trades.
    automatic_trade : bool
        Whether the best set is traded as soon as there is one, without asking.
    victim_cards : bool
        Whether an eliminated player's cards go to the conqueror.
    reshuffle : bool
        Whether traded cards make a new deck when the deck is empty.
    battle : str
        ``"dice"``, or ``"certain"``: the attacker loses exactly the defender's armies and
        needs ``certain_margin`` armies more than the defender.
    rolled_dice : bool
        Whether dice are rolled and sorted one by one instead of drawing a roll's losses
        from their exact distribution (the same in distribution).
    attacker_dice, defender_dice, dice_sides : int
        Most dice of each side (1 to 4), and their sides.
    ties : str
        Who wins tied dice: ``"defender"``, ``"attacker"`` or ``"nobody"``.
    certain_margin : int
        See ``battle``.
    attacks_per_turn : int
        Most attacks in a turn; 0 for any number.
    move_after_conquest : str
        ``"choice"`` of the armies that follow, or ``"all"`` but one.
    move_dice : bool
        Whether at least as many armies follow as dice were last rolled.
    fortify : str
        ``"none"``, ``"adjacent"``, ``"connected"`` (through own land) or ``"anywhere"``.
    fortify_moves : int
        Fortifying moves in a turn; 0 for any number.
    turn_cap, round_cap : int
        The game ends without a winner after so many turns or rounds; 0 for none (one of
        the two must be set).
    army_cap : int
        Most armies on a territory; 0 for none. Armies that no own territory can take are
        lost.
    """

    name: str = "classic"
    starting_armies: int | tuple[int, ...] = (40, 35, 30, 25, 20)
    claim: str = "random"
    setup: str = "alternating"
    setup_batch: int | tuple[int, ...] = (2, 1, 1, 1, 1)
    neutral: bool = True
    neutral_armies: int = 40
    neutral_setup: str = "by players"
    order: str = "clockwise"
    first: int | None = None
    income_divisor: int = 3
    income_minimum: int = 3
    continent_bonuses: bool = True
    conquest_bonus: int = 0
    cards: bool = True
    wilds: int = 2
    shuffled_kinds: bool = False
    sets: str = "progressive"
    set_values: tuple[int, ...] = (4, 6, 8, 10, 12, 15)
    set_step: int = 5
    fixed_values: tuple[int, ...] = (4, 6, 8, 10)
    territory_bonus: int = 2
    territory_bonus_each: bool = False
    forced_trade_at: int = 5
    trade_down_to: int = 4
    automatic_trade: bool = False
    victim_cards: bool = True
    reshuffle: bool = True
    battle: str = "dice"
    rolled_dice: bool = False
    attacker_dice: int = 3
    defender_dice: int = 2
    dice_sides: int = 6
    ties: str = "defender"
    certain_margin: int = 2
    attacks_per_turn: int = 0
    move_after_conquest: str = "choice"
    move_dice: bool = True
    fortify: str = "connected"
    fortify_moves: int = 1
    turn_cap: int = 2000
    round_cap: int = 0
    army_cap: int = 0

    def __post_init__(self):
        for spec in dataclasses.fields(self):
            _check_field(self, spec)
        if not self.turn_cap and not self.round_cap:
            raise ValueError(
                "turn_cap and round_cap are both 0: set one of them, since two players who "
                "never attack would play for ever"
            )

    def __repr__(self):
        """Return the call that makes these rules, with only what differs from the classic ones."""
        fields = [(spec.name, getattr(self, spec.name), spec.default) for spec in dataclasses.fields(self)]
        return f"Rules({', '.join(f'{name}={value!r}' for name, value, usual in fields if value != usual)})"

    def replace(self, **changes) -> "Rules":
        """Return the same rules with some fields changed; unknown names are refused."""
        known = [f.name for f in dataclasses.fields(self)]
        for name in changes:
            check_name("rule", name, known)
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict:
        """Return the fields as a plain dictionary (tuples as lists), for JSON and keys."""
        values = dataclasses.asdict(self)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}

    @classmethod
    def from_dict(cls, values: dict) -> "Rules":
        """Return the rules that `to_dict` wrote."""
        return cls().replace(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})

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
            name="strategy_switching",
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
            name="personalities",
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
            name="td_and_deep_q",
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
            name="minimax",
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
            name="search",
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
_LIMITS = {
    "attacker_dice": (1, MAX_DICE),
    "defender_dice": (1, MAX_DICE),
    "dice_sides": (2, 1000),
    "income_divisor": (1, None),
    "certain_margin": (2, None),
    "wilds": (0, 16),
    "setup_batch": (1, None),
}


def _check_field(rules: Rules, spec) -> None:
    value = getattr(rules, spec.name)
    if spec.name in CHOICES:
        check_name(spec.name, value, CHOICES[spec.name])
    elif spec.name == "name":
        if not isinstance(value, str):
            raise TypeError(f"name must be a text, not {value!r}")
    elif spec.name == "first":
        if value is not None:
            check_integer("first", value, 0, MOST_PLAYERS - 1)
    elif isinstance(spec.default, bool):
        if not isinstance(value, bool | np.bool_):
            raise TypeError(f"{spec.name} must be True or False, not {value!r}")
    elif spec.name in ("set_values", "fixed_values") and not isinstance(value, tuple | list):
        raise TypeError(f"{spec.name} takes a tuple of whole numbers, not {value!r}")
    elif isinstance(value, tuple | list):
        _check_tuple(rules, spec, tuple(value))
    else:
        low, high = _LIMITS.get(spec.name, (0, None))
        check_integer(spec.name, value, low, high if high is not None else 10**6)


def _check_tuple(rules: Rules, spec, value: tuple) -> None:
    sizes = {"starting_armies": (5, 5), "setup_batch": (5, 5), "fixed_values": (4, 4)}
    low, high = sizes.get(spec.name, (1, MAX_SETS) if spec.name == "set_values" else (0, 0))
    if high == 0:
        raise TypeError(f"{spec.name} must be one whole number, not {value!r}")
    if not low <= len(value) <= high:
        wanted = f"{low}" if low == high else f"{low} to {high}"
        raise ValueError(f"{spec.name} takes {wanted} numbers, not {len(value)}: {value!r}")
    least = _LIMITS.get(spec.name, (0, None))[0]
    for number in value:
        check_integer(spec.name, number, least, 10**6)
    object.__setattr__(rules, spec.name, value)


_PLAIN = (
    "neutral_armies",
    "income_divisor",
    "income_minimum",
    "continent_bonuses",
    "conquest_bonus",
    "cards",
    "wilds",
    "shuffled_kinds",
    "set_step",
    "territory_bonus",
    "territory_bonus_each",
    "forced_trade_at",
    "trade_down_to",
    "automatic_trade",
    "victim_cards",
    "reshuffle",
    "rolled_dice",
    "attacker_dice",
    "defender_dice",
    "certain_margin",
    "attacks_per_turn",
    "move_dice",
    "fortify_moves",
    "turn_cap",
    "round_cap",
    "army_cap",
)


def by_players(value: int | tuple[int, ...], players: int) -> int:
    """Return the value of a field "by number of players"."""
    return value[players - FIRST_PLAYERS] if isinstance(value, tuple) else value


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
    for name in _PLAIN:
        made[name] = getattr(rules, name)
    for name in ("claim", "setup", "neutral_setup", "sets", "ties", "battle", "fortify"):
        made[name] = CHOICES[name].index(getattr(rules, name))
    made["neutral"] = rules.neutral and players == 2 and rules.claim != "given"
    made["starting_armies"] = by_players(rules.starting_armies, players)
    made["setup_batch"] = by_players(rules.setup_batch, players)
    made["shuffled_order"] = rules.order == "shuffled"
    made["move_all"] = rules.move_after_conquest == "all"
    made["first"] = -1 if rules.first is None else rules.first
    made["sides"] = rules.dice_sides
    made["set_count"] = len(rules.set_values)
    made["set_values"][0, : len(rules.set_values)] = rules.set_values
    made["fixed_values"][0] = rules.fixed_values
    _fill_rolls(made, rules)
    made.flags.writeable = False
    return made


def _fill_rolls(made: np.ndarray, rules: Rules) -> None:
    """Write the exact distributions of all rolls that the rules allow."""
    from riskkit.odds import roll

    for a in range(1, rules.attacker_dice + 1):
        for d in range(1, rules.defender_dice + 1):
            outcomes = roll(a, d, sides=rules.dice_sides, ties=rules.ties, exact=True)
            total = 0
            for k, ((lost, killed), p) in enumerate(sorted(outcomes.items(), key=lambda o: (-o[1], o[0]))):
                total += p
                made["cumulative"][0, a, d, k] = float(total)
                made["attacker_loss"][0, a, d, k] = lost
                made["defender_loss"][0, a, d, k] = killed
            made["outcomes"][0, a, d] = len(outcomes)
