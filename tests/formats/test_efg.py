"""Gambit's .efg files: what is read is what the file says."""

import json
import re
from fractions import Fraction

import pytest

from mastering_games.formats import efg
from mastering_games.formats.efg import EfgError, read_efg, write_efg
from mastering_games.game import CHANCE, check_game
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.visualisation.graph_visualisation import (
    GraphVisualisation,
)
from tests.formats.efg_samples import (
    DATA,
    HEAD,
    MISSING,
    POKER,
    REAL_FILES,
    assert_same,
)


@pytest.fixture(
    params=REAL_FILES or [None], ids=lambda path: path.stem if path else "none"
)
def real_file(request):
    if request.param is None:
        pytest.skip(MISSING)
    return request.param


def real_game(name):
    if not REAL_FILES:
        pytest.skip(MISSING)
    return read_efg(DATA / f"{name}.efg")


def histories(game):
    """Each node: its state, the probability of chance's moves, and what each mover has done before."""
    waiting = [(game.get_initial_state(), Fraction(1), ())]
    while waiting:
        state, p, past = waiting.pop()
        yield state, p, past
        for action in game.get_actions(state):
            mover = game.get_player_turn(state)
            q = game.get_probability(state, action) if mover == CHANCE else 1
            step = (mover, game.get_information_set(state), action)
            after = game.get_transition(state, action)
            waiting.append((after, p * q, (*past, step)))


def facts_of(game):
    """What Gambit was asked about the real files, found from the rules alone."""
    sets = {player: {} for player in game.get_players()}
    nodes = ends = 0
    sums = set()
    for state, _, past in histories(game):
        nodes += 1
        if game.is_terminal(state):
            ends += 1
            states = [game.get_initial_state()]
            for _, _, action in past:
                states.append(game.get_transition(states[-1], action))
            sums.add(sum(sum(game.get_reward(s)) for s in states))
        elif (mover := game.get_player_turn(state)) != CHANCE:
            label = game.get_information_set(state)
            own = tuple(step for step in past if step[0] == mover)
            sets[mover].setdefault(label, set()).add(own)
    return {
        "players": len(sets),
        "nodes": nodes,
        "terminal": ends,
        "infosets": [len(of_player) for of_player in sets.values()],
        "perfect_recall": all(
            len(pasts) == 1
            for of_player in sets.values()
            for pasts in of_player.values()
        ),
        "constant_sum": len(sums) == 1,
    }


def value_of_uniform_play(game):
    """What the players get on average if all choose at random."""
    total = [Fraction(0)] * len(game.get_players())
    for state, p, past in histories(game):
        for mover, label, _ in past:
            if mover != CHANCE:
                p /= choices(game, mover, label)
        reward = game.get_reward(state)
        total = [t + p * r for t, r in zip(total, reward)]
    return tuple(total)


def choices(game, mover, label):
    """How many actions an information set has."""
    player = game.get_players().index(mover) + 1
    return next(
        len(node.information_set.labels)
        for node in game.nodes
        if node.information_set
        and node.information_set.player == player
        and node.information_set.number == label[1]
    )


# Real files.


def test_a_real_file_is_read_as_gambit_reads_it(real_file):
    game = read_efg(real_file)
    facts = json.loads((DATA / "facts.json").read_text())[real_file.name]
    if "note" in facts:  # Gambit refuses it, so the file's lines are counted
        lines = real_file.read_text().splitlines()
        kinds = [line[0] for line in lines if re.match('[cpt] "', line)]
        movers = [
            {
                re.match(r'p "[^"]*" (\d+) (\d+)', line)[2]
                for line in lines
                if re.match(rf'p "[^"]*" {player} ', line)
            }
            for player in (1, 2)
        ]
        found = facts_of(game)
        assert found["nodes"] == len(kinds)
        assert found["terminal"] == kinds.count("t")
        assert found["infosets"] == list(map(len, movers))
    else:
        assert facts_of(game) == facts
    assert check_game(game) == []


def test_a_real_file_is_written_and_read_again(real_file, tmp_path):
    game = read_efg(real_file)
    text = write_efg(game, tmp_path / "again.efg")
    again = read_efg(tmp_path / "again.efg")
    assert_same(again, game)
    assert write_efg(again) == text


