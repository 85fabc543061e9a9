"""The tables of notebook 02."""

import gymnasium
import pandas as pd

import riskkit.envs
from riskkit.analysis import intervals
from riskkit.claims import ledger
from riskkit.envs.switching import STRATEGIES
from riskkit.report import shown
from riskkit.studies.strategy_switching import analysis, results
from riskkit.studies.strategy_switching.settings import BANDS, MIXTURES, PUBLISHED, READINGS, REPAIRED, STUDY, sizes

OUTCOMES = ["won", "first", "second", "third", "fourth", "out"]
ENDS = ["low", "high"]


def _by_reading(make) -> pd.DataFrame:
    """Return the tables of both readings one below the other, with a column that says which."""
    found = pd.concat([make(reading).assign(reading=reading) for reading in READINGS], ignore_index=True)
    return found[["reading", *found.columns.drop("reading")]]


def _settled(reading: str) -> pd.DataFrame:
    return results.main_tests(reading).query("size == 'settling'")


@shown.table(
    "02_first_steps",
    "The first steps of game 0 of seed 1, the learner aggressive: whether the turn is its own, the reward, the "
    "percentage of the board that it then sees, and the territories of all.",
    digits=1,
)
def first_steps(steps: int = 6):
    """Return the first steps of a game as the environment gives them."""
    env = gymnasium.make(riskkit.envs.IDENTIFIER)
    seen, info = env.reset(seed=1)
    names = ["learner", *(f"{seat} {name}" for seat, name in enumerate(info["opponents"], 1))]
    rows = [(0, "", None, float(seen[0]), *info["territories"])]
    for step in range(1, steps + 1):
        own = "yes" if info["own_turn"] else "no"
        seen, reward, _, _, info = env.step(STRATEGIES.index("aggressive"))
        rows.append((step, own, reward, float(seen[0]), *info["territories"]))
    return pd.DataFrame(rows, columns=["step", "own turn", "reward", "seen", *names])


@shown.table(
    "02_policies",
    "Fixed policies: mean reward of 20,000 games with its 95% interval, and the shares of the games won, cut off in "
    "first to fourth place, and lost.",
    digits={"reward": 2, "low": 2, "high": 2},
)
def policies():
    """Return what fixed policies are worth under both readings."""
    columns = ["policy", "games", "reward", *ENDS, *OUTCOMES]
    return _by_reading(lambda reading: results.fixed_policies(reading)[columns])


@shown.table("02_gains", "Reward that the best policy found gains over random actions, paired, 95% interval.", digits=1)
def gains():
    """Return what knowing the number of territories could bring."""

    def gain(reading):
        found = results.fixed_policies(reading).query("policy == 'best found'")
        return found[["gain", "gain_low", "gain_high"]]

    return _by_reading(gain)


@shown.table("02_best_policy", "The best policy found, by the learner's number of territories.")
def best_policy():
    """Return the best policy found under both readings."""
    names = {entry: name for name, entry in MIXTURES.items()}
    bands = [f"{first} to {after - 1}" for first, after in zip(BANDS[:-1], BANDS[1:])]
    columns = {"territories": bands}
    for reading in READINGS:
        entries = results.fixed_policies(reading).set_index("policy").loc["best found", "entries"]
        columns[f"a step is a {reading}"] = [names[entries[first]] for first in BANDS[:-1]]
    return pd.DataFrame(columns)


@shown.table(
    "02_replayed", "Stored runs, and whether the first steps of seed 0, trained again, give the stored rewards."
)
def replayed():
    """Return whether stored runs are what the code gives."""
    return results.replayed()


