"""Pictures of treeplexes with subgames: frames, their heads, and notes in the nodes."""

import json
import re

import pytest

from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.visualisation.palette import DARK, LIGHT
from mastering_games.visualisation.treeplex_visualisation import (
    NOTE,
    TreeplexVisualisation,
)
from tests.visualisation.drawing import svg_of, texts
from tests.visualisation.test_palette import contrast

FOLLOWER = 1


class KuhnSubgames(KuhnPoker):
    """Kuhn poker; a subgame begins where Ann has checked and Bob has bet."""

    def get_subgame(self, state):
        return "raised" if state[2:] == ("check", "bet") else None


def form_of(game):
    return SequenceForm(game, subgame_of=game.get_subgame)


def draw(form, player=FOLLOWER, **options):
    return TreeplexVisualisation().treeplex_to_graph(form, player, **options)


def layout(graph):
    """The nodes' places by name; for each frame, its box and its members."""
    drawing = json.loads(graph.pipe("json"))
    names = {o["_gvid"]: o["name"] for o in drawing["objects"]}
    places, frames = {}, {}
    for item in drawing["objects"]:
        if "pos" in item:
            places[item["name"]] = tuple(map(float, item["pos"].split(",")))
        else:
            box = tuple(map(float, item["bb"].split(",")))
            frames[item["name"]] = box, {names[i] for i in item["nodes"]}
    return places, frames


CASES = [
    (ExitAfterChance(), 1),
    (ExitBeforeChance(), 1),
    (SmugglingGame(), 1),
    (KuhnSubgames(), 0),
    (KuhnSubgames("JQKA"), 0),
]


@pytest.mark.parametrize("only_heads", [False, True])
@pytest.mark.parametrize(("game", "player"), CASES)
def test_a_frame_is_around_what_is_in_its_subgame(game, player, only_heads):
    form = form_of(game)
    treeplex = form.treeplexes[player]
    places, frames = layout(draw(form, player, only_heads=only_heads))
    assert len(frames) == len(set(treeplex.subgame_of) - {-1}) > 0
    for name, ((left, low, right, high), members) in frames.items():
        number = int(name.split()[1])
        sets = {m for m in members if m[0] == "i"}
        assert sets == {
            f"i{i}" for i, s in enumerate(treeplex.subgame_of) if s == number
        }
        for node, (x, y) in places.items():
            assert (left < x < right and low < y < high) == (node in members)


@pytest.mark.parametrize("only_heads", [False, True])
@pytest.mark.parametrize(("game", "player"), CASES)
def test_siblings_are_in_order(game, player, only_heads):
    form = form_of(game)
    treeplex = form.treeplexes[player]
    places, _ = layout(draw(form, player, only_heads=only_heads))
    for number in range(len(treeplex.parents)):
        row = [
            places[f"s{s}"][0]
            for s in treeplex.sequences_of(number)
            if f"s{s}" in places
        ]
        assert row == sorted(row)


def test_heads_after_different_sequences_share_a_frame():
    form = form_of(KuhnSubgames())
    graph = draw(form, 0, only_heads=True)
    (members,) = [members for _, members in layout(graph)[1].values()]
    assert members == {"i3", "i4", "i5"}
    assert len({form.treeplexes[0].parents[i] for i in (3, 4, 5)}) == 3


def test_heads_and_notes_in_words():
    form = form_of(ExitAfterChance())
    response = BestResponse(form).best_response(
        FOLLOWER, Strategy.uniform(form.treeplexes[0])
    )
    notes = {2: "≥ 0", 3: "≤ 3"}, {2: "≥ 1.75", 5: "never shown"}
    graph = draw(form, response=response, notes=notes, only_heads=True)
    assert graph.outline.splitlines() == [
        "Treeplex of follower: 4 information sets, 5 of 9 sequences",
        "the empty sequence: sequence 0, worth 0.5",
        "    follower: left: worth 0.5",
        "        - exit: sequence 1, worth 0",
        "        * stay: sequence 2, worth 0.5, ≥ 1.75",
        "            follower: A: in subgame A, worth 0.5, ≥ 0",
        "    follower: right: worth 0",
        "        * exit: sequence 3, worth 0",
        "        - stay: sequence 4, worth 0",
        "            follower: B: in subgame B, worth 0, ≤ 3",
    ]
    assert "only the head information sets" in graph.description
    titles = graph.node_titles
    assert titles["s2"] == "stay: sequence 2, worth 0.5, ≥ 1.75"
    assert titles["i3"] == "follower: B: in subgame B, worth 0, ≤ 3"
    shown = texts(graph)
    assert {"≥ 1.75", "≥ 0", "≤ 3", "A", "B"} <= set(shown)
    assert "never shown" not in shown


