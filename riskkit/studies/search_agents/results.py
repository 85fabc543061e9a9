"""The stored games and searches of the search agents.

``L`` counts the winner's own turns. ``T`` counts, for every agent alike, the positions
whose successors were made (none for agents without search). ``P = f L + T``.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from riskkit.agents import search
from riskkit.agents.names import get
from riskkit.agents.search import planners
from riskkit.agents.search.plans import plan
from riskkit.analysis import intervals
from riskkit.boards.board import Board
from riskkit.engine import run as engine
from riskkit.engine.types import RESULT
from riskkit.games.bulk import match
from riskkit.games.lineup import Lineup
from riskkit.results import keys, scale, store
from riskkit.rules import Rules
from riskkit.studies.search_agents.settings import (
    BOARDS,
    DICE_CAP,
    DICE_LIMIT,
    DICE_OPPONENTS,
    HEURISTICS,
    LIMITS,
    MEGABYTES,
    OPPOSED_CAP,
    READINGS,
    SEARCH_LIMIT,
    SEARCHERS,
    SEED,
    SIZES,
    TURN_CAP,
    WITHOUT_SEARCH,
    agents_of,
    board_of,
    position_of,
    rules_of,
)


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


def _sizes(of: str) -> dict[str, int]:
    return {name: scale.games(*size) for name, size in SIZES[of].items()}


def _sample() -> pd.DataFrame:
    """Return the first game of every agent on a small board, and a search by each heuristic."""
    board, position, rows = board_of("islands"), position_of("islands", 0), []
    for reading in READINGS:
        for agent in agents_of(reading).values():
            rows.append(play(agent, "search.passive", board, position, rules_of(reading)))
    for heuristic in HEURISTICS:
        found = plan(board, position, rules_of("described"), heuristic=heuristic, limit=500)
        rows.append({"turns": found.turns, "expansions": found.expanded, "generated": found.generated})
    return pd.DataFrame(rows)


def _by(names) -> list:
    """Return what computes a table: the study's loop, and the agents of these names and of the study."""
    own = [name for reading in READINGS for name in agents_of(reading).values()]
    return [*LOOPS.values(), *(get(name) for name in dict.fromkeys([*own, *names]))]


LOOPS = {"games": keys.Loop("search_agents.games", 1, _sample)}
"""What plays the study's games and searches."""


def games(fresh: bool | None = None) -> pd.DataFrame:
    """Return every agent's game from every position against the passive opponent.

    Returns
    -------
    DataFrame
        ``reading``, ``board``, ``position``, ``agent`` and the columns of `play`.
    """
    sizes = _sizes("positions")
    settings = {"seed": SEED, "positions": sizes, "cap": TURN_CAP, "rules": [rules_of(reading) for reading in READINGS]}

    def block(task):
        reading, name = task
        board, rules = board_of(name), rules_of(reading)
        rows = []
        for number in range(sizes[name]):
            position = position_of(name, number)
            for label, agent in agents_of(reading).items():
                row = play(agent, "search.passive", board, position, rules)
                rows.append({"reading": reading, "board": name, "position": number, "agent": label, **row})
        return pd.DataFrame(rows)

    tasks = [(reading, name) for reading in READINGS for name in BOARDS]
    return store.blocks("search_agents/games", settings, tasks, block, fresh=fresh, by=_by(["search.passive"]))


def opposed(fresh: bool | None = None) -> pd.DataFrame:
    """Return the searchers' games against opponents who are not passive, as their plans assume.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``opponent``, ``agent`` and the columns of `play`; reading
        "described", at most 60 turns.
    """
    size = scale.games(*SIZES["opposed"])
    settings = {"seed": SEED, "positions": size, "cap": OPPOSED_CAP, "rules": rules_of("described")}

    def block(task):
        name, opponent = task
        board, rules = board_of(name), rules_of("described", turn_cap=OPPOSED_CAP)
        rows = []
        for number in range(size):
            for label, agent in SEARCHERS.items():
                against = WITHOUT_SEARCH["described"][opponent]
                row = play(agent, against, board, position_of(name, number), rules)
                rows.append({"board": name, "position": number, "opponent": opponent, "agent": label, **row})
        return pd.DataFrame(rows)

    tasks = [(name, opponent) for name in BOARDS[:3] for opponent in WITHOUT_SEARCH["described"]]
    return store.blocks(
        "search_agents/opposed", settings, tasks, block, fresh=fresh, by=_by(WITHOUT_SEARCH["described"].values())
    )


