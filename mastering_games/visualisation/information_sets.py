"""Information sets in a picture: dashed lines that join the nodes of a tree already laid out.

Neighbours are joined side to side. Where other nodes stand between, the line runs below them, in a
lane of its own, and a tap leads up to each member.
"""

from dataclasses import dataclass
from itertools import pairwise

TOGETHER = "together"
"""The class of such a line in the SVG."""

FIRST_LANE, LANE = 9, 7  # how far below the nodes the lanes are, in points


@dataclass
class Box:
    """Where a node is, in points; y grows upward."""

    name: str
    x: float
    y: float
    width: float
    height: float

    @property
    def left(self):
        return self.x - self.width / 2

    @property
    def right(self):
        return self.x + self.width / 2

    @property
    def bottom(self):
        return self.y - self.height / 2


def join(graph, information_sets):
    """Add the lines to a pygraphviz graph with positions. (Names of nodes, colour) for each set."""
    boxes = {str(node): _box(node) for node in graph.nodes()}
    taken = {}  # by height in the picture: the spans of each lane
    for names, colour in information_sets:
        members = sorted((boxes[name] for name in names), key=lambda b: b.x)
        rows = {round(member.y) for member in members}
        if len(rows) > 1:
            lines = [_bow(*pair) for pair in pairwise(members)]
        elif not (between := _between(members, boxes.values())):
            lines = [
                _polyline([(one.right, one.y), (two.left, two.y)])
                for one, two in pairwise(members)
            ]
        else:
            lanes = taken.setdefault(rows.pop(), [])
            span = members[0].left, members[-1].right
            lines = _bus(members, between, free_lane(lanes, span))
        for number, line in enumerate(lines):
            graph.add_edge(
                names[0],
                names[-1],
                key=f"{TOGETHER} {names[0]} {number}",
                **{"class": TOGETHER, "pos": line, "dir": "none"},
                color=colour,
                style="dashed",
                penwidth="1.5",
            )


def _box(node):
    x, y = map(float, node.attr["pos"].split(","))
    width, height = (72 * float(node.attr[a]) for a in ("width", "height"))
    return Box(str(node), x, y, width, height)


def _between(members, boxes):
    """The other nodes that stand between the first and the last."""
    first, last = members[0], members[-1]
    names = {member.name for member in members}
    return [
        box
        for box in boxes
        if first.x < box.x < last.x
        and abs(box.y - first.y) < (box.height + first.height) / 2
        and box.name not in names
    ]


def free_lane(lanes, span):
    """The number of the first lane in which nothing overlaps the span, which is put there."""
    for number, spans in enumerate(lanes):
        if all(span[1] < left or right < span[0] for left, right in spans):
            spans.append(span)
            return number
    lanes.append([span])
    return len(lanes) - 1


def _bus(members, between, lane):
    """A line below all nodes, with a tap up to each member, left of where its own edges start."""
    lowest = min(box.bottom for box in [*members, *between])
    y = lowest - FIRST_LANE - LANE * lane
    taps = [(m, m.left + m.width * (0.14 + 0.06 * (lane % 4))) for m in members]
    lines = [_polyline([(x, member.bottom), (x, y)]) for member, x in taps]
    return [*lines, _polyline([(taps[0][1], y), (taps[-1][1], y)])]


def _bow(one, two):
    """A curve between nodes of different heights, from side to side."""
    start, end = (one.right, one.y), (two.left, two.y)
    if end[0] <= start[0]:  # one above the other: around their right sides
        end = (two.right, two.y)
        out = max(start[0], end[0]) + 28
        points = [start, (out, start[1]), (out, end[1]), end]
    else:
        middle = (start[0] + end[0]) / 2
        points = [start, (middle, start[1]), (middle, end[1]), end]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _polyline(points):
    """Straight lines as the engine takes them: Bezier curves with their handles at the ends."""
    spline = [points[0]]
    for one, two in pairwise(points):
        spline += [one, two, two]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in spline)
