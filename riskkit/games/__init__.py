"""Games: one by hand, blocks of them, and matches, series, tournaments and sweeps."""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
