"""What the source prints: two attack tables, a curve of losses, five pairings."""

from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit.errors import check_name
from riskkit.results import paths


@lru_cache(maxsize=4)
def surface(game: int) -> np.ndarray:
    """Return the printed attack table of game 0 or 10,000, shape (9, 10)."""
    check_name("game", str(game), ("0", "10000"))
    data = pd.read_csv(paths.published(f"deep_q_decision_surface_game{game}.csv"))
    return data.pivot(index="attacker_troops", columns="defender_troops", values="attack").to_numpy()


def losses() -> pd.DataFrame:
    """Return the printed curve of losses: ``game, loss``."""
    return pd.read_csv(paths.published("deep_q_loss.csv"))


def loss_levels() -> dict[str, float]:
    """Return the printed loss at its ``start``, and its ``level``: the mean after 300 games."""
    printed = losses()
    level = printed.loc[printed["game"] > 300, "loss"].mean()
    return {"start": float(printed["loss"].iloc[0]), "level": float(level)}


def pairings() -> pd.DataFrame:
    """Return the printed pairings: ``a, b, wins_a, wins_b, rate`` (of the first bot), with our names of the bots."""
    printed = pd.read_csv(paths.published("deep_q_comparison.csv"))
    names = {"simple_dqn": "simple", "dqn": "full", "td": "td", "random": "random"}
    found = printed.assign(a=printed["bot_a"].map(names), b=printed["bot_b"].map(names))
    return found.assign(rate=found["wins_a"] / (found["wins_a"] + found["wins_b"]))
