"""The genetic search of weights, CMA-ES, and the study on top of them."""

import numpy as np
import pandas as pd
import pytest

import riskkit as rk
from riskkit.agents import minimax
from riskkit.claims import ledger as claims
from riskkit.learning.genetic import Procedure, cma_es, evolve
from riskkit.plots import minimax as plots
from riskkit.studies.minimax_genetic import analysis, results, settings
from riskkit.studies.minimax_genetic import claims as ledger
from riskkit.studies.minimax_genetic.play import play as play_pairs

TARGET = np.array([0.1, 0.2, 0.3, 0.4])
SMALL = Procedure.described(population=12, tournaments=4, size=4, kept=2, crossovers=3, mutants=1)


def nearer_wins(pairs, first):
    """Let the weights whose ratios are nearer to the target win."""
    distance = np.abs(pairs / pairs.sum(axis=2, keepdims=True) - TARGET).sum(axis=2)
    return (distance[:, 1] < distance[:, 0]).astype(int)


def test_the_player_meets_every_other_agent():
    assert sorted(settings.RIVALS) == sorted(set(rk.agents.BUILT_IN) - {"minimax", "minimax.as_run"})


def test_printed_sizes_make_the_printed_numbers_of_games():
    assert Procedure.described().games == 4 * 10 * 45
    assert Procedure.as_run().games == 3 * 5 * 10
    for procedure in (Procedure.described(), Procedure.as_run()):
        asked = []

        def play(pairs, first, asked=asked):
            asked.append((first, len(pairs)))
            return np.zeros(len(pairs), int)

        ended = evolve(procedure, 1, play)
        assert ended.games == procedure.games == sum(n for _, n in asked)
        assert [first for first, _ in asked] == list(np.cumsum([0, *[n for _, n in asked[:-1]]]))
        assert ended.genes.shape == (procedure.generations, procedure.population, 4)


def test_described_search_keeps_bred_genes_apart_and_replaces_the_worst():
    ended = evolve(Procedure.described(), 5, nearer_wins)
    assert (ended.genes >= 0).all() and (ended.genes <= 10).all()
    for before, after, fitness in zip(ended.genes, ended.genes[1:], ended.fitness):
        new = np.flatnonzero((before != after).any(axis=1))
        assert len(new) == 15
        kept = np.delete(np.arange(100), new)
        assert fitness[new].max() <= fitness[kept].min()
    distance = np.abs(ended.genes / ended.genes.sum(axis=2, keepdims=True) - TARGET).sum(axis=2).mean(axis=1)
    assert (np.diff(distance) < 0).all()


def test_crossovers_are_means_of_parents_and_mutants_differ_in_one_weight():
    ended = evolve(SMALL.replace(generations=2), 3, nearer_wins)
    before, after = ended.genes
    new = after[(before != after).any(axis=1)]
    means = {tuple((a + b) / 2) for a in before for b in before}
    mean = [tuple(gene) in means for gene in new]
    mutant = [(np.sum(before == gene, axis=1) == 3).any() for gene in new]
    assert sum(mean) == 3 and sum(mutant) == 1


def test_a_gene_never_drawn_has_the_stated_fitness():
    ended = evolve(SMALL.replace(tournaments=1, generations=1, unplayed=0.25), 1, nearer_wins)
    drawn = ended.played[0] > 0
    assert drawn.sum() == 4
    assert (ended.fitness[0][~drawn] == 0.25).all()
    assert ended.fitness[0][drawn].sum() == pytest.approx(2)


def test_in_the_program_bred_genes_never_play_and_credit_is_a_coin():
    seen = []

    def play(pairs, first):
        seen.append(pairs.copy())
        return np.zeros(len(pairs), int)

    ended = evolve(Procedure.as_run(), 2, play)
    assert all((pairs == seen[0]).all() for pairs in seen)
    bred = np.flatnonzero((ended.genes[0] != ended.genes[-2]).any(axis=1))
    assert len(bred) and (ended.played[-2][bred] == 0).all()
    assert np.isnan(ended.fitness[-1]).all()
    fair = evolve(Procedure.as_run(swapped_credit=False), 2, play)
    first = seen[-1].reshape(5, 10, 2, 4)[:, 0, 0]
    places = [int(np.flatnonzero((fair.genes[0] == gene).all(axis=1))[0]) for gene in first]
    alone = [p for p in places if fair.played[0][p] == 4]
    assert alone and (fair.fitness[0][alone] == 1).all()
    assert (ended.fitness[0][alone] < 1).any()
    assert np.sum(ended.fitness[0] * ended.played[0]) == np.sum(fair.fitness[0] * fair.played[0]) == 50


def test_cma_es_uses_the_same_number_of_games_leaves_global_numbers_alone_and_repeats():
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    ended = cma_es(1800, 1, nearer_wins)
    again = cma_es(1800, 1, nearer_wins)
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002
    assert ended.games == 1800 and ended.genes.shape == (40, 10, 4)
    assert (ended.best == again.best).all()
    assert np.abs(ended.best / ended.best.sum() - TARGET).max() < 0.02


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"population": 5}, "size"),
        ({"kept": 11}, "kept"),
        ({"crossovers": 99}, "crossovers"),
        ({"kept": 0}, "parents"),
        ({"low": 20.0}, "high"),
        ({"unplayed": 1.5}, "unplayed"),
        ({"mutation_high": -1.0}, "mutation_high"),
        ({"mutant": 3}, "mutants"),
    ],
)
def test_procedures_that_cannot_be_are_refused(changes, words):
    with pytest.raises((ValueError, TypeError), match=words):
        Procedure.described(**changes)


