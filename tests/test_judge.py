"""Verdicts by one definition: a claim, what was found, and what follows."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskkit.claims.judging import Criterion, Evidence, above, below, judge, near, needed, side


def found(low, high, recreated="text", **more):
    return Evidence(more.pop("reading", "described"), low, high, more.pop("n", 1000), recreated, **more)


def test_an_interval_within_the_margin_reproduces():
    verdict = judge(near(0.79, 0.05), [found(0.76, 0.80)])
    assert verdict.verdict == "reproduced" and verdict.readings == ("described",)
    assert "within 0.05 of the printed 0.79" in verdict.reason


def test_contradicted_needs_every_reading_and_a_settling_size():
    claim = near(0.79, 0.05)
    program = found(0.4, 0.5, "program", reading="as run")
    assert judge(claim, [found(0.5, 0.6), program]).verdict == "contradicted"
    assert judge(claim, [found(0.5, 0.6), found(0.78, 0.8, "program")]).verdict == "reproduced"
    assert judge(claim, [found(0.5, 0.6, settling=False), program]).verdict == "undecided"


def test_a_reading_of_ours_never_decides():
    claim = below(0.3, "the share")
    assert judge(claim, [found(0.1, 0.2, "ours")]).verdict == "not testable"
    assert judge(claim, [found(0.1, 0.2, "ours"), found(0.5, 0.6)]).verdict == "contradicted"
    assert judge(claim, [found(0.5, 0.6, "ours"), found(0.1, 0.2)]).verdict == "reproduced"


def test_an_open_value_that_decides_is_named_with_its_range():
    chances = {0.2: (0.9, 0.95), 0.5: (0.77, 0.79), 0.6: (0.76, 0.78), 0.8: (0.5, 0.55)}
    rows = [found(*span, "open", value=chance, reading="coin") for chance, span in chances.items()]
    verdict = judge(near(0.78, 0.03), rows)
    assert verdict.verdict == "depends" and "for values from 0.5 to 0.6" in verdict.reason
    assert judge(near(0.3, 0.03), rows).verdict == "contradicted"
    assert judge(above(0.4, "the share"), rows).verdict == "reproduced"


def test_undecided_says_how_many_would_settle_it():
    verdict = judge(above(0.5, "the share"), [found(0.49, 0.55, n=1000)])
    assert verdict.verdict == "undecided" and "about 2,250 would settle it" in verdict.reason


def test_nothing_found_is_not_testable():
    assert judge(above(0, "x"), []).verdict == "not testable"


ends = st.floats(-1, 1)


@given(ends, ends, ends, ends, st.sampled_from(["program", "text", "open"]))
def test_a_verdict_follows_from_the_side_of_the_interval(a, b, c, d, recreated):
    assume(abs(a - b) > 1e-6)
    claim, one = Criterion("x", min(a, b), max(a, b)), found(min(c, d), max(c, d), recreated)
    wanted = {"inside": "reproduced", "outside": "contradicted", "edge": "undecided"}[side(claim, one)]
    assert judge(claim, [one]).verdict == wanted


@given(st.integers(1, 10**6), st.floats(0.01, 0.5), st.floats(0.001, 0.4))
def test_as_many_as_are_needed_take_the_interval_off_the_edge(n, half, distance):
    one = found(0.5 + distance - half, 0.5 + distance + half, n=n)
    more = needed(above(0.5, "x"), one)
    assert half * math.sqrt(n / more) <= distance * (1 + 1e-6) or half > 100 * distance


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Criterion("x", 1, 1), "its range 1 to 1 is empty"),
        (lambda: near(0.5, -1), "margin"),
        (lambda: found(2, 1), "upside down"),
        (lambda: found(0, 1, "guess"), "unknown recreated 'guess'"),
    ],
)
def test_what_is_no_criterion_or_evidence_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
