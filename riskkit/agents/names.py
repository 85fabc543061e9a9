"""All agents that a line-up can name: the registered ones, and those of shipped weights."""

import warnings

from riskkit.agents.base import Agent, registered
from riskkit.agents.weights.files import WeightsError, load, shipped
from riskkit.errors import check_name


def available() -> list[str]:
    """Return the names of all agents that a line-up can name, sorted: registered, or trained and shipped."""
    return sorted({*registered(), *shipped()})


def get(name: str) -> Agent:
    """Return the agent of a name; an unknown one is answered with the nearest.

    Parameters
    ----------
    name
        One of `available`. A registered agent goes before weights of the same name, with a warning.
    """
    check_name("agent", name, available())
    if name not in registered():
        return load(name)
    if name in shipped():
        warnings.warn(
            f"{name!r} is a registered agent, and weights have that name too: the registered agent plays. "
            f"riskkit.agents.load({name!r}) makes an agent of the weights",
            stacklevel=2,
        )
    return registered()[name]


def catalogue():
    """Return what there is to play with.

    Returns
    -------
    DataFrame
        A row an agent: ``name, study`` (as in `riskkit.studies`), ``source, about`` (its first
        sentence).
    """
    import pandas as pd

    rows = []
    for name in sorted(available(), key=_by_number):
        try:
            agent = get(name)
        except WeightsError as error:
            rows.append((name, "", "", f"cannot be used: {error}"))
            continue
        first = " ".join(agent.about.split()).partition(". ")[0].rstrip(".")
        rows.append((name, agent.study, agent.source, first))
    return pd.DataFrame(rows, columns=["name", "study", "source", "about"])


def _by_number(name: str) -> list:
    return [(int(part) if part.isdigit() else -1, part) for part in name.split()]
