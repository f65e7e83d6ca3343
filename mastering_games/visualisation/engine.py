"""The layout engine: the graphviz inside the pygraphviz wheel, and one font for every machine.

Text takes as much room as its font says. The engine asks the system for that font, so the same
tree would be wider on one machine than on the next. Here it sees one font family only: the DejaVu
fonts that come with matplotlib. The bytes are then the same everywhere, and no program and no font
of the system is used.
"""

import os
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from mastering_games.visualisation.information_sets import join

FONT = "DejaVu Sans"
MONOSPACED_FONT = "DejaVu Sans Mono"
FORMATS = ("svg", "png", "pdf", "dot", "json", "plain")

FONT_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern"><edit name="family" mode="append"><string>{font}</string></edit></match>
</fontconfig>
"""


def draw(dot, format="svg", information_sets=()) -> bytes:
    """Lay out a graph given in the DOT language and draw it in one of ``FORMATS``.

    ``information_sets``: names of nodes, and a colour, for those to join by a dashed line.
    """
    if format not in FORMATS:
        raise ValueError(
            f"format {format!r} is not one of {', '.join(FORMATS)}"
        )
    graph = _load_engine().AGraph(string=dot)
    if not information_sets:
        return graph.draw(format=format, prog="dot")
    graph.layout(prog="dot")
    join(graph, information_sets)
    return graph.draw(format=format, prog="nop2")  # all stays in its place


@cache
def _load_engine():
    """Import pygraphviz and let it read its fonts, while the environment names only ours."""
    fonts = Path(
        find_spec("matplotlib").submodule_search_locations[0],
        "mpl-data",
        "fonts",
        "ttf",
    )
    if not (fonts / "DejaVuSans.ttf").is_file():
        raise FileNotFoundError(
            f"no DejaVuSans.ttf in {fonts}: reinstall matplotlib, which brings it"
        )
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder, "fonts.conf")
        configuration.write_text(
            FONT_CONFIGURATION.format(
                fonts=fonts.as_posix(), cache=folder, font=FONT
            ),
            encoding="utf-8",
        )
        variables = {
            "FONTCONFIG_FILE": str(configuration),
            "PANGOCAIRO_BACKEND": "fc",
        }
        with _environment(variables), silent_standard_error():
            import pygraphviz

            pygraphviz.AGraph(string=f'graph {{ a [fontname="{FONT}"] }}').draw(
                format="svg", prog="dot"
            )
    return pygraphviz


@contextmanager
def _environment(variables):
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def silent_standard_error():
    """While fonts are read, some systems' own font files draw warnings that mean nothing to us."""
    sys.stderr.flush()
    saved = os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
