"""The fields of the rules: names, meanings, defaults and limits, once.

`riskkit.rules.Rules` checks and names them; the record that kernels read
(`riskkit.engine.types.RULES`) has a number for each of them under the same name.
"""

from dataclasses import dataclass, field
from enum import IntEnum

MAX_DICE = 4
MAX_SETS = 16
MOST_PLAYERS = 6
MOST = 10**6
"""Largest number of a field that has no limit of its own."""


class Claim(IntEnum):
    """How the territories find their first owners."""

    RANDOM = 0
    ALTERNATING = 1
    GIVEN = 2


class Setup(IntEnum):
    """Where the starting armies go."""

    NONE = 0
    RANDOM = 1
    ALTERNATING = 2


class NeutralSetup(IntEnum):
    """Who places the neutral's starting armies."""

    RANDOM = 0
    BY_PLAYERS = 1


class Order(IntEnum):
    """In which order the seats play."""

    CLOCKWISE = 0
    SHUFFLED = 1


class Sets(IntEnum):
    """What a set of cards is worth."""

    PROGRESSIVE = 0
    FIXED = 1


class Ties(IntEnum):
    """Who wins tied dice."""

    DEFENDER = 0
    ATTACKER = 1
    NOBODY = 2


class Battle(IntEnum):
    """How a battle is decided."""

    DICE = 0
    CERTAIN = 1


class Following(IntEnum):
    """Which armies follow a conquest."""

    CHOICE = 0
    ALL = 1


class Fortify(IntEnum):
    """Between which own territories armies may be fortified."""

    NONE = 0
    ADJACENT = 1
    CONNECTED = 2
    ANYWHERE = 3


def word(member: IntEnum) -> str:
    """Return the text by which a field names a choice: ``"by players"`` for ``BY_PLAYERS``."""
    return member.name.lower().replace("_", " ")


def _choice(usual: IntEnum):
    return field(default=word(usual), metadata={"choices": type(usual)})


def _number(usual, low: int = 0, high: int = MOST, *, by_players: bool = False):
    """Return a field of one whole number or, by number of players, of one or five."""
    return field(default=usual, metadata={"low": low, "high": high, "by_players": by_players})


def _numbers(usual: tuple[int, ...], least: int, most: int):
    """Return a field of ``least`` to ``most`` whole numbers."""
    return field(default=usual, metadata={"low": 0, "high": MOST, "lengths": (least, most)})


@dataclass(frozen=True, kw_only=True, repr=False)
class Fields:
    """The rules of a game of Risk.

    A turn is one player's; a round is everyone's. Fields with "by number of players" take
    one number for all, or five for 2, 3, 4, 5 and 6 players.

    Attributes
    ----------
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

    starting_armies: int | tuple[int, ...] = _number((40, 35, 30, 25, 20), by_players=True)
    claim: str = _choice(Claim.RANDOM)
    setup: str = _choice(Setup.ALTERNATING)
    setup_batch: int | tuple[int, ...] = _number((2, 1, 1, 1, 1), 1, by_players=True)
    neutral: bool = True
    neutral_armies: int = _number(40)
    neutral_setup: str = _choice(NeutralSetup.BY_PLAYERS)
    order: str = _choice(Order.CLOCKWISE)
    first: int | None = _number(None, 0, MOST_PLAYERS - 1)
    income_divisor: int = _number(3, 1)
    income_minimum: int = _number(3)
    continent_bonuses: bool = True
    conquest_bonus: int = _number(0)
    cards: bool = True
    wilds: int = _number(2, 0, 16)
    shuffled_kinds: bool = False
    sets: str = _choice(Sets.PROGRESSIVE)
    set_values: tuple[int, ...] = _numbers((4, 6, 8, 10, 12, 15), 1, MAX_SETS)
    set_step: int = _number(5)
    fixed_values: tuple[int, ...] = _numbers((4, 6, 8, 10), 4, 4)
    territory_bonus: int = _number(2)
    territory_bonus_each: bool = False
    forced_trade_at: int = _number(5)
    trade_down_to: int = _number(4)
    automatic_trade: bool = False
    victim_cards: bool = True
    reshuffle: bool = True
    battle: str = _choice(Battle.DICE)
    rolled_dice: bool = False
    attacker_dice: int = _number(3, 1, MAX_DICE)
    defender_dice: int = _number(2, 1, MAX_DICE)
    dice_sides: int = _number(6, 2, 1000)
    ties: str = _choice(Ties.DEFENDER)
    certain_margin: int = _number(2, 2)
    attacks_per_turn: int = _number(0)
    move_after_conquest: str = _choice(Following.CHOICE)
    move_dice: bool = True
    fortify: str = _choice(Fortify.CONNECTED)
    fortify_moves: int = _number(1)
    turn_cap: int = _number(2000)
    round_cap: int = _number(0)
    army_cap: int = _number(0)
