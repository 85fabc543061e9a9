"""The numbers that prose states: each has a mark behind it that a reader does not see.

::

    it wins 0.31<!--win_rate--> of its games

`written` puts in what the name stands for, `stated` lists what stands there. The texts are
made by `riskkit.numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from riskkit.errors import check_name
from riskkit.numbers import interval, steady, text

__all__ = ["MARK", "interval", "stated", "steady", "text", "written"]

MARK = re.compile(r"(?P<text>[^\s<>()\[\]{}|*_`]+)<!--(?P<name>[a-z][a-z0-9_.]*)-->")


def stated(prose: str) -> list[tuple[str, str]]:
    """Return what the marks of a text name, and what stands before each: pairs (name, text)."""
    return [(found["name"], found["text"]) for found in MARK.finditer(prose)]


def written(prose: str, values: Mapping[str, str]) -> str:
    """Return the text with the value of each marked name put in.

    Raises
    ------
    ValueError
        If a mark names no value; the nearest names are given.
    """

    def put(found):
        name = check_name("number", found["name"], sorted(values))
        return f"{values[name]}<!--{name}-->"

    return MARK.sub(put, prose)
