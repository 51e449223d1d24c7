// Where texts go: each takes the first of its possible places that is still free, and if it can, one
// where it hides no line.

export const LEADING = 1.12; // from line to line, as a multiple of the font
const TOUCH = 1; // pixels by which boxes may overlap and still count as side by side

function meet(a, b) {
  return a.left < b.right - TOUCH && b.left < a.right - TOUCH && a.top < b.bottom - TOUCH && b.top < a.bottom - TOUCH;
}

/** The box of a text; `anchor` is "start", "middle" or "end", and y the baseline of its first line. */
function boxOf({ x, y, anchor = "start" }, width, font, lines) {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - font, bottom: y + font * (0.3 + (lines - 1) * LEADING) };
}

/** Whether a line from (x1, y1) to (x2, y2) passes through a box. */
export function passes([x1, y1, x2, y2], { left, right, top, bottom }) {
  let from = 0, to = 1; // the part of the line that may still be inside
  for (const [start, change, low, high] of [[x1, x2 - x1, left, right], [y1, y2 - y1, top, bottom]]) {
    if (!change && (start < low || start > high)) return false;
    if (!change) continue;
    const [a, b] = [(low - start) / change, (high - start) / change];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to;
}

/** Boxes that are taken, sorted into rows so that a new one is compared with few others. */
export class Space {
  constructor(bounds, row = 40) {
    this.bounds = bounds;
    this.row = row;
    this.rows = new Map();
    this.lines = []; // not to be hidden, if there is another place
  }

  *near(box) {
    for (let r = Math.floor(box.top / this.row); r <= Math.floor(box.bottom / this.row); r++) yield* this.rows.get(r) || [];
  }

  take(box) {
    for (let r = Math.floor(box.top / this.row); r <= Math.floor(box.bottom / this.row); r++) {
      if (!this.rows.has(r)) this.rows.set(r, []);
      this.rows.get(r).push(box);
    }
  }

  isFree(box) {
    const { left, right, top, bottom } = this.bounds;
    if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return false;
    for (const other of this.near(box)) if (meet(box, other)) return false;
    return true;
  }

  /** Whether something is at a point, or the point is outside. */
  holds(x, y) { return !this.isFree({ left: x, right: x, top: y, bottom: y }); }

  /** A text around a point may move a little to stay inside. */
  inside(place, width) {
    if (place.anchor !== "middle") return place;
    const { left, right } = this.bounds;
    return { ...place, x: Math.max(left + width / 2, Math.min(right - width / 2, place.x)) };
  }

  /** The first place whose box is free and hides the fewest lines, or null; it is taken from now on. */
  place(places, width, font, lines = 1) {
    let best = null, fewest = Infinity;
    for (const wish of places) {
      const place = this.inside(wish, width), box = boxOf(place, width, font, lines);
      if (!this.isFree(box)) continue;
      const hidden = this.lines.reduce((count, line) => count + passes(line, box), 0);
      if (hidden < fewest) [best, fewest] = [{ place, box }, hidden];
      if (!fewest) break;
    }
    if (best) this.take(best.box);
    return best && best.place;
  }

  /** The same space, to be filled further without changing this one. */
  copy() {
    const same = new Space(this.bounds, this.row);
    for (const [r, boxes] of this.rows) same.rows.set(r, [...boxes]);
    same.lines = [...this.lines];
    return same;
  }
}

const pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
const widths = new Map(); // font -> text -> width

/** The width of a text in pixels; `weight` is that of the font. */
export function widthOf(text, font, family, weight = 400) {
  const face = `${weight} 100px ${family}`, known = widths.get(face) ?? widths.set(face, new Map()).get(face);
  let width = known.get(text);
  if (width === undefined) {
    if (known.size > 20_000) known.clear();
    pen.font = face;
    known.set(text, width = pen.measureText(text).width / 100);
  }
  return width * font;
}
