"""Dice of one battle, and the exact outcome of a single roll.

A roll compares the sorted dice of both sides pair by pair, highest against highest.
Everything else in :mod:`riskkit.odds` is built on the distribution found here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from riskkit.errors import check_integer, check_name

TIES = ("defender", "attacker", "nobody")
CHOICES = ("all", "losses", "hold")
MAX_SIDES = 10_000
MAX_COMPARISONS = 1_000_000
MAX_COUNTING = 50_000_000


@dataclass(frozen=True)
class Dice:
    """The dice of a battle: how many, how many sides, what is added, who wins ties.

    Parameters
    ----------
    attack, defence : int
        Largest number of dice each side may roll. A side rolls as many as it has armies
        that can fight, up to this number.
    sides : int or (int, int)
        Sides of every die, or of the attacker's and the defender's dice.
    attack_modifiers, defence_modifiers : tuple of int
        What is added to a side's highest die, its second highest, and so on, after
        sorting and without sorting again. A die never falls below 1.
    ties : {"defender", "attacker", "nobody"}
        Who wins a tied pair; with "nobody" neither side loses an army.
    choice : {"all", "losses", "hold"}
        How many dice the defender rolls. "all": as many as allowed. "losses": chosen after
        seeing the attacker's dice, so that the expected loss of the defender less that of
        the attacker in this roll is smallest. "hold": chosen after seeing the attacker's
        dice, so that the chance to hold the territory is largest (one battle only: not in
        chains, forks and the other questions about more than one).

    Examples
    --------
    >>> Dice().pairs, Dice(defence=3).pairs
    (2, 3)
    """

    attack: int = 3
    defence: int = 2
    sides: int | tuple[int, int] = 6
    attack_modifiers: tuple[int, ...] = ()
    defence_modifiers: tuple[int, ...] = ()
    ties: str = "defender"
    choice: str = "all"

    def __post_init__(self):
        put = object.__setattr__
        put(self, "attack", check_integer("attack (dice of the attacker)", self.attack, 1))
        put(self, "defence", check_integer("defence (dice of the defender)", self.defence, 1))
        both = self.sides if isinstance(self.sides, (tuple, list)) else (self.sides, self.sides)
        if len(both) != 2:
            raise ValueError(f"sides must be one number or two (attacker, defender), not {both!r}")
        put(self, "sides", tuple(check_integer("sides of a die", side, 1, MAX_SIDES) for side in both))
        for name in ("attack_modifiers", "defence_modifiers"):
            given = getattr(self, name)
            if isinstance(given, (int, str)) and not isinstance(given, tuple):
                raise TypeError(f"{name} must be a sequence (highest die, second highest, ...), not {given!r}")
            checked = tuple(check_integer(f"{name} entry", entry) for entry in given)
            put(self, name, checked)
        check_name("rule for ties", self.ties, TIES)
        check_name("choice of the defender", self.choice, CHOICES)

    @property
    def attack_sides(self) -> int:
        """Sides of the attacker's dice."""
        return self.sides if isinstance(self.sides, int) else self.sides[0]

    @property
    def defence_sides(self) -> int:
        """Sides of the defender's dice."""
        return self.sides if isinstance(self.sides, int) else self.sides[1]

    @property
    def pairs(self) -> int:
        """Largest number of pairs of dice that are compared in one roll."""
        return min(self.attack, self.defence)


CLASSIC = Dice()
CAPITAL = Dice(defence=3)


