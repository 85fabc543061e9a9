"""The stored tables of the study: training runs, games of the networks, fixed policies."""

import numpy as np
import pandas as pd

from riskkit.analysis import intervals
from riskkit.envs.switching import STRATEGIES, Arena, Switching, new_episodes
from riskkit.results import keys, store
from riskkit.studies.strategy_switching.analysis import summary
from riskkit.studies.strategy_switching.loops import episodes
from riskkit.studies.strategy_switching.loops.search import search_policy
from riskkit.studies.strategy_switching.loops.training import (
    CHECK_GAMES,
    TEST_GAMES,
    Experiment,
    Trained,
    changed,
    in_threads,
    policy_games,
)
from riskkit.studies.strategy_switching.settings import (
    ABLATIONS,
    BANDS,
    EFFECTS,
    LONG_GAMES,
    MIXTURES,
    PRINTED_TESTS,
    PUBLISHED,
    READINGS,
    REPAIRED,
    STRONG,
    STUDY,
    sizes,
)


def _sample() -> pd.DataFrame:
    """Return the beginnings of a training under each reading, and a few games of fixed policies."""
    curves = [Trained(experiment, seed=0).run(1_500, 500).curve() for experiment in (*READINGS.values(), REPAIRED)]
    curve = pd.concat(curves).select_dtypes("number")
    games = policy_games(PUBLISHED.game, 2, 3, seed=0)
    return pd.concat([curve, games], ignore_index=True)


LOOPS = {"training": keys.Loop("strategy_switching.training", 1, _sample)}
"""What plays the study's episodes and trains on them."""


def runs(
    name: str,
    experiment: Experiment,
    seeds: int,
    steps: int,
    interval: int = 10_000,
    tests: int = 0,
    workers: int = 2,
) -> pd.DataFrame:
    """Return training runs of a set-up, a row an interval of each seed; stored.

    Parameters
    ----------
    name : str
        Name of the table.
    experiment : Experiment
        The set-up.
    seeds : int
        Number of runs, with the seeds 0, 1, ...
    steps, interval : int
        Steps of a run, and steps that share a row.
    tests : int
        Greedy games after each interval (0 for none): columns ``test_reward``,
        ``test_won``.
    workers : int
        Runs at a time.

    Returns
    -------
    DataFrame
        ``seed``, the columns of `Trained.curve`, and ``parameters`` (the network, in the
        last row of its seed).
    """

    def one(seed):
        made = Trained(experiment, seed)
        results = []
        for step in range(interval, steps + 1, interval):
            made.run(step, interval)
            if tests:
                games = made.play(tests)
                results.append((games["reward"].mean(), (games["outcome"] == "won").mean()))
        frame = made.curve()
        if tests:
            frame["test_reward"], frame["test_won"] = np.array(results).T
        frame.insert(0, "seed", seed)
        last = len(frame) - 1
        frame["parameters"] = [made.learner.parameters.tolist() if k == last else None for k in range(last + 1)]
        return frame

    settings = {
        "experiment": experiment,
        "seed": list(range(seeds)),
        "steps": steps,
        "interval": interval,
        "tests": tests,
    }
    return store.blocks(f"{STUDY}/{name}", settings, range(seeds), one, workers, progress=False, by=LOOPS.values())


def trained(experiment: Experiment, frame: pd.DataFrame, seed: int) -> Trained:
    """Return the trained network of one seed of a table of `runs`, ready to play."""
    last = frame[frame["seed"] == seed].iloc[-1]
    made = Trained(experiment, seed)
    made.learner.parameters[...] = np.asarray(last["parameters"], np.float32)
    made.learner.progress[...] = (last["step"], 1)
    return made


def test_table(name: str, experiment: Experiment, frame: pd.DataFrame) -> pd.DataFrame:
    """Return greedy games of every trained network of a table of `runs`; stored.

    Returns
    -------
    DataFrame
        Two rows a seed: ``size`` published (the 100 games as printed) and settling (a few
        thousand), with the columns of `summary`.
    """

    tests = sizes().tests

    def one(seed):
        made = trained(experiment, frame, seed)
        printed = made.play(PRINTED_TESTS)
        more = made.play(tests, TEST_GAMES + PRINTED_TESTS)
        return [
            {"seed": seed, "size": "published", **summary(printed)},
            {"seed": seed, "size": "settling", **summary(more)},
        ]

    def compute():
        rows = [row for found in in_threads(one, sorted(frame["seed"].unique())) for row in found]
        return pd.DataFrame(rows)

    steps = int(frame["step"].max())
    settings = {
        "experiment": experiment,
        "seed": sorted(int(s) for s in frame["seed"].unique()),
        "steps": steps,
        "games": [PRINTED_TESTS, tests],
    }
    return store.stored(f"{STUDY}/{name}", settings, compute, by=LOOPS.values())


