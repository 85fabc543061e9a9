"""The games behind the TD(lambda) study, each table stored under its settings."""

from dataclasses import asdict
from functools import lru_cache

import numpy as np
import pandas as pd

from riskkit.agents.deep_q import pairs
from riskkit.agents.td import agent as td
from riskkit.agents.weights.files import for_shipping, save
from riskkit.errors import check_integer, check_name, check_number, check_probability
from riskkit.games.bulk import series
from riskkit.results import scale, store
from riskkit.rules import Rules
from riskkit.studies.td_lambda.settling import open_rivals

READINGS = ("described", "as run")
RULES = {
    "described": Rules.td_and_deep_q(),
    "as run": Rules.td_and_deep_q(
        income_minimum=2, ties="attacker", move_dice=False, claim="random", setup="random", fortify="anywhere"
    ),
}
"""Rules by reading: in the program the attacker wins tied dice, income is at least 2, one
army follows a conquest and the start is random."""

NAMES = ("alpha", "lam", "win_chance", "random_chance")
DEFAULTS = {name: getattr(td.DESCRIBED, name) for name in NAMES}
VALUES = tuple(round(0.05 * k, 2) for k in range(21))
PEAKS = {"alpha": (0.2, 0.6), "lam": (0.25, 0.45, 0.85), "win_chance": (0.6, 0.65), "random_chance": (0.45, 0.55)}
"""Values at which the source prints the highest win rates (sections 4.2.1 to 4.2.4)."""

GAMES = 500
SEED = 20_201
REPLICATES = 40
LOOKS = (50, 100, 200, 400)
"""Runs after which a comparison of a printed peak is looked at, until it is settled."""

WORKERS = 2


def played(first: td.Settings, opponent, rules: Rules, games: int, seed: int, memories=None):
    """Play one run and return its summary row and the two memories.

    The row: ``wins, losses, draws`` (at the cap of 100 rounds), ``ahead`` (draws in which the
    first bot held more territories), ``rounds_to_win`` (mean rounds of its wins), ``turns``
    (mean players' turns of a game), ``updates``, ``norm``, ``stopped``, ``w0`` to ``w4``.
    """
    rival = td.bot(opponent, "standard") if isinstance(opponent, td.Settings) else opponent
    found = series([td.bot(first), rival], games, 1, seed, rules=rules, memories=memories, workers=1)
    played_games = found.games
    won = (played_games["winner"] == 0).fillna(False).to_numpy(bool)
    lost = (played_games["winner"] == 1).fillna(False).to_numpy(bool)
    lead = played_games["territories_0"].to_numpy() > played_games["territories_1"].to_numpy()
    state = td.learned(found.memories[0][0])
    row = {
        "games": games,
        "wins": int(won.sum()),
        "losses": int(lost.sum()),
        "draws": int((~won & ~lost).sum()),
        "ahead": int((~won & ~lost & lead).sum()),
        "rounds_to_win": float(played_games["rounds"].to_numpy()[won].mean()) if won.any() else np.nan,
        "turns": float(played_games["turns"].mean()),
        "updates": state.updates,
        "norm": state.norm,
        "stopped": state.stopped_at or 0,
    }
    row |= {f"w{k}": weight for k, weight in enumerate(state.weights)}
    return row, found.memories[0]


def standard(reading: str) -> td.Settings:
    """Return the settings of the bot with standard values under a reading."""
    return td.READINGS[check_name("reading", reading, READINGS)]


def adjusted(reading: str, name: str, value: float) -> td.Settings:
    """Return the adjusted bot; as run, the setters of the thresholds change nothing."""
    check_name("parameter", name, NAMES)
    check_probability(name, value)
    if reading == "as run" and name in ("win_chance", "random_chance"):
        return standard(reading)
    return standard(reading).replace(**{name: value})


def _settings(reading: str, **more) -> dict:
    return {"bot": asdict(standard(reading)), "rules": RULES[reading].to_dict(), "seed": SEED, **more}


def _chain(reading: str, name: str, games: int) -> pd.DataFrame:
    rows, memories = [], None
    for value in VALUES:
        row, memories = played(adjusted(reading, name, value), standard(reading), RULES[reading], games, SEED, memories)
        rows.append({"parameter": name, "value": value, "run": 0, **row})
    return pd.DataFrame(rows)


