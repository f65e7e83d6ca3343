"""Pictures of hidden information: what cannot be told apart, how likely actions are, treeplexes."""

import re
from fractions import Fraction

import pytest

from mastering_games.checks.exploitability import expected_payoffs
from mastering_games.game import has_information_sets
from mastering_games.games.absent_minded_driver import AbsentMindedDriver
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.matrix_game import MatchingPennies
from mastering_games.games.nim import Nim
from mastering_games.games.signalling_game import BeerQuiche
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.expected_payoffs import (
    ExpectedPayoffs,
    game_tree,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.visualisation.graph_visualisation import GraphVisualisation
from mastering_games.visualisation.treeplex_visualisation import (
    TreeplexVisualisation,
)
from tests.hidden_games import HiddenGame

EVEN = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}


def picture(game, strategies=None, **options):
    if strategies is None:
        node = game_tree(game)
        options = {"print_value": False} | options
    else:
        node = ExpectedPayoffs(game).expected_payoffs(strategies)
    return GraphVisualisation().node_to_graph(game, node, **options)


def dashed_lines(graph):
    """The points of each line through an information set."""
    svg = graph.pipe("svg", encoding="utf-8")
    paths = re.findall(r'<path [^>]*class="[^"]*\bt\b[^"]*"[^>]*>', svg)
    lines = []
    for path in paths:
        numbers = re.findall(
            r"-?\d+(?:\.\d+)?", re.search(r'd="(.*?)"', path)[1]
        )
        numbers = list(map(float, numbers))
        lines.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return lines


def test_the_two_nodes_of_a_set_are_joined_side_to_side():
    (line,) = dashed_lines(picture(MatchingPennies()))
    heights = {y for _, y in line}
    assert len(heights) == 1


def test_every_set_of_kuhn_poker_is_joined():
    graph = picture(KuhnPoker())
    sets = graph.information_sets
    assert len(sets) == 12
    assert all(len(names) == 2 for names, _ in sets)
    # Three of Ann's are of neighbours, one line each; the others have two taps and a lane.
    assert len(dashed_lines(graph)) == 3 + 9 * 3


def test_no_two_lanes_lie_on_each_other():
    lanes = [
        (min(x for x, _ in line), max(x for x, _ in line), line[0][1])
        for line in dashed_lines(picture(KuhnPoker()))
        if len({y for _, y in line}) == 1
    ]
    for i, (left, right, y) in enumerate(lanes):
        for other_left, other_right, other_y in lanes[:i]:
            assert y != other_y or right < other_left or other_right < left


def test_a_set_that_holds_a_history_and_what_follows_it_is_drawn():
    (line,) = dashed_lines(picture(AbsentMindedDriver()))
    assert line[0][1] != line[-1][1]


def test_a_game_of_perfect_information_has_no_dashed_lines():
    assert not has_information_sets(Nim([2, 1]))
    graph = picture(Nim([2, 1]))
    assert graph.information_sets == []
    assert "first to move" in graph.outline


def test_the_mover_is_named_once_in_what_is_known():
    assert "Ann: J" in picture(KuhnPoker()).outline
    assert "Ann: Ann" not in picture(KuhnPoker()).outline


class Unnamed(MatchingPennies):
    def get_information_set(self, state):
        return 1


def test_a_set_whose_label_is_no_text_is_shown_after_its_mover():
    assert "Ann: 1" in picture(Unnamed()).outline
    # The same label of another player is another set.
    assert [len(names) for names, _ in picture(Unnamed()).information_sets] == [
        2
    ]


def test_edges_are_as_heavy_as_their_actions_are_likely():
    strategies = [
        {"Ann: to choose": EVEN},
        {"Bob: to choose": {"heads": 1, "tails": 0}},
    ]
    graph = picture(MatchingPennies(), strategies)
    assert "heads (1/2)" in graph.outline
    widths = set(re.findall(r"penwidth=([\d.]+)", graph.source))
    assert {"2.25", "3.5"} <= widths
    svg = graph.pipe("svg", encoding="utf-8")
    assert 'stroke-width="2.25"' in svg


def test_without_values_nothing_is_said_of_strategies():
    strategies = [{"Ann: to choose": EVEN}, {"Bob: to choose": EVEN}]
    graph = picture(MatchingPennies(), strategies, print_value=False)
    assert "1/2" not in graph.outline


def test_chance_shows_its_probabilities():
    assert "strong (9/10)" in picture(BeerQuiche()).outline


@pytest.mark.parametrize("format", ["png", "pdf", "svg", "dot"])
def test_every_format_has_the_dashed_lines(format, tmp_path):
    graph = picture(MatchingPennies())
    plain = graph.copy()
    plain.information_sets = []
    assert graph.pipe(format) != plain.pipe(format)
    assert graph.copy().pipe(format) == graph.pipe(format)


def test_the_lines_move_nothing_else():
    graph = picture(KuhnPoker())
    plain = graph.copy()
    plain.information_sets = []
    places, before = (
        re.findall('<text x="(.*?)" y="(.*?)"', g.pipe("svg", encoding="utf-8"))
        for g in (graph, plain)
    )
    assert len(places) == len(before) > 200
    for x, y in places:
        assert any(
            abs(float(x) - float(u)) < 0.11 and abs(float(y) - float(v)) < 0.11
            for u, v in before
        )


def test_a_treeplex_in_words():
    form = SequenceForm(MatchingPennies())
    uniform = [Strategy.uniform(treeplex) for treeplex in form.treeplexes]
    graph = TreeplexVisualisation().treeplex_to_graph(
        form, 0, strategy=uniform[0]
    )
    assert graph.outline.splitlines() == [
        "Treeplex of Ann: 1 information sets, 3 sequences",
        "the empty sequence: sequence 0, weight 1",
        "    Ann: to choose",
        "        * heads: sequence 1, weight 0.5",
        "        * tails: sequence 2, weight 0.5",
    ]


