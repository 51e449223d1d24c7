// A subtree too small to draw: a wedge down to a strip with one mark per pixel of its leaves.

import { svg } from "./dom.js";

const CUT = 0, UNSEEN = 1, SEEN = 2; // where leaves share a pixel, the highest is shown
const KINDS = ["cut", "unseen", "seen"];
export const HIGH = 14; // pixels

export class Strip {
  constructor(node) {
    this.wedge = svg("path", { class: "pg-wedge", "data-node": node.dewey });
    this.marks = KINDS.map((kind) => svg("path", { class: `pg-stripe ${kind}` }));
    this.elements = [this.wedge, ...this.marks];
  }

  /** Draw the leaves below a node from `left` to `right`, above `bottom`. */
  draw(model, { n, x, y, h }, left, right, bottom) {
    const span = n.right - n.left, scale = span ? (right - left) / span : 0;
    const pixels = new Map(), counts = [0, 0, 0];
    eachLeaf(model, n.i, (leaf, mark) => {
      const at = Math.round(left + (leaf.x - n.left) * scale);
      pixels.set(at, Math.max(mark, pixels.get(at) ?? 0));
      counts[mark] += leaf.stub || 1;
    });
    const paths = ["", "", ""], top = Math.max(y + h / 2 + 3, bottom - HIGH);
    for (const [at, mark] of pixels) paths[mark] += `M${at} ${top}V${bottom}`;
    this.marks.forEach((path, mark) => path.setAttribute("d", paths[mark]));
    this.wedge.setAttribute("d", `M${x} ${y + h / 2}L${left - 1} ${top}V${bottom}H${right + 1}V${top}z`);
    this.counts = { cut: counts[CUT], unseen: counts[UNSEEN], seen: counts[SEEN] };
  }
}

/** Visit the leaves below a node, each with its mark. */
function eachLeaf(model, from, visit) {
  const todo = [[from, model.status(from) === "cut off"]];
  while (todo.length) {
    const [i, above] = todo.pop(), n = model.nodes[i];
    const status = model.looks[i] ? model.ownStatus(i) : above ? "cut off" : "unseen", cut = status === "cut off";
    if (n.children.length) for (const c of n.children) todo.push([c, cut]);
    else visit(n, status === "evaluated" || status === "solved" ? SEEN : cut ? CUT : UNSEEN);
  }
}
