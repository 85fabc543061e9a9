"""What moves first and each trait are worth: tests and models on the stored results."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from riskkit.agents.personality.agent import TRAITS, traits_of
from riskkit.analysis import difference, first_mover, survival
from riskkit.analysis.intervals import Interval, cluster_mean, holm, wilson
from riskkit.studies.graph_personalities import results, settings
from riskkit.studies.graph_personalities.published import authors_series, recounted_differences
from riskkit.studies.graph_personalities.settings import CHAINED, PAIRINGS

FALL_TURNS = 4
LEAST_AT_RISK = 0.1
MEASURES = ["win", "order", "tie", "turns"]
"""What a departure may move; see `departure_effects`."""

LABELS = {trait: values[1] for trait, values in TRAITS.items()}


def _block_scores() -> pd.Series:
    """Return the first mover's wins less losses a game, by cell and block of its chain."""
    found = results.chain_blocks()
    size = found["wins_mover"] + found["wins_other"] + found["ties"]
    found["score"] = (found["wins_mover"] - found["wins_other"]) / size
    return found.set_index(["mover", "other", "block"])["score"].sort_index()


def order_table(reading: str) -> pd.DataFrame:
    """Return the first-mover effect of all 120 pairings: paired, corrected by Holm's method.

    The pair is a deal played in both orders; in the chained reading, a block of 50 games of
    a chain in either order. Columns as of
    :func:`riskkit.analysis.first_mover.first_mover_table`.
    """
    if reading == CHAINED:
        scores = _block_scores()
        pairs = {(a, b): ((scores.loc[a, b] + scores.loc[b, a]) / 2).to_numpy() for a, b in PAIRINGS}
        return first_mover.first_mover_table(pairs, test="t")
    outcome = results.games(reading).set_index(["mover", "other", "game"])["outcome"].sort_index()
    pairs = {(a, b): (outcome.loc[a, b].to_numpy() / 2 + outcome.loc[b, a].to_numpy() / 2) for a, b in PAIRINGS}
    return first_mover.first_mover_table(pairs)


def win_matrix(reading: str) -> pd.DataFrame:
    """Return the first mover's share of wins in all games; row: who moves first, column: the other."""
    found = results.cells(reading)
    return (found["wins_mover"] / found["games"]).groupby([found["mover"], found["other"]]).first().unstack()


def ranking(reading: str) -> pd.DataFrame:
    """Return the personalities by their share of wins against the fifteen others, both orders.

    Columns ``personality``, the four traits, ``wins``, ``games``, ``rate``, ``low``, ``high``
    (Wilson 95%), best first.
    """
    found = results.cells(reading).query("mover != other")
    first = found.groupby("mover")[["wins_mover", "games"]].sum()
    second = found.groupby("other")[["wins_other", "games"]].sum()
    wins = first["wins_mover"] + second["wins_other"]
    total = first["games"] + second["games"]
    rate = wilson(wins.to_numpy(), total.to_numpy())
    table = pd.DataFrame([traits_of(k) for k in range(settings.PERSONALITIES)])
    table.insert(0, "personality", range(settings.PERSONALITIES))
    table = table.assign(wins=wins.to_numpy(), games=total.to_numpy(), rate=rate.value, low=rate.low, high=rate.high)
    return table.sort_values("rate", ascending=False, ignore_index=True)


def trait_columns(numbers) -> pd.DataFrame:
    """Return the traits of personalities as 0/1 columns, and the products of each two."""
    numbers = np.asarray(numbers)
    columns = {LABELS[trait]: (numbers >> place) & 1 for place, trait in enumerate(TRAITS)}
    for a, b in combinations(list(columns), 2):
        columns[f"{a} x {b}"] = columns[a] * columns[b]
    return pd.DataFrame(columns)


def _decided(reading: str) -> tuple[pd.DataFrame, np.ndarray | None]:
    """Return wins by cell, or by block of a chain with its chain as cluster."""
    if reading == CHAINED:
        found = results.chain_blocks()
        return found, found.groupby(["mover", "other"]).ngroup().to_numpy()
    return results.cells(reading), None


