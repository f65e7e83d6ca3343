"""Pictures: what they show, to whom, how heavy they are, and that they are the same everywhere."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from mastering_games.game import CHANCE, GameNode
from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.sugar_packets import SugarPackets
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.alpha_beta import AlphaBeta
from mastering_games.perfect_information.expectiminimax import Expectiminimax
from mastering_games.perfect_information.good_and_bad_states import PlayAnyGame
from mastering_games.visualisation.graph_visualisation import GraphVisualisation
from tests.visualisation.drawing import SVG, graph_of, svg_of, texts
from tools.chapters import ROOT


@pytest.fixture(scope="module")
def subtree():
    return graph_of(TicTacToe(), "xoo xx   ")


def test_a_solved_tree_says_everything(subtree):
    picture = svg_of(subtree)
    titles = [
        group.findtext(f"{SVG}title") for group in picture.iter(f"{SVG}g")
    ]
    nodes = [title for title in titles if title]
    assert len(nodes) == 41
    assert nodes[0] == (
        "x o o / . x x / . . ., o to move, value (1, -1), best (1, 0) or (2, 0) or (2, 1) or (2, 2)"
    )
    shown = texts(subtree)
    assert shown.count("o to move") == 1 + 6
    assert shown.count("x to move") == 4 + 12
    assert shown.count("x wins") == 6 + 8
    assert shown.count("draw") == 4
    assert shown.count("(1, -1)") + shown.count("(0, 0)") == 41


def test_best_actions_are_heavy_in_the_movers_colour_and_the_others_grey(
    subtree,
):
    lines = [
        path.get("class") for path in svg_of(subtree).findall(f"{SVG}path")
    ]
    heavy = sum(1 for line in lines if line in ("w s-player-0", "w s-player-1"))
    quiet = sum(1 for line in lines if line == "s-quiet")
    best = subtree.outline.count("* ")
    assert heavy == 2 * best, (
        "an edge has two lines, to its action and on to the child"
    )
    assert quiet == 2 * (40 - best)


def test_players_differ_in_shape_and_the_last_move_is_tinted(subtree):
    picture = svg_of(subtree)
    boxes = [
        element
        for element in picture.iter()
        if "o f-" in (element.get("class") or "")
    ]
    shapes = {(element.tag, element.get("class")) for element in boxes}
    assert shapes == {
        (f"{SVG}polygon", "o f-tint-0 s-player-0"),
        (f"{SVG}path", "o f-tint-1 s-player-1"),
        (f"{SVG}polygon", "o f-end s-muted"),
    }
    assert (
        sum(element.get("class") == "g f-mark" for element in picture.iter())
        == 40
    )


def test_the_text_alternative_is_the_same_tree():
    outline = graph_of(AbstractExtensiveFormGame()).outline
    assert outline == (
        "start, player 1 to move, value (3, 8), best (A)\n"
        "* A: A, player 2 to move, value (3, 8), best (C)\n"
        "    * C: A C, end, payoffs (3, 8)\n"
        "    - D: A D, end, payoffs (8, 3)\n"
        "- B: B, player 2 to move, value (2, 10), best (F)\n"
        "    - E: B E, end, payoffs (5, 5)\n"
        "    * F: B F, end, payoffs (2, 10)"
    )


def test_an_unsolved_picture_tells_the_payoffs_only():
    graph = graph_of(
        AbstractExtensiveFormGame(), print_value=False, print_state=False
    )
    assert "start" not in texts(graph)
    assert texts(graph).count("(3, 8)") == 1
    assert "best" not in graph.outline + graph.title + graph.description
    assert not any(
        " w" in (path.get("class") or "")
        for path in svg_of(graph).iter(f"{SVG}path")
    )


def test_the_picture_has_a_name_a_description_and_a_frame():
    graph = graph_of(TicTacToe(), max_level=1)
    picture = svg_of(graph)
    assert picture.get("role") == "img"
    assert picture[0].tag == f"{SVG}title"
    assert picture[0].text.startswith(
        "Game tree: . . . / . . . / . . ., x to move, value (0, 0)"
    )
    assert picture[1].text == (
        "10 nodes. Heavy edges are the mover's best actions. "
        "72 more actions, and all that follows them, are not drawn."
    )
    bundle = graph._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert (
        'tabindex="0" role="group" aria-label="Game tree' in bundle["text/html"]
    )
    assert "<summary>The same tree as text</summary>" in bundle["text/html"]


def test_where_it_is_cut_it_says_how_much_is_missing():
    graph = graph_of(TicTacToe(), max_level=1)
    assert texts(graph).count("+ 8 more") == 9
    whole_root = graph_of(TicTacToe(), max_level=0)
    assert texts(whole_root).count("+ 9 more") == 1


def test_a_tree_too_large_draws_its_top():
    graph = graph_of(TicTacToe(), max_nodes=60)
    assert len(graph.node_titles) == 10, "the next level would not fit"
    assert texts(graph).count("+ 8 more") == 9
    assert "72 more actions" in graph.description


def test_no_picture_is_endlessly_wide():
    width = float(svg_of(graph_of(TicTacToe())).get("width"))
    assert width < 6000
    star = GameNode((), "player 1")
    for number in range(2000):
        star.children[number] = GameNode((number,))
        star.children[number].value = (number, 0)
    star.value, star.best_actions = (1999, 0), [1999]
    graph = GraphVisualisation().node_to_graph(
        AbstractExtensiveFormGame(), star, print_state=False
    )
    assert float(svg_of(graph).get("width")) < 6000
    assert "+ 1940 more" in texts(graph)
    assert "* 1999: end, payoffs (1999, 0)" in graph.outline, "the best is kept"


@pytest.mark.parametrize(
    ("option", "value"), [("max_level", -1), ("max_nodes", 0)]
)
def test_impossible_limits_are_refused(option, value):
    with pytest.raises(ValueError, match=f"{option} is {value}"):
        GraphVisualisation(**{option: value})


def test_a_deep_game_is_cut_not_crashed():
    node = root = GameNode("0", "player 1")
    for number in range(3000):
        child = GameNode(str(number), "player 1")
        node.children["on"] = child
        node = child
    graph = GraphVisualisation(max_nodes=50).node_to_graph(
        AbstractExtensiveFormGame(), root
    )
    assert "+ 1 more" in graph.outline


def test_text_boards_are_monospaced_and_keep_their_columns():
    class TextBoard(TicTacToe):
        def get_board(self, state):
            return None

        def to_string(self, state):
            return "\n".join("".join(state[i : i + 3]) for i in (0, 3, 6))

    picture = svg_of(graph_of(TextBoard(), "xoo xx   ", max_level=0))
    rows = [
        element
        for element in picture.iter(f"{SVG}text")
        if "m" in (element.get("class") or "").split()
    ]
    assert [row.text.replace("\u00a0", " ") for row in rows] == [
        "xoo",
        " xx",
        "   ",
    ]


def bytes_a_node(graph):
    return len(graph.pipe("svg")) / len(graph.node_titles)


def test_pictures_are_light(subtree):
    assert bytes_a_node(subtree) < 2000
    assert (
        bytes_a_node(graph_of(TicTacToe(), "x        ", max_nodes=500)) < 2000
    )
    assert bytes_a_node(graph_of(SharingGame(30))) < 1000


def test_more_players_than_colours_and_a_move_by_chance():
    class Crowd(AbstractExtensiveFormGame):
        def get_players(self):
            return [f"player {number}" for number in range(6)]

        def get_probability(self, state, action):
            return 1 / 3

    nodes = [GameNode((number,), f"player {number}") for number in range(6)]
    nodes.append(GameNode((), CHANCE))
    for parent, child in zip(nodes[1:], nodes, strict=False):
        parent.children["on"] = child
    graph = GraphVisualisation().node_to_graph(
        Crowd(), nodes[-1], print_state=False
    )
    assert "chance moves" in texts(graph)
    assert "on (0.333333)" in texts(graph)
    assert "player 5 to move" in texts(graph)
    assert ElementTree.fromstring(graph.pipe("svg")) is not None


def test_saving(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    graph = graph_of(AbstractExtensiveFormGame())
    assert graph.render(outfile=tmp_path / "new" / "tree.svg") == str(
        tmp_path / "new" / "tree.svg"
    )
    assert (tmp_path / "new" / "tree.svg").read_bytes() == graph.pipe("svg")
    for ending, start in (
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
        ("SVG", b"<svg"),
    ):
        path = graph.render(outfile=f"tree.{ending}")
        assert (tmp_path / path).read_bytes().startswith(start)
    assert graph.render("source.gv", format="png") == "source.gv.png"
    assert (tmp_path / "source.gv").read_text() == graph.source
    graph.render("gone.gv", format="png", cleanup=True)
    assert not (tmp_path / "gone.gv").exists()
    with pytest.raises(
        ValueError,
        match=r"cannot save 'tree.jpg': use the ending svg, png, pdf",
    ):
        graph.render(outfile="tree.jpg")
    with pytest.raises(ValueError, match="format 'bmp' is not one of"):
        graph.pipe("bmp")
    assert graph.render("plain.svg") == "plain.svg"
    assert (tmp_path / "plain.svg").read_bytes().startswith(b"<svg")
    with pytest.raises(ValueError, match=r"cannot save 'left.bmp'"):
        graph.render("left", format="bmp")
    assert not (tmp_path / "left").exists()
    with pytest.raises(TypeError, match="engine is not supported"):
        graph.pipe("svg", engine="neato")


DRAW_ONE = """
import sys
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import BackwardInduction
from mastering_games.visualisation.graph_visualisation import GraphVisualisation
node = BackwardInduction(TicTacToe()).backward_induction("xoo xx   ")
sys.stdout.buffer.write(GraphVisualisation().node_to_graph(TicTacToe(), node).pipe("svg"))
"""


def test_neither_path_nor_home_nor_another_font_changes_a_byte(
    subtree, tmp_path
):
    configuration = tmp_path / "fonts.conf"
    configuration.write_text(
        '<?xml version="1.0"?><fontconfig><dir>nowhere</dir></fontconfig>'
    )
    expected = subtree.pipe("svg")
    environments = [
        {"PATH": "", "HOME": str(tmp_path)},
        {"PATH": "", "FONTCONFIG_FILE": str(configuration)},
        {"PATH": "", "LC_ALL": "C", "PYTHONHASHSEED": "7"},
    ]
    for environment in environments:
        result = subprocess.run(
            [sys.executable, "-c", DRAW_ONE],
            env={**environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
        assert result.stdout == expected
        assert result.stderr == b""


def test_the_environment_is_left_as_it_was():
    """Asked of a new process, in which the engine has not read its fonts yet."""
    program = (
        "import os\n"
        "from mastering_games.visualisation.engine import draw\n"
        "before = dict(os.environ)\n"
        "draw('digraph { a }')\n"
        "assert dict(os.environ) == before"
    )
    environment = {"PYTHONPATH": str(ROOT), "FONTCONFIG_FILE": "mine"}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def test_a_graph_can_be_edited_and_copied():
    graph = graph_of(AbstractExtensiveFormGame())
    copied = graph.copy()
    assert copied.outline == graph.outline
    assert copied.pipe("svg") == graph.pipe("svg")
    copied.node(
        "note", "a note", color="red", fillcolor="yellow", style="filled"
    )
    copied.edge("n0", "note", label="see", color="green", dir="forward")
    copied.attr(label="A caption")
    shown = texts(copied)
    assert {"a note", "see", "A caption"} <= set(shown)
    svg = copied.pipe("svg", encoding="utf-8")
    assert 'stroke="red"' in svg
    assert 'stroke="green"' in svg
    assert "note" not in graph.source


@pytest.mark.parametrize("wrong", [(), "xoo xx   ", None])
def test_a_state_in_place_of_a_node_is_told(wrong):
    with pytest.raises(TypeError, match="draws a node of a solution"):
        GraphVisualisation().node_to_graph(TicTacToe(), wrong)


@pytest.mark.parametrize("limits", [{"max_level": "2"}, {"max_nodes": None}])
def test_a_limit_that_is_no_number_is_told(limits):
    (name,) = limits
    with pytest.raises(TypeError, match=f"{name} is .*: it must be a number"):
        GraphVisualisation(**limits)


def test_boards_that_grow_are_not_compared():
    class Growing(AbstractExtensiveFormGame):
        def get_board(self, state):
            return None if state == ("B",) else [["o"] * (len(state) + 1)]

    assert len(graph_of(Growing()).node_titles) == 7


def test_a_reward_on_the_way_is_shown():
    class Toll(AbstractExtensiveFormGame):
        def get_reward(self, state):
            return (-2, 0) if state == ("A",) else super().get_reward(state)

    graph = graph_of(Toll())
    assert texts(graph).count("pays (-2, 0)") == 1
    assert (
        "- A: A, player 2 to move, pays (-2, 0), value (1, 8), best (C)"
        in graph.outline
    )


def test_the_record_of_a_search_shows_windows_bounds_and_what_was_left_out():
    game = ExplicitTree({"a1": {"b1": 3, "b2": 9}, "a2": {"c1": 2, "c2": 8}})
    record = AlphaBeta(game).alpha_beta((), record=True).record
    graph = GraphVisualisation().node_to_graph(game, record)
    shown = texts(graph)
    assert "α = -∞, β = ∞" in shown
    assert "α = 3, β = ∞" in shown
    assert "≤ 2" in shown
    assert "✂ c2" in shown
    assert (
        "    - left out: c2 (MIN can give 2 here; MAX is sure of 3)"
        in graph.outline.splitlines()
    )
    assert ElementTree.fromstring(graph.pipe("svg")) is not None
    plain = GraphVisualisation().node_to_graph(game, record, print_value=False)
    assert not [text for text in texts(plain) if "α" in text]


def test_good_and_bad_states_are_marked_but_not_at_the_ends():
    game = SugarPackets(1)
    root = PlayAnyGame(game).play_any_game(0)
    graph = GraphVisualisation().node_to_graph(game, root)
    assert texts(graph).count("bad") == 1
    assert texts(graph).count("good") == 1
    assert "Vera wins" in texts(graph)


def test_a_chance_move_shows_its_probabilities():
    game = ExplicitTree(Chance({"heads": (0.6, 5), "tails": (0.4, -2)}))
    root = Expectiminimax(game).expectiminimax(())
    graph = GraphVisualisation().node_to_graph(game, root)
    assert {"heads (0.6)", "tails (0.4)", "chance moves"} <= set(texts(graph))
    assert "(2.2, -2.2)" in texts(graph)
