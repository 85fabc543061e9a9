import json
import re

import pandas as pd
import pytest
from matplotlib import pyplot as plt
from test_claims import row

from riskkit.claims import ledger as claims
from riskkit.errors import RiskkitError
from riskkit.report import drawings, figures, gallery, readme
from riskkit.results import paths


def exported(name, caption, **about):
    fig, ax = plt.subplots()
    ax.plot([0, 1])
    return figures.export(fig, name, caption, pd.DataFrame({"y": [0, 1]}), **about)


def test_the_index_lists_every_figure_with_caption_source_data_and_claim(home):
    sources = [
        "from riskkit.plots import td as draw",
        "ax = draw.plot_a(x)\nfigures.export(ax.figure, '04_a', 'A.', x)",
    ]
    cells = [{"cell_type": "code", "source": [source]} for source in sources]
    (home / "notebooks" / "04_td.ipynb").write_text(json.dumps({"cells": cells}))
    exported("05_b", "B <less> & more | or not.")
    exported("04_a", "A.", claim=["TD1", "TD2"])
    assert gallery.write() == 2
    page = (home / "figures" / "index.html").read_text()
    assert page.index('id="04_a"') < page.index('id="05_b"')
    assert "claim TD1, TD2" in page and '<a href="../notebooks/04_td.ipynb">04_td</a>' in page
    assert "B &lt;less&gt; &amp; more" in page and 'href="05_b.csv"' in page
    text = (home / "figures" / "README.md").read_text()
    assert (
        "| [04_a](04_a.png) | A. | [04_td](../notebooks/04_td.ipynb) | [CSV](04_a.csv) | `td.plot_a` | TD1, TD2 |"
        in text
    )
    assert "more \\| or" in text


def test_a_figure_that_lost_a_file_is_named(home):
    exported("04_a", "A.").with_suffix(".pdf").unlink()
    with pytest.raises(figures.FigureError, match="figure 04_a lacks its pdf file"):
        gallery.write()


def test_the_index_of_no_figures_is_a_page_too(home):
    assert gallery.write() == 0
    assert "0 figures" in (home / "figures" / "index.html").read_text()


def test_the_entries_follow_the_provenance(home):
    beside = exported("04_a", "A.", seed=5).with_suffix(".json")
    assert gallery.entries().iloc[0]["seed"] == json.loads(beside.read_text())["seed"] == 5


def test_the_committed_index_lists_the_committed_figures():
    listed = gallery.entries()
    for name, text in (("index.html", gallery.page(listed)), ("README.md", gallery.listing(listed))):
        assert (paths.figures() / name).read_text(encoding="utf-8") == text, "run: riskkit figures"
    for link in re.findall(r'(?:href|src)="([^"]+)"', gallery.page(listed)):
        assert (paths.figures() / link).exists(), link


@pytest.mark.notebook
def test_every_committed_figure_was_drawn_from_the_data_beside_it():
    files = sorted(paths.figures().rglob("*.json"))
    assert [file.name for file in files if not json.loads(file.read_text())["sealed"]] == []
    assert figures.damaged() == []


def test_every_generated_table_is_up_to_date(stored_only):
    for page, study in readme.pages().items():
        assert readme.rendered(page, study) == page.read_text(encoding="utf-8"), "run: riskkit claims --readme"


def test_the_rule_sets_are_shown_where_they_differ():
    shown = readme.rule_sets().set_index("field")
    assert shown.loc["turn_cap", "strategy_switching"] == "200"
    assert (shown.nunique(axis=1) > 1).all() and "name" not in shown.index


def test_an_update_touches_only_what_differs(home, monkeypatch):
    (home / "docs" / "studies").mkdir(parents=True)
    page, other = home / "README.md", home / "docs" / "studies" / "td_lambda.md"
    marks = "<!-- notebooks:begin -->\n<!-- notebooks:end -->\n<!-- claims:begin -->\n<!-- claims:end -->\n"
    page.write_text(f"# Top\n{marks}end\n")
    cell = {
        "cell_type": "markdown",
        "source": [
            "# TD\n",
            "\n",
            "**Question.** Does\n",
            "it win?\n",
            "\n",
            "**Answer.** No.\n",
            "\n",
            "Never.\n",
            "## Then",
        ],
    }
    (home / "notebooks" / "04_td_lambda.ipynb").write_text(json.dumps({"cells": [cell]}))
    other.write_text("# TD\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    monkeypatch.setattr(claims, "studies", lambda: ["td_lambda"])
    monkeypatch.setattr(claims, "rows", lambda study: [row()])
    assert readme.update() == [page, other] and readme.update() == []
    assert re.search(r"04_td_lambda.ipynb\) \| Does it win\? +\| 1 reproduced \|", page.read_text())
    assert "| TD3 " in page.read_text() and page.read_text().endswith("end\n")
    assert "\nNo.\n\nNever.\n\n| Claim" in other.read_text()
    assert "(../../notebooks/04_td_lambda.ipynb)" in other.read_text()


def test_only_what_stands_between_the_marks_is_replaced():
    text = "head\n<!-- x:begin -->\nold\n<!-- x:end -->\ntail <!-- y:begin -->\n"
    assert readme.between(text, "x", r"new \1") == text.replace("old", r"new \1")
    for broken in ("", "<!-- y:begin -->", "<!-- y:end --> <!-- y:begin -->"):
        with pytest.raises(RiskkitError, match="y:begin"):
            readme.between(broken, "y", "new")


def test_the_functions_behind_a_figure_are_read_from_its_cell(home):
    sources = [
        "from riskkit.plots import odds as draw, style\nfrom riskkit.plots.match import plot_course",
        "%matplotlib inline\nfor a in b:\n    ax = draw.plot_chain(a)\nplot_course(c)\nstyle.line(1)\nother.plot_x(d)\n"
        "figures.export(ax.figure, '01_chain', 'C.', c)",
        "draw.plot_heat(e)",
        "figures.export(draw.plot_chain(a).figure, '01_again', 'C.', c)",
    ]
    cells = [{"cell_type": "code", "source": [source]} for source in sources]
    (home / "notebooks" / "01_odds.ipynb").write_text(json.dumps({"cells": cells}))
    chain, course = "riskkit.plots.odds.plot_chain", "riskkit.plots.match.plot_course"
    assert drawings.drawn_by() == {"01_chain": [course, chain], "01_again": [chain]}
    assert drawings.pictures() == {chain: "01_again", course: "01_chain"}


def test_a_figure_that_a_cell_shows_is_named_by_its_output():
    output = {"data": {"text/plain": ["Figure 05_order (9 rows, 4 columns): Wins, n = 500."], "image/png": ""}}
    assert drawings.exported({"source": "figures.order()", "outputs": [output]}) == ["05_order"]
    assert drawings.exported({"source": "figures.order()", "outputs": []}) == []


def test_the_functions_behind_a_figure_of_a_study_are_read_from_its_module():
    drawn = drawings.drawn_by()
    assert drawn["01_chain"] == ["riskkit.plots.odds.plot_chain"]
    assert drawn["01_attack_table"] == ["riskkit.plots.odds.plot_heat"]
    assert drawn["07_limits"] == ["riskkit.plots.search_agents.plot_limits"]
