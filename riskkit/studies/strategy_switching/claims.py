"""The claims SS1 to SS4, computed from the stored results."""

from typing import Any

import numpy as np

from riskkit.analysis import intervals
from riskkit.claims.ledger import Row
from riskkit.numbers import above, below, significant, text, within
from riskkit.studies.strategy_switching import results
from riskkit.studies.strategy_switching.analysis import improvement, low_places, printed_size
from riskkit.studies.strategy_switching.settings import (
    LONG_GAMES,
    NOTEBOOK,
    PRINTED_MEAN,
    PRINTED_MINUTES,
    PRINTED_TESTS,
    READINGS,
    sizes,
)

MARGIN = 10.0
STEP = {"turn": "a step is one player's turn", "round": "a step is a round"}


def rows() -> list[Row]:
    """Return the rows of the ledger for this study."""
    rows = []
    for reading in READINGS:
        tests = results.main_tests(reading)
        fixed = results.fixed_policies(reading).set_index("policy")
        rows += _mean_reward(reading, tests, fixed)
        rows.append(_last_five(reading, tests, fixed))
        rows.append(_improvement(reading, tests, fixed))
    return [*rows, *_time()]


def _mean_reward(reading, tests, fixed) -> list[Row]:
    low, high, worse = printed_size(tests)
    small = tests[tests["size"] == "published"]
    settling = intervals.mean(tests.loc[tests["size"] == "settling", "reward"])
    inside = within(PRINTED_MEAN, low, high)
    passive = fixed.loc["passive"]
    spread = passive["sd"] / np.sqrt(PRINTED_TESTS)
    statement = "after training, the mean reward of 100 test games is -211"
    common: dict[str, Any] = {
        "claim": "SS1",
        "reading": STEP[reading],
        "statement": statement,
        "published": PRINTED_MEAN,
        "notebook": NOTEBOOK,
    }
    contradicted = not within(PRINTED_MEAN, settling.low, settling.high)
    return [
        Row(
            part="100 games of one network",
            size="published",
            ours=float(small["reward"].mean()),
            low=low,
            high=high,
            n=len(small),
            verdict="undecided" if inside else "contradicted",
            reason=(
                f"95% of means of 100 games of a network trained anew lie between {text(low, 0)} and "
                f"{text(high, 0)}; {worse} of {len(small)} were at -211 or below"
            ),
            **common,
        ),
        Row(
            part="expected over networks",
            size="settling",
            ours=settling.value,
            low=settling.low,
            high=settling.high,
            n=int(tests.loc[tests["size"] == "settling", "games"].sum()),
            verdict="contradicted" if contradicted else "reproduced",
            reason=(
                f"trained networks differ from -211; an always passive player gives {text(passive['reward'], 0)}, "
                f"its means of 100 games spread by {text(spread, 0)}: the printed network was probably passive"
                if contradicted
                else "the printed mean lies in the interval of the expected one"
            ),
            **common,
        ),
    ]


def _last_five(reading, tests, fixed) -> Row:
    settling = tests[tests["size"] == "settling"]
    chance = float(low_places(settling).mean())
    passive = float(low_places(fixed.loc[["passive"]]).iloc[0])
    return Row(
        claim="SS2",
        part="five games in a row",
        reading=STEP[reading],
        size="settling",
        statement="the last five test games ran to the cap in third or last place",
        published="-200 -250 -200 -200 -250",
        ours=f"chance {significant(chance, 2)}",
        low=None,
        high=None,
        n=int(settling["games"].sum()),
        verdict="contradicted" if below(chance, 0.05) else "undecided",
        reason=(
            f"a network trained as printed ends five games in a row so with probability {significant(chance, 2)}; "
            f"a player that is always passive with probability {significant(passive, 2)}"
        ),
        notebook=NOTEBOOK,
    )


def _improvement(reading, tests, fixed) -> Row:
    gain = improvement(tests, fixed)
    best = fixed["reward"].max() - fixed.loc["random", "reward"]
    if below(gain.high, MARGIN):
        verdict = "reproduced"
    elif above(gain.low, MARGIN):
        verdict = "contradicted"
    else:
        verdict = "undecided"
    return Row(
        claim="SS3",
        part="greedy network less random actions",
        reading=STEP[reading],
        size="settling",
        statement=f"training improves the reward by little or nothing (here: by less than {text(MARGIN, 0)})",
        published="little or no improvement",
        ours=gain.value,
        low=gain.low,
        high=gain.high,
        n=gain.n,
        verdict=verdict,
        reason=(
            f"reward gained over random actions by {gain.n} trained networks; the best policy found "
            f"on the same observation gains {text(best, 0)}"
        ),
        notebook=NOTEBOOK,
    )


def speed() -> float:
    """Return our learning steps a second of CPU time, in the run of 500,000 games."""
    return results.long_run()["step"].max() / results.long_seconds()


def _time() -> list[Row]:
    steps = sizes().steps
    printed = PRINTED_MINUTES * 60
    length = results.main_tests("turn")["steps"].mean()
    rate = LONG_GAMES * length / printed
    ours = speed()
    common: dict[str, Any] = {
        "claim": "SS4",
        "size": "published",
        "statement": "training took about 45 minutes",
        "published": "45 min",
        "notebook": NOTEBOOK,
    }
    return [
        Row(
            part="500,000 steps",
            reading="the 500,000 are steps",
            ours=f"{text(steps / ours, 0)} s",
            low=None,
            high=None,
            n=1,
            verdict="not testable",
            reason=(
                f"their machine is gone; 45 minutes are {text(1000 * printed / steps, 1)} ms a step, usual for a "
                f"network of a framework stepped one by one (here: {text(1000 / ours)} ms of CPU time)"
            ),
            **common,
        ),
        Row(
            part="500,000 games",
            reading="the 500,000 are games",
            ours=f"{text(rate, 0)} steps/s",
            low=None,
            high=None,
            n=None,
            verdict="contradicted" if above(rate, 0.1 * ours) else "undecided",
            reason=(
                f"500,000 games of {text(length, 0)} steps in 45 minutes would be {text(rate, 0)} learning steps a "
                f"second; a compiled loop reaches {text(ours, 0)} on one core here, a framework far fewer"
            ),
            **common,
        ),
    ]
