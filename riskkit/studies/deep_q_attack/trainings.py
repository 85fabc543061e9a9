"""Readings and trainings of the deep Q study, each table stored under its settings."""

import json
from dataclasses import asdict
from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit import paths, scale, store
from riskkit.agents import deep_q, pairs, td
from riskkit.errors import check_name
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack import exact
from riskkit.studies.deep_q_attack.training import DECISIONS, NETWORK, SAMPLES, learner, train
from riskkit.studies.td_lambda.runs import RULES as BOTH_RULES

READINGS = ("described", "mixed", "as run")
RULES: dict[str, Rules] = {
    "described": BOTH_RULES["described"],
    "mixed": BOTH_RULES["as run"],
    "as run": BOTH_RULES["as run"],
}
SETTINGS = {"described": deep_q.DESCRIBED, "mixed": deep_q.DESCRIBED, "as run": deep_q.AS_RUN}
ASKING = {"described": pairs.DESCRIBED, "mixed": pairs.DESCRIBED, "as run": pairs.AS_RUN}
TD = {"described": td.DESCRIBED, "mixed": td.AS_RUN, "as run": td.AS_RUN}
OPTIMUM = {
    "described": exact.optimum(follow=0),
    "mixed": exact.optimum(ties="attacker"),
    "as run": exact.optimum(ties="attacker", moved=True),
}
"""The exact optimum under each reading's dice, reward and armies that follow."""

GAMES = 10_000
SEED = 20_202
BLOCK = 25
POINTS = (0, 25, 100, 300, 1_000, 3_000, 10_000)
SEEDS = {"described": 3, "mixed": 8, "as run": 3}
LENGTHS = {"described": 50, "mixed": GAMES, "as run": 50}
"""Training games by reading: described and as run the bots soon stop attacking, and games run to the cap."""

WORKERS = 2


@lru_cache(maxsize=4)
def printed(game: int) -> np.ndarray:
    """Return the printed decision surface of game 0 or 10,000, shape (9, 10)."""
    check_name("game", str(game), ("0", "10000"))
    data = pd.read_csv(paths.published(f"deep_q_decision_surface_game{game}.csv"))
    return data.pivot(index="attacker_troops", columns="defender_troops", values="attack").to_numpy()


def _train(reading: str, settings: deep_q.Settings, seed: int, games: int) -> pd.DataFrame:
    """Return a training as one long table: losses every 25 games and weights at `POINTS`."""
    ours = [learner(settings, ASKING[reading], 2 * seed + seat) for seat in range(2)]
    rows = []

    def note(game):
        for seat, made in enumerate(ours):
            rows.append({"kind": "weights", "seat": seat, "game": game, "values": made.nets[NETWORK].tolist()})

    note(0)
    stops = sorted({p for p in POINTS if 0 < p <= games} | {games})
    done = 0
    for stop in stops:
        played = train(ours, stop - done, seed, RULES[reading], start=done).games
        for first in range(done, stop, BLOCK):
            part = played[(played["game"] >= first) & (played["game"] < first + BLOCK)]
            for seat in range(2):
                rows.append(
                    {
                        "kind": "loss",
                        "seat": seat,
                        "game": first + BLOCK,
                        "values": [float(part[f"loss_{seat}"].mean()), float(part["turns"].mean())],
                    }
                )
        done = stop
        note(done)
    for seat, made in enumerate(ours):
        counts = [int(made.counts[DECISIONS]), int(made.counts[SAMPLES])]
        rows.append({"kind": "counts", "seat": seat, "game": games, "values": counts})
    frame = pd.DataFrame(rows)
    frame.insert(0, "seed", seed)
    frame["values"] = frame["values"].map(json.dumps)
    return frame


def training(reading: str = "mixed") -> pd.DataFrame:
    """Return self-play trainings of two learners on the simple features, at the published 10,000 games.

    Parameters
    ----------
    reading
        ``"described"``, ``"mixed"`` or ``"as run"``.

    Returns
    -------
    DataFrame
        ``seed, kind, seat, game, values`` (JSON): losses (mean of half the squared error, and
        mean turns) every 25 games, weights at games 0, 25, 100, ..., counts at the end
        (decisions, samples learned from).
    """
    check_name("reading", reading, READINGS)
    settings = SETTINGS[reading]
    games, seeds = scale.games(LENGTHS[reading], 100), scale.games(SEEDS[reading], 1)
    keyed = {
        "learner": settings.to_dict(),
        "asking": asdict(ASKING[reading]),
        "rules": RULES[reading].to_dict(),
        "games": games,
        "seeds": seeds,
        "seed": SEED,
    }
    return store.blocks(
        "deep_q_attack/training",
        keyed,
        [SEED + k for k in range(seeds)],
        lambda seed: _train(reading, settings, seed, games),
        WORKERS,
        progress=False,
    )


