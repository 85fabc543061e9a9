"""What the source trains and plays, what it leaves open, and how much is trained and played."""

from typing import Any, NamedTuple

from riskkit.agents import deep_q, td
from riskkit.agents.deep_q import pairs
from riskkit.results import scale
from riskkit.rules import Rules
from riskkit.studies.td_lambda.settings import RULES as TD_RULES

NOTEBOOK = "04_deep_q_attack"
SEED = 20_202
READINGS = ("described", "mixed", "as run")
RULES: dict[str, Rules] = {
    "described": TD_RULES["described"],
    "mixed": TD_RULES["as run"],
    "as run": TD_RULES["as run"],
}
LEARNERS = {"described": deep_q.DESCRIBED, "mixed": deep_q.DESCRIBED, "as run": deep_q.AS_RUN}
ASKING = {"described": pairs.DESCRIBED, "mixed": pairs.DESCRIBED, "as run": pairs.AS_RUN}
TD_BOTS = {"described": td.DESCRIBED, "mixed": td.AS_RUN, "as run": td.AS_RUN}
REWARDS: dict[str, dict[str, Any]] = {
    "described": {"follow": 0},
    "mixed": {"ties": "attacker"},
    "as run": {"ties": "attacker", "moved": True},
}
"""What decides the exact optimum under each reading (`exact.optimum`): dice, armies that follow, armies that count."""

BLOCK = 25
"""Games between two notes of the loss; the printed curve has a point every 25 games."""

KEPT = (0, 25, 100, 300, 1_000, 3_000, 10_000)
"""Games after which the weights are kept."""

PAIRINGS = (
    ("simple", "random"),
    ("simple", "td"),
    ("random", "td"),
    ("full", "random"),
    ("simple", "full"),
)
"""The five pairings of section 4.4, in the order of figure 15."""

MORE_PAIRINGS = (
    ("exact", "random"),
    ("exact", "td"),
    ("exact", "simple"),
    ("exact", "full"),
    ("position", "random"),
    ("simple", "position"),
    ("full", "td"),
)
"""Ours: the exact rule, and networks on the features of the position."""

PAIRING_BLOCKS = {"described": 5, "mixed": 10, "as run": 10}
"""Blocks that the games of a pairing are divided into, each with another training's networks."""

CHANCES = (0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 1.0)
"""How often random bots say yes to a pair: the source does not say."""

CHANGES = {
    "as trained": {},
    "one step a batch": {"updates": "mini-batch"},
    "discount 0": {"discount": 0.0},
    "8 hidden units": {"hidden": 8},
    "rate 0.01": {"rate": 0.01},
    "turned round 0.2": {"flip": 0.2},
    "nothing follows a conquest": {"ends": True},
    "moved armies count as lost": {"losses": "armies lost or moved"},
    "means begin at zero": {"fresh_moments": True},
    "wrong inputs": {"wrong_inputs": True},
}
"""Changes whose weight `results.sensitivity` measures, one at a time, under the mixed reading."""


class Sizes(NamedTuple):
    """How much is trained and played.

    Attributes
    ----------
    games : int
        Games of a training, and of a chain in which bots learn while the games count.
    seeds : dict of int
        Trainings on the simple features by reading.
    full_seeds : dict of int
        Trainings on the full features, by features.
    enough : int or None
        Decisions of both learners after which a training of bots that may stop attacking ends;
        such bots play every game to the cap, with some 9,000 decisions where a game that is won
        has a few hundred at most.
    pairing_games : dict of int
        Games of a block of a pairing, by reading.
    chains : int
        Chains of games of each pairing in which bots learn.
    bot_games : int
        Games of the trained bot against itself, and against each random bot.
    change_games, change_decisions, change_seeds : int
        Games and decisions, at most, of a training with one default changed, and trainings.
    first_networks : int
        Networks that have learned nothing.
    shipped_games : int
        Games of each bot that is shipped against the random bot.
    """

    games: int
    seeds: dict[str, int]
    full_seeds: dict[str, int]
    enough: int | None
    pairing_games: dict[str, int]
    chains: int
    bot_games: int
    change_games: int
    change_decisions: int
    change_seeds: int
    first_networks: int
    shipped_games: int


SIZES = {
    "full": Sizes(
        games=10_000,
        seeds={"described": 6, "mixed": 20, "as run": 10},
        full_seeds={"pair": 10, "position": 8},
        enough=None,
        pairing_games={"described": 2_000, "mixed": 1_000, "as run": 1_000},
        chains=5,
        bot_games=1_000,
        change_games=2_000,
        change_decisions=500_000,
        change_seeds=20,
        first_networks=2_000,
        shipped_games=2_000,
    ),
    "quick": Sizes(
        games=50,
        seeds=dict.fromkeys(READINGS, 2),
        full_seeds={"pair": 2, "position": 2},
        enough=50_000,
        pairing_games=dict.fromkeys(READINGS, 50),
        chains=2,
        bot_games=50,
        change_games=50,
        change_decisions=20_000,
        change_seeds=2,
        first_networks=100,
        shipped_games=2_000,
    ),
}


def sizes() -> Sizes:
    """Return the sizes of this session: full, or quick (`riskkit.results.scale`)."""
    return SIZES[scale.current()]
