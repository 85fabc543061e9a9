"""The league's stored tables: every pairing, tables of four, changed leagues, the search for vanguard's weights."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pandas as pd

from riskkit import agents as registry
from riskkit.agents import Agent, vanguard
from riskkit.agents.vanguard import HAND, WEIGHTS
from riskkit.analysis.ratings import ratings
from riskkit.boards.board import Board
from riskkit.errors import check_integer, check_name
from riskkit.games.bulk import match
from riskkit.games.lineup import name_of, resolve_agent
from riskkit.league import meeting, search
from riskkit.league.settings import (
    OPPONENTS,
    RIVALS,
    RULES,
    SEED,
    SIZES,
    TUNING_SEED,
    VARIANTS,
    WORKERS,
    changes,
)
from riskkit.results import scale, store
from riskkit.rules import Rules


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
    chosen = meeting.members() if agents is None else [resolve_agent(agent) for agent in agents]
    if games is not None:
        check_integer("games", games, 1)
    if len(chosen) < 2:
        raise ValueError(f"a league needs at least 2 agents, not {len(chosen)}")
    _check_names(chosen)
    pairs = list(combinations(chosen, 2))
    sizes = [meeting.size_of(a, b, games) for a, b in pairs]
    settings = {
        "agents": chosen,
        "games": sizes,
        "rules": rules,
        "board": board,
        "seed": SEED,
    }

    def play(number):
        a, b = pairs[number]
        return meeting.meet(a, b, sizes[number], board=board, rules=rules)

    return store.blocks(name, settings, range(len(pairs)), play, WORKERS, progress=False)


def _chosen(what: str, value: int | None, size: str) -> int:
    """Return a number of games or rounds: the one given, or that of `SIZES`."""
    return scale.games(*SIZES[size]) if value is None else check_integer(what, value, 1)


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
    everyone = meeting.members()
    if name_of(new) in {name_of(member) for member in everyone}:
        raise ValueError(
            f"{name_of(new)!r} is a member of the league already (see riskkit.league.results); a new agent needs "
            "a name of its own"
        )
    from tqdm.auto import tqdm

    bar = {"desc": f"{name_of(new)} in the league", "leave": False, **({} if progress else {"disable": True})}
    met = [meeting.meet(new, other, meeting.size_of(new, other, games)) for other in tqdm(everyone, **bar)]
    table = pd.concat([results(), *met], ignore_index=True)
    found = ratings(table, resamples)
    return found.assign(new=found["agent"] == name_of(new))


def tables_of_four(rounds: int | None = None, games: int | None = None) -> pd.DataFrame:
    """Return games of four agents, without those that take long to think.

    In each round every agent sits at one table at most: the agents are shuffled and divided
    into fours, and up to three of them pause.

    Returns
    -------
    DataFrame
        A row for each table and seat: ``table, seat, agent, wins, draws, games``.
    """
    rounds = _chosen("rounds", rounds, "rounds of four")
    games = _chosen("games", games, "table of four")
    quick = meeting.quick_members()
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

    settings = {"agents": quick, "rounds": rounds, "games": games, "seed": SEED}
    settings["rules"] = RULES
    return store.blocks("league/tables_of_four", settings, range(len(lineups)), play, WORKERS, progress=False)


def _fours(order: np.ndarray) -> list:
    return [order[k : k + 4] for k in range(0, len(order) - 3, 4)]


def changed(name: str) -> pd.DataFrame:
    """Return the pairings of the agents that do not think long under changed rules or on another board."""
    check_name("change", name, list(changes()))
    board, rules = changes()[name]
    quick = meeting.quick_members()
    return results(quick, scale.games(*SIZES["changed"]), board=board, rules=rules, name="league/changed")


def tuning(generations: int | None = None, games: int | None = None) -> pd.DataFrame:
    """Return the search for vanguard's weights by CMA-ES (library cma), from those set by hand.

    Each generation of ten candidates meets the `RIVALS` and the hand-set vanguard, all on the
    same deals and dice, new ones in each generation.

    Returns
    -------
    DataFrame
        A row a generation: ``generation``, ``mean`` and ``best`` (share of the candidates' points),
        ``games`` (of one candidate), and the weights at the centre of the distribution after it.
    """
    generations = (
        scale.games(*SIZES["tuning, generations"])
        if generations is None
        else check_integer("generations", generations, 1)
    )
    games = scale.games(*SIZES["tuning, games"]) if games is None else check_integer("games", games, 1)
    settings = {"hand": HAND, "rivals": RIVALS, "generations": generations, "games": games, "seed": TUNING_SEED}
    settings |= {"rules": RULES, "agents": [registry.get(name) for name in RIVALS]}
    return store.stored("league/tuning", settings, lambda: search.run(generations, games))


def variants(games: int | None = None) -> pd.DataFrame:
    """Return the pairings of the versions of vanguard with two strong personalities and vanguard itself.

    Returns
    -------
    DataFrame
        As `meeting.meet` returns, with ``variant``.
    """
    games = _chosen("games", games, "variants")

    def play(name):
        bot = vanguard.make(name=f"vanguard, {name}", **VARIANTS[name])
        met = [meeting.meet(bot, registry.get(opponent), games) for opponent in OPPONENTS]
        return pd.concat(met, ignore_index=True).assign(variant=name)

    settings = {"variants": VARIANTS, "weights": WEIGHTS, "games": games, "seed": SEED, "opponents": OPPONENTS}
    settings |= {"rules": RULES, "agents": [registry.get(name) for name in OPPONENTS]}
    return store.blocks("league/variants", settings, list(VARIANTS), play, WORKERS, progress=False)


def replays(every: int = 40) -> pd.DataFrame:
    """Play a sample of the pairings again, of agents that do not think long, and count those that are as stored.

    Returns
    -------
    DataFrame
        One row: ``pairings``, ``equal``.
    """
    quick = {agent.name: agent for agent in meeting.quick_members()}
    stored = results()
    stored = stored[stored["a"].isin(quick) & stored["b"].isin(quick)]
    chosen = list(stored.groupby(["a", "b"], sort=False))[::every]
    equal = 0
    for (a, b), rows in chosen:
        again = meeting.meet(quick[a], quick[b], int(rows["games"].iloc[0]))
        equal += again.equals(rows.reset_index(drop=True))
    return pd.DataFrame([{"pairings": len(chosen), "equal": equal}])
