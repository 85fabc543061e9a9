import itertools

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb

from riskkit.plots import style

# Machado, Oliveira, Fernandes (2009), full severity, linear RGB
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(colour):
    return np.array([c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)])


def lab(rgb):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ rgb
    t = xyz / [0.9505, 1, 1.089]
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_colours_stay_apart_in_grey():
    for one, two in itertools.combinations(style.PALETTE, 2):
        assert abs(style.lightness(one) - style.lightness(two)) > 8, (one, two)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_colours_stay_apart_for_the_colour_blind(kind):
    seen = [lab(np.clip(np.array(BLINDNESS[kind]) @ linear(colour), 0, 1)) for colour in style.PALETTE]
    for one, two in itertools.combinations(seen, 2):
        assert np.linalg.norm(one - two) > 12


def test_lightness_of_known_colours():
    assert style.lightness("black") == 0
    assert style.lightness("white") == pytest.approx(100)
    assert style.lightness("#777777") == pytest.approx(50.03, abs=0.1)
    assert (style.readable_on("#1b1f3b"), style.readable_on("#ecd98b")) == ("white", "black")


def test_sizes_are_columns_of_a_page():
    assert style.size("double", 0.5) == (7.0, 3.5)
    assert style.size(4, 1) == (4, 4)
    with pytest.raises(ValueError, match="did you mean 'double'"):
        style.size("duble")
    with pytest.raises(ValueError, match="figure width"):
        style.size(-1)


def test_series_differ_in_colour_line_and_marker():
    lines = [style.line(place) for place in range(len(style.PALETTE))]
    for part in ("color", "linestyle", "marker"):
        assert len({str(line[part]) for line in lines}) == len(lines)


def test_a_missing_font_falls_back_and_says_so(capsys):
    assert style.settings("No Such Font")["font.family"] == style.FALLBACK
    assert "'No Such Font' is not installed" in capsys.readouterr().out
    assert style.settings(style.FALLBACK)["font.family"] == style.FALLBACK


def test_the_style_ends_with_its_block():
    before = plt.rcParams["font.size"]
    with style.use():
        assert plt.rcParams["font.size"] == 8
        assert plt.rcParams["pdf.fonttype"] == 42
    assert plt.rcParams["font.size"] == before


def test_a_label_stands_at_the_end_of_its_curve():
    _, ax = plt.subplots()
    text = style.label_end(ax, [1, 2, 3], [4, 5, 6], "ours")
    assert (text.get_text(), text.xy) == ("ours", (3, 6))
