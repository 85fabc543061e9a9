"""The search for vanguard's weights by CMA-ES (library cma), from those set by hand."""

import numpy as np
import pandas as pd

from riskkit import agents
from riskkit.agents import vanguard
from riskkit.agents.vanguard import HAND
from riskkit.league import meeting
from riskkit.league.settings import CANDIDATES, RIVALS, TUNING_SEED

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


def run(generations: int, games: int) -> pd.DataFrame:
    """Return the search: a row a generation, as `riskkit.league.results.tuning` does.

    Parameters
    ----------
    generations, games
        Generations, and games from each seat of a candidate against a rival.
    """
    import cma

    rng = np.random.default_rng(TUNING_SEED)
    never = {"tolfun": 0, "tolfunhist": 0, "tolx": 0, "tolflatfitness": 10**6, "tolstagnation": 10**6}
    options = {"popsize": CANDIDATES, "seed": np.nan, "randn": lambda *shape: rng.standard_normal(shape)}
    search = cma.CMAEvolutionStrategy(np.zeros(len(HAND) - 1), 0.5, options | never | {"verbose": -9, "verb_log": 0})
    rivals = [*(agents.get(name) for name in RIVALS), vanguard.make(name="by hand", **HAND)]
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
    bot = vanguard.make(name="candidate", **weights_of(steps))
    met = pd.concat([meeting.meet(bot, rival, games, seed) for rival in rivals])
    return float((met["wins"] + met["draws"] / 2).sum() / met["games"].sum())
