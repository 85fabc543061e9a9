"""The games behind the TD(lambda) study, each table stored under its settings."""

from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit.agents import load, td
from riskkit.agents.deep_q import pairs
from riskkit.agents.weights.files import for_shipping, save
from riskkit.errors import check_integer, check_name
from riskkit.games.bulk import match, series, win_rates
from riskkit.results import keys, store
from riskkit.rules import Rules
from riskkit.studies.td_lambda.settings import (
    PARAMETERS,
    PEAKS,
    READINGS,
    RULES,
    SEED,
    SHIPPED,
    VALUES,
    VARIANT_RULES,
    VARIANTS,
    adjusted,
    rivals,
    sizes,
    standard,
)
from riskkit.studies.td_lambda.settling import open_rivals


def played(bot: td.Settings, rival, rules: Rules, games: int, run: int, memories=None):
    """Play one run and return its summary row and the two memories.

    The row: ``games, wins, losses, draws`` (at the cap of 100 rounds), ``ahead`` (draws in which
    the first bot held more territories), ``rounds_to_win`` (mean rounds of its wins), ``turns``
    (mean players' turns of a game), ``updates``, ``norm``, ``stopped``, ``w0`` to ``w4``.

    Parameters
    ----------
    bot
        Settings of the bot whose games are counted.
    rival
        The agent that it plays against.
    rules, games
        Rules and number of games.
    run
        Number of the run: those of one number share their first weights, deals and dice.
    memories
        What both have learned before, as this function returned it.
    """
    found = series([td.make(bot), rival], games, 1, SEED + run, rules=rules, memories=memories, workers=1)
    table, memories = found.games, found.memories[0]
    won = (table["winner"] == 0).fillna(False).to_numpy(bool)
    lost = (table["winner"] == 1).fillna(False).to_numpy(bool)
    lead = table["territories_0"].to_numpy() > table["territories_1"].to_numpy()
    state = td.learned(memories[0])
    row = {
        "games": games,
        "wins": int(won.sum()),
        "losses": int(lost.sum()),
        "draws": int((~won & ~lost).sum()),
        "ahead": int((~won & ~lost & lead).sum()),
        "rounds_to_win": float(table["rounds"].to_numpy()[won].mean()) if won.any() else np.nan,
        "turns": float(table["turns"].mean()),
        "updates": state.updates,
        "norm": state.norm,
        "stopped": state.stopped_at or 0,
    }
    return row | {f"w{k}": weight for k, weight in enumerate(state.weights)}, memories


@lru_cache(maxsize=50_000)
def _against_standard(bot: td.Settings, reading: str, games: int, run: int) -> dict:
    """Return the row of one run against the standard bot; equal bots are played once a session."""
    return played(bot, _standard_bot(reading), RULES[reading], games, run)[0]


def _standard_bot(reading: str):
    return td.make(standard(reading), name="standard")


def _runs(name: str, value: float, runs, reading: str = "described") -> pd.DataFrame:
    """Return runs at one value of a parameter, a row each."""
    bot, games = adjusted(reading, name, value), sizes().games
    rows = [_against_standard(bot, reading, games, run) for run in runs]
    return pd.DataFrame([{"parameter": name, "value": value, "run": run, **row} for run, row in zip(runs, rows)])


def _chain(name: str, reading: str) -> pd.DataFrame:
    """Return a sweep in which both bots keep what they learned from value to value, a row a value."""
    rows, memories = [], None
    for value in VALUES:
        bot = adjusted(reading, name, value)
        row, memories = played(bot, _standard_bot(reading), RULES[reading], sizes().games, 0, memories)
        rows.append({"parameter": name, "value": value, "run": 0, **row})
    return pd.DataFrame(rows)


def _sample() -> pd.DataFrame:
    """Return a few games in which both bots learn, under each reading."""
    rows = [played(standard(reading), _standard_bot(reading), RULES[reading], 3, 0)[0] for reading in READINGS]
    return pd.DataFrame(rows)


LOOPS = {"learning": keys.Loop("td_lambda.learning", 1, _sample)}
"""What plays the study's games: learning TD bots in the engine."""


def _stored(table: str, settings: dict, tasks, block, fresh: bool | None = None) -> pd.DataFrame:
    name, by = f"td_lambda/{table}", LOOPS.values()
    return store.blocks(name, settings, tasks, block, 2, progress=False, fresh=fresh, by=by)


