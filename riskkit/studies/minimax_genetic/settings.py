"""How each reading searches and plays, whom the player meets, and how much is played."""

from __future__ import annotations

from typing import Any, NamedTuple

from riskkit import agents, boards
from riskkit.agents.minimax import Settings
from riskkit.agents.minimax.record import FEATURES
from riskkit.errors import check_name
from riskkit.learning.genetic import Procedure
from riskkit.results import scale
from riskkit.rules import Rules

STUDY = "minimax_genetic"
NOTEBOOK = "06_minimax_genetic"
SEED = 2020
WORKERS = 2
NAMES = [f"w{k + 1}" for k in range(FEATURES)]
"""Columns of the four weights."""

FEATURE_LABELS = {"w1": "territories", "w2": "armies", "w3": "strength", "w4": "few enemies"}
OPPONENTS = ("random", "equal")
"""Weights that the chosen ones meet in the same tree."""

HIGH_CHANCE = 0.8
"""What "a very high chance of winning" must at least mean here; the text gives no number."""

BUDGET = 5_000
"""Most positions of a search against the other agents."""


class Reading(NamedTuple):
    """How one reading searches, breeds and plays.

    Attributes
    ----------
    settings : riskkit.agents.minimax.Settings
        Of the tree.
    rules : Rules
        Of the games.
    procedure : Procedure or None
        Of the genetic search; None for CMA-ES on as many games as the described procedure.
    crossed : bool
        Whether a player values leaves at which the other is to move with the other's weights.
    """

    settings: Settings
    rules: Rules
    procedure: Procedure | None
    crossed: bool


THREE = Settings.described(levels=3)
READINGS = {
    "described": Reading(Settings.described(), Rules.minimax(), Procedure.described(), False),
    "described, 3 levels": Reading(THREE, Rules.minimax(), Procedure.described(), False),
    "as run": Reading(Settings.as_run(), Rules.minimax(attacks_per_turn=0, first=0), Procedure.as_run(), True),
    "CMA-ES, 3 levels": Reading(THREE, Rules.minimax(), None, False),
}
LONG = ("described",)
"""Readings searched in the text's tree with five levels: kept also when everything else is computed afresh."""


def reading(name: str) -> Reading:
    """Return a reading by its name."""
    return READINGS[check_name("reading", name, list(READINGS))]


PLACES = {
    "grid": (boards.grid, Rules.minimax()),
    "classic": (boards.classic, Rules.classic()),
}
"""Where the minimax agent meets the others: the source's grid, and the classic game of two."""

HOMES = {"described": ("grid", "classic"), "as run": ("grid",)}
"""Where each minimax player is tested (the program plays no other board than its grid)."""

_FIRST = (
    "vanguard",
    "random",
    "passive",
    "pacifist",
    "aggressive",
    "search.passive",
    "search.aggressive",
    "search.nearly_pacifist",
    "search.aggressive_as_run",
    "search.nearly_pacifist_as_run",
    "search.greedy",
    "search.astar",
    "search.astar_admissible",
    "search.realtime",
    *(f"personality {k}" for k in range(16)),
    "td_lambda",
    "td_lambda_chance_first",
    "random_pairs",
    "deep_q_simple",
    "deep_q_pair",
    "deep_q_position",
    "exact_attack",
)
RIVALS = (*_FIRST, *(name for name in agents.BUILT_IN if name not in _FIRST and not name.startswith("minimax")))
"""Every other agent that comes with riskkit, new ones last."""

FEW_RIVALS = ("random", "aggressive", "search.greedy", "personality 5")
"""Rivals of a quick run."""

TREES = {
    "certain, 2 levels": Settings.described(levels=2),
    "certain, 3 levels": Settings.described(levels=3),
    "two outcomes, 2 levels": Settings.described(levels=2, outcomes="two"),
    "all outcomes, 2 levels": Settings.described(levels=2, outcomes="all"),
}
CERTAINTY = (
    ("two outcomes, 2 levels", "certain, 2 levels"),
    ("all outcomes, 2 levels", "certain, 2 levels"),
    ("all outcomes, 2 levels", "certain, 3 levels"),
    ("certain, 3 levels", "certain, 2 levels"),
)
"""Pairs of trees that show what the assumption of certain battles costs."""

SLIPS: dict[str, dict[str, Any]] = {
    "attack needs 3 more": {"margin": 3},
    "one target a territory": {"one_target": True},
    "features of the first player": {"first_player": True},
    "share of enemies not turned round": {"mean_share": True},
    "feature 1 divided by 100": {"divisor": 100},
    "first row and column overlooked": {"blind_edges": True},
    "attacks counted over siblings": {"shared_counter": True},
    "wrong player drafts": {"draft_for_mover": True, "leaf_drafts": True},
    "whole-number ratios, all territories": {"whole_ratios": True, "all_territories": True},
    "must attack from round 30 on": {"pass_rounds": 30, "dead_end_lost": True},
}
"""Differences of the program's tree from the text, as changes of the described one."""


class Sizes(NamedTuple):
    """How much is played; `FULL` is the published size and more.

    Attributes
    ----------
    runs : dict
        Searches by reading.
    trials : dict
        Games of each search's weights against random or equal weights, by reading.
    rivals : tuple of str
        Other agents that are met.
    against : dict
        Games against a rival in each seat, by place.
    certainty : dict
        Games of a pair of trees in each seat, by place.
    slips : int
        Games with one difference of the program in each seat.
    small : dict or None
        Changes of a procedure for a quick run.
    cma_games : int
        Games of a search by CMA-ES.
    """

    runs: dict
    trials: dict
    rivals: tuple
    against: dict
    certainty: dict
    slips: int
    small: dict | None
    cma_games: int


_SMALL = {"population": 20, "tournaments": 3, "size": 4, "kept": 2, "crossovers": 3, "mutants": 1, "generations": 2}
FULL = Sizes(
    {"described": 5, "described, 3 levels": 6, "as run": 20, "CMA-ES, 3 levels": 4},
    {"described": 120, "described, 3 levels": 300, "as run": 100, "CMA-ES, 3 levels": 300},
    RIVALS,
    {"grid": 100, "classic": 50},
    {"grid": 250, "classic": 100},
    75,
    None,
    Procedure.described().games,
)
QUICK = Sizes(
    dict.fromkeys(READINGS, 2),
    dict.fromkeys(READINGS, 6),
    FEW_RIVALS,
    dict.fromkeys(PLACES, 5),
    dict.fromkeys(PLACES, 5),
    5,
    _SMALL,
    90,
)


def sizes() -> Sizes:
    """Return the sizes of this session: full, or quick (`riskkit.results.scale`)."""
    return scale.games(FULL, QUICK)


def procedure(found: Reading) -> Procedure | None:
    """Return a reading's procedure; in quick mode that of the text has 20 sets of weights and small tournaments."""
    small = sizes().small
    if found.procedure is None or small is None or found.procedure.replayed:
        return found.procedure
    return found.procedure.replace(**small)