def searches(fresh: bool | None = None) -> pd.DataFrame:
    """Return one search from each position with each heuristic, against the passive enemy.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``heuristic``, ``status``, ``turns`` (own turns of the
        plan), ``expanded``, ``generated``; at most 20,000 positions expanded.
    """
    sizes = _sizes("positions")
    settings = {"seed": SEED, "positions": sizes, "limit": SEARCH_LIMIT, "megabytes": MEGABYTES}
    settings |= {"rules": rules_of("described")}

    def block(name):
        board, rules = board_of(name), rules_of("described")
        rows = []
        for number in range(sizes[name]):
            for heuristic in HEURISTICS:
                position = position_of(name, number)
                found = plan(board, position, rules, heuristic=heuristic, limit=SEARCH_LIMIT, megabytes=MEGABYTES)
                facts = {key: getattr(found, key) for key in ("status", "turns", "expanded", "generated")}
                rows.append({"board": name, "position": number, "heuristic": heuristic, **facts})
        return pd.DataFrame(rows)

    return store.blocks("search_agents/searches", settings, BOARDS, block, fresh=fresh, by=LOOPS.values())


def limits(fresh: bool | None = None) -> pd.DataFrame:
    """Return real-time A*'s games against the passive opponent by its limit of expansions.

    Returns
    -------
    DataFrame
        ``board``, ``position``, ``heuristic``, ``limit`` and the columns of `play`.
    """
    sizes = _sizes("limits")
    settings = {"seed": SEED, "positions": sizes, "limits": LIMITS, "cap": TURN_CAP, "rules": rules_of("described")}

    def block(task):
        name, heuristic = task
        board, rules = board_of(name), rules_of("described")
        rows = []
        for limit in LIMITS:
            agent = search.make(limit=limit, heuristic=heuristic, every_turn=True)
            for number in range(sizes[name]):
                row = play(agent, "search.passive", board, position_of(name, number), rules)
                labels = {"board": name, "position": number, "heuristic": heuristic, "limit": limit}
                rows.append({**labels, **row})
        return pd.DataFrame(rows)

    tasks = [(name, heuristic) for name in sizes for heuristic in ("squared", "armies")]
    return store.blocks("search_agents/limits", settings, tasks, block, fresh=fresh, by=_by(["search.passive"]))


def dice(fresh: bool | None = None) -> pd.DataFrame:
    """Return matches of the searchers under the classic rules, with dice, on the classic board.

    Each opponent is met from both seats in the same games. Returns ``agent``,
    ``opponent``, ``wins``, ``losses``, ``games`` (the rest ended at 200 turns), and the
    Wilson interval ``rate``, ``low``, ``high`` of the share of games won.
    """
    size = scale.games(*SIZES["dice"])
    settings = {
        "seed": SEED,
        "games": size,
        "cap": DICE_CAP,
        "opponents": DICE_OPPONENTS,
        "limit": DICE_LIMIT,
        "rules": Rules.classic(turn_cap=DICE_CAP),
    }
    entrants = {
        "greedy": get("search.greedy"),
        "A*": search.make(limit=DICE_LIMIT),
        "A* admissible": search.make(limit=DICE_LIMIT, heuristic="armies"),
        "real-time A*": search.make(limit=DICE_LIMIT, every_turn=True),
    }

    def block(task):
        label, opponent = task
        agent, rules = entrants[label], Rules.classic(turn_cap=DICE_CAP)
        first = match([agent, opponent], size, seed=SEED, rules=rules, workers=1)
        second = match([opponent, agent], size, seed=SEED, rules=rules, workers=1)
        wins = int((first["winner"] == 0).sum() + (second["winner"] == 1).sum())
        losses = int((first["winner"] == 1).sum() + (second["winner"] == 0).sum())
        rate = intervals.wilson(wins, 2 * size)
        row = {"agent": label, "opponent": opponent, "wins": wins, "losses": losses, "games": 2 * size}
        return pd.DataFrame([{**row, "rate": rate.value, "low": rate.low, "high": rate.high}])

    tasks = [(label, opponent) for label in entrants for opponent in DICE_OPPONENTS]
    return store.blocks("search_agents/dice", settings, tasks, block, fresh=fresh, by=_by(DICE_OPPONENTS))


def replayed(board: str = "islands", positions: int = 2) -> pd.DataFrame:
    """Play a sample of the stored games again and count those that come out as they are stored.

    Returns
    -------
    DataFrame
        One row: ``agents``, ``games``, ``equal``.
    """
    stored = games()
    rows = stored[(stored["board"] == board) & (stored["position"] < positions) & (stored["reading"] == "described")]
    rules, agents, equal = rules_of("described"), agents_of("described"), 0
    for row in rows.itertuples():
        again = play(agents[row.agent], "search.passive", board_of(board), position_of(board, row.position), rules)
        equal += all(getattr(row, key) == value for key, value in again.items())
    return pd.DataFrame([{"agents": rows["agent"].nunique(), "games": len(rows), "equal": equal}])