def trait_effects(reading: str, interactions: bool = True) -> pd.DataFrame:
    """Return a logistic model of decided games: who moves first wins, by order and traits.

    The log-odds are a constant (the worth of moving first between equals) plus the
    difference of both personalities' traits and of their products. In the chained reading
    errors are robust to any dependence within a chain.

    Returns
    -------
    DataFrame
        A row a term: ``term`` ("moves first", the trait that counts 1, or a product),
        ``odds_ratio``, ``low``, ``high`` (95%), ``p``, ``p_holm`` (corrected for the number of
        terms), ``n`` (decided games).
    """
    import statsmodels.api as sm

    counts, clusters = _decided(reading)
    both = trait_columns(counts["mover"]) - trait_columns(counts["other"])
    if not interactions:
        both = both[[name for name in both if " x " not in name]]
    both.insert(0, "moves first", 1)
    wins = counts[["wins_mover", "wins_other"]].to_numpy()
    kept = wins.sum(axis=1) > 0
    model = sm.GLM(wins[kept], both[kept].to_numpy(float), family=sm.families.Binomial())
    options = {} if clusters is None else {"cov_type": "cluster", "cov_kwds": {"groups": clusters[kept]}}
    fit = model.fit(**options)
    limits = np.exp(fit.conf_int())
    return pd.DataFrame(
        {
            "term": list(both.columns),
            "odds_ratio": np.exp(fit.params),
            "low": limits[:, 0],
            "high": limits[:, 1],
            "p": fit.pvalues,
            "p_holm": holm(fit.pvalues),
            "n": int(wins.sum()),
        }
    )


def slope_table(reading: str, quantity: str = "army") -> pd.DataFrame:
    """Return, for all 120 pairings, how the trend line's slope changes with the order.

    From independent decided games of the 16 x 16 table; the slopes are of the share
    difference a - b, over the whole game.

    Returns
    -------
    DataFrame
        ``a``, ``b``, ``slope`` (a first), ``change`` (a first less b first), ``low``, ``high`` (95%),
        ``p`` (Welch), ``p_holm`` (corrected for 120), ``n`` (decided games).
    """
    from scipy.stats import norm

    cells = results.cells(reading).set_index(["mover", "other"])
    name = f"{quantity}_slope"
    rows = []
    for a, b in PAIRINGS:
        one, two = cells.loc[(a, b)], cells.loc[(b, a)]
        if min(one["decided"], two["decided"]) < 2:
            continue
        change = 100 * (one[name] + two[name])
        error = 100 * np.hypot(one[f"{name}_sd"] / one["decided"] ** 0.5, two[f"{name}_sd"] / two["decided"] ** 0.5)
        p = float(2 * norm.sf(abs(change) / error)) if error > 0 else 1.0
        n = int(one["decided"] + two["decided"])
        rows.append((a, b, 100 * one[name], change, change - 1.96 * error, change + 1.96 * error, p, n))
    table = pd.DataFrame(rows, columns=["a", "b", "slope", "change", "low", "high", "p", "n"])
    table.insert(7, "p_holm", holm(table["p"]))
    return table


def elimination_hazards(reading: str, games: int = 20) -> pd.DataFrame:
    """Return a Cox model of being eliminated on order and traits, over all pairings.

    Covariates are ``moves first`` and a player's traits less its opponent's; games without
    a winner are censored. Errors are robust to dependence within a game, in the chained
    reading within a chain.

    Parameters
    ----------
    reading : str
    games : int
        The first so many games of every cell.

    Returns
    -------
    DataFrame
        As of :func:`riskkit.analysis.survival.cox`; a hazard ratio below 1 lives longer.
    """
    found = results.games(reading)
    found = found[found["game"] < games]
    outcome = found["outcome"].to_numpy()
    table = found.assign(winner=np.where(outcome == 0, -1, np.where(outcome == 1, 0, 1)), first=0)
    table["game"] = np.arange(len(table))
    data = survival.survival_data(table, ["mover", "other"], decided_only=False)
    moves = data["player"] == "mover"
    own = trait_columns(np.where(moves, data["mover"], data["other"]))
    opponent = trait_columns(np.where(moves, data["other"], data["mover"]))
    names = list(LABELS.values())
    data = data.assign(**(own - opponent)[names], **{"moves first": moves.astype(int)})
    chain = data["mover"].astype(int) * settings.PERSONALITIES + data["other"]
    data["cluster"] = chain if reading == CHAINED else data["game"]
    return survival.cox(data, ["moves first", *names])