def full_training(features: str = "pair") -> pd.DataFrame:
    """Return a training on the full features, 2,000 games against the random bot (mixed reading).

    In self-play some of these networks soon stop attacking and games run to the cap, so that
    nothing is learned (see `full_self_play`); the random bot keeps the game going.

    Returns
    -------
    DataFrame
        As `training`; only seat 0 learns.
    """
    check_name("features", features, ("pair", "position"))
    settings = SETTINGS["mixed"].replace(features=features)
    games = scale.games(2_000, 50)

    def compute():
        made = learner(settings, ASKING["mixed"], SEED)
        played = train([made, pairs.random_bot(ASKING["mixed"])], games, SEED, RULES["mixed"]).games
        rows = [{"kind": "weights", "seat": 0, "game": games, "values": made.nets[NETWORK].tolist()}]
        for first in range(0, games, BLOCK):
            part = played.iloc[first : first + BLOCK]
            values = [float(part["loss_0"].mean()), float(part["turns"].mean())]
            rows.append({"kind": "loss", "seat": 0, "game": first + BLOCK, "values": values})
        frame = pd.DataFrame(rows)
        frame.insert(0, "seed", SEED)
        frame["values"] = frame["values"].map(json.dumps)
        return frame

    keyed = {"learner": settings.to_dict(), "rules": RULES["mixed"].to_dict(), "games": games, "seed": SEED}
    return store.stored("deep_q_attack/full_training", keyed, compute)


def full_self_play() -> pd.DataFrame:
    """Return what self-play on the full features comes to: 20 games of 3 trainings each.

    Returns
    -------
    DataFrame
        ``features, seed, turns`` (mean of the last 10 games), ``capped`` (share of them that
        ran to the cap).
    """
    kinds, seeds = ("pair", "position"), range(SEED, SEED + scale.games(3, 1))

    def block(task):
        features, seed = task
        settings = SETTINGS["mixed"].replace(features=features)
        ours = [learner(settings, ASKING["mixed"], 2 * seed + seat) for seat in range(2)]
        last = train(ours, 20, seed, RULES["mixed"]).games.tail(10)
        row = {
            "features": features,
            "seed": seed,
            "turns": last["turns"].mean(),
            "capped": last["winner"].isna().mean(),
        }
        return pd.DataFrame([row])

    keyed = {"learner": SETTINGS["mixed"].to_dict(), "rules": RULES["mixed"].to_dict(), "seeds": list(seeds)}
    tasks = [(features, seed) for features in kinds for seed in seeds]
    return store.blocks("deep_q_attack/full_self_play", keyed, tasks, block, WORKERS, progress=False)


DEFAULTS = {
    "as trained": {},
    "one step a batch": {"updates": "mini-batch"},
    "discount 0": {"discount": 0.0},
    "8 hidden units": {"hidden": 8},
    "rate 0.01": {"rate": 0.01},
    "turned round 0.2": {"flip": 0.2},
    "nothing follows a conquest": {"ends": True},
    "moved armies count as lost": {"losses": "armies lost or moved"},
    "means begin at zero": {"fresh_moments": True},
    "wrong inputs": {"wrong_inputs": True},
}
"""Changes whose weight `sensitivity` measures, one at a time, under the mixed reading."""


def sensitivity() -> pd.DataFrame:
    """Return trainings of 300 games, two networks each, with one default changed at a time.

    Returns
    -------
    DataFrame
        ``change, seat, attacked`` (cells of 90), ``printed`` and ``optimum`` (cells that agree
        with the printed surface and with the exact optimum), ``loss`` and ``turns`` (means of
        the last 30 games). A training whose games run to the cap stops there.
    """
    games = scale.games(300, 50)

    def block(change):
        settings = SETTINGS["mixed"].replace(**DEFAULTS[change])
        ours = [learner(settings, ASKING["mixed"], 2 * SEED + seat) for seat in range(2)]
        done, played = 0, []
        while done < games:
            played.append(train(ours, games // 10, SEED, RULES["mixed"], start=done).games)
            done += games // 10
            if played[-1]["turns"].mean() > 150:
                break
        rows = []
        for seat, made in enumerate(ours):
            table = deep_q.greedy_table(made.nets[NETWORK], settings.hidden)
            rows.append(
                {
                    "change": change,
                    "seat": seat,
                    "games": done,
                    "attacked": int(table[1:].sum()),
                    "printed": exact.agreement(table, printed(10_000)),
                    "optimum": exact.agreement(table, OPTIMUM["mixed"].attack),
                    "loss": float(played[-1][f"loss_{seat}"].mean()),
                    "turns": float(played[-1]["turns"].mean()),
                }
            )
        return pd.DataFrame(rows)

    settings = {
        "learner": SETTINGS["mixed"].to_dict(),
        "changes": DEFAULTS,
        "rules": RULES["mixed"].to_dict(),
        "games": games,
        "seed": SEED,
    }
    return store.blocks("deep_q_attack/sensitivity", settings, list(DEFAULTS), block, WORKERS, progress=False)


def losses(data: pd.DataFrame) -> pd.DataFrame:
    """Return the losses of a training: ``seed, seat, game, loss, turns``."""
    part = data[data["kind"] == "loss"]
    values = np.array([json.loads(text) for text in part["values"]], float)
    return part[["seed", "seat", "game"]].assign(loss=values[:, 0], turns=values[:, 1]).reset_index(drop=True)


def networks(data: pd.DataFrame, game: int | None = None) -> dict:
    """Return the weights after so many games (the last unless given), by (seed, seat)."""
    part = data[data["kind"] == "weights"]
    part = part[part["game"] == (part["game"].max() if game is None else game)]
    return {(row.seed, row.seat): np.array(json.loads(row.values_), np.float32) for row in _rows(part)}


def _rows(part):
    return part.rename(columns={"values": "values_"}).itertuples()
