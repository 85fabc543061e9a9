"""The generated tables of the README and of the studies' pages, each between two marks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd

from riskkit import agents
from riskkit.claims import ledger as claims
from riskkit.errors import RiskkitError
from riskkit.report import notebooks, tables
from riskkit.results import paths


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
    found: dict[Path, str | None] = {paths.home() / "README.md": None}
    for name in ("rules", "agents"):
        page = paths.home() / "docs" / f"{name}.md"
        if page.exists():
            found[page] = None
    for page in sorted((paths.home() / "docs" / "studies").glob("*.md")):
        found[page] = page.stem
    return found


def rendered(page: Path, study: str | None = None) -> str:
    """Return a page with its generated tables as they should be."""
    text = page.read_text(encoding="utf-8")
    if page.stem == "rules":
        return between(text, "rules", tables.markdown(rule_sets()))
    if page.stem == "agents":
        return between(text, "agents", tables.markdown(agents.catalogue()))
    if study is None:
        summary = claims.summary()
        return between(between(text, "claims", verdicts(summary)), "notebooks", contents(summary))
    up = "../" * (len(page.relative_to(paths.home()).parts) - 1)
    ledger = claims.table(study) if study in claims.studies() else claims.frame([])
    if ledger.empty:
        return between(text, "claims", "This study is not finished yet.")
    found = "\n\n".join(answer(name) for name in ledger["notebook"].unique())
    return between(text, "claims", f"{found}\n\n{verdicts(claims.summary(ledger), up)}")


def verdicts(summary: pd.DataFrame, up: str = "") -> str:
    """Return the ledger's summary as a Markdown table, for a page ``up`` from which the notebooks are."""
    shown = pd.DataFrame(
        {
            "Claim": summary["claim"],
            "What the source says": summary["statement"],
            "Verdict": [f"**{verdict}**" for verdict in summary["verdict"]],
            "Under": summary["readings"],
            "Notebook": [f"[{name}]({up}notebooks/{name}.ipynb)" for name in summary["notebook"]],
        }
    )
    return tables.markdown(shown)


def rule_sets() -> pd.DataFrame:
    """Return every field of the rules in which a named rule set differs from another: a row a field."""
    from riskkit.rules import RULE_SETS

    sets = pd.DataFrame({name: make().to_dict() for name, make in RULE_SETS.items()}).drop(index="name")
    differing = [len({json.dumps(value) for value in row}) > 1 for row in sets.to_numpy()]
    text = sets[differing].map(lambda value: json.dumps(value).replace('"', ""))
    return text.rename_axis("field").reset_index()


def contents(summary: pd.DataFrame) -> str:
    """Return the table of the notebooks: its question, and what became of the claims it tests."""
    lines = []
    for name in notebooks.names():
        verdicts = summary.loc[summary["notebook"] == name, "verdict"].value_counts()
        found = [f"{verdicts[verdict]} {verdict}" for verdict in claims.VERDICTS if verdict in verdicts]
        link = f"[{name}](notebooks/{name}.ipynb)"
        lines.append({"Notebook": link, "Question": question(name), "Claims": ", ".join(found)})
    return tables.markdown(pd.DataFrame(lines, columns=["Notebook", "Question", "Claims"]))


def _top(name: str) -> str:
    """Return the Markdown cells at the top of a notebook, up to its first code."""
    cells = json.loads((paths.notebooks() / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    first = next((place for place, cell in enumerate(cells) if cell["cell_type"] == "code"), len(cells))
    return "\n\n".join("".join(cell["source"]) for cell in cells[:first])


def question(name: str) -> str:
    """Return the question that a notebook asks at its top ("**Question.** ..."), or ""."""
    found = re.search(r"\*\*Question\W*\s+(.+?)(?:\n\n|\n\*\*|$)", _top(name), flags=re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def answer(name: str) -> str:
    """Return the answer that stands at the top of a notebook ("**Answer.** ..."), up to a heading, or ""."""
    found = re.search(r"\*\*Answer\W*?\*\*\s*(.+?)(?:\n#|$)", _top(name), flags=re.DOTALL)
    return found[1].strip() if found else ""


def update() -> list[Path]:
    """Bring the generated tables up to date; return the pages that had to change."""
    changed = []
    for page, study in pages().items():
        new = rendered(page, study)
        if new != page.read_text(encoding="utf-8"):
            page.write_text(new, encoding="utf-8")
            changed.append(page)
    return changed