@shown.table("02_training_levels", "Reward a game while training: mean of 20 seeds over 10,000 steps.", digits=1)
def training_levels():
    """Return the mean training reward at some steps."""
    means = {r: analysis.curve_over_seeds(results.main_runs(r)).set_index("step")["mean"] for r in READINGS}
    table = pd.DataFrame({f"a step is a {reading}": mean for reading, mean in means.items()})
    return table.iloc[:: max(1, len(table) // 5)].reset_index()


@shown.table(
    "02_greedy",
    "Mean reward of greedy networks: of 100 games as printed, and of 3,500 that settle it; mean and range of 20 "
    "networks.",
    digits=1,
)
def greedy():
    """Return the rewards of the greedy networks."""

    def means(reading):
        found = results.main_tests(reading).groupby("size")["reward"].agg(["count", "mean", "min", "max"])
        return found.rename(columns={"count": "networks"}).reset_index()

    return _by_reading(means)


@shown.table(
    "02_printed",
    "Where 95% of the means of 100 games of a network trained anew lie, and how many of ours were at -211 or below.",
    digits=0,
)
def printed():
    """Return how the printed mean lies among ours."""

    def place(reading):
        tests = results.main_tests(reading)
        columns = [*ENDS, "at the printed mean or below"]
        return pd.DataFrame([analysis.printed_size(tests)], columns=columns).assign(networks=tests["seed"].nunique())

    return _by_reading(place)


@shown.table("02_improvement", "Reward of the greedy network less that of random actions, 95% interval.", digits=1)
def improvement():
    """Return what training gains over random actions."""

    def gain(reading):
        found = analysis.improvement(results.main_tests(reading), results.fixed_policies(reading).set_index("policy"))
        return pd.DataFrame([{"gain": found.value, "low": found.low, "high": found.high, "networks": found.n}])

    return _by_reading(gain)


@shown.table(
    "02_preferred", "Share of the networks and numbers of territories at which each strategy has the highest value."
)
def preferred():
    """Return how often each strategy is preferred."""

    def shares(reading):
        found = results.preferences(reading)["choice"].value_counts(normalize=True).reindex(range(3)).fillna(0)
        return pd.DataFrame([dict(zip(STRATEGIES, found))])

    return _by_reading(shares)


@shown.table(
    "02_chosen",
    "What 20 greedy networks did in 3,500 games each: share of own turns by strategy, steps a game, share of steps "
    "that were own turns, games won and lost.",
)
def chosen():
    """Return mean and range over the networks of what they did."""
    columns = [*STRATEGIES, "steps", "counted", "won", "out"]

    def ranges(reading):
        found = _settled(reading)[columns].agg(["mean", "min", "max"])
        return found.rename_axis("over networks").reset_index()

    return _by_reading(ranges)


@shown.table(
    "02_signal",
    "Why the network learns little (a step is a turn): mean difference between its highest and lowest value at 8 to "
    "19 territories; steps tried with all three actions and the same dice, the shares of them that were its own turns "
    "and that came out differently; and the cost of losing at which always passive is worth as much as always "
    "aggressive.",
    digits={"difference": 1, "break-even": 0},
)
def signal():
    """Return how little the choice of a strategy moves."""
    effect = results.effect_of_actions("action_turn", PUBLISHED.game).iloc[0]
    row = {
        "difference": analysis.value_difference(results.preferences("turn")),
        "steps": effect["steps"],
        "own turns": effect["own_turns"] / effect["steps"],
        "differed": effect["differed"] / effect["steps"],
        "break-even": -analysis.break_even(results.fixed_policies("turn"), "aggressive", "passive", PUBLISHED.game.out),
    }
    return pd.DataFrame([row])


@shown.table(
    "02_effects",
    "Reward of greedy networks when one setting is changed: mean over 5 seeds with its 95% interval; share of own "
    "turns by strategy.",
    digits={"reward": 1, "low": 1, "high": 1},
)
def effects():
    """Return what one changed setting does."""
    return analysis.effect_points(results.effects())


COMBINATION = ["placing", "attacking", "fortifying", "won", *ENDS, "out", "steps"]


@shown.table(
    "02_combinations",
    "The five best of 27 constant combinations: share of 2,000 games won with its 95% interval; share lost; steps a "
    "game.",
)
def combinations():
    """Return the best constant combinations of strategies by phase."""
    return results.combination_table(REPAIRED.game).sort_values("won", ascending=False)[COMBINATION].head(5)


@shown.table(
    "02_whole", "The three whole strategies: share of 2,000 games won, 95% interval; share lost; steps a game."
)
def whole_strategies():
    """Return the constant combinations that keep one strategy in all phases."""
    return analysis.whole(results.combination_table(REPAIRED.game)).sort_values("won", ascending=False)[COMBINATION]


@shown.table(
    "02_repair",
    "Share of 200 greedy games won by steps trained, repaired set-up: mean of 20 seeds with its 95% interval, lowest "
    "and highest seed.",
)
def repair():
    """Return how the repaired set-up learns."""
    curve = analysis.curve_over_seeds(results.repaired_runs(), "test_won")
    return curve[["step", "mean", "mean_low", "mean_high", *ENDS]]


@shown.table("02_repaired_games", "The repaired networks after 200,000 steps in other games: share won, 95% interval.")
def repaired_games():
    """Return how often the repaired networks win."""
    won = intervals.mean(results.repaired_tests().query("size == 'settling'")["won"])
    row = {"networks": won.n, "games each": sizes().tests, "won": won.value, "low": won.low, "high": won.high}
    return pd.DataFrame([row])


@shown.table("02_ablation", "Share of greedy games won with one repair taken back, 95% interval over seeds.")
def ablation():
    """Return what each repair is worth."""
    return analysis.ablation_points(results.ablations())


@shown.table(
    "02_strong",
    "Against three graph personalities: share of games won with its 95% interval (over networks, or over games), "
    "share lost.",
)
def strong():
    """Return how the repaired networks do against opponents that they have not seen."""
    return results.strong_opponents()


@shown.table(
    "02_long_run",
    "The run of 500,000 games: its length, and the mean reward of its first and last million steps.",
    digits=1,
)
def long_run():
    """Return how long the long run is and what it came to."""
    run = results.long_run()
    means = analysis.smoothed(run, 10)["mean"]
    row = {"steps": run["step"].max(), "games": run["episodes"].sum(), "first": means.iloc[0], "last": means.iloc[-1]}
    return pd.DataFrame([row])


@shown.table(
    "02_long_games", "The network of the long run, greedy: mean reward with its 95% interval, shares.", digits=2
)
def long_games():
    """Return the greedy games of the network of the long run."""
    return results.long_tests()[["size", "games", "reward", *ENDS, "won", "out", *STRATEGIES]]


@shown.table(
    "02_claims", "Each part of each claim, by reading: what is printed, ours with its 95% interval, the verdict."
)
def claims():
    """Return the rows of the ledger."""
    columns = ["claim", "part", "reading", "published", "ours", "n", "verdict"]
    return ledger.readable(ledger.table(STUDY))[columns]
