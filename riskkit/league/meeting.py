"""Who plays in the league, and what comes of two that meet.

Two agents meet on the classic board, a neutral third between them, on the same deals and
dice from both seats. A win counts 1, a game stopped at the cap one half for each; the
ratings are those of `riskkit.analysis.ratings`.
"""

import pandas as pd

from riskkit import agents as registry
from riskkit.agents import Agent, search
from riskkit.boards.board import Board
from riskkit.games.bulk import match
from riskkit.games.lineup import name_of
from riskkit.league.settings import LIMIT, RULES, SEED, SIZES
from riskkit.results import scale
from riskkit.rules import Rules


def members() -> list[Agent]:
    """Return the agents of the league: every one that comes with riskkit and forgets between games.

    The planning agents of the search study search at most 50 positions a time here. In quick
    mode (`riskkit.results.scale`) the agents that take long to think stay away.
    """
    thinking = {
        "search.astar": search.make(limit=LIMIT, name="search.astar"),
        "search.astar_admissible": search.make(limit=LIMIT, heuristic="armies", name="search.astar_admissible"),
        "search.realtime": search.make(limit=LIMIT, every_turn=True, name="search.realtime"),
    }
    known = [thinking.get(name, registry.get(name)) for name in registry.BUILT_IN]
    return [agent for agent in known if not agent.persistent and not (scale.is_quick() and is_slow(agent))]


def is_slow(agent) -> bool:
    """Return whether an agent takes long to think, so that it plays fewer games."""
    return not isinstance(agent, Agent) or agent.thinks_long


def quick_members() -> list[Agent]:
    """Return the members of the league that do not take long to think."""
    return [agent for agent in members() if not is_slow(agent)]


def size_of(a, b, games: int | None = None) -> int:
    """Return the games from each seat of a pairing: those given, or the league's own number."""
    if games is not None:
        return games
    return scale.games(*SIZES["pair, long thinking" if is_slow(a) or is_slow(b) else "pair"])


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
