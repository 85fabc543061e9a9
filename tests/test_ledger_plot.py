import re

import pandas as pd

from riskkit.claims import ledger as claims
from riskkit.claims.ledger import VERDICTS
from riskkit.plots import ledger, style
from riskkit.report import readme

SUMMARY = pd.DataFrame(
    {"claim": ["TD1", "TD2", "BO1"], "study": ["td_lambda", "td_lambda", "battle_odds"], "verdict": list(VERDICTS[:3])}
)


def test_every_claim_has_a_tile_in_the_row_of_its_study():
    ax = ledger.plot_verdicts(SUMMARY)
    assert [text.get_text() for text in ax.texts] == ["TD1: yes", "TD2: no", "BO1: open"]
    assert [(patch.get_x() // 1, patch.get_y() // 1) for patch in ax.patches] == [(0, 0), (1, 0), (0, 1)]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["td lambda", "battle odds"]


def test_an_axes_given_is_used():
    ax = ledger.plot_verdicts(SUMMARY)
    assert ledger.plot_verdicts(SUMMARY, ax=ax) is ax


def test_verdicts_stay_apart_in_grey():
    shades = sorted(style.lightness(colour) for colour in ledger.COLOURS.values())
    assert set(ledger.COLOURS) == set(ledger.MARKS) == set(VERDICTS)
    assert min(b - a for a, b in zip(shades, shades[1:])) > 5


def test_the_notebook_of_the_ledger_counts_right(stored_only):
    counts = claims.summary()["verdict"].value_counts().reindex(VERDICTS, fill_value=0)
    told = f"{counts.sum()} claims, {counts.iloc[0]} are reproduced, {counts.iloc[1]} contradicted"
    assert told in re.sub(r"<!--.*?-->", "", readme.answer("08_ledger"))
