"""Trained weights as files, and the agents they make: `riskkit.agents.load`."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from riskkit import paths
from riskkit.agents import deep_q, pairs, td
from riskkit.agents.base import Agent
from riskkit.errors import RiskkitError, check_name

KINDS = ("deep_q", "td")


class WeightsError(RiskkitError):
    """Raised when a file of weights cannot be read or belongs to other features."""


def folder() -> Path:
    """Return where trained weights are kept: ``weights`` in the folder of results.

    A quick run reads those of the full size unless it has made its own.
    """
    here = paths.results() / "weights"
    return here if here.is_dir() else paths.home() / "data" / "results" / "weights"


def shipped() -> list[str]:
    """Return the names of the weights in `folder`, sorted."""
    return sorted(file.stem for file in folder().glob("*.json"))


def save(name: str, *, kind: str, features, weights, hidden: int = 0, asking=None, about: str = "") -> Path:
    """Write weights under a name in `folder`, with the features they belong to; return the file."""
    check_name("kind of weights", kind, KINDS)
    content = {
        "kind": kind,
        "features": list(features),
        "hidden": hidden,
        "asking": asking,
        "about": about,
        "weights": [float(f"{value:.9g}") for value in np.asarray(weights, float)],
    }
    file = paths.results() / "weights" / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return file


def load(path_or_name, name: str | None = None) -> Agent:
    """Return the agent of a file of trained weights.

    Parameters
    ----------
    path_or_name
        A file, or a name of `shipped`.
    name
        The agent's name; that of the file unless given.

    Raises
    ------
    ValueError
        If there are no weights of that name; the nearest ones are named.
    WeightsError
        If the file cannot be read, or its features or number of weights are not those of
        an agent of riskkit.

    Examples
    --------
    >>> riskkit.agents.load("deep_q_simple")      # doctest: +SKIP
    Agent('deep_q_simple')
    """
    file = Path(path_or_name)
    if file.suffix != ".json":
        check_name("weights", str(path_or_name), shipped())
        file = folder() / f"{path_or_name}.json"
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        kind, features, weights = content["kind"], tuple(content["features"]), content["weights"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{file.name} is not a readable file of weights: {error}") from error
    check_name("kind of weights", kind, KINDS)
    try:
        if kind == "td":
            if features != td.FEATURES:
                raise WeightsError(_other(file, features, {"td": td.FEATURES}))
            return td.bot(td.Settings(learn=False, weights=tuple(weights)), name or file.stem)
        known = {names: key for key, names in deep_q.FEATURES.items()}
        if features not in known:
            raise WeightsError(_other(file, features, deep_q.FEATURES))
        asking = pairs.Asking(**(content.get("asking") or asdict(pairs.DESCRIBED)))
        return deep_q.network_bot(name or file.stem, weights, known[features], int(content["hidden"]), asking)
    except ValueError as error:
        raise WeightsError(f"{file.name}: {error}") from error


def _other(file, features, known) -> str:
    listed = "; ".join(f"{key}: {', '.join(names)}" for key, names in known.items())
    return f"{file.name} holds weights for the features {', '.join(map(str, features))}; known are {listed}"