def roll(
    attacker_dice: int,
    defender_dice: int,
    *,
    sides: int | tuple[int, int] = 6,
    ties: str = "defender",
    attack_modifiers: tuple[int, ...] = (),
    defence_modifiers: tuple[int, ...] = (),
    exact: bool = False,
) -> dict[tuple[int, int], Fraction | float]:
    """Return the distribution of the losses of one roll.

    Parameters
    ----------
    attacker_dice, defender_dice : int
        Dice rolled by each side, any number from 1.
    sides, ties, attack_modifiers, defence_modifiers
        As in :class:`Dice`.
    exact : bool
        Whether probabilities are fractions instead of floats.

    Returns
    -------
    dict
        ``{(attacker_losses, defender_losses): probability}``, best for the attacker first,
        without impossible outcomes; the probabilities sum to 1.

    Examples
    --------
    >>> roll(1, 1, exact=True)
    {(0, 1): Fraction(5, 12), (1, 0): Fraction(7, 12)}
    """
    dice = Dice(
        check_integer("attacker_dice", attacker_dice, 1),
        check_integer("defender_dice", defender_dice, 1),
        sides,
        attack_modifiers,
        defence_modifiers,
        ties,
    )
    check_work(dice)
    found = outcomes(dice, dice.attack, dice.defence)
    return {pair: chance if exact else float(chance) for pair, chance in found.items()}


def check_work(dice: Dice, every: bool = False) -> None:
    """Raise ``ValueError`` if counting the rolls of these dice (``every``: and of fewer) takes minutes."""
    i, j, pairs = dice.attack, dice.defence, dice.pairs
    if dice.choice != "all" or any(dice.attack_modifiers) or any(dice.defence_modifiers):
        what, limit = "comparisons of faces", MAX_COMPARISONS
        work = prod(comb(pairs + side - 1, pairs) for side in (dice.attack_sides, dice.defence_sides))
    else:
        what, limit = "steps of counting", MAX_COUNTING
        squares = [sum(k * k for k in range(1, n + 1)) if every else n * n for n in (i, j)]
        work = max(dice.attack_sides, dice.defence_sides) * prod(squares)
    if work > limit:
        raise ValueError(
            f"{i} against {j} dice with {dice.sides} sides need {work:,} {what}; the limit is {limit:,}: "
            "use fewer dice or fewer sides"
        )


@lru_cache(maxsize=1024)
def outcomes(dice: Dice, i: int, j: int) -> dict[tuple[int, int], Fraction]:
    """Return the losses of ``i`` dice of the attacker against ``j`` of the defender."""
    if dice.choice == "hold":
        raise ValueError(
            "with the choice 'hold' a roll depends on the armies left: only battle, survivors, table "
            "and win_probability (not exact) answer for it; the choice 'losses' works everywhere"
        )
    if dice.choice == "losses" and j > 1:
        counts: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for weight, options in choices(dice, i, j):
            best = min(options, key=lambda option: (_balance(option), -_pairs(option)))
            for pair, chance in best.items():
                counts[pair] += weight * chance
        found = dict(counts)
    else:
        if any(dice.attack_modifiers) or any(dice.defence_modifiers):
            ways = _count_by_faces_shown(dice, i, j)
        else:
            ways = _count_by_face_value(dice, i, j)
        total = sum(ways.values())
        found = {pair: Fraction(number, total) for pair, number in ways.items()}
    return dict(sorted(found.items(), key=lambda item: (item[0][0] - item[0][1], item[0])))


def choices(dice: Dice, i: int, j: int) -> list[tuple[Fraction, list[dict]]]:
    """Return what the defender can choose from after seeing the attacker's dice.

    Returns
    -------
    list of (Fraction, list of dict)
        For each sorted roll of the attacker: its probability, and the distributions of the
        losses when 1, 2, ..., ``j`` dice are rolled against it.
    """
    seen = min(i, j)
    total = dice.attack_sides**i
    found = []
    for shown, ways in sorted_rolls(i, dice.attack_sides, seen):
        faces = _modified(shown, dice.attack_modifiers)
        options = []
        for k in range(1, j + 1):
            pairs = min(i, k)
            counts: dict[tuple[int, int], int] = defaultdict(int)
            for answer, number in sorted_rolls(k, dice.defence_sides, pairs):
                lost = _compare(faces[:pairs], _modified(answer, dice.defence_modifiers), dice.ties)
                counts[lost] += number
            all_ways = dice.defence_sides**k
            options.append({pair: Fraction(n, all_ways) for pair, n in counts.items()})
        found.append((Fraction(ways, total), options))
    return found


