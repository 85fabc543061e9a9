"""The studies: a folder each, with its settings, results, analysis, figures, tables and claims.

==============  ================================================================
file            what it holds
==============  ================================================================
``settings``    ``READINGS``, ``RULES``, ``SEED``, ``SIZES``: what the source says and what it leaves open
``loops/``      compiled loops of the study's own, with their versions
``results``     its stored tables, one function each
``analysis``    what follows from them
``figures``     one function for each exported figure
``tables``      one function for each table that a notebook shows
``numbers``     the computed numbers that its notebook's prose states
``claims``      its rows of the ledger
==============  ================================================================

Only ``__init__``, a docstring, and ``settings`` must be there.
"""

import importlib
import importlib.util
import pkgutil
from pathlib import Path
from types import ModuleType

from riskkit._lazy import face
from riskkit.errors import RiskkitError, check_name

LEAGUE = "league"
"""The league has the parts of a study, in `riskkit.league`."""
PARTS = ("settings", "results", "analysis", "figures", "tables", "numbers", "claims")


class StudyError(RiskkitError):
    """Raised for a study folder that is not one."""


def names() -> list[str]:
    """Return the names of the studies, sorted.

    Raises
    ------
    StudyError
        If a folder with settings is no package.
    """
    for folder in __path__:
        for settings in Path(folder).glob("*/settings.py"):
            if not settings.with_name("__init__.py").exists():
                raise StudyError(
                    f"riskkit/studies/{settings.parent.name} has no __init__.py: its docstring says what it is"
                )
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)


def part(study: str, name: str) -> ModuleType | None:
    """Return one part of a study or of the league (see `PARTS`), or None if it has none.

    Raises
    ------
    ValueError
        If there is no such study or part.
    """
    known = {each: f"{__name__}.{each}" for each in names()} | {LEAGUE: "riskkit.league"}
    folder = known[check_name("study", study, known)]
    check_name("part of a study", name, PARTS)
    if importlib.util.find_spec(f"{folder}.settings") is None:
        raise StudyError(
            f"riskkit/studies/{study} has no settings.py: a study says there what it plays "
            "(READINGS, RULES, SEED, SIZES)"
        )
    return importlib.import_module(f"{folder}.{name}") if importlib.util.find_spec(f"{folder}.{name}") else None


def parts(name: str) -> dict[str, ModuleType]:
    """Return one part of every study that has it, and of the league, by study."""
    found = {study: part(study, name) for study in (*names(), LEAGUE)}
    return {study: module for study, module in found.items() if module is not None}


__getattr__, __dir__ = face(__name__)
