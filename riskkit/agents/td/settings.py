"""The settings of the TD(lambda) bot, its two readings, and the numbers that its kernels read."""

from dataclasses import dataclass, fields, replace

import numpy as np

from riskkit.agents.shared.border import RANKS
from riskkit.agents.shared.position import FEATURES
from riskkit.errors import check_flag, check_integer, check_name, check_number, check_probability

CHOICES = {
    "error": ("difference", "army share"),
    "sign": ("added", "subtracted"),
    "trace": ("accumulating", "replacing"),
    "target": ("expected", "reached"),
    "update": ("attack", "turn"),
    "rolls": ("until done", "one"),
    "order": ("value first", "chance first"),
}
DIVERGED = 1e9
MOST_WEIGHT = DIVERGED
"""Largest first weight."""


@dataclass(frozen=True)
class Settings:
    """Settings of a TD(lambda) bot; the defaults are the text's, or the program's where it is silent.

    Parameters
    ----------
    alpha, lam : float
        Step size and decay of the trace, in [0, 1].
    win_chance, random_chance : float
        An attack is made if its chance to win is above ``win_chance``, else with
        probability ``random_chance``; in [0, 1].
    normalised : bool
        Equation (2) instead of (1).
    error : {"difference", "army share"}
        F(next) - F(now), or, as the program ran, F(next) - the first feature.
    sign : {"added", "subtracted"}
        Whether the change is added (equation 1) or, as the program ran, subtracted.
    trace : {"accumulating", "replacing"}
        The sum in equations (1) and (2), or in each feature the larger of its value now and
        its decayed trace. The trace starts anew with every game.
    target : {"expected", "reached"}
        What F(next) is: the expected value of the attack chosen (section 3.3.1), or the value
        of the position in which the bot decides next.
    update : {"attack", "turn"}
        After each attack, or once a turn with the position at the end of the next one.
    rolls : {"until done", "one"}
        Dice thrown in an attack.
    order : {"value first", "chance first"}
        Whether the attack of the highest value is tested against ``win_chance`` (the text), or
        the best of those above ``win_chance`` is taken (ours).
    outcome : bool
        Whether F(next) at the end of a game is 1 if it was won and 0 if not; the text has no
        such anchor. Needs ``target="reached"``.
    learn : bool
        Whether the weights change at all.
    weights : tuple of float or None
        First weights; None draws each from (-1, 1), as the program did.
    log : int
        Changes of the weights that the seat's memory keeps (see `history`).
    stride : int
        One in so many changes is kept.
    rounded : bool
        Whether the expected losses are rounded to whole armies, as the program did.
    """

    alpha: float = 0.05
    lam: float = 0.5
    win_chance: float = 0.5
    random_chance: float = 0.2
    normalised: bool = True
    error: str = "difference"
    sign: str = "added"
    trace: str = "accumulating"
    target: str = "expected"
    update: str = "attack"
    rolls: str = "until done"
    order: str = "value first"
    outcome: bool = False
    learn: bool = True
    weights: tuple[float, ...] | None = None
    log: int = 0
    stride: int = 1
    rounded: bool = False

    def __post_init__(self):
        for name in ("alpha", "lam", "win_chance", "random_chance"):
            check_probability(name, getattr(self, name))
        for name, known in CHOICES.items():
            check_name(name, getattr(self, name), known)
        check_integer("log", self.log, 0, 10**7)
        check_integer("stride", self.stride, 1)
        for name in ("normalised", "outcome", "learn", "rounded"):
            check_flag(name, getattr(self, name))
        if self.outcome and self.target != "reached":
            raise ValueError("outcome=True needs target='reached': the result is known only after the game")
        if self.update == "turn" and self.target != "reached":
            raise ValueError("update='turn' needs target='reached': it compares positions a turn apart")
        if self.weights is not None:
            if not isinstance(self.weights, (tuple, list, np.ndarray)) or len(self.weights) != len(FEATURES):
                raise ValueError(f"weights takes {len(FEATURES)} numbers {FEATURES}, not {self.weights!r}")
            given = tuple(check_number("weights", value, -MOST_WEIGHT, MOST_WEIGHT) for value in self.weights)
            object.__setattr__(self, "weights", given)

    def replace(self, **changes) -> "Settings":
        """Return the same settings with some changed; unknown names are refused."""
        for name in changes:
            check_name("setting of the TD bot", name, [f.name for f in fields(self)])
        return replace(self, **changes)


DESCRIBED = Settings()
AS_RUN = Settings(error="army share", sign="subtracted", rolls="one", rounded=True)
READINGS = {"described": DESCRIBED, "as run": AS_RUN}

_NUMBERS = ("alpha", "lam", "win_chance", "random_chance")
_FLAGS = ("normalised", "outcome", "learn")
GIVEN = np.dtype(
    [
        *((name, "f8") for name in (*_NUMBERS, *CHOICES, *_FLAGS, "has_weights", "stride")),
        ("weights", "f8", (len(FEATURES),)),
    ],
    align=True,
)
"""The agent's parameters: settings under their names, words as places in `CHOICES`."""
PREPARED = np.dtype([("given", GIVEN), ("most", "f8"), ("ranks", "f8", (RANKS,))], align=True)
"""What stands before the tables of chances once the parameters are prepared for a board."""


def values(settings: Settings) -> np.ndarray:
    """Return the parameters of a bot with these settings: a GIVEN record as float64 array."""
    made = np.zeros(1, GIVEN)
    for name in (*_NUMBERS, *_FLAGS, "stride"):
        made[name] = getattr(settings, name)
    for name, known in CHOICES.items():
        made[name] = known.index(getattr(settings, name))
    if settings.weights is not None:
        made["has_weights"] = 1
        made["weights"] = settings.weights
    return made.view(np.float64)
