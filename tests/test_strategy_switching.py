"""The strategy-switching study: runs, checkpoints, fixed policies, the ledger."""

import gymnasium
import numpy as np
import pandas as pd
import pytest

import riskkit.envs
from riskkit.envs.switching import CAPPED, OUT, WON, Switching
from riskkit.learning import checkpoint, dqn, mlp
from riskkit.results import listing, paths, store
from riskkit.studies.strategy_switching import analysis, claims, settings
from riskkit.studies.strategy_switching import results as runs
from riskkit.studies.strategy_switching.loops import episodes as loops
from riskkit.studies.strategy_switching.loops.search import search_policy
from riskkit.studies.strategy_switching.loops.training import (
    Experiment,
    Trained,
    UntrainedError,
    changed,
    outcome_names,
    policy_games,
)

COLUMNS = ["reward", "episodes", "loss", "won", "out", "passive", "aggressive"]


@pytest.fixture
def stored_only(monkeypatch):
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")


def same_run(one, two):
    for name, wanted in one.arrays().items():
        if name != "seconds":
            np.testing.assert_array_equal(two.arrays()[name], wanted)


@pytest.mark.parametrize("name", ["turn", "round"])
def test_a_seed_gives_the_same_network_every_time(name):
    one, two = (Trained(settings.READINGS[name], 3).run(3_000, 1_000) for _ in range(2))
    same_run(one, two)
    assert one.curve()["step"].tolist() == [1_000, 2_000, 3_000]
    other = Trained(settings.READINGS[name], 4).run(3_000, 1_000)
    assert not np.array_equal(other.learner.parameters, one.learner.parameters)


@pytest.mark.parametrize("name", list(settings.ABLATIONS))
def test_an_interrupted_run_goes_on_to_the_identical_result(tmp_path, monkeypatch, name):
    experiment, path = settings.ABLATIONS[name], tmp_path / "run.npz"
    whole = Trained(experiment, 1).run(2_500, 500)
    broken = Trained(experiment, 1)
    go_on = broken._one_interval

    def interrupted(steps):
        if broken.steps == 1_000:
            raise KeyboardInterrupt
        go_on(steps)

    monkeypatch.setattr(broken, "_one_interval", interrupted)
    with pytest.raises(KeyboardInterrupt):
        broken.run(2_500, 500, path=path)
    resumed = Trained(experiment, 1).run(2_500, 500, path=path)
    same_run(whole, resumed)


def test_a_run_killed_between_checkpoints_goes_on_from_the_last(tmp_path):
    path = tmp_path / "run.npz"
    killed = Trained(settings.PUBLISHED, 1).run(1_000, 500)
    killed.save(path)
    killed.run(1_500, 500)
    resumed = Trained(settings.PUBLISHED, 1).run(2_000, 500, path=path)
    same_run(Trained(settings.PUBLISHED, 1).run(2_000, 500), resumed)


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    path = Trained(settings.PUBLISHED, 1).run(100, 100).save(tmp_path / "run.npz")
    for experiment, seed in ((settings.PUBLISHED, 2), (settings.READINGS["round"], 1), (settings.REPAIRED, 1)):
        with pytest.raises(checkpoint.CheckpointError, match="belongs to the run|shape"):
            Trained(experiment, seed).load(path)


def test_an_untrained_network_does_not_play():
    made = Trained(settings.PUBLISHED, 1)
    with pytest.raises(UntrainedError, match="warm_up = 1000"):
        made.play(10)
    with pytest.raises(UntrainedError, match="after 500 steps"):
        made.run(500, 500).play(10)
    assert len(made.run(1_500, 500).play(10)) == 10


def test_a_diverged_network_stops_with_step_and_norm(tmp_path):
    path = tmp_path / "run.npz"
    made = Trained(settings.PUBLISHED, 1).run(1_500, 500, path=path)
    made.learner.parameters[0] = np.nan
    with pytest.raises(mlp.DivergedError, match="step 2000: the norm of its weights is nan"):
        made.run(2_500, 500)
    kept = Trained(settings.PUBLISHED, 1)
    kept.load(path)
    assert kept.steps == 1_500 and np.isfinite(mlp.norm(kept.learner.parameters))


@pytest.mark.parametrize("cap_ends", [True, False])
def test_the_cap_is_remembered_as_an_end_or_as_a_cut(cap_ends):
    made = Trained(changed(settings.PUBLISHED, cap_ends=cap_ends), 2).run(4_000, 4_000)
    rows = made.learner.memory[: made.learner.cursor[0]]
    curve = made.curve().iloc[0]
    ended = curve["won"] + curve["out"]
    capped = curve["episodes"] - ended
    assert len(rows) == 4_000 and ended > 0 and capped > 0
    assert rows[:, 4].sum() == ended + (capped if cap_ends else 0)
    assert set(np.unique(rows[:, 2])) <= {0, 1, 2}
    assert (rows[:, 3] == -1).sum() >= 4_000 - curve["episodes"] and rows[:, 3].max() <= 499


