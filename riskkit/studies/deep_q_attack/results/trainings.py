"""Trainings in self-play, each table stored under its settings."""

import json

import numpy as np
import pandas as pd

from riskkit.agents.deep_q.network import greedy_table
from riskkit.errors import check_integer, check_name
from riskkit.learning import mlp
from riskkit.results import keys, store
from riskkit.studies.deep_q_attack import exact, published
from riskkit.studies.deep_q_attack.loops.lanes import LANES
from riskkit.studies.deep_q_attack.loops.learner import learner
from riskkit.studies.deep_q_attack.loops.training import train, train_together
from riskkit.studies.deep_q_attack.networks import networks
from riskkit.studies.deep_q_attack.settings import (
    ASKING,
    BLOCK,
    CHANGES,
    KEPT,
    LEARNERS,
    READINGS,
    RULES,
    SEED,
    sizes,
)

WORKERS = 2


def _course(seed: int, ours: list, games: int, enough: int | None):
    """Train (`training.Course`): one long table of losses every 25 games and weights at `KEPT`."""
    rows = []

    def note(kind, game, values):
        rows.extend({"kind": kind, "seat": seat, "game": game, "values": values(seat)} for seat in range(2))

    def weights(seat):
        return ours[seat].weights().tolist()

    note("weights", 0, weights)
    done = 0
    while done < games:
        played = yield min(BLOCK, games - done)
        done += len(played.results)
        course = [float(played.results["turns"].mean()), float((played.results["winner"] < 0).mean())]
        loss = [float(np.nanmean(played.losses[:, seat])) for seat in range(2)]
        note("loss", done, lambda seat, loss=loss, more=course: [loss[seat], *more])
        over = enough is not None and _decisions(ours) >= enough
        if done in KEPT or done == games or over:
            note("weights", done, weights)
        if over:
            break
    note("counts", done, lambda seat: [ours[seat].count("decisions"), ours[seat].count("samples")])
    frame = pd.DataFrame(rows)
    frame.insert(0, "seed", seed)
    frame["values"] = frame["values"].map(json.dumps)
    return frame


def _decisions(learners) -> int:
    """Return how many decisions learners have made together."""
    return sum(made.count("decisions") for made in learners)


def _trainings(name, settings, reading, seeds, enough, together, fresh=None) -> pd.DataFrame:
    games = sizes().games

    def block(group):
        def course(seed, ours):
            return _course(seed, ours, games, enough)

        return pd.concat(train_together(group, course, settings, ASKING[reading], RULES[reading]), ignore_index=True)

    every = [SEED + k for k in range(seeds)]
    keyed = _keyed(settings, reading, seeds, enough)
    groups = [every[k : k + together] for k in range(0, seeds, together)]
    name, by = f"deep_q_attack/{name}", LOOPS.values()
    return store.blocks(name, keyed, groups, block, WORKERS, progress=False, fresh=fresh, by=by)


def _keyed(settings, reading, seeds, enough) -> dict:
    return {
        "learner": settings,
        "asking": ASKING[reading],
        "rules": RULES[reading],
        "games": sizes().games,
        "enough": enough,
        "seeds": seeds,
        "seed": SEED,
    }


def origin(reading: str) -> str:
    """Return by what stored results know the networks of a reading's trainings: the key of their table."""
    enough = None if reading == "mixed" else sizes().enough
    return f"training {store.key(_keyed(LEARNERS[reading], reading, sizes().seeds[reading], enough), LOOPS.values())}"


def full_origin(features: str) -> str:
    """Return by what stored results know the networks trained on the full features: the key of their table."""
    settings = LEARNERS["mixed"].replace(features=features)
    keyed = _keyed(settings, "mixed", sizes().full_seeds[features], sizes().enough)
    return f"full_training {store.key(keyed, LOOPS.values())}"


def _sample() -> pd.DataFrame:
    """Return the course and the weights of short trainings: each reading, the full features, side by side."""
    rows = []
    chosen = {reading: (LEARNERS[reading], reading) for reading in READINGS}
    chosen |= {name: (LEARNERS["mixed"].replace(features=name), "mixed") for name in ("pair", "position")}
    for settings, reading in chosen.values():
        ours = [learner(settings, ASKING[reading], seat) for seat in range(2)]
        games = train(ours, 2, SEED, RULES[reading].replace(round_cap=8)).games
        rows += [{"turns": int(games["turns"].sum()), "weights": float(np.abs(made.weights()).sum())} for made in ours]
    return pd.DataFrame(rows)


LOOPS = {"training": keys.Loop("deep_q_attack.training", 1, _sample)}
"""What trains the study's networks and plays their games."""