def test_without_only_heads_what_is_in_subgames_is_drawn():
    graph = draw(form_of(ExitAfterChance()), notes=({}, {5: "≤ 2"}))
    assert "4 information sets, 9 sequences" in graph.outline
    assert "                - work: sequence 5, ≤ 2" in graph.outline
    assert "subgame A\n                - work: sequence 5" in graph.outline
    assert graph.description.endswith("Dashed frames are subgames.")


def test_frames_are_in_the_page_and_have_titles():
    svg = draw(form_of(ExitBeforeChance())).pipe("svg", encoding="utf-8")
    for side in "left", "right":
        frame = re.search(
            rf"<g><title>subgame {side}</title>(.*?)</g>", svg, re.S
        )[1]
        assert re.search(r'<polygon [^>]*class="[^"]*\bd\b', frame)
        assert f">{side}</text>" in frame


def test_notes_can_be_read():
    for palette in LIGHT, DARK:
        for ground in "tint-0", "tint-1", "cell":
            assert contrast(palette[NOTE], palette[ground]) >= 4.5
    graph = draw(form_of(ExitAfterChance()), notes=({0: "≥ 7"}, {}))
    (note,) = [t for t in svg_of(graph).iter() if t.text == "≥ 7"]
    assert f"f-{NOTE}" in note.get("class").split()


def test_without_subgames_there_are_no_frames():
    graph = draw(SequenceForm(ExitAfterChance()), notes=({0: "≥ 7"}, {}))
    assert "cluster" not in graph.source
    assert "subgame" not in graph.outline + graph.description


def test_what_is_drawn_is_counted():
    form = form_of(ExitAfterChance())  # 5 sequences outside, and 2 heads
    drawer = TreeplexVisualisation(max_sequences=7)
    assert drawer.treeplex_to_graph(form, FOLLOWER, only_heads=True)
    with pytest.raises(ValueError, match="9 sequences, too many"):
        drawer.treeplex_to_graph(form, FOLLOWER)
    drawer = TreeplexVisualisation(max_sequences=6)
    with pytest.raises(ValueError, match=r"7 sequences, with heads .*, too"):
        drawer.treeplex_to_graph(form, FOLLOWER, only_heads=True)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"notes": {0: "≥ 1"}}, TypeError, "a pair of mappings"),
        ({"notes": ["≥ 1", "≥ 2"]}, TypeError, "a pair of mappings"),
        ({"notes": 7}, TypeError, "a pair of mappings"),
        ({"notes": ({4: ""}, {})}, ValueError, "information set 4.* has 4 inf"),
        (
            {"notes": ({}, {-1: ""})},
            ValueError,
            "sequence -1.* has 9 sequences",
        ),
        ({"notes": ({"a": ""}, {})}, ValueError, "information set 'a'"),
    ],
)
def test_wrong_notes_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        draw(form_of(ExitAfterChance()), **options)


def test_heads_of_no_subgames_are_refused():
    with pytest.raises(ValueError, match=r"subgame_of=\.\.\."):
        draw(SequenceForm(ExitAfterChance()), only_heads=True)


def test_labels_of_subgames_and_notes_may_hold_anything():
    text = '<b>"\\N{&\n</b> class="cluster"'
    game = ExitBeforeChance()

    def subgame_of(state):
        return (text, state) if game.get_subgame(state) else None

    form = SequenceForm(game, subgame_of=subgame_of)
    graph = draw(form, notes=({0: text}, {0: text}), only_heads=True)
    assert graph.pipe("svg")
    assert len(graph.outline.splitlines()) == 7
    assert '<b>"\\N{& / </b> class="cluster"' in texts(graph)
