"""Where vanguard's weights come from: a search by CMA-ES, and what each of them is worth."""

import numpy as np
import pandas as pd

from riskkit import agents
from riskkit.agents.vanguard import HAND, WEIGHTS, vanguard
from riskkit.analysis.intervals import wilson
from riskkit.errors import check_integer
from riskkit.league import pairs as league
from riskkit.league.pairs import RULES, SEED, WORKERS
from riskkit.results import scale, store

TUNING_SEED = 90_000
"""Games of the search have seeds from here on; those of the league another one."""
RIVALS = ("personality 4", "personality 5", "passive")
"""Opponents in the search, beside vanguard with the weights set by hand: two strong ones, and one to be worn down."""
_LEAST = list(HAND).index("least")
_ENOUGH = list(HAND).index("enough")


def weights_of(steps) -> dict[str, float]:
    """Return the weights at a point of the search: factors on the hand-set ones, "territory" kept at 1.

    Parameters
    ----------
    steps : array of float, shape (8,)
        Logarithms of the factors; for "least" a step in log odds, for "enough" a number.
    """
    hand = np.array(list(HAND.values()))
    steps = np.concatenate([[0.0], steps])
    found = hand * np.exp(steps)
    odds = hand[_LEAST] / (1 - hand[_LEAST]) * np.exp(steps[_LEAST])
    found[_LEAST] = odds / (1 + odds)
    found[_ENOUGH] = steps[_ENOUGH]
    return dict(zip(HAND, found.tolist()))


def tuning(generations: int | None = None, games: int | None = None) -> pd.DataFrame:
    """Return the search for vanguard's weights by CMA-ES (library cma), from those set by hand.

    Each generation of ten candidates meets the `RIVALS` and the hand-set vanguard, all on the
    same deals and dice, new ones in each generation.

    Returns
    -------
    DataFrame
        A row a generation: ``generation``, ``mean`` and ``best`` (share of the candidates' points),
        ``games`` (of one candidate), and the weights at the centre of the distribution after it.
    """
    generations = scale.games(60, 2) if generations is None else check_integer("generations", generations, 1)
    games = scale.games(60, 2) if games is None else check_integer("games", games, 1)
    settings = {"hand": HAND, "rivals": RIVALS, "generations": generations, "games": games, "seed": TUNING_SEED}
    return store.stored("league/tuning", settings | {"rules": RULES.to_dict()}, lambda: _search(generations, games, 10))


def found() -> dict[str, float]:
    """Return the weights that the search ended with, to three digits: those of the registered agent."""
    last = tuning().iloc[-1]
    return {name: float(f"{last[name]:.3g}") for name in HAND}


def _search(generations: int, games: int, population: int) -> pd.DataFrame:
    import cma

    rng = np.random.default_rng(TUNING_SEED)
    never = {"tolfun": 0, "tolfunhist": 0, "tolx": 0, "tolflatfitness": 10**6, "tolstagnation": 10**6}
    options = {"popsize": population, "seed": np.nan, "randn": lambda *shape: rng.standard_normal(shape)}
    search = cma.CMAEvolutionStrategy(np.zeros(len(HAND) - 1), 0.5, options | never | {"verbose": -9, "verb_log": 0})
    rivals = [*(agents.get(name) for name in RIVALS), vanguard("by hand", **HAND)]
    rows = []
    for generation in range(generations):
        candidates = search.ask()
        points = [_points(steps, rivals, games, TUNING_SEED + generation) for steps in candidates]
        search.tell(candidates, [-share for share in points])
        centre = weights_of(search.result.xfavorite)
        played = 2 * games * len(rivals)
        rows.append(
            {"generation": generation + 1, "mean": np.mean(points), "best": max(points), "games": played, **centre}
        )
    return pd.DataFrame(rows)


def _points(steps, rivals, games: int, seed: int) -> float:
    bot = vanguard("candidate", **weights_of(steps))
    met = pd.concat([league.meet(bot, rival, games, seed) for rival in rivals])
    return float((met["wins"] + met["draws"] / 2).sum() / met["games"].sum())


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


def variants(games: int | None = None) -> pd.DataFrame:
    """Return versions of vanguard against two strong personalities and against vanguard itself.

    Returns
    -------
    DataFrame
        A row for each version and opponent: ``variant, opponent, points`` (share), ``won, low, high``
        (share of games won with 95% Wilson interval), ``games``.
    """
    games = scale.games(500, 20) if games is None else check_integer("games", games, 1)
    opponents = ("personality 4", "personality 5", "vanguard")

    def play(name):
        bot = vanguard(f"vanguard, {name}", **VARIANTS[name])
        met = [league.meet(bot, agents.get(opponent), games) for opponent in opponents]
        return pd.concat(met, ignore_index=True).assign(variant=name)

    settings = {"variants": VARIANTS, "weights": WEIGHTS, "games": games, "seed": SEED, "opponents": opponents}
    table = store.blocks(
        "league/variants", settings | {"rules": RULES.to_dict()}, list(VARIANTS), play, WORKERS, progress=False
    )
    rows = table.groupby(["variant", "b"], as_index=False, sort=False)[["wins", "draws", "games"]].sum()
    rate, low, high, _ = wilson(rows["wins"], rows["games"])
    rows["points"] = (rows["wins"] + rows["draws"] / 2) / rows["games"]
    rows = rows.rename(columns={"b": "opponent"}).assign(won=rate, low=low, high=high)
    return rows[["variant", "opponent", "points", "won", "low", "high", "games"]]
