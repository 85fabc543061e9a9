"""Trained weights as files, and the agents they make: `riskkit.agents.load`."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from riskkit.agents.base import Agent, registered
from riskkit.agents.deep_q import network as deep_q
from riskkit.agents.deep_q import pairs
from riskkit.agents.td import agent as td
from riskkit.errors import RiskkitError, check_flag, check_kind, check_name, check_number
from riskkit.results import disk, paths

KINDS = ("deep_q", "pairs", "td")


SHIPPED = Path(__file__).resolve().parent / "shipped"
STUDIED = tuple(sorted(file.stem for file in SHIPPED.glob("*.json")))
"""Names of the weights that come with riskkit: those of its studies, in the folder `SHIPPED`."""

PARTS = {"kind": str, "features": list, "weights": list, "about": str}
"""What every file of weights has, and its types."""


class WeightsError(RiskkitError):
    """Raised when a file of weights cannot be read or belongs to other features."""


MOST_LETTERS = 100
SEATS = ("you",)
"""Names that a line-up has for seats without an agent."""

KEYS = {"deep_q": ("hidden", "asking"), "pairs": ("asking",), "td": ("settings",)}
"""What else a file of weights may have, by kind."""


def folders() -> list[Path]:
    """Return where weights are looked for, in this order: those that come with riskkit, and in the folder of results.

    In quick mode these are the quick results and the full ones.
    """
    own = (paths.results() / "weights", paths.home() / "data" / "results" / "weights")
    return [SHIPPED, *(place for place in dict.fromkeys(own) if place.is_dir())]


def for_shipping(where: Path | None = None) -> Path:
    """Return the folder that a study ships its weights to: ``where``, or that of the package in a checkout.

    Raises
    ------
    WeightsError
        If it is that of an installed package.
    """
    if where is None and not paths.is_checkout():
        raise WeightsError(
            f"weights are shipped from a checkout; {SHIPPED} is part of an installed package: name another folder"
        )
    return SHIPPED if where is None else Path(where)


def shipped() -> list[str]:
    """Return the names of the weights in `folders`, sorted: those that come with riskkit, and one's own."""
    return sorted({file.stem for place in folders() for file in place.glob("*.json")})


