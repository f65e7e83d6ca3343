"""Labels: whatever a game prints is shown as it is."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.visualisation.labels import (
    number_to_string,
    value_to_string,
)
from tests.visualisation.drawing import graph_of, texts

HOSTILE = [
    "<A> <B>",
    "a trailing backslash\\",
    "\"double\" and 'single' quotes",
    "x -> y",
    "\\N \\G \\l \\n",
    "&lt; &amp; &#60;",
    "emoji \U0001f600, Ελληνικά, 中文",
    "</script><img src=x onerror=alert(1)>",
    "<b>bold</b>",
    "tab\there",
    "control \x00\x07\x1b[31m",
    "[brackets] {braces} | ;",
    "",
    " ",
]


class Strange(AbstractExtensiveFormGame):
    """The abstract game, saying strange things."""

    def __init__(self, text):
        self.actions = {(): [text, text + "2"]}
        self.rewards = {(text,): (3, 8), (text + "2",): (2, 1)}

    def to_string(self, state):
        return state[0] if state else "start"

    def get_outcome(self, state):
        return f"end: {state[0]}"


@pytest.mark.parametrize("text", HOSTILE)
def test_labels_show_whatever_they_hold(text):
    graph = graph_of(Strange(text))
    shown = "".join(filter(None, texts(graph))).replace("\u00a0", " ")
    visible = re.sub(
        "[\x00-\x1f]",
        lambda match: chr(0x2400 + ord(match[0])),
        text.expandtabs(4),
    )
    shown, visible = (re.sub(" +", " ", s) for s in (shown, visible))
    if (
        text.strip()
    ):  # two children, each with its action, its state and how it ended
        assert shown.count(visible) == 6
    html = graph.to_html()
    assert "<img" not in html
    assert "<script" not in html
    assert graph.pipe("png").startswith(b"\x89PNG")
    assert graph.pipe("pdf").startswith(b"%PDF")


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1, max_size=12))
def test_any_text_makes_a_sound_picture(text):
    graph = graph_of(Strange(text))
    assert len(graph.node_titles) == 3
    ElementTree.fromstring(graph.pipe("svg"))


def test_numbers_and_values():
    assert value_to_string((1, -1.0, 1 / 3, 1e-9)) == "(1, -1, 0.333333, 1e-09)"
    assert number_to_string(10**12) == "1000000000000"
    assert value_to_string((True, -0.0, 1234567.0)) == "(1, 0, 1234567)"
