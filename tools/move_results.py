"""Move stored tables to the keys that today's code asks for, where only the key has changed.

    python tools/move_results.py            # say what would be moved
    python tools/move_results.py --move

Every table that a figure, a table or a claim of the studies asks for and that is not there is
looked for among those of the same name and the same meaning under another key: the same
settings, however they were written down. Before a table is moved a sample of it is computed
again and must be equal: its first block, or all of it, where that took less than a minute.
"""

import argparse
import inspect
import json
import sys
import time
from pathlib import Path

import pandas as pd
from matplotlib import pyplot

from riskkit.results import disk, frames, keys, store

LIMIT = 60
"""Seconds of computing up to which a block, or a table without blocks, is computed again."""

RULES = {"claim", "income_divisor", "battle"}
"""Fields by which settings are known to be rules."""

OLD_AGENTS = ((str, list, int, bool), (str, list))
"""Types of an agent as older descriptions hold it: name, parameters, and perhaps memory and persistence."""


def meaning(value):
    """Return settings in a form that does not depend on how rules, boards and agents were written down."""
    if isinstance(value, dict):
        if value.keys() >= RULES:
            value = {name: item for name, item in value.items() if name != "name"}
        if value.keys() == {"board"} or (value.keys() >= {"agent"} and "memory" not in value):
            return next(iter(value.values()))
        return {name: meaning(item) for name, item in value.items()}
    if isinstance(value, list):
        if tuple(map(type, value)) in OLD_AGENTS:
            return value[0]
        return [meaning(item) for item in value]
    return value


GROWN = {"rules", "agents", "board", "version", "reading", "weights", "weights_of", "bots"}
"""Settings that may be there in one description and not in the other: what was implied has been written down."""


def same(wanted: dict, held: dict) -> bool:
    """Return whether two settings mean the same."""
    apart = wanted.keys() ^ held.keys()
    return apart <= GROWN and all(wanted[name] == held[name] for name in wanted.keys() & held.keys())


def found(name: str, made: keys.Made) -> list[tuple[Path, dict]]:
    """Return the stored tables of a name that mean the same under another key."""
    wanted = meaning(made.settings)
    named = [(file, about) for file, about in store.described() if about["name"] == name and about["key"] != made.key]
    return [(file, about) for file, about in named if same(wanted, meaning(about["settings"]))]


def agrees(part: pd.DataFrame, whole: pd.DataFrame) -> bool:
    """Return whether a table begins with these rows (fractions to nine digits)."""
    try:
        pd.testing.assert_frame_equal(part, whole.head(len(part)), check_dtype=False, rtol=1e-9, atol=1e-12)
    except AssertionError:
        return False
    return True


class Mover:
    """Stands in for `stored`, `blocks` and `resumed` of `riskkit.results.store` and moves what it can.

    Attributes
    ----------
    move
        Whether to move, or only to say what would be.
    lines
        What happened, a line a table.
    """

    def __init__(self, move: bool):
        self.move, self.lines, self.seen = move, [], set()

    def stored(self, name, settings, compute, fresh=None, by=()):
        """Return a stored table, moved to its key where it stands under another."""
        return self._get(name, settings, by, lambda took: compute() if took < LIMIT else None)

    def blocks(self, name, settings, tasks, compute_block, workers=1, progress=True, fresh=None, by=()):
        """Return a stored table of blocks, moved to its key where it stands under another."""
        tasks = list(tasks)
        each = len(tasks)
        return self._get(name, settings, by, lambda took: compute_block(tasks[0]) if took < LIMIT * each else None)

    def resumed(self, name, settings, compute, fresh=None, by=()):
        """Return a stored table with checkpoints, moved to its key where it stands under another."""
        return self._get(name, settings, by, lambda took: None)

    def _get(self, name, settings, by, sample):
        made = keys.made(settings, by)
        target = store._path(name, made)
        if target.exists():
            return store.load(target)
        candidates = found(name, made)
        if not candidates:
            raise store.MissingTable(f"{name} {made.key}: no table of the same meaning")
        file, about = candidates[0]
        part, took = None, time.perf_counter()
        if target not in self.seen:
            part = sample(about["seconds"])
            took = time.perf_counter() - took
        if len(candidates) > 1 and part is not None:
            alike = [(file, about) for file, about in candidates if agrees(part, frames.read(file))]
            file, about = (alike or candidates)[0]
        table = frames.read(file)
        if target not in self.seen:
            self.seen.add(target)
            self._check_and_move(file, about, target, made, table, part, took)
        return table

    def _say(self, line):
        self.lines.append(line)
        print(line, flush=True)

    def _check_and_move(self, file, about, target, made, table, part, took):
        how = "not sampled (longer than a minute)"
        if part is not None:
            if not agrees(part, table):
                self._say(f"{file.name}: DIFFERS from a sample computed now; not moved")
                return
            how = f"{len(part):,} of {len(table):,} rows computed again in {took:.1f} s, equal"
        self._say(f"{file.name} -> {target.name}: {how}")
        if not self.move:
            return
        kept = {part: about[part] for part in ("name", "rows", "columns", "sha256", "seconds", "date")}
        kept["packages"] = about.get("packages") or about["versions"]
        kept |= {"key": made.key, "settings": made.settings, "versions": made.versions}
        kept["seed"] = made.settings.get("seed")
        file.replace(target)
        disk.write(target.with_suffix(".json"), (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode())
        file.with_suffix(".json").unlink()


def ask_for_everything(out) -> None:
    """Ask for every table behind the figures, tables, numbers and claims of the studies and the league."""
    from riskkit import studies
    from riskkit.report import shown

    for part in ("figures", "tables", "numbers", "claims"):
        studies.parts(part)
    asked = {name: shown.find_figure(name).drawing for name in shown.listed_figures()}
    asked |= {name: shown._tables[name].make for name in shown.listed_tables()}
    asked |= {f"claims of {study}": module.rows for study, module in studies.parts("claims").items()}
    asked |= {f"numbers of {study}": module.values for study, module in studies.parts("numbers").items()}
    for name, ask in asked.items():
        try:
            inspect.signature(ask).bind()
        except TypeError:
            continue
        try:
            ask()
        except store.MissingTable as error:
            out(f"{name}: {error}")
        pyplot.close("all")


def main() -> int:
    """Move, or say what would be moved; return 1 if something was not found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--move", action="store_true", help="move the tables")
    mover, missing = Mover(parser.parse_args().move), []
    store.stored, store.blocks, store.resumed = mover.stored, mover.blocks, mover.resumed
    ask_for_everything(missing.append)
    print(*missing, sep="\n")
    return 1 if missing or any("DIFFERS" in line for line in mover.lines) else 0


if __name__ == "__main__":
    sys.exit(main())
