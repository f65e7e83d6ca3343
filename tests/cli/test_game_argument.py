"""Every way to name a game; and what is said if there is no such game."""

import pytest

from mastering_games.cli.catalogue import catalogue, find
from mastering_games.cli.game_argument import load_game
from mastering_games.cli.survey import survey
from mastering_games.formats.efg import write_efg
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.nim import Nim
from mastering_games.games.tictactoe import TicTacToe


def test_a_name_with_and_without_parameters():
    assert load_game("nim").heaps == (3, 4, 5)
    game = load_game("nim:heaps=1,2,3,misere=true")
    assert (game.heaps, game.misere) == ((1, 2, 3), True)
    assert load_game("nim:heaps=(1,2),misere=False").heaps == (1, 2)
    assert load_game("nim:heaps=[7]").heaps == (7,)
    assert load_game("nim:heaps=7").heaps == (7,)  # one of several is meant
    assert load_game("kuhn_poker:cards=J,Q,K,A").cards == ["J", "Q", "K", "A"]
    leduc = load_game("leduc_poker:ranks=2,bets=1,3,rake=0.1")
    assert (leduc.ranks, leduc.bets, leduc.rake) == ("QK", (1, 3), 0.1)
    matrix = load_game("matrix_game:payoffs=[[3,0],[1,2]],rows=T,B")
    assert matrix.rows == ["T", "B"]


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "tictactoe", "TicTacToe", "tic-tac-toe"]
)
def test_a_name_may_be_spelled_as_people_spell_it(name):
    assert type(load_game(name)) is TicTacToe


def test_every_game_of_the_book_has_a_name_and_true_facts():
    without_defaults = {"explicit_tree", "matrix_game"}
    for name, entry in catalogue().items():
        assert find(name) is entry
        assert entry.summary.endswith((".", "?"))
        if name not in without_defaults | {"connect_four"}:
            found = survey(load_game(name), 20_000)
            players = len(found.information_sets)
            assert entry.facts[0].startswith(f"{players} player")
            assert ("chance moves" in entry.facts) == found.chance
            assert ("hidden information" in entry.facts) == found.hidden


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("kuhn_pokr", "no game and no file 'kuhn_pokr': did you mean kuhn_"),
        ("xyzzy", "(mastering-games games lists all games)"),
        ("nim:heap=1", "no parameter 'heap': did you mean heaps?"),
        ("leduc_poker:x=1", "there are: ranks, suits, "),
        ("tictactoe:x=1", "the game has none"),
        ("nim:3,4", "write name=value"),
        ("nim:x,heaps=1", "write name=value"),
        ("nim:heaps=1,heaps=2", "heaps is given twice"),
        ("nim:heaps=1+2", "heaps=1+2 cannot be read"),
        ("nim:heaps=__import__('os')", "cannot be read"),
        ("nim:heaps=", "cannot be read"),
        ("nim:heaps=" + "(" * 500, "cannot be read"),
        ("nim:heaps=-1", "a heap of -1 in (-1,)"),
        ("sharing_game:number_of_items=few", "sharing_game:number_of_items="),
        ("matrix_game", "payoffs is missing"),
        ("missing.efg", "missing.efg: No such file or directory"),
        ("folder/missing", "folder/missing: No such file or directory"),
        (".", ". is not a file"),
        ("missing.py:Game", "missing.py: no such file"),
    ],
)
def test_what_is_no_game_is_told_with_a_remedy(refused, game, told):
    assert told in refused("solve", game)


def test_the_value_of_a_parameter_is_never_evaluated(refused, tmp_path):
    refused("solve", f"nim:heaps=open({str(tmp_path / 'made')!r},'w')")
    assert not (tmp_path / "made").exists()


# Files of Gambit's.


