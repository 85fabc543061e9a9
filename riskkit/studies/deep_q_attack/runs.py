"""Training and games behind the deep Q study, each table stored under its settings."""

import json
from dataclasses import asdict
from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit import paths, scale, store
from riskkit.agents import deep_q, pairs, td
from riskkit.agents.weights import save
from riskkit.errors import check_name
from riskkit.experiment import match, series
from riskkit.learning import mlp
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

PAIRINGS = (
    ("simple", "random"),
    ("simple", "td"),
    ("random", "td"),
    ("full", "random"),
    ("simple", "full"),
)
"""The five pairings of section 4.4, in the order of figure 15."""

WORKERS = 2


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


def replay(reading: str = "mixed", game: int = 25) -> bool:
    """Return whether training the first games again gives the stored weights, bit by bit."""
    data = training(reading)
    seed = int(data["seed"].min())
    ours = [learner(SETTINGS[reading], ASKING[reading], 2 * seed + seat) for seat in range(2)]
    train(ours, game, seed, RULES[reading])
    kept = networks(data, game)
    return all(np.array_equal(kept[seed, seat], made.nets[NETWORK]) for seat, made in enumerate(ours))


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


def surfaces(data: pd.DataFrame, game: int | None = None) -> pd.DataFrame:
    """Return the greedy decisions of simple networks: ``seed, seat, attacker_troops, defender_troops, attack``."""
    rows = []
    for (seed, seat), weights in networks(data, game).items():
        table = deep_q.greedy_table(weights)
        for a in range(1, pairs.MOST):
            for d in range(pairs.MOST):
                rows.append((seed, seat, a + 1, d + 1, int(table[a, d])))
    return pd.DataFrame(rows, columns=["seed", "seat", "attacker_troops", "defender_troops", "attack"])


@lru_cache(maxsize=4)
def printed(game: int) -> np.ndarray:
    """Return the printed decision surface of game 0 or 10,000, shape (9, 10)."""
    check_name("game", str(game), ("0", "10000"))
    data = pd.read_csv(paths.published(f"deep_q_decision_surface_game{game}.csv"))
    return data.pivot(index="attacker_troops", columns="defender_troops", values="attack").to_numpy()


def agreements(data: pd.DataFrame, table, game: int | None = None) -> pd.DataFrame:
    """Return in how many of 90 cells each network agrees with a table: ``seed, seat, cells``."""
    found = [
        (seed, seat, exact.agreement(deep_q.greedy_table(weights), table))
        for (seed, seat), weights in networks(data, game).items()
    ]
    return pd.DataFrame(found, columns=["seed", "seat", "cells"])


def untrained(count: int = 2_000) -> np.ndarray:
    """Return how many cells of the printed surface of game 0 random first networks agree with."""
    net = mlp.layout((2, 3, 2), ("tanh", "linear"))
    target = printed(0)
    return np.array(
        [
            exact.agreement(deep_q.greedy_table(mlp.parameters(net, SEED + k)), target)
            for k in range(scale.games(count, 100))
        ]
    )


