"""The benchmarks run, and what they stored is what the book says. No test looks at the clock."""

import json
import re

import pytest

from benchmarks import __main__ as command
from benchmarks import leduc, tictactoe, timing
from benchmarks.timing import RESULTS, Program
from tools.chapters import ROOT


def programs_of(peer):
    try:
        return peer()
    except ImportError as error:
        pytest.skip(f"needs other projects: make peers installs them ({error})")


OURS = [*tictactoe.own_programs(), *leduc.own_programs()]


@pytest.mark.parametrize("program", OURS, ids=lambda program: program.name)
def test_our_programs_are_right(program):
    assert program.check(program.run())


@pytest.mark.parametrize(
    "peer", tictactoe.PEERS, ids=lambda peer: peer.__name__
)
def test_the_other_projects_find_the_same(peer):
    """They are run as they are timed, and find a draw, or a move (all of them draw)."""
    for program in programs_of(peer):
        assert program.check(program.run()), program.name


def test_a_wrong_answer_is_not_timed():
    wrong = Program("wrong", "nothing", None, lambda: 1, lambda answer: False)
    with pytest.raises(ValueError, match="wrong gives a wrong answer: 1"):
        timing.side_by_side([wrong], repeats=1)


def test_the_command_prints_a_table_and_stores_it(
    monkeypatch, capsys, tmp_path
):
    monkeypatch.setattr(timing, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(tictactoe, "PEERS", [])
    command.main(["tictactoe", "--repeats", "1", "--store"])
    printed = capsys.readouterr().out
    for program in tictactoe.own_programs():
        assert program.name in printed
    stored = json.loads((tmp_path / "results" / "tictactoe.json").read_text())
    assert len(stored["programs"]) == len(tictactoe.own_programs())


def test_the_command_stores_nothing_where_a_project_is_lacking(
    monkeypatch, capsys, tmp_path
):
    def absent():
        raise ImportError("No module named 'absent'")

    monkeypatch.setattr(timing, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(tictactoe, "PEERS", [absent])
    with pytest.raises(SystemExit, match="make peers"):
        command.main(["tictactoe", "--repeats", "1", "--store"])
    assert (
        "left out: absent (No module named 'absent')" in capsys.readouterr().out
    )
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "no benchmark chess; there are: tictactoe, leduc"),
        (["--repeats", "0"], "--repeats is 0: it must be at least 1"),
    ],
)
def test_the_command_names_what_is_wrong(arguments, message, capsys):
    with pytest.raises(SystemExit):
        command.main(arguments)
    assert message in capsys.readouterr().err


def stored():
    measured = json.loads((RESULTS / "tictactoe.json").read_text())
    return measured, {p["name"]: p["median"] for p in measured["programs"]}


def test_what_was_stored_is_of_these_programs_and_these_versions():
    measured, seconds = stored()
    source = (ROOT / "benchmarks" / "tictactoe.py").read_text()
    assert all(f'"{name}"' in source for name in seconds)
    assert {p.name for p in tictactoe.own_programs()} <= set(seconds)
    pins = dict(
        re.findall(
            r"^(\S+)==(\S+)$",
            (ROOT / "requirements-peers.txt").read_text(),
            re.MULTILINE,
        )
    )
    for project, version in measured["versions"].items():
        assert pins[project] == version, (
            "measure again: make benchmark ARGUMENTS=--store"
        )


def test_what_the_book_says_of_the_stored_times():
    measured, seconds = stored()
    plain = seconds["Backward induction"]
    full = [
        program["median"]
        for program in measured["programs"]
        if program["project"] and program["finds"].endswith("every state")
    ]
    tables = [t for name, t in seconds.items() if "with its table" in name]
    assert len(full) == 1
    assert len(tables) == 2
    assert plain < min(full) / 10
    compact = seconds["Backward induction, a state is one integer"]
    both = seconds["Backward induction, both"]
    everybody = [p["median"] for p in measured["programs"] if p["project"]]
    assert compact < min(everybody)
    assert both < min(everybody) / 4
