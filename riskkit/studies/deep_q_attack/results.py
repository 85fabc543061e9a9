"""Surfaces, bots and games of the deep Q study, each table stored under its settings."""

from dataclasses import asdict

import numpy as np
import pandas as pd

from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q import pairs
from riskkit.agents.td import agent as td
from riskkit.agents.weights.files import for_shipping, save
from riskkit.errors import check_integer, check_name
from riskkit.games.bulk import match, series
from riskkit.learning import mlp
from riskkit.results import scale, store
from riskkit.studies.deep_q_attack import exact
from riskkit.studies.deep_q_attack.loops.learner import learner
from riskkit.studies.deep_q_attack.loops.training import train
from riskkit.studies.deep_q_attack.trainings import (
    ASKING,
    BLOCK,
    FULL_SEEDS,
    GAMES,
    OPTIMUM,
    READINGS,
    RULES,
    SEED,
    SETTINGS,
    TD,
    WORKERS,
    full_training,
    lengths,
    losses,
    networks,
    printed,
    sensitivity,
    training,
)

__all__ = [
    "ASKING",
    "BLOCK",
    "FULL_SEEDS",
    "GAMES",
    "OPTIMUM",
    "PAIRINGS",
    "READINGS",
    "RULES",
    "SEED",
    "SETTINGS",
    "TD",
    "WORKERS",
    "agreements",
    "bots",
    "dominance",
    "full_network",
    "full_training",
    "learning_pairings",
    "lengths",
    "losses",
    "networks",
    "pairings",
    "printed",
    "random_chances",
    "replay",
    "sensitivity",
    "ship",
    "surfaces",
    "training",
    "typical",
    "untrained",
]

PAIRINGS = (
    ("simple", "random"),
    ("simple", "td"),
    ("random", "td"),
    ("full", "random"),
    ("simple", "full"),
)
"""The five pairings of section 4.4, in the order of figure 15."""


BLOCKS = {"described": 5, "mixed": 10, "as run": 10}
"""Blocks that the 10,000 games of a pairing are divided into, each with another training's networks."""


def replay(reading: str = "mixed", game: int = 25) -> bool:
    """Return whether training the first games again gives the stored weights, bit by bit."""
    data = training(reading)
    seed = int(data["seed"].min())
    ours = [learner(SETTINGS[reading], ASKING[reading], 2 * seed + seat) for seat in range(2)]
    train(ours, game, seed, RULES[reading])
    kept = networks(data, game)
    return all(np.array_equal(kept[seed, seat], made.weights()) for seat, made in enumerate(ours))


def surfaces(data: pd.DataFrame, game: int | None = None) -> pd.DataFrame:
    """Return the greedy decisions of simple networks: ``seed, seat, attacker_troops, defender_troops, attack``."""
    rows = []
    for (seed, seat), weights in networks(data, game).items():
        table = deep_q.greedy_table(weights)
        for a in range(1, pairs.MOST):
            for d in range(pairs.MOST):
                rows.append((seed, seat, a + 1, d + 1, int(table[a, d])))
    return pd.DataFrame(rows, columns=["seed", "seat", "attacker_troops", "defender_troops", "attack"])


def agreements(data: pd.DataFrame, table, game: int | None = None) -> pd.DataFrame:
    """Return in how many of 90 cells each network agrees with a table: ``seed, seat, cells``."""
    found = [
        (seed, seat, exact.agreement(deep_q.greedy_table(weights), table))
        for (seed, seat), weights in networks(data, game).items()
    ]
    return pd.DataFrame(found, columns=["seed", "seat", "cells"])


def untrained(count: int = 2_000) -> np.ndarray:
    """Return how many cells of the printed surface of game 0 random first networks agree with."""
    check_integer("count", count, 1)
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


