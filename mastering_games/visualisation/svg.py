"""From the engine's SVG to the one that a page shows: lighter, accessible, in light and dark.

The engine draws with the light palette, so a colour tells the role of what it draws. Here each
element gets a class in place of its colours and fonts, the cells of a board become one path, and
the picture and its nodes get titles in words.
"""

import re
from xml.etree import ElementTree

from mastering_games.visualisation.information_sets import TOGETHER
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
    width, height = (source.get(side)[:-2] for side in ("width", "height"))
    canvas = source.find(f"{SVG}g")
    right, down = TRANSLATE.search(canvas.get("transform")).groups()
    picture = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "mg-tree",
            "role": "img",
            "width": width,
            "height": height,
            "style": f"--width:{width}px",  # see the style sheet
            "viewBox": f"{-float(right):g} {-float(down):g} {width} {height}",
        },
    )
    ElementTree.SubElement(picture, "title").text = title
    if description:
        ElementTree.SubElement(picture, "desc").text = description
    ElementTree.SubElement(picture, "style").text = STYLE
    for element in canvas:
        if element.tag == f"{SVG}text":
            picture.append(_text(element))
        elif element.get("class") == "edge":
            picture.extend(_edge(element))
        elif element.get("class") == f"edge {TOGETHER}":
            picture.append(_together(element))
        elif element.get("class") in ("node", "cluster"):
            name = element.findtext(f"{SVG}title")
            picture.append(_node(element, node_titles.get(name)))
    for element in picture:
        element.tail = "\n"  # a line each, so that two pictures can be compared
    return ElementTree.tostring(picture, encoding="utf-8")


def _edge(group):
    for element in group:
        if element.tag == f"{SVG}path":
            numbers = NUMBER.findall(element.get("d"))
            ends = " ".join(map(_short, (*numbers[:2], *numbers[-2:])))
            path = {"d": f"M{ends}"}
            classes = []
            if (width := element.get("stroke-width")) == "3.5":
                classes.append("w")
            elif width:
                path["stroke-width"] = width
            yield _painted("path", element, classes, path)
        elif element.tag == f"{SVG}text":
            yield _text(element)
        elif element.tag == f"{SVG}polygon":  # an arrowhead
            yield _shape(element, [])


def _together(group):
    path = group.find(f"{SVG}path")
    line = NUMBER.sub(lambda match: _short(match[0]), path.get("d"))
    return _painted("path", path, ["t"], {"d": line})


def _node(group, title):
    node = ElementTree.Element("g")
    if title:
        ElementTree.SubElement(node, "title").text = title
    outline, cells, grounds, texts = None, [], {}, []
    for element in group:
        fill = element.get("fill")
        if element.tag == f"{SVG}text":
            texts.append(element)
        elif element.tag in SHAPES and outline is None:
            outline = _box(element)
            if element.get("stroke") != "none":
                node.append(_shape(element, ["o"]))
        elif element.tag == f"{SVG}polygon" and fill != "none":
            # The ground of a cell. Its border comes as one more polygon, which is left out:
            # the style sheet gives the ground a border.
            cells.append(_box(element))
            grounds[fill] = grounds.get(fill, "") + _rectangle(cells[-1])
    for fill, path in grounds.items():
        classes = f"g f-{ROLES[fill]}"
        ElementTree.SubElement(node, "path", {"class": classes, "d": path})
    for text in texts:
        x, y = float(text.get("x")), float(text.get("y"))
        if text.get("text-anchor") != "middle":
            # Every row of a label is centred: in its cell, or in the node.
            around = [
                b for b in cells if b[0] <= x <= b[2] and b[1] <= y <= b[3]
            ]
            left, _, right, _ = (around or [outline])[0]
            x = (left + right) / 2
        node.append(_text(text, x))
    return node


def _shape(element, classes):
    geometry = {
        name: NUMBER.sub(lambda match: _short(match[0]), element.get(name))
        for name in GEOMETRY
        if element.get(name)
    }
    return _painted(element.tag.removeprefix(SVG), element, classes, geometry)


def _painted(tag, element, classes, attributes):
    """An element with its colours as classes; a colour of no role stays as it is."""
    painted = ElementTree.Element(tag, attributes)
    for attribute in "fill", "stroke":
        shade = element.get(attribute)
        if shade in ROLES:
            classes.append(f"{attribute[0]}-{ROLES[shade]}")
        elif shade and not (tag == "path" and shade == "none"):
            painted.set(attribute, shade)
    if element.get("stroke-dasharray"):
        classes.append("d")
    if classes:
        painted.set("class", " ".join(classes))
    return painted


def _text(element, x=None):
    classes = []
    if element.get("fill") in ROLES and ROLES[element.get("fill")] != "ink":
        classes.append(f"f-{ROLES[element.get('fill')]}")
    if element.get("font-weight") == "bold":
        classes.append("b")
    if float(element.get("font-size")) < 12:
        classes.append("s")
    if "Mono" in element.get("font-family"):
        classes.append("m")
    x = element.get("x") if x is None else x
    position = {"x": _short(x), "y": _short(element.get("y"))}
    text = ElementTree.Element("text", position)
    if classes:
        text.set("class", " ".join(classes))
    text.text = element.text
    return text


def _rectangle(box):
    left, top, right, bottom = map(_short, box)
    return f"M{left} {top}H{right}V{bottom}H{left}z"


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
