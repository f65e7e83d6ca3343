"""The help teaches: every example in it runs, and so do the README's."""

import re
import shlex

import pytest

from tools.chapters import ROOT

COMMANDS = ("games", "draw", "solve", "check", "convert")


def examples(text):
    """The lines that begin with the command's name, indented."""
    return re.findall(r"^ +(mastering-games (?!\[).+)$", text, re.MULTILINE)


def run_line(command, line):
    """Run a line of a shell; pipes are all that it knows of shells."""
    output = ""
    for part in line.split(" | "):
        words = shlex.split(part, comments=True)
        assert words[0] == "mastering-games"
        result = command(*words[1:], stdin=output)
        assert result.code == 0, (line, result)
        output = result.out


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_every_example_in_a_help_runs(command, my_game, name):
    told = command(*[name] if name else [], "--help")
    assert told.code == 0
    lines = examples(told.out)
    assert len(lines) >= 2
    for line in lines:
        run_line(command, line)


def test_every_example_in_the_readme_runs(command, my_game):
    lines = examples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [line.split()[1] for line in lines] == [
        "games",
        "draw",
        "solve",
        "check",
        "convert",
    ]
    for line in lines:
        run_line(command, line)


def test_the_help_names_every_command_and_fits_a_terminal(command):
    told = command("--help")
    for name in COMMANDS:
        assert re.search(rf"^    {name}  ", told.out, re.MULTILINE)
        lines = command(name, "--help").out.splitlines()
        assert max(map(len, lines)) <= 80
    assert command().err == told.out
    assert command().code == 2


def test_the_version(command):
    from mastering_games import __version__

    assert command("--version").out == f"mastering-games {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["slove"], "invalid choice: 'slove'"),
        (["solve"], "the following arguments are required: GAME"),
        (["solve", "nim", "--metod", "lp"], "unrecognized arguments: --metod"),
        (["solve", "nim", "--method", "magic"], "invalid choice: 'magic'"),
        (["solve", "nim", "--limit", "0"], "'0' is no whole number from 1"),
        (["draw", "nim", "--max-level", "x"], "'x' is no whole number from 0"),
        (["draw", "nim", "-o", "nim.gif"], "use the ending .svg, .png, .pdf"),
        (["solve", "nim", "--iterations", "9"], "is for --method cfr or cfr+"),
        (
            ["draw", "nim", "--solve", "--strategy", "x"],
            "takes the place of --solve",
        ),
    ],
)
def test_a_mistyped_option_is_told_in_a_line(refused, arguments, told):
    assert told in refused(*arguments)