@pytest.mark.parametrize(
    ("name", "payoffs"),
    [  # by pygambit 16.7: mixed_behavior_profile(rational=True).payoff(player)
        ("catalog__books__myerson1991__fig2_1", "1/4 -1/4"),
        ("contrib__games__cent3", "48553/20000 3523/2000"),
        ("contrib__games__palf3", "7/2 1"),
        ("contrib__games__work2", "-5/16 5/4"),
        ("contrib__games__pvw2", "19/6 7/4"),
        ("contrib__games__ttt", "2203/15120 -2203/15120"),
        ("catalog__journals__ijgt__selten1975__fig1", "3/2 5/4 7/8"),
        (
            "catalog__conf__itcs__jakobsen2016__fig3",
            "1/1600 1/1600 1/1600 1/1600",
        ),
    ],
)
def test_what_random_play_pays_in_a_real_file(name, payoffs):
    """Structure, probabilities, payoffs on the way and at the end: all of it counts here."""
    expected = tuple(map(Fraction, payoffs.split()))
    assert value_of_uniform_play(real_game(name)) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("catalog__books__shohamleytonbrown2008__fig5_2", (3, 8)),
        ("catalog__books__shohamleytonbrown2008__fig5_9", (1, 0)),
        ("catalog__journals__ijgt__selten1975__fig2", (1, 1)),
        ("contrib__games__cent6", (Fraction(4, 5), Fraction(1, 5))),
        ("contrib__games__ttt", (0, 0)),
    ],
)
def test_backward_induction_takes_a_real_file(name, value):
    game = real_game(name)
    node = BackwardInduction(game).backward_induction(game.get_initial_state())
    assert node.value == value
    graph = GraphVisualisation(max_level=1).node_to_graph(game, node)
    assert game.get_actions(0)[0] in graph.source


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("catalog__books__myerson1991__fig2_1", 1 / 3),
        ("catalog__journals__other__reiley2008__fig1", 1 / 3),
        ("catalog__books__vonstengel2022__fig10.12", 1 / 3),
    ],
)
def test_the_sequence_form_takes_a_real_file(name, value):
    solved = ZeroSumLP(SequenceForm(real_game(name))).solve()
    assert solved.value == pytest.approx(value)


# What a file says.


def test_a_game_by_hand():
    game = read_efg(POKER)
    assert game.title == 'A "simple" game of cards'
    assert game.comment == 'Backslashes: \\wedge, \\ and \\"\nare no trouble.'
    assert game.get_players() == ["Ann", "Bob"]
    assert game.get_initial_state() == 0
    assert game.get_player_turn(0) == CHANCE
    assert game.get_actions(0) == ["red", "black"]
    assert game.get_probability(0, "black") == Fraction(1, 2)
    assert [game.get_transition(0, a) for a in ("red", "black")] == [1, 6]
    assert game.get_information_set(1) == ("Ann", 1)
    assert game.get_information_set(6) == ("Ann", 2)
    assert game.get_information_set(2) == game.get_information_set(7)
    assert game.get_actions(7) == ["meet", "pass"], "given once, at node 2"
    assert game.get_reward(2) == game.get_reward(7) == (0.5, -0.5)
    assert game.get_reward(4) == game.get_reward(5) == (1, -1)
    assert game.get_reward(10) == (0, 0)
    assert game.is_terminal(10)
    assert game.get_actions(10) == []
    assert game.get_outcome(3) == "Win big"
    assert game.get_outcome(10) == ""
    texts = [game.to_string(state) for state in (0, 1, 2, 7, 9, 10)]
    assert texts == ["deal", "red", "", "the same", "", "end"]
    assert check_game(game) == []
    assert_same(read_efg(write_efg(game)), game)


def test_what_a_game_refuses():
    game = read_efg(POKER)
    for action in "call", 1, ["raise"], None:
        with pytest.raises(
            ValueError, match=r"illegal .* legal actions: 'raise', 'fold'$"
        ):
            game.get_transition(1, action)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(10, "raise")
    with pytest.raises(ValueError, match="ask where chance does"):
        game.get_probability(1, "raise")
    with pytest.raises(ValueError, match="legal actions: 'red', 'black'"):
        game.get_probability(0, "green")
    for ask in game.get_player_turn, game.get_information_set:
        with pytest.raises(ValueError, match="play has ended in 10"):
            ask(10)


@pytest.mark.parametrize(
    ("labels", "actions"),
    [
        (["L", "R"], ["L", "R"]),
        (["L", "L", "L"], ["L", "L (2)", "L (3)"]),
        (["L", "L", "", "L (2)"], ["L", "L (3)", "3", "L (2)"]),
        (["", ""], ["1", "2"]),
        (["", "1"], ["1 (2)", "1"]),
        (["2", ""], ["2", "2 (2)"]),
        (["chance", "chance"], ["chance (2)", "chance (3)"]),
    ],
)
def test_labels_become_different_names(labels, actions):
    quoted = " ".join(f'"{label}"' for label in labels)
    ends = 't "" 0 ' * len(labels)
    as_actions = read_efg(f'{HEAD} p "" 1 1 "" {{ {quoted} }} 0 {ends}')
    as_players = read_efg(f'EFG 2 R "" {{ {quoted} }} t "" 0')
    assert as_players.get_players() == actions
    if "chance" not in labels:
        assert as_actions.get_actions(0) == actions
    for game in as_actions, as_players:
        assert check_game(game) == []
        assert_same(read_efg(write_efg(game)), game)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("+3", 3),
        ("-03", -3),
        ("6/3", 2),
        ("-2/6", Fraction(-1, 3)),
        ("0.1", Fraction(1, 10)),
        (".80", Fraction(4, 5)),
        ("-.5", Fraction(-1, 2)),
        ("5.", 5),
        ("1e-07", Fraction(1, 10**7)),
        ("1.5E+3", 1500),
        ("2.5e-1", Fraction(1, 4)),
        ("10000000000000000000000001", 10**25 + 1),
        ("0.1000000000000000000000001", Fraction(10**24 + 1, 10**25)),
        ("1e308", 10**308),
        ("1e-400", Fraction(1, 10**400)),
        ("-0", 0),
    ],
)
def test_numbers_are_exact(text, number):
    for kind in "RD":
        game = read_efg(
            f'EFG 2 {kind} "" {{ "Ann" "Bob" }} t "" 1 "" {{ {text}, {text} }}'
        )
        payoff = game.get_reward(0)[1]
        assert payoff == number
        assert type(payoff) is type(number)
        assert_same(read_efg(write_efg(game)), game)