def test_a_file_and_standard_input(command, refused, tmp_path):
    text = write_efg(KuhnPoker(), tmp_path / "kuhn.efg")
    by_name = command("solve", "kuhn.efg")
    assert "Ann -0.055556 (about -1/18)" in by_name.out
    assert "  Ann: J check bet " in by_name.out  # the names in the file
    assert (
        command("solve", "-", stdin=text).out.split("\n")[1:]
        == (by_name.out.split("\n")[1:])
    )
    (tmp_path / "game.txt").write_text(text)
    assert command("check", "game.txt").code == 0
    assert refused("solve", "-").startswith("standard input: line 2, column 1")
    assert refused("solve", "-", stdin="kuhn.efg").startswith(
        "standard input: line 1, column 1: expected EFG"
    )


def test_a_broken_file_is_told_by_line_and_column(refused, tmp_path):
    (tmp_path / "bad.efg").write_text(
        'EFG 2 R "Bad" { "Ann" }\np "" 1 1 "" { "l" "r" } 0\nt "" 0\nq'
    )
    assert refused("check", "bad.efg") == (
        "bad.efg: line 4, column 1: expected a node: c, p or t, found 'q'"
    )
    (tmp_path / "binary.efg").write_bytes(b"EFG\xff")
    assert "binary.efg: line 1, column 4" in refused("draw", "binary.efg")
    write_efg(Nim((2, 2)), tmp_path / "nim.efg")
    told = refused("solve", "nim.efg", "--limit", 5)
    assert "at most 5 nodes (--limit raises that)" in told


# A file of the user's own.


def test_a_class_in_a_python_file(command, my_game):
    assert "value   me 3" in command("solve", "my_game.py:MyGame").out
    assert "value   me 3" in command("solve", my_game).out  # the only one
    assert "value   me 7" in command("solve", "my_game.py:MyGame:largest=7").out
    assert "kept" in command("check", f"{my_game}:MyGame").out


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = 1", "no class 'MyGame'; the file has no class derived from"),
        ("class MyGame: pass", "MyGame is no game: derive a class"),
        ("MyGame = 3", "MyGame is no game: derive a class"),
        ("def f(:", "broken.py, line 1: invalid syntax"),
        ("\nimport nothing_here", "broken.py, line 2, in <module>: ModuleNot"),
        ("raise SystemExit", "broken.py exits as it is run"),
        (
            "from mastering_games.game import ExtensiveFormGame\n"
            "class MyGame(ExtensiveFormGame): pass",
            "Can't instantiate abstract class MyGame",
        ),
        (
            "from mastering_games.games.nim import Nim\n"
            "class MyGame(Nim):\n"
            "    def get_actions(self, state): return self.nothing",
            "broken.py, line 3, in get_actions: AttributeError: ",
        ),
    ],
)
def test_a_mistake_in_a_python_file_is_told_by_its_line(
    refused, tmp_path, source, told
):
    (tmp_path / "broken.py").write_text(source)
    assert told in refused("solve", "broken.py:MyGame")


def test_several_classes_in_a_file_must_be_told_apart(refused, tmp_path):
    (tmp_path / "two.py").write_text(
        "from mastering_games.games.nim import Nim\n"
        "class One(Nim): pass\n"
        "class Two(Nim): pass\n"
    )
    told = refused("solve", "two.py")
    assert told == "two.py: the file has One, Two; name one as in two.py:MyGame"


# OpenSpiel.


def test_a_game_of_open_spiel(command, refused):
    pytest.importorskip(
        "pyspiel", reason="needs OpenSpiel: make peers installs it"
    )
    told = command("solve", "open_spiel:kuhn_poker")
    assert "player 0 -0.055556 (about -1/18)" in told.out
    assert "did you mean kuhn_poker" in refused("solve", "open_spiel:kunpoker")
    told = refused("solve", "open_spiel:kuhn_poker(playrs=2)")
    assert "Unknown parameter 'playrs'" in told
    told = refused("solve", "open_spiel:kuhn_poker(players=3)")
    assert "3 players: linear programs and CFR solve games of two" in told


def test_open_spiel_may_be_missing(refused, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert refused("solve", "open_spiel:kuhn_poker") == (
        "open_spiel:kuhn_poker: OpenSpiel is not installed: "
        "pip install open_spiel"
    )
