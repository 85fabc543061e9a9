"""What all tests share: no screen, no open figures left behind, repeatable property tests."""

import os

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

matplotlib.use("Agg")
os.environ["TQDM_DISABLE"] = "1"
for name in ("FRESH", "RISKKIT_SCALE", "RISKKIT_STORED_ONLY", "RISKKIT_HOME"):
    os.environ.pop(name, None)

common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]}
settings.register_profile("fast", max_examples=40, derandomize=True, **common)
settings.register_profile("deep", max_examples=1_000, **common)
settings.load_profile(os.environ.get("RISKKIT_HYPOTHESIS", "fast"))


@pytest.fixture(autouse=True)
def closed_figures():
    """Close every figure that a test leaves open, and take back the style that it set."""
    with matplotlib.rc_context():
        yield
    from matplotlib import pyplot

    pyplot.close("all")


@pytest.fixture(autouse=True)
def no_agents_left_behind(monkeypatch):
    """Take back the agents that a test registers."""
    from riskkit.agents import base

    monkeypatch.setattr(base, "_registry", dict(base._registry))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty folder that stands in for the checkout: results and figures go there."""
    (tmp_path / "notebooks").mkdir()
    monkeypatch.setenv("RISKKIT_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def stored_only(monkeypatch):
    """Load stored results and refuse to compute missing ones, as in the check of the notebooks."""
    monkeypatch.setenv("RISKKIT_STORED_ONLY", "1")
