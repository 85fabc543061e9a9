import html
import re

import nbformat
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from test_claims import row

from riskkit.claims import ledger as claims
from riskkit.errors import RiskkitError
from riskkit.report import document as report
from riskkit.report import documentation, figures
from riskkit.results import paths


@pytest.fixture
def two_notebooks(home, monkeypatch):
    ledger = claims.frame([row(), row(claim="SS3", ours="a < b", low=None, high=None, verdict="contradicted")])
    monkeypatch.setattr(claims, "table", lambda: ledger)
    for name, heading in (("00_first", "# How & why"), ("01_second", "# Then")):
        output = nbformat.v4.new_output("stream", name="stdout", text=f"result of {name}\n")
        cells = [
            nbformat.v4.new_markdown_cell(heading),
            nbformat.v4.new_code_cell("print(secret)", outputs=[output], execution_count=1),
        ]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), home / "notebooks" / f"{name}.ipynb")
    return home


def test_the_ledger_stands_in_front_and_every_notebook_behind(two_notebooks, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ("no-such-browser",))
    lines = []
    text = report.build(out=lines.append).read_text(encoding="utf-8")
    order = [text.index(part) for part in ("contradicted", 'id="00_first"', 'id="01_second"')]
    assert order == sorted(order)
    assert text.count("<section") == 4 and text.index('href="#claims"') < text.index('id="claims"') < text.index(
        'id="ledger"'
    )
    assert '<a href="#00_first">How &amp; why</a>' in text
    assert "result of 00_first" in text and "print(secret)" not in re.sub("<[^>]+>", "", text)
    assert "0.97 [0.95, 0.98]" in text and "a &lt; b" in text
    assert lines[0].endswith(" MB.") and lines[1].startswith("No PDF: none of no-such-browser is installed")


def test_the_ledger_notebook_gives_its_answer_to_the_front(two_notebooks, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ())
    cells = [nbformat.v4.new_markdown_cell("# Claims\n\n**Answer.** Two."), nbformat.v4.new_markdown_cell("more of it")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), two_notebooks / "notebooks" / "02_ledger.ipynb")
    text = report.build(out=lambda _: None).read_text(encoding="utf-8")
    assert text.index("Two.") < text.index('id="ledger"') < text.index('id="00_first"') and "more of it" not in text


def test_exported_figures_stand_with_number_and_caption(two_notebooks, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ())
    fig, ax = plt.subplots(figsize=(3.5, 2))
    ax.plot([0, 1])
    figures.export(fig, "02_line", "A line, n < 2.", pd.DataFrame({"y": [0, 1]}))
    output = nbformat.v4.new_output("display_data", data={"image/png": "iVBORw0KGgo="})
    source = "figures.export(fig, '02_line', 'A line, n < 2.', data)"
    shown = nbformat.v4.new_code_cell(source, outputs=[output], execution_count=1)
    other = nbformat.v4.new_code_cell("plt.show()", outputs=[output], execution_count=2)
    nbformat.write(nbformat.v4.new_notebook(cells=[shown, other]), two_notebooks / "notebooks" / "02_third.ipynb")
    text = report.build(out=lambda _: None).read_text(encoding="utf-8")
    assert "<b>Figure 2</b> (02_line). A line, n &lt; 2.</figcaption>" in text
    assert 'style="width: 3.50in"' in text and text.count("data:image/svg+xml;base64,") == 1
    assert text.count("data:image/png;base64,") == 1


def test_wide_and_long_prints_fit_the_page():
    fitted = report._fitted(re.match(r"<pre>(.*?)</pre>", "<pre>" + "&lt;" * 100 + "</pre>"))
    assert fitted.startswith('<pre style="--columns: 100">')
    lines = "\n".join(["x" * 500] * 80)
    assert report._fitted(re.match(r"<pre>(.*?)</pre>", f"<pre>{lines}</pre>", re.DOTALL)).startswith(
        f'<pre class="long" style="--columns: {report.WIDE}">'
    )


def test_code_can_be_shown(two_notebooks, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ())
    text = report.build(code=True, out=lambda _: None).read_text(encoding="utf-8")
    assert "print(secret)" in html.unescape(re.sub("<[^>]+>", "", text))


def test_a_failing_browser_is_said(home, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ("false",))
    lines = []
    assert report.pdf(home / "x.html", out=lines.append) is None
    assert lines[0].startswith("No PDF: ") and "failed" in lines[0]


def test_a_quick_report_wants_a_quick_run(two_notebooks, monkeypatch):
    monkeypatch.setenv("RISKKIT_SCALE", "quick")
    with pytest.raises(RiskkitError, match="00_first was not run in quick mode yet; run 'make quick'"):
        report.build(out=lambda _: None)


def test_the_ledger_as_text_has_no_missing_values():
    shown = claims.readable(claims.frame([row(), row(ours=None, low=None, high=None, n=None, published=None)]))
    assert shown["ours"].tolist() == ["0.97 [0.95, 0.98]", ""]
    assert shown["n"].tolist() == ["500", ""] and shown["published"].tolist() == ["0.6-0.65", ""]


def test_pages_link_to_pages_and_to_the_checkout(home):
    (home / "docs" / "studies").mkdir(parents=True)
    (home / "docs" / "README.md").write_text("# Start\n\n[one](studies/one.md#a-b) [out](../figures/x.png)\n")
    (home / "docs" / "studies" / "one.md").write_text(
        "# One\n\n## A & b\n\n[back](../README.md) [web](https://x.org)\n"
    )
    target = documentation.build(api=False)
    index, one = (target / "index.html").read_text(), (target / "studies" / "one.html").read_text()
    assert 'href="studies/one.html#a-b"' in index and 'href="../../figures/x.png"' in index
    assert 'href="../index.html"' in one and 'href="https://x.org"' in one and "<title>One</title>" in one
    assert documentation.anchor("A, b & c") == "a-b--c"


@pytest.mark.slow
def test_every_link_of_the_built_documentation_leads_somewhere(tmp_path):
    target = documentation.build(tmp_path / "build" / "docs")
    for module in ("odds", "games/bulk", "engine/actions", "plots/style", "studies"):
        assert (target / "api" / "riskkit" / f"{module}.html").exists()
    shown = (target / "api" / "riskkit" / "plots" / "match.html").read_text(encoding="utf-8")
    pictures = re.findall(r'<img src="([^"]+\.png)"', shown)
    assert pictures and all((target / "api" / "riskkit" / "plots" / picture).exists() for picture in pictures)
    pages = [page for page in target.rglob("*.html") if "api" not in page.relative_to(target).parts]
    assert pages
    for page in pages:
        for link in re.findall(r'(?:href|src)="(?![a-z]+:)([^"#]+)', page.read_text(encoding="utf-8")):
            goal = (page.parent / link).resolve()
            if goal.is_relative_to(target):
                assert goal.exists(), f"{page.name} links to {link}"
    assert paths.home().joinpath("docs", "README.md").exists()


def test_links_of_notebooks_stay_inside_the_report(two_notebooks, monkeypatch):
    monkeypatch.setattr(report, "BROWSERS", ())
    words = "See [the first](00_first.ipynb), [the ledger](08_ledger.ipynb), [a page](../docs/glossary.md)."
    cells = [nbformat.v4.new_markdown_cell(words)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), two_notebooks / "notebooks" / "02_third.ipynb")
    text = report.build(out=lambda _: None).read_text(encoding="utf-8")
    assert '<a href="#00_first">the first</a>, <a href="#claims">the ledger</a>, a page.' in text
