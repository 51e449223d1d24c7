"""Pictures in Typst, for worksheets."""

from tracer.draw.marks import Line, Picture, Point, Shape, Text
from trees.dewey import printable


def string(text: str) -> str:
    r"""A Typst string literal.

    >>> print(string('a "b" \\ #c'))
    "a \"b\" \\ #c"
    """
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def typst(made: Picture, width: float) -> str:
    """A box with the picture, at most this many points wide."""
    pen = _Pen(made, min(1.0, width / (made.right - made.left)))
    parts = [pen.line(line) for line in made.lines]
    parts += [pen.shape(shape) for shape in made.shapes]
    parts += [pen.text(text) for text in made.texts]
    wide, high = pen.size(made.right - made.left), pen.size(made.bottom - made.top)
    return f"box(width: {wide}, height: {high})[\n" + "\n".join(parts) + "\n]"


class _Pen:
    """Places marks in a box."""

    def __init__(self, made: Picture, scale: float) -> None:
        self.left, self.top, self.scale = made.left, made.top, scale

    def size(self, length: float) -> str:
        return f"{length * self.scale:.2f}pt"

    def at(self, point: Point) -> str:
        return f"({self.size(point[0] - self.left)}, {self.size(point[1] - self.top)})"

    def stroke(self, paint: str, width: float, dash: str) -> str:
        thick = f"{max(0.4, width * 0.8):.2f}pt"
        return f"stroke: (paint: {_colour(paint)}, thickness: {thick}, dash: {string(dash)})"

    def line(self, line: Line) -> str:
        stroke = self.stroke(line.stroke, line.width, line.dash)
        start, *controls, end = map(self.at, line.points)
        way = f"curve.cubic({', '.join([*controls, end])})" if controls else f"curve.line({end})"
        return f"#place(curve({stroke}, curve.move({start}), {way}))"

    def shape(self, shape: Shape) -> str:
        style = self.stroke(shape.stroke, shape.width, shape.dash)
        if shape.fill:
            style += f", fill: {_colour(shape.fill)}"
        if shape.form in ("up", "down"):
            return f"#place(polygon({', '.join(map(self.at, shape.corners()))}, {style}))"
        x = self.size(shape.x - shape.w / 2 - self.left)
        y = self.size(shape.y - shape.h / 2 - self.top)
        form = "ellipse" if shape.form == "ellipse" else "rect"
        round_ = ", radius: 5pt" if shape.form == "ring" else ""
        box = f"{form}(width: {self.size(shape.w)}, height: {self.size(shape.h)}, {style}{round_})"
        return f"#place(dx: {x}, dy: {y}, {box})"

    def text(self, text: Text) -> str:
        left, top, right, bottom = text.box
        side = {"start": "left", "middle": "center", "end": "right"}[text.align]
        # the font of Typst is narrower than that of the other pictures, so it may be larger
        weight = 700 if text.bold else 400
        style = "italic" if text.italic else "normal"
        size = f"size: {self.size(text.size * 1.15)}, fill: {_colour(text.ink)}"
        words = f'text({size}, weight: {weight}, style: "{style}", {string(text.text)})'
        x, y = self.size(left - self.left), self.size(top - self.top)
        box = f"width: {self.size(right - left)}, height: {self.size(bottom - top)}"
        return f"#place(dx: {x}, dy: {y}, box({box}, align({side} + horizon, {words})))"


def _colour(colour: str) -> str:
    return f"rgb({string(colour)})"
