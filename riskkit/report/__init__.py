"""What leaves riskkit: figures, tables, notebooks, the report and the documentation."""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
