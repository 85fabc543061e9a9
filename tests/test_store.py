import dataclasses
import errno
import json
import os
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from riskkit.results import disk, frames, keys, listing, scale, store

SETTINGS = {"seed": 3, "alpha": [0.0, 0.05], "rules": "classic"}


def counting(log):
    def compute():
        log.append(1)
        return pd.DataFrame({"game": np.arange(5), "won": [True, False, True, True, False]})

    return compute


def block(task):
    rng = np.random.default_rng([3, task])
    return pd.DataFrame({"task": task, "roll": rng.integers(1, 7, 4), "share": rng.random(4)})


def test_a_table_is_computed_once_and_then_loaded(home):
    log = []
    first = store.stored("study/games", SETTINGS, counting(log))
    second = store.stored("study/games", dict(reversed(SETTINGS.items())), counting(log))
    assert len(log) == 1
    pd.testing.assert_frame_equal(first, second)
    about = store.describe(store.path("study/games", SETTINGS))
    assert about["settings"] == SETTINGS and about["seed"] == 3 and about["rows"] == 5
    assert about["packages"]["numpy"] == np.__version__ and about["seconds"] >= 0
    assert store.path("study/games", SETTINGS).is_relative_to(home / "data" / "results")


@pytest.mark.parametrize("name", ["../games", "a/../b", "/games", "games.parquet", "", "a//b"])
def test_names_that_would_leave_the_folder_are_refused(home, name):
    with pytest.raises(ValueError, match="a table's name"):
        store.stored(name, SETTINGS, counting([]))


def test_results_must_be_tables_with_a_plain_index(home):
    with pytest.raises(TypeError, match="must be a DataFrame, not list"):
        store.stored("games", SETTINGS, lambda: [1])
    with pytest.raises(ValueError, match="reset_index"):
        store.stored("games", SETTINGS, lambda: pd.DataFrame({"a": [1]}, index=["x"]))


def test_fresh_computes_again(home, monkeypatch):
    log = []
    store.stored("games", SETTINGS, counting(log))
    store.stored("games", SETTINGS, counting(log), fresh=True)
    assert len(log) == 2
    monkeypatch.setenv("FRESH", "1")  # made by this process: fresh enough
    store.stored("games", SETTINGS, counting(log))
    assert len(log) == 2
    os.utime(store.path("games", SETTINGS), (store._STARTED - 9, store._STARTED - 9))  # made by an earlier one
    store.stored("games", SETTINGS, counting(log))
    store.stored("games", SETTINGS, counting(log))
    assert len(log) == 3
    monkeypatch.setenv("FRESH", "maybe")
    with pytest.raises(ValueError, match="FRESH must be 1"):
        store.stored("games", SETTINGS, counting(log))


def test_a_missing_table_fails_at_once_where_nothing_may_be_computed(home, monkeypatch):
    log = []
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
    with pytest.raises(store.MissingTable, match=r"no stored table 'games'.*'make figures'.*\"seed\": 3"):
        store.stored("games", SETTINGS, counting(log))
    with pytest.raises(store.MissingTable):
        store.blocks("games", SETTINGS, range(3), block)
    assert log == []
    monkeypatch.delenv("RISKKIT_STORED_ONLY")
    made = store.stored("games", SETTINGS, counting(log))
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
    monkeypatch.setenv("FRESH", "1")
    os.utime(store.path("games", SETTINGS), (store._STARTED - 9, store._STARTED - 9))
    pd.testing.assert_frame_equal(made, store.stored("games", SETTINGS, counting(log)))


def test_a_damaged_table_is_not_read(home):
    store.stored("games", SETTINGS, counting([]))
    file = store.path("games", SETTINGS)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(store.StoreError, match="damaged.*FRESH=1"):
        store.stored("games", SETTINGS, counting([]))


def test_no_python_object_stands_behind_a_table_that_arrow_reads(home, monkeypatch):
    file = store.path("test/plain", {"n": 1})
    store.stored("test/plain", {"n": 1}, lambda: pd.DataFrame({"n": [1, 2], "name": ["a", None]}))

    def refused(*arguments, **more):
        raise AssertionError("Arrow was given a Python file")

    monkeypatch.setattr("builtins.open", refused)
    monkeypatch.setattr("io.open", refused)
    assert list(frames.read(file)["n"]) == [1, 2]


@pytest.mark.parametrize("workers", [1, 3])
def test_blocks_come_in_the_order_of_their_tasks(home, workers):
    found = store.blocks("rolls", SETTINGS, range(7), block, workers=workers)
    expected = pd.concat([block(task) for task in range(7)], ignore_index=True)
    pd.testing.assert_frame_equal(found, expected)
    assert not list((home / "data").rglob("*.parts"))