def main_runs(reading: str) -> pd.DataFrame:
    """Return the runs at the printed size under a reading of a step ("turn", "round")."""
    size = sizes()
    return runs(f"runs_{reading}", READINGS[reading], size.seeds, size.steps)


def replayed(steps: int = 20_000) -> pd.DataFrame:
    """Return how the stored runs compare with the first steps of seed 0, trained again.

    Returns
    -------
    DataFrame
        A row a reading: ``reading``, ``seeds``, ``steps`` (of a stored run), ``again`` (steps
        trained again) and ``equal`` (whether all rewards are those stored, to six decimals).
    """
    rows = []
    for reading, experiment in READINGS.items():
        table = main_runs(reading)
        live = Trained(experiment, seed=0).run(steps).curve()
        stored = table[table["seed"] == 0].head(len(live))
        equal = bool((live["reward"].round(6).to_numpy() == stored["reward"].round(6).to_numpy()).all())
        rows.append((reading, table["seed"].nunique(), int(table["step"].max()), steps, equal))
    return pd.DataFrame(rows, columns=["reading", "seeds", "steps", "again", "equal"])


def main_tests(reading: str) -> pd.DataFrame:
    """Return the greedy games of `main_runs`."""
    return test_table(f"tests_{reading}", READINGS[reading], main_runs(reading))


def preferences(reading: str) -> pd.DataFrame:
    """Return what the networks of `main_runs` prefer: their action values, a row a seed and number of territories."""
    frame = main_runs(reading)
    made = [
        trained(READINGS[reading], frame, seed).values().assign(seed=seed) for seed in sorted(frame["seed"].unique())
    ]
    return pd.concat(made, ignore_index=True)


def effects() -> pd.DataFrame:
    """Return the greedy games of the variations of the printed set-up, a row a seed."""
    size = sizes()
    tables = []
    for name, experiment in EFFECTS.items():
        short = "effect_" + "_".join(name.replace("/", "").replace(".", "").split())
        frame = runs(short, experiment, size.few_seeds, size.steps)
        found = test_table(f"{short}_tests", experiment, frame)
        tables.append(found[found["size"] == "settling"].assign(variation=name))
    printed = main_tests("turn")
    chosen = (printed["size"] == "settling") & (printed["seed"] < size.few_seeds)
    return pd.concat([printed[chosen].assign(variation="as printed"), *tables], ignore_index=True)


def repaired_runs() -> pd.DataFrame:
    """Return the runs of the repaired game."""
    size = sizes()
    return runs(
        "repair_all_repairs",
        REPAIRED,
        size.seeds,
        size.repair_steps,
        size.repair_interval,
        size.repair_tests,
    )


def repaired_tests() -> pd.DataFrame:
    """Return the greedy games of `repaired_runs`."""
    return test_table("repair_all_repairs_tests", REPAIRED, repaired_runs())


def ablations() -> pd.DataFrame:
    """Return the runs of the repaired game, and shorter ones without one of its repairs.

    Returns
    -------
    DataFrame
        As `runs`, up to the steps of the shorter runs, with the column ``set-up``.
    """
    size = sizes()
    whole = repaired_runs()
    tables = [whole[whole["step"] <= size.ablation_steps].assign(**{"set-up": "all repairs"})]
    for name, experiment in ABLATIONS.items():
        if experiment is not REPAIRED:
            short = "repair_" + "_".join(name.replace("-", "_").split())
            found = runs(
                short,
                experiment,
                size.few_seeds,
                size.ablation_steps,
                size.repair_interval,
                size.repair_tests,
            )
            tables.append(found.assign(**{"set-up": name}))
    return pd.concat(tables, ignore_index=True)


def strong_opponents() -> pd.DataFrame:
    """Return how the repaired networks do against three graph personalities; stored.

    The networks learned against the three strategies and are not trained further. Beside
    them: the combination of strategies that is best against those, and random actions.

    Returns
    -------
    DataFrame
        A row a player: ``player``, ``units`` (networks or games), ``won``, ``low``,
        ``high``, ``out``.
    """
    experiment = changed(REPAIRED, game={"opponents": STRONG})
    games, seeds = sizes().strong_games, sizes().seeds
    combinations = combination_table(REPAIRED.game)
    best = int(combinations.loc[combinations["won"].idxmax(), "action"])

    def compute():
        frame = repaired_runs()
        played = [
            trained(experiment, frame, seed).play(games)["outcome"].value_counts(normalize=True)
            for seed in range(seeds)
        ]
        won = intervals.mean([shares.get("won", 0.0) for shares in played])
        out = float(np.mean([shares.get("out", 0.0) for shares in played]))
        rows = [("repaired networks", won.n, won.value, won.low, won.high, out)]
        for name, policy in (("best constant combination", best), ("random combinations", -1)):
            outcome = policy_games(experiment.game, policy, games * seeds, seed=0)["outcome"]
            rate = intervals.wilson(int((outcome == "won").sum()), len(outcome))
            rows.append((name, rate.n, rate.value, rate.low, rate.high, (outcome == "out").mean()))
        return pd.DataFrame(rows, columns=["player", "units", "won", "low", "high", "out"])

    settings = {
        "experiment": experiment,
        "seed": list(range(seeds)),
        "games": games,
        "action": best,
    }
    return store.stored(f"{STUDY}/strong_opponents", settings, compute, by=LOOPS.values())