@lru_cache(maxsize=50_000)
def _one_run(bot: td.Settings, reading: str, run: int, games: int) -> dict:
    row, _ = played(bot, standard(reading), RULES[reading], games, SEED + run)
    return row


def _runs(reading: str, name: str, value: float, runs, games: int) -> pd.DataFrame:
    bot = adjusted(reading, name, value)
    rows = [{"parameter": name, "value": value, "run": run, **_one_run(bot, reading, run, games)} for run in runs]
    return pd.DataFrame(rows)


def sweeps(reading: str = "described", games: int | None = None) -> pd.DataFrame:
    """Return the four sweeps at the published size: one run of 500 games at each of 21 values.

    Parameters
    ----------
    reading
        ``"described"`` or ``"as run"``.
    games
        Games a value; 500 unless given.

    Returns
    -------
    DataFrame
        A row a value: ``parameter``, ``value``, ``run``, and the columns of `played`.
    """
    check_name("reading", reading, READINGS)
    games = scale.games(GAMES, 60) if games is None else check_integer("games", games, 1)
    settings = _settings(reading, games=games, values=VALUES)
    if reading == "as run":
        tasks = list(NAMES)
        return store.blocks(
            "td_lambda/sweeps", settings, tasks, lambda name: _chain(reading, name, games), WORKERS, progress=False
        )
    tasks = [(name, value) for name in NAMES for value in VALUES]
    return store.blocks(
        "td_lambda/sweeps",
        settings,
        tasks,
        lambda task: _runs(reading, *task, range(1), games),
        WORKERS,
        progress=False,
    )


def replicated(name: str) -> pd.DataFrame:
    """Return 40 independent runs of 500 games, as described, at each value of one parameter.

    Run k has the same first weights, deals and dice at every value, so that values are
    compared run by run.
    """
    check_name("parameter", name, NAMES)
    games, runs = scale.games(GAMES, 60), scale.games(REPLICATES, 3)
    return store.blocks(
        f"td_lambda/replicated_{name}",
        _settings("described", games=games, values=VALUES, runs=[0, runs]),
        VALUES,
        lambda value: _runs("described", name, value, range(runs), games),
        WORKERS,
        progress=False,
    )


def rivals(name: str, peak: float) -> list[float]:
    """Return the values a printed peak is compared with: its neighbours and the standard value."""
    check_name("parameter", name, NAMES)
    check_number("peak", peak, 0.05, 0.95)
    near = [round(peak - 0.05, 2), round(peak + 0.05, 2)]
    return near if DEFAULTS[name] in (*near, peak) else [*near, DEFAULTS[name]]


def sizes_of_looks() -> tuple[int, ...]:
    """Return the numbers of runs after which `settled` looks at its comparisons."""
    return scale.games(LOOKS, (4, 8))


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
    games = scale.games(GAMES, 60)
    looks = sizes_of_looks()
    tasks = [(name, peak) for name in NAMES for peak in PEAKS[name]]

    def block(task):
        name, peak = task
        parts, first = [], 0
        for look in looks:
            parts += [_runs("described", name, v, range(first, look), games) for v in (peak, *rivals(name, peak))]
            first = look
            if not open_rivals(pd.concat(parts), peak, len(looks)):
                break
        return pd.concat(parts, ignore_index=True).assign(peak=peak)

    settings = _settings("described", games=games, peaks=[[name, peak] for name, peak in tasks], looks=looks)
    return store.blocks("td_lambda/settled", settings, tasks, block, WORKERS, progress=False, fresh=fresh)


