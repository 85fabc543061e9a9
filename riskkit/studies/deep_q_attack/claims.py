"""The claims DQ1 to DQ5 against the stored trainings and games."""

import numpy as np

from riskkit.analysis.intervals import cluster_mean, mean, wilson
from riskkit.claims.ledger import Row
from riskkit.numbers import above, below, text, within
from riskkit.studies.deep_q_attack import published, results
from riskkit.studies.deep_q_attack.analysis import DOMINANT, dominated, loss_levels, rates
from riskkit.studies.deep_q_attack.networks import agreements, between, lengths
from riskkit.studies.deep_q_attack.settings import NOTEBOOK, READINGS, SIZES

CLOSE = 0.05
LEARNING = "mixed, learning"
"""Reading of the pairings in which the bots learn during the games that are counted."""


def _row(claim, part, reading, size, statement, printed, ours, low, high, n, verdict, reason):
    return Row(claim, part, reading, size, statement, printed, ours, low, high, n, verdict, reason, NOTEBOOK)


def _surface(reading: str) -> Row:
    data = results.training(reading)
    cells = agreements(data, published.surface(10_000))["cells"]
    others = between(data)
    usual = float(np.quantile(others, 0.05))
    median = float(cells.median())
    length = lengths(data)
    settled = "published" if length["games"].min() >= SIZES["full"].games else "settling"
    fewest, most = length["games"].min(), length["games"].max()
    of = f"{most:,} games" if settled == "published" else f"{fewest:,} to {most:,} games"
    trained = f"{len(length)} trainings of {of}"
    return _row(
        "DQ1",
        "trained surface",
        reading,
        settled,
        "after training the greedy policy is the printed 9 x 10 table (cells that agree, of 90)",
        90.0,
        median,
        float(cells.min()),
        float(cells.max()),
        len(cells),
        "reproduced" if not below(median, max(usual, 72)) else "contradicted",
        f"ours agree with the print in {text(median, 0)} cells (median), with each other in "
        f"{text(np.median(others), 0)}; the range of the networks stands for an interval ({trained})",
    )


def _untrained() -> Row:
    found = results.untrained()
    best = int(found.max())
    share = float((found >= 80).mean())
    return _row(
        "DQ1",
        "untrained surface",
        "described",
        "settling",
        "the printed surface of game 0 is that of an untrained network (cells that agree, of 90)",
        90.0,
        float(np.median(found)),
        float(found.min()),
        float(found.max()),
        len(found),
        "reproduced" if best >= 80 else "contradicted",
        f"one of many first networks: {share:.1%} of {len(found):,} agree in 80 cells or more, the best in {best}",
    )


def _losses(reading: str) -> list[Row]:
    levels = loss_levels(results.training(reading)).groupby("seed").mean()
    start, level, late = (mean(levels[name]) for name in ("start", "level", "late"))
    printed = published.loss_levels()
    wanted = printed["level"]
    return [
        _row(
            "DQ2",
            "level after 300 games",
            reading,
            "published",
            "the loss is about 0.64 from 300 to 1000 games",
            wanted,
            level.value,
            level.low,
            level.high,
            level.n,
            "reproduced" if within(wanted, level.low, level.high) else "contradicted",
            "half the mean squared error of the batches, mean over trainings: does the interval hold the printed one",
        ),
        _row(
            "DQ2",
            "start",
            reading,
            "published",
            "the loss falls: over the first 25 games it is more than twice its later level",
            printed["start"],
            start.value,
            start.low,
            start.high,
            start.n,
            "reproduced" if above(start.low, 2 * level.value) else "contradicted",
            f"the first 25 games have {text(start.value, 2)}, later ones {text(level.value, 2)}: it depends on "
            "the first network",
        ),
        _row(
            "DQ2",
            "flat to 1000",
            reading,
            "published",
            "after 300 games the loss stays flat",
            1.0,
            late.value / level.value,
            None,
            None,
            late.n,
            "reproduced" if below(abs(late.value / level.value - 1), 0.1) else "contradicted",
            "loss from 900 to 1000 games over that from 300 to 1000",
        ),
    ]