@pytest.mark.parametrize("reading", ["turn", "round"])
def test_fixed_policies_play_as_the_environment_does(reading):
    game = settings.READINGS[reading].game
    env = gymnasium.make(riskkit.envs.IDENTIFIER, step=reading).unwrapped
    policy = np.arange(43) % 3
    games = policy_games(game, policy, 6, seed=5, first=100)
    env.reset(seed=5)
    for row in games.itertuples():
        info, total, steps, over = env.reset(options={"game": row.game})[1], 0.0, 0, False
        while not over:
            _, reward, ended, cut, info = env.step(policy[info["territories"][0]])
            total, steps, over = total + reward, steps + 1, ended or cut
        assert (row.reward, row.steps) == (total, steps)


def test_mixtures_are_drawn_evenly():
    shares = {}
    for name, entry in settings.MIXTURES.items():
        games = policy_games(Switching(step="round"), entry, 60, seed=1)
        chosen = games[["passive", "pacifist", "aggressive"]].sum()
        shares[name] = (chosen / chosen.sum()).round(1).tolist()
    assert shares["random"] == [0.3, 0.3, 0.3]
    assert shares["passive or aggressive"] == [0.5, 0, 0.5]
    assert shares["pacifist or aggressive"] == [0, 0.5, 0.5]
    assert shares["passive or pacifist"] == [0.5, 0.5, 0]
    assert shares["pacifist"] == [0, 1, 0]


def test_the_search_does_not_end_below_its_start():
    game = Switching(step="round", cap=30)
    policy = search_policy(game, 60)
    start = max(policy_games(game, entry, 60, 0, first=0)["reward"].mean() for entry in settings.MIXTURES.values())
    assert policy.shape == (43,) and set(policy) <= set(settings.MIXTURES.values())
    assert policy_games(game, policy, 60, 0, first=0)["reward"].mean() >= start


def test_only_own_turns_make_a_difference():
    found = np.zeros(3, np.int64)
    arena = riskkit.envs.switching.Arena(Switching())
    states, episodes = riskkit.envs.switching.new_episodes(4)
    loops.count_effects(states, episodes, arena.world, 1, 0, 40, 0.2, found)
    assert 0 < found[2] <= found[1] < found[0]


def test_bad_settings_are_named():
    with pytest.raises(ValueError, match="from 1 numbers to 3 actions, not from 2 to 3"):
        Experiment(learner=dqn.Settings((2, 3), ("linear",)))
    with pytest.raises(ValueError, match="-4 to 2, not 3"):
        policy_games(Switching(), 3, 1, seed=0)
    with pytest.raises(ValueError, match="-1 to 26, not -2"):
        policy_games(settings.REPAIRED.game, -2, 1, seed=0)
    with pytest.raises(ValueError, match="games"):
        policy_games(Switching(), 0, 0, seed=0)


def test_outcomes_have_names():
    names = outcome_names()
    assert names[WON] == "won" and names[OUT] == "out" and names[CAPPED + 3] == "fourth"


def test_low_places_and_improvement():
    frame = pd.DataFrame({"third": [0.5, 0.0], "fourth": [0.5, 0.2]})
    np.testing.assert_allclose(analysis.low_places(frame), [1.0, 0.2**5])
    tests = pd.DataFrame({"size": ["settling"] * 4, "reward": [-100.0, -102.0, -98.0, -100.0]})
    base = pd.DataFrame({"reward": [-150.0], "low": [-153.0], "high": [-147.0]}, index=["random"])
    gain = analysis.improvement(tests, base)
    assert gain.value == 50 and gain.n == 4
    own = 1.63299 / 2 * 3.18245
    assert gain.high - 50 == pytest.approx(np.hypot(own, 3.0), abs=1e-3)


def test_curves_over_seeds():
    frame = pd.DataFrame({"seed": [0, 1, 0, 1], "step": [1, 1, 2, 2], "reward": [1.0, 3.0, 4.0, 8.0]})
    found = analysis.curve_over_seeds(frame)
    assert found["mean"].tolist() == [2, 6]
    assert found["low"].tolist() == [1, 4] and found["high"].tolist() == [3, 8]
    assert (found["mean_low"] < found["mean"]).all()