def full_network(features: str = "pair") -> np.ndarray:
    """Return the trained network on full features that is shipped: seat 0 of the first training that still attacks.

    Its bots play fewer than half of their last games to the cap; if there is no such training,
    the first one.
    """
    data = full_training(features)
    length = lengths(data)
    attacking = length.loc[length["capped"] < 0.5, "seed"]
    return networks(data)[min(attacking, default=length["seed"].min()), 0]


def bots(reading: str, block: int | None = None) -> dict:
    """Return the bots of a reading by name: simple, full, random, td, exact, position.

    Parameters
    ----------
    reading
        ``"described"``, ``"mixed"`` or ``"as run"``.
    block
        The networks are those of this training (seat 0); the typical ones if left out.
    """
    asking = ASKING[check_name("reading", reading, READINGS)]
    if block is not None:
        check_integer("block", block, 0)

    def trained(data, typical_one):
        found = networks(data)
        seeds = sorted({seed for seed, _ in found})
        return typical_one() if block is None else found[seeds[block % len(seeds)], 0]

    simple = trained(training(reading), lambda: typical(reading))
    made = {
        "random": pairs.random_bot(asking, name="random"),
        "td": td.bot(TD[reading], "td"),
        "exact": pairs.table_bot("exact", OPTIMUM[reading].attack, asking),
        "simple": deep_q.network_bot("simple", simple, "simple", asking=asking),
    }
    if reading == "mixed":
        for name, features in (("full", "pair"), ("position", "position")):
            weights = trained(full_training(features), lambda features=features: full_network(features))
            made[name] = deep_q.network_bot(name, weights, features, asking=asking)
    return made


def _counted(found) -> dict:
    won = (found["winner"] == 0).fillna(False).to_numpy(bool)
    lost = (found["winner"] == 1).fillna(False).to_numpy(bool)
    lead = found["territories_0"].to_numpy() > found["territories_1"].to_numpy()
    return {
        "games": len(found),
        "wins_a": int(won.sum()),
        "wins_b": int(lost.sum()),
        "draws": int((~won & ~lost).sum()),
        "ahead_a": int((~won & ~lost & lead).sum()),
        "turns": float(found["turns"].mean()),
    }


def _played(lineup, games, seed, rules):
    if any(agent.persistent for agent in lineup):
        return _counted(series(lineup, games, 1, seed, rules=rules, workers=1).games)
    return _counted(match(lineup, games, seed, rules=rules, workers=1))