def _dominance() -> list[Row]:
    found = dominated(results.dominance("mixed"))
    rounds = found["lasting"].dropna()
    middle = float(rounds.median())
    ahead = found[found["round"].notna()]
    most = text(DOMINANT, 0, percent=True)
    share = wilson(int(ahead["won"].sum()), len(ahead))
    return [
        _row(
            "DQ3",
            "when",
            "mixed",
            "settling",
            "one bot dominates the troop count after 8 to 12 turns",
            "8-12",
            middle,
            float(rounds.quantile(0.25)),
            float(rounds.quantile(0.75)),
            len(rounds),
            "reproduced" if within(middle, 8, 12) else "contradicted",
            f"median round from which one side keeps {most} of all armies; quartiles stand for an interval",
        ),
        _row(
            "DQ3",
            "then wins",
            "mixed",
            "settling",
            "the bot that dominates then wins",
            "wins",
            share.value,
            share.low,
            share.high,
            share.n,
            "reproduced" if above(share.low, 0.9) else "contradicted",
            f"share of games won by the side that first has {most} of all armies (median round "
            f"{text(ahead['round'].median(), 0)})",
        ),
    ]


def _pairings(data, reading: str) -> list[Row]:
    played = rates(data).set_index(["a", "b"])
    near = text(CLOSE, 0, percent=True)
    rows = []
    for line in published.pairings().itertuples():
        pair = (line.a, line.b)
        if pair not in played.index:
            continue
        ours = played.loc[pair]
        wanted = line.rate
        same_winner = above(ours["rate"], 0.5) == (wanted > 0.5) and not within(0.5, ours["low"], ours["high"])
        close = not above(abs(ours["rate"] - wanted), CLOSE)
        far = above(ours["low"], wanted + CLOSE) or below(ours["high"], wanted - CLOSE)
        verdict = "reproduced" if same_winner and close else ("contradicted" if far else "undecided")
        winner = "the same winner" if same_winner else "no same winner beyond doubt"
        points = text(100 * (ours["rate"] - wanted), 1, sign=True)
        reason = f"{winner}, {points} points; reproduced within {near}, contradicted if the interval is farther off"
        rows.append(
            _row(
                "DQ4",
                f"{pair[0]} v {pair[1]}",
                reading,
                "published",
                f"{line.bot_a} wins {line.wins_a} of 10,000 games against {line.bot_b}",
                wanted,
                float(ours["rate"]),
                float(ours["low"]),
                float(ours["high"]),
                int(ours["games"]),
                verdict,
                reason,
            )
        )
    return rows


def _td(reading: str) -> Row:
    data = results.pairings(reading)
    part = data[(data["a"] == "random") & (data["b"] == "td")]
    ahead = part["draws"] - part["ahead_a"]
    rate = cluster_mean((part["wins_b"] + ahead) / part["games"], part["block"])
    return _row(
        "DQ5",
        "",
        reading,
        "published",
        "TD wins less than 30% of its games against random",
        "< 0.30",
        rate.value,
        max(0.0, rate.low),
        min(1.0, rate.high),
        int(part["games"].sum()),
        "reproduced" if below(rate.high, 0.30) else ("contradicted" if above(rate.low, 0.30) else "undecided"),
        f"{len(part)} chains of {part['games'].iloc[0]:,} games, each from other first weights; interval over chains",
    )


def rows() -> list[Row]:
    """Return the ledger rows of DQ1 to DQ5."""
    found = [_untrained()] + [_surface(reading) for reading in READINGS]
    found += _losses("mixed")
    found += _dominance()
    for reading in READINGS:
        found += _pairings(results.pairings(reading), reading)
        found.append(_td(reading))
    return found + _pairings(results.learning_pairings(), LEARNING)
