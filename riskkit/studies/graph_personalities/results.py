"""The study's stored tables. Each is computed once and then loaded; a restart goes on.

A cell is one pairing in one order: ``mover`` moves first, ``other`` second.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd

from riskkit.agents import personality
from riskkit.analysis.fun import fun
from riskkit.errors import check_name
from riskkit.games.bulk import match
from riskkit.results import keys, store
from riskkit.rules import Rules
from riskkit.studies.graph_personalities import settings
from riskkit.studies.graph_personalities.loops import play
from riskkit.studies.graph_personalities.loops.departures import ABOUT, AS_RUN, DESCRIBED
from riskkit.studies.graph_personalities.published import authors_series
from riskkit.studies.graph_personalities.settings import AI3, AI4, CHAINED, SEED, STUDY


def _replica_sample() -> pd.DataFrame:
    """Return a few independent and chained games of the replica."""
    independent = play.play_cell(settings.INDEPENDENT, AI3, AI4, 4, seed=SEED).games.ravel()
    chained = play.play_cell(CHAINED, AI4, AI3, 4, seed=SEED).games.ravel()
    return pd.DataFrame(np.concatenate([independent, chained])[["winner", "turns", "army_slope", "country_slope"]])


def _summary_sample() -> pd.DataFrame:
    """Return a few games of the engine, summarised as the replica's are."""
    games = play.play_cell(settings.DESCRIBED, AI3, AI4, 4, seed=SEED).games.ravel()
    return pd.DataFrame(games[["winner", "turns", "army_slope", "country_slope"]])


LOOPS = {
    "replica": keys.Loop("graph_personalities.replica", 1, _replica_sample),
    "summary": keys.Loop("graph_personalities.summary", 1, _summary_sample),
}
"""The study's compiled loops: the replica of the authors' program, and the summary of the engine's games."""


def _key(reading: str, **values) -> dict:
    """Return the settings of a table: in the reading "described" with the rules and agents of the engine."""
    if reading == settings.DESCRIBED:
        agents = [personality.make(number) for number in range(settings.PERSONALITIES)]
        values |= {"rules": Rules.personalities(), "agents": agents}
    return {"seed": SEED, "reading": reading, **values}


def _by(*readings: str) -> list[keys.Loop]:
    """Return the loops that play these readings."""
    return [LOOPS[name] for name in sorted({"summary" if r == settings.DESCRIBED else "replica" for r in readings})]


def _name(table: str, reading: str) -> str:
    check_name("reading", reading, settings.READINGS)
    return f"{STUDY}/{table}_{reading.replace(', ', '_').replace(' ', '_')}"


def _cell(reading: str, mover: int, other: int) -> play.Played:
    return play.play_cell(reading, mover, other, settings.sizes().games, seed=SEED)


def _by_cell(table: str, reading: str, one_cell, workers: int) -> pd.DataFrame:
    """Return a stored table of all cells; a block holds the cells of one first mover."""
    rows = [
        [cell for cell in settings.CELLS if cell[0] == mover]
        for mover in dict.fromkeys(cell[0] for cell in settings.CELLS)
    ]
    key = _key(reading, games=settings.sizes().games)

    def block(row):
        return pd.concat([one_cell(cell) for cell in row], ignore_index=True)

    return store.blocks(_name(table, reading), key, rows, block, workers=workers, by=_by(reading))


