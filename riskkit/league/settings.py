"""What the league plays: its rules, seeds and sizes, the changed leagues, and the versions of vanguard."""

from riskkit import boards
from riskkit.agents.vanguard import HAND, WEIGHTS
from riskkit.boards.board import Board
from riskkit.rules import Rules

NOTEBOOK = "09_league"
SEED = 2_026
RULES = Rules.classic(turn_cap=400)
"""The league's rules: classic, stopped after 400 players' turns."""
WORKERS = 2

GAMES = 100
"""Games from each seat of a pairing; `FEW` where one of the two takes long to think."""
FEW = 20
LIMIT = 50
"""Positions that the planning agents expand in one search."""

SIZES = {
    "pair": (GAMES, 3),
    "pair, long thinking": (FEW, 1),
    "rounds of four": (100, 4),
    "table of four": (50, 5),
    "changed": (25, 3),
    "tuning, generations": (60, 2),
    "tuning, games": (60, 2),
    "variants": (500, 20),
}
"""Games (from each seat, of a table, of a rival), rounds and generations: at full size and in a quick run."""

TUNING_SEED = 90_000
"""Games of the search for vanguard's weights have seeds from here on; those of the league another one."""
RIVALS = ("personality 4", "personality 5", "passive")
"""Opponents in the search, beside vanguard with the weights set by hand: two strong ones, and one to be worn down."""
CANDIDATES = 10
"""Candidates of a generation of the search."""

VARIANTS = {
    "as it is": {},
    "weights set by hand": HAND,
    "no worth in continents": {"complete": 0, "approach": 0, "break": 0},
    "no worth in eliminations": {"eliminate": 0, "card": 0},
    "losses cost nothing": {"loss": 0},
    "losses cost double": {"loss": 2 * WEIGHTS["loss"]},
    "attacks from even chances": {"least": 0.5},
    "attacks only when nearly sure": {"least": 0.95},
}
"""Versions of vanguard: what they weigh differently."""
OPPONENTS = ("personality 4", "personality 5", "vanguard")
"""Opponents of the versions."""


def changes() -> dict[str, tuple[Board | None, Rules]]:
    """Return the changed leagues by name: board (None for the classic one) and rules."""
    return {
        "no neutral": (None, RULES.replace(neutral=False)),
        "no cards": (None, RULES.replace(cards=False)),
        "attacker wins ties": (None, RULES.replace(ties="attacker")),
        "armies placed at random": (None, RULES.replace(setup="random")),
        "6 x 6 grid": (boards.grid(), RULES),
    }
