"""The rows of the ledger for claims GP1 to GP5, each under every reading.

Beside the three readings that are played, "as printed" looks at the source's own numbers
and "recounted" at the win counts in the authors' result files.
"""

from __future__ import annotations

import numpy as np

from riskkit.analysis import survival
from riskkit.analysis.intervals import Interval, mean, wilson
from riskkit.claims.ledger import Row
from riskkit.numbers import above, below, rounded, text, within
from riskkit.studies.graph_personalities import results, settings
from riskkit.studies.graph_personalities.analysis import (
    FALL_TURNS,
    line_difference,
    order_table,
    slope_table,
    steepest_fall,
)
from riskkit.studies.graph_personalities.published import authors_series, recounted_differences
from riskkit.studies.graph_personalities.settings import NOTEBOOK

NEARLY_EVERY = 0.9
SAME_SLOPE = 0.2


def _row(claim, part, reading, size, statement, published, ours, verdict, reason) -> Row:
    """Return a ledger row; ``ours`` is an Interval."""
    return Row(
        claim,
        part,
        reading,
        size,
        statement,
        published,
        rounded(ours.value, 4),
        None if np.isnan(ours.low) else rounded(ours.low, 4),
        None if np.isnan(ours.high) else rounded(ours.high, 4),
        int(ours.n),
        verdict,
        reason,
        NOTEBOOK,
    )


def _one_trial(values: np.ndarray, n: int) -> Interval:
    """Return the first of many repeated trials, with the interval that their spread gives one trial."""
    half = 1.96 * values.std(ddof=1)
    return Interval(float(values[0]), float(values[0] - half), float(values[0] + half), n)


def _sign_verdict(ours: Interval, positive: bool) -> str:
    """Return the verdict on a claim that a number lies above (or below) 0."""
    if above(ours.low, 0):
        return "reproduced" if positive else "contradicted"
    if below(ours.high, 0):
        return "contradicted" if positive else "reproduced"
    return "undecided"


def _gp1() -> list[Row]:
    statement = "In nearly every pairing a personality wins more games when it moves first."
    rows = []
    series = authors_series()
    series["score"] = np.where(series["first_mover"] == 1, 1, -1) * (series["wins_1"] - series["wins_2"])
    summed = series.groupby(["number_2", "games"]).agg(score=("score", "sum"), orders=("score", "size"))
    summed = summed[summed["orders"] == 2]
    up = wilson(int((summed["score"] > 0).sum()), len(summed))
    rows.append(
        _row(
            "GP1",
            "",
            "recounted",
            "published",
            statement,
            None,
            up,
            _share_verdict(up),
            f"{(summed['score'] > 0).sum()} of the {len(summed)} pairings whose series survive favour the first mover; "
            "all are AI3's",
        )
    )
    for reading in settings.READINGS:
        table = order_table(reading)
        up = wilson(int((table["advantage"] > 0).sum()), len(table))
        clear = table[[below(p, 0.05) for p in table["p_holm"]]]
        for_first = int((clear["advantage"] > 0).sum())
        average = table["advantage"].mean()
        rows.append(
            _row(
                "GP1",
                "",
                reading,
                "published",
                statement,
                None,
                up,
                _share_verdict(up),
                f"{for_first} of 120 pairings favour the first mover after correction, {len(clear) - for_first} the "
                f"second; mean advantage {text(average, sign=True)} wins a game",
            )
        )
    return rows


def _share_verdict(share: Interval) -> str:
    if not below(share.value, NEARLY_EVERY):
        return "reproduced" if above(share.low, 0.5) else "undecided"
    return "contradicted" if below(share.high, NEARLY_EVERY) else "undecided"


def _mean_difference(reading: str) -> dict[str, np.ndarray]:
    """Return AI3's wins less losses over 30 games, mean over 16 opponents, by trial and order."""
    found = results.ai3(reading)
    found["delta"] = found["wins"] - found["losses"]
    by_trial = found.groupby(["mover", "trial"])["delta"].mean()
    return {"first": by_trial.loc["AI3"].to_numpy(), "second": by_trial.loc["opponent"].to_numpy()}


_GP2 = {
    "first": ("AI3 moving first wins 0.5 games of 30 more than it loses, on average.", 0.5),
    "second": ("AI3 moving second wins 3.625 games of 30 more than it loses, on average.", 3.625),
    "gain": ("AI3 does better moving second than moving first, by 3.125 games of 30.", 3.125),
}


