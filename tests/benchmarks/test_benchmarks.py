"""The benchmarks run, and what they stored is what the book says. No test looks at the clock."""

import json
import re

import pytest

from benchmarks import __main__ as command
from benchmarks import (
    blueprints,
    leduc,
    leduc_growth,
    safe_search,
    tictactoe,
    timing,
)
from benchmarks.timing import RESULTS, Program
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
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


def test_safe_search_is_compared_on_a_small_game(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(timing, "RESULTS", tmp_path)
    small = safe_search.goofspiel(3, is_varied=True)
    monkeypatch.setattr(safe_search, "INSTANCES", [small])
    monkeypatch.setattr(safe_search, "SETTINGS", [(0.25, 1), (0.5, 4)])
    command.main(["safe_search", "--store"])
    printed = capsys.readouterr().out
    measured = json.loads((tmp_path / "safe_search.json").read_text())
    assert [row["program"] for row in measured["rows"]] == [
        *safe_search.PROGRAMS
    ]
    ours, papers, naive, _ = measured["rows"]
    assert (ours["subgames"], ours["live"], naive["live"]) == (27, 3, 9)
    assert ours["optimal"] == papers["optimal"] == 3
    assert ours["failed"] == papers["failed"] == 0
    assert ours["value"] == pytest.approx(papers["value"], abs=1e-7)
    for row in measured["rows"]:
        assert row["program"] in printed
        assert row["blueprint_value"] == pytest.approx(2)
        assert row["value"] >= 2 - 1e-7
    assert [(row["alpha"], row["beta"]) for row in measured["settings"]] == [
        (0.25, 1),
        (0.5, 4),
    ]
    assert re.search(
        r"alpha 0\.25 +beta 1 +2\.0+ -> +2\.0+, 3 optimal", printed
    )


def test_what_takes_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr(safe_search, "PATIENCE", 0)
    row = safe_search.measure(
        safe_search.goofspiel(3), "whole game, response fixed"
    )
    assert row["value"] is None
    assert "2.000000 -> not done" in safe_search.line_of(row)


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


SEARCHED = {instance.name: instance for instance in safe_search.INSTANCES}


@pytest.mark.parametrize("name", blueprints.GAMES)
def test_stored_blueprints_are_strategies(name):
    assert [*blueprints.stored()] == [*blueprints.GAMES]
    for label, weights in blueprints.stored()[name].items():
        assert abs(sum(weights) - 1) < 1e-9, label
        assert min(weights) >= 0, label
        assert len(weights) > 1, label


@pytest.mark.parametrize("name", ["Goofspiel 3", "Goofspiel 4", "Leduc 3"])
def test_stored_blueprints_are_equilibria(name):
    """Of several equilibria, another may be found elsewhere: but they all get as much at worst."""
    form = SequenceForm(blueprints.GAMES[name])
    solved = ZeroSumLP(form).solve()
    ann, bob = form.treeplexes
    behaviour = blueprints.load(name, ann)
    strategy = Strategy.from_behaviour(ann, behaviour)
    answer = BestResponse(form).best_response(1, strategy)
    assert -answer.value == pytest.approx(solved.value, abs=1e-9)
    assert behaviour.keys() == ann.number_of.keys()
    kept, again = blueprints.stored()[name], blueprints.compact(strategy)
    assert [*again] == [*kept]
    assert all(w == pytest.approx(kept[label]) for label, w in again.items())
    with pytest.raises(KeyError):
        blueprints.load(name, bob)


def test_blueprints_are_computed_as_they_were_stored(
    monkeypatch, capsys, tmp_path
):
    game = blueprints.GAMES["Goofspiel 3"]
    monkeypatch.setattr(blueprints, "RESULTS", tmp_path)
    monkeypatch.setattr(blueprints, "GAMES", {"Goofspiel 3": game})
    blueprints.main()
    path = tmp_path / "blueprints.json"
    assert f"stored in {path}" in capsys.readouterr().out
    assert path.read_text().count("\n") == 4 + 21
    assert json.loads(path.read_text()) == {
        "Goofspiel 3": blueprints.equilibrium(game)
    }


@pytest.mark.parametrize("name", ["Goofspiel 3", "Goofspiel 4", "Leduc 3"])
def test_stored_blueprints_are_those_that_search_began_with(name):
    instance = SEARCHED[name]
    form = instance.form()
    strategy = Strategy.from_behaviour(
        form.treeplexes[0], instance.blueprint(form)
    )
    value = StrongResponse(form, "Ann").commit(strategy).value
    measured = json.loads((RESULTS / "safe_search.json").read_text())
    for row in measured["rows"] + measured["settings"]:
        if row["instance"] == name:
            assert row["blueprint_value"] == pytest.approx(value, abs=1e-8)


def test_what_was_promised_of_safe_search():
    """Search within the bounds never does worse than the blueprint. Without them it may. Beyond them
    it may not keep what it promises."""
    measured = json.loads((RESULTS / "safe_search.json").read_text())
    rows = {(row["instance"], row["program"]): row for row in measured["rows"]}
    assert len(rows) == len(measured["rows"])
    assert set(rows) == {
        (name, program)
        for name, instance in SEARCHED.items()
        for program in safe_search.PROGRAMS
        if program != safe_search.PAPERS or not instance.is_large
    }
    searches = [row for row in measured["rows"] if "found" in row]
    safe = [row for row in measured["settings"] if row["beta"] <= 1]
    for row in searches + safe:
        assert row["value"] >= row["blueprint_value"] - 1e-7
        assert row["value"] >= row["promised"] - 1e-6
    for row in searches + measured["settings"]:
        assert row["failed"] == 0
        assert row["optimal"] <= row["live"] <= row["subgames"]
        assert row["bound"] is None or row["bound"] >= row["promised"] - 1e-7
    for name, instance in SEARCHED.items():
        ours = rows[name, "safe search"]
        assert ours["optimal"] > 0.85 * ours["live"]
        if name not in ("Leduc 5", "Leduc 6"):
            assert ours["optimal"] == ours["live"]
        if not instance.is_large:
            papers = rows[name, safe_search.PAPERS]
            assert papers["optimal"] <= ours["optimal"]
            assert papers["value"] <= ours["value"] + 1e-7
        fixed = rows[name, "whole game, response fixed"]
        assert fixed["value"] >= fixed["blueprint_value"] - 1e-7
    assert rows["Leduc 3", "naive search"]["value"] < -1
    assert any(
        row["value"] < row["promised"] - 1e-3 for row in measured["settings"]
    )


def test_two_programs_for_safe_search_agree():
    """What one proves to be optimal, the other does not exceed."""
    measured = json.loads((RESULTS / "safe_search.json").read_text())
    rows = {(row["instance"], row["program"]): row for row in measured["rows"]}
    pairs = [
        (ours, papers)
        for name, instance in SEARCHED.items()
        if not instance.is_large
        for ours, papers in zip(
            rows[name, "safe search"]["found"],
            rows[name, safe_search.PAPERS]["found"],
            strict=True,
        )
    ]
    for ours, papers in pairs:
        if ours["is_optimal"]:
            assert papers["gain"] <= ours["gain"] + 1e-6
        if papers["is_optimal"]:
            assert ours["gain"] <= papers["gain"] + 1e-6
    assert sum(o["is_optimal"] and p["is_optimal"] for o, p in pairs) > 10


def test_settings_of_safe_search_are_those_that_are_compared():
    measured = json.loads((RESULTS / "safe_search.json").read_text())
    assert [
        (row["instance"], row["alpha"], row["beta"])
        for row in measured["settings"]
    ] == [
        (instance.name, *setting)
        for instance in safe_search.INSTANCES
        if instance.is_varied
        for setting in safe_search.SETTINGS
    ]
