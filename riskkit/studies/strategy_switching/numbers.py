"""The computed numbers that the prose of notebook 02 and of the study's page states."""

import numpy as np

from riskkit.numbers import text
from riskkit.studies.strategy_switching import analysis, results
from riskkit.studies.strategy_switching.settings import NOTEBOOK, PRINTED_TESTS, PUBLISHED, READINGS, REPAIRED, sizes

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/strategy_switching.md",)
SAID = frozenset(
    # printed by the source: sizes, and the settings of its learner
    "500,000 1,000 0.01 0.99 0.001 "
    # sizes and settings of ours, steps at which a curve is read, a fair share among four, the level of the intervals
    "2,000 20,000 50,000 100,000 200,000 0.9 0.0003 0.98 0.05 25% 95%".split()
)


def _percent(share: float) -> str:
    return text(share, 0, percent=True)


def _fixed() -> dict[str, str]:
    turn, round_ = (results.fixed_policies(reading).set_index("policy") for reading in READINGS)
    passive, aggressive = turn.loc["passive"], turn.loc["aggressive"]
    return {
        "random": text(turn.loc["random", "reward"], 0),
        "random_round": text(round_.loc["random", "reward"], 0),
        "passive": text(passive["reward"], 0),
        "passive_spread": text(passive["sd"] / np.sqrt(PRINTED_TESTS), 0),
        "best_found": text(turn.loc["best found", "reward"], 0),
        "break_even": text(-analysis.break_even(turn.reset_index(), "aggressive", "passive", PUBLISHED.game.out), 0),
        "spread": text(aggressive["sd"], 0),
    }


def _trained() -> dict[str, str]:
    turn, round_ = (results.main_tests(reading).query("size == 'settling'") for reading in READINGS)
    discounted = results.effects().query("variation == 'discount 0.9'")["reward"]
    return {
        "greedy": text(turn["reward"].mean(), 0),
        "greedy_round": text(round_["reward"].mean(), 0),
        "networks": str(len(turn) + len(round_)),
        "own_steps": _percent(turn["counted"].mean()),
        "discounted_most": text(discounted.max(), 0),
        "discounted_least": text(discounted.min(), 0),
    }


def _repaired() -> dict[str, str]:
    curve = analysis.curve_over_seeds(results.repaired_runs(), "test_won")
    best, whole = analysis.best_constant(results.combination_table(REPAIRED.game))
    ablation = analysis.ablation_points(results.ablations()).set_index("set-up")["won"]
    strong = results.strong_opponents()["won"]
    won = results.repaired_tests().query("size == 'settling'")["won"]
    return {
        "repaired": _percent(won.mean()),
        "repaired_first": _percent(curve["mean"].iloc[0]),
        "combination": _percent(best),
        "whole": _percent(whole),
        "share_only": _percent(ablation["one-number observation"]),
        **{name: _percent(share) for name, share in zip(("strong_networks", "strong_best", "strong_random"), strong)},
        "repaired_worst": _percent(won.min()),
        "repaired_second": _percent(won.sort_values().iloc[1]),
    }


def _long() -> dict[str, str]:
    run, seconds = results.long_run(), results.long_seconds()
    tests = results.long_tests().set_index("size").loc["settling"]
    steps = run["step"].max()
    return {
        "long_steps": text(steps, 0),
        "long_millions": text(steps / 1e6, 0),
        "long_times": text(steps / sizes().steps, 0),
        "long_games": text(run["episodes"].sum(), 0),
        "long_seconds": text(seconds, 0),
        "long_minutes": text(seconds / 60, 0),
        **{f"long_{name}": text(tests[name], 0) for name in ("reward", "low", "high")},
    }


def values() -> dict[str, str]:
    """Return the text of each number by its name."""
    return _fixed() | _trained() | _repaired() | _long()
