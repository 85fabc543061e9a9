"""The settings of the minimax agents: the text, the program, and what differs."""

from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import Any

import numpy as np

from riskkit.errors import check_integer, check_name, check_number

FEATURES = 4
LEVELS = 12
"""Most levels of a tree."""
MOST_WEIGHT = 1e6


class Opponents(IntEnum):
    """What the others do in the tree."""

    PARANOID = 0
    MAX_N = 1


class Outcomes(IntEnum):
    """Which outcomes a battle has in the tree."""

    CERTAIN = 0
    ALL = 1
    TWO = 2


def _words(kind: type[IntEnum]) -> tuple[str, ...]:
    """Return the words for the members of an enum, by which settings name them."""
    return tuple(member.name.lower().replace("_", "-") for member in kind)


OPPONENTS, OUTCOMES = _words(Opponents), _words(Outcomes)


@dataclass(frozen=True)
class Settings:
    """How a minimax agent searches and drafts.

    Attributes
    ----------
    levels : int
        Depth of the tree, 1 to 12: attacks, and ends of turns, from the root to a leaf.
    attacks : int
        Attacks a player makes at most in a turn of the tree.
    margin : int
        Armies more than the defender's that an attack needs.
    budget : int
        Nodes and leaves visited at most in a search; 0 for no limit.
    opponents : str
        ``"paranoid"`` (all minimise the searcher's value) or ``"max-n"``.
    outcomes : str
        ``"certain"`` battles in the tree, ``"all"`` outcomes with their exact chances, or
        ``"two"``: won and lost with their exact chances and mean armies left, rounded.
    renewed : bool
        Whether each search begins with all ``attacks``, so that a turn has no limit; if not,
        the agent itself makes at most ``attacks`` in a turn.
    one_target : bool
        Whether a territory attacks only its weakest enemy neighbour.
    pass_rounds : int
        Ending the turn is a choice only before this round; 0 for always.
    shared_counter : bool
        Whether the children of a node share one count of attacks (a slip of the program).
    first_player : bool
        Whether the features are always those of the player who moved first in the game.
    divisor : int
        Feature 1 divides by this; 0 for the number of territories.
    swapped : bool
        Whether features 3 and 4 change places.
    mean_share : bool
        Whether the share of enemy neighbours counts itself, not one minus it.
    blind_edges : bool
        Whether features overlook the neighbour before in a row or column that is the first
        (on a grid; elsewhere nothing changes).
    whole_ratios : bool
        Whether border security ratios are rounded down to whole numbers in the draft.
    all_territories : bool
        Whether the upper half is of all own territories, not of those at a border.
    draft_for_mover : bool
        Whether, in the tree, the player whose turn ended drafts, not the next one.
    leaf_drafts : bool
        Whether a leaf at which a turn ends is valued after the draft that follows, not before.
    dead_end_lost : bool
        Whether a player without any move in the tree counts as beaten.
    pruned, table, ordered : bool
        Alpha-beta, transposition table, move ordering; none of them changes the move.
    """

    levels: int = 5
    attacks: int = 3
    margin: int = 1
    budget: int = 0
    opponents: str = "paranoid"
    outcomes: str = "certain"
    renewed: bool = False
    one_target: bool = False
    pass_rounds: int = 0
    shared_counter: bool = False
    first_player: bool = False
    divisor: int = 0
    swapped: bool = False
    mean_share: bool = False
    blind_edges: bool = False
    whole_ratios: bool = False
    all_territories: bool = False
    draft_for_mover: bool = False
    leaf_drafts: bool = False
    dead_end_lost: bool = False
    pruned: bool = True
    table: bool = True
    ordered: bool = True

    def __post_init__(self):
        limits = {"levels": (1, LEVELS), "attacks": (1, 100), "margin": (1, 10**6)}
        for spec in fields(self):
            value = getattr(self, spec.name)
            if isinstance(spec.default, bool):
                if not isinstance(value, bool):
                    raise TypeError(f"{spec.name} must be True or False, not {value!r}")
            elif isinstance(spec.default, int):
                check_integer(spec.name, value, *limits.get(spec.name, (0, 2**40)))
        check_name("treatment of opponents", self.opponents, OPPONENTS)
        check_name("kind of outcomes", self.outcomes, OUTCOMES)
        if self.opponents == "max-n" and self.outcomes != "certain":
            raise ValueError("max-n is searched with certain outcomes only: use opponents='paranoid'")

    @classmethod
    def described(cls, **changes) -> "Settings":
        """Return the settings of the text."""
        return cls(**changes)

    @classmethod
    def as_run(cls, **changes) -> "Settings":
        """Return the settings of the authors' program."""
        program: dict[str, Any] = dict.fromkeys(
            [
                "renewed",
                "one_target",
                "shared_counter",
                "first_player",
                "swapped",
                "mean_share",
                "blind_edges",
                "whole_ratios",
                "all_territories",
                "draft_for_mover",
                "leaf_drafts",
                "dead_end_lost",
            ],
            True,
        )
        return cls(margin=3, pass_rounds=30, divisor=100, table=False, ordered=False, **program).replace(**changes)

    def replace(self, **changes) -> "Settings":
        """Return the same settings with some changed; unknown names are refused."""
        for name in changes:
            check_name("setting", name, [spec.name for spec in fields(self)])
        return replace(self, **changes)

    def values(self) -> np.ndarray:
        """Return the settings as the numbers that the compiled search reads."""
        numbers = {"opponents": OPPONENTS.index(self.opponents), "outcomes": OUTCOMES.index(self.outcomes)}
        return np.array([numbers.get(spec.name, getattr(self, spec.name)) for spec in fields(self)], dtype=np.float64)


def check_weights(name: str, weights) -> np.ndarray:
    """Return four finite weights as float64, or say what is wrong."""
    values = np.asarray(weights, dtype=object).ravel()
    if values.size != FEATURES:
        raise ValueError(f"{name} must be {FEATURES} numbers, one a feature, not {values.size}")
    return np.array([check_number(f"{name}[{k}]", v, -MOST_WEIGHT, MOST_WEIGHT) for k, v in enumerate(values)])
