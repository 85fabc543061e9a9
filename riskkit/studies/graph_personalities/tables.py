"""The tables that notebook 05 shows."""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.agents import personality
from riskkit.agents.personality import traits_of
from riskkit.analysis import survival
from riskkit.claims import ledger
from riskkit.report import shown
from riskkit.studies.graph_personalities import analysis, players, published, results
from riskkit.studies.graph_personalities.loops.departures import ABOUT
from riskkit.studies.graph_personalities.settings import (
    BASES,
    DEPARTURE_LABELS,
    DESCRIBED,
    DRAWN,
    READINGS,
    STUDY,
)

FIRST = {"AI3": "AI3 first", "opponent": "AI3 second"}


@shown.table("05_personalities", "The personalities that the source's figures and trials are about.")
def personalities():
    """Return the traits of the four personalities that have a name in the source."""
    return pd.DataFrame([{"personality": number, **traits_of(number)} for number in (2, 5, 11, 13)])


@shown.table("05_replayed", "Stored games of each reading; the first of 11 v 5 are played again.")
def replayed():
    """Return how many of a sample of stored games are the same when played again."""
    return results.replayed()


@shown.table(
    "05_deviations",
    "Deviations of the authors' series from replicated chains, in standard deviations of one chain; outside: how many "
    "lie beyond 1.96 (expected: 0.05 of all).",
    digits=2,
)
def deviations():
    """Return mean and standard deviation of the deviations, by measure and of all."""
    against = analysis.against_chains()
    parts = [*against.groupby("measure"), ("all", against)]
    rows = [
        (name, len(z), z.mean(), z.std(), int((z.abs() > 1.96).sum())) for name, z in ((n, p["z"]) for n, p in parts)
    ]
    table = pd.DataFrame(rows, columns=["measure", "n", "mean", "sd", "outside"])
    return table.assign(expected=0.05 * table["n"])


@shown.table("05_recount", "AI3's wins less losses in 30 games, as printed and as counted (empty: the series is lost).")
def recount():
    """Return the printed and the counted win differences of AI3 by opponent."""
    counted = published.recounted_differences()
    wide = counted.pivot(index="opponent", columns="mover", values=["printed", "recounted"]).astype("Int64")
    wide.columns = [
        f"{'counted' if source == 'recounted' else source}, {FIRST[mover]}" for source, mover in wide.columns
    ]
    return wide.reset_index()


@shown.table(
    "05_reversed",
    "The series that survive: in how many the printed number is minus the counted one, in how many it is the counted "
    "one (0 is both), and the means of both.",
    digits=2,
)
def reversed_signs():
    """Return in how many series the printed sign is reversed, by who moves first."""
    rows = []
    for mover, part in published.recounted_differences().dropna(subset=["recounted"]).groupby("mover"):
        turned = int((part["printed"] == -part["recounted"]).sum())
        same = int((part["printed"] == part["recounted"]).sum())
        rows.append((FIRST[mover], len(part), turned, same, part["printed"].mean(), part["recounted"].mean()))
    return pd.DataFrame(rows, columns=["order", "series", "reversed", "same", "printed", "counted"])


@shown.table("05_authors_duel", "The authors' own 500 games of AI3 against AI4 in each order.")
def authors_duel():
    """Return the authors' counts of AI3 against AI4."""
    series = published.authors_series().query("games == 500 and number_2 == 5")
    names = {"wins_1": "AI3 wins", "wins_2": "AI4 wins", "ties": "nobody"}
    table = series[["first_mover", *names]].rename(columns={"first_mover": "moves first", **names})
    return table.assign(**{"moves first": table["moves first"].map({1: "AI3", 2: "AI4"})})


@shown.table("05_ranking", "Share of games won against the fifteen others in both orders, as described (Wilson, 95%).")
def ranking():
    """Return the personalities as described, best first."""
    return analysis.ranking(DESCRIBED).drop(columns=["wins", "games"])


def _rates() -> pd.DataFrame:
    """Return the rate of each personality, a column a reading, in the order as described."""
    ranked = {reading: analysis.ranking(reading).set_index("personality")["rate"] for reading in READINGS}
    return pd.concat(ranked, axis=1)


