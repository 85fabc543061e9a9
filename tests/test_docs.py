"""The code in the documentation runs, and the pages say what they must."""

import re
from pathlib import Path

import pytest

from riskkit.claims import ledger as claims

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)
PAGES = [
    page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if BLOCK.search(page.read_text())
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs_from_top_to_bottom(page, capsys):
    namespace = {}
    for place, source in enumerate(BLOCK.findall(page.read_text(encoding="utf-8"))):
        exec(compile(source, f"{page.name}, block {place + 1}", "exec"), namespace)


def test_every_study_has_a_page_that_its_claims_stand_on():
    for study, lines in claims.published().groupby("study"):
        text = (ROOT / "docs" / "studies" / f"{study}.md").read_text(encoding="utf-8")
        assert text.startswith("# ")
        for claim in lines["claim"]:
            assert re.search(rf"\b{claim}\b", text), f"{study}.md does not name {claim}"


def test_the_glossary_is_in_order():
    terms = re.findall(r"^\*\*(.+?)\*\*", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(terms) > 30 and terms == sorted(terms, key=str.lower)
