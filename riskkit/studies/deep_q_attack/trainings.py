"""Readings and trainings of the deep Q study, each table stored under its settings."""

import json
from dataclasses import asdict
from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q import pairs
from riskkit.agents.td import agent as td
from riskkit.errors import check_name
from riskkit.results import paths, scale, store
from riskkit.rules import Rules
from riskkit.studies.deep_q_attack import exact
from riskkit.studies.deep_q_attack.loops.lanes import LANES
from riskkit.studies.deep_q_attack.loops.training import train_together
from riskkit.studies.td_lambda.settings import RULES as BOTH_RULES

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
SEEDS = {"described": 6, "mixed": 20, "as run": 10}
FULL_SEEDS = {"pair": 10, "position": 8}
QUICK = 50_000
"""Decisions of both learners after which a training of bots that may stop attacking ends in quick mode.

Such bots play every game to the cap, with some 9,000 decisions where a game that is won has a
few hundred at most.
"""

WORKERS = 2


@lru_cache(maxsize=4)
def printed(game: int) -> np.ndarray:
    """Return the printed decision surface of game 0 or 10,000, shape (9, 10)."""
    check_name("game", str(game), ("0", "10000"))
    data = pd.read_csv(paths.published(f"deep_q_decision_surface_game{game}.csv"))
    return data.pivot(index="attacker_troops", columns="defender_troops", values="attack").to_numpy()


def _course(seed: int, ours: list, games: int, enough: int | None):
    """Train (`training.Course`): one long table of losses every 25 games and weights at `POINTS`."""
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
        over = enough is not None and decisions(ours) >= enough
        if done in POINTS or done == games or over:
            note("weights", done, weights)
        if over:
            break
    note("counts", done, lambda seat: [ours[seat].count("decisions"), ours[seat].count("samples")])
    frame = pd.DataFrame(rows)
    frame.insert(0, "seed", seed)
    frame["values"] = frame["values"].map(json.dumps)
    return frame


def decisions(learners) -> int:
    """Return how many decisions learners have made together."""
    return sum(made.count("decisions") for made in learners)


def _trainings(name, settings, reading, seeds, enough, together, fresh=None) -> pd.DataFrame:
    games = scale.games(GAMES, 50)

    def block(group):
        def course(seed, ours):
            return _course(seed, ours, games, enough)

        return pd.concat(train_together(group, course, settings, ASKING[reading], RULES[reading]), ignore_index=True)

    every = [SEED + k for k in range(seeds)]
    keyed = {
        "learner": settings.to_dict(),
        "asking": asdict(ASKING[reading]),
        "rules": RULES[reading].to_dict(),
        "games": games,
        "enough": enough,
        "seeds": seeds,
        "seed": SEED,
    }
    return store.blocks(
        f"deep_q_attack/{name}",
        keyed,
        [every[k : k + together] for k in range(0, seeds, together)],
        block,
        WORKERS,
        progress=False,
        fresh=fresh,
    )


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
    seeds = scale.games(SEEDS[reading], 2)
    if reading == "mixed":
        return _trainings("training", SETTINGS[reading], reading, seeds, None, seeds, fresh)
    enough = scale.games(None, QUICK)
    return _trainings("training", SETTINGS[reading], reading, seeds, enough, -(-seeds // WORKERS), bool(fresh))


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
    check_name("features", features, FULL_SEEDS)
    settings = SETTINGS["mixed"].replace(features=features)
    seeds, enough = scale.games(FULL_SEEDS[features], 2), scale.games(None, QUICK)
    return _trainings("full_training", settings, "mixed", seeds, enough, LANES, fresh)


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
    """Return 20 trainings of up to 2,000 games with one default changed at a time.

    Returns
    -------
    DataFrame
        ``change, seed, seat, games, decisions, attacked`` (cells of 90), ``printed`` and
        ``optimum`` (cells that agree with the printed surface and with the exact optimum). A
        training ends after 500,000 decisions of both learners.
    """
    games, enough = scale.games(2_000, 50), scale.games(500_000, 20_000)
    seeds = scale.games(20, 2)

    def course(seed, ours, hidden):
        done = 0
        while done < games and decisions(ours) < enough:
            done += len((yield BLOCK).results)
        rows = []
        for seat, made in enumerate(ours):
            table = deep_q.greedy_table(made.weights(), hidden)
            found = {
                "seed": seed,
                "seat": seat,
                "games": done,
                "decisions": decisions(ours),
                "attacked": int(table[1:].sum()),
                "printed": exact.agreement(table, printed(10_000)),
                "optimum": exact.agreement(table, OPTIMUM["mixed"].attack),
            }
            rows.append(found)
        return pd.DataFrame(rows)

    def block(change):
        settings = SETTINGS["mixed"].replace(**DEFAULTS[change])

        def with_change(seed, ours):
            return course(seed, ours, settings.hidden)

        every = [SEED + k for k in range(seeds)]
        parts = train_together(every, with_change, settings, ASKING["mixed"], RULES["mixed"])
        found = pd.concat(parts, ignore_index=True)
        found.insert(0, "change", change)
        return found

    settings = {
        "learner": SETTINGS["mixed"].to_dict(),
        "changes": DEFAULTS,
        "rules": RULES["mixed"].to_dict(),
        "games": games,
        "enough": enough,
        "seeds": seeds,
        "seed": SEED,
    }
    return store.blocks("deep_q_attack/sensitivity", settings, list(DEFAULTS), block, WORKERS, progress=False)


def losses(data: pd.DataFrame) -> pd.DataFrame:
    """Return the losses of a training: ``seed, seat, game, loss, turns``."""
    part = data[data["kind"] == "loss"]
    values = np.array([json.loads(text) for text in part["values"]], float)
    return part[["seed", "seat", "game"]].assign(loss=values[:, 0], turns=values[:, 1]).reset_index(drop=True)


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