def training(reading: str = "mixed", fresh: bool | None = None) -> pd.DataFrame:
    """Return self-play trainings of two learners on the simple features, 10,000 games each.

    Mixed: 20 trainings, all on one core. As run 10 and described 6: there the bots stop attacking and every
    game runs to the cap, so that a training makes up to a hundred million decisions and takes
    five to ten minutes. Those two tables are not computed again with the other tables.

    Parameters
    ----------
    reading
        ``"described"``, ``"mixed"`` or ``"as run"``.
    fresh
        Compute it again.

    Returns
    -------
    DataFrame
        ``seed, kind, seat, game, values`` (JSON): losses (mean of half the squared error, mean
        turns, share of games at the cap) every 25 games, weights at games 0, 25, 100, ... and
        at the end, counts at the end (decisions, samples learned from).
    """
    check_name("reading", reading, READINGS)
    seeds = sizes().seeds[reading]
    if reading == "mixed":
        return _trainings("training", LEARNERS[reading], reading, seeds, None, seeds, fresh)
    together = -(-seeds // WORKERS)
    return _trainings("training", LEARNERS[reading], reading, seeds, sizes().enough, together, bool(fresh))


def full_training(features: str = "pair", fresh: bool = False) -> pd.DataFrame:
    """Return self-play trainings on the full features, 10,000 games each, mixed reading.

    ``"pair"``: 10 trainings; ``"position"``: 8. Where bots stop attacking a training makes up to
    a hundred million decisions: half an hour and an hour of one core. The tables are not
    computed again with the others.

    Parameters
    ----------
    features
        ``"pair"`` or ``"position"``.
    fresh
        Compute it again.

    Returns
    -------
    DataFrame
        As `training`.
    """
    seeds = sizes().full_seeds
    check_name("features", features, seeds)
    settings = LEARNERS["mixed"].replace(features=features)
    return _trainings("full_training", settings, "mixed", seeds[features], sizes().enough, LANES, fresh)


def replayed(reading: str = "mixed", game: int = 25) -> bool:
    """Return whether training the first games again gives the stored weights, bit by bit."""
    data = training(reading)
    seed = int(data["seed"].min())
    ours = [learner(LEARNERS[reading], ASKING[reading], 2 * seed + seat) for seat in range(2)]
    train(ours, game, seed, RULES[reading])
    kept = networks(data, game)
    return all(np.array_equal(kept[seed, seat], made.weights()) for seat, made in enumerate(ours))


def sensitivity() -> pd.DataFrame:
    """Return 20 trainings of up to 2,000 games with one default changed at a time.

    Returns
    -------
    DataFrame
        ``change, seed, seat, games, decisions, attacked`` (cells of 90), ``printed`` and
        ``optimum`` (cells that agree with the printed surface and with the exact optimum). A
        training ends after 500,000 decisions of both learners.
    """
    games, enough, seeds = sizes().change_games, sizes().change_decisions, sizes().change_seeds

    def course(seed, ours, hidden):
        done = 0
        while done < games and _decisions(ours) < enough:
            done += len((yield BLOCK).results)
        rows = []
        for seat, made in enumerate(ours):
            table = greedy_table(made.weights(), hidden)
            found = {
                "seed": seed,
                "seat": seat,
                "games": done,
                "decisions": _decisions(ours),
                "attacked": int(table[1:].sum()),
                "printed": exact.agreement(table, published.surface(10_000)),
                "optimum": exact.agreement(table, exact.of_reading("mixed").attack),
            }
            rows.append(found)
        return pd.DataFrame(rows)

    def block(change):
        settings = LEARNERS["mixed"].replace(**CHANGES[change])

        def with_change(seed, ours):
            return course(seed, ours, settings.hidden)

        every = [SEED + k for k in range(seeds)]
        parts = train_together(every, with_change, settings, ASKING["mixed"], RULES["mixed"])
        found = pd.concat(parts, ignore_index=True)
        found.insert(0, "change", change)
        return found

    settings = {
        "learner": LEARNERS["mixed"],
        "changes": CHANGES,
        "rules": RULES["mixed"],
        "games": games,
        "enough": enough,
        "seeds": seeds,
        "seed": SEED,
    }
    by = LOOPS.values()
    return store.blocks("deep_q_attack/sensitivity", settings, list(CHANGES), block, WORKERS, progress=False, by=by)


def untrained(count: int | None = None) -> np.ndarray:
    """Return how many cells of the printed surface of game 0 random first networks agree with.

    Parameters
    ----------
    count
        Networks; 2,000 unless given.
    """
    count = sizes().first_networks if count is None else check_integer("count", count, 1)
    net = mlp.layout((2, 3, 2), ("tanh", "linear"))
    first = (greedy_table(mlp.parameters(net, SEED + k)) for k in range(count))
    return np.array([exact.agreement(table, published.surface(0)) for table in first])
