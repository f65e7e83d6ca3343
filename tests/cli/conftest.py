"""Running the command in this process, in a folder of its own."""

import io
import sys
from dataclasses import dataclass

import pytest

from mastering_games.cli import main

MY_GAME = '''
from mastering_games.game import ExtensiveFormGame


class MyGame(ExtensiveFormGame):
    """One player picks a number, and gets it."""

    def __init__(self, largest=3):
        self.largest = largest

    def get_players(self):
        return ["me"]

    def get_initial_state(self):
        return None

    def get_player_turn(self, state):
        return "me"

    def get_actions(self, state):
        return [] if self.is_terminal(state) else list(range(self.largest + 1))

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return action

    def is_terminal(self, state):
        return state is not None

    def get_reward(self, state):
        return (state or 0,)
'''


@dataclass
class Result:
    """What the command printed, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """A function that runs ``mastering-games`` with arguments, and answers on its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")  # for argparse
    monkeypatch.setattr(sys, "path", list(sys.path))

    def run(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return run


@pytest.fixture
def refused(command):
    """Runs a command that must fail as bad input does: one line, exit code 2; returns the line."""

    def run(*arguments, **options):
        result = command(*arguments, **options)
        assert result.code == 2
        assert result.out == ""
        assert result.err.startswith("mastering-games: ")
        assert result.err.count("\n") == 1
        return result.err.removeprefix("mastering-games: ").strip()

    return run


@pytest.fixture
def my_game(tmp_path):
    """A student's file."""
    path = tmp_path / "my_game.py"
    path.write_text(MY_GAME)
    return path