@shown.table("05_rates", "Share of games won against the fifteen others in both orders.", digits=2)
def rates():
    """Return the rate of each personality under each reading, in the order as described."""
    return _rates().reset_index()


@shown.table("05_rank_correlation", "Rank correlation (Spearman) of these columns.", digits=2)
def rank_correlation():
    """Return the rank correlations of the rates between readings."""
    return _rates().corr("spearman").rename_axis("reading").reset_index()


@shown.table(
    "05_order_summary",
    "The first mover's advantage (wins less losses a game) over all pairings; for the first, for the second: pairings "
    "in which it is told apart from 0 after correction (Holm, p < 0.05).",
)
def order_summary():
    """Return the mean advantage of moving first and in how many pairings there is one, by reading."""
    rows = []
    for reading in READINGS:
        table = analysis.order_table(reading)
        apart = table[table["p_holm"] < 0.05]["advantage"]
        counts = [int(up.sum()) for up in (table["advantage"] > 0, apart > 0, apart < 0)]
        rows.append((reading, table["advantage"].mean(), counts[0], len(table), *counts[1:]))
    return pd.DataFrame(rows, columns=["reading", "mean", "above 0", "pairings", "for the first", "for the second"])


@shown.table("05_ai3_means", "AI3's wins less losses in 30 games, mean over its opponents.", digits=2)
def ai3_means():
    """Return AI3's mean win differences by source and order."""
    table = analysis.ai3_differences()
    means = table.groupby(["source", "mover"], sort=False)["delta"].mean().unstack()
    return means.rename(columns=FIRST).rename_axis(columns=None).reset_index()


@shown.table(
    "05_ai3_spread",
    "How far apart trials of 30 games lie (1.96 standard deviations): one cell, and the mean of a trial's 16 cells.",
    digits={"one cell": 1, "mean of 16 cells": 2},
)
def ai3_spread():
    """Return the 95% half-ranges of a cell and of the mean of a trial, by reading."""
    rows = []
    for reading in READINGS:
        found = results.ai3(reading)
        found["delta"] = found["wins"] - found["losses"]
        cell = found.groupby(["mover", "opponent"])["delta"].std().mean()
        trial = found.groupby(["mover", "trial"])["delta"].mean().groupby("mover").std().mean()
        rows.append((reading, 1.96 * cell, 1.96 * trial))
    return pd.DataFrame(rows, columns=["reading", "one cell", "mean of 16 cells"])


@shown.table(
    "05_duel",
    "AI3 against AI4: means over trials of 500 games, and the standard deviation of AI3's lead in one.",
    digits=0,
)
def duel():
    """Return how AI3 and AI4 fare against each other, by reading and order."""
    rows = []
    for reading in READINGS:
        for mover, trials in results.duel(reading).groupby("mover"):
            lead = trials["wins"] - trials["losses"]
            means = [trials[name].mean() for name in ("wins", "losses", "ties")]
            rows.append((reading, "AI3" if mover == "AI3" else "AI4", *means, lead.mean(), lead.std()))
    columns = ["reading", "moves first", "AI3 wins", "AI4 wins", "nobody", "AI3's lead", "sd of one trial"]
    return pd.DataFrame(rows, columns=columns)


@shown.table(
    "05_trend_lines", "The lines of the panels above: share difference at the start, and its change over the game."
)
def trend_lines():
    """Return intercept and slope of the trend lines of armies, by pairing, reading and order."""
    parts = []
    for low, high in ((2, 5), (5, 11)):
        for reading in READINGS:
            lines = analysis.trend_panel(reading, low, high)[1]
            lines = lines.assign(slope=100 * lines["slope"])
            parts.append(lines.assign(pairing=f"{low} v {high}", reading=reading))
    return pd.concat(parts, ignore_index=True)[["pairing", "reading", "order", "intercept", "slope"]]


