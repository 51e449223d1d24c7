// What is known about the node under the pointer, or the one that the keys inspect.

import { el } from "./dom.js";

/** Everything that is known about a node, as pairs of what and text. */
export function factsOf(model, n) {
  const rows = [], status = model.status(n.i), text = model.text(n.i);
  rows.push(["", n.given ? `${n.given} (node ${n.dewey})` : `node ${n.dewey}`]);
  rows.push(["to move", n.max ? "MAX" : "MIN"]);
  if (model.size) rows.push(["status", status]); // a question has no steps
  const inFull = (k) => model.words(k, true).replaceAll("-", "−");
  if (text >= 0) rows.push(["value", inFull(text)]);
  else if (n.value >= 0) rows.push(["leaf", inFull(n.value)]);
  const call = model.stack().findLast((c) => c.node === n.i);
  if (call) rows.push(["window", model.window(call)]);
  if (model.backup.has(n.i)) {
    const { last, low, high } = model.phase(model.backup.get(n.i));
    rows.push(["BACKUP", `last child ${last}, l = ${model.words(low)}, h = ${model.words(high)}`]);
  }
  if (model.table.has(n.i)) {
    const { low, high } = model.bounds(model.table.get(n.i));
    rows.push(["table", `[${model.words(low)}, ${model.words(high)}]`]);
  }
  if (n.label) rows.push(["label", n.label]);
  if (model.data.boards[n.i]) rows.push(["board", `\n${model.data.boards[n.i]}`]);
  if (model.size) rows.push(["events", `${model.events[n.i].filter((i) => i <= model.i).length} so far`]);
  return rows;
}

const GAP = 10; // pixels between a node and its tip

/** A box of facts beside a node; it covers nothing that matters if there is another place. */
export class Tip {
  constructor() { this.el = el("div", { class: "pg-tip", role: "tooltip", hidden: "" }); }

  show(facts, { x, y, half }, { width, height }, keepFree) {
    this.el.replaceChildren(...facts.map(([what, text]) => el("div", {}, el("b", {}, what ? `${what} ` : ""), text)));
    this.el.hidden = false;
    const w = this.el.offsetWidth, h = this.el.offsetHeight;
    const inside = (left, top) => ({ left: Math.max(0, Math.min(left, width - w)), top: Math.max(2, Math.min(top, height - h - 2)) });
    const aside = Math.max(14, half) + GAP, places = [y - 10, 2, height - h].flatMap((top) => [inside(x + aside, top), inside(x - aside - w, top)]);
    const covered = ({ left, top }) => keepFree.filter((b) => b.left < left + w && left < b.right && b.top < top + h && top < b.bottom).length;
    const own = ({ left, top }) => (left < x + half + 2 && x - half - 2 < left + w && top < y + 8 && y - 8 < top + h ? 1 : 0);
    const cost = (place) => covered(place) + 2 * own(place);
    const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    this.el.style.left = `${best.left}px`;
    this.el.style.top = `${best.top}px`;
  }

  hide() { this.el.hidden = true; }

  get shown() { return !this.el.hidden; }
}
