"""Golden games of all agents and golden samples of the studies' loops: compare, or write anew.

    python tools/golden.py            # say what differs from tests/golden.json
    python tools/golden.py --write    # enter new agents and loops, and those whose version was raised

A change of play whose version was not raised is refused: raise ``version`` of the agent or
loop, or of the engine's aspect (``riskkit.engine.VERSIONS``) for all of them, and write again.
"""

import argparse
import json
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "tests" / "golden.json"


def stored() -> dict:
    """Return what tests/golden.json holds: ``engine``, ``boards``, ``agents`` and ``loops``."""
    held = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {"engine": {}, "boards": {}, "agents": {}, "loops": {}, **held}


def agent_entry(name: str) -> dict:
    """Return an agent's version and the checksums of its golden games."""
    from riskkit import agents
    from riskkit.games import golden

    return {"version": agents.get(name).version, "games": golden.played(name)}


def loop_entry(loop) -> dict:
    """Return a loop's version and the checksum of its golden sample."""
    from riskkit.games import golden

    return {"version": loop.version, "sample": golden.digest(loop.sample())}


def loops() -> dict:
    """Return the compiled loops of all studies by name."""
    from riskkit import studies

    found = {}
    for module in studies.parts("results").values():
        for loop in getattr(module, "LOOPS", {}).values():
            found[loop.name] = loop
    return found


def board_digests() -> dict[str, str]:
    """Return the digest of every board that comes with riskkit: tables name boards by these, or by their names."""
    from riskkit import boards

    made = (boards.classic, boards.kengz, boards.islands, boards.three_lands, boards.grid)
    return {make.__name__: make().digest for make in made} | {"search_sample": boards.search_sample()[0].digest}


def aspects_of_cases() -> dict[str, set[str]]:
    """Return the engine's aspects that the rules of each golden case bring into play."""
    from riskkit.games import golden
    from riskkit.rules import aspects

    return {case: set(aspects(table.rules)) for case, table in golden.CASES.items()}


def current() -> dict:
    """Return golden games and samples as they are played now."""
    from riskkit import agents
    from riskkit.engine import VERSIONS

    return {
        "engine": dict(VERSIONS),
        "boards": board_digests(),
        "agents": {name: agent_entry(name) for name in agents.BUILT_IN},
        "loops": {name: loop_entry(loop) for name, loop in sorted(loops().items())},
    }


def unraised(old: dict, new: dict) -> list[str]:
    """Return what changed although no version was raised: agents, loops and shipped boards, and versions that fell.

    A raised aspect of the engine excuses only the games whose rules bring it into play, and the
    samples of loops.
    """
    lowered = [f"engine {name}" for name, version in old["engine"].items() if new["engine"].get(name, 0) < version]
    raised = {name for name, version in new["engine"].items() if version > old["engine"].get(name, version)}
    found = lowered + [f"board {name}" for name, held in old["boards"].items() if new["boards"].get(name) != held]
    for name, entry in new["agents"].items():
        before = old["agents"].get(name)
        if before and before["version"] >= entry["version"]:
            cases = [case for case, held in before["games"].items() if entry["games"].get(case) != held]
            if before["version"] > entry["version"] or any(not raised & new["cases"][case] for case in cases):
                found.append(f"agent {name}")
    for name, entry in new["loops"].items():
        before = old["loops"].get(name)
        if before and before != entry and before["version"] >= entry["version"] and not raised:
            found.append(f"loop {name}")
    return found


def main() -> int:
    """Compare or write; return 1 if something differs or is refused."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write tests/golden.json")
    write = parser.parse_args().write
    old, new = stored(), current()
    if old == new:
        print("All golden games and samples are as they were.")
        return 0
    refused = unraised(old, {**new, "cases": aspects_of_cases()})
    if refused:
        said = "These are other than before, with the same version (a changed board wants a new name):"
        print(said, *refused, sep="\n  ")
        return 1
    if write:
        FILE.write_text(json.dumps(new, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{FILE.name} is up to date.")
        return 0
    print("New, or with a raised version (python tools/golden.py --write enters them):")
    for kind in ("agents", "loops"):
        print(*(f"  {name}" for name, entry in new[kind].items() if old[kind].get(name) != entry), sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
