"""What is wrong with a picture as it is printed: its SVG, measured with the real font."""

import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations
from pathlib import Path

import matplotlib
from PIL import ImageFont

NS = "{http://www.w3.org/2000/svg}"
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
TOUCH = 0.25  # units by which boxes may overlap
WIDEST = 1152  # pixels


@cache
def _font(bold, italic):
    style = ("Bold" * bold + "Oblique" * italic) or ""
    return ImageFont.truetype(FONTS / f"DejaVuSans{'-' * bool(style)}{style}.ttf", 200)


def box_of(text):
    """The box of the ink of a text element."""
    font = _font(text.get("font-weight") == "bold", text.get("font-style") == "italic")
    size, x, y = (float(text.get(name)) for name in ("font-size", "x", "y"))
    words = "".join(text.itertext())
    left, top, right, bottom = (v * size / 200 for v in font.getbbox(words, anchor="ls"))
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor")]
    x -= shift * font.getlength(words) * size / 200
    return x + left, y + top, x + right, y + bottom


def _meet(a, b):
    apart = a[2] <= b[0] + TOUCH or b[2] <= a[0] + TOUCH
    return not (apart or a[3] <= b[1] + TOUCH or b[3] <= a[1] + TOUCH)


def _inside(a, b):
    return all(x >= y - TOUCH for x, y in zip(a[:2], b[:2], strict=True)) and all(
        x <= y + TOUCH for x, y in zip(a[2:], b[2:], strict=True)
    )


def _shape(group):
    """The box of a node's shape, and whether it is round."""
    ellipse = group.find(NS + "ellipse")
    if ellipse is not None:
        x, y, w, h = (float(ellipse.get(k)) for k in ("cx", "cy", "rx", "ry"))
        return (x - w, y - h, x + w, y + h), True
    points = group.find(NS + "polygon").get("points").split()
    xs, ys = zip(*(map(float, p.split(",")) for p in points), strict=True)
    return (min(xs), min(ys), max(xs), max(ys)), False


def faults(drawn):
    """What overlaps, sticks out or is too wide in the SVG that Graphviz has drawn."""
    root, found = ET.fromstring(drawn), []
    left, top, width, height = map(float, root.get("viewBox").split())
    paper = left, top, left + width, top + height
    if float(root.get("width")) > WIDEST or "max-width: 100%" not in root.get("style"):
        found.append(f"{root.get('width')} pixels wide")
    groups = [(g.get("class", "").split(), g) for g in root.iter(NS + "g")]
    texts = [
        ("".join(t.itertext()), classes[-1], box_of(t))
        for classes, g in groups
        for t in g.findall(NS + "text")
    ]
    states = [
        g
        for classes, g in groups
        if classes[:1] == ["node"] and classes[1:2] and classes[1].startswith("s-")
    ]
    nodes = [_shape(g) for g in states]
    found += [f"{text!r} leaves the paper" for text, _, box in texts if not _inside(box, paper)]
    found += [f"a node leaves the paper: {box}" for box, _ in nodes if not _inside(box, paper)]
    for (a, kind, box), (b, other, also) in combinations(texts, 2):
        if _meet(box, also):
            found.append(f"{kind} {a!r} meets {other} {b!r}")
    for (a, _), (b, _) in combinations(nodes, 2):
        if _meet(a, b):
            found.append(f"nodes overlap: {a} {b}")
    for text, kind, box in texts:
        around = [(node, round_) for node, round_ in nodes if _meet(box, node)]
        if kind != "value":
            found += [f"{kind} {text!r} covers a node" for _ in around]
        elif len(around) != 1 or not _holds(*around[0], box):
            found.append(f"{text!r} does not fit into its node")
    return found


def _holds(shape, round_, box):
    """Whether a shape has room for a text."""
    left, top, right, bottom = shape
    if not round_:
        return _inside(box, shape)
    x, y = (left + right) / 2, (top + bottom) / 2
    corners = [(u, v) for u in (box[0], box[2]) for v in (box[1], box[3])]
    return all(
        ((u - x) / (right - x)) ** 2 + ((v - y) / (bottom - y)) ** 2 <= 1.15 for u, v in corners
    )