def typical(reading: str) -> np.ndarray:
    """Return the trained simple network whose agreement with all others is the median one."""
    found = networks(training(reading))
    tables = {key: deep_q.greedy_table(weights) for key, weights in found.items()}
    others = tables.values()
    shared = {key: np.mean([exact.agreement(table, other) for other in others]) for key, table in tables.items()}
    ranked = sorted(shared, key=lambda key: (shared[key], key))
    return found[ranked[len(ranked) // 2]]


def bots(reading: str) -> dict:
    """Return the bots of a reading by name: simple, full, random, td, exact, position."""
    asking = ASKING[reading]
    made = {
        "random": pairs.random_bot(asking, name="random"),
        "td": td.bot(TD[reading], "td"),
        "exact": pairs.table_bot("exact", OPTIMUM[reading].attack, asking),
        "simple": deep_q.network_bot("simple", typical(reading), "simple", asking=asking),
    }
    if reading == "mixed":
        for name, features in (("full", "pair"), ("position", "position")):
            weights = networks(full_training(features))
            made[name] = deep_q.network_bot(name, weights[SEED, 0], features, asking=asking)
    return made


def _played(lineup, games, seed, rules):
    if any(agent.persistent for agent in lineup):
        found = series(lineup, games, 1, seed, rules=rules, workers=1).games
    else:
        found = match(lineup, games, seed, rules=rules, workers=1)
    won = (found["winner"] == 0).fillna(False).to_numpy(bool)
    lost = (found["winner"] == 1).fillna(False).to_numpy(bool)
    lead = found["territories_0"].to_numpy() > found["territories_1"].to_numpy()
    return {
        "games": games,
        "wins_a": int(won.sum()),
        "wins_b": int(lost.sum()),
        "draws": int((~won & ~lost).sum()),
        "ahead_a": int((~won & ~lost & lead).sum()),
        "turns": float(found["turns"].mean()),
    }


def pairings(reading: str = "mixed") -> pd.DataFrame:
    """Return the pairings of figure 15, and those of the exact rule, 10,000 games each.

    Networks play greedily after training; TD bots learn while they play, one chain of
    games for each of 10 blocks of 1,000.

    Returns
    -------
    DataFrame
        A row for each pairing and block: ``a, b, block, games, wins_a, wins_b, draws,
        ahead_a`` (draws in which a held more territories), ``turns``.
    """
    made = bots(reading)
    games = scale.games(1_000, 50)
    more = [("exact", "random"), ("exact", "td"), ("exact", "simple"), ("exact", "full")]
    more += [("position", "random"), ("simple", "position"), ("full", "td")]
    chosen = [pair for pair in (*PAIRINGS, *more) if pair[0] in made and pair[1] in made]
    settings = {
        "agents": {name: [bot.parameters, asdict(TD[reading]) if name == "td" else None] for name, bot in made.items()},
        "rules": RULES[reading].to_dict(),
        "games": games,
        "seed": SEED,
        "pairings": chosen,
    }
    tasks = [(a, b, block) for a, b in chosen for block in range(10)]

    def play(task):
        a, b, block = task
        row = _played([made[a], made[b]], games, SEED + block, RULES[reading])
        return pd.DataFrame([{"a": a, "b": b, "block": block, **row}])

    return store.blocks("deep_q_attack/pairings", settings, tasks, play, WORKERS, progress=False)


def dominance(reading: str = "mixed") -> pd.DataFrame:
    """Return the armies of both sides by round in 1,000 games of self-play of the trained bot.

    Returns
    -------
    DataFrame
        A row for each game and round: ``game, round, armies_0, armies_1, winner``.
    """
    bot = bots(reading)["simple"]
    games = scale.games(1_000, 50)
    settings = {"weights": bot.parameters, "rules": RULES[reading].to_dict(), "games": games, "seed": SEED}

    def play():
        found = match([bot, bot], games, SEED, rules=RULES[reading], workers=1, record=True)
        last = found.series.groupby(["game", "round", "seat"], as_index=False)["armies"].last()
        wide = last.pivot(index=["game", "round"], columns="seat", values="armies").reset_index()
        wide.columns = ["game", "round", "armies_0", "armies_1"]
        winner = found.games.set_index("game")["winner"].astype("float").fillna(-1).astype(int)
        return wide.assign(winner=wide["game"].map(winner))

    return store.stored("deep_q_attack/dominance", settings, play)


def ship() -> list:
    """Write the trained networks that `riskkit.agents.load` finds by name; return the files."""
    found = []
    for name, features in (("deep_q_simple", "simple"), ("deep_q_pair", "pair"), ("deep_q_position", "position")):
        if features == "simple":
            weights = typical("mixed")
        else:
            weights = networks(full_training(features))[SEED, 0]
        found.append(
            save(
                name,
                kind="deep_q",
                features=deep_q.FEATURES[features],
                weights=weights,
                hidden=3,
                asking=asdict(ASKING["mixed"]),
                about="Trained where the attacker wins tied dice; see notebook 04_deep_q_attack.",
            )
        )
    return found