@pytest.mark.parametrize(
    ("odds", "exact"),
    [
        ("1/3 2/3", "1/3 2/3"),
        ("1 0", "1 0"),
        ("0.1 .9", "1/10 9/10"),
        ("1e-1 9e-1", "1/10 9/10"),
        ("0.3333333333333333 0.6666666666666666", "1/3 2/3"),  # OpenSpiel's
        ("0.1666666667 0.8333333334", "1/6 5/6"),
        ("0.0000000000001 1", "1/10000000000001 10000000000000/10000000000001"),
    ],
)
def test_probabilities_are_fractions_that_sum_to_one(odds, exact):
    one, other = odds.split()
    once = f'c "" 1 "" {{ "a" {one} "b" {other} }} 0 '
    game = read_efg(HEAD + once + once + 't "" 0 ' * 3)
    found = [game.get_probability(0, action) for action in "ab"]
    assert found == list(map(Fraction, exact.split()))
    assert all(type(p) is Fraction for p in found)
    assert sum(found) == 1
    assert_same(read_efg(write_efg(game)), game)


def test_white_space_and_line_ends_mean_nothing():
    game = read_efg(POKER)
    comment = 'Backslashes: \\wedge, \\ and \\"{}are no trouble.'
    for end in "\r\n", "\r", "\n\n\t", " \f\v ":
        other = read_efg("\ufeff" + end + POKER.replace("\n", end))
        assert other.comment == comment.format(end), "in quotes, all counts"
        assert other.nodes == game.nodes
    dense = re.sub(r'(["{},]) (?=\S)|(\S) (?=["{},])', r"\1\2", POKER)
    assert len(dense) < 0.9 * len(POKER)
    assert read_efg(dense).nodes == game.nodes
    commas = POKER.replace("{ -2 2 }", "{ -2 , 2, }")
    assert_same(read_efg(commas), game)


def test_a_comment_may_be_missing_and_descriptions_are_read_in_part():
    game = read_efg(
        HEAD + 'p "" 1 7 { "a" "b" } 9 { 1 2 } p "" 1 7 "" 9 "" t "" 9 t "" 9'
        ' p "" 1 7 { "a" "b" } 9 { 1 2 } t "" 0 t "" 0'
    )
    assert game.comment == ""
    assert len(game.nodes) == 7
    assert {game.get_information_set(s) for s in (0, 1, 4)} == {("Ann", 7)}
    assert game.get_reward(2) == (1, 2)


def test_players_number_their_information_sets_themselves():
    game = read_efg(
        HEAD + 'p "" 1 1 "" { "a" } 0 p "" 2 1 "" { "b" "c" } 0'
        ' c "" 1 "" { "d" 1 } 0 t "" 0 t "" 0'
    )
    assert game.get_actions(0) == ["a"]
    assert game.get_actions(1) == ["b", "c"]
    assert game.get_information_set(1) == ("Bob", 1)
    assert game.get_information_set(2) == (CHANCE, 1)


def test_files_and_texts(tmp_path, monkeypatch):
    path = tmp_path / "EFG 2.efg"
    text = POKER.replace("Ann", "Ánn")
    for prefix in "", "\ufeff":
        path.write_bytes((prefix + text.replace("\n", "\r\n")).encode())
        game = read_efg(path)
        assert game.get_players() == ["Ánn", "Bob"]
        assert "\r\n" in game.comment
        assert read_efg(str(path)).nodes == game.nodes
    write_efg(game, path)
    assert "\r\n" in read_efg(path).comment
    assert path.read_text(encoding="utf-8").startswith('EFG 2 R "A \\"simple')
    with pytest.raises(FileNotFoundError):
        read_efg(tmp_path / "missing.efg")
    with pytest.raises(FileNotFoundError):
        read_efg("missing.efg")
    with pytest.raises(EfgError, match="is not a file") as caught:
        read_efg(tmp_path)
    assert caught.value.line is None
    path.write_bytes('EFG 2 R "é"\n{ "Ánn" "Z\xfcrich" }'.encode("latin-1"))
    with pytest.raises(
        EfgError, match=r"^line 1, column 10: .* UTF-8, found the byte 0xe9$"
    ):
        read_efg(path)
    path.write_text(POKER)
    monkeypatch.setattr(efg, "MAX_SIZE", 400)
    for source in path, POKER:
        with pytest.raises(EfgError, match="more than 400"):
            read_efg(source)
