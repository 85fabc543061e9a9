"""The command line: ``python -m riskkit``, or ``riskkit`` once installed."""

from __future__ import annotations

import argparse
import os
import sys

from riskkit import __version__
from riskkit.errors import RiskkitError


def _notebooks(arguments) -> int:
    from riskkit.report import notebooks

    if arguments.check:
        return notebooks.check(arguments.names)
    notebooks.run(arguments.names, lambda text: print(text, flush=True), arguments.together)
    _numbers(arguments)
    return _figures(arguments)


def _numbers(arguments) -> int:
    """Write the computed numbers of prose anew: of the studies whose notebooks are named, or of all."""
    from riskkit import studies
    from riskkit.report import notebooks, prose
    from riskkit.results import scale

    if scale.is_quick():
        return 0
    named = getattr(arguments, "names", ())
    chosen = set(notebooks.chosen(named)) if named else None
    for study in studies.parts("numbers").values():
        if chosen is not None and not chosen.intersection(study.NOTEBOOKS):
            continue
        values = study.values()
        for file in prose.files(study):
            if prose.update(file, values):
                print(f"{file.name}: its numbers were brought up to date")
    return 0


def _figures(arguments) -> int:
    from riskkit import studies
    from riskkit.report import gallery, shown

    if getattr(arguments, "figure", None):
        _stored_only()
        studies.parts("figures")
        for file in shown.remake(arguments.figure, arguments.size, arguments.format or ("pdf",), arguments.out):
            print(file)
        return 0

    print(f"{gallery.write()} figures listed in {gallery.paths.figures()}/index.html")
    return 0


def _stored_only() -> None:
    """Let the ledger load stored results, and name a missing one instead of computing for minutes."""
    os.environ.setdefault("RISKKIT_STORED_ONLY", "1")


def _claims(arguments) -> int:
    _stored_only()
    from riskkit.claims import ledger as claims
    from riskkit.report import readme

    if arguments.readme:
        changed = readme.update()
        print("\n".join(f"{page} was brought up to date." for page in changed) or "Every page is up to date.")
        return 0
    rows = claims.table(arguments.study)
    if rows.empty:
        print(f"{arguments.study} tests no published claim.")
        return 0
    data = rows if arguments.all else claims.summary(rows)
    print(data.to_csv(index=False) if arguments.csv else data.to_string(index=False, max_colwidth=60))
    return 0


def _agents(_arguments) -> int:
    from riskkit import agents

    for agent in agents.catalogue().itertuples(index=False):
        print(f"{agent.name:<30} {agent.study:<20} {agent.about}")
    return 0


def _results(arguments) -> int:
    from riskkit.results import listing, usage

    if arguments.why is not None:
        print(listing.why(arguments.why))
    elif arguments.unused:
        print("\n".join(usage.unused()) or "Every stored table is used by a notebook.")
    else:
        found = listing.contents()
        print(found.to_string(index=False) if len(found) else "Nothing is stored yet.")
    return 0


def _report(arguments) -> int:
    _stored_only()
    from riskkit.report import document as report

    report.build(arguments.code, out=lambda text: print(text, flush=True))
    return 0


def _docs(_arguments) -> int:
    from riskkit.report import documentation

    print(f"{documentation.build()}/index.html")
    return 0


def _warm(_arguments) -> int:
    from riskkit.games import warm

    warm.everything(out=lambda text: print(text, flush=True))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    from riskkit.odds import cli as odds

    top = argparse.ArgumentParser(prog="riskkit", description=sys.modules["riskkit"].__doc__)
    top.add_argument("--version", action="version", version=f"riskkit {__version__}")
    commands = top.add_subparsers(dest="command", metavar="command", required=True)

    books = commands.add_parser("notebooks", help="run the notebooks top to bottom, or check them")
    books.add_argument("names", nargs="*", help="names or numbers; all when left out")
    books.add_argument("--together", type=int, metavar="N", help="notebooks run at the same time (2, or 1 on one core)")
    books.add_argument("--check", action="store_true", help="compare with the stored outputs, write nothing")
    books.set_defaults(run=_notebooks)

    figures = commands.add_parser("figures", help="draw one figure again, or write the index of the exported ones")
    figures.add_argument("figure", nargs="?", help="its name, such as 05_survival; the index when left out")
    figures.add_argument(
        "--size", choices=("single", "wide", "double"), help="its width on a page; as exported if left out"
    )
    figures.add_argument(
        "--format", action="append", choices=("svg", "pdf", "png"), help="pdf if left out; may be repeated"
    )
    figures.add_argument("--out", metavar="FOLDER", help="where to; the current folder if left out")
    figures.set_defaults(run=_figures)

    prose = commands.add_parser("numbers", help="write the computed numbers of notebooks' and pages' prose anew")
    prose.set_defaults(run=_numbers)

    ledger = commands.add_parser("claims", help="show the ledger of published claims")
    ledger.add_argument("study", nargs="?", help="only this study")
    ledger.add_argument("--all", action="store_true", help="every row, not one verdict a claim")
    ledger.add_argument("--csv", action="store_true", help="as CSV")
    ledger.add_argument("--readme", action="store_true", help="bring the README's and the studies' tables up to date")
    ledger.set_defaults(run=_claims)

    listing = commands.add_parser("agents", help="list the agents that a line-up can name")
    listing.set_defaults(run=_agents)

    results = commands.add_parser("results", help="list the stored tables")
    results.add_argument("--unused", action="store_true", help="those that no notebook read when all were last checked")
    results.add_argument("--why", metavar="KEY", help="what a table depends on: by its key, its beginning, or its name")
    results.set_defaults(run=_results)

    report = commands.add_parser("report", help="build one document of all studies, the ledger in front")
    report.add_argument("--code", action="store_true", help="show the notebooks' code too")
    report.set_defaults(run=_report)

    docs = commands.add_parser("docs", help="build the documentation and the API reference")
    docs.set_defaults(run=_docs)

    odds.add_parser(commands)

    warm = commands.add_parser("warm", help="compile the engine and every agent")
    warm.set_defaults(run=_warm)
    return top


def _plainly(error: OSError) -> str:
    from riskkit.results import disk

    if isinstance(error, FileNotFoundError) or error.filename is None:
        return str(error)
    return disk.unwritable(error, error.filename)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; bad input and failures end in one plain line and exit code 1."""
    chosen = parser().parse_args(arguments)
    before = os.environ.get("RISKKIT_STORED_ONLY")
    try:
        return chosen.run(chosen) or 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (RiskkitError, ValueError) as error:
        print(f"Stopped: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Stopped: {_plainly(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped: interrupted. What was finished is kept.", file=sys.stderr)
        return 130
    finally:
        if before is None:
            os.environ.pop("RISKKIT_STORED_ONLY", None)


if __name__ == "__main__":
    sys.exit(main())
