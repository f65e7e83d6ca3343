"""``games``, ``draw``, ``check``, ``convert``: what they print, and what they write."""

import json
import os
import stat

import pytest

from mastering_games.checks.same_game import differences
from mastering_games.cli.catalogue import catalogue
from mastering_games.formats.efg import read_efg
from mastering_games.games.kuhn_poker import KuhnPoker

# games


def test_the_list_of_games(command):
    told = command("games").out
    assert told.count("\n\n") == len(catalogue()) - 1
    assert (
        "kuhn_poker\n"
        "    Kuhn poker: a card each, and one bet.\n"
        "    2 players, chance moves, hidden information\n"
        "    parameters: cards=('J', 'Q', 'K')\n"
    ) in told


def test_one_game_in_full(command, refused):
    told = command("games", "leduc_poker").out
    assert "F. Southey" in told
    assert "The king is the highest rank" in told
    assert "    max_raises=2\n" in told
    assert told.endswith(
        "from mastering_games.games.leduc_poker import LeducPoker\n"
    )
    assert "did you mean kuhn_poker" in refused("games", "kuhnpokr")


# draw


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"digr")],
)
def test_the_ending_tells_the_kind_of_picture(command, tmp_path, kind, begins):
    told = command("draw", "nim:heaps=1,2", "-o", f"nim.{kind}")
    assert (told.code, told.out) == (0, "")
    assert told.err.startswith(f"wrote nim.{kind}: 12 nodes.")
    content = (tmp_path / f"nim.{kind}").read_bytes().lstrip()
    assert content[:1000].find(begins) >= 0
    assert os.listdir(tmp_path) == [f"nim.{kind}"]


def test_a_tree_as_text(command, tmp_path):
    told = command("draw", "nim:heaps=1,2").out
    assert told.startswith("1, 2, first to move, value (1, -1), best (1, 1)\n")
    assert "\n* 1, 1: 1, 1, second to move, value (1, -1)" in told
    command("draw", "nim:heaps=1,2", "-o", "nim.txt")
    assert (tmp_path / "nim.txt").read_text() == told
    plain = command("draw", "nim:heaps=1,2", "--no-solve", "--no-states").out
    assert plain.startswith("first to move\n- 0, 1: second to move\n")
    assert "best" not in plain


def test_hidden_information_is_drawn_with_or_without_an_equilibrium(command):
    plain = command("draw", "kuhn_poker").out
    assert plain.startswith("no cards, chance moves\n- J (1/3): J, chance")
    assert "Ann: Q check bet" in plain
    assert "value" not in plain
    solved = command("draw", "kuhn_poker", "--solve").out
    assert solved.startswith("no cards, chance moves, value (-1/18, 1/18)\n")
    told = command("draw", "kuhn_poker", "--solve", "-o", "kuhn.svg").err
    assert "58 nodes. Dashed lines join what a mover cannot tell apart." in told


@pytest.mark.parametrize(
    ("game", "options", "value"),
    [
        ("kuhn_poker", [], "(-1/18, 1/18)"),
        ("nim:heaps=1,2", [], "(1, -1)"),
        ("nim:heaps=1,2", ["--method", "lp"], "(1, -1)"),
    ],
)
def test_a_strategy_can_be_drawn(command, game, options, value):
    command("solve", game, *options, "--json", "-o", "found.json")
    drawn = command("draw", game, "--strategy", "found.json")
    assert drawn.code == 0
    assert f"value {value}\n" in drawn.out
    assert " (1): " in drawn.out


def test_a_tree_too_large_is_cut_and_that_is_said(command):
    told = command("draw", "tic_tac_toe", "-o", "x.dot")
    assert "10 nodes" in told.err
    assert (
        "72 more actions, and all that follows them, are not drawn" in told.err
    )
    assert "(--max-level, --max-nodes, --max-width)" in told.err
    told = command("draw", "connect_four", "--limit", 1000, "--max-level", 1)
    assert told.err == "more than 1,000 states: drawn without values\n"
    assert told.out.count("+ 7 more") == 7
    told = command("draw", "goofspiel:cards=13", "--max-level", 1)
    assert told.out.count("+ 13 more") == 13
    told = command("draw", "cat_and_mouse", "--no-solve", "--max-level", 4)
    assert told.code == 0


def test_a_game_too_large_to_solve_is_not_solved(refused):
    told = refused("draw", "connect_four", "--solve", "--limit", 1000)
    assert "more than 1000 states" in told


# check


def test_what_check_tells_of_a_sound_game(command):
    told = command("check", "kuhn_poker")
    assert told.code == 0
    assert told.out == (
        "game       kuhn_poker\n"
        "contract   kept: nothing to mend\n"
        "players    2: Ann, Bob\n"
        "chance     moves\n"
        "size       58 states, 30 ends; 58 histories, the longest of 5 moves\n"
        "knowledge  hidden information\n"
        "Ann        6 information sets, 13 sequences\n"
        "Bob        6 information sets, 13 sequences\n"
        "recall     perfect\n"
        "payoffs    zero-sum\n"
    )


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("tic_tac_toe", "5,478 states, 958 ends; 549,946 histories, the"),
        ("tic_tac_toe", "knowledge  perfect information"),
        ("absent_minded_driver", "imperfect: in 'driver: at an exit' the"),
        ("absent_minded_driver", "payoffs     of one player, from 0 to 4"),
        ("beer_quiche", "those of a play sum to something from 0 to 4"),
        ("centipede", "something from 2 to 14"),
    ],
)
def test_facts_about_games(command, game, told):
    result = command("check", game)
    assert result.code == 0
    told, lines = (" ".join(text.split()) for text in (told, result.out))
    assert told in lines