def _settings(reading: str, **more) -> dict:
    return {"bot": standard(reading), "rules": RULES[reading], "seed": SEED, **more}


def sweeps(reading: str = "described") -> pd.DataFrame:
    """Return the four sweeps at the published size: one run of 500 games at each of 21 values.

    Parameters
    ----------
    reading
        ``"described"``: every value begins with new weights. ``"as run"``: a sweep is one chain.

    Returns
    -------
    DataFrame
        A row a value: ``parameter``, ``value``, ``run``, and the columns of `played`.
    """
    settings = _settings(reading, games=sizes().games, values=VALUES)
    if reading == "as run":
        return _stored("sweeps", settings, PARAMETERS, lambda name: _chain(name, reading))
    tasks = [(name, value) for name in PARAMETERS for value in VALUES]
    return _stored("sweeps", settings, tasks, lambda task: _runs(task[0], task[1], range(1)))


def replicated(name: str) -> pd.DataFrame:
    """Return 40 independent runs of 500 games, as described, at each value of one parameter.

    Run k has the same first weights, deals and dice at every value, so that values are
    compared run by run.

    Returns
    -------
    DataFrame
        A row a value and run: ``parameter``, ``value``, ``run``, and the columns of `played`.
    """
    check_name("parameter", name, PARAMETERS)
    games, runs = sizes().games, sizes().runs
    settings = _settings("described", games=games, values=VALUES, runs=[0, runs])
    return _stored(f"replicated_{name}", settings, VALUES, lambda value: _runs(name, value, range(runs)))


def replayed(name: str = "win_chance", value: float = 0.2, run: int = 1) -> pd.DataFrame:
    """Return one stored run of `replicated` beside the same run played again: ``count, stored, again``."""
    data = replicated(name)
    stored = data[(data["value"] == value) & (data["run"] == run)].iloc[0]
    bot = adjusted("described", name, value)
    again, _ = played(bot, _standard_bot("described"), RULES["described"], int(stored["games"]), run)
    counts = ["wins", "losses", "draws", "updates"]
    rows = [(count, int(stored[count]), again[count]) for count in counts]
    return pd.DataFrame(rows, columns=["count", "stored", "again"])


def settled(fresh: bool = False) -> pd.DataFrame:
    """Return runs of each printed peak and its rivals, as many as it takes to settle them.

    After 50, 100, 200 and 400 runs each comparison of the peak with a rival is looked at,
    paired by run; it is settled when `settling.compared` says so. The runs of a peak stop when
    all its comparisons are settled. It takes some 15 minutes of one core and is not computed
    again with the other tables.

    Parameters
    ----------
    fresh
        Compute it again.

    Returns
    -------
    DataFrame
        A row for each peak, value and run: ``peak, parameter, value, run``, and the columns
        of `played`.
    """
    looks = sizes().looks
    tasks = [(name, peak) for name in PARAMETERS for peak in PEAKS[name]]

    def block(task):
        name, peak = task
        parts = []
        for first, look in zip((0, *looks), looks):
            parts += [_runs(name, value, range(first, look)) for value in (peak, *rivals(name, peak))]
            if not open_rivals(pd.concat(parts), peak, len(looks)):
                break
        return pd.concat(parts, ignore_index=True).assign(peak=peak)

    settings = _settings("described", games=sizes().games, peaks=[[name, peak] for name, peak in tasks], looks=looks)
    return _stored("settled", settings, tasks, block, fresh)


def grid() -> pd.DataFrame:
    """Return the two thresholds together, 11 x 11 values, 20 runs of 100 games each, as described.

    Returns
    -------
    DataFrame
        A row for each pair of values and run: ``win_chance``, ``random_chance``, ``run``, and the
        columns of `played`.
    """
    games, runs = sizes().cell_games, sizes().cell_runs
    values = [round(0.1 * k, 1) for k in range(11)]

    def block(task):
        cell = dict(zip(("win_chance", "random_chance"), task))
        bot, rival = standard("described").replace(**cell), _standard_bot("described")
        rows = [played(bot, rival, RULES["described"], games, run)[0] for run in range(runs)]
        return pd.DataFrame([{**cell, "run": run, **row} for run, row in enumerate(rows)])

    tasks = [(win, chance) for win in values for chance in values]
    return _stored("grid", _settings("described", games=games, runs=runs, values=values), tasks, block)