def test_a_killed_run_goes_on_and_ends_in_the_identical_file(home, tmp_path):
    whole = store.blocks("whole", SETTINGS, range(6), block)
    script = tmp_path / "run.py"
    script.write_text(
        "import os, signal, sys\n"
        "from riskkit.results import store\n"
        "from test_store import SETTINGS, block\n"
        "def dies(task):\n"
        "    if task == 4: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return block(task)\n"
        "store.blocks('killed', SETTINGS, range(6), dies)\n"
    )
    folders = os.pathsep.join(
        [os.path.dirname(__file__), os.path.dirname(os.path.dirname(os.path.dirname(store.__file__)))]
    )
    died = subprocess.run([sys.executable, script], env={**os.environ, "PYTHONPATH": folders})
    assert died.returncode == -9
    done = []

    def logged(task):
        done.append(task)
        return block(task)

    resumed = store.blocks("killed", SETTINGS, range(6), logged)
    assert done == [4, 5]
    pd.testing.assert_frame_equal(resumed, whole)
    files = [store.path(name, SETTINGS).read_bytes() for name in ("whole", "killed")]
    assert files[0] == files[1]


def checkpointed(log, dies=False):
    """Return a computation in three steps that keeps a checkpoint, and may die after the second."""

    def compute(folder):
        kept = folder / "steps.txt"
        for step in range(len(kept.read_text()) if kept.exists() else 0, 3):
            if dies and step == 2:
                raise KeyboardInterrupt
            log.append(step)
            kept.write_text("x" * (step + 1))
        return block(7), 12.34

    return compute


def test_a_computation_with_checkpoints_goes_on_and_leaves_nothing_behind(home):
    log = []
    with pytest.raises(KeyboardInterrupt):
        store.resumed("long", SETTINGS, checkpointed(log, dies=True))
    found = store.resumed("long", SETTINGS, checkpointed(log))
    assert log == [0, 1, 2]
    pd.testing.assert_frame_equal(found, block(7))
    assert store.seconds("long", SETTINGS) == 12.34
    assert [file.suffix for file in sorted((home / "data" / "results").iterdir())] == [".json", ".parquet"]
    store.resumed("long", SETTINGS, checkpointed(log), fresh=True)
    assert log == [0, 1, 2] * 2


def test_checkpoints_of_other_settings_or_before_a_fresh_start_are_not_gone_on_from(home, monkeypatch):
    log = []
    for settings in (SETTINGS, {**SETTINGS, "seed": 4}):
        with pytest.raises(KeyboardInterrupt):
            store.resumed("long", settings, checkpointed(log, dies=True))
    assert log == [0, 1] * 2
    monkeypatch.setenv("FRESH", "1")
    monkeypatch.setattr(store, "_STARTED", store.time.time())
    store.resumed("long", SETTINGS, checkpointed(log))
    assert log == [0, 1] * 2 + [0, 1, 2]


def test_a_table_that_is_kept_is_not_computed_again_under_fresh(home, monkeypatch):
    log = []
    store.resumed("long", SETTINGS, checkpointed(log), fresh=False)
    monkeypatch.setenv("FRESH", "1")
    monkeypatch.setattr(store, "_STARTED", store.time.time())
    store.resumed("long", SETTINGS, checkpointed(log), fresh=False)
    assert log == [0, 1, 2]


def test_parts_that_a_kill_left_behind_a_finished_table_are_removed(home, monkeypatch):
    monkeypatch.setattr(store.shutil, "rmtree", lambda *_, **__: None)
    store.blocks("rolls", SETTINGS, range(2), block)
    parts = store.path("rolls", SETTINGS).with_suffix(".parts")
    assert parts.exists()
    monkeypatch.undo()
    monkeypatch.setenv("RISKKIT_HOME", str(home))
    store.blocks("rolls", SETTINGS, range(2), block)
    assert not parts.exists()


def test_parts_of_a_computation_afresh_outlive_the_older_table(home):
    log = []
    store.resumed("long", SETTINGS, checkpointed([]))
    with pytest.raises(KeyboardInterrupt):
        store.resumed("long", SETTINGS, checkpointed(log, dies=True), fresh=True)
    store.resumed("long", SETTINGS, checkpointed(log))
    assert (store.path("long", SETTINGS).with_suffix(".parts") / "steps.txt").read_text() == "xx" and log == [0, 1]


def test_how_long_a_missing_table_took_is_not_known(home):
    with pytest.raises(store.MissingTable, match=r"games-.*is not stored"):
        store.seconds("games", SETTINGS)


def test_blocks_may_lack_values_in_some_columns(home):
    def uneven(task):
        return pd.DataFrame({"task": [task], "winner": pd.array([None if task else 2], dtype="Int64")})

    found = store.blocks("uneven", SETTINGS, range(2), uneven)
    assert found["winner"].isna().tolist() == [False, True]


