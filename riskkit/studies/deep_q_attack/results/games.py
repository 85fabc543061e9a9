"""Games of trained bots, the exact rule, TD bots and random bots, each table stored under its settings."""

from dataclasses import asdict
from typing import Any

import pandas as pd

from riskkit.agents import deep_q, load, td
from riskkit.agents.deep_q import pairs
from riskkit.agents.weights import STUDIED
from riskkit.agents.weights.files import for_shipping, save
from riskkit.errors import check_integer, check_name
from riskkit.games.bulk import match, series, win_rates
from riskkit.results import store
from riskkit.studies.deep_q_attack import exact
from riskkit.studies.deep_q_attack.loops.learner import learner
from riskkit.studies.deep_q_attack.loops.training import train
from riskkit.studies.deep_q_attack.networks import attacking, networks, typical
from riskkit.studies.deep_q_attack.results.trainings import LOOPS, full_origin, full_training, origin, training
from riskkit.studies.deep_q_attack.settings import (
    ASKING,
    CHANCES,
    LEARNERS,
    MORE_PAIRINGS,
    PAIRING_BLOCKS,
    PAIRINGS,
    READINGS,
    RULES,
    SEED,
    TD_BOTS,
    sizes,
)

WORKERS = 2
FULL = ("pair", "position")
"""The features of the bots "full" and "position"."""


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
        if block is None:
            return typical_one(data)
        found = networks(data)
        seeds = sorted({seed for seed, _ in found})
        return found[seeds[block % len(seeds)], 0]

    simple = trained(training(reading), typical)
    made = {
        "random": pairs.make(0.5, asking=asking, name="random"),
        "td": td.make(TD_BOTS[reading], name="td"),
        "exact": pairs.make(exact.of_reading(reading).attack, asking=asking, name="exact"),
        "simple": deep_q.make(simple, features="simple", asking=asking, name="simple"),
    }
    if reading == "mixed":
        for name, features in zip(("full", "position"), FULL):
            weights = trained(full_training(features), attacking)
            made[name] = deep_q.make(weights, features=features, asking=asking, name=name)
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
    made = [bots(reading, block) for block in range(PAIRING_BLOCKS[reading])]
    games = sizes().pairing_games[reading]
    chosen = [pair for pair in (*PAIRINGS, *MORE_PAIRINGS) if pair[0] in made[0] and pair[1] in made[0]]
    settings = {
        "bots": {
            "training": origin(reading),
            "full": [full_origin(name) for name in FULL] if "full" in made[0] else [],
        },
        "td": TD_BOTS[reading],
        "rules": RULES[reading],
        "games": games,
        "seed": SEED,
        "pairings": chosen,
    }
    tasks = [(a, b, block) for a, b in chosen for block in range(PAIRING_BLOCKS[reading])]

    def play(task):
        a, b, block = task
        row = _played([made[block][a], made[block][b]], games, SEED + block, RULES[reading])
        return pd.DataFrame([{"a": a, "b": b, "block": block, **row}])

    return store.blocks("deep_q_attack/pairings", settings, tasks, play, WORKERS, progress=False, by=LOOPS.values())


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
    games, chains = sizes().games, sizes().chains
    learners = {"simple": LEARNERS["mixed"], "full": LEARNERS["mixed"].replace(features="pair")}
    others = {
        "random": pairs.make(0.5, asking=ASKING["mixed"], name="random"),
        "td": td.make(TD_BOTS["mixed"], name="td"),
    }

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
        "learners": learners,
        "td": TD_BOTS["mixed"],
        "asking": ASKING["mixed"],
        "rules": RULES["mixed"],
        "games": games,
        "chains": chains,
        "seed": SEED,
    }
    tasks = [(a, b, block) for a, b in PAIRINGS for block in range(chains)]
    by = LOOPS.values()
    return store.blocks("deep_q_attack/learning_pairings", settings, tasks, play, WORKERS, False, fresh, by)


def random_chances() -> pd.DataFrame:
    """Return the trained bot's wins against random bots that say yes more or less often.

    Returns
    -------
    DataFrame
        ``chance`` (to say yes to a pair), and the columns of `pairings` (1,000 games each, mixed
        reading).
    """
    simple, games = bots("mixed")["simple"], sizes().bot_games

    def play(chance):
        rival = pairs.make(chance, asking=ASKING["mixed"], name="random")
        return pd.DataFrame([{"chance": chance, **_played([simple, rival], games, SEED, RULES["mixed"])}])

    settings = {"weights_of": origin("mixed"), "rules": RULES["mixed"], "games": games, "seed": SEED}
    settings |= {"chances": CHANCES}
    by = LOOPS.values()
    return store.blocks("deep_q_attack/random_chances", settings, CHANCES, play, WORKERS, progress=False, by=by)


def dominance(reading: str = "mixed") -> pd.DataFrame:
    """Return the armies of both sides by round in 1,000 games of self-play of the trained bot.

    Returns
    -------
    DataFrame
        A row for each game and round: ``game, round, armies_0, armies_1, winner``.
    """
    bot, games = bots(reading)["simple"], sizes().bot_games
    settings = {"weights_of": origin(reading), "rules": RULES[reading], "games": games, "seed": SEED}

    def play():
        found = match([bot, bot], games, SEED, rules=RULES[reading], workers=1, record=True)
        last = found.series.groupby(["game", "round", "seat"], as_index=False)["armies"].last()
        wide = last.pivot(index=["game", "round"], columns="seat", values="armies").reset_index()
        wide.columns = ["game", "round", "armies_0", "armies_1"]
        winner = found.games.set_index("game")["winner"].astype("float").fillna(-1).astype(int)
        return wide.assign(winner=wide["game"].map(winner))

    return store.stored("deep_q_attack/dominance", settings, play, by=LOOPS.values())


def shipped() -> pd.DataFrame:
    """Return the games of each shipped bot against the random bot, played now: ``agent, games, rate, low, high``."""
    rows = []
    for name in STUDIED:
        games = match([load(name), "random_pairs"], sizes().shipped_games, SEED, rules=RULES["mixed"])
        rows.append(win_rates(games).iloc[[0]][["games", "rate", "low", "high"]].assign(agent=name))
    return pd.concat(rows, ignore_index=True)[["agent", "games", "rate", "low", "high"]]


def ship(where=None) -> list:
    """Write what `riskkit.agents.load` finds by name: the trained networks and the exact rule; return the files.

    Parameters
    ----------
    where
        Folder; that of the shipped weights unless given, which is written in a checkout only.
    """
    more: dict[str, Any] = {"where": for_shipping(where), "overwrite": True, "asking": asdict(ASKING["mixed"])}
    trained = {"simple": typical(training("mixed"))}
    trained |= {features: attacking(full_training(features)) for features in ("pair", "position")}
    found = []
    for features, weights in trained.items():
        about = (
            f"A network on the {features!r} features, trained where the attacker wins ties (notebook 04_deep_q_attack)."
        )
        made: dict[str, Any] = {
            "kind": "deep_q",
            "features": deep_q.FEATURES[features],
            "weights": weights,
            "about": about,
            "hidden": 3,
        }
        found.append(save(f"deep_q_{features}", **made, **more))
    about = "The exact optimum for the deep Q reward where the attacker wins ties (notebook 04_deep_q_attack)."
    rule = exact.of_reading("mixed").attack
    made = {"kind": "pairs", "features": deep_q.FEATURES["simple"], "weights": rule, "about": about}
    return [*found, save("exact_attack", **made, **more)]
