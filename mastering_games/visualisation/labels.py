"""Labels: the one place in which what a game prints becomes markup.

A game's text may hold anything: angle brackets, quotes, backslashes, line breaks, control
characters. Whatever it is, it is shown as it is.
"""

import re
from html import escape
from math import inf, isinf
from numbers import Rational, Real

from mastering_games.visualisation.engine import MONOSPACED_FONT
from mastering_games.visualisation.palette import LIGHT

UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)


def to_visible(text) -> str:
    """The text with a stand-in for each character that XML cannot hold, or that moves a cursor."""
    return UNPRINTABLE.sub(_stand_in, str(text).expandtabs(4))


def _stand_in(match):
    """Unicode has pictures of control characters, and a mark for all else."""
    code = ord(match[0])
    return chr(0x2400 + code) if code < 32 else "\ufffd"


def to_markup(text) -> str:
    """Text as the engine's HTML-like labels take it: no character of it is markup any more."""
    markup = (
        escape(to_visible(text)).replace("\\", r"\\").replace("  ", "&#160; ")
    )
    return markup.replace("\n", "<br/>") or "&#160;"


def number_to_string(number) -> str:
    """A payoff in as few characters as say it: a fraction to six significant digits.

    >>> number_to_string(3), number_to_string(1 / 3), number_to_string(1234567.0)
    ('3', '0.333333', '1234567')
    """
    if isinstance(number, Rational):
        return str(+number)
    number = float(number) + 0.0  # -0.0 becomes 0.0
    if isinf(number):
        return "∞" if number > 0 else "-∞"
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.6g}"


def probability_to_string(probability) -> str:
    """How likely something is, or what a plan weighs: a decimal to three digits.

    >>> from fractions import Fraction
    >>> probability_to_string(Fraction(1, 3)), probability_to_string(1 / 3)
    ('1/3', '0.333')
    """
    if isinstance(probability, Rational):
        return str(+probability)
    return number_to_string(round(float(probability), 3))


def value_to_string(value) -> str:
    """A value in words: payoffs, a number, or whatever a solver calls it.

    >>> value_to_string((1, -0.5)), value_to_string(0.5), value_to_string("good")
    ('(1, -0.5)', '0.5', 'good')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Real):
        return number_to_string(value)
    return f"({', '.join(map(number_to_string, value))})"


def bounds_to_string(low, high) -> str:
    """What is known of a value, of which one knows that it lies between two numbers.

    >>> bounds_to_string(3, 3), bounds_to_string(3, inf), bounds_to_string(-inf, 2)
    ('3', '≥ 3', '≤ 2')
    """
    if low == high:
        return number_to_string(low)
    if high == inf:
        return "?" if low == -inf else f"≥ {number_to_string(low)}"
    if low == -inf:
        return f"≤ {number_to_string(high)}"
    return f"{number_to_string(low)} to {number_to_string(high)}"


def action_to_string(action) -> str:
    """
    >>> action_to_string((1, 2)), action_to_string("accept")
    ('1, 2', 'accept')
    """
    if isinstance(action, tuple):
        return ", ".join(map(str, action))
    return str(action)


def font(markup, role, size=None, bold=False) -> str:
    size = f' point-size="{size}"' if size else ""
    markup = f"<b>{markup}</b>" if bold else markup
    return f'<font color="{LIGHT[role]}"{size}>{markup}</font>'


def board_to_markup(board, changed, roles) -> str:
    """A board as a grid. ``changed``: the cells to tint; ``roles``: the colour of a cell's text."""
    rows = []
    for row, cells in enumerate(board):
        markup = "<tr>"
        for column, text in enumerate(cells):
            shade = LIGHT["mark" if (row, column) in changed else "cell"]
            text = str(text).strip()
            content = (
                font(to_markup(text), roles.get(text, "ink"), bold=True)
                if text
                else ""
            )
            markup += (
                f'<td width="20" height="20" bgcolor="{shade}">{content}</td>'
            )
        rows.append(markup + "</tr>")
    return (
        f'<table border="0" cellborder="1" cellspacing="0" cellpadding="0" color="{LIGHT["grid"]}">'
        f"{''.join(rows)}</table>"
    )


def text_to_markup(text) -> str:
    """A state in words; one of several lines is set in a monospaced font, so that columns meet."""
    lines = to_visible(text).split("\n")
    if len(lines) == 1:
        return font(to_markup(text), "ink")
    width = max(map(len, lines))
    markup = "<br/>".join(
        to_markup(line.ljust(width)).replace(" ", "&#160;") for line in lines
    )
    return (
        f'<font face="{MONOSPACED_FONT}" color="{LIGHT["ink"]}">{markup}</font>'
    )


def rows_to_label(rows) -> str:
    """Rows under each other, centred: the label of a node."""
    cells = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    return f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="1">{cells}</table>>'
