"""The rows of claim BO1: Tan (1997) and Osborne (2003) against the exact chain."""

from riskkit.claims.ledger import Row
from riskkit.numbers import below, rounded, text
from riskkit.odds import tan
from riskkit.studies.battle_odds.analysis import osborne, osborne_losses, tan_rolls
from riskkit.studies.battle_odds.settings import NOTEBOOK, OSBORNE_LOSSES


def rows() -> list[Row]:
    """Return the ledger rows of claim BO1; all values are exact, none rests on a sample."""
    return [*_osborne_rows(), *_tan_rows()]


def _row(part: str, statement: str, published, ours, holds: bool, reason: str, reading="as printed") -> Row:
    return Row(
        claim="BO1",
        part=part,
        reading=reading,
        size="published",
        statement=statement,
        published=published,
        ours=ours,
        low=None,
        high=None,
        n=None,
        verdict="reproduced" if holds else "contradicted",
        reason=reason,
        notebook=NOTEBOOK,
    )


def _osborne_rows() -> list[Row]:
    table, losses = osborne(), osborne_losses()
    agree = int(table["agrees"].sum())
    printed, ours = [
        "{} (sd {}), {} (sd {})".format(*(text(value, 2) for value in values))
        for values in (OSBORNE_LOSSES.values(), losses)
    ]
    return [
        _row(
            "Osborne, table 3",
            "the win probabilities of 1 to 10 against 1 to 10 are these, to three digits",
            len(table),
            agree,
            agree == len(table),
            f"{agree} of the {len(table)} printed values equal the exact ones to every digit",
        ),
        _row(
            "Osborne, losses",
            "five against five, attacker and defender lose on average",
            printed,
            ours,
            printed == ours,
            "the exact mean and standard deviation, rounded to the printed digits",
        ),
    ]


def _tan_rows() -> list[Row]:
    rolls = tan_rolls()
    worst = int(rolls["units"].max())
    off = float((rolls["printed"] - rolls["exact"]).abs().max())
    both = rolls.query("attacker_dice == 3 and defenders_lost == 2").iloc[0]
    statement = "the chance that three dice against two cost the defender two armies"
    even = {name: tan.even_from(name) for name in tan.READINGS}
    return [
        _row(
            "Tan, single rolls",
            statement,
            float(both["printed"]),
            rounded(both["rebuilt"], 3),
            worst <= 1,
            "with his two errors put in, all six printed chances come out within one unit of the last digit "
            "(that these are his errors is inferred from the numbers)",
        ),
        _row(
            "Tan, single rolls",
            statement,
            float(both["printed"]),
            rounded(both["exact"], 3),
            below(off, 0.0015),
            "sorted dice of one roll are not independent, and his chance of the second pair is wrong: his "
            f"numbers are up to {text(off)} from the true ones",
            "as the odds of the dice",
        ),
        _row(
            "Tan, even battles",
            "the smallest equal strength at which the attacker wins at least half the battles",
            even["printed"],
            even["true"],
            even["printed"] == even["true"],
            f"his chances give {even['printed']} against {even['printed']}, the true ones {even['true']} "
            f"against {even['true']}: the attacker's advantage begins far earlier",
            "as the odds of the dice",
        ),
    ]
