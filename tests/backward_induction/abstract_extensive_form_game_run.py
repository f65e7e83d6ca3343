from IPython.display import display

from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.visualisation.graph_visualisation import (
    GraphVisualisation,
)

abstract_game = AbstractExtensiveFormGame()
backward_induction = BackwardInduction(abstract_game)
solution = backward_induction.backward_induction(
    abstract_game.get_initial_state()
)
gv = GraphVisualisation()
abstract_game_graph = gv.node_to_graph(
    abstract_game, solution, print_state=False, print_value=True
)
display(abstract_game_graph)
