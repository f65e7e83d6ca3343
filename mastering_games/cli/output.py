"""What the commands write: files that are whole or not there, and plain words."""

import contextlib
import os
import sys
import tempfile
import threading
import time
from fractions import Fraction
from textwrap import fill

from mastering_games.cli.errors import CommandError

PART = 8_192
"""Python tells of a pipe that breaks in the midst of a large write only at the
next one; so there are many small ones."""
KEEP = "\N{NO-BREAK SPACE}"
"""A blank at which no line ends, while lines are made."""


def write(path, content):
    """Write text or bytes: to standard output for None or "-", else to a file.

    The file appears when it is complete: an interrupted command leaves what
    was there before.
    """
    if path in (None, "-"):
        for start in range(0, len(content), PART):
            sys.stdout.write(content[start : start + PART])
        return
    data = content.encode() if isinstance(content, str) else content
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as device:  # a pipe, say; not to be replaced
                device.write(data)
            return
        replace(os.path.realpath(path), data)
    except OSError as error:
        raise CommandError(
            f"cannot write {path}: {error.strerror or error}"
        ) from None


def replace(path, data):
    """Put a new file in place of what is there, with the same permissions."""
    try:
        mode = os.stat(path).st_mode & 0o7777
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "the file is read-only")
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    folder, name = os.path.split(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


class Progress:
    """On a terminal, a line on standard error that says what is being done.

    It appears after a second, and is gone when the work is done.
    """

    def __init__(self, text):
        self.text = text
        self.finished = threading.Event()
        self.thread = None

    def __enter__(self):
        if sys.stderr.isatty():
            self.thread = threading.Thread(target=self.show, daemon=True)
            self.thread.start()
        return self

    def __exit__(self, *_):
        self.finished.set()
        if self.thread:
            self.thread.join()

    def show(self):
        start = time.monotonic()
        shown = False
        while not self.finished.wait(1):
            seconds = time.monotonic() - start
            sys.stderr.write(f"\r\033[K{self.text} ({seconds:.0f} s)")
            sys.stderr.flush()
            shown = True
        if shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def note(message):
    """A remark that is not part of the answer."""
    print(message, file=sys.stderr)


def facts_to_text(facts) -> str:
    """Pairs (what, how it is), one below the other."""
    width = max(len(name) for name, _ in facts) + 2
    indent = {"subsequent_indent": " " * width, "break_long_words": False}
    return "\n".join(
        fill(name.ljust(width) + text, 79, break_on_hyphens=False, **indent)
        .replace(KEEP, " ")
        .rstrip()
        for name, text in facts
    )


def count(number, word):
    """
    >>> count(1, "state"), count(5478, "state")
    ('1 state', '5,478 states')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def number_to_text(number) -> str:
    """A number; if it is but a rounding away from a fraction, that too.

    >>> number_to_text(Fraction(1, 3)), number_to_text(-1 / 18)
    ('1/3', '-0.055556 (about -1/18)')
    >>> number_to_text(1e-17), number_to_text(1.5), number_to_text(-0.085606424)
    ('0', '1.5', '-0.085606')
    """
    if isinstance(number, int | Fraction):
        return str(number)
    near = Fraction(number).limit_denominator(1_000)
    is_near = abs(near - Fraction(number)) <= 1e-9
    if is_near and round(near, 6) == near:
        return f"{float(near):.12g}"
    text = f"{number:.6f}" if abs(number) < 1e6 else f"{number:.6g}"
    return f"{text} (about {near})" if is_near else text


def rounded(gain):
    return 0 if abs(gain) < 1e-9 else gain


def gain_to_text(gain) -> str:
    """
    >>> gain_to_text(2.7e-17), gain_to_text(0.25), gain_to_text(0.0000123)
    ('0', '0.25', '1.23e-05')
    """
    return f"{float(rounded(gain)):.6g}"


def payoffs_to_text(players, payoffs) -> str:
    """
    >>> payoffs_to_text(["Ann", "Bob"], (1, -1))
    'Ann 1, Bob -1'
    """
    return ", ".join(
        f"{player} {number_to_text(payoff)}"
        for player, payoff in zip(players, payoffs, strict=True)
    )


def in_brackets(action) -> str:
    """An action in brackets, on one line."""
    return f"({to_words(action)})".replace(" ", KEEP)


def to_words(thing) -> str:
    """An action, a label or a state, for people.

    >>> to_words((1, 2)), to_words("fold")
    ('1, 2', 'fold')
    """
    if isinstance(thing, tuple):
        return ", ".join(map(to_words, thing)) or "start"
    return " / ".join(str(thing).splitlines())