def test_a_failing_block_keeps_the_finished_ones(home):
    def fails(task):
        if task == 2:
            raise RuntimeError("no such game")
        return block(task)

    with pytest.raises(RuntimeError, match="no such game"):
        store.blocks("rolls", SETTINGS, range(4), fails)
    parts = store.path("rolls", SETTINGS).with_suffix(".parts")
    assert sorted(file.stem for file in parts.glob("*.parquet")) == ["000000", "000001"]


@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.ENOSPC, "The disk is full: .*Free"), (errno.EROFS, "read-only"), (errno.EIO, "cannot be written")],
)
def test_trouble_with_the_disk_is_said_plainly(home, monkeypatch, number, message):
    def fails(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(disk.os, "replace", fails)
    with pytest.raises(store.StoreError, match=message):
        store.stored("games", SETTINGS, counting([]))
    assert [file for file in (home / "data" / "results").rglob("*") if file.is_file()] == []


def test_a_folder_that_cannot_be_made_is_noticed_before_computing(home):
    (home / "data").mkdir()
    (home / "data" / "results").write_text("a file in the way")
    log = []
    with pytest.raises(store.StoreError, match="data/results cannot be written"):
        store.stored("games", SETTINGS, counting(log))
    assert log == []


def test_contents_lists_tables(home):
    store.stored("study/games", SETTINGS, counting([]))
    assert listing.contents()[["name", "rows"]].values.tolist() == [["study/games", 5]]


def test_a_table_that_comes_out_as_it_was_stays_as_it_is(home):
    store.stored("games", SETTINGS, counting([]))
    file = store.path("games", SETTINGS)
    os.utime(file, (1, 1))
    before = {path: path.read_bytes() for path in (file, file.with_suffix(".json"))}
    store.stored("games", SETTINGS, counting([]), fresh=True)
    assert {path: path.read_bytes() for path in before} == before and file.stat().st_mtime > 1
    store.stored("games", SETTINGS, lambda: pd.DataFrame({"game": [1]}), fresh=True)
    assert file.read_bytes() != before[file]


LOOP = keys.Loop("study.course", 1, lambda: None)


def test_a_raised_version_makes_the_tables_missing_that_depend_on_it(home, monkeypatch):
    log = []
    store.stored("games", SETTINGS, counting(log), by=[LOOP])
    store.stored("games", SETTINGS, counting(log), by=[LOOP])
    store.stored("other", SETTINGS, counting(log))
    assert len(log) == 2
    raised = dataclasses.replace(LOOP, version=2)
    store.stored("games", SETTINGS, counting(log), by=[raised])
    store.stored("other", SETTINGS, counting(log))
    assert len(log) == 3


def test_a_table_newer_than_the_code_is_refused_by_name(home):
    store.stored("games", SETTINGS, counting([]), by=[dataclasses.replace(LOOP, version=3)])
    with pytest.raises(store.NewerTable, match="loop study.course is version 3 there and 1 here. Update riskkit"):
        store.stored("games", SETTINGS, counting([]), by=[LOOP])


def test_a_default_that_changed_is_noticed(home):
    @dataclass(frozen=True)
    class Bot:
        rate: float = 0.1
        steps: int = 2

    @dataclass(frozen=True)
    class Later:
        rate: float = 0.2
        steps: int = 2
        new: bool = False

    store.stored("games", {"bot": Bot(steps=3)}, counting([]))
    with pytest.raises(store.StoreError, match="another default .*bot.rate: 0.1, now 0.2"):
        store.stored("games", {"bot": Later(steps=3)}, counting([]))


def test_why_says_what_a_table_depends_on(home):
    store.stored("games", SETTINGS, counting([]), by=[LOOP])
    text = listing.why(store.key(SETTINGS, [LOOP])[:5])
    assert "loop study.course, version 1" in text and "seed = 3" in text and "5 rows" in text
    assert listing.why("games") == text
    with pytest.raises(store.MissingTable, match="no stored table is called 'gone'; there are: games"):
        listing.why("gone")


def test_the_description_is_json_with_a_date(home):
    store.stored("games", SETTINGS, counting([]))
    about = json.loads(store.path("games", SETTINGS).with_suffix(".json").read_text())
    assert pd.Timestamp(about["date"]).tzinfo is not None


def test_quick_results_never_meet_full_ones(home, monkeypatch):
    assert scale.games(500, 5) == 500
    full = store.path("games", SETTINGS)
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    assert scale.games(500, 5) == 5
    assert store.path("games", SETTINGS).is_relative_to(home / "build" / "quick")
    assert store.path("games", SETTINGS).parent != full.parent
    monkeypatch.setenv("RISKKIT_SCALE", "quik")
    with pytest.raises(ValueError, match="did you mean 'quick'"):
        scale.games(500, 5)