def departure_effects() -> pd.DataFrame:
    """Return what each departure moves, switched alone, with paired intervals over 32 cells.

    A row a base and departure: ``base``, ``departure``, and for each of ``win`` (AI3's wins a
    game), ``order`` (wins less losses a game of who moves first), ``tie`` (ties a game) and
    ``turns``: the value, ``..._change`` from the base, and half the width of its 95%
    interval, ``..._half``. Games of one number share their chance, and the cells are the
    pairs.
    """
    from scipy.stats import t

    found = results.departures()
    n = found["wins"] + found["losses"] + found["ties"]
    sign = np.where(found["mover"] == "AI3", 1, -1)
    found["win"] = found["wins"] / n
    found["order"] = sign * (found["wins"] - found["losses"]) / n
    found["tie"] = found["ties"] / n
    rows = []
    for base, switched in found.groupby("base", sort=False):
        cells = switched.pivot(index=["opponent", "mover"], columns="departure", values=MEASURES)
        for departure in switched["departure"].unique():
            values = cells.xs(departure, axis=1, level=1)
            change = values - cells.xs("", axis=1, level=1)
            half = t.ppf(0.975, len(change) - 1) * change.std(ddof=1) / np.sqrt(len(change))
            row = {"base": base, "departure": departure}
            for name in MEASURES:
                row |= {name: values[name].mean(), f"{name}_change": change[name].mean(), f"{name}_half": half[name]}
            rows.append(row)
    return pd.DataFrame(rows)


def departure_changes() -> pd.DataFrame:
    """Return the changes of :func:`departure_effects`, a row a measure, departure and base.

    Columns ``departure``, ``base`` (a reading), ``measure`` ("win", "order", "tie", "turns"), ``change``,
    ``low``, ``high`` (95%).
    """
    moved = departure_effects()
    alone = moved[moved["departure"] != ""]
    parts = []
    for measure in MEASURES:
        change, half = alone[f"{measure}_change"], alone[f"{measure}_half"]
        part = alone[["departure"]].assign(base=alone["base"].map(settings.BASES), measure=measure)
        parts.append(part.assign(change=change, low=change - half, high=change + half))
    return pd.concat(parts, ignore_index=True)


def against_chains() -> pd.DataFrame:
    """Return how far the authors' 34 series lie from replicated chains of the replica.

    Columns ``series`` (AI3 v opponent, who moves first, games), ``measure``, ``authors``,
    ``chains`` (mean of the replicated chains), ``sd`` (of one chain), ``z``, ``n`` (chains).
    """
    names = {"wins_1": "AI3's wins", "wins_2": "opponent's wins", "ties": "ties", "mean_turns": "mean turns"}
    replicated = results.authors_chains()
    replicated["games"] = replicated[["wins_1", "wins_2", "ties"]].sum(axis=1)
    replicated = replicated.groupby(["series", "games"])
    rows = []
    for kept in authors_series().to_dict("records"):
        chains = replicated.get_group((kept["series"], kept["games"]))
        who = "AI3" if kept["first_mover"] == 1 else str(kept["number_2"])
        label = f"{kept['number_2']}, {who} first" + (", 500" if kept["games"] == 500 else "")
        for column, measure in names.items():
            centre, spread = chains[column].mean(), chains[column].std(ddof=1)
            rows.append(
                {
                    "series": label,
                    "measure": measure,
                    "authors": kept[column],
                    "chains": centre,
                    "sd": spread,
                    "z": (kept[column] - centre) / spread,
                    "n": len(chains),
                }
            )
    return pd.DataFrame(rows)


