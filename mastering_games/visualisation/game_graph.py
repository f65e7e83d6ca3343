"""A graphviz graph that draws itself without a graphviz program, and shows itself to everybody."""

from html import escape
from pathlib import Path

import graphviz

from mastering_games.visualisation.engine import FONT, FORMATS, draw
from mastering_games.visualisation.labels import rows_to_label
from mastering_games.visualisation.svg import refine

KNOWN = (
    "title",
    "description",
    "node_titles",
    "outline",
    "information_sets",
)


LOOK = {
    "graph_attr": {
        "nodesep": "0.1",
        "ranksep": "0.1",
        "splines": "line",
        "ordering": "out",
    },
    "node_attr": {
        "fontname": FONT,
        "fontsize": "14",
        "margin": "0.06,0.03",
        "height": "0",
        "width": "0",
    },
    "edge_attr": {"dir": "none", "tailport": "s", "headport": "n"},
}
"""What all trees have in common."""


class GameGraph(graphviz.Digraph):
    """A ``graphviz.Digraph`` of a game tree.

    A notebook shows it as a picture that follows light and dark mode, with the same tree as text
    folded below it; a terminal shows the text. ``graph.render(outfile="tree.pdf")`` saves it as
    SVG, PNG or PDF, ``graph.pipe(format="svg")`` returns the bytes, and ``graph.source`` is its
    DOT text.

    Attributes:
        title: what the picture shows, in a line.
        description: how to read it, in a sentence or two.
        node_titles: a line for each node, or frame around nodes, by its name in the DOT text.
        outline: the whole tree as text.
        information_sets: for each, the names of its nodes in the DOT text, and a colour. They are
            joined by dashed lines, once all nodes have their places.
    """

    title = "Game tree"
    description = ""
    node_titles: dict[str, str] = {}
    outline = ""
    information_sets: list[tuple[list[str], str]] = []

    def pipe(self, format=None, *, encoding=None, **options) -> bytes | str:
        """The picture as bytes, or as a string where an ``encoding`` is given."""
        self._refuse(options)
        format = (format or self.format).lower()
        data = draw(self.source, format, self.information_sets)
        if format == "svg":
            data = refine(data, self.title, self.description, self.node_titles)
        return data.decode(encoding) if encoding else data

    def render(
        self,
        filename=None,
        directory=None,
        view=False,
        cleanup=False,
        format=None,
        *,
        outfile=None,
        **options,
    ) -> str:
        """Save the picture and return its path.

        ``graph.render("tree.svg")`` saves one file; the ending names its format. A ``filename``
        that names no format is taken as graphviz takes it: the DOT text is saved there, and the
        picture beside it, unless ``cleanup`` removes the text.
        """
        self._refuse(options)
        named = Path(filename or "").suffix[1:].lower() in FORMATS
        if outfile is None and named and format is None:
            outfile = filename
        if outfile is not None:
            path = Path(directory or "", outfile)
            format = format or path.suffix[1:].lower()
        else:
            format = format or self.format
            text = Path(directory or self.directory, filename or self.filename)
            path = text.with_name(f"{text.name}.{format}")
        if format.lower() not in FORMATS:
            raise ValueError(
                f"cannot save {str(path)!r}: use the ending {', '.join(FORMATS)}"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.pipe(format))
        if outfile is None and not cleanup:
            self.save(filename, directory=directory)
        if view:
            self._view(str(path), format=format, quiet=False)
        return str(path)

    def action_edge(self, parent, child, action, height, line):
        """An edge with its action written where the line meets the child.

        The action is a node of its own on the way: so it is next to its child, never on a line.
        ``action`` is markup, ``height`` is in ranks, and ``line`` has the edge's attributes.
        """
        self.node(
            f"{child}a",
            rows_to_label([action]),
            shape="box",
            color="transparent",
            margin="0",
        )
        self.edge(parent, f"{child}a", minlen=str(height), **line)
        self.edge(f"{child}a", child, weight="9", **line)

    def copy(self):
        """A copy that knows what this graph knows."""
        copied = super().copy()
        for name in KNOWN:
            setattr(copied, name, getattr(self, name))
        return copied

    def _refuse(self, options):
        for name, value in options.items():
            if value and name not in ("quiet", "quiet_view"):
                raise TypeError(
                    f"{name} is not supported: the engine is fixed, so that pictures are too"
                )

    def to_html(self) -> str:
        """The picture in a frame that scrolls, and the same tree as text under it."""
        svg = self.pipe("svg", encoding="utf-8")
        return (
            '<figure class="mg-figure" style="margin:1em 0">'
            '<div class="mg-frame" style="overflow-x:auto" tabindex="0" role="group" '
            f'aria-label="{escape(self.title)}">{svg}</div>'
            "<details><summary>The same tree as text</summary>"
            f'<pre style="overflow-x:auto" tabindex="0">{escape(self.outline)}</pre></details></figure>'
        )

    def _repr_mimebundle_(self, include=None, exclude=None, **_):
        return {
            "text/plain": self.outline or self.source,
            "text/html": self.to_html(),
        }
