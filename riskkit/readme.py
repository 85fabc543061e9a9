"""The generated parts of README.md: what stands between two marks is written by the package."""

from __future__ import annotations

import re

from riskkit import claims, paths
from riskkit.errors import RiskkitError


def between(text: str, section: str, content: str) -> str:
    """Return ``text`` with what stands between the marks of ``section`` replaced.

    The marks are the lines ``<!-- section:begin -->`` and ``<!-- section:end -->``.
    """
    begin, end = f"<!-- {section}:begin -->", f"<!-- {section}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise RiskkitError(f"README.md must have the lines {begin} and {end} once, in this order")
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n{content.strip()}\n{end}", text, flags=re.DOTALL)


def rendered(text: str) -> str:
    """Return the README with every generated part as it should be."""
    return between(text, "claims", claims.markdown())


def update() -> bool:
    """Bring README.md up to date; return whether it had to change."""
    file = paths.home() / "README.md"
    old = file.read_text(encoding="utf-8")
    new = rendered(old)
    if new != old:
        file.write_text(new, encoding="utf-8")
    return new != old
