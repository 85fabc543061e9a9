"""The league beyond pairs: tables of four, other rules and another board."""

import numpy as np
import pandas as pd

from riskkit import boards
from riskkit.analysis.intervals import cluster_mean
from riskkit.analysis.ratings import ratings
from riskkit.boards.board import Board
from riskkit.errors import check_integer, check_name
from riskkit.games.bulk import match
from riskkit.games.identity import identity
from riskkit.league import pairs as league
from riskkit.league.pairs import RULES, SEED, WORKERS
from riskkit.results import scale, store
from riskkit.rules import Rules


def quick_members() -> list:
    """Return the members of the league that do not take long to think."""
    return [agent for agent in league.members() if not league.is_slow(agent)]


def tables_of_four(rounds: int | None = None, games: int | None = None) -> pd.DataFrame:
    """Return games of four agents, without those that take long to think.

    In each round every agent sits at one table at most: the agents are shuffled and divided
    into fours, and up to three of them pause.

    Returns
    -------
    DataFrame
        A row for each table and seat: ``table, seat, agent, wins, draws, games``.
    """
    rounds = scale.games(100, 4) if rounds is None else check_integer("rounds", rounds, 1)
    games = scale.games(50, 5) if games is None else check_integer("games", games, 1)
    quick = quick_members()
    rng = np.random.default_rng(SEED)
    lineups = [four for _ in range(rounds) for four in _fours(rng.permutation(len(quick)))]

    def play(number):
        seated = [quick[k] for k in lineups[number]]
        winner = match(seated, games, SEED + number, rules=RULES, workers=1)["winner"]
        wins = [int((winner == seat).sum()) for seat in range(4)]
        names = [agent.name for agent in seated]
        draws = int(winner.isna().sum())
        return pd.DataFrame(
            {"table": number, "seat": range(4), "agent": names, "wins": wins, "draws": draws, "games": games}
        )

    settings = {"agents": [identity(agent) for agent in quick], "rounds": rounds, "games": games, "seed": SEED}
    settings["rules"] = RULES.to_dict()
    return store.blocks("league/tables_of_four", settings, range(len(lineups)), play, WORKERS, progress=False)


def _fours(order: np.ndarray) -> list:
    return [order[k : k + 4] for k in range(0, len(order) - 3, 4)]


def shares_of_four(table: pd.DataFrame) -> pd.DataFrame:
    """Return each agent's share of the games at tables of four: a capped game counts a quarter for each.

    Returns
    -------
    DataFrame
        ``agent, share, low, high`` (95%, tables as clusters), ``games``; best first.
    """
    rows = []
    for name, seats in table.groupby("agent"):
        each = (seats["wins"] + seats["draws"] / 4) / seats["games"]
        value, low, high, _ = cluster_mean(each, seats["table"])
        rows.append((name, value, low, high, int(seats["games"].sum())))
    found = pd.DataFrame(rows, columns=["agent", "share", "low", "high", "games"])
    return found.sort_values("share", ascending=False, ignore_index=True)


def changes() -> dict[str, tuple[Board | None, Rules]]:
    """Return the changed leagues by name: board (None for the classic one) and rules."""
    return {
        "no neutral": (None, RULES.replace(neutral=False)),
        "no cards": (None, RULES.replace(cards=False)),
        "attacker wins ties": (None, RULES.replace(ties="attacker")),
        "armies placed at random": (None, RULES.replace(setup="random")),
        "6 x 6 grid": (boards.grid(), RULES),
    }


def changed(name: str, games: int = 25) -> pd.DataFrame:
    """Return the pairings of the agents that do not think long under changed rules or on another board."""
    check_name("change", name, list(changes()))
    board, rules = changes()[name]
    quick = quick_members()
    return league.results(quick, scale.games(games, 3), board=board, rules=rules, name="league/changed")


def orders() -> pd.DataFrame:
    """Return how much of the order of the agents stays when the rules or the board change.

    Returns
    -------
    DataFrame
        A row for each change: ``change``, ``tau`` (Kendall's rank correlation of the ratings
        with those of the unchanged league, the agents that do not think long), ``first`` to
        ``third`` (the best three), ``games`` (a pairing).
    """
    from scipy.stats import kendalltau

    names = [agent.name for agent in quick_members()]
    plain = ratings(league.results(), 10).set_index("agent")["rating"].loc[names]
    rows = []
    for name in changes():
        table = changed(name)
        found = ratings(table, 10).set_index("agent")["rating"]
        best = list(found.index[:3])
        tau = kendalltau(plain, found.loc[names]).statistic
        rows.append((name, tau, *best, int(table.groupby(["a", "b"])["games"].sum().iloc[0])))
    return pd.DataFrame(rows, columns=["change", "tau", "first", "second", "third", "games"])
