"""The search agents (2018): greedy, A* and real-time A* in a game with certain battles.

Readings
--------
described
    The text, and the two extra armies in the turn after a conquest.
as run
    The authors' program: whoever places armies wipes out the other's claim to the two
    extra armies, so nobody ever gets them; the agents without search let one army follow
    a conquest; the greedy agent's expansions are the times its choice was bettered.

``L`` counts the winner's own turns. ``T`` counts, for every agent alike, the positions
whose successors were made (none for agents without search). ``P = f L + T``.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit import boards
from riskkit.agents.search import planners
from riskkit.agents.search.plans import plan
from riskkit.analysis import intervals
from riskkit.boards.board import Board
from riskkit.engine import run as engine
from riskkit.engine.types import RESULT
from riskkit.errors import check_name
from riskkit.games.bulk import match
from riskkit.games.lineup import Lineup
from riskkit.results import scale, store
from riskkit.rules import Rules

SEED = 2018
NOTEBOOK = "07_search_agents"
FACTORS = (1, 100, 10_000)
BONUS = {"described": 2, "as run": 0}
READINGS = tuple(BONUS)
TURN_CAP = 100
SEARCH_LIMIT = 20_000
LIMITS = (1, 3, 10, 30, 100, 300, 1000)
SEARCHERS = {
    "greedy": "search.greedy",
    "A*": "search.astar",
    "A* admissible": "search.astar_admissible",
    "real-time A*": "search.realtime",
}
WITHOUT_SEARCH = {
    "described": {"aggressive": "search.aggressive", "nearly pacifist": "search.nearly_pacifist"},
    "as run": {
        "aggressive": "search.aggressive_as_run",
        "nearly pacifist": "search.nearly_pacifist_as_run",
    },
}
BOARDS = ("sample", "islands", "three lands", "classic")
POSITIONS = {"sample": 200, "islands": 200, "three lands": 100, "classic": 30}
DICE_LIMIT = 300
DICE_OPPONENTS = ("random", "aggressive", "search.aggressive", "search.nearly_pacifist")


def board_of(name: str) -> Board:
    """Return a board of the study: ``"sample"``, ``"islands"``, ``"three lands"``, ``"classic"``."""
    check_name("board of the study", name, BOARDS)
    if name == "sample":
        return boards.search_sample()[0]
    return {"islands": boards.islands, "three lands": boards.three_lands, "classic": boards.classic}[name]()


def position_of(name: str, number: int, seed: int = SEED) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a starting position (owners, armies).

    Number 0 of the sample board is the program's own; all others deal half of the
    territories to each player, with 1 to 6 armies each for seat 0 and 1 to 9 for seat 1.
    """
    if name == "sample" and number == 0:
        return boards.search_sample()[1]
    size = len(board_of(name))
    rng = np.random.default_rng([seed, BOARDS.index(name), number])
    owner = rng.permutation(np.arange(size) % 2)
    armies = np.where(owner == 0, rng.integers(1, 7, size), rng.integers(1, 10, size))
    return tuple(owner.tolist()), tuple(armies.tolist())


def rules_of(reading: str, turn_cap: int = TURN_CAP) -> Rules:
    """Return the rules of a reading; a turn is one player's."""
    check_name("reading", reading, READINGS)
    return Rules.search(conquest_bonus=BONUS[reading], turn_cap=turn_cap)


def play(agent, opponent: str, board: Board, position, rules: Rules) -> dict:
    """Play one game, the agent in seat 0, and return what the score needs.

    Returns
    -------
    dict
        ``won``, ``turns`` (own turns, L), ``expansions`` (T), ``generated``,
        ``improvements`` (the greedy agent's choices bettered), ``searches``.
    """
    lineup = Lineup([agent, opponent], board, rules, position)
    worker = lineup.worker()
    result = np.zeros(1, RESULT)
    played = engine.run_block(*worker.arguments(lineup), 2, SEED, 0, 0, result)
    assert played == 1, "a search agent gave an illegal action"
    cells = np.zeros(planners.SEARCHES + 2)
    memory = worker.seats.memories[0]
    cells[: min(len(memory), len(cells))] = memory[: len(cells)]
    return {
        "won": bool(result["winner"][0] == 0),
        "turns": int(result["rounds"][0]),
        "expansions": int(cells[planners.EXPANSIONS]),
        "generated": int(cells[planners.GENERATED]),
        "improvements": int(cells[planners.IMPROVEMENTS]),
        "searches": int(cells[planners.SEARCHES]),
    }


def _entrants(reading: str) -> dict[str, str]:
    return {**WITHOUT_SEARCH[reading], **SEARCHERS}