def test_wrong_winners_are_refused():
    with pytest.raises(ValueError, match="winners"):
        evolve(SMALL, 1, lambda pairs, first: np.zeros(3))


@pytest.mark.parametrize("pairs", [np.zeros((0, 2, 4)), np.ones((2, 4)), np.full((1, 2, 4), np.nan)])
def test_pairs_that_are_no_weights_are_refused(pairs):
    with pytest.raises(ValueError, match="pairs"):
        play_pairs(settings.reading("as run"), pairs, 1, 0)


def test_games_of_pairs_are_those_of_a_match_and_do_not_depend_on_workers():
    reading = settings.reading("described, 3 levels")
    pairs = np.random.default_rng(1).uniform(0, 10, (6, 2, 4))
    one = play_pairs(reading, pairs, 3, 10, workers=1)
    two = play_pairs(reading, pairs, 3, 10, workers=2)
    assert (one == two).all()
    agents = [minimax.make(weights, reading.settings) for weights in pairs[4]]
    game = rk.match(agents, 1, seed=3, start=14, board=rk.boards.grid(), rules=reading.rules, workers=1)
    assert one[4] == game["winner"].fillna(-1)[0]


def test_players_of_the_program_look_through_each_others_weights():
    reading = settings.reading("as run")
    pairs = np.random.default_rng(2).uniform(0, 10, (3, 2, 4))
    played = play_pairs(reading, pairs, 3, 0)
    for k, (first, second) in enumerate(pairs):
        agents = [
            minimax.make(first, reading.settings, others=second),
            minimax.make(second, reading.settings, others=first),
        ]
        game = rk.match(agents, 1, seed=3, start=k, board=rk.boards.grid(), rules=reading.rules, workers=1)
        assert played[k] == game["winner"].fillna(-1)[0]


@pytest.fixture(scope="module")
def searches():
    """Return a small search table in the form that is stored."""
    rng = np.random.default_rng(4)
    rows = []
    for number in range(3):
        for generation in range(1, 4):
            for gene in range(6):
                rows.append((number, generation, gene, *rng.uniform(0, 10, 4), rng.random(), 9))
        rows.append((number, 0, -1, 1.0 + number, 2.0, 3.0, 4.0, np.nan, 100))
    columns = ["run", "generation", "gene", *settings.NAMES, "fitness", "played"]
    return pd.DataFrame(rows, columns=columns)


def test_tables_of_searches_and_their_figures(searches):
    best = results.chosen(searches)
    assert list(best["w1"]) == [1.0, 2.0, 3.0]
    shares = analysis.spread(searches)
    assert np.allclose(shares.groupby("run")["share"].sum(), 1)
    means = analysis.by_generation(searches)
    assert (means["worst"] <= means["mean"]).all() and (means["mean"] <= means["best"]).all()
    ax = plots.plot_fitness(means)
    assert len(ax.lines) == 4 and ax.get_xlabel() == "generation"
    ax.figure.clear()
    ax = plots.plot_spread(shares, ax=ax.figure.subplots(), labels={f"w{k}": f"feature {k}" for k in range(1, 5)})
    assert [text.get_text() for text in ax.get_xticklabels()] == [f"feature {k}" for k in range(1, 5)]


def test_the_signal_in_fitness_is_found_where_there_is_one():
    rng = np.random.default_rng(6)
    for true in (0.0, 0.1):
        chances = np.clip(rng.normal(0.5, true, 20_000), 0, 1)
        table = pd.DataFrame({"generation": 1, "played": 9, "fitness": rng.binomial(9, chances) / 9})
        found = analysis.signal(table)
        assert found["true"] == pytest.approx(true, abs=0.03)
        assert found["chance"] == pytest.approx(1 / 6)


def test_rates_are_drawn_from_the_top_down():
    data = pd.DataFrame(
        {"rival": ["a", "b", "a", "b"], "place": ["x", "x", "y", "y"], "won": [0.2, 0.5, 0.9, 0.6]}
    ).assign(low=lambda d: d["won"] - 0.1, high=lambda d: d["won"] + 0.1)
    ax = plots.plot_rates(data, "rival", "won", group="place")
    assert [text.get_text() for text in ax.get_yticklabels()] == ["a", "b"]
    assert ax.yaxis_inverted() and len(ax.containers) == 2


def test_unknown_readings_are_answered_with_the_nearest():
    with pytest.raises(ValueError, match="as run"):
        results.search_runs("as runs")
    with pytest.raises(ValueError, match="random"):
        results.trial("as run", "randm")
    with pytest.raises(ValueError, match="classic"):
        results.encounter("described", "random", "clasic")


@pytest.mark.slow
def test_a_small_study_runs_from_search_to_ledger(home, monkeypatch):
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    small = Procedure.described(population=8, tournaments=2, size=4, kept=2, crossovers=2, mutants=1, generations=2)
    quick = minimax.Settings.described(levels=2)
    readings = {
        name: reading._replace(procedure=reading.procedure and small, settings=quick)
        for name, reading in settings.READINGS.items()
    }
    monkeypatch.setattr(settings, "READINGS", readings)
    few = settings.QUICK._replace(trials=dict.fromkeys(readings, 10), rivals=("random", "passive"), small=None)
    monkeypatch.setattr(settings, "QUICK", few)
    rows = ledger.rows()
    assert {row.claim for row in rows} == {"MG1", "MG2"}
    table = claims.frame(rows)
    assert table["verdict"].isin(claims.VERDICTS).all()
    again = claims.frame(ledger.rows())
    assert table.equals(again)
