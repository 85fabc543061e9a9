"""The ledger rows of the claims MG1 and MG2."""

from __future__ import annotations

from riskkit.claims.ledger import Row
from riskkit.numbers import above, below, rounded, text
from riskkit.studies.minimax_genetic.analysis import encounters, trial_rate
from riskkit.studies.minimax_genetic.results import trial
from riskkit.studies.minimax_genetic.settings import HIGH_CHANCE, HOMES, NOTEBOOK


def rows() -> list[Row]:
    """Return the ledger rows of MG1 and MG2."""
    return [*_claim_weights(), *_claim_chance()]


TRIED = (
    ("described", "published", "described", 1),
    ("described", "settling", "described", None),
    ("described, 3 levels", "settling", "described, 3 levels", None),
    ("as run", "published", "as run", 1),
    ("as run", "settling", "as run", None),
)
"""Rows of MG1: reading, size, searches (see ``READINGS``), and how many of them (None: all)."""


def _claim_weights() -> list[Row]:
    rows = []
    for as_reading, size, name, first in TRIED:
        played = trial(name, "random")
        if first is not None:
            played = played[played["run"] < first]
        runs, games, rate, low, high = trial_rate(played)
        if above(low, 0.5):
            verdict, reason = "reproduced", "the weights chosen win more than half of their games against random ones"
        elif below(high, 0.55):
            verdict, reason = "contradicted", "not even an advantage of five games in a hundred over random weights"
        else:
            verdict, reason = "undecided", "no advantage and one of five games in a hundred are both possible"
        rows.append(
            Row(
                claim="MG1",
                part="",
                reading=as_reading,
                size=size,
                statement="the evolved weights beat random ones in the same tree (share of games won)",
                published=None,
                ours=rounded(rate, 4),
                low=rounded(low, 4),
                high=rounded(high, 4),
                n=games,
                verdict=verdict,
                reason=f"{reason} (weights of {runs} {'search' if runs == 1 else 'searches'}, {name})",
                notebook=NOTEBOOK,
            )
        )
    return rows


def _claim_chance() -> list[Row]:
    rows = []
    chance = text(HIGH_CHANCE, 0, percent=True)
    for name, places in HOMES.items():
        table = encounters(name)
        for place in places:
            met = table[table["place"] == place]
            worst = met.loc[met["won"].idxmin()]
            often = sum(not below(won, HIGH_CHANCE) for won in met["won"])
            if above(worst.low, HIGH_CHANCE):
                verdict, reason = "reproduced", f"more than {chance} of the games against each of them"
            elif below(worst.high, HIGH_CHANCE):
                verdict, reason = "contradicted", f"against {worst.rival} it wins fewer than {chance}"
            else:
                verdict, reason = "undecided", f"against {worst.rival} the interval holds {chance}"
            rows.append(
                Row(
                    claim="MG2",
                    part=f"{place} board, two players",
                    reading=name,
                    size="settling",
                    statement=f"wins {chance} or more against each of {len(met)} other agents (worst rate)",
                    published=None,
                    ours=rounded(worst.won, 4),
                    low=rounded(worst.low, 4),
                    high=rounded(worst.high, 4),
                    n=int(worst.games),
                    verdict=verdict,
                    reason=f"{reason}; {often} of {len(met)} are beaten that often",
                    notebook=NOTEBOOK,
                )
            )
    return rows
