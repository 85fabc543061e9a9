"""The set-ups of the study by name, what the source prints, and how much is played."""

from dataclasses import replace
from typing import NamedTuple

from riskkit.envs.switching import Switching
from riskkit.learning import dqn
from riskkit.results import scale
from riskkit.rules import Rules
from riskkit.studies.strategy_switching.loops import episodes
from riskkit.studies.strategy_switching.loops.training import Experiment, changed

STUDY = "strategy_switching"
NOTEBOOK = "02_strategy_switching_dqn"
SEED = 0
RULES = Rules.strategy_switching()

PRINTED_TESTS = 100
"""Greedy games behind the printed mean."""

PRINTED_MEAN = -211.0
PRINTED_MINUTES = 45
LONG_GAMES = 500_000
"""Games of the long run: the 500,000 of the text, taken at its word."""


class Sizes(NamedTuple):
    """How much is played; the full sizes are the published ones and more.

    Attributes
    ----------
    steps, seeds, few_seeds : int
        Steps of a run as printed; runs of each reading; runs of each variation.
    tests : int
        Greedy games a seed beside the hundred printed ones.
    policy_games, search_games, combination_games : int
        Games a policy: to value it, in the search, and of the 27 combinations.
    repair_steps, repair_interval, repair_tests : int
        Steps of a run of the repaired game, steps and greedy games an interval.
    ablation_steps : int
        Steps of a run without one of the repairs.
    long_steps : int
        Most steps of the long run, which ends at 500,000 games (about 82 million steps).
    strong_games : int
        Games of a network against strong opponents.
    """

    steps: int
    seeds: int
    few_seeds: int
    tests: int
    policy_games: int
    search_games: int
    combination_games: int
    repair_steps: int
    repair_interval: int
    repair_tests: int
    ablation_steps: int
    long_steps: int
    strong_games: int


SIZES = {
    "full": Sizes(500_000, 20, 5, 3_500, 20_000, 2_000, 2_000, 200_000, 20_000, 200, 100_000, 100_000_000, 100),
    "quick": Sizes(20_000, 2, 2, 100, 300, 40, 50, 20_000, 5_000, 50, 10_000, 40_000, 10),
}


def sizes() -> Sizes:
    """Return the sizes of this session: full, or quick (`riskkit.results.scale`)."""
    return SIZES[scale.current()]


PUBLISHED = Experiment()
READINGS = {"turn": PUBLISHED, "round": changed(PUBLISHED, game={"step": "round"})}
"""What a step is: the turn of whoever is at turn, or a round."""

EFFECTS = {
    "discount 0.9": changed(PUBLISHED, learner={"discount": 0.9}),
    "rewards / 100": changed(PUBLISHED, game={"scale": 0.01}),
    "cap as a cut": changed(PUBLISHED, cap_ends=False),
}
REPAIRED = Experiment(
    Switching(
        step="round",
        observation="position",
        actions="phases",
        step_reward=0.0,
        win=1.0,
        out=0.0,
        ranks=(0.0, 0.0, 0.0, 0.0),
    ),
    dqn.Settings(
        (26, 24, 24, 27),
        ("relu", "relu", "linear"),
        rate=3e-4,
        discount=0.98,
        double=True,
        policy="epsilon",
        start=1.0,
        end=0.05,
        over=50_000,
    ),
)
_OLD_REWARD = {name: getattr(PUBLISHED.game, name) for name in ("step_reward", "win", "out", "ranks")}


def _fitted(experiment: Experiment, **game) -> Experiment:
    made = replace(experiment.game, **game)
    sizes = (made.length, *experiment.learner.sizes[1:-1], made.choices)
    return replace(experiment, game=made, learner=replace(experiment.learner, sizes=sizes))


ABLATIONS = {
    "all repairs": REPAIRED,
    "one strategy a turn": _fitted(REPAIRED, actions="strategy"),
    "one-number observation": _fitted(REPAIRED, observation="share"),
    "steps of one turn": _fitted(REPAIRED, step="turn", cap=800),
    "printed rewards": _fitted(REPAIRED, **_OLD_REWARD),
}

STRONG = ("personality 3", "personality 5", "personality 11")
"""Opponents that the repaired networks have not seen."""

BANDS = (0, 7, 10, 12, 15, 20, 28, 43)
"""Numbers of territories at which a searched policy may change."""

MIXTURES = {
    "random": episodes.ANY,
    "passive": 0,
    "pacifist": 1,
    "aggressive": 2,
    "passive or aggressive": episodes.PASSIVE_OR_AGGRESSIVE,
    "pacifist or aggressive": episodes.PACIFIST_OR_AGGRESSIVE,
    "passive or pacifist": episodes.PASSIVE_OR_PACIFIST,
}
"""Policies that do not look at the position: a strategy, or a draw between some at each step."""
