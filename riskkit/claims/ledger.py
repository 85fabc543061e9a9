"""The ledger: what the sources claim, what we found, and a verdict for each.

Each study of :mod:`riskkit.studies` has a module ``claims`` whose function ``rows()`` returns
:class:`Row` values computed from its stored results. :func:`table` collects
them, :func:`summary` gives one verdict a claim.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

import pandas as pd

from riskkit import numbers
from riskkit.errors import RiskkitError, check_integer, check_name
from riskkit.results import paths

VERDICTS = ("reproduced", "contradicted", "undecided", "not testable")
SIZES = ("published", "settling")


@dataclass(frozen=True)
class Row:
    """One line of the ledger: one part of a claim, under one reading, at one size.

    Parameters
    ----------
    claim : str
        Identifier in ``claims/published/claims.csv``, for example ``"TD3"``.
    part : str
        Which part of the claim ("" when it has only one).
    reading : str
        How the source was read where it leaves a choice ("described", "as run", ...).
    size : {"published", "settling"}
        Whether the numbers stand at the published size or at one that settles the claim.
    statement : str
        What is claimed, in one sentence.
    published, ours : float, str or None
        The printed number and ours.
    low, high : float or None
        The 95% interval of ours.
    n : int or None
        What ours rests on (games, runs, ...).
    verdict : {"reproduced", "contradicted", "undecided", "not testable"}
    reason : str
        Why, in one sentence.
    notebook : str
        The notebook that shows it, for example ``"04_td_lambda"``.
    """

    claim: str
    part: str
    reading: str
    size: str
    statement: str
    published: float | str | None
    ours: float | str | None
    low: float | None
    high: float | None
    n: int | None
    verdict: str
    reason: str
    notebook: str

    def __post_init__(self):
        check_name("size of a ledger row", self.size, SIZES)
        check_name("verdict", self.verdict, VERDICTS)
        if self.n is not None:
            check_integer("n of a ledger row", self.n, low=0)
        if (self.low is None) != (self.high is None):
            raise ValueError(f"{self.claim}: an interval needs both ends, not {self.low}, {self.high}")
        if self.low is not None and not self.low <= self.high:
            raise ValueError(f"{self.claim}: interval {self.low} to {self.high} is upside down")
        if not self.statement or not self.reason:
            raise ValueError(f"{self.claim}: a ledger row needs a statement and a reason")


COLUMNS = tuple(field.name for field in fields(Row))


def published() -> pd.DataFrame:
    """Return the claims of the sources: claim, study, source, section, statement, published."""
    return pd.read_csv(paths.published("claims.csv"), dtype=str, keep_default_na=False)


def studies() -> list[str]:
    """Return the names of the study modules that are present, sorted."""
    package = importlib.import_module("riskkit.studies")
    return sorted(found.name for found in pkgutil.iter_modules(package.__path__))


def module(study: str):
    """Return the module of a study that makes its rows, or None if it tests no claim."""
    name = f"riskkit.studies.{check_name('study', study, studies())}"
    if importlib.util.find_spec(f"{name}.claims") is None:
        return None
    return importlib.import_module(f"{name}.claims")


def rows(study: str) -> list[Row]:
    """Return the ledger rows of one study (none if it has no module ``claims``)."""
    source = module(study)
    found = [] if source is None else source.rows()
    known = list(published()["claim"])
    for row in found:
        if not isinstance(row, Row):
            raise RiskkitError(f"{study}.claims.rows() must return riskkit.claims.ledger.Row values, not {row!r}")
        check_name(f"claim in study {study}", row.claim, known)
    return list(found)


def frame(found: Iterable[Row]) -> pd.DataFrame:
    """Return ledger rows as a table, in the order of ``claims/published/claims.csv``."""
    data = pd.DataFrame([asdict(row) for row in found], columns=list(COLUMNS))
    data["n"] = data["n"].astype("Int64")
    for column in ("low", "high"):
        data[column] = data[column].astype(float)
    order = {claim: place for place, claim in enumerate(published()["claim"])}
    return data.sort_values("claim", key=lambda names: names.map(order), kind="stable", ignore_index=True)


def table(study: str | None = None) -> pd.DataFrame:
    """Return the ledger: a row for each part, reading and size of each claim.

    Parameters
    ----------
    study : str, optional
        Only this study; all that are present when left out.

    Returns
    -------
    pandas.DataFrame
        Columns as the fields of :class:`Row`; intervals are 95%.
    """
    chosen = studies() if study is None else [study]
    return frame(row for name in chosen for row in rows(name))


def missing() -> pd.DataFrame:
    """Return the published claims of the studies present that have no row in the ledger."""
    claims = published()
    present = claims[claims["study"].isin(studies())]
    return present[~present["claim"].isin(table()["claim"])].reset_index(drop=True)


def _of_reading(part_rows: pd.DataFrame) -> str:
    """Return the verdict of one reading: its settling rows decide, where a part has them."""
    verdicts = []
    for _, part in part_rows.groupby("part", sort=False):
        settling = part[part["size"] == "settling"]
        verdicts += list((part if settling.empty else settling)["verdict"])
    if "contradicted" in verdicts:
        return "contradicted"
    tested = [verdict for verdict in verdicts if verdict != "not testable"]
    if not tested:
        return "not testable"
    return "reproduced" if set(tested) == {"reproduced"} else "undecided"


def overall(claim_rows: pd.DataFrame) -> tuple[str, str]:
    """Return the verdict of one claim and the readings that carry it.

    Within a reading, a contradicted part contradicts it, and it is reproduced
    when every part that can be tested is; where a part has rows at the settling
    size, they count and those at the published size do not. A claim is
    reproduced when some reading reproduces it, otherwise contradicted when some
    reading contradicts it, otherwise undecided, otherwise not testable.
    """
    of_readings = {reading: _of_reading(part) for reading, part in claim_rows.groupby("reading", sort=False)}
    for verdict in VERDICTS:
        carrying = [reading for reading, found in of_readings.items() if found == verdict]
        if carrying:
            everyone = len(carrying) == len(of_readings)
            return verdict, "every reading" if everyone and len(carrying) > 1 else "; ".join(carrying)
    raise ValueError("a claim without rows has no verdict")


def summary(ledger: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return one line a claim: claim, study, statement, published, verdict, readings, notebook.

    ``ledger`` is :func:`table` unless given. See :func:`overall` for how rows are joined.
    """
    ledger = table() if ledger is None else ledger
    sources = published().set_index("claim")
    lines = []
    for claim, found in ledger.groupby("claim", sort=False):
        verdict, readings = overall(found)
        lines.append(
            {
                "claim": claim,
                "study": sources.loc[claim, "study"],
                "statement": sources.loc[claim, "statement"],
                "published": sources.loc[claim, "published"],
                "verdict": verdict,
                "readings": readings,
                "rows": len(found),
                "notebook": found["notebook"].iloc[0],
            }
        )
    columns = ["claim", "study", "statement", "published", "verdict", "readings", "rows", "notebook"]
    return pd.DataFrame(lines, columns=columns)


def _number(value) -> str:
    if value is None or (not isinstance(value, str) and pd.isna(value)):
        return ""
    return value if isinstance(value, str) else numbers.significant(value, 4)


def readable(ledger: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the ledger (or the given one) as text for a report: ours with its interval, no missing values."""
    ledger = table() if ledger is None else ledger
    spans = [
        "" if pd.isna(low) else f" [{_number(low)}, {_number(high)}]"
        for low, high in zip(ledger["low"], ledger["high"])
    ]
    text = ledger.assign(
        published=[_number(value) for value in ledger["published"]],
        ours=[_number(value) + span for value, span in zip(ledger["ours"], spans)],
        n=["" if pd.isna(n) else f"{n:,}" for n in ledger["n"]],
    )
    return text.drop(columns=["low", "high"])
