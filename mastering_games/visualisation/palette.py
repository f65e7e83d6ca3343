"""The colours and shapes of every picture, in light and in dark.

A name stands for a role, not for a shade. The engine draws with the light colours; the SVG that a
page shows names the role, and the page's mode decides the shade.
"""

LIGHT = {
    "ink": "#1f2328",  # values and states
    "muted": "#57606a",  # words beside them
    "quiet": "#868e96",  # lines of moves that are not best
    "grid": "#c9ced6",  # the lines of a board
    "mark": "#ffe8a3",  # the cell that the last move changed
    "cell": "#fffffe",  # the other cells (one step off white, so that no two roles share a shade)
    "end": "#f3f4f6",  # a terminal state
    "player-0": "#1a5fae",
    "player-1": "#b04a12",
    "player-2": "#2b7337",
    "player-3": "#7d3c98",
    "tint-0": "#eaf2fc",
    "tint-1": "#fdf0e8",
    "tint-2": "#eaf6ec",
    "tint-3": "#f6edf9",
}

DARK = {
    "ink": "#f0f3f6",
    "muted": "#b1bac4",
    "quiet": "#7d8590",
    "grid": "#4d5763",
    "mark": "#4f3e08",
    "cell": "#15191e",
    "end": "#24292f",
    "player-0": "#7cb7ff",
    "player-1": "#ffa26b",
    "player-2": "#7ed18b",
    "player-3": "#d9a5ec",
    "tint-0": "#142840",
    "tint-1": "#3a2112",
    "tint-2": "#15311b",
    "tint-3": "#331f3d",
}

SHAPES = (
    {"shape": "box", "style": "filled"},
    {"shape": "box", "style": "filled,rounded"},
    {"shape": "hexagon", "style": "filled"},
    {"shape": "octagon", "style": "filled"},
)
"""A player's shape, by number: colour alone tells nothing to some eyes, and to a grey printer."""

LINES = ("player-0", "player-1", "player-2", "player-3", "quiet", "muted")


def _variables(palette):
    return ";".join(f"--{role}:{shade}" for role, shade in palette.items())


STYLE = "".join(
    [
        f".mg-tree{{{_variables(LIGHT)};",
        'font:14px "DejaVu Sans",Verdana,Geneva,sans-serif;',
        "display:block;margin:0 auto;max-width:none;height:auto;",
        "width:clamp(calc(var(--width)*.8),100%,var(--width))}",
        "@media (max-width:720px){.mg-tree{width:var(--width)}}.mg-tree:root{width:var(--width)}",
        f"@media (prefers-color-scheme:dark){{.mg-tree:root{{{_variables(DARK)}}}}}",
        "[data-theme=dark] .mg-tree,[data-jp-theme-light=false] .mg-tree,.vscode-dark .mg-tree",
        f"{{{_variables(DARK)}}}",
        ".mg-tree text{fill:var(--ink);text-anchor:middle;white-space:pre}",
        ".mg-tree .b{font-weight:bold}.mg-tree .s{font-size:11px}",
        '.mg-tree .m{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace}',
        "".join(f".mg-tree .f-{role}{{fill:var(--{role})}}" for role in LIGHT),
        "".join(
            f".mg-tree .s-{role}{{stroke:var(--{role})}}" for role in LINES
        ),
        ".mg-tree .o{stroke-width:2}.mg-tree .s-muted{stroke-width:1}.mg-tree .w{stroke-width:3.5}",
        ".mg-tree .d{stroke-dasharray:2 3}.mg-tree .g{stroke:var(--grid)}",
        ".mg-tree .t{fill:none;stroke-dasharray:6 4;stroke-width:1.5}",
    ]
)
"""One style sheet for every picture: scoped, since the styles of an inline SVG reach the whole page."""
