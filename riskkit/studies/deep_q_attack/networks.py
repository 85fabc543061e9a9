"""Trained networks as the tables of the trainings keep them: weights, losses, decisions."""

import json

import numpy as np
import pandas as pd

from riskkit.agents.deep_q import pairs
from riskkit.agents.deep_q.network import greedy_table
from riskkit.studies.deep_q_attack import exact


def networks(data: pd.DataFrame, game: int | None = None) -> dict:
    """Return the weights after so many games (at each training's end unless given), by (seed, seat)."""
    part = data[data["kind"] == "weights"]
    if game is not None and not (part["game"] == game).any():
        kept = ", ".join(f"{at:,}" for at in sorted(part["game"].unique()))
        raise ValueError(f"no weights were kept after game {game!r}; kept are those after {kept}")
    wanted = part.groupby("seed")["game"].transform("max") if game is None else game
    part = part[part["game"] == wanted]
    keys = zip(part["seed"], part["seat"])
    return {key: np.array(json.loads(text), np.float32) for key, text in zip(keys, part["values"])}


def losses(data: pd.DataFrame) -> pd.DataFrame:
    """Return the losses of a training: ``seed, seat, game, loss, turns``."""
    part = data[data["kind"] == "loss"]
    values = np.array([json.loads(text) for text in part["values"]], float)
    return part[["seed", "seat", "game"]].assign(loss=values[:, 0], turns=values[:, 1]).reset_index(drop=True)


def lengths(data: pd.DataFrame) -> pd.DataFrame:
    """Return how long each training was.

    Returns
    -------
    DataFrame
        ``seed, games, decisions`` (of both learners), ``turns, capped`` (mean turns of the last
        games, at most 100, and the share of them at the cap).
    """
    rows = []
    for seed, part in data[data["seat"] == 0].groupby("seed"):
        both = data[(data["seed"] == seed) & (data["kind"] == "counts")]
        made = sum(json.loads(text)[0] for text in both["values"])
        last = np.array([json.loads(text) for text in part.loc[part["kind"] == "loss", "values"]][-4:], float)
        turns, capped = last[:, 1].mean(), last[:, 2].mean()
        rows.append({"seed": seed, "games": part["game"].max(), "decisions": made, "turns": turns, "capped": capped})
    return pd.DataFrame(rows)


def surfaces(data: pd.DataFrame, game: int | None = None) -> pd.DataFrame:
    """Return the greedy decisions of simple networks: ``seed, seat, attacker_troops, defender_troops, attack``."""
    rows = []
    for (seed, seat), weights in networks(data, game).items():
        table = greedy_table(weights)
        for a in range(1, pairs.MOST):
            for d in range(pairs.MOST):
                rows.append((seed, seat, a + 1, d + 1, int(table[a, d])))
    return pd.DataFrame(rows, columns=["seed", "seat", "attacker_troops", "defender_troops", "attack"])


def agreements(data: pd.DataFrame, table, game: int | None = None) -> pd.DataFrame:
    """Return in how many of 90 cells each network agrees with a table: ``seed, seat, cells``."""
    found = [
        (seed, seat, exact.agreement(greedy_table(weights), table))
        for (seed, seat), weights in networks(data, game).items()
    ]
    return pd.DataFrame(found, columns=["seed", "seat", "cells"])


def between(data: pd.DataFrame) -> np.ndarray:
    """Return in how many cells each pair of trained simple networks agrees."""
    tables = [greedy_table(weights) for weights in networks(data).values()]
    return np.array([exact.agreement(one, two) for k, one in enumerate(tables) for two in tables[:k]])


def typical(data: pd.DataFrame) -> np.ndarray:
    """Return the trained simple network whose agreement with all others is the median one."""
    found = networks(data)
    tables = {key: greedy_table(weights) for key, weights in found.items()}
    shared = {
        key: np.mean([exact.agreement(table, other) for other in tables.values()]) for key, table in tables.items()
    }
    ranked = sorted(shared, key=lambda key: (shared[key], key))
    return found[ranked[len(ranked) // 2]]


def attacking(data: pd.DataFrame) -> np.ndarray:
    """Return the network of seat 0 of the first training that still attacks.

    Its bots play fewer than half of their last games to the cap; if there is no such training,
    the first one.
    """
    length = lengths(data)
    seeds = length.loc[length["capped"] < 0.5, "seed"]
    return networks(data)[min(seeds, default=length["seed"].min()), 0]
