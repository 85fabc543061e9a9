"""What fixed policies are worth, and the search for the best one."""

import numpy as np
import pandas as pd

from riskkit.analysis import intervals
from riskkit.envs.switching import STRATEGIES, Arena, Switching, new_episodes
from riskkit.results import store
from riskkit.studies.strategy_switching.loops import episodes as loops
from riskkit.studies.strategy_switching.loops.training import CHECK_GAMES, in_threads, policy_games
from riskkit.studies.strategy_switching.settings import READINGS, STUDY, sizes

BANDS = (0, 7, 10, 12, 15, 20, 28, 43)
MIXTURES = {
    "random": loops.ANY,
    "passive": 0,
    "pacifist": 1,
    "aggressive": 2,
    "passive or aggressive": loops.PASSIVE_OR_AGGRESSIVE,
    "pacifist or aggressive": loops.PACIFIST_OR_AGGRESSIVE,
    "passive or pacifist": loops.PASSIVE_OR_PACIFIST,
}


def summary(games: pd.DataFrame) -> dict:
    """Return mean, spread, outcomes and choices of games as one row."""
    reward = intervals.mean(games["reward"])
    chosen = games[list(STRATEGIES)].sum()
    outcomes = games["outcome"].value_counts(normalize=True)
    names = ("won", "out", "first", "second", "third", "fourth")
    return {
        "games": len(games),
        "reward": reward.value,
        "low": reward.low,
        "high": reward.high,
        "sd": games["reward"].std(),
        "steps": games["steps"].mean(),
        "counted": games["counted"].sum() / games["steps"].sum(),
        **{name: float(outcomes.get(name, 0.0)) for name in names},
        **(chosen / max(1, chosen.sum())).to_dict(),
    }


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


def policy_table(name: str, game: Switching) -> pd.DataFrame:
    """Return the value of fixed policies: constants, mixtures, the best found; stored.

    All play the same games, which the search did not see.

    Returns
    -------
    DataFrame
        ``policy``, the columns of `summary`, ``gain`` over the random policy with its
        interval (paired), and ``entries`` (by number of territories).
    """
    played, searched = sizes().policy_games, sizes().search_games

    def compute():
        policies = MIXTURES | {"best found": search_policy(game, searched)}
        found = in_threads(lambda policy: policy_games(game, policy, played, 0, CHECK_GAMES), policies.values())
        rows, base = [], None
        for (label, policy), games in zip(policies.items(), found):
            base = games["reward"] if base is None else base
            row = {"policy": label, **summary(games)}
            if label != "random":
                gain = intervals.mean(games["reward"] - base)
                row |= {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}
            rows.append(row | {"entries": np.broadcast_to(policy, BANDS[-1]).tolist()})
        return pd.DataFrame(rows)

    settings = {
        "game": game.to_dict(),
        "games": [played, searched],
        "bands": list(BANDS),
        "mixtures": MIXTURES,
        "seed": 0,
    }
    return store.stored(f"{STUDY}/{name}", settings, compute)


def combination_table(game: Switching) -> pd.DataFrame:
    """Return the value of all 27 constant combinations of strategies by phase; stored."""
    games = sizes().combination_games

    def compute():
        rows = []
        for action in range(27):
            parts = (STRATEGIES[action // 9], STRATEGIES[action // 3 % 3], STRATEGIES[action % 3])
            found = summary(policy_games(game, action, games, seed=0))
            rows.append({"action": action, **dict(zip(("placing", "attacking", "fortifying"), parts)), **found})
        return pd.DataFrame(rows)

    settings = {"game": game.to_dict(), "games": games, "seed": 0}
    return store.stored(f"{STUDY}/combinations", settings, compute)


def effect_of_actions(name: str, game: Switching) -> pd.DataFrame:
    """Return how many steps were the learner's, and at how many the action changed the position.

    Stored; one row with ``steps``, ``own_turns`` and ``differed``.
    """
    games = sizes().combination_games

    def compute():
        states, episodes = new_episodes(4)
        counts = np.zeros(3, np.int64)
        loops.count_effects(states, episodes, Arena(game).world, 0, 0, games, 0.1, counts)
        return pd.DataFrame([dict(zip(("steps", "own_turns", "differed"), counts.tolist()))])

    settings = {"game": game.to_dict(), "games": games, "seed": 0}
    return store.stored(f"{STUDY}/{name}", settings, compute)


def fixed_policies(reading: str) -> pd.DataFrame:
    """Return the value of fixed policies under a reading of a step."""
    return policy_table(f"policies_{reading}", READINGS[reading].game)


def break_even(fixed: pd.DataFrame, first: str, second: str, out: float) -> float:
    """Return the reward for losing the last territory at which two policies are worth the same.

    Parameters
    ----------
    fixed : DataFrame
        A table of `policy_table`, played with the reward ``out``.
    first, second : str
        Policies that lose unequally often.
    out : float
        The reward for losing in that table.
    """
    one, two = (fixed.set_index("policy").loc[name] for name in (first, second))
    return float(out - (one["reward"] - two["reward"]) / (one["out"] - two["out"]))
