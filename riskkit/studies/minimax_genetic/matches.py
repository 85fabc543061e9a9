"""The minimax player against all others, the price of certain battles, the program's slips."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit import agents, boards
from riskkit.agents import minimax
from riskkit.agents.minimax import EQUAL_WEIGHTS, PRINTED_WEIGHTS, Settings
from riskkit.analysis.intervals import wilson
from riskkit.errors import check_name
from riskkit.games.bulk import match
from riskkit.results import scale, store
from riskkit.rules import Rules
from riskkit.studies.minimax_genetic.results import NAMES, SEED, THREE, WORKERS, chosen, search_runs

PLACES = {
    "grid": (boards.grid, Rules.minimax()),
    "classic": (boards.classic, Rules.classic()),
}
"""Where the minimax agent meets the others: the source's grid, and the classic game of two."""
HOMES = {"described": ("grid", "classic"), "as run": ("grid",)}
"""Where each minimax player is tested (the program plays no other board than its grid)."""
FEW_RIVALS = ("random", "aggressive", "search.greedy", "personality 5")
"""Rivals of a quick run."""
RIVALS = (
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
"""Every other agent that comes with riskkit."""
PLAIN = {"astar": "A*", "astar_admissible": "A* admissible", "realtime": "real-time A*"}
BUDGET = 5_000
GAMES_AGAINST = {"grid": 100, "classic": 50}
"""Games against a rival in each seat."""


def evolved() -> np.ndarray:
    """Return the weights that the first described search in the tree of three levels chose."""
    return chosen(search_runs("described, 3 levels"))[NAMES].to_numpy()[0]


def players() -> dict:
    """Return the minimax players that meet the others, by reading."""
    return {
        "described": minimax.make(evolved(), Settings.described(budget=BUDGET), "minimax, described"),
        "as run": minimax.make(PRINTED_WEIGHTS, Settings.as_run(budget=BUDGET), "minimax, as run"),
    }


def plain_name(rival: str) -> str:
    """Return how figures and tables call a rival: ``"A* (search)"`` for ``"search.astar"``."""
    if not rival.startswith("search."):
        return rival
    name = rival.removeprefix("search.").removesuffix("_as_run")
    reading = ", as run" if rival.endswith("_as_run") else ""
    return f"{PLAIN.get(name, name.replace('_', ' '))} (search{reading})"


def encounter(name: str, rival: str, place: str, seed: int = SEED + 11) -> pd.DataFrame:
    """Play one minimax player against another agent, in both seats on the same deals and dice.

    Columns: game, seat (of the minimax player), won, lost (neither at the cap on turns), turns.
    """
    make_board, rules = PLACES[check_name("place", place, list(PLACES))]
    player = players()[check_name("reading", name, list(HOMES))]
    return _pairing(player, rival, make_board, rules, seed, scale.games(GAMES_AGAINST[place], 5))


def _pairing(player, rival, make_board, rules, seed, games):
    rival = agents.get(rival) if isinstance(rival, str) else rival
    settings = {
        "players": [[agent.name, agent.parameters] for agent in (player, rival)],
        "board": make_board().digest,
        "rules": rules.to_dict(),
        "games": games,
        "seed": seed,
    }

    def seated(seat):
        line = [player, rival] if seat == 0 else [rival, player]
        played = match(line, games, seed, board=make_board(), rules=rules, workers=WORKERS)
        won = (played["winner"] == seat).fillna(False).to_numpy(bool)
        lost = (played["winner"] == 1 - seat).fillna(False).to_numpy(bool)
        columns = {"game": played["game"], "seat": seat, "won": won, "lost": lost, "turns": played["turns"]}
        return pd.DataFrame(columns)

    return store.blocks("minimax_genetic/pairings", settings, [0, 1], seated, workers=1, progress=False)


def encounters(name: str) -> pd.DataFrame:
    """Return the rates of one minimax player against every rival.

    Columns: place, rival, games, won, low, high (Wilson, 95%), drawn (share at the cap).
    """
    rows = []
    for place in HOMES[check_name("reading", name, list(HOMES))]:
        for rival in scale.games(RIVALS, FEW_RIVALS):
            played = encounter(name, rival, place)
            rate = wilson(int(played["won"].sum()), len(played))
            drawn = (~played["won"] & ~played["lost"]).mean()
            rows.append((place, rival, len(played), rate.value, rate.low, rate.high, drawn))
    return pd.DataFrame(rows, columns=["place", "rival", "games", "won", "low", "high", "drawn"])


SEARCHES = {
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
GAMES_CERTAINTY = {"grid": 250, "classic": 100}


def certainty_cost() -> pd.DataFrame:
    """Return what the true chances of battles are worth to the tree, same weights on both sides.

    Columns: place, player, rival, games, won, low, high, drawn. Equal weights; each pair plays
    both seats on the same deals and dice; on the classic board searches stop at 5,000 nodes.
    """
    rows = []
    for place, (make_board, rules) in PLACES.items():
        budget = BUDGET if place == "classic" else 0
        made = {
            name: minimax.make(EQUAL_WEIGHTS, settings.replace(budget=budget), name)
            for name, settings in SEARCHES.items()
        }
        for first, second in CERTAINTY:
            games = scale.games(GAMES_CERTAINTY[place], 5)
            played = _pairing(made[first], made[second], make_board, rules, SEED + 13, games)
            rate = wilson(int(played["won"].sum()), len(played))
            drawn = (~played["won"] & ~played["lost"]).mean()
            rows.append((place, first, second, len(played), rate.value, rate.low, rate.high, drawn))
    return pd.DataFrame(rows, columns=["place", "player", "rival", "games", "won", "low", "high", "drawn"])


SLIPS = {
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
GAMES_SLIPS = 75


def slips() -> pd.DataFrame:
    """Return what each difference of the program from the text does to the player.

    Each is put alone into the described tree of three levels, which it then plays (equal
    weights, both seats). Columns: change, games, won, low, high, drawn.
    """
    base = minimax.make(EQUAL_WEIGHTS, THREE, "described, 3 levels")
    changes = {name: THREE.replace(**change) for name, change in SLIPS.items()}
    changes["all of them (as run)"] = Settings.as_run(levels=3, renewed=False)
    rows = []
    for name, settings in changes.items():
        games = scale.games(GAMES_SLIPS, 5)
        played = _pairing(
            minimax.make(EQUAL_WEIGHTS, settings, name), base, boards.grid, Rules.minimax(), SEED + 17, games
        )
        rate = wilson(int(played["won"].sum()), len(played))
        drawn = (~played["won"] & ~played["lost"]).mean()
        rows.append((name, len(played), rate.value, rate.low, rate.high, drawn))
    return pd.DataFrame(rows, columns=["change", "games", "won", "low", "high", "drawn"])
