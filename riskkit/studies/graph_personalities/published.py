"""What the source printed and what the authors' own result files hold."""

from __future__ import annotations

import pandas as pd

from riskkit.results import paths

_BITS = {"Survival": 1, "defensive": 2, "tactical": 4, "carry": 8}


def number_of(traits: str) -> int:
    """Return the number of a personality written ``"Survival|defensive|cautious|carry"``."""
    return sum(_BITS.get(word, 0) for word in traits.split("|"))


def printed_differences() -> pd.DataFrame:
    """Return the source's figure 3: ``opponent``, ``delta_win_1`` (AI3 first), ``delta_win_2``."""
    return pd.read_csv(paths.published("personalities_delta_win_ai3.csv"))


def authors_series() -> pd.DataFrame:
    """Return the win counts of the series that the authors published with their program.

    Columns as in ``claims/published/personalities_authors_series.csv``, and ``number_1``,
    ``number_2`` for the personalities. ``first_mover`` is 1 or 2; the first is always AI3.
    """
    table = pd.read_csv(paths.published("personalities_authors_series.csv"))
    for k in (1, 2):
        table[f"number_{k}"] = table[f"personality_{k}"].map(number_of)
    return table


def recounted_differences() -> pd.DataFrame:
    """Return printed and recounted win differences of AI3, a row an opponent and order.

    Columns ``opponent``, ``mover`` ("AI3" or "opponent"), ``printed``, and from the authors'
    30-game series ``wins``, ``losses``, ``ties``, ``recounted`` (nan where the series is lost).
    """
    printed = printed_differences().melt("opponent", var_name="column", value_name="printed")
    printed["mover"] = printed.pop("column").map({"delta_win_1": "AI3", "delta_win_2": "opponent"})
    short = authors_series().query("games == 30")
    counted = pd.DataFrame(
        {
            "opponent": short["number_2"],
            "mover": short["first_mover"].map({1: "AI3", 2: "opponent"}),
            "wins": short["wins_1"],
            "losses": short["wins_2"],
            "ties": short["ties"],
            "recounted": short["wins_1"] - short["wins_2"],
        }
    )
    return printed.merge(counted, how="left", on=["opponent", "mover"])