def _gp2_verdict(part: str, ours: Interval, spread: float | None = None) -> str:
    """Return the verdict on a part of GP2.

    A printed mean is itself one trial: it agrees with ours when it lies within 1.96 ``spread``
    (the standard deviation of the difference), or, without one, in our interval. The gain is
    judged by its sign.
    """
    if part == "gain":
        return _sign_verdict(ours, True)
    published = _GP2[part][1]
    if spread is None:
        return "reproduced" if within(published, ours.low, ours.high) else "contradicted"
    return "reproduced" if not above(abs(published - ours.value), 1.96 * spread) else "contradicted"


def _gp2() -> list[Row]:
    rows = []
    counted = recounted_differences()
    columns = {"first": counted[counted["mover"] == "AI3"], "second": counted[counted["mover"] == "opponent"]}
    for reading, column in (("as printed", "printed"), ("recounted", "recounted")):
        values = {part: table.set_index("opponent")[column].dropna() for part, table in columns.items()}
        values["gain"] = (values["second"] - values["first"]).dropna()
        for part, (statement, published) in _GP2.items():
            ours = mean(values[part])
            if reading == "as printed":
                verdict = "not testable"
                reason = f"the printed column itself, mean of {ours.n} opponents; its sign is looked at in the recount"
            else:
                verdict = _gp2_verdict(part, ours)
                reason = (
                    f"counted from the authors' {ours.n} surviving 30-game series; in all of them the printed second "
                    "column has its sign reversed"
                    if part != "first"
                    else f"counted from the authors' {ours.n} surviving 30-game series"
                )
            rows.append(_row("GP2", part, reading, "published", statement, published, ours, verdict, reason))
    for reading in settings.READINGS:
        trials = _mean_difference(reading)
        trials["gain"] = trials["second"] - trials["first"]
        for part, (statement, published) in _GP2.items():
            games = 480 * (2 if part == "gain" else 1)
            one = _one_trial(trials[part], games)
            rows.append(
                _row(
                    "GP2",
                    part,
                    reading,
                    "published",
                    statement,
                    published,
                    one,
                    _gp2_verdict(part, one, np.sqrt(2) * trials[part].std(ddof=1)),
                    "one trial of 30 games a cell; the interval is the spread of such trials",
                )
            )
            settled = mean(trials[part])._replace(n=games * len(trials[part]))
            rows.append(
                _row(
                    "GP2",
                    part,
                    reading,
                    "settling",
                    statement,
                    published,
                    settled,
                    _gp2_verdict(part, settled, trials[part].std(ddof=1)),
                    f"mean of {len(trials[part])} such trials; one trial has standard deviation "
                    f"{text(trials[part].std(ddof=1), 2)}, and the printed mean is one trial",
                )
            )
    return rows


_GP3 = {
    "AI4 first": ("Moving first, AI4 wins 56 more of 500 games than AI3.", 56),
    "AI3 first": ("Moving first, AI3 wins more of 500 games than AI4.", None),
}


def _gp3() -> list[Row]:
    rows = []
    series = authors_series().query("games == 500 and number_2 == @settings.AI4").set_index("first_mover")
    for part, (statement, published) in _GP3.items():
        ai3_moves = part == "AI3 first"
        found = series.loc[1 if ai3_moves else 2]
        lead = int(found["wins_1"] - found["wins_2"]) * (1 if ai3_moves else -1)
        share = wilson(int(found["wins_1"] if ai3_moves else found["wins_2"]), int(found["wins_1"] + found["wins_2"]))
        decided = int(found["wins_1"] + found["wins_2"])
        ours = Interval(lead, (2 * share.low - 1) * decided, (2 * share.high - 1) * decided, int(found["games"]))
        rows.append(
            _row(
                "GP3",
                part,
                "recounted",
                "published",
                statement,
                published,
                ours,
                _sign_verdict(ours, True),
                f"the authors' series: AI3 {found['wins_1']}, AI4 {found['wins_2']}, nobody {found['ties']}",
            )
        )
    for reading in settings.READINGS:
        found = results.duel(reading)
        found["lead"] = found["wins"] - found["losses"]
        for part, (statement, published) in _GP3.items():
            ai3_moves = part == "AI3 first"
            leads = found[(found["mover"] == "AI3") == ai3_moves]
            values = leads["lead"].to_numpy(float) * (1 if ai3_moves else -1)
            one = _one_trial(values, settings.sizes().games)
            rows.append(
                _row(
                    "GP3",
                    part,
                    reading,
                    "published",
                    statement,
                    published,
                    one,
                    _sign_verdict(one, True),
                    "one trial of 500 games; the interval is the spread of such trials",
                )
            )
            settled = mean(values)._replace(n=settings.sizes().games * len(values))
            rows.append(
                _row(
                    "GP3",
                    part,
                    reading,
                    "settling",
                    statement,
                    published,
                    settled,
                    _sign_verdict(settled, True),
                    f"mean lead over {len(values)} such trials",
                )
            )
    return rows


