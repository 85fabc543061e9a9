"""The ledger rows of the claims MG1 and MG2."""

from __future__ import annotations

from riskkit.claims import Row
from riskkit.studies.minimax_genetic.matches import HOMES, encounters
from riskkit.studies.minimax_genetic.searches import trial_summary

NOTEBOOK = "06_minimax_genetic"
HIGH_CHANCE = 0.8
"""What "a very high chance of winning" must at least mean here; the text gives no number."""


def claims() -> list[Row]:
    """Return the ledger rows of MG1 and MG2."""
    return [*_claim_weights(), *_claim_chance()]


def _claim_weights() -> list[Row]:
    table = trial_summary().set_index(["reading", "opponent"])
    shown = {
        "described": ("described", "published"),
        "described, 3 levels": ("described", "settling"),
        "as run": ("as run", "settling"),
    }
    rows = []
    for name, (as_reading, size) in shown.items():
        found = table.loc[(name, "random")]
        if found.low > 0.5:
            verdict, reason = "reproduced", "the weights chosen win more than half of their games against random ones"
        elif found.high < 0.55:
            verdict, reason = "contradicted", "no advantage of five points in a hundred over random weights is left"
        else:
            verdict, reason = "undecided", "the interval holds both no advantage and one of five points"
        rows.append(
            Row(
                claim="MG1",
                part="",
                reading=as_reading,
                size=size,
                statement="the evolved weights beat random ones in the same tree (share of games won)",
                published=None,
                ours=round(float(found.rate), 4),
                low=round(float(found.low), 4),
                high=round(float(found.high), 4),
                n=int(found.games),
                verdict=verdict,
                reason=f"{reason} ({int(found.runs)} searches, {name})",
                notebook=NOTEBOOK,
            )
        )
    return rows


def _claim_chance() -> list[Row]:
    rows = []
    for name, places in HOMES.items():
        table = encounters(name)
        for place in places:
            met = table[table["place"] == place]
            worst = met.loc[met["won"].idxmin()]
            if worst.low > HIGH_CHANCE:
                verdict, reason = "reproduced", f"more than {HIGH_CHANCE:.0%} of the games against each of them"
            elif worst.high < HIGH_CHANCE:
                verdict, reason = "contradicted", f"against {worst.rival} it wins fewer than {HIGH_CHANCE:.0%}"
            else:
                verdict, reason = "undecided", f"against {worst.rival} the interval holds {HIGH_CHANCE:.0%}"
            rows.append(
                Row(
                    claim="MG2",
                    part=f"{place} board, two players",
                    reading=name,
                    size="settling",
                    statement=f"wins {HIGH_CHANCE:.0%} or more against each of {len(met)} other agents (worst rate)",
                    published=None,
                    ours=round(float(worst.won), 4),
                    low=round(float(worst.low), 4),
                    high=round(float(worst.high), 4),
                    n=int(worst.games),
                    verdict=verdict,
                    reason=reason,
                    notebook=NOTEBOOK,
                )
            )
    return rows
