"""Figures of the ledger: what became of the claims."""

from __future__ import annotations

import pandas as pd

from riskkit.claims.ledger import VERDICTS
from riskkit.plots import style

COLOURS = {
    "reproduced": style.COLOURS["green"],
    "contradicted": style.COLOURS["wine"],
    "undecided": style.COLOURS["sand"],
    "not testable": "#c8c8c8",
}
MARKS = {"reproduced": "yes", "contradicted": "no", "undecided": "open", "not testable": "—"}


def plot_verdicts(summary: pd.DataFrame, *, ax=None):
    """Draw a tile for each claim, a row a study; its colour and its word tell the verdict.

    Parameters
    ----------
    summary : DataFrame
        As :func:`riskkit.claims.ledger.summary` returns: columns ``claim``, ``study``, ``verdict``.
    ax : matplotlib Axes, optional
        Where to draw; a new figure of two columns' width when left out.

    Returns
    -------
    matplotlib Axes
    """
    from matplotlib import pyplot as plt
    from matplotlib.patches import Patch, Rectangle

    studies = list(dict.fromkeys(summary["study"]))
    if ax is None:
        _, ax = plt.subplots(figsize=style.size("double", 0.09 + 0.055 * len(studies)))
    for row, study in enumerate(studies):
        lines = summary[summary["study"] == study]
        for column, (claim, verdict) in enumerate(zip(lines["claim"], lines["verdict"])):
            colour = COLOURS[verdict]
            ax.add_patch(Rectangle((column + 0.04, row + 0.08), 0.92, 0.84, facecolor=colour, edgecolor="none"))
            text = {"ha": "center", "va": "center", "color": style.readable_on(colour), "fontsize": 7}
            ax.text(column + 0.5, row + 0.5, f"{claim}: {MARKS[verdict]}", **text)
    widest = max(5, int(summary["study"].value_counts().max()))
    ax.set(xlim=(0, widest), ylim=(len(studies), 0), xticks=[])
    ax.set_yticks([row + 0.5 for row in range(len(studies))], [study.replace("_", " ") for study in studies])
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    handles = [Patch(color=COLOURS[verdict], label=f"{verdict} ({MARKS[verdict]})") for verdict in VERDICTS]
    ax.legend(handles=handles, ncols=4, loc="upper left", bbox_to_anchor=(0, 0), handlelength=1)
    return ax
