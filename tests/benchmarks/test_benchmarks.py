"""The benchmarks run, and what they stored is what the book says. No test looks at the clock."""

import json
import re

import pytest

from benchmarks import __main__ as command
from benchmarks import leduc, leduc_growth, tictactoe, timing
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
    "peer",
    [*tictactoe.PEERS, *leduc.PEERS, *leduc.BY_HAND.values()],
    ids=lambda peer: f"{peer.__module__}.{peer.__name__}",
)
def test_the_other_projects_find_the_same(peer, monkeypatch):
    """They are run as they are timed, and find a draw, or a move (all of them draw); or in Leduc poker
    the value, or good strategies, by our own check, though after fewer iterations here."""
    monkeypatch.setattr(leduc, "ITERATIONS", 200)
    for program in programs_of(peer):
        answer = program.run()
        if program.exploitability is None:
            assert program.check(answer), program.name
        else:
            assert 1e-9 < program.exploitability(answer) < 0.02, program.name


def test_our_linear_programs_are_told_to_be_exact():
    for program in leduc.own_programs()[:2]:
        assert program.exploitability(program.run()) < 1e-9


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


def test_who_is_installed_by_hand_may_be_lacking(monkeypatch, capsys, tmp_path):
    def absent():
        raise ImportError("No module named 'absent'")

    monkeypatch.setattr(timing, "RESULTS", tmp_path)
    monkeypatch.setattr(leduc, "PEERS", [])
    monkeypatch.setattr(leduc, "BY_HAND", {"Absent, CFR+": absent})
    monkeypatch.setattr(
        leduc, "own_programs", lambda: [leduc.linear_program("ours")]
    )
    command.main(["leduc", "--repeats", "1", "--store"])
    printed = capsys.readouterr().out
    assert re.search(r"- +- +Absent, CFR\+ +not installed", printed)
    assert "from the rules, exploitability" in printed
    stored = json.loads((tmp_path / "leduc.json").read_text())
    assert stored["not_installed"] == ["Absent, CFR+"]
    (program,) = stored["programs"]
    assert program["exploitability"] < 1e-12


def test_growth_is_measured_in_a_process_for_each_game(
    monkeypatch, capsys, tmp_path
):
    monkeypatch.setattr(timing, "RESULTS", tmp_path)
    monkeypatch.setattr(leduc_growth, "CASES", leduc_growth.CASES[:2])
    command.main(["leduc_growth", "--repeats", "1", "--store"])
    assert "LeducPoker(ranks=3, max_raises=2" in capsys.readouterr().out
    stored = json.loads((tmp_path / "leduc_growth.json").read_text())
    assert [game["histories"] for game in stored["games"]] == [733, 1939]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["chess"],
            "no benchmark chess; there are: tictactoe, leduc, leduc_growth",
        ),
        (["--repeats", "0"], "--repeats is 0: it must be at least 1"),
    ],
)
def test_the_command_names_what_is_wrong(arguments, message, capsys):
    with pytest.raises(SystemExit):
        command.main(arguments)
    assert message in capsys.readouterr().err


def stored(name="tictactoe"):
    measured = json.loads((RESULTS / f"{name}.json").read_text())
    return measured, {p["name"]: p["median"] for p in measured["programs"]}


@pytest.mark.parametrize(
    "benchmark", [tictactoe, leduc], ids=["tictactoe", "leduc"]
)
def test_what_was_stored_is_of_these_programs_and_these_versions(benchmark):
    name = benchmark.__name__.split(".")[1]
    measured, seconds = stored(name)
    source = (ROOT / "benchmarks" / f"{name}.py").read_text()
    assert all(f'"{name}"' in source for name in seconds)
    assert {p.name for p in benchmark.own_programs()} <= set(seconds)
    pins = dict(
        re.findall(
            r"^(\S+)==(\S+)$",
            (ROOT / "requirements-peers.txt").read_text(),
            re.MULTILINE,
        )
    )
    for project, version in measured["versions"].items():
        assert pins.get(project, version) == version, (
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


def test_what_was_promised_of_leduc_poker():
    """At least three times faster than OpenSpiel's linear program; CFR+ at least twice as fast as
    LiteEFG's and 25 times as OpenSpiel's, to the same exploitability."""
    measured, seconds = stored("leduc")
    ours = seconds["Sequence form and linear program"]
    assert 3 * ours < seconds["OpenSpiel, sequence-form linear program"]
    learned = seconds["CFR+, vectorised"]
    assert 2 * learned < seconds["LiteEFG, CFR+ in C++"]
    assert 25 * learned < seconds["OpenSpiel, CFR+ in C++"]
    assert seconds["CFR+, compiled"] < learned
    gaps = [
        program["exploitability"]
        for program in measured["programs"]
        if program["finds"] == leduc.LEARNED
    ]
    assert len(gaps) == 4
    assert max(gaps) < 1.1 * min(gaps) < 5e-4


def test_what_was_promised_of_larger_games():
    """Leduc poker with five raises and four ranks, and Goofspiel with four cards, compile in seconds."""
    measured = json.loads((RESULTS / "leduc_growth.json").read_text())
    games = measured["games"]
    assert len(games) == len(leduc_growth.CASES)
    for case, game in zip(leduc_growth.CASES, games):
        assert game.items() >= dict(case.parameters).items()
        assert game["game"] == case.game.__name__
        if game.get("ranks") == 4 or game.get("cards") == 4:
            assert game["compile_seconds"] < 3
            assert game["memory_mb"] < 200
        assert game["linear_program_seconds"] < 20
    assert {game["value"] for game in games if game["game"] == "Goofspiel"} == {
        0.0
    }
