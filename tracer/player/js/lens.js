// A lens on a wide tree: the whole tree stays in view, and the part around one node is wide enough
// to read. It maps x in the layout to pixels, piece by piece, and keeps the order of nodes.

/** Divide a width in proportion to weights, but give every part at least its least. */
export function shares(weights, least, total) {
  const needed = least.reduce((sum, x) => sum + x, 0);
  if (needed >= total) return least.map((x) => (x * total) / needed);
  const given = weights.map(() => null);
  for (;;) {
    const open = weights.map((_, k) => k).filter((k) => given[k] === null);
    const free = total - given.reduce((sum, x) => sum + (x ?? 0), 0);
    const weight = open.reduce((sum, k) => sum + weights[k], 0);
    const short = open.filter((k) => free * weights[k] < least[k] * weight);
    if (!short.length) return given.map((x, k) => x ?? (weight ? (free * weights[k]) / weight : 0));
    for (const k of short) given[k] = least[k];
  }
}

/** The x at which each child's part of its parent's span [left, right] ends. */
function ends(nodes, children, right) {
  return children.map((c, k) => (k + 1 < children.length ? (nodes[c].right + nodes[children[k + 1]].left) / 2 : right));
}

/**
 * The map of a tree onto `total` pixels.
 *
 * `focus` is the path, the root last, whose nodes' children are to be readable; `folded` are the nodes
 * that are folded by hand; `wish(n)` is the width that a node needs for its text, and `pitch` the
 * distance between leaves in the layout.
 */
export class Lens {
  constructor(nodes, total, { focus, folded, wish, pitch }) {
    Object.assign(this, { nodes, folded, wish, pitch, focus: new Set(focus) });
    this.opened = new Set(focus); // nodes whose children get parts of their own
    for (const i of folded) for (let n = nodes[nodes[i].parent]; n; n = nodes[n.parent]) this.opened.add(n.i);
    this.shrink = this.squeeze(focus, total);
    const left = nodes[0].left - pitch / 2, right = nodes[0].right + pitch / 2;
    this.from = [left];
    this.to = [0];
    this.spread(0, left, right, 0, total);
    this.flat = this.from.every((x, k) => Math.abs(((x - left) * total) / (right - left) - this.to[k]) < 0.5);
  }

  isOpen(i) { return this.opened.has(i) && !this.folded.has(i) && this.nodes[i].children.length > 0; }

  /** By how much the nodes beside the path must shrink, so that the children at its end have room. */
  squeeze([end, ...path], total) {
    const wishes = (nodes) => nodes.reduce((sum, c) => sum + this.wish(this.nodes[c]), 0);
    const beside = path.reduce((sum, i) => sum + wishes(this.nodes[i].children.filter((c) => !this.focus.has(c))), 0);
    this.end = end;
    return beside ? Math.max(0.04, Math.min(1, (total - wishes(this.nodes[end].children)) / beside)) : 1;
  }

  /** Pixels that a node and what is open below it need. */
  need(i) {
    const n = this.nodes[i];
    if (this.focus.has(i) && this.isOpen(i)) return Math.max(i ? this.wish(n) : 0, n.children.reduce((sum, c) => sum + this.need(c), 0));
    return this.wish(n) * (n.parent === this.end ? 1 : this.shrink);
  }

  /** What a node weighs when width is shared out: its span, less what is folded. */
  weight(i, left, right) {
    if (this.folded.has(i)) return Math.min(1.5 * this.pitch, right - left);
    if (!this.isOpen(i)) return right - left;
    const { children } = this.nodes[i], end = ends(this.nodes, children, right);
    return children.reduce((sum, c, k) => sum + this.weight(c, k ? end[k - 1] : left, end[k]), 0);
  }

  spread(i, left, right, start, end) {
    if (!this.isOpen(i)) {
      this.from.push(right);
      this.to.push(end);
      return;
    }
    const { children } = this.nodes[i], cuts = ends(this.nodes, children, right), starts = [left, ...cuts];
    const least = children.map((c) => (this.focus.has(i) ? this.need(c) : 0));
    const parts = shares(children.map((c, k) => this.weight(c, starts[k], cuts[k])), least, end - start);
    let at = start;
    children.forEach((c, k) => {
      this.spread(c, starts[k], cuts[k], at, at + parts[k]);
      at += parts[k];
    });
  }

  /** The pixel of an x of the layout. */
  at(x) {
    const { from, to } = this;
    let low = 1, high = from.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (from[middle] < x) low = middle + 1; else high = middle;
    }
    const span = from[low] - from[low - 1];
    return to[low - 1] + (span ? ((x - from[low - 1]) / span) * (to[low] - to[low - 1]) : 0);
  }
}
