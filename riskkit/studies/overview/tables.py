"""The tables of the ledger, as notebook 08 shows them."""

from riskkit.claims import ledger
from riskkit.report import shown


@shown.table("08_counts", "Claims by verdict.")
def counts():
    """Return how many claims have each verdict."""
    found = ledger.summary()["verdict"].value_counts()
    return found.reindex(ledger.VERDICTS, fill_value=0).rename_axis("verdict").reset_index(name="claims")


@shown.table("08_claims", "One verdict for each claim, and the readings of the source that carry it.")
def claims():
    """Return the verdict of each claim."""
    return ledger.summary()[["claim", "verdict", "readings", "rows", "notebook"]]


@shown.table("08_parted", "Rows of the claims whose rows have different verdicts.")
def parted():
    """Return the rows of the claims on which the readings, or the parts, differ."""
    rows = ledger.table()
    found = rows.groupby("claim").filter(lambda each: each["verdict"].nunique() > 1)
    return found[["claim", "part", "reading", "size", "verdict"]]


@shown.table("08_ledger", "Every row of the ledger; intervals are 95%.", exported=True)
def rows():
    """Return every row of the ledger, with its numbers and reason."""
    return ledger.readable()
