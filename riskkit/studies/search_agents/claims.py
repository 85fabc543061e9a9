"""The rows of claim SA1: agents compared by P = f L + T."""

from riskkit.claims.ledger import Row
from riskkit.studies.search_agents.analysis import scores
from riskkit.studies.search_agents.results import games
from riskkit.studies.search_agents.settings import BOARDS, FACTORS, NOTEBOOK, READINGS


def rows() -> list[Row]:
    """Return the ledger rows of SA1, a row for each reading and factor."""
    played = games()
    rows = []
    for reading in READINGS:
        table = scores(played, "alike" if reading == "described" else "as run")
        for factor in FACTORS:
            chosen = table[(table["reading"] == reading) & (table["f"] == factor)]
            best = chosen[chosen["rank"] == 1].groupby("board")["agent"].agg(" and ".join)
            rows.append(
                Row(
                    claim="SA1",
                    part=f"f = {factor:,}",
                    reading=reading,
                    size="settling",
                    statement=f"agents compared by P = f L + T with f = {factor:,}",
                    published=None,
                    ours="; ".join(f"{board}: {best[board]}" for board in BOARDS),
                    low=None,
                    high=None,
                    n=int(chosen.drop_duplicates("board")["n"].sum()),
                    verdict="not testable",
                    reason="the source defines the score but prints no result; ours names the best agent a board",
                    notebook=NOTEBOOK,
                )
            )
    return rows