def ai3_differences() -> pd.DataFrame:
    """Return AI3's win differences in 30 games by opponent and order, from all sources.

    Columns ``mover`` ("AI3" or "opponent"), ``opponent``, ``source`` ("printed", "recounted", or
    a reading), ``delta``, ``low``, ``high`` (95% interval of the mean of 30 games; nan for the
    counts of the authors).
    """
    counted = recounted_differences()
    parts = []
    for column in ("printed", "recounted"):
        part = counted[["mover", "opponent", column]].dropna().rename(columns={column: "delta"})
        parts.append(part.assign(source=column, low=np.nan, high=np.nan))
    for reading in settings.READINGS:
        found = results.ai3(reading)
        found["delta"] = found["wins"] - found["losses"]
        grouped = found.groupby(["mover", "opponent"])["delta"]
        half = 1.96 * grouped.std(ddof=1) / np.sqrt(grouped.size())
        part = grouped.mean().to_frame("delta").assign(source=reading)
        parts.append(part.assign(low=part["delta"] - half, high=part["delta"] + half).reset_index())
    columns = ["mover", "opponent", "source", "delta", "low", "high"]
    return pd.concat([part[columns] for part in parts], ignore_index=True)


def trend_panel(reading: str, low: int, high: int, quantity: str = "army") -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return mean share differences low - high of a pairing in both orders, and their lines.

    From the 500 games a cell of the 16 x 16 table.

    Returns
    -------
    tuple of DataFrame
        ``order``, ``percent``, ``n``, ``mean``, ``low``, ``high``; and ``order``, ``intercept``,
        ``slope``.
    """
    series, cells = results.series(reading), results.cells(reading)
    bands, lines = [], []
    for mover, other in ((low, high), (high, low)):
        sign = 1 if mover == low else -1
        part = series[(series["mover"] == mover) & (series["other"] == other)]
        found = difference.band(part["n"], sign * part[quantity], part[f"{quantity}_squares"])
        order = f"{mover} moves first"
        bands.append(found.assign(order=order))
        cell = cells[(cells["mover"] == mover) & (cells["other"] == other)].iloc[0]
        lines.append(
            {
                "order": order,
                "intercept": sign * cell[f"{quantity}_intercept"],
                "slope": sign * cell[f"{quantity}_slope"],
            }
        )
    return pd.concat(bands, ignore_index=True), pd.DataFrame(lines)


def line_difference(
    reading: str, low: int, high: int, name: str, games: int | None = None
) -> tuple[Interval, Interval]:
    """Return a trend line's coefficient when the low personality moves first, and first less second.

    Parameters
    ----------
    reading : str
    low, high : int
        The pairing, one of :data:`riskkit.studies.graph_personalities.settings.DRAWN`.
    name : str
        ``"army_slope"`` (a percent of the game), ``"army_intercept"``, ...
    games : int, optional
        Only the first so many games.
    """
    found = results.drawn(reading).query("low == @low and high == @high and winner >= 0")
    if games is not None:
        found = found[found["game"] < games]
    parts = []
    for first in (0, 1):
        one = found[found["first"] == first]
        clusters = one["game"] // (settings.sizes().games // settings.BLOCKS) if reading == CHAINED else one["game"]
        parts.append(cluster_mean(one[name], clusters))
    halves = [(part.high - part.low) / 2 for part in parts]
    value = parts[0].value - parts[1].value
    half = float(np.hypot(halves[0], halves[1]))
    return parts[0], Interval(value, value - half, value + half, parts[0].n + parts[1].n)


def steepest_fall(data, turns: int = FALL_TURNS, least: float = LEAST_AT_RISK) -> tuple[Interval, int]:
    """Return the largest share of a curve's players at risk that fell within a few turns, and when.

    Parameters
    ----------
    data : DataFrame
        Survival data of one player (:func:`riskkit.analysis.survival.survival_data`).
    turns : int
        Length of the window.
    least : float
        Share of the games that must still be at risk at its start.
    """
    duration, fell = data["duration"].to_numpy(), data["eliminated"].to_numpy()
    best, when = wilson(0, len(data)), 0
    for start in np.unique(duration):
        at_risk = int((duration >= start).sum())
        if at_risk < least * len(data):
            break
        share = wilson(int((fell & (duration >= start) & (duration < start + turns)).sum()), at_risk)
        if share.value > best.value:
            best, when = share, int(start)
    return best, when
