"""The league: every agent plays every other on equal terms, and a new bot finds its rank.

Two agents meet on the classic board, a neutral third between them, on the same deals and
dice from both seats. A win counts 1, a game stopped at the cap one half for each; the
ratings are those of `riskkit.analysis.ratings`.
"""

from collections.abc import Iterable
from itertools import combinations

import pandas as pd

from riskkit import agents as registry
from riskkit.agents import Agent
from riskkit.agents.search import planners
from riskkit.analysis.ratings import ratings
from riskkit.boards.board import Board
from riskkit.errors import check_integer
from riskkit.games.bulk import match
from riskkit.games.identity import identity
from riskkit.games.lineup import name_of, resolve_agent
from riskkit.results import scale, store
from riskkit.rules import Rules

__all__ = [
    "FEW",
    "GAMES",
    "LIMIT",
    "RULES",
    "SEED",
    "is_slow",
    "meet",
    "members",
    "rank",
    "ratings",
    "results",
]

SEED = 2_026
RULES = Rules.classic(turn_cap=400)
"""The league's rules: classic, stopped after 400 players' turns."""

GAMES = 100
"""Games from each seat of a pairing; `FEW` where one of the two takes long to think."""
FEW = 20
LIMIT = 50
"""Positions that the planning agents expand in one search."""

WORKERS = 2


def members() -> list[Agent]:
    """Return the agents of the league: every one that comes with riskkit and forgets between games.

    The planning agents of the search study search at most 50 positions a time here. In quick
    mode (`riskkit.results.scale`) the agents that take long to think stay away.
    """
    thinking = {
        "search.astar": planners.astar(LIMIT, name="search.astar"),
        "search.astar_admissible": planners.astar(LIMIT, "armies", name="search.astar_admissible"),
        "search.realtime": planners.astar(LIMIT, every_turn=True, name="search.realtime"),
    }
    known = [thinking.get(name, registry.get(name)) for name in registry.BUILT_IN]
    return [agent for agent in known if not agent.persistent and not (scale.is_quick() and is_slow(agent))]


def is_slow(agent) -> bool:
    """Return whether an agent takes long to think, so that it plays fewer games."""
    return not isinstance(agent, Agent) or agent.thinks_long


def meet(a, b, games: int, seed: int = SEED, *, board: Board | None = None, rules: Rules = RULES) -> pd.DataFrame:
    """Return what came of ``games`` games from each seat.

    Returns
    -------
    DataFrame
        Two rows, ``a`` in seat 0 and in seat 1: ``a, b, seat, wins, draws, losses`` (of a),
        ``games, turns`` (mean players' turns of a game).
    """
    rows = []
    for seat, lineup in enumerate(((a, b), (b, a))):
        played = match(lineup, games, seed, board=board, rules=rules, workers=1)
        winner = played["winner"]
        wins, draws = int((winner == seat).sum()), int(winner.isna().sum())
        counts = {"wins": wins, "draws": draws, "losses": games - wins - draws, "games": games}
        rows.append({"a": name_of(a), "b": name_of(b), "seat": seat, **counts, "turns": played["turns"].mean()})
    return pd.DataFrame(rows)


def _size(a, b, games: int | None) -> int:
    if games is not None:
        return games
    return scale.games(FEW, 1) if is_slow(a) or is_slow(b) else scale.games(GAMES, 3)


def results(
    agents: Iterable | None = None,
    games: int | None = None,
    *,
    board: Board | None = None,
    rules: Rules = RULES,
    name: str = "league/pairs",
) -> pd.DataFrame:
    """Return every pairing of the league, stored under its agents, rules and board.

    Parameters
    ----------
    agents
        Agents or their names; the league's `members` when left out.
    games
        Games from each seat; 100, or 20 where an agent takes long to think, when left out.
    board, rules
        The classic board and the league's `RULES` when left out.
    name
        Name of the stored table.

    Returns
    -------
    DataFrame
        Two rows a pairing, as `meet` returns.
    """
    chosen = members() if agents is None else [resolve_agent(agent) for agent in agents]
    if games is not None:
        check_integer("games", games, 1)
    if len(chosen) < 2:
        raise ValueError(f"a league needs at least 2 agents, not {len(chosen)}")
    _check_names(chosen)
    pairs = list(combinations(chosen, 2))
    sizes = [_size(a, b, games) for a, b in pairs]
    settings = {
        "agents": [identity(agent) for agent in chosen],
        "games": sizes,
        "rules": rules.to_dict(),
        "board": None if board is None else board.digest,
        "seed": SEED,
    }

    def play(number):
        a, b = pairs[number]
        return meet(a, b, sizes[number], board=board, rules=rules)

    return store.blocks(name, settings, range(len(pairs)), play, WORKERS, progress=False)


def _check_names(agents) -> None:
    names = [name_of(agent) for agent in agents]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"every agent of a league needs a name of its own; more than one is called {twice}")


def rank(agent, games: int | None = None, resamples: int = 300, progress: bool = True) -> pd.DataFrame:
    """Play a new agent against every member of the league and return the table with it.

    Parameters
    ----------
    agent
        An `Agent`, or a Python function of a `Game` (slower), with a name that no member has.
    games
        Games from each seat against each member; 100, or 20 where one takes long to think,
        when left out.
    resamples
        As for `ratings`.
    progress
        Show a bar: about a minute, and another the first time, when all members are compiled.

    Returns
    -------
    DataFrame
        As `ratings`, with a column ``new``.
    """
    new = resolve_agent(agent)
    if isinstance(new, Agent) and new.persistent:
        raise ValueError(f"{new.name!r} keeps its memory from game to game; the league is for agents that forget")
    if games is not None:
        check_integer("games", games, 1)
    everyone = members()
    if name_of(new) in {name_of(member) for member in everyone}:
        raise ValueError(
            f"{name_of(new)!r} is a member of the league already (see riskkit.league.pairs.results); a new agent needs "
            "a name of its own"
        )
    from tqdm.auto import tqdm

    shown = tqdm(everyone, desc=f"{name_of(new)} in the league", leave=False, disable=not progress)
    met = [meet(new, other, _size(new, other, games)) for other in shown]
    table = pd.concat([results(), *met], ignore_index=True)
    found = ratings(table, resamples)
    return found.assign(new=found["agent"] == name_of(new))