@shown.table(
    "05_line_changes",
    "What the order changes in the trend line of armies (2,000 games an order): the line's change over the game with "
    "the lower number first, how it and the start differ between the orders, with 95% intervals.",
)
def line_changes():
    """Return how slope and start of the army trend differ between the orders."""
    rows = []
    for low, high in DRAWN:
        for reading in READINGS:
            slope, change = analysis.line_difference(reading, low, high, "army_slope")
            _, shift = analysis.line_difference(reading, low, high, "army_intercept")
            changes = [100 * value for value in (slope.value, *change[:3])]
            rows.append((f"{low} v {high}", reading, *changes, *shift[:3]))
    columns = ["pairing", "reading", "slope", "change", "low", "high", "start shifted", "start low", "start high"]
    return pd.DataFrame(rows, columns=columns)


@shown.table(
    "05_slopes",
    "Pairings whose slopes differ between the orders after correction (Holm, p < 0.05), and the median sizes of the "
    "change and of the slope.",
)
def slopes():
    """Return in how many pairings the order changes the slope of the army trend, in independent games."""
    rows = []
    for reading in READINGS[:2]:
        found = analysis.slope_table(reading)
        differ = int((found["p_holm"] < 0.05).sum())
        rows.append((reading, differ, len(found), found["change"].abs().median(), found["slope"].abs().median()))
    return pd.DataFrame(rows, columns=["reading", "differ", "pairings", "median |change|", "median |slope|"])


@shown.table("05_country_lines", "The lines above: share difference at the start, and its change over the game.")
def country_lines():
    """Return the trend lines of countries, 2 v 5 as described."""
    lines = analysis.trend_panel(DESCRIBED, 2, 5, "country")[1]
    return lines.assign(slope=100 * lines["slope"])


@shown.table(
    "05_log_rank",
    "AI0 (2) against AI4 (5): log-rank test of AI0 moving first against second; the largest share of AI0's games at "
    "risk that it lost within 4 turns when it moved second, and from which turn.",
    digits={"chi-square": 2, "p": 2, "steepest fall": 2},
)
def log_rank():
    """Return whether AI0's survival depends on the order, and the steepest fall of its curve."""
    rows = []
    for reading in READINGS:
        data = survival.survival_data(results.drawn(reading).query("low == 2 and high == 5"), ["AI0", "AI4"])
        data = data[data["player"] == "AI0"]
        test = survival.log_rank(data, "moves_first")
        fall, when = analysis.steepest_fall(data[~data["moves_first"]])
        rows.append((reading, test.statistic, test.p, fall.value, when))
    return pd.DataFrame(rows, columns=["reading", "chi-square", "p", "steepest fall", "turn"])


@shown.table("05_hazards", "Hazard ratios of being eliminated with 95% intervals; below 1 lives longer.")
def hazards():
    """Return the Cox models of elimination, by reading."""
    found = pd.concat({reading: analysis.elimination_hazards(reading) for reading in READINGS}, names=["reading"])
    return found.reset_index(0).drop(columns=["p"])


def _odds(interactions: bool) -> pd.DataFrame:
    found = {reading: analysis.trait_effects(reading, interactions).set_index("term") for reading in READINGS}
    return pd.DataFrame({reading: table["odds_ratio"] for reading, table in found.items()}).reset_index()


@shown.table("05_odds", "The odds ratios above.", digits=2)
def odds():
    """Return the odds ratios of order, traits and products, by reading."""
    return _odds(True)


@shown.table("05_odds_plain", "Odds ratios of the model without products.", digits=2)
def odds_plain():
    """Return the odds ratios of order and traits alone, by reading."""
    return _odds(False)


def _eleven_against_five() -> pd.DataFrame:
    found = results.cells(DESCRIBED).query("(mover == 11 and other == 5) or (mover == 5 and other == 11)")
    return found.rename(columns={"mover": "moves first"})


@shown.table(
    "05_fun",
    '11 against 5 as described, 500 games an order (section 5.2.3 calls these "fun"): wins, ties, the first mover\'s '
    "odds, mean length of all and of decided games in turns.",
    digits=2,
)
def fun():
    """Return wins, odds and lengths of 11 against 5."""
    names = ["moves first", "other", "wins_mover", "wins_other", "ties", "odds_mover", "turns", "turns_decided"]
    return _eleven_against_five()[names]