def _gp4() -> list[Row]:
    rows = []
    for low, high in settings.DRAWN[:2]:
        for reading in settings.READINGS:
            for size in ("published", "settling"):
                games = settings.sizes().games if size == "published" else None
                slope, moved = line_difference(reading, low, high, "army_slope", games)
                margin = SAME_SLOPE * abs(slope.value)
                if below(max(abs(moved.low), abs(moved.high)), margin):
                    verdict = "reproduced"
                else:
                    verdict = "undecided" if within(0, moved.low, moved.high) else "contradicted"
                scaled = Interval(100 * moved.value, 100 * moved.low, 100 * moved.high, moved.n)
                rows.append(
                    _row(
                        "GP4",
                        f"slope, {low} v {high}",
                        reading,
                        size,
                        "Changing the order leaves the slope of the army-difference trend line.",
                        0.0,
                        scaled,
                        verdict,
                        f"change of the line over the game; with {low} first it rises by "
                        f"{text(100 * slope.value, sign=True)}, and a change within "
                        f"{text(SAME_SLOPE, 0, percent=True)} of that counts as none",
                    )
                )
                intercept, moved = line_difference(reading, low, high, "army_intercept", games)
                verdict = "undecided" if within(0, moved.low, moved.high) else "reproduced"
                rows.append(
                    _row(
                        "GP4",
                        f"intercept, {low} v {high}",
                        reading,
                        size,
                        "Changing the order shifts the intercept of the army-difference trend line.",
                        None,
                        moved,
                        verdict,
                        f"with {low} first the line starts at {text(intercept.value, sign=True)}",
                    )
                )
    for reading in settings.READINGS[:2]:
        found = slope_table(reading)
        clear = sum(below(p, 0.05) for p in found["p_holm"])
        share = wilson(clear, len(found))
        verdict = "contradicted" if above(share.low, 0.05) else "reproduced" if below(share.high, 0.2) else "undecided"
        rows.append(
            _row(
                "GP4",
                "slope, all pairings",
                reading,
                "published",
                "In every case changing the order leaves the slope of the army-difference trend line.",
                0.0,
                share,
                verdict,
                f"share of pairings whose slopes differ between the orders after correction: {clear} of {len(found)}",
            )
        )
    return rows


def _gp5() -> list[Row]:
    statement = "AI0 survives AI4 until late and then collapses within two rounds when it moves second."
    rows = []
    for low, high in settings.DRAWN[:2]:
        for reading in settings.READINGS:
            for size in ("published", "settling"):
                found = results.drawn(reading).query("low == @low and high == @high and first == 1")
                if size == "published":
                    found = found[found["game"] < settings.sizes().games]
                data = survival.survival_data(found, ["AI0", "AI4"])
                fall, when = steepest_fall(data[data["player"] == "AI0"])
                verdict = (
                    "reproduced" if above(fall.low, 0.5) else "contradicted" if below(fall.high, 0.5) else "undecided"
                )
                rows.append(
                    _row(
                        "GP5",
                        f"{low} v {high}",
                        reading,
                        size,
                        statement,
                        None,
                        fall,
                        verdict,
                        f"steepest fall within {FALL_TURNS} turns, from turn {when} on, while a tenth of the "
                        "games is still going; a collapse is a fall by half",
                    )
                )
    return rows


def rows() -> list[Row]:
    """Return all rows, computed from the stored results."""
    return _gp1() + _gp2() + _gp3() + _gp4() + _gp5()
