"""From the engine's SVG to the one that a page shows: lighter, accessible, in light and dark.

The engine draws with the light palette, so a colour tells the role of what it draws. Here each
element gets a class in place of its colours and fonts, the cells of a board become one path, and
the picture and its nodes get titles in words.
"""

import re
from xml.etree import ElementTree

from mastering_games.visualisation.palette import LIGHT, STYLE

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = (f"{SVG}polygon", f"{SVG}path", f"{SVG}ellipse")
GEOMETRY = ("points", "d", "cx", "cy", "rx", "ry")
ROLES = {shade: role for role, shade in LIGHT.items()}
TRANSLATE = re.compile(r"translate\((\S+) (\S+)\)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def refine(data, title, description, node_titles) -> bytes:
    """The engine's SVG, refined. ``node_titles``: what a node says of itself, by its name."""
    source = ElementTree.fromstring(data)
    width, height = (
        source.get("width")[:-2],
        source.get("height")[:-2],
    )  # points, here as pixels
    canvas = source.find(f"{SVG}g")
    right, down = TRANSLATE.search(
        canvas.get("transform")
    ).groups()  # from its origin to the corner
    picture = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "mg-tree",
            "role": "img",
            "width": width,
            "height": height,
            "style": f"--width:{width}px",  # a wide page may shrink it a little, a narrow one never
            "viewBox": f"{-float(right):g} {-float(down):g} {width} {height}",
        },
    )
    ElementTree.SubElement(picture, "title").text = title
    if description:
        ElementTree.SubElement(picture, "desc").text = description
    ElementTree.SubElement(picture, "style").text = STYLE
    for group in canvas.iter(f"{SVG}g"):
        kind = group.get("class", "").split()[0]
        if kind == "edge":
            picture.extend(_line(path) for path in group.iter(f"{SVG}path"))
        elif kind == "node":
            picture.append(
                _node(group, node_titles.get(group.findtext(f"{SVG}title")))
            )
    for element in picture:
        element.tail = "\n"  # one line a node or edge, so that two pictures can be compared
    return ElementTree.tostring(picture, encoding="utf-8")


def _line(path):
    classes = [f"s-{ROLES[path.get('stroke')]}"]
    if float(path.get("stroke-width", 1)) > 2:
        classes.append("w")
    if path.get("stroke-dasharray"):
        classes.append("d")
    numbers = NUMBER.findall(path.get("d"))
    ends = " ".join(
        map(_short, (*numbers[:2], *numbers[-2:]))
    )  # an edge is straight
    return ElementTree.Element(
        "path", {"class": " ".join(classes), "d": f"M{ends}"}
    )


def _node(group, title):
    node = ElementTree.Element("g")
    if title:
        ElementTree.SubElement(node, "title").text = title
    outline = None
    cells, grounds, texts = [], {}, []
    for element in group:
        if element.tag == f"{SVG}text":
            texts.append(element)
        elif element.tag in SHAPES and outline is None:
            outline = _box(element)
            if element.get("stroke") != "none":
                node.append(_outline(element))
        elif (
            element.tag == f"{SVG}polygon" and element.get("fill") != "none"
        ):  # a cell; its border is one more
            left, top, right, bottom = box = _box(element)
            role = ROLES[element.get("fill")]
            path = f"M{_short(left)} {_short(top)}H{_short(right)}V{_short(bottom)}H{_short(left)}z"
            grounds[role] = grounds.get(role, "") + path
            cells.append(box)
    for role, path in grounds.items():
        ElementTree.SubElement(
            node, "path", {"class": f"g f-{role}", "d": path}
        )
    for text in texts:
        x, y = float(text.get("x")), float(text.get("y"))
        if (
            text.get("text-anchor") != "middle"
        ):  # the label's rows are centred, whatever their width
            boxes = [
                box
                for box in cells
                if box[0] <= x <= box[2] and box[1] <= y <= box[3]
            ]
            left, _, right, _ = (boxes or [outline])[0]
            x = (left + right) / 2
        node.append(_text(text, x))
    return node


def _outline(element):
    classes = [
        "o",
        f"f-{ROLES[element.get('fill')]}",
        f"s-{ROLES[element.get('stroke')]}",
    ]
    if element.get("stroke-dasharray"):
        classes.append("d")
    shape = {"class": " ".join(classes)}
    for attribute in GEOMETRY:
        if element.get(attribute):
            shape[attribute] = NUMBER.sub(
                lambda match: _short(match[0]), element.get(attribute)
            )
    return ElementTree.Element(element.tag.removeprefix(SVG), shape)


def _text(element, x):
    role = ROLES[element.get("fill")]
    classes = [] if role == "ink" else [f"f-{role}"]
    if element.get("font-weight") == "bold":
        classes.append("b")
    if float(element.get("font-size")) < 12:
        classes.append("s")
    if "Mono" in element.get("font-family"):
        classes.append("m")
    text = ElementTree.Element(
        "text", {"x": _short(x), "y": _short(element.get("y"))}
    )
    if classes:
        text.set("class", " ".join(classes))
    text.text = element.text
    return text


def _box(element):
    """Left, top, right and bottom of a shape."""
    if element.tag == f"{SVG}ellipse":
        x, y, across, down = (
            float(element.get(name)) for name in ("cx", "cy", "rx", "ry")
        )
        return x - across, y - down, x + across, y + down
    numbers = [
        float(number)
        for number in NUMBER.findall(element.get("points") or element.get("d"))
    ]
    return (
        min(numbers[::2]),
        min(numbers[1::2]),
        max(numbers[::2]),
        max(numbers[1::2]),
    )


def _short(number):
    """A coordinate to a tenth of a pixel, without needless zeros (adding 0.0 turns -0.0 to 0.0)."""
    return f"{round(float(number), 1) + 0.0:g}"