@shown.table(
    "05_fun_armies",
    "Armies at the end of these games, of who moves first (mover) and second (other): mean, mean in games won, fewest "
    "and most.",
    digits=0,
)
def fun_armies():
    """Return the armies at the end of the games of 11 against 5."""
    found = _eleven_against_five()
    names = [(what, who) for what in ("armies", "armies_winning", "fewest", "most") for who in ("mover", "other")]
    table = pd.DataFrame(
        {f"{first} first": [found.loc[at, f"{a}_{b}"] for a, b in names] for at, first in found["moves first"].items()}
    )
    table.insert(0, "player", [who for _, who in names])
    table.insert(0, "armies", [what.replace("armies_", "").replace("armies", "mean") for what, _ in names])
    return table


@shown.table(
    "05_departure_bases",
    "AI3 against all, both orders, before a departure is switched: its wins, the first mover's wins less losses, ties "
    "and turns a game.",
)
def departure_bases():
    """Return what the readings give in which departures are switched."""
    moved = analysis.departure_effects()
    bases = moved[moved["departure"] == ""][["base", *analysis.MEASURES]]
    return bases.assign(base=bases["base"].map(BASES))


@shown.table("05_departures_about", "The program's departures from the text.")
def departures_about():
    """Return what each departure is: its short name, its switch in the replica, and a sentence."""
    rows = [(DEPARTURE_LABELS[name], name, about) for name, about in ABOUT.items()]
    return pd.DataFrame(rows, columns=["short name", "switch", "what the program does"])


@shown.table("05_departures_largest", "The four departures that move each measure most, by reading.", digits=2)
def departures_largest():
    """Return the four largest changes of each measure, a pair of columns a reading."""
    moved = analysis.departure_changes()
    moved["place"] = moved.groupby(["base", "measure"])["change"].transform(lambda x: x.abs().rank(ascending=False))
    moved = moved[moved["place"] <= 4].sort_values("place")
    columns = {"measure": np.repeat(analysis.MEASURES, 4), "place": np.tile(np.arange(1, 5), len(analysis.MEASURES))}
    for base in READINGS:
        part = pd.concat([moved[(moved["base"] == base) & (moved["measure"] == name)] for name in analysis.MEASURES])
        columns |= {
            base: part["departure"].map(DEPARTURE_LABELS).to_numpy(),
            f"change, {base}": part["change"].to_numpy(),
        }
    return pd.DataFrame(columns)


@shown.table(
    "05_larger_endings",
    "How games of three to six personalities end (2,000 games each): share with a winner (Wilson, 95%), mean rounds, "
    "players eliminated a game.",
)
def larger_endings():
    """Return how games of each number of players end."""
    return players.by_number(results.larger_tables())


@shown.table("05_larger_traits", "The values of the figure.")
def larger_traits():
    """Return what a trait is worth with three to six players."""
    return players.trait_land(results.larger_tables())


@shown.table("05_near_sighted", "A metric of one's own against the fifteen others, 50 games in each order.")
def near_sighted():
    """Play the best personality with a metric that sees direct neighbours only, and return its place."""
    table = analysis.ranking(DESCRIBED)
    best = int(table["personality"].iloc[0])
    mine = personality.make(best, metric=[1, 0, 0, 0, 0], name="near-sighted")
    met = players.against_all(mine, games=50, seed=7)
    met = met[met["opponent"] != best]
    rate = met["wins"].sum() / met[["wins", "losses", "ties"]].to_numpy().sum()
    place = int((table["rate"] > rate).sum()) + 1
    rows = [(mine.name, rate, place), (f"personality {best}", table["rate"].iloc[0], 1)]
    return pd.DataFrame(rows, columns=["agent", "rate", "place of 17"])


@shown.table("05_claims", "Published and ours, every row; intervals are 95%.")
def claims():
    """Return the study's rows of the ledger."""
    columns = ["claim", "part", "reading", "size", "published", "ours", "n", "verdict"]
    return ledger.readable(ledger.table(STUDY))[columns]


@shown.table("05_verdicts", "One verdict a claim, and the readings that carry it.")
def verdicts():
    """Return the verdicts of the study's claims."""
    return ledger.summary(ledger.table(STUDY))[["claim", "verdict", "readings"]]