def _long_settings() -> dict:
    return {
        "experiment": PUBLISHED,
        "seed": 0,
        "steps": sizes().long_steps,
        "games": LONG_GAMES,
    }


def long_run(fresh: bool = False) -> pd.DataFrame:
    """Return one run of the other reading: 500,000 games instead of 500,000 steps; stored.

    It takes the better part of an hour of one core, keeps a checkpoint once a minute and
    goes on from it after an interruption.

    Parameters
    ----------
    fresh : bool
        Whether to run it again although it is stored; ``FRESH=1`` alone does not.

    Returns
    -------
    DataFrame
        A row for each 100,000 steps, with the columns of `runs`.
    """
    steps = sizes().long_steps

    def compute(folder):
        made = Trained(PUBLISHED, seed=0)
        made.run(steps, path=folder / "checkpoint.npz", games=LONG_GAMES)
        frame = made.coarse(10)
        frame["parameters"] = [None] * (len(frame) - 1) + [made.learner.parameters.tolist()]
        frame.insert(0, "seed", 0)
        return frame, float(made.seconds[0])

    return store.resumed(f"{STUDY}/long_run", _long_settings(), compute, fresh, by=LOOPS.values())


def long_seconds() -> float:
    """Return the CPU seconds of `long_run`, those before an interruption among them."""
    long_run()
    return store.seconds(f"{STUDY}/long_run", _long_settings(), LOOPS.values())


def long_tests() -> pd.DataFrame:
    """Return the greedy games of the network of `long_run`."""
    return test_table("long_run_tests", PUBLISHED, long_run())


def policy_table(name: str, game: Switching) -> pd.DataFrame:
    """Return the value of fixed policies: constants, mixtures, the best found; stored.

    All play the same games, which the search did not see.

    Returns
    -------
    DataFrame
        ``policy``, the columns of `summary`, ``gain`` over the random policy with its
        interval (paired), and ``entries`` (by number of territories).
    """
    played, searched = sizes().policy_games, sizes().search_games

    def compute():
        policies = MIXTURES | {"best found": search_policy(game, searched)}
        found = in_threads(lambda policy: policy_games(game, policy, played, 0, CHECK_GAMES), policies.values())
        rows, base = [], None
        for (label, policy), games in zip(policies.items(), found):
            base = games["reward"] if base is None else base
            row = {"policy": label, **summary(games)}
            if label != "random":
                gain = intervals.mean(games["reward"] - base)
                row |= {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}
            rows.append(row | {"entries": np.broadcast_to(policy, BANDS[-1]).tolist()})
        return pd.DataFrame(rows)

    settings = {
        "game": game,
        "games": [played, searched],
        "bands": list(BANDS),
        "mixtures": MIXTURES,
        "seed": 0,
    }
    return store.stored(f"{STUDY}/{name}", settings, compute, by=LOOPS.values())


def fixed_policies(reading: str) -> pd.DataFrame:
    """Return the value of fixed policies under a reading of a step."""
    return policy_table(f"policies_{reading}", READINGS[reading].game)


def combination_table(game: Switching) -> pd.DataFrame:
    """Return the value of all 27 constant combinations of strategies by phase; stored."""
    games = sizes().combination_games

    def compute():
        rows = []
        for action in range(27):
            parts = (STRATEGIES[action // 9], STRATEGIES[action // 3 % 3], STRATEGIES[action % 3])
            found = summary(policy_games(game, action, games, seed=0))
            rows.append({"action": action, **dict(zip(("placing", "attacking", "fortifying"), parts)), **found})
        return pd.DataFrame(rows)

    settings = {"game": game, "games": games, "seed": 0}
    return store.stored(f"{STUDY}/combinations", settings, compute, by=LOOPS.values())


def effect_of_actions(name: str, game: Switching) -> pd.DataFrame:
    """Return how many steps were the learner's, and at how many the action changed the position.

    Stored; one row with ``steps``, ``own_turns`` and ``differed``.
    """
    games = sizes().combination_games

    def compute():
        states, records = new_episodes(4)
        counts = np.zeros(3, np.int64)
        episodes.count_effects(states, records, Arena(game).world, 0, 0, games, 0.1, counts)
        return pd.DataFrame([dict(zip(("steps", "own_turns", "differed"), counts.tolist()))])

    settings = {"game": game, "games": games, "seed": 0}
    return store.stored(f"{STUDY}/{name}", settings, compute, by=LOOPS.values())
