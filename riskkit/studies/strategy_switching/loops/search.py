"""The search for the best policy that knows only the learner's number of territories."""

import numpy as np

from riskkit.envs.switching import Switching
from riskkit.studies.strategy_switching.loops.training import in_threads, policy_games
from riskkit.studies.strategy_switching.settings import BANDS, MIXTURES


def search_policy(game: Switching, games: int, seed: int = 0) -> np.ndarray:
    """Return the best policy found that knows only the learner's number of territories.

    It starts from the best of seven that do not look at the number (`MIXTURES`) and
    changes one band of numbers at a time (`BANDS`) to the choice that gains most on the
    same games (paired), as long as that is more than one standard error.

    Parameters
    ----------
    game : Switching
        The game with three actions.
    games : int
        Games a policy tried.
    seed : int
        Seed of the games 0 to ``games - 1``.

    Returns
    -------
    numpy.ndarray
        Entry by number of territories, length 43 on the classic board.
    """

    def rewards(policy):
        return policy_games(game, policy, games, seed, first=0)["reward"].to_numpy()

    entries = list(MIXTURES.values())
    found = dict(zip(entries, in_threads(rewards, entries)))
    start = max(found, key=lambda entry: found[entry].mean())
    policy, best = np.full(BANDS[-1], start, np.int64), found[start]
    improved = True
    while improved:
        improved = False
        for low, high in zip(BANDS[:-1], BANDS[1:]):
            others = {entry: policy.copy() for entry in entries if entry != policy[low]}
            for entry, other in others.items():
                other[low:high] = entry
            tried = dict(zip(others, in_threads(rewards, others.values())))
            entry = max(tried, key=lambda e: tried[e].mean())
            gain = tried[entry] - best
            if gain.mean() > gain.std(ddof=1) / np.sqrt(games):
                policy[low:high], best, improved = entry, tried[entry], True
    return policy
