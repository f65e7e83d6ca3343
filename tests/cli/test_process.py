"""The command as a shell runs it."""

import io
import os
import signal
import subprocess
import sys
import time

import pytest

from mastering_games.cli.output import Progress
from tools.chapters import ROOT

COMMAND = [sys.executable, "-m", "mastering_games"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
HEAVY = {"graphviz", "matplotlib", "numpy", "pygraphviz", "scipy"}


def run(*arguments, **options):
    return subprocess.run(
        arguments, capture_output=True, text=True, env=ENVIRONMENT, **options
    )


def test_python_dash_m_is_the_command(tmp_path):
    made = run(*COMMAND, "solve", "nim:heaps=1,2", cwd=tmp_path)
    assert made.returncode == 0
    assert "first 1, second -1" in made.stdout
    failed = run(*COMMAND, "solve", "missing.efg", cwd=tmp_path)
    assert failed.returncode == 2
    assert failed.stderr == (
        "mastering-games: missing.efg: No such file or directory\n"
    )


def test_help_imports_nothing_heavy():
    program = (
        "import sys, mastering_games.cli\n"
        "mastering_games.cli.main(['solve', '--help'])\n"
        "mastering_games.cli.main(['games'])\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    assert run(sys.executable, "-c", program).stdout.endswith("\n[]\n")


def test_a_reader_may_leave_early(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "convert", "leduc_poker:ranks=4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout.readline().startswith(b"EFG 2 R")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_an_interrupt_ends_the_work(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "solve", "connect_four", "-o", "found.txt"],
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=tmp_path,
        # as a terminal starts it, even where this test runs in the background
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),
    )
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert told == b"mastering-games: interrupted\n"
    assert process.returncode == 130
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:
        made = subprocess.run(
            [*COMMAND, "convert", "kuhn_poker"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
    assert made.returncode == 2
    assert made.stderr.endswith("No space left on device\n")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_progress_and_then_it_is_gone(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Progress("") as progress:
        progress.text = "iteration 7 of 9"
        time.sleep(1.3)
    assert sys.stderr.getvalue() == "\r\x1b[Kiteration 7 of 9 (1 s)\r\x1b[K"


def test_a_file_and_a_quick_answer_see_no_progress(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Progress("quick"):
        pass
    assert sys.stderr.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with Progress("into a file"):
        time.sleep(1.3)
    assert sys.stderr.getvalue() == ""