def weights(reading: str = "described", changes: int = 3_000) -> pd.DataFrame:
    """Return the weights change by change, with and without normalisation, 20 runs (figures 16 and 17).

    Returns
    -------
    DataFrame
        A row for each run, ``normalised``, and kept change (one in ``changes / 300``):
        ``update``, ``w0`` to ``w4``, ``norm``, ``stopped`` (number of the change at which the
        weights left all bounds, 0 if they did not; the last row then holds the last finite ones).
    """
    check_name("reading", reading, READINGS)
    check_integer("changes", changes, 1)
    stride = max(1, changes // 300)
    games, runs = sizes().weight_games, sizes().weight_runs

    def block(task):
        normalised, run = task
        bot = standard(reading).replace(normalised=normalised, log=changes // stride, stride=stride)
        _, memories = played(bot, _standard_bot(reading), RULES[reading], games, run)
        kept, state = td.history(memories[0], bot), td.learned(memories[0])
        places = stride * (1 + np.arange(len(kept)))
        if state.stopped_at:
            kept = np.vstack([kept, state.weights])
            places = np.append(places, state.stopped_at - 1)
        frame = pd.DataFrame(kept, columns=[f"w{k}" for k in range(5)])
        frame.insert(0, "run", run)
        frame.insert(1, "normalised", normalised)
        frame.insert(2, "update", places)
        return frame.assign(norm=np.linalg.norm(kept, axis=1), stopped=state.stopped_at or 0)

    tasks = [(normalised, run) for normalised in (True, False) for run in range(runs)]
    settings = _settings(reading, changes=changes, runs=runs, bound=td.DIVERGED)
    return _stored("weights", settings, tasks, block)


def variants() -> pd.DataFrame:
    """Return versions of the TD bot against the random bot: 40 runs of 250 games each.

    Returns
    -------
    DataFrame
        A row a run: ``variant``, ``reading``, ``run``, and the columns of `played`.
    """
    games, runs = sizes().variant_games, sizes().variant_runs

    def block(variant):
        reading, changes = VARIANTS[variant]
        rules = RULES[reading].replace(**VARIANT_RULES.get(variant, {}))
        bot, rival = standard(reading).replace(**changes), pairs.make(0.5, asking=pairs.READINGS[reading])
        rows = [played(bot, rival, rules, games, run)[0] for run in range(runs)]
        return pd.DataFrame(
            [{"variant": variant, "reading": reading, "run": run, **row} for run, row in enumerate(rows)]
        )

    settings = {
        "variants": {name: [reading, changes] for name, (reading, changes) in VARIANTS.items()},
        "bots": {reading: standard(reading) for reading in READINGS},
        "rules": RULES,
        "asking": pairs.READINGS,
        "seed": SEED,
        "games": games,
        "runs": runs,
    }
    return _stored("variants", settings, list(VARIANTS), block)


def shipped() -> pd.DataFrame:
    """Return the games of each shipped bot against the random bot, played now: ``agent, games, rate, low, high``."""
    rows = []
    for name in SHIPPED:
        games = match([load(name), "random_pairs"], sizes().shipped_games, SEED, rules=RULES["described"])
        rows.append(win_rates(games).iloc[[0]][["games", "rate", "low", "high"]].assign(agent=name))
    return pd.concat(rows, ignore_index=True)[["agent", "games", "rate", "low", "high"]]


def typical(variant: str) -> np.ndarray:
    """Return the weights that a version had learned at the end of its median run against the random bot."""
    check_name("variant", variant, list(VARIANTS))
    data = variants()
    part = data[data["variant"] == variant].sort_values(["wins", "run"])
    return part.iloc[len(part) // 2][[f"w{k}" for k in range(5)]].to_numpy(float)


def ship(where=None) -> list:
    """Write the learned weights that `riskkit.agents.load` finds by name; return the files.

    Parameters
    ----------
    where
        Folder; that of the shipped weights unless given, which is written in a checkout only.
    """
    where = for_shipping(where)
    found = []
    for name, variant in SHIPPED.items():
        about = f"TD(lambda), learned in 250 games against the random bot: {variant} (notebook 03_td_lambda_sweeps)."
        weights, settings = typical(variant), VARIANTS[variant][1]
        more = {"about": about, "where": where, "overwrite": True, "settings": settings}
        found.append(save(name, kind="td", features=td.FEATURES, weights=weights, **more))
    return found
