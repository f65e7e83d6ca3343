"""Plots: the same bytes every time, colours of the page's mode, and the numbers as text."""

import re
from xml.etree import ElementTree

from mastering_games.visualisation.palette import LIGHT
from mastering_games.visualisation.plots import STYLE, Plot


def plot(title="Growth <of> trees"):
    drawn = Plot(title, "moves", "nodes")
    drawn.axes.semilogy([1, 2, 3], [2, 4, 8], label="b = 2")
    drawn.axes.semilogy([1, 2, 3], [3, 9, 27], label="b = 3")
    return drawn


def test_the_same_bytes_every_time():
    assert plot().to_html() == plot().to_html()
    drawn = plot()
    assert drawn.to_svg() == drawn.to_svg()


def test_colours_are_the_pages():
    svg = plot().to_svg().replace(STYLE, "")
    assert not [shade for shade in LIGHT.values() if shade in svg]
    assert "var(--player-0)" in svg
    assert "var(--player-1)" in svg
    drawn = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", svg))
    assert drawn <= {"#ffffff", "#000000"}, "a colour that no mode changes"


def test_a_line_is_told_apart_without_its_colour():
    lines = plot().axes.get_lines()
    assert len({line.get_marker() for line in lines}) == 2
    assert len({line.get_linestyle() for line in lines}) == 2


def test_it_says_what_it_shows():
    drawn = plot()
    root = ElementTree.fromstring(drawn.to_svg())
    assert root.get("role") == "img"
    assert root[0].text == "Growth <of> trees"
    html = drawn.to_html()
    assert 'aria-label="Growth &lt;of&gt; trees"' in html
    text = drawn.to_text()
    assert "b = 3" in text
    assert re.search(r"^ +3 +27$", text, re.MULTILINE)
    assert drawn._repr_mimebundle_()["text/plain"] == text
    assert "DejaVu Sans" in drawn.to_svg(), "text stays text"