def test_a_response_shows_what_it_is_worth():
    form = SequenceForm(KuhnPoker())
    uniform = Strategy.uniform(form.treeplexes[1])
    response = BestResponse(form).best_response(0, uniform)
    graph = TreeplexVisualisation().treeplex_to_graph(
        form, 0, response=response
    )
    assert "the empty sequence: sequence 0, worth 0.5" in graph.outline
    assert "* call: sequence 12, worth 0.333333" in graph.outline
    assert 'penwidth="3.5"' in graph.source or "penwidth=3.5" in graph.source


def test_a_treeplex_shows_every_information_set_below_its_sequence():
    form = SequenceForm(KuhnPoker())
    for player, treeplex in enumerate(form.treeplexes):
        graph = TreeplexVisualisation().treeplex_to_graph(form, player)
        for number, parent in enumerate(treeplex.parents):
            assert re.search(rf"s{parent} -> i{number}\b", graph.source)
        for label in treeplex.information_sets:
            assert label in graph.outline


def test_a_treeplex_too_large_to_draw_is_refused():
    form = SequenceForm(KuhnPoker())
    with pytest.raises(ValueError, match="13 sequences, too many"):
        TreeplexVisualisation(max_sequences=12).treeplex_to_graph(form, 0)


def test_a_strategy_of_the_other_player_is_refused():
    form = SequenceForm(KuhnPoker())
    uniform = Strategy.uniform(form.treeplexes[1])
    with pytest.raises(ValueError, match="another game, or player"):
        TreeplexVisualisation().treeplex_to_graph(form, 0, strategy=uniform)


def test_typical_mistakes_are_told_with_their_remedy():
    kuhn = KuhnPoker()
    form = SequenceForm(kuhn)
    uniform = Strategy.uniform(form.treeplexes[1])
    draw = TreeplexVisualisation().treeplex_to_graph
    respond = BestResponse(form).best_response
    for mistake, error, remedy in [
        (lambda: draw(kuhn, 0), TypeError, "SequenceForm\\(game\\) makes one"),
        (lambda: draw(form, "Ann"), ValueError, "give 0 for the first one"),
        (lambda: BestResponse(kuhn), TypeError, "SequenceForm\\(game\\)"),
        (lambda: respond("Ann", uniform), ValueError, "give 0 for the first"),
        (lambda: respond(0, {}), TypeError, "Strategy.from_behaviour"),
        (
            lambda: ExpectedPayoffs(kuhn).expected_payoffs({"Ann: J": {}}),
            ValueError,
            "give a list of strategies",
        ),
        (
            lambda: GraphVisualisation().node_to_graph(kuhn, kuhn),
            TypeError,
            "such as game_tree",
        ),
    ]:
        with pytest.raises(error, match=remedy):
            mistake()


def test_strategies_may_be_given_as_such():
    form = SequenceForm(KuhnPoker())
    uniform = [Strategy.uniform(treeplex) for treeplex in form.treeplexes]
    solver = ExpectedPayoffs(KuhnPoker())
    behaviours = [strategy.to_behaviour() for strategy in uniform]
    assert (
        solver.expected_payoffs(uniform).value
        == solver.expected_payoffs(behaviours).value
    )


def test_labels_may_hold_anything():
    class Hostile(MatchingPennies):
        def get_information_set(self, state):
            return f'<b>"\\N{self.get_player_turn(state)}&\n</b>'

    graph = picture(Hostile())
    assert graph.pipe("svg")
    form = SequenceForm(Hostile())
    assert TreeplexVisualisation().treeplex_to_graph(form, 0).pipe("svg")


def test_expected_payoffs_of_bad_strategies_are_refused():
    solver = ExpectedPayoffs(MatchingPennies())
    bob = {"Bob: to choose": EVEN}
    for strategies, message in [
        ([bob], "one for each of"),
        ([{}, bob], "says nothing about 'Ann: to choose'"),
        ([{"Ann: to choose": {"left": 1}}, bob], "not \\['left'\\]"),
        ([{"Ann: to choose": {"heads": 0.5}}, bob], "must sum to 1|sum to 1"),
        (
            [{"Ann: to choose": {"heads": 2, "tails": -1}}, bob],
            "must not be negative",
        ),
    ]:
        with pytest.raises(ValueError, match=message):
            solver.expected_payoffs(strategies)


def test_expected_payoffs_are_exact_with_fractions_and_count_rewards_on_the_way():
    even = {"Ann: to choose": EVEN}, {"Bob: to choose": EVEN}
    root = ExpectedPayoffs(MatchingPennies()).expected_payoffs(even)
    assert root.value == (0, 0)
    assert all(isinstance(x, Fraction) for x in root.value)
    assert root.probabilities == EVEN


def test_too_many_histories_are_refused():
    with pytest.raises(ValueError, match="more than 10 histories"):
        game_tree(KuhnPoker(), max_histories=10)
    assert len(game_tree(KuhnPoker(), max_histories=58).children) == 3


def test_expected_payoffs_agree_with_the_independent_checker():
    for number in range(20):
        game = HiddenGame(number)
        form = SequenceForm(game)
        strategies = [
            Strategy.uniform(treeplex).to_behaviour()
            for treeplex in form.treeplexes
        ]
        ours = ExpectedPayoffs(game).expected_payoffs(strategies).value
        assert ours == pytest.approx(expected_payoffs(game, strategies))
