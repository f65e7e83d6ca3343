"""Plots: curves that follow light and dark mode, and that can also be read as a table."""

import re
from hashlib import sha256
from html import escape
from io import BytesIO

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure

from mastering_games.visualisation.labels import number_to_string, to_visible
from mastering_games.visualisation.palette import DARK, LIGHT

ROLES = {shade: role for role, shade in LIGHT.items()}
LOOK = {
    "axes.edgecolor": LIGHT["quiet"],
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": LIGHT["ink"],
    "axes.prop_cycle": cycler(
        color=[LIGHT[f"player-{number}"] for number in range(4)]
        + [LIGHT["muted"], LIGHT["quiet"]]
    )
    + cycler(marker=["o", "s", "^", "D", "", "x"])
    + cycler(linestyle=["-", "--", "-.", ":", "-", "--"]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "none",
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "grid.color": LIGHT["grid"],
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["muted"],
    "ytick.color": LIGHT["muted"],
}
STYLE = "".join(
    [
        f".mg-plot{{{';'.join(f'--{r}:{s}' for r, s in LIGHT.items())};",
        "display:block;margin:0 auto;max-width:none;height:auto}",
        "[data-theme=dark] .mg-plot,[data-jp-theme-light=false] .mg-plot,.vscode-dark .mg-plot",
        f"{{{';'.join(f'--{r}:{s}' for r, s in DARK.items())}}}",
    ]
)


class Plot:
    """A matplotlib figure for a page: ``Plot(title)``, then draw on ``plot.axes``.

    A line is told from another by its colour, its marker and its dashes. A notebook shows the plot
    with its numbers as a table folded below it.

    Parameters:
        title: what the plot shows, in a line.
        x_label, y_label: what the axes show.
        width, height: in inches, of 72 pixels.
    """

    def __init__(self, title, x_label="", y_label="", width=7.6, height=4.2):
        self.title = title
        with mpl.rc_context(LOOK):
            self.figure = Figure(figsize=(width, height), layout="constrained")
            self.axes = self.figure.subplots()
            self.axes.set(xlabel=x_label, ylabel=y_label)
        self.axes.set_axisbelow(True)

    def to_svg(self) -> str:
        """The plot as SVG; the colours are those of the page's mode."""
        if self.axes.get_legend_handles_labels()[0]:
            with mpl.rc_context(LOOK):
                self.axes.legend()
        data = BytesIO()
        with mpl.rc_context(LOOK | {"svg.hashsalt": self.title}):
            self.figure.draw_without_rendering()
            self.figure.set_layout_engine(
                "none"
            )  # each layout would differ a little
            self.figure.savefig(data, format="svg", metadata={"Date": None})
        svg = data.getvalue().decode()
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
        svg = with_stable_ids(svg)
        for shade, role in ROLES.items():
            svg = svg.replace(shade, f"var(--{role})")
        opening, rest = svg.split(">", 1)
        width, height = re.search(
            r'viewBox="0 0 (\S+) (\S+)"', opening
        ).groups()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'class="mg-plot" role="img" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}"><title>{escape(to_visible(self.title))}</title><style>{STYLE}</style>{rest}'
        )

    def to_text(self) -> str:
        """The plotted numbers as lines of text."""
        lines = [self.title]
        for line in self.axes.get_lines():
            label = line.get_label()
            lines.append("" if label.startswith("_") else label)
            lines += [
                f"{number_to_string(x):>12} {number_to_string(y):>16}"
                for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
            ]
        for bars in self.axes.containers:
            lines.append(bars.get_label())
            lines += [
                f"{number_to_string(bar.get_x() + bar.get_width() / 2):>12} "
                f"{number_to_string(bar.get_height()):>16}"
                for bar in bars
            ]
        return "\n".join(lines)

    def to_html(self) -> str:
        """The plot in a frame that scrolls, and its numbers folded under it."""
        return (
            '<figure class="mg-figure" style="margin:1em 0">'
            '<div class="mg-frame" style="overflow-x:auto" tabindex="0" role="group" '
            f'aria-label="{escape(to_visible(self.title))}">{self.to_svg()}</div>'
            "<details><summary>The same plot as numbers</summary>"
            f'<pre style="overflow-x:auto" tabindex="0">{escape(self.to_text())}</pre></details></figure>'
        )

    def _repr_mimebundle_(self, include=None, exclude=None, **_):
        return {"text/plain": self.to_text(), "text/html": self.to_html()}


def with_stable_ids(svg):
    """The SVG with other ids, which tell only what is drawn.

    Matplotlib's ids of markers and clip paths depend on the last digits of their places, which differ
    from one kind of processor to another. Here they are numbered as they come, after a digest of all
    the rest: so they are the same everywhere, and others in another plot of the page.
    """
    found = list(dict.fromkeys(re.findall(r'id="([mp][0-9a-f]{10})"', svg)))
    for number, name in enumerate(found):
        svg = svg.replace(name, f"DIGEST-{number}")
    digest = sha256(svg.encode()).hexdigest()[:10]
    return svg.replace("DIGEST-", f"p{digest}-")
