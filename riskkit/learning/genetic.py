"""Genetic search of feature weights by tournaments, and CMA-ES on the same games.

Source: "Implementation of the Risk Game and Artificial Intelligence Agent Player" (2020),
section 3.3. `Procedure.described` follows the text, `Procedure.as_run` the authors'
program. Playing the games is left to a function that is given, so that the search itself
is pure: the same procedure, seed and results of games give the same weights.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from riskkit.errors import check_integer, check_name, check_number, check_probability

WEIGHTS = 4


@dataclass(frozen=True)
class Procedure:
    """A genetic search of weights.

    Attributes
    ----------
    population : int
        Genes in a generation; a gene is a set of four weights.
    tournaments, size : int
        Tournaments in a generation, and genes drawn into each; every pair in one plays once.
    kept : int
        Best genes of each tournament that may become parents. 0: the ``parents`` genes of
        highest fitness in the population are the parents instead.
    parents : int
        See ``kept``.
    crossovers, mutants : int
        New genes in a generation: means of two parents, and parents with one weight drawn anew.
        They replace the genes of lowest fitness.
    generations : int
        Generations made, the first included.
    low, high : float
        Range of the random weights.
    whole : bool
        Whether the first genes' weights are whole numbers.
    mutation_high : float
        Upper end of a weight drawn anew (the lower one is ``low``).
    unplayed : float
        Fitness of a gene that was never drawn into a tournament (the text does not say).
    replayed : bool
        Whether the first generation's tournaments, drawn once, are played in every generation
        between the same genes: bred genes then never play.
    with_replacement : bool
        Whether a gene can be drawn twice into a tournament.
    swapped_credit : bool
        Whether a fair coin decides, game by game, which of the two genes a win is credited to.
        (In the program wins go by the player's name, genes by the shuffled seat.)
    ranked : bool
        Whether the last generation plays before the best gene is chosen; if not, the best is
        the one that stood highest when the last generation was bred.
    """

    population: int = 100
    tournaments: int = 10
    size: int = 10
    kept: int = 3
    parents: int = 0
    crossovers: int = 12
    mutants: int = 3
    generations: int = 4
    low: float = 0.0
    high: float = 10.0
    whole: bool = False
    mutation_high: float = 10.0
    unplayed: float = 0.5
    replayed: bool = False
    with_replacement: bool = False
    swapped_credit: bool = False
    ranked: bool = True

    def __post_init__(self):
        for spec in fields(self):
            value = getattr(self, spec.name)
            if isinstance(spec.default, bool):
                if not isinstance(value, bool):
                    raise TypeError(f"{spec.name} must be True or False, not {value!r}")
            elif isinstance(spec.default, int):
                low = {"population": 2, "tournaments": 1, "size": 2, "generations": 1}.get(spec.name, 0)
                check_integer(spec.name, value, low, 10**6)
            else:
                check_number(spec.name, value, -1e6, 1e6)
        check_probability("unplayed", self.unplayed)
        if self.high <= self.low:
            raise ValueError(f"high must lie above low, not {self.high} against {self.low}")
        if self.mutation_high <= self.low:
            raise ValueError(f"mutation_high must lie above low, not {self.mutation_high} against {self.low}")
        if self.size > self.population and not self.with_replacement:
            raise ValueError(f"size: {self.size} genes cannot be drawn from a population of {self.population}")
        if self.crossovers + self.mutants > self.population:
            raise ValueError(
                f"{self.crossovers} crossovers and {self.mutants} mutants do not fit into a population of "
                f"{self.population}"
            )
        if self.kept > self.size:
            raise ValueError(f"kept: {self.kept} of {self.size} genes of a tournament cannot be the best")
        if not self.kept and not 2 <= self.parents <= self.population:
            raise ValueError(f"parents must be 2 to {self.population} where no genes of tournaments are kept")

    @classmethod
    def described(cls, **changes) -> "Procedure":
        """Return the procedure of the text."""
        return cls().replace(**changes)

    @classmethod
    def as_run(cls, **changes) -> "Procedure":
        """Return the procedure of the authors' program (it plays 5 of its 6 tournaments)."""
        return cls(
            population=30,
            tournaments=5,
            size=5,
            kept=0,
            parents=20,
            crossovers=8,
            mutants=2,
            high=30.0,
            whole=True,
            mutation_high=1.0,
            replayed=True,
            with_replacement=True,
            swapped_credit=True,
            ranked=False,
        ).replace(**changes)

    def replace(self, **changes) -> "Procedure":
        """Return the same procedure with some fields changed; unknown names are refused."""
        for name in changes:
            check_name("part of the procedure", name, [spec.name for spec in fields(self)])
        return replace(self, **changes)

    @property
    def games(self) -> int:
        """Number of games of a whole run."""
        rounds = self.generations if self.ranked else self.generations - 1
        return rounds * self.tournaments * self.size * (self.size - 1) // 2


class Evolution(NamedTuple):
    """What a search found.

    Attributes
    ----------
    best : float64 array, shape (4,)
        The weights chosen.
    genes : float64 array, shape (generations, population, 4)
        Weights of every generation.
    fitness : float64 array, shape (generations, population)
        Fitness when the generation had played (NaN where it did not play).
    played : int64 array, shape (generations, population)
        Games behind the fitness.
    games : int
        Games of the whole run.
    """

    best: np.ndarray
    genes: np.ndarray
    fitness: np.ndarray
    played: np.ndarray
    games: int


def evolve(procedure: Procedure, seed: int, play: Callable) -> Evolution:
    """Run a genetic search of weights.

    Parameters
    ----------
    procedure : Procedure
    seed : int
        Seed of everything that the search draws (the games have their own).
    play : callable
        ``play(pairs, first)`` with the weights of both players of each game, shape (n, 2, 4),
        and the number of the first of these games in the run; returns the winners, 0 or 1, or
        -1 for a game without one (which counts as played).

    Returns
    -------
    Evolution
    """
    rng = np.random.default_rng(check_integer("seed", seed, 0))
    n = procedure.population
    genes = _random_weights(procedure, rng, n)
    wins, games = np.zeros(n), np.zeros(n, np.int64)
    of_gene = np.arange(n)
    first_genes, drawn = genes.copy(), None
    history, fitness_history, played_history = [], [], []
    count, best = 0, genes[0]
    for generation in range(procedure.generations):
        history.append(genes.copy())
        last = generation + 1 == procedure.generations
        if last and not procedure.ranked:
            fitness_history.append(np.full(n, np.nan))
            played_history.append(np.zeros(n, np.int64))
            break
        if drawn is None or not procedure.replayed:
            drawn = [_draw(procedure, rng) for _ in range(procedure.tournaments)]
        playing = first_genes if procedure.replayed else genes
        pairs = np.array([pair for group in drawn for pair in combinations(group, 2)])
        winners = np.asarray(play(playing[pairs], count))
        if winners.shape != (len(pairs),) or not np.isin(winners, (-1, 0, 1)).all():
            raise ValueError(f"play must return {len(pairs)} winners, each 0, 1 or -1")
        if procedure.swapped_credit:
            winners = np.where((rng.random(len(pairs)) < 0.5) & (winners >= 0), 1 - winners, winners)
        count += len(pairs)
        _credit(pairs, winners, of_gene, wins, games)
        fitness = np.where(games > 0, wins / np.maximum(games, 1), procedure.unplayed)
        fitness_history.append(fitness)
        played_history.append(games.copy())
        best = genes[int(np.argmax(fitness))].copy()
        if last:
            break
        parents = _parents(procedure, drawn, pairs, winners, fitness)
        children = _breed(procedure, rng, genes, parents)
        replaced = np.argsort(fitness, kind="stable")[: len(children)]
        genes[replaced] = children
        wins[replaced] = games[replaced] = 0
        of_gene = np.where(np.isin(of_gene, replaced), -1, of_gene) if procedure.replayed else of_gene
    return Evolution(best, np.array(history), np.array(fitness_history), np.array(played_history), count)


def _random_weights(procedure, rng, n):
    if procedure.whole:
        return rng.integers(int(procedure.low), int(procedure.high), (n, WEIGHTS)).astype(np.float64)
    return rng.uniform(procedure.low, procedure.high, (n, WEIGHTS))


def _draw(procedure, rng):
    return rng.choice(procedure.population, procedure.size, replace=procedure.with_replacement)


def _credit(pairs, winners, of_gene, wins, games):
    """Add the games to the records of the genes; ``of_gene`` is -1 for one that was replaced."""
    for pair, winner in zip(pairs, winners):
        for side, drawn in enumerate(pair):
            gene = of_gene[drawn]
            if gene >= 0:
                games[gene] += 1
                wins[gene] += winner == side


def _parents(procedure, drawn, pairs, winners, fitness):
    """Return the genes that may become parents."""
    if not procedure.kept:
        return np.argsort(-fitness, kind="stable")[: procedure.parents]
    each = procedure.size * (procedure.size - 1) // 2
    chosen = []
    for number, group in enumerate(drawn):
        won = dict.fromkeys(group, 0)
        for k in range(number * each, (number + 1) * each):
            if winners[k] >= 0:
                won[pairs[k][winners[k]]] += 1
        chosen += sorted(won, key=lambda gene: -won[gene])[: procedure.kept]
    return np.array(chosen)


def _breed(procedure, rng, genes, parents):
    """Return the new genes: means of random pairs of parents, then mutants."""
    made = []
    for _ in range(procedure.crossovers):
        a, b = rng.choice(len(parents), 2, replace=procedure.with_replacement)
        made.append((genes[parents[a]] + genes[parents[b]]) / 2)
    chosen = rng.choice(len(parents), procedure.mutants, replace=procedure.with_replacement)
    for k in chosen:
        mutant = genes[parents[k]].copy()
        mutant[rng.integers(WEIGHTS)] = rng.uniform(procedure.low, procedure.mutation_high)
        made.append(mutant)
    return np.array(made).reshape(-1, WEIGHTS)


def cma_es(games: int, seed: int, play: Callable, population: int = 10, high: float = 10.0) -> Evolution:
    """Search weights by CMA-ES (library cma), ranked by round-robin tournaments in each generation.

    Parameters
    ----------
    games : int
        Games that may be played; whole generations only.
    seed : int
        Seed of the search.
    play : callable
        As for `evolve`.
    population : int
        Candidates in a generation; every pair of them plays once.
    high : float
        Weights lie from 0 to this; the search starts in the middle.

    Returns
    -------
    Evolution
        ``best`` is the mean of the final distribution; ``fitness`` the share of games won.
    """
    import cma

    check_integer("population", population, 4, 1000)
    pairs = np.array(list(combinations(range(population), 2)))
    generations = check_integer("games", games, len(pairs)) // len(pairs)
    rng = np.random.default_rng(check_integer("seed", seed, 0))
    options = {
        "popsize": population,
        "bounds": [0, high],
        "seed": np.nan,
        "randn": lambda *shape: rng.standard_normal(shape),
        "maxiter": generations,
        "tolfun": 0,
        "tolfunhist": 0,
        "tolx": 0,
        "tolflatfitness": generations + 1,
        "tolstagnation": generations + 1,
        "verbose": -10,
        "verb_log": 0,
    }
    search = cma.CMAEvolutionStrategy(np.full(WEIGHTS, high / 2), high / 4, options)
    history, fitness_history = [], []
    for generation in range(generations):
        candidates = np.array(search.ask())
        winners = np.asarray(play(candidates[pairs], generation * len(pairs)))
        wins = np.zeros(population)
        for side in (0, 1):
            np.add.at(wins, pairs[winners == side, side], 1)
        fitness = wins / (population - 1)
        search.tell(candidates, -fitness)
        history.append(candidates)
        fitness_history.append(fitness)
    played = np.full((generations, population), population - 1)
    best = np.asarray(search.result.xfavorite)
    return Evolution(best, np.array(history), np.array(fitness_history), played, generations * len(pairs))
