"""Graph personalities (Keng and Draves 2015): 16 agents of four binary traits against each other.

Three readings are played: the text's algorithms in the engine ("described"), and a replica of
the authors' program with every departure from the text as a switch, in independent games
and in chained ones as its authors ran it.

==================  ============================================================
module              what it holds
==================  ============================================================
``tables``          the stored results, one function a table
``effects``         order, traits, ranking, trends, departures: from the tables
``players``         three to six players, and an agent of one's own
``play``            games of one pairing under a reading
``departures``      the switches of the replica
``published``       the source's numbers and the authors' counts
``replica...``      the replica of the program, compiled
``ledger``          the rows of claims GP1 to GP5
==================  ============================================================
"""

from riskkit.studies.graph_personalities import analysis as effects
from riskkit.studies.graph_personalities import players, published
from riskkit.studies.graph_personalities import results as tables
from riskkit.studies.graph_personalities.loops import play

__all__ = ["effects", "play", "players", "published", "run", "tables"]


def run(workers: int = 2) -> None:
    """Compute every table of the study that is not stored yet."""
    for reading in play.READINGS:
        for table in (tables.games, tables.cells, tables.series, tables.ai3, tables.duel, tables.drawn):
            table(reading, workers=workers)
    for table in (tables.authors_chains, tables.departures, players.larger_tables):
        table(workers=workers)