def pairings(reading: str = "mixed") -> pd.DataFrame:
    """Return the pairings of figure 15, and those of the exact rule, 10,000 games each.

    In each of 10 blocks of 1,000 games (described: 5 of 2,000) another training's networks
    play, greedily; TD bots learn while they play, one chain of games a block.

    Returns
    -------
    DataFrame
        A row for each pairing and block: ``a, b, block, games, wins_a, wins_b, draws,
        ahead_a`` (draws in which a held more territories), ``turns``.
    """
    check_name("reading", reading, READINGS)
    made = [bots(reading, block) for block in range(BLOCKS[reading])]
    games = scale.games(GAMES // BLOCKS[reading], 50)
    more = [("exact", "random"), ("exact", "td"), ("exact", "simple"), ("exact", "full")]
    more += [("position", "random"), ("simple", "position"), ("full", "td")]
    chosen = [pair for pair in (*PAIRINGS, *more) if pair[0] in made[0] and pair[1] in made[0]]
    settings = {
        "agents": [{name: bot.parameters for name, bot in block.items()} for block in made],
        "td": asdict(TD[reading]),
        "rules": RULES[reading].to_dict(),
        "games": games,
        "seed": SEED,
        "pairings": chosen,
    }
    tasks = [(a, b, block) for a, b in chosen for block in range(BLOCKS[reading])]

    def play(task):
        a, b, block = task
        row = _played([made[block][a], made[block][b]], games, SEED + block, RULES[reading])
        return pd.DataFrame([{"a": a, "b": b, "block": block, **row}])

    return store.blocks("deep_q_attack/pairings", settings, tasks, play, WORKERS, progress=False)


def learning_pairings(fresh: bool = False) -> pd.DataFrame:
    """Return the pairings of figure 15 when both bots learn while they play the games counted.

    This is the other reading of "each pair was trained for 10000 games": 5 times 10,000
    games, each from new networks and weights (mixed reading). It takes half an hour of one core
    and is not computed again with the other tables.

    Parameters
    ----------
    fresh
        Compute it again.

    Returns
    -------
    DataFrame
        As `pairings`; a block is one chain of 10,000 games.
    """
    games, chains = scale.games(GAMES, 100), scale.games(5, 2)
    learners = {"simple": SETTINGS["mixed"], "full": SETTINGS["mixed"].replace(features="pair")}
    others = {"random": pairs.random_bot(ASKING["mixed"], name="random"), "td": td.bot(TD["mixed"], "td")}

    def play(task):
        a, b, block = task
        seated = [
            learner(learners[name], ASKING["mixed"], 2 * (SEED + block) + seat) if name in learners else others[name]
            for seat, name in enumerate((a, b))
        ]
        if a in learners or b in learners:
            found = train(seated, games, SEED + block, RULES["mixed"]).games
        else:
            found = series(seated, games, 1, SEED + block, rules=RULES["mixed"], workers=1).games
        return pd.DataFrame([{"a": a, "b": b, "block": block, **_counted(found)}])

    settings = {
        "learners": {name: made.to_dict() for name, made in learners.items()},
        "td": asdict(TD["mixed"]),
        "asking": asdict(ASKING["mixed"]),
        "rules": RULES["mixed"].to_dict(),
        "games": games,
        "chains": chains,
        "seed": SEED,
    }
    tasks = [(a, b, block) for a, b in PAIRINGS for block in range(chains)]
    return store.blocks("deep_q_attack/learning_pairings", settings, tasks, play, WORKERS, False, fresh)


def random_chances() -> pd.DataFrame:
    """Return the trained bot's wins against random bots that say yes more or less often.

    Returns
    -------
    DataFrame
        ``chance`` (to say yes to a pair), and the columns of `pairings` (1,000 games each, mixed
        reading).
    """
    simple = bots("mixed")["simple"]
    games = scale.games(1_000, 50)
    chances = (0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 1.0)

    def play(chance):
        rival = pairs.random_bot(ASKING["mixed"], chance, "random")
        return pd.DataFrame([{"chance": chance, **_played([simple, rival], games, SEED, RULES["mixed"])}])

    settings = {"weights": simple.parameters, "rules": RULES["mixed"].to_dict(), "games": games, "seed": SEED}
    return store.blocks(
        "deep_q_attack/random_chances", settings | {"chances": chances}, chances, play, WORKERS, progress=False
    )


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


def ship(where=None) -> list:
    """Write what `riskkit.agents.load` finds by name: the trained networks and the exact rule; return the files.

    Parameters
    ----------
    where
        Folder; that of the shipped weights unless given, which is written in a checkout only.
    """
    where = for_shipping(where)
    asking = asdict(ASKING["mixed"])
    found = []
    for name, features in (("deep_q_simple", "simple"), ("deep_q_pair", "pair"), ("deep_q_position", "position")):
        weights = typical("mixed") if features == "simple" else full_network(features)
        about = (
            f"A network on the {features!r} features, trained where the attacker wins ties (notebook 04_deep_q_attack)."
        )
        found.append(
            save(
                name,
                kind="deep_q",
                features=deep_q.FEATURES[features],
                weights=weights,
                about=about,
                where=where,
                overwrite=True,
                hidden=3,
                asking=asking,
            )
        )
    about = "The exact optimum for the deep Q reward where the attacker wins ties (notebook 04_deep_q_attack)."
    rule = OPTIMUM["mixed"].attack
    exact_rule = save(
        "exact_attack",
        kind="pairs",
        features=deep_q.FEATURES["simple"],
        weights=rule,
        about=about,
        where=where,
        overwrite=True,
        asking=asking,
    )
    return [*found, exact_rule]
