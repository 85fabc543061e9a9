"""The computed numbers that notebooks 00 and 08 state."""

import riskkit as rk
from riskkit.claims import ledger
from riskkit.numbers import text
from riskkit.studies.overview.figures import played
from riskkit.studies.overview.settings import LEDGER, QUICKSTART

NOTEBOOKS = (QUICKSTART, LEDGER)
PAGES = ()
SAID = frozenset({"10,000", "95%"})
"""Games of the match of the quick start, and the level of the intervals."""


def values() -> dict[str, str]:
    """Return what each marked number reads."""
    games = played()
    aggressive = rk.win_rates(games).iloc[0]
    table = ledger.table()
    found = ledger.summary(table)["verdict"].value_counts()
    return {
        "aggressive.low": text(aggressive["low"]),
        "aggressive.high": text(aggressive["high"]),
        "capped": text(games["winner"].isna().mean(), 1, percent=True),
        "turns": text(games["turns"].mean(), 1),
        "rows": text(len(table), 0),
        "claims": text(found.sum(), 0),
        **{verdict.replace(" ", "_"): text(found.get(verdict, 0), 0) for verdict in ledger.VERDICTS},
    }