def games(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return all games of the 16 x 16 table.

    Columns ``mover``, ``other``, ``game``, ``outcome`` (+1 the first mover won, -1 the other,
    0 nobody), ``turns``. In the chained reading a cell is one chain.
    """

    def block(cell):
        played = _cell(reading, *cell).games.ravel()
        return pd.DataFrame(
            {
                "mover": np.full(len(played), cell[0], np.int8),
                "other": np.full(len(played), cell[1], np.int8),
                "game": np.arange(len(played), dtype=np.int16),
                "outcome": play.outcomes(played, *cell),
                "turns": played["turns"].astype(np.int16),
            }
        )

    return _by_cell("games", reading, block, workers)


def replayed(number: int = 10) -> pd.DataFrame:
    """Play the first games of AI3 (first) against AI4 again and compare them with the stored ones.

    Returns
    -------
    DataFrame
        ``reading``, ``stored`` (games of the whole table), ``replayed``, ``equal`` (how many have the
        stored outcome).
    """
    rows = []
    for reading in settings.READINGS:
        stored = games(reading)
        kept = stored[(stored["mover"] == AI3) & (stored["other"] == AI4)]["outcome"].to_numpy()[:number]
        live = play.play_cell(reading, AI3, AI4, number, seed=SEED).games.ravel()
        rows.append((reading, len(stored), number, int((kept == play.outcomes(live, AI3, AI4)).sum())))
    return pd.DataFrame(rows, columns=["reading", "stored", "replayed", "equal"])


def _named_by_order(summary: pd.DataFrame, mover_is_low: bool) -> pd.DataFrame:
    names = {"0": "mover", "1": "other"} if mover_is_low else {"1": "mover", "0": "other"}
    return summary.rename(columns=lambda name: name[:-1] + names[name[-1]] if name[-1] in names else name)


def cells(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return a row a cell of the 16 x 16 table: the "fun" summary and the trend lines.

    Columns ``mover``, ``other``; those of :func:`riskkit.analysis.fun.fun`, players called
    ``mover`` and ``other``; ``decided``; and for ``army`` and ``country`` the mean and the
    standard deviation over decided games of the line's intercept and slope, of the share
    difference mover - other (``army_slope``, ``army_slope_sd``, ...).
    """

    def block(cell):
        played = _cell(reading, *cell).games.ravel()
        low_first = cell[0] <= cell[1]
        summary = fun(
            pd.DataFrame(
                {
                    "winner": played["winner"],
                    "turns": played["turns"],
                    "armies_0": played["end_armies"][:, 0],
                    "armies_1": played["end_armies"][:, 1],
                }
            )
        )
        row = _named_by_order(summary, low_first)
        row.insert(0, "mover", cell[0])
        row.insert(1, "other", cell[1])
        decided = played[played["winner"] >= 0]
        row["decided"] = len(decided)
        sign = 1.0 if low_first else -1.0
        for name in ("army_intercept", "army_slope", "country_intercept", "country_slope"):
            row[name] = sign * decided[name].mean() if len(decided) else np.nan
            row[f"{name}_sd"] = decided[name].std(ddof=1) if len(decided) > 1 else np.nan
        return row

    return _by_cell("cells", reading, block, workers)


def _series_frame(series: np.ndarray, sign: float) -> pd.DataFrame:
    n = series[:, 0, 0]
    frame = {"percent": np.arange(play.PERCENTS, dtype=np.int8), "n": n.astype(np.int32)}
    for m, name in enumerate(("army", "country")):
        frame[name] = (sign * series[:, m, 1]).astype(np.float32)
        frame[f"{name}_squares"] = series[:, m, 2].astype(np.float32)
    return pd.DataFrame(frame)


def series(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return the share differences of decided games of all cells, aggregated over percent.

    Columns ``mover``, ``other``, ``percent``, ``n`` (decided games), and for ``army`` and
    ``country`` the sum over games of the share difference mover - other, and of its squares.
    """

    def block(cell):
        frame = _series_frame(_cell(reading, *cell).series, 1.0 if cell[0] <= cell[1] else -1.0)
        frame.insert(0, "mover", np.int8(cell[0]))
        frame.insert(1, "other", np.int8(cell[1]))
        return frame

    return _by_cell("series", reading, block, workers)


def chain_blocks() -> pd.DataFrame:
    """Return the chained games of the 16 x 16 table counted in blocks of 50 games.

    Games of a chain depend on those just before them, so a block, not a game, is the
    observation. Columns ``mover``, ``other``, ``block`` (0 to 9), ``wins_mover``, ``wins_other``,
    ``ties``.
    """
    found = games(CHAINED)
    found["block"] = found["game"] // (settings.sizes().games // settings.BLOCKS)
    counts = {"wins_mover": 1, "wins_other": -1, "ties": 0}
    for name, outcome in counts.items():
        found[name] = found["outcome"] == outcome
    return found.groupby(["mover", "other", "block"])[list(counts)].sum().reset_index()


def authors_chains(workers: int = 2) -> pd.DataFrame:
    """Return many replicated chains of each series that the authors kept, at its own length and cap.

    Columns ``series`` (the authors used one name for two lengths), ``chain``, ``wins_1``,
    ``wins_2``, ``ties``, ``mean_turns``.
    """
    short, long = settings.sizes().short_chains, settings.sizes().long_chains
    kept = authors_series()

    def block(row):
        low, high, first = row.number_1, row.number_2, row.first_mover - 1
        count = short if row.games < 100 else long
        played = play.play_replica(low, high, first, row.games, chains=count, cap=row.turn_cap, seed=SEED).games
        return pd.DataFrame(
            {
                "series": row.series,
                "chain": np.arange(count),
                "wins_1": (played["winner"] == 0).sum(axis=1),
                "wins_2": (played["winner"] == 1).sum(axis=1),
                "ties": (played["winner"] < 0).sum(axis=1),
                "mean_turns": played["turns"].mean(axis=1),
            }
        )

    key = _key(CHAINED, short=short, long=long)
    tasks = list(kept.itertuples())
    return store.blocks(f"{STUDY}/authors_chains", key, tasks, block, workers=workers, by=_by(CHAINED))


def _blocks_of_games(reading: str, mover: int, other: int, size: int, number: int, cap: int):
    """Return outcomes and turns, shape (number, size): chains, or independent games in blocks."""
    if reading == CHAINED:
        played = play.play_cell(reading, mover, other, size, number, cap=cap, seed=SEED + 1).games
    else:
        played = play.play_cell(reading, mover, other, size * number, cap=cap, seed=SEED + 1).games
        played = played.reshape(number, size)
    return play.outcomes(played, mover, other), played["turns"]


def ai3(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return many repetitions of the published trial of AI3: 30 games a cell.

    Columns ``opponent``, ``mover`` ("AI3" or "opponent"), ``trial``, ``wins``, ``losses``,
    ``ties`` (AI3's), ``turns`` (mean). Games stop after 100 turns as the authors' did, in the
    reading "described" after 100 rounds, as the text says.
    """
    size, number = settings.TRIAL, settings.sizes().trials

    def block(task):
        mover, other, who = task
        outcome, turns = _blocks_of_games(reading, mover, other, size, number, settings.AI3_CAP[reading])
        sign = 1 if who == "AI3" else -1
        return pd.DataFrame(
            {
                "opponent": other if who == "AI3" else mover,
                "mover": who,
                "trial": np.arange(number),
                "wins": (outcome == sign).sum(axis=1),
                "losses": (outcome == -sign).sum(axis=1),
                "ties": (outcome == 0).sum(axis=1),
                "turns": turns.mean(axis=1),
            }
        )

    key = _key(reading, trials=number, size=size, cap=settings.AI3_CAP[reading])
    return store.blocks(_name("ai3", reading), key, settings.AI3_CELLS, block, workers=workers, by=_by(reading))


def duel(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return many repetitions of the published trial of AI3 against AI4: 500 games an order.

    Columns as of :func:`ai3`, without ``opponent``.
    """
    size, number = settings.sizes().games, settings.sizes().duels

    def block(who):
        mover, other = (AI3, AI4) if who == "AI3" else (AI4, AI3)
        outcome, turns = _blocks_of_games(reading, mover, other, size, number, settings.CAP)
        sign = 1 if who == "AI3" else -1
        return pd.DataFrame(
            {
                "mover": who,
                "trial": np.arange(number),
                "wins": (outcome == sign).sum(axis=1),
                "losses": (outcome == -sign).sum(axis=1),
                "ties": (outcome == 0).sum(axis=1),
                "turns": turns.mean(axis=1),
            }
        )

    key = _key(reading, trials=number, size=size)
    return store.blocks(_name("duel", reading), key, ["AI3", "AI4"], block, workers=workers, by=_by(reading))


def drawn(reading: str, workers: int = 2) -> pd.DataFrame:
    """Return the games of the pairings that are drawn, in both orders, with their trend lines.

    Columns ``low``, ``high`` (personalities), ``first`` (0 or 1: who moves first), ``chain``,
    ``game``, ``winner`` (0 the low, 1 the high, -1 none), ``turns``, and ``army_intercept``,
    ``army_slope``, ``country_intercept``, ``country_slope`` of the share difference low - high.
    """
    size, number = settings.sizes().games, settings.sizes().drawn

    def block(task):
        (low, high), first = task
        mover, other = (low, high) if first == 0 else (high, low)
        if reading == CHAINED:
            played = play.play_cell(reading, mover, other, size, number, seed=SEED + 2).games
        else:
            played = play.play_cell(reading, mover, other, size * number, seed=SEED + 2).games
        flat = played.ravel()
        frame = pd.DataFrame({"low": low, "high": high, "first": first}, index=range(len(flat)))
        chained = reading == CHAINED
        frame["chain"] = np.arange(len(flat)) // size if chained else np.arange(len(flat))
        frame["game"] = np.arange(len(flat))
        for name in ("winner", "turns"):
            frame[name] = flat[name]
        for name in ("army_intercept", "army_slope", "country_intercept", "country_slope"):
            frame[name] = flat[name].astype(np.float32)
        return frame

    tasks = list(product(settings.DRAWN, (0, 1)))
    key = _key(reading, games=size * number, drawn=settings.DRAWN)
    return store.blocks(_name("drawn", reading), key, tasks, block, workers=workers, by=_by(reading))


def departures(workers: int = 2) -> pd.DataFrame:
    """Return what each departure of the program moves, switched alone.

    From ``base`` "as run" (independent games) and CHAINED (one chain a cell) each
    departure in turn is taken away, from "described" each is added; ``departure`` "" is the
    base itself. AI3 plays all sixteen in both orders. Columns
    ``base``, ``departure``, ``opponent``, ``mover`` ("AI3" or "opponent"), ``wins``, ``losses``,
    ``ties``, ``turns`` (mean).
    """
    number = settings.sizes().departure_games
    bases = {base: DESCRIBED if base == "described" else AS_RUN for base in settings.BASES}

    def block(task):
        base, name = task
        switches = bases[base].switched(*([name] if name else []))
        rows = []
        for mover, other, who in settings.AI3_CELLS:
            low, high = sorted((mover, other))
            first = 0 if mover == low else 1
            chains = 1 if settings.BASES[base] == CHAINED else None
            played = play.play_replica(low, high, first, number, departures=switches, chains=chains, seed=SEED)
            played = played.games.ravel()
            outcome = play.outcomes(played, mover, other) * (1 if who == "AI3" else -1)
            rows.append(
                {
                    "base": base,
                    "departure": name,
                    "opponent": other if who == "AI3" else mover,
                    "mover": who,
                    "wins": int((outcome == 1).sum()),
                    "losses": int((outcome == -1).sum()),
                    "ties": int((outcome == 0).sum()),
                    "turns": float(played["turns"].mean()),
                }
            )
        return pd.DataFrame(rows)

    tasks = list(product(bases, ["", *ABOUT]))
    key = {"seed": SEED, "games": number, "departures": list(ABOUT), "bases": list(bases)}
    return store.blocks(f"{STUDY}/departures", key, tasks, block, workers=workers, by=_by(CHAINED))


def lineups(players: int, number: int) -> np.ndarray:
    """Return random line-ups of different personalities, shape (number, players)."""
    rng = np.random.default_rng([SEED, players])
    return np.array([rng.permutation(settings.PERSONALITIES)[:players] for _ in range(number)])


def larger_tables(workers: int = 2) -> pd.DataFrame:
    """Return games of 3 to 6 personalities in random line-ups (reading "described").

    Few of these games have a winner, so the land held at the end is kept as well. Columns
    ``players``, ``lineup``, ``seat``, ``personality``, ``games``, ``wins`` and ``fell``
    (eliminations) of the seat, ``land``: its mean share of the territories at the end,
    ``place_land``: that of whoever moved ``seat``-th (whoever moved last has just had a turn),
    ``decided`` games of the table, ``turns``.
    """
    number, size = settings.sizes().lineups, settings.sizes().lineup_games
    tasks = [(players, k) for players in settings.NUMBERS for k in range(number)]

    def block(task):
        players, k = task
        chosen = lineups(players, number)[k]
        seated = [personality.make(int(p)) for p in chosen]
        found = match(seated, size, SEED, rules=settings.table_rules(players), start=k * size, workers=1)
        winner = found["winner"].fillna(-1).to_numpy(int)
        seats = np.arange(players)
        land = found[[f"territories_{seat}" for seat in seats]].to_numpy() / 42
        moved = (found["first"].to_numpy()[:, None] + seats) % players
        return pd.DataFrame(
            {
                "players": players,
                "lineup": k,
                "seat": seats,
                "personality": chosen,
                "games": size,
                "wins": (winner[:, None] == seats).sum(axis=0),
                "fell": found[[f"out_turn_{seat}" for seat in seats]].notna().to_numpy().sum(axis=0),
                "land": land.mean(axis=0),
                "place_land": np.take_along_axis(land, moved, axis=1).mean(axis=0),
                "decided": int((winner >= 0).sum()),
                "turns": found["turns"].mean(),
            }
        )

    key = _key(settings.DESCRIBED, lineups=number, games=size, rounds=settings.ROUNDS)
    return store.blocks(f"{STUDY}/larger_tables", key, tasks, block, workers=workers)