def grid() -> pd.DataFrame:
    """Return the two thresholds together, 11 x 11 values, 20 runs of 100 games each, as described."""
    games, runs = scale.games(100, 20), scale.games(20, 2)
    values = [round(0.1 * k, 1) for k in range(11)]
    tasks = [(win, chance) for win in values for chance in values]

    def block(task):
        bot = standard("described").replace(win_chance=task[0], random_chance=task[1])
        rows = []
        for run in range(runs):
            row, _ = played(bot, standard("described"), RULES["described"], games, SEED + run)
            rows.append({"win_chance": task[0], "random_chance": task[1], "run": run, **row})
        return pd.DataFrame(rows)

    settings = _settings("described", games=games, runs=runs, values=values)
    return store.blocks("td_lambda/grid", settings, tasks, block, WORKERS, progress=False)


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
    runs = scale.games(20, 3)
    settings = _settings(reading, changes=changes, runs=runs, bound=td.DIVERGED)

    def block(task):
        normalised, run = task
        bot = standard(reading).replace(normalised=normalised, log=changes // stride, stride=stride)
        games = scale.games(200, 20)
        found = series([td.bot(bot), td.bot(standard(reading))], games, 1, SEED + run, rules=RULES[reading], workers=1)
        cells = found.memories[0][0]
        kept, state = td.history(cells, bot), td.learned(cells)
        places = stride * (1 + np.arange(len(kept)))
        if state.stopped_at:
            kept = np.vstack([kept, state.weights])
            places = np.append(places, state.stopped_at - 1)
        frame = pd.DataFrame(kept, columns=[f"w{k}" for k in range(5)])
        frame.insert(0, "run", run)
        frame.insert(1, "normalised", normalised)
        frame.insert(2, "update", places)
        frame["norm"] = np.linalg.norm(kept, axis=1)
        frame["stopped"] = state.stopped_at or 0
        return frame

    tasks = [(normalised, run) for normalised in (True, False) for run in range(runs)]
    return store.blocks("td_lambda/weights", settings, tasks, block, WORKERS, progress=False)


VARIANTS = {
    "described": ("described", {}),
    "described, no learning": ("described", {"learn": False}),
    "described, equation (1)": ("described", {"normalised": False}),
    "error against army share": ("described", {"error": "army share"}),
    "update subtracted": ("described", {"sign": "subtracted"}),
    "both errors": ("described", {"error": "army share", "sign": "subtracted"}),
    "after each turn": ("described", {"update": "turn", "target": "reached"}),
    "value of the position reached": ("described", {"target": "reached"}),
    "reached, replacing trace": ("described", {"target": "reached", "trace": "replacing"}),
    "best attack above the threshold": ("described", {"order": "chance first"}),
    "with the outcome of the game": ("described", {"target": "reached", "outcome": True}),
    "outcome, weights from zero": ("described", {"target": "reached", "outcome": True, "weights": (0.0,) * 5}),
    "outcome, above the threshold": ("described", {"target": "reached", "outcome": True, "order": "chance first"}),
    "as run": ("as run", {}),
    "as run, no learning": ("as run", {"learn": False}),
    "as run, error corrected": ("as run", {"error": "difference"}),
    "as run, sign corrected": ("as run", {"sign": "added"}),
    "as run, both corrected": ("as run", {"error": "difference", "sign": "added"}),
    "as run, ties to the defender": ("as run", {}),
}
"""Versions of the bot that `variants` plays against the random bot: reading, changes."""


def variants() -> pd.DataFrame:
    """Return versions of the TD bot against the random bot: 40 runs of 250 games each.

    Returns
    -------
    DataFrame
        A row a run: ``variant``, ``reading``, ``run``, and the columns of `played`.
    """
    games, runs = scale.games(250, 30), scale.games(40, 3)

    def block(variant):
        reading, changes = VARIANTS[variant]
        rules = RULES[reading]
        if variant.endswith("ties to the defender"):
            rules = rules.replace(ties="defender")
        rival = pairs.random_bot(pairs.READINGS[reading])
        rows = []
        for run in range(runs):
            row, _ = played(standard(reading).replace(**changes), rival, rules, games, SEED + run)
            rows.append({"variant": variant, "reading": reading, "run": run, **row})
        return pd.DataFrame(rows)

    settings = {
        "variants": {name: [reading, changes] for name, (reading, changes) in VARIANTS.items()},
        "rules": {reading: RULES[reading].to_dict() for reading in READINGS},
        "asking": {reading: asdict(asking) for reading, asking in pairs.READINGS.items()},
        "seed": SEED,
        "games": games,
        "runs": runs,
    }
    return store.blocks("td_lambda/variants", settings, list(VARIANTS), block, WORKERS, progress=False)


SHIPPED = {"td_lambda": "described", "td_lambda_chance_first": "best attack above the threshold"}
"""Versions of `VARIANTS` whose learned weights are shipped, by the name of their file."""


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