@pytest.mark.parametrize("reading", ["turn", "round"])
def test_stored_runs_are_what_the_code_gives(stored_only, reading):
    stored = runs.main_runs(reading)
    assert stored["seed"].nunique() == 20 and stored["step"].max() == 500_000
    live = Trained(settings.READINGS[reading], 7).run(10_000).curve().iloc[0]
    row = stored[(stored["seed"] == 7) & (stored["step"] == 10_000)].iloc[0]
    np.testing.assert_allclose(row[COLUMNS].astype(float), live[COLUMNS].astype(float), rtol=1e-6)


def test_the_first_steps_of_a_stored_run_are_what_training_again_gives(stored_only):
    found = runs.replayed(2 * 10_000)
    assert found["equal"].tolist() == [True, True] and found["reading"].tolist() == list(settings.READINGS)


def test_a_changed_row_is_noticed_when_runs_are_trained_again(stored_only, monkeypatch):
    stored = runs.main_runs("turn")
    stored.loc[1, "reward"] += 1e-4
    monkeypatch.setattr(runs, "main_runs", lambda reading: stored)
    assert runs.replayed(20_000)["equal"].tolist() == [False, False]


def test_stored_tests_are_what_the_networks_play(stored_only):
    stored, tests = runs.repaired_runs(), runs.repaired_tests()
    games = runs.trained(settings.REPAIRED, stored, 11).play(settings.PRINTED_TESTS)
    row = tests[(tests["seed"] == 11) & (tests["size"] == "published")].iloc[0]
    assert row["reward"] == pytest.approx(games["reward"].mean())
    assert row["won"] == pytest.approx((games["outcome"] == "won").mean())


def test_the_ledger_holds_the_four_claims(stored_only):
    rows = claims.rows()
    assert {row.claim for row in rows} == {"SS1", "SS2", "SS3", "SS4"}
    assert {row.size for row in rows if row.claim == "SS1"} == {"published", "settling"}
    settling = [row for row in rows if row.claim == "SS1" and row.size == "settling"]
    assert all(row.high - row.low < 40 and row.n == 70_000 for row in settling)


def test_stored_tables_are_described(stored_only):
    names = listing.contents()["name"].tolist()
    assert {f"{settings.STUDY}/runs_turn", f"{settings.STUDY}/long_run"} <= set(names)


@pytest.fixture
def quick_home(tmp_path, monkeypatch):
    """Return a function that makes an empty place for quick results the current one."""
    monkeypatch.setenv("RISKKIT_SCALE", "quick")

    def enter(name):
        monkeypatch.setenv("RISKKIT_HOME", str(tmp_path / name))
        return paths.results() / settings.STUDY

    return enter


def test_a_recomputation_ends_in_the_identical_files(quick_home):
    made = []
    for name in ("one", "two"):
        folder = quick_home(name)
        runs.main_tests("turn")
        runs.repaired_runs()
        runs.long_run()
        made.append({file.name: file.read_bytes() for file in folder.glob("*.parquet")})
    assert len(made[0]) == 4 and made[0] == made[1]


def test_the_long_run_is_kept_under_fresh_and_leaves_no_checkpoint(quick_home, monkeypatch):
    folder = quick_home("one")
    before = runs.long_run()
    assert runs.long_seconds() > 0
    assert {file.suffix for file in folder.iterdir()} == {".json", ".parquet"}
    monkeypatch.setenv("FRESH", "1")
    monkeypatch.setattr(store, "_STARTED", store.time.time() + 60)
    monkeypatch.setattr(runs, "Trained", None)
    pd.testing.assert_frame_equal(runs.long_run(), before)


def test_an_interrupted_long_run_goes_on_and_tells_its_whole_time(quick_home, monkeypatch):
    quick_home("whole")
    whole = runs.long_run()
    quick_home("broken")
    one_interval = Trained._one_interval

    def interrupted(made, steps):
        if made.steps == 20_000:
            made.seconds += 1_000
            raise KeyboardInterrupt
        one_interval(made, steps)

    monkeypatch.setattr(Trained, "_one_interval", interrupted)
    with pytest.raises(KeyboardInterrupt):
        runs.long_run()
    monkeypatch.setattr(Trained, "_one_interval", one_interval)
    pd.testing.assert_frame_equal(runs.long_run(), whole)
    assert runs.long_seconds() > 1_000


def test_break_even_makes_two_policies_equal():
    table = pd.DataFrame({"policy": ["bold", "meek"], "reward": [-150.0, -220.0], "out": [0.25, 0.05]})
    where = analysis.break_even(table, "bold", "meek", -500.0)
    values = table["reward"] + table["out"] * (where + 500.0)
    assert where < -500 and values[0] == pytest.approx(values[1])