def save(
    name: str,
    *,
    kind: str,
    features,
    weights,
    about: str = "",
    where: Path | None = None,
    overwrite: bool = False,
    **more,
) -> Path:
    """Write weights under a name, with the features they belong to; return the file.

    Parameters
    ----------
    name
        Name of the file, and of the agent.
    kind
        ``"deep_q"`` (a network), ``"pairs"`` (an attack table of 10 x 10), or ``"td"`` (a linear value).
    features, weights
        Names of what the agent reads, and its numbers, of which nine digits are kept.
    about
        Where they come from.
    where
        The folder; ``weights`` in the folder of results unless given.
    overwrite
        Replace a file of that name that holds something else.
    **more
        What else the kind needs: ``hidden`` and ``asking``, or ``settings``, as plain dicts.

    Raises
    ------
    ValueError, TypeError
        If the name is none or taken by other weights, or no agent can be made of these
        (`WeightsError`); nothing is written.
    StoreError
        If the folder cannot be written.
    """
    check_flag("overwrite", overwrite)
    check_name("kind of weights", kind, KINDS)
    if not isinstance(features, (list, tuple)):
        raise TypeError(f"features are a list of names, such as deep_q.FEATURES['simple'], not {features!r}")
    for key in more:
        check_name(f"setting of {kind} weights", key, KEYS[kind])
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
        raise ValueError(f"a name of weights is made of letters, digits, _, . and -, not {name!r}")
    if name.startswith(".") or name.endswith(".json"):
        raise ValueError(f"a name of weights neither begins with a point nor ends in .json, as {name!r} does")
    if len(name) > MOST_LETTERS:
        raise ValueError(f"a name of weights has {MOST_LETTERS} letters at most, not {len(name)}")
    if name in registered() or name in SEATS:
        raise ValueError(f"{name!r} is the name of a registered agent or seat; weights need a name of their own")
    if where is None and name in STUDIED:
        raise ValueError(f"{name!r} is the name of weights that come with riskkit; take another name")
    if not isinstance(weights, (list, tuple, np.ndarray)):
        raise TypeError(f"weights are a list or an array of numbers, not {weights!r}")
    numbers = np.asarray(weights, object)
    if kind == "pairs" and numbers.ndim > 1 and numbers.shape != (pairs.MOST, pairs.MOST):
        raise ValueError(f"an attack table has shape ({pairs.MOST}, {pairs.MOST}), not {numbers.shape}")
    weights = [check_number("a weight", value) for value in numbers.ravel()]
    content = {
        "kind": kind,
        "features": list(features),
        "about": about,
        "weights": [float(f"{value:.9g}") for value in weights],
        **more,
    }
    file = Path(where or paths.results() / "weights") / f"{name}.json"
    _made(file, name, content)
    text = json.dumps(content, indent=1, sort_keys=True, default=np.generic.item) + "\n"
    if file.exists() and not overwrite and file.read_text(encoding="utf-8", errors="replace") != text:
        raise WeightsError(f"{file} holds other weights: take another name, or overwrite=True to replace them")
    disk.check_writable(file.parent)
    disk.write(file, text.encode())
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
        If the file is missing or cannot be read, or its features or number of weights are not those of
        an agent of riskkit.

    Examples
    --------
    >>> riskkit.agents.load("deep_q_simple")      # doctest: +SKIP
    Agent('deep_q_simple')
    """
    if not isinstance(path_or_name, (str, Path)):
        raise TypeError(f"weights are a file or a name (str), not {path_or_name!r}")
    file = Path(path_or_name)
    if file.suffix != ".json" and (str(path_or_name) in shipped() or not file.is_file()):
        check_name("weights", str(path_or_name), shipped())
        file = next(place / f"{path_or_name}.json" for place in folders() if (place / f"{path_or_name}.json").is_file())
    if not file.is_file():
        known = ", ".join(shipped()) or "none"
        raise WeightsError(f"there is no file {file}; weights that are found by name: {known}")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsError(f"{file.name} is not a readable file of weights: {error}") from error
    return _made(file, name or file.stem, content)


def _made(file: Path, name: str, content) -> Agent:
    for part, wanted in PARTS.items():
        if not isinstance(content, dict) or not isinstance(content.get(part), wanted):
            raise WeightsError(f"{file.name} is no file of weights: it needs {part!r} ({wanted.__name__})")
    try:
        kind, features = check_name("kind of weights", content["kind"], KINDS), tuple(content["features"])
        weights = [check_number("a weight", value) for value in content["weights"]]
        made = MAKERS[kind](file, name, features, weights, content)
        for key in sorted(content.keys() - PARTS.keys()):
            check_name(f"setting of {kind} weights", key, KEYS[kind])
        return replace(made, about=content.get("about") or made.about)
    except (ValueError, TypeError, OverflowError) as error:
        raise WeightsError(f"{file.name}: {error}") from error


def _asking(content) -> pairs.Asking:
    return pairs.Asking(**check_kind("asking", content.get("asking") or asdict(pairs.DESCRIBED), dict))


def _linear(file, name, features, weights, content) -> Agent:
    _check_features(file, features, {"td": td.FEATURES})
    given = check_kind("settings", content.get("settings") or {}, dict)
    if {"learn", "weights"} & given.keys():
        raise WeightsError(f"{file.name}: the settings of saved weights have neither learn nor weights: {given}")
    settings = td.DESCRIBED.replace(**given)
    return td.make(settings.replace(learn=False, weights=tuple(weights)), name=name)


def _table(file, name, features, weights, content) -> Agent:
    _check_features(file, features, {"simple": deep_q.FEATURES["simple"]})
    if len(weights) != pairs.MOST**2:
        raise WeightsError(f"{file.name}: an attack table has {pairs.MOST**2} numbers, not {len(weights)}")
    table = np.reshape(weights, (pairs.MOST, pairs.MOST))
    return pairs.make(table, asking=_asking(content), name=name)


def _network(file, name, features, weights, content) -> Agent:
    _check_features(file, features, deep_q.FEATURES)
    known = {names: key for key, names in deep_q.FEATURES.items()}
    return deep_q.make(
        weights, features=known[features], hidden=content.get("hidden", 3), asking=_asking(content), name=name
    )


MAKERS = {"deep_q": _network, "pairs": _table, "td": _linear}


def _check_features(file, features, known) -> None:
    if features not in known.values():
        listed = "; ".join(f"{key}: {', '.join(names)}" for key, names in known.items())
        raise WeightsError(
            f"{file.name} holds weights for the features {', '.join(map(str, features))}; known are {listed}"
        )