def games(fresh: bool | None = None) -> pd.DataFrame:
    """Return every agent's game from every position against the passive opponent.

    Returns
    -------
    DataFrame
        ``reading``, ``board``, ``position``, ``agent`` and the columns of `play`.
    """
    sizes = {name: scale.games(size, max(5, size // 20)) for name, size in POSITIONS.items()}
    settings = {"seed": SEED, "positions": sizes, "cap": TURN_CAP, "version": 1}

    def block(task):
        reading, name = task
        board, rules = board_of(name), rules_of(reading)
        rows = []
        for number in range(sizes[name]):
            position = position_of(name, number)
            for label, agent in _entrants(reading).items():
                row = play(agent, "search.passive", board, position, rules)
                rows.append({"reading": reading, "board": name, "position": number, "agent": label, **row})
        return pd.DataFrame(rows)

    tasks = [(reading, name) for reading in READINGS for name in BOARDS]
    return store.blocks("search_agents/games", settings, tasks, block, fresh=fresh)


def opposed(fresh: bool | None = None) -> pd.DataFrame:
    """Return the searchers' games against opponents who are not passive, as their plans assume.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``opponent``, ``agent`` and the columns of `play`; reading
        "described", at most 60 turns.
    """
    size = scale.games(20, 3)
    settings = {"seed": SEED, "positions": size, "cap": 60, "version": 1}

    def block(task):
        name, opponent = task
        board, rules = board_of(name), rules_of("described", turn_cap=60)
        rows = []
        for number in range(size):
            for label, agent in SEARCHERS.items():
                against = WITHOUT_SEARCH["described"][opponent]
                row = play(agent, against, board, position_of(name, number), rules)
                rows.append({"board": name, "position": number, "opponent": opponent, "agent": label, **row})
        return pd.DataFrame(rows)

    tasks = [(name, opponent) for name in BOARDS[:3] for opponent in WITHOUT_SEARCH["described"]]
    return store.blocks("search_agents/opposed", settings, tasks, block, fresh=fresh)


def searches(fresh: bool | None = None) -> pd.DataFrame:
    """Return one search from each position with each heuristic, against the passive enemy.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``heuristic``, ``status``, ``turns`` (own turns of the
        plan), ``expanded``, ``generated``; at most 20,000 positions expanded.
    """
    sizes = {name: scale.games(size, max(5, size // 20)) for name, size in POSITIONS.items()}
    settings = {"seed": SEED, "positions": sizes, "limit": SEARCH_LIMIT, "megabytes": 96, "version": 1}

    def block(name):
        board, rules = board_of(name), rules_of("described")
        rows = []
        for number in range(sizes[name]):
            for heuristic in ("turns", "armies", "count", "squared"):
                position = position_of(name, number)
                found = plan(board, position, rules, heuristic=heuristic, limit=SEARCH_LIMIT, megabytes=96)
                facts = {key: getattr(found, key) for key in ("status", "turns", "expanded", "generated")}
                rows.append({"board": name, "position": number, "heuristic": heuristic, **facts})
        return pd.DataFrame(rows)

    return store.blocks("search_agents/searches", settings, BOARDS, block, fresh=fresh)


def limits(fresh: bool | None = None) -> pd.DataFrame:
    """Return real-time A*'s games against the passive opponent by its limit of expansions.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``heuristic``, ``limit`` and the columns of `play`.
    """
    sizes = {"islands": scale.games(60, 5), "three lands": scale.games(60, 5), "classic": scale.games(15, 2)}
    settings = {"seed": SEED, "positions": sizes, "limits": LIMITS, "cap": TURN_CAP, "version": 1}

    def block(task):
        name, heuristic = task
        board, rules = board_of(name), rules_of("described")
        rows = []
        for limit in LIMITS:
            agent = planners.astar(limit, heuristic, every_turn=True)
            for number in range(sizes[name]):
                row = play(agent, "search.passive", board, position_of(name, number), rules)
                labels = {"board": name, "position": number, "heuristic": heuristic, "limit": limit}
                rows.append({**labels, **row})
        return pd.DataFrame(rows)

    tasks = [(name, heuristic) for name in sizes for heuristic in ("squared", "armies")]
    return store.blocks("search_agents/limits", settings, tasks, block, fresh=fresh)


def dice(fresh: bool | None = None) -> pd.DataFrame:
    """Return matches of the searchers under the classic rules, with dice, on the classic board.

    Each opponent is met from both seats in the same games. Returns ``agent``,
    ``opponent``, ``wins``, ``losses``, ``games`` (the rest ended at 200 turns), and the
    Wilson interval ``rate``, ``low``, ``high`` of the share of games won.
    """
    size = scale.games(20, 2)
    settings = {"seed": SEED, "games": size, "cap": 200, "opponents": DICE_OPPONENTS, "limit": DICE_LIMIT, "version": 1}
    entrants = {
        "greedy": planners.greedy(),
        "A*": planners.astar(DICE_LIMIT),
        "A* admissible": planners.astar(DICE_LIMIT, "armies"),
        "real-time A*": planners.astar(DICE_LIMIT, every_turn=True),
    }

    def block(task):
        label, opponent = task
        agent, rules = entrants[label], Rules.classic(turn_cap=200)
        first = match([agent, opponent], size, seed=SEED, rules=rules, workers=1)
        second = match([opponent, agent], size, seed=SEED, rules=rules, workers=1)
        wins = int((first["winner"] == 0).sum() + (second["winner"] == 1).sum())
        losses = int((first["winner"] == 1).sum() + (second["winner"] == 0).sum())
        rate = intervals.wilson(wins, 2 * size)
        row = {"agent": label, "opponent": opponent, "wins": wins, "losses": losses, "games": 2 * size}
        return pd.DataFrame([{**row, "rate": rate.value, "low": rate.low, "high": rate.high}])

    tasks = [(label, opponent) for label in entrants for opponent in DICE_OPPONENTS]
    return store.blocks("search_agents/dice", settings, tasks, block, fresh=fresh)


def scores(played: pd.DataFrame, counting: str = "alike") -> pd.DataFrame:
    """Return the score P = f L + T of each agent for each factor f; less is better.

    A game that the agent has not won at the cap of turns counts with all its own turns up
    to there, so that its P is a lower bound.

    Parameters
    ----------
    played : DataFrame
        Table of `games`.
    counting : {"alike", "as run"}
        How T is counted: for each agent the positions expanded, or for the greedy agent,
        as its program does, the times its choice was bettered.

    Returns
    -------
    DataFrame
        A row for each reading, board, agent and factor: ``won`` of ``n`` positions, the
        means ``L``, ``T`` and ``P`` with P's 95% interval ``low``, ``high``; ``rank``
        orders the agents of a board by P, 1 the best, equal ones alike.
    """
    check_name("way of counting", counting, ("alike", "as run"))
    greedy = (played["agent"] == "greedy") & (counting == "as run")
    data = played.assign(T=played["expansions"].where(~greedy, played["improvements"]))
    rows = []
    for (reading, board, agent), found in data.groupby(["reading", "board", "agent"], sort=False):
        for factor in FACTORS:
            score = intervals.mean(factor * found["turns"] + found["T"])
            row = {"reading": reading, "board": board, "agent": agent, "f": factor}
            row |= {"won": int(found["won"].sum()), "n": len(found)}
            row |= {"L": found["turns"].mean(), "T": found["T"].mean()}
            rows.append(row | {"P": score.value, "low": score.low, "high": score.high})
    table = pd.DataFrame(rows)
    table["rank"] = table.groupby(["reading", "board", "f"])["P"].rank(method="min").astype(int)
    return table


def missed(found: pd.DataFrame) -> pd.DataFrame:
    """Return how often each heuristic's plan is longer than a shortest one.

    Parameters
    ----------
    found : DataFrame
        Table of `searches`.

    Returns
    -------
    DataFrame
        For each board and heuristic, over the positions that both it and an admissible
        heuristic solved: ``longer`` of ``n``, its share with Wilson interval (``rate``,
        ``low``, ``high``), ``extra`` own turns in the worst case, median ``expanded``
        of all, and ``unsolved`` positions; no row where ``n`` is 0.
    """
    solved = found[found["status"] == "found"]
    exact = solved[solved["heuristic"].isin(["turns", "armies"])]
    best = exact.groupby(["board", "position"])["turns"].min().rename("best")
    rows = []
    for (board, heuristic), part in found.groupby(["board", "heuristic"], sort=False):
        known = part[part["status"] == "found"].join(best, on=["board", "position"], how="inner")
        if known.empty:
            continue
        longer = int((known["turns"] > known["best"]).sum())
        rate = intervals.wilson(longer, len(known))
        row = {"board": board, "heuristic": heuristic, "longer": longer, "n": len(known)}
        row |= {"rate": rate.value, "low": rate.low, "high": rate.high}
        row |= {"extra": int((known["turns"] - known["best"]).max())}
        row |= {"expanded": float(part["expanded"].median())}
        rows.append(row | {"unsolved": int((part["status"] != "found").sum())})
    return pd.DataFrame(rows)
