"""Drawing in tests: a game's graph, its SVG, and the texts that it shows."""

from xml.etree import ElementTree

from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.visualisation.graph_visualisation import GraphVisualisation

SVG = "{http://www.w3.org/2000/svg}"


def graph_of(game, state=None, **options):
    state = game.get_initial_state() if state is None else state
    node = BackwardInduction(game).backward_induction(state)
    show = {
        name: options.pop(name)
        for name in ("print_state", "print_value")
        if name in options
    }
    return GraphVisualisation(**options).node_to_graph(game, node, **show)


def svg_of(graph):
    return ElementTree.fromstring(graph.pipe("svg"))


def texts(graph):
    return [element.text for element in svg_of(graph).iter(f"{SVG}text")]
