"""match, series, tournament, sweep: games played in bulk, as tidy DataFrames.

A game is a pure function of (board, rules, agents, seed, game number), so results do not
depend on the number of workers, and game 1,234 of a million can be replayed alone.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from riskkit.agents.identity import agent_parts
from riskkit.analysis.intervals import wilson
from riskkit.boards.board import Board
from riskkit.errors import check_integer
from riskkit.games.limits import MOST_GAMES, MOST_NUMBER, MOST_SEED
from riskkit.games.lineup import Lineup
from riskkit.games.play import play_block, tidy_games, tidy_turns
from riskkit.rules import Rules

BLOCK = 250


class Recorded(NamedTuple):
    """Games with their per-turn series."""

    games: pd.DataFrame
    series: pd.DataFrame


def match(
    agents: Sequence,
    games: int = 1000,
    seed: int = 1,
    *,
    board: Board | None = None,
    rules: Rules | None = None,
    position=None,
    first: int | None = None,
    start: int = 0,
    workers: int = 2,
    record: bool = False,
    progress: bool = False,
    save: str | None = None,
):
    """Play games between agents who keep their seats.

    Parameters
    ----------
    agents
        Names, `Agent` values or Python callables, one a seat, 2 to 6 of them.
    games
        Number of games.
    seed
        Whole number from 0; with the game's number it decides everything by chance.
    board, rules
        By default the classic ones.
    position
        Starting position (owners, armies), for rules with ``claim="given"``.
    first
        Seat that starts each game; by default as the rules say.
    start
        Number of the first game.
    workers
        Threads; the result does not depend on them.
    record
        Also return what each turn brought.
    progress
        Show a progress bar.
    save
        Name of a table in data/results/ in which the games are kept: blocks are written as
        they come, a restart goes on where a killed run stopped, a finished table is loaded.

    Returns
    -------
    DataFrame or Recorded
        A row a game: ``game``, ``winner`` (seat, or <NA> at a cap), ``winner_name``,
        ``reason``, ``turns`` (players' turns), ``rounds``, ``first`` (seat), ``decisions``,
        and for each seat k ``territories_k``, ``armies_k`` at the end and ``out_turn_k``
        (turn of its elimination, or <NA>). With ``record=True`` a pair ``.games,
        .series``: the series has a row for each game, turn and seat (see `tidy_turns`).
    """
    games = check_integer("games", games, 1, MOST_GAMES)
    seed = check_integer("seed", seed, 0, MOST_SEED)
    start = check_integer("start", start, 0, MOST_NUMBER)
    workers = check_integer("workers", workers, 1, 256)
    lineup = Lineup(agents, board, rules, position, first)
    if lineup.is_persistent:
        raise ValueError(
            "an agent that learns while playing keeps its memory from game to game: play it with "
            "riskkit.series, which says how many games make one run"
        )
    blocks = [(k, min(BLOCK, start + games - k)) for k in range(start, start + games, BLOCK)]
    if save is not None:
        if record:
            raise ValueError("save keeps results of games, not series: call it with record=False")
        return _saved(save, lineup, seed, blocks, workers, progress, position)
    tables = _spread(lambda block: play_block(lineup, seed, block[0], block[1], record), blocks, workers, progress)
    results = np.concatenate([table[0] for table in tables])
    frame = tidy_games(results, lineup)
    if not record:
        return frame
    turns = np.concatenate([table[1] for table in tables])
    return Recorded(frame, tidy_turns(turns, lineup))


def _saved(name, lineup, seed, blocks, workers, progress, position):
    from riskkit.results import store

    for agent in lineup.agents:
        agent_parts(agent)
    settings = dict(
        agents=lineup.agents,
        board=lineup.board,
        rules=lineup.rules,
        seed=seed,
        games=[blocks[0][0], sum(n for _, n in blocks)],
        position=None if position is None else [list(map(int, part)) for part in position],
    )
    return store.blocks(
        name,
        settings,
        blocks,
        lambda block: tidy_games(play_block(lineup, seed, *block, False)[0], lineup),
        workers=workers,
        progress=progress,
    )


def _bar(items: Iterable, progress: bool, total: int):
    """Return the items, behind a progress bar if one is wanted."""
    if not progress:
        return items
    from tqdm.auto import tqdm

    return tqdm(items, total=total, leave=False)


def _spread(task: Callable, items: Sequence, workers: int, progress: bool) -> list:
    """Return ``task(item)`` for all items, in order, on so many threads."""
    if workers == 1 or len(items) == 1:
        return list(_bar(map(task, items), progress, len(items)))
    with ThreadPoolExecutor(min(workers, len(items))) as pool:
        return list(_bar(pool.map(task, items), progress, len(items)))


class Series(NamedTuple):
    """Runs of games in which agents keep their memory.

    Attributes
    ----------
    games : DataFrame
        As `match` returns, with a column ``run`` in front; games are numbered in each run.
    memories : list of list of numpy.ndarray
        ``memories[run][seat]``: the seat's memory after the run's last game.
    """

    games: pd.DataFrame
    memories: list


def series(
    agents: Sequence,
    games: int,
    runs: int = 1,
    seed: int = 1,
    *,
    board: Board | None = None,
    rules: Rules | None = None,
    memories: Sequence | None = None,
    workers: int = 2,
    progress: bool = False,
) -> Series:
    """Play runs of games in which persistent agents keep their memory from game to game.

    A run is a pure function of (board, rules, agents, seed, run number, starting memory).

    Parameters
    ----------
    agents, seed, board, rules, workers, progress
        As in `match`.
    games
        Games in each run.
    runs
        Independent runs, played in parallel.
    memories
        Starting memory by seat (None for zeros); by default all zeros.
    """
    games = check_integer("games", games, 1, 2**31)
    runs = check_integer("runs", runs, 1, 2**30)
    seed = check_integer("seed", seed, 0, MOST_SEED)
    workers = check_integer("workers", workers, 1, 256)
    lineup = Lineup(agents, board, rules)
    memories = _starting_memories(lineup, memories)

    def play(number):
        worker = lineup.worker()
        for seat, values in enumerate(memories):
            if values is not None:
                worker.seats.memories[seat][:] = values
        first = number << 32
        results, _ = play_block(lineup, seed, first, games, False, first, worker)
        frame = tidy_games(results, lineup)
        frame.insert(0, "run", number)
        return frame, [m.copy() for m in worker.seats.memories]

    played = _spread(play, range(runs), workers, progress)
    return Series(pd.concat([frame for frame, _ in played], ignore_index=True), [m for _, m in played])


def _starting_memories(lineup, memories) -> list:
    """Return the starting memory of each seat, or say which one has the wrong length."""
    if memories is None:
        return [None] * lineup.players
    if len(memories) != lineup.players:
        raise ValueError(f"memories needs one entry a seat, {lineup.players} in all, not {len(memories)}")
    for seat, (values, agent) in enumerate(zip(memories, lineup.agents)):
        cells = getattr(agent, "memory", 0)
        if values is not None and np.shape(values) not in {(cells,), (max(1, cells),)}:
            raise ValueError(
                f"memories: {lineup.names[seat]!r} (seat {seat}) has {cells} cells of memory, not {np.shape(values)}"
            )
    return list(memories)


def win_rates(games: pd.DataFrame, players: int | None = None) -> pd.DataFrame:
    """Return each seat's wins in a table of `match`: ``seat, wins, games, rate, low, high, agent``.

    The interval is Wilson's, 95%; games that ended at a cap count as not won. Where the table does
    not say who sat where (it was put together by hand), agents are named that have won.
    """
    if isinstance(games, Recorded):
        games = games.games
    if "winner" not in games:
        raise ValueError("win_rates takes the games that match returns (a row a game, with a column 'winner')")
    if players is None:
        players = sum(column.startswith("out_turn_") for column in games.columns)
    wins = [int((games["winner"] == p).sum()) for p in range(players)]
    rate, low, high = wilson(wins, np.full(players, len(games)))[:3]
    found = {"seat": range(players), "wins": wins, "games": len(games), "rate": rate, "low": low, "high": high}
    return pd.DataFrame(found).assign(agent=_seated(games, players))


def _seated(games: pd.DataFrame, players: int) -> list[str]:
    """Return the names of the agents by seat."""
    known = games.attrs.get("agents")
    if known:
        return known[:players]
    won = games.dropna(subset="winner").groupby("winner")["winner_name"].first() if "winner_name" in games else {}
    return [won.get(seat, "") for seat in range(players)]


def tournament(
    agents: Iterable,
    games: int = 200,
    seed: int = 1,
    *,
    players: int = 2,
    board: Board | None = None,
    rules: Rules | None = None,
    workers: int = 2,
    progress: bool = False,
) -> pd.DataFrame:
    """Play every group of agents in every seating, on the same deals and dice.

    Parameters
    ----------
    agents
        The agents; every subset of ``players`` of them plays.
    games
        Games for each seating.
    seed, board, rules, workers, progress
        As in `match`.
    players
        Players at a table, 2 to 6.

    Returns
    -------
    DataFrame
        A row for each seating and seat: ``table`` (names of the group), ``seating`` (number
        of the permutation), ``seat``, ``agent``, ``wins``, ``draws``, ``games``, ``rate``,
        ``low``, ``high`` (Wilson, 95%), ``turns`` (mean number of players' turns).
    """
    if isinstance(agents, str):
        raise TypeError(f"agents must be a list of agents, not the text {agents!r}")
    agents = list(agents)
    players = check_integer("players", players, 2, 6)
    if len(agents) < players:
        raise ValueError(f"a table of {players} needs at least {players} agents, got {len(agents)}")
    from riskkit.games.lineup import name_of, resolve_agent

    resolved = [resolve_agent(agent) for agent in agents]
    names = [name_of(agent) for agent in resolved]
    if len(set(names)) < len(names):
        raise ValueError(f"every agent of a tournament needs a name of its own: {names}")
    rows = []
    seatings = [p for group in combinations(resolved, players) for p in enumerate(permutations(group))]
    for number, seating in _bar(seatings, progress, len(seatings)):
        played = match(seating, games, seed, board=board, rules=rules, workers=workers)
        seated = [name_of(agent) for agent in seating]
        part = win_rates(played, players).drop(columns="agent")
        part.insert(0, "table", " | ".join(sorted(seated)))
        part.insert(1, "seating", number)
        part.insert(3, "agent", seated)
        part["draws"] = int(played["winner"].isna().sum())
        part["turns"] = played["turns"].mean()
        rows.append(part)
    return pd.concat(rows, ignore_index=True)


def standings(played: pd.DataFrame) -> pd.DataFrame:
    """Return a tournament's agents by win rate: ``agent, wins, games, rate, low, high``."""
    if "agent" not in played:
        raise ValueError("standings takes what tournament returns; for one match use win_rates")
    total = played.groupby("agent", as_index=False)[["wins", "games"]].sum()
    total["rate"], total["low"], total["high"] = wilson(total["wins"], total["games"])[:3]
    return total.sort_values("rate", ascending=False, ignore_index=True)


def sweep(
    make: Callable,
    values: Iterable,
    games: int = 500,
    seed: int = 1,
    *,
    seat: int = 0,
    name: str = "value",
    board: Board | None = None,
    rules: Rules | None = None,
    workers: int = 2,
    progress: bool = False,
) -> pd.DataFrame:
    """Play a match for each value of a parameter, on the same deals and dice.

    Parameters
    ----------
    make
        Function of a value that returns the line-up (a list of agents).
    values
        Values of the parameter.
    games, seed, board, rules, workers, progress
        As in `match`.
    seat
        Seat whose wins are counted.
    name
        Name of the parameter's column.

    Returns
    -------
    DataFrame
        A row a value: the value, ``wins``, ``games``, ``rate``, ``low``, ``high``,
        ``draws``, ``turns_to_win`` (mean turns of the games won by the seat).
    """
    if not callable(make):
        raise TypeError(f"make must be a function of a value that returns a line-up, not {make!r}")
    columns = {"wins", "games", "rate", "low", "high", "draws", "turns_to_win"}
    if name in columns:
        raise ValueError(f"name cannot be {name!r}: that column holds results; take another name for the parameter")
    values = list(values)
    if not values:
        raise ValueError("sweep needs at least one value")
    rows = []
    for value in _bar(values, progress, len(values)):
        lineup = make(value)
        played = match(lineup, games, seed, board=board, rules=rules, workers=workers)
        check_integer("seat", seat, 0, len(lineup) - 1)
        part = win_rates(played, len(lineup)).iloc[[seat]].drop(columns=["seat", "agent"])
        part.insert(0, name, [value])
        part["draws"] = int(played["winner"].isna().sum())
        part["turns_to_win"] = played.loc[played["winner"] == seat, "turns"].mean()
        rows.append(part)
    return pd.concat(rows, ignore_index=True)
