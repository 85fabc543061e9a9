"""The "fun" summary of a set of games between two players, as one tidy row.

Source: Keng and Draves (2015), section 5.2.3: wins, probability and odds of winning, mean
armies, mean armies in wins, most and fewest armies with which a game was won, mean turns
with and without games that nobody won.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.analysis.intervals import wilson


def fun(games: pd.DataFrame) -> pd.DataFrame:
    """Return the summary of a set of games of two players as one row.

    Parameters
    ----------
    games : DataFrame
        A row a game: ``winner`` (0, 1, or -1 for none), ``turns``, and ``armies_0``,
        ``armies_1``: each player's armies on the board at the game's last count.

    Returns
    -------
    DataFrame
        One row: ``games``, ``ties``, ``turns`` (mean), ``turns_decided`` (mean, without ties),
        and for each player k: ``wins_k``, ``rate_k`` with ``rate_low_k``, ``rate_high_k``
        (Wilson 95%, of all games), ``odds_k`` (own wins to the other's), ``armies_k`` (mean),
        ``armies_winning_k`` (mean in won games), ``most_k``, ``fewest_k`` (armies in a won
        game). A number that does not exist (armies in wins without a win) is nan.
    """
    if games.empty:
        raise ValueError("there is no game to summarise")
    winner = games["winner"].to_numpy()
    turns = games["turns"].to_numpy()
    decided = winner >= 0
    row = {
        "games": len(games),
        "ties": int((~decided).sum()),
        "turns": turns.mean(),
        "turns_decided": turns[decided].mean() if decided.any() else np.nan,
    }
    for k in (0, 1):
        won = winner == k
        armies = games[f"armies_{k}"].to_numpy()
        rate = wilson(int(won.sum()), len(games))
        other = int((winner == 1 - k).sum())
        row |= {
            f"wins_{k}": int(won.sum()),
            f"rate_{k}": rate.value,
            f"rate_low_{k}": rate.low,
            f"rate_high_{k}": rate.high,
            f"odds_{k}": won.sum() / other if other else (np.inf if won.any() else np.nan),
            f"armies_{k}": armies.mean(),
            f"armies_winning_{k}": armies[won].mean() if won.any() else np.nan,
            f"most_{k}": armies[won].max() if won.any() else np.nan,
            f"fewest_{k}": armies[won].min() if won.any() else np.nan,
        }
    return pd.DataFrame([row])
