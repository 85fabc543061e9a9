"""The ledger: what the sources claim, what was found, and a verdict for each."""

from riskkit._lazy import face
from riskkit.claims.judging import Criterion, Evidence, judge
from riskkit.claims.ledger import (
    COLUMNS,
    SIZES,
    VERDICTS,
    Row,
    frame,
    missing,
    module,
    overall,
    published,
    readable,
    rows,
    studies,
    summary,
    table,
)

__all__ = [
    "COLUMNS",
    "SIZES",
    "VERDICTS",
    "Criterion",
    "Evidence",
    "Row",
    "frame",
    "judge",
    "missing",
    "module",
    "overall",
    "published",
    "readable",
    "rows",
    "studies",
    "summary",
    "table",
]

__getattr__, __dir__ = face(__name__)
