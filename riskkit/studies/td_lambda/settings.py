"""What the source sweeps, what it leaves open, and how much is played."""

from typing import NamedTuple

from riskkit.agents import td
from riskkit.errors import check_name, check_number, check_probability
from riskkit.results import scale
from riskkit.rules import Rules

NOTEBOOK = "03_td_lambda_sweeps"
SEED = 20_201
READINGS = ("described", "as run")
RULES = {
    "described": Rules.td_and_deep_q(),
    "as run": Rules.td_and_deep_q(
        income_minimum=2, ties="attacker", move_dice=False, claim="random", setup="random", fortify="anywhere"
    ),
}
"""Rules by reading: in the program the attacker wins tied dice, income is at least 2, one
army follows a conquest and the start is random."""

PARAMETERS = ("alpha", "lam", "win_chance", "random_chance")
STANDARD = {name: getattr(td.DESCRIBED, name) for name in PARAMETERS}
"""The standard value of each parameter: that of the bot which is played against."""

VALUES = tuple(round(0.05 * k, 2) for k in range(21))
PEAKS = {"alpha": (0.2, 0.6), "lam": (0.25, 0.45, 0.85), "win_chance": (0.6, 0.65), "random_chance": (0.45, 0.55)}
"""Values at which the source prints the highest win rates (sections 4.2.1 to 4.2.4)."""

VARIANTS = {
    "described": ("described", {}),
    "described, no learning": ("described", {"learn": False}),
    "described, equation (1)": ("described", {"normalised": False}),
    "error against army share": ("described", {"error": "army share"}),
    "update subtracted": ("described", {"sign": "subtracted"}),
    "both errors": ("described", {"error": "army share", "sign": "subtracted"}),
    "after each turn": ("described", {"update": "turn", "target": "reached"}),
    "value of the position reached": ("described", {"target": "reached"}),
    "reached, replacing trace": ("described", {"target": "reached", "trace": "replacing"}),
    "best attack above the threshold": ("described", {"order": "chance first"}),
    "with the outcome of the game": ("described", {"target": "reached", "outcome": True}),
    "outcome, weights from zero": ("described", {"target": "reached", "outcome": True, "weights": (0.0,) * 5}),
    "outcome, above the threshold": ("described", {"target": "reached", "outcome": True, "order": "chance first"}),
    "as run": ("as run", {}),
    "as run, no learning": ("as run", {"learn": False}),
    "as run, error corrected": ("as run", {"error": "difference"}),
    "as run, sign corrected": ("as run", {"sign": "added"}),
    "as run, both corrected": ("as run", {"error": "difference", "sign": "added"}),
    "as run, ties to the defender": ("as run", {}),
}
"""Versions of the bot that play the random bot: reading, and what is changed in the bot's settings."""

VARIANT_RULES = {"as run, ties to the defender": {"ties": "defender"}}
"""What is changed in the rules under which a version plays."""

MEANINGS = {
    "described": "as described",
    "described, no learning": "as described, first weights stay",
    "described, equation (1)": "as described, equation (1): not normalised",
    "error against army share": "error: F(next) less the army share",
    "update subtracted": "change of the weights subtracted",
    "both errors": "error from the army share, and subtracted",
    "after each turn": "learns once a turn",
    "value of the position reached": "F(next) of the position reached",
    "reached, replacing trace": "position reached, replacing trace",
    "best attack above the threshold": "attacks by the best above the threshold",
    "with the outcome of the game": "position reached, last value 1 or 0",
    "outcome, weights from zero": "last value 1 or 0, weights from zero",
    "outcome, above the threshold": "last value 1 or 0, best above the threshold",
    "as run": "as run",
    "as run, no learning": "as run, first weights stay",
    "as run, error corrected": "as run, error: F(next) less F(now)",
    "as run, sign corrected": "as run, change of the weights added",
    "as run, both corrected": "as run, error and sign corrected",
    "as run, ties to the defender": "as run, tied dice to the defender",
}
"""What each version does, in the words of a figure."""

SHIPPED = {"td_lambda": "described", "td_lambda_chance_first": "best attack above the threshold"}
"""Versions of `VARIANTS` whose learned weights are shipped, by the name of their file."""


class Sizes(NamedTuple):
    """How much is played.

    Attributes
    ----------
    games : int
        Games of a run: at one value of a parameter.
    runs : int
        Independent runs at each value.
    looks : tuple of int
        Runs after which the comparisons of a printed peak are looked at, until they are settled.
    cell_games, cell_runs : int
        Games of a run, and runs, in each cell of the two thresholds.
    weight_games, weight_runs : int
        Games, at most, of a run whose weights are kept change by change, and runs.
    variant_games, variant_runs : int
        Games of a run, and runs, of each version against the random bot.
    shipped_games : int
        Games of each bot that is shipped against the random bot.
    """

    games: int
    runs: int
    looks: tuple[int, ...]
    cell_games: int
    cell_runs: int
    weight_games: int
    weight_runs: int
    variant_games: int
    variant_runs: int
    shipped_games: int


SIZES = {
    "full": Sizes(500, 40, (50, 100, 200, 400), 100, 20, 200, 20, 250, 40, 2_000),
    "quick": Sizes(60, 3, (4, 8), 20, 2, 20, 3, 30, 3, 2_000),
}


def sizes() -> Sizes:
    """Return the sizes of this session: full, or quick (`riskkit.results.scale`)."""
    return SIZES[scale.current()]


def standard(reading: str) -> td.Settings:
    """Return the settings of the bot with standard values under a reading."""
    return td.READINGS[check_name("reading", reading, READINGS)]


def adjusted(reading: str, name: str, value: float) -> td.Settings:
    """Return the settings of the adjusted bot; as run, the setters of the thresholds change nothing."""
    check_name("parameter", name, PARAMETERS)
    check_probability(name, value)
    if reading == "as run" and name in ("win_chance", "random_chance"):
        return standard(reading)
    return standard(reading).replace(**{name: value})


def rivals(name: str, peak: float) -> list[float]:
    """Return the values a printed peak is compared with: its neighbours and the standard value."""
    check_name("parameter", name, PARAMETERS)
    check_number("peak", peak, 0.05, 0.95)
    near = [round(peak - 0.05, 2), round(peak + 0.05, 2)]
    return near if STANDARD[name] in (*near, peak) else [*near, STANDARD[name]]