def test_problems_make_the_exit_code_1(command, tmp_path):
    told = command("check", "cat_and_mouse")
    assert told.code == 1
    assert "problem    play can return to state" in told.out
    assert "play can go on for ever" in told.out
    (tmp_path / "broken.py").write_text(
        "from mastering_games.games.nim import Nim\n"
        "class Broken(Nim):\n"
        "    def get_transition(self, state, action): pass\n"
    )
    told = command("check", "broken.py")
    assert told.code == 1
    assert "did you forget return?" in told.out
    assert "not known: mend that first" in told.out


def test_a_game_too_large_to_check_is_checked_in_part(command):
    told = command("check", "connect_four", "--limit", 500)
    assert told.code == 0
    words = " ".join(told.out.split())
    assert "check_game looked at the first" in words
    assert "states; --limit raises that" in words
    assert "size not known: more than 500 states" in words


def test_strategies_of_another_game_are_refused(command, refused, tmp_path):
    command("solve", "kuhn_poker", "--json", "-o", "kuhn.json")

    def told(game="kuhn_poker", content=None):
        if content is not None:
            (tmp_path / "kuhn.json").write_text(content)
        return refused("check", game, "--strategy", "kuhn.json")

    assert "the actions are check, raise, not check, bet" in told("leduc_poker")
    assert "no information set 'Ann: J': is" in told("kuhn_poker:cards=A,Q,K")
    assert "but the players are x, o" in told("tic_tac_toe")
    assert "so strategies have no expected" in told("cat_and_mouse")
    content = json.loads((tmp_path / "kuhn.json").read_text())
    content["strategies"]["Ann"]["Ann: J"]["bet"] = 0.7
    content["strategies"]["Ann"]["Ann: J"]["check"] = 0.7
    assert "they must sum to 1" in told(content=json.dumps(content))
    content["strategies"]["Ann"]["Ann: J"]["bet"] = "often"
    assert "'Ann: J'" in told(content=json.dumps(content))
    del content["strategies"]["Ann"]["Ann: J"]
    assert "says nothing about 'Ann: J'" in told(content=json.dumps(content))
    assert "no strategies; mastering-games solve GAME" in told(content="{}")
    assert "a JSON object is needed" in told(content="[]")
    assert "kuhn.json: line 1, column 2: " in told(content="{")
    assert "missing.json: No such file" in refused(
        "check", "nim", "--strategy", "missing.json"
    )


# convert


def test_a_converted_game_is_the_same_game(command, tmp_path):
    told = command("convert", "kuhn_poker", "-o", "kuhn.efg", "--title", "Kuhn")
    assert told.err == "wrote kuhn.efg: 58 nodes\n"
    game = read_efg(tmp_path / "kuhn.efg")
    assert game.title == "Kuhn"
    assert command("convert", "kuhn.efg").out == (
        tmp_path / "kuhn.efg"
    ).read_text(encoding="utf-8")
    named = KuhnPoker(["J", "Q", "K"])
    assert differences(game, named) == []


def test_a_file_that_exists_is_kept(command, refused, tmp_path):
    target = tmp_path / "kuhn.efg"
    target.write_text("precious")
    told = refused("convert", "kuhn_poker", "-o", "kuhn.efg")
    assert told == "kuhn.efg exists: --force replaces it"
    assert target.read_text() == "precious"
    assert (
        command("convert", "pig:target=1", "-o", "kuhn.efg", "--force").code
        == 0
    )
    assert target.read_text().startswith("EFG")


def test_a_game_without_end_has_no_tree(refused):
    assert "play can return to state" in refused("convert", "cat_and_mouse")


# What is written is whole or not there.


def test_where_nothing_can_be_written(refused, tmp_path):
    told = refused("draw", "nim", "-o", "missing/nim.svg")
    assert told == "cannot write missing/nim.svg: No such file or directory"
    (tmp_path / "folder.svg").mkdir()
    assert "cannot write folder.svg: " in refused(
        "draw", "nim:heaps=1,", "-o", "folder.svg"
    )


def test_a_failed_command_leaves_what_was_there(command, refused, tmp_path):
    target = tmp_path / "found.json"
    target.write_text("before")
    os.chmod(target, 0o640)
    refused("solve", "connect_four", "--limit", 9, "-o", "found.json")
    assert target.read_text() == "before"
    assert command("solve", "nim:heaps=2,1", "-o", "found.json").code == 0
    assert target.read_text().startswith("game    nim:heaps=2,1\n")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["found.json"]


def test_an_interrupted_write_leaves_what_was_there(
    command, tmp_path, monkeypatch
):
    (tmp_path / "nim.txt").write_text("before")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    told = command("draw", "nim:heaps=1,", "-o", "nim.txt")
    assert (told.code, told.err) == (130, "mastering-games: interrupted\n")
    assert (tmp_path / "nim.txt").read_text() == "before"
    assert os.listdir(tmp_path) == ["nim.txt"]


def test_a_link_stays_a_link(command, tmp_path):
    (tmp_path / "nim.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("nim.txt")
    assert command("draw", "nim:heaps=1,", "-o", "link.txt").code == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "nim.txt").read_text().startswith("1, first to move")


def test_a_mistake_of_ours_keeps_its_traceback(command, monkeypatch):
    from mastering_games.cli import solve

    def wrong(*_):
        raise KeyError("ours")

    monkeypatch.setattr(solve, "load_game", wrong)
    with pytest.raises(KeyError):
        command("solve", "nim")
