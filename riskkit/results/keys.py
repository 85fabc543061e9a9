"""What a stored table depends on, and the key made of it: in one place, for every table.

A key holds the settings of a table and the versions of what computes it, and of both only
what differs from the usual: a field of a dataclass that has its default, and a version 1, leave
no trace in a key. So a new setting with a neutral default orphans no table, and a raised
version makes exactly the tables missing that depend on it.

What may stand in settings
    numbers, text, lists, dicts and arrays of these; frozen dataclasses (by the fields that
    differ from their defaults); and values of the types that say how they are known
    (`known_by`): rules, boards, agents, loops.
What has a version
    the engine's aspects that a set of rules brings into play, each agent, and each compiled
    loop of a study (`Loop`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from riskkit.errors import check_integer


class Parts(NamedTuple):
    """What a value contributes to a key.

    Attributes
    ----------
    key
        Its settings as they enter the key, in JSON's own types: only what differs from the usual.
    whole
        Its settings in full, for the description beside the table.
    versions
        Version by name of what it brings into play, such as ``{"agent aggressive": 1}``.
    """

    key: Any
    whole: Any
    versions: dict[str, int]


_KNOWN: dict[type, Callable] = {}


def known_by(kind: type):
    """Make the function below the one that says what values of a type contribute to a key (`Parts`)."""

    def enter(function):
        _KNOWN[kind] = function
        return function

    return enter


@dataclasses.dataclass(frozen=True)
class Loop:
    """A compiled loop of a study, as results depend on it.

    Attributes
    ----------
    name
        ``"study.loop"``, such as ``"td_lambda.course"``.
    version
        Raised whenever the loop gives other results for the same settings.
    sample
        Function without arguments that returns a small DataFrame or array made by the loop: its
        golden sample, by which a test notices a change that raised no version.
    """

    name: str
    version: int
    sample: Callable

    def __post_init__(self):
        check_integer(f"version of {self.name}", self.version, 1)


@known_by(Loop)
def _loop(loop: Loop) -> Parts:
    return Parts(loop.name, loop.name, {f"loop {loop.name}": loop.version})


class Made(NamedTuple):
    """What a table depends on, taken apart.

    Attributes
    ----------
    key
        Twelve hexadecimal digits.
    settings
        All settings in full, in JSON's own types.
    versions
        Version by name of all that computes the table.
    """

    key: str
    settings: dict
    versions: dict[str, int]


def parts(value, where: str = "settings") -> Parts:
    """Return what a value contributes to a key.

    Raises
    ------
    TypeError
        Naming the setting that has no plain form.
    """
    if type(value) in _KNOWN:
        return _KNOWN[type(value)](value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclass_parts(value, where)
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str):
                raise TypeError(f"{where}: names of settings must be str, not {name!r}")
        found = {name: parts(item, f"{where}.{name}") for name, item in value.items()}
        return Parts(_each(found, 0), _each(found, 1), _joined(found.values()))
    if isinstance(value, (np.ndarray, np.generic)):
        return parts(value.tolist(), where)
    if isinstance(value, (list, tuple)):
        listed = [parts(item, where) for item in value]
        return Parts([item.key for item in listed], [item.whole for item in listed], _joined(listed))
    if value is None or isinstance(value, (bool, int, float, str)):
        return Parts(value, value, {})
    raise TypeError(f"{where} must be made of numbers, text, lists, dicts or dataclasses, not {type(value).__name__}")


def dataclass_parts(value, where: str = "settings") -> Parts:
    """Return what a dataclass contributes by its fields: in the key are those that differ from their defaults."""
    found = {spec.name: parts(getattr(value, spec.name), f"{where}.{spec.name}") for spec in dataclasses.fields(value)}
    usual = {spec.name: _default(spec) for spec in dataclasses.fields(value)}
    key = {name: part.key for name, part in found.items() if part.whole != usual[name]}
    return Parts(key, _each(found, 1), _joined(found.values()))


def _default(spec):
    """Return a field's default in JSON's own types, or a value that nothing equals."""
    if spec.default is not dataclasses.MISSING:
        return parts(spec.default).whole
    if spec.default_factory is not dataclasses.MISSING:
        return parts(spec.default_factory()).whole
    return dataclasses.MISSING


def _each(found: dict[str, Parts], place: int) -> dict:
    return {name: part[place] for name, part in found.items()}


def _joined(found: Iterable[Parts]) -> dict[str, int]:
    versions: dict[str, int] = {}
    for part in found:
        versions |= part.versions
    return versions


def made(settings: dict, by: Iterable = ()) -> Made:
    """Return what a table depends on.

    Parameters
    ----------
    settings
        Everything that decides the result, the seed included.
    by
        Loops and agents that compute it, beside what the settings name themselves: their versions count.
    """
    found = parts(settings)
    versions = found.versions | _joined(parts(loop) for loop in by)
    raised = {name: version for name, version in versions.items() if version != 1}
    text = json.dumps([found.key, raised], sort_keys=True)
    return Made(hashlib.sha256(text.encode()).hexdigest()[:12], found.whole, dict(sorted(versions.items())))


def changed(now, then, where: str = "") -> list[str]:
    """Return the settings of a stored table that now have another value: "rules.cards: True, now False".

    Settings that the table did not know yet are passed over: it was made with their neutral value.
    """
    if isinstance(now, dict) and isinstance(then, dict):
        both = [name for name in then if name in now]
        return [line for name in both for line in changed(now[name], then[name], f"{where}.{name}".lstrip("."))]
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [line for place, pair in enumerate(zip(now, then)) for line in changed(*pair, f"{where}[{place}]")]
    same = now == then or (now != now and then != then)
    return [] if same else [f"{where}: {then!r}, now {now!r}"]
