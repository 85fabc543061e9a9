"""The generated tables of the README and of the studies' pages, each between two marks."""

from __future__ import annotations

import re
from pathlib import Path

from riskkit import claims, paths
from riskkit.errors import RiskkitError


def between(text: str, section: str, content: str) -> str:
    """Return ``text`` with what stands between the marks of ``section`` replaced.

    The marks are the lines ``<!-- section:begin -->`` and ``<!-- section:end -->``.
    """
    begin, end = f"<!-- {section}:begin -->", f"<!-- {section}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise RiskkitError(f"the page must have the lines {begin} and {end} once, in this order")
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n{content.strip()}\n{end}", text, flags=re.DOTALL)


def pages() -> dict[Path, str | None]:
    """Return the pages with a generated table: the README (all claims), and each study's page."""
    found = {paths.home() / "README.md": None}
    for page in sorted((paths.home() / "docs" / "studies").glob("*.md")):
        found[page] = page.stem
    return found


def rendered(page: Path, study: str | None = None) -> str:
    """Return a page with its generated table as it should be."""
    up = "../" * (len(page.relative_to(paths.home()).parts) - 1)
    if study is None:
        ledger = claims.table()
    else:
        ledger = claims.table(study) if study in claims.studies() else claims.frame([])
    content = claims.markdown(claims.summary(ledger), up) if len(ledger) else "This study is not finished yet."
    return between(page.read_text(encoding="utf-8"), "claims", content)


def update() -> list[Path]:
    """Bring the generated tables up to date; return the pages that had to change."""
    changed = []
    for page, study in pages().items():
        new = rendered(page, study)
        if new != page.read_text(encoding="utf-8"):
            page.write_text(new, encoding="utf-8")
            changed.append(page)
    return changed