def _balance(option) -> Fraction:
    return sum(chance * (pair[1] - pair[0]) for pair, chance in option.items())


def _pairs(option) -> int:
    return max(sum(pair) for pair in option)


def _modified(faces, modifiers):
    padded = tuple(modifiers[: len(faces)]) + (0,) * (len(faces) - len(modifiers))
    return tuple(max(1, face + more) for face, more in zip(faces, padded, strict=True))


def _compare(attack, defence, ties) -> tuple[int, int]:
    attacker = defender = 0
    for x, y in zip(attack, defence, strict=True):
        if x > y or (x == y and ties == "attacker"):
            defender += 1
        elif x < y or ties == "defender":
            attacker += 1
    return attacker, defender


def sorted_rolls(dice: int, sides: int, top: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the ``top`` highest of ``dice`` sorted dice, each with its number of ordered rolls."""
    found = []

    def extend(faces, left, ways, face):
        """Give ``faces`` the dice that show ``face``, from none to all that are left."""
        wanted = top - len(faces)
        for x in range(left + 1):
            here = ways * comb(left, x)
            if x < wanted:
                if face > 1:
                    extend(faces + (face,) * x, left - x, here, face - 1)
            else:
                rest = sum(comb(left, y) * (face - 1) ** (left - y) for y in range(x, left + 1))
                found.append((faces + (face,) * wanted, ways * rest))
                break

    extend((), dice, 1, sides)
    return found


def _count_by_faces_shown(dice: Dice, i: int, j: int) -> dict[tuple[int, int], int]:
    """Count the rolls of each outcome by comparing all sorted rolls that can be told apart."""
    pairs = min(i, j)
    answers = [
        (_modified(faces, dice.defence_modifiers), ways) for faces, ways in sorted_rolls(j, dice.defence_sides, pairs)
    ]
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for faces, ways in sorted_rolls(i, dice.attack_sides, pairs):
        attack = _modified(faces, dice.attack_modifiers)
        for defence, number in answers:
            counts[_compare(attack, defence, dice.ties)] += ways * number
    return dict(counts)


def _count_by_face_value(dice: Dice, i: int, j: int) -> dict[tuple[int, int], int]:
    """Count the rolls of each outcome by giving out dice face by face, from the highest down.

    At each face first the attacker's and then the defender's dice are given out; the k-th dice
    of both sides are compared as soon as one of them is. The state is how many dice of each side
    have a face, and the losses so far, so that the work grows with powers of the number of dice
    and not with the number of rolls.
    """
    if dice.ties == "defender":
        mirrored = Dice(dice.defence, dice.attack, (dice.defence_sides, dice.attack_sides), ties="attacker")
        found = _count_by_face_value(mirrored, j, i)
        return {(lost_a, lost_d): ways for (lost_d, lost_a), ways in found.items()}
    pairs = min(i, j)
    states = {(0, 0, 0, 0): 1}
    for face in range(max(dice.attack_sides, dice.defence_sides), 0, -1):
        between: dict[tuple[int, int, int, int, int], int] = defaultdict(int)
        for (a, b, lost_a, lost_d), ways in states.items():
            for x in _share(i - a, face, dice.attack_sides):
                won = max(0, min(a + x, pairs) - max(a, b))
                before = a if dice.ties == "nobody" else a + x
                between[before, a + x, b, lost_a, lost_d + won] += ways * comb(i - a, x)
        states = defaultdict(int)
        for (before, a, b, lost_a, lost_d), ways in between.items():
            for y in _share(j - b, face, dice.defence_sides):
                tied = max(0, min(a, b + y, pairs) - max(before, b))
                lost = max(0, min(b + y, pairs) - max(a, b))
                states[a, b + y, lost_a + lost, lost_d - tied] += ways * comb(j - b, y)
    return {(lost_a, lost_d): ways for (_, _, lost_a, lost_d), ways in states.items()}


def _share(left: int, face: int, sides: int) -> range:
    """Return how many of the dice that are left may show ``face``: at 1, all that are left."""
    if face > sides:
        return range(1)
    return range(left if face == 1 else 0, left + 1)
