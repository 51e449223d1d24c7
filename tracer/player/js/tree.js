// The tree: draws what is readable at the current zoom and updates it as the search steps.
//
// Everything is placed in pixels: x follows the zoom, levels share the height, and nodes are as large
// as their text needs. A node without room for its text becomes a mark.

import { el, svg } from "./dom.js";
import { Space, widthOf } from "./labels.js";

const SMALLEST = 12;       // pixels; no text is smaller
const READABLE = 6;        // pixels between leaves; below this they are drawn as a strip
const MARGIN = 40;         // pixels at the left for MAX and MIN, at the usual size of text
const TOOLS = { wide: 145, high: 42 }; // pixels at the top right that the buttons take
const MOST_NAMES = 400;    // nodes; above this only those that matter are named
const FAMILY = 'system-ui, "DejaVu Sans", sans-serif';

/** The outline of a node: MAX is a square, MIN a circle, both stretched to fit the text. */
export const SHAPES = {
  squares: (max, w, h) => {
    const r = max ? 1 : h / 2;
    return `M${-w / 2 + r} ${-h / 2}H${w / 2 - r}a${r} ${r} 0 0 1 ${r} ${r}V${h / 2 - r}a${r} ${r} 0 0 1 ${-r} ${r}`
      + `H${-w / 2 + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${-h / 2 + r}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  },
  triangles: (max, w, h) => (max ? `M0 ${-h * 0.65}L${w * 0.65} ${h / 2}H${-w * 0.65}z` : `M0 ${h * 0.65}L${w * 0.65} ${-h / 2}H${-w * 0.65}z`),
};

export class TreeView {
  constructor(model, options) {
    this.model = model;
    this.options = options;              // shape, names, onPick, onEdit
    this.drawn = new Map();              // node -> its elements and size
    this.width = this.stage = 600;
    this.height = 380;
    this.unit = 14;                      // the player's font size, which grows when presenting
    this.scale = 1;                      // pixels per unit of the layout, from left to right
    this.dx = 0;
    this.dy = 0;
    this.follow = true;
    this.marked = { path: [], now: -1 };
    this.extra = new Map();              // node -> extra classes, kept across redraws
    this.fitted = false;                 // whether the whole tree was asked for
    this.readable = 0;                   // the smallest scale at which every leaf can be read
    this.typed = model.data.steps.open.length > 0; // Γ asks for the type of a leaf
    this.widest = widestTexts(model);
    this.edges = svg("g", { class: "pg-edges" });
    this.parts = svg("g", { class: "pg-nodes" });
    this.notes = svg("g", { class: "pg-notes" });
    this.margin = svg("g", { class: "pg-levels", "aria-hidden": "true" });
    this.scene = svg("g", {}, this.edges, this.parts, this.notes);
    this.svg = svg("svg", { class: "pg-svg", role: "img", "aria-label": "Game tree" },
      this.scene, this.margin);
    this.tip = el("div", { class: "pg-tip", role: "tooltip", hidden: "" });
    this.overview = el("canvas", { class: "pg-overview", width: 160, height: 40, "aria-hidden": "true" });
    this.el = el("div", { class: "pg-tree" }, this.svg, this.overview, this.tip);
    this.listen();
  }

  // View

  /** Read the size once: reading it while stepping would force the browser to redo the layout. */
  measure() {
    const { clientWidth, clientHeight } = this.el;
    if (!clientWidth) return false;
    this.stage = this.el.closest(".pg-player")?.clientWidth || clientWidth; // the caption is as wide
    const unit = parseFloat(getComputedStyle(this.el).fontSize) || 14;
    const same = clientWidth === this.width && clientHeight === this.height && unit === this.unit;
    [this.width, this.height, this.unit] = [clientWidth, clientHeight, unit];
    this.readable = this.readableScale();
    return !same;
  }

  get room() { return this.width - this.edge - 8; }
  fitScale() { return this.room / this.model.data.tree.width; }

  /** The smallest scale at which the text of every leaf can be read. */
  readableScale() {
    const leaves = this.model.nodes.filter((n) => !n.children.length && n.room < Infinity);
    return Math.max(0, ...leaves.map((n) => (this.textWidth(this.widest[n.i], SMALLEST * this.zoomed) + 7) / n.room));
  }

  get zoomed() { return this.unit / 14; }
  get edge() { return MARGIN * this.zoomed; }
  textWidth(text, font, weight = 700) { return widthOf(text, font, FAMILY, weight); }

  fit() {
    this.fitted = true;
    this.scale = Math.min(this.fitScale(), 1.9 * this.zoomed);
    this.dx = this.centred();
    this.dy = 0;
    this.redraw();
  }

  centred() { return this.edge + Math.max(0, (this.room - this.model.data.tree.width * this.scale) / 2); }

  homeScale() { return Math.min(Math.max(this.fitScale(), this.readable), 1.9 * this.zoomed); }

  /** The first view: the whole tree if its leaves can be read, otherwise its left end. */
  home() {
    this.fitted = false;
    this.scale = this.homeScale();
    this.dx = this.centred();
    this.dy = 0;
    this.redraw();
  }

  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.max(this.fitScale() * 0.8, Math.min(Math.max(4, this.readable * 3), this.scale * factor));
    this.dx = px - (px - this.dx) * (scale / this.scale);
    const y = (py - this.dy) / this.deep; // the same part of the height stays where it is
    this.scale = scale;
    this.plan();
    this.dy = Math.min(0, Math.max(this.height - this.deep, py - y * this.deep));
    this.redraw();
  }

  pan(dx, dy) {
    const wide = this.model.data.tree.width * this.scale; // a wide tree always fills the view
    this.dx = wide > this.room ? Math.min(this.edge, Math.max(this.edge + this.room - wide, this.dx + dx)) : this.dx + dx;
    this.dy = Math.min(0, Math.max(this.height - this.deep, this.dy + dy));
    this.redraw();
  }

  /** Bring a node into view, moving no further than necessary. */
  reveal(n) {
    if (this.whole()) return false;
    const { x, y } = this.toScreen(n);
    const over = (at, low, high) => (at < low ? low - at : at > high ? high - at : 0);
    let dx = n.children.length && this.drawn.has(n.i) ? 0 : over(x, this.edge + 30, this.width - 30);
    const dy = over(y, this.size, this.height - this.size);
    if (dx) dx += Math.sign(dx) * this.width * 0.3;
    if (dx || dy) { this.pan(dx, dy); return true; }
    return false;
  }

  // Sizes

  /** Choose the size of text and the distance of levels for the current zoom. */
  plan() {
    const { depth } = this.model.data.tree;
    const leaf = this.model.nodes.findLast((n) => !n.children.length);
    const pitch = (leaf.room === Infinity ? 60 : leaf.room) * this.scale;
    const closer = Math.max(1, this.scale / this.homeScale()), height = this.height * closer;
    const most = Math.min(17 * this.zoomed * closer, pitch / 2.6, height / (depth + 1) / 4);
    this.font = Math.round(Math.max(SMALLEST * this.zoomed, most));
    this.label = Math.round(Math.max(SMALLEST * this.zoomed, this.font * 0.82));
    this.size = Math.max(height / (depth + 1) < 60 ? 20 : 26, Math.round(this.font * 1.9)); // small in a low pane
    const top = this.label + 8, bottom = this.label + 10;
    const least = this.size + 14;
    this.gap = depth ? Math.max(least, Math.min(7 * this.font, (height - top - bottom - this.size) / depth)) : 0;
    const free = this.height - top - bottom - this.size - this.gap * depth;
    this.top = top + this.size / 2 + Math.max(0, free / 2);
    this.deep = Math.max(this.height, this.top + this.gap * depth + this.size / 2 + bottom);
  }

  y(n) { return this.top + n.depth * this.gap; }

  /** An inner node stays visible as long as part of its subtree is. */
  place(n) {
    const x = n.x * this.scale;
    if (!n.children.length) return x;
    const half = this.sized(n).w / 2 + 2, top = this.y(n) + this.dy - this.size / 2;
    const right = this.width - this.dx - (top < TOOLS.high * this.zoomed ? TOOLS.wide * this.zoomed : 0);
    return Math.min(Math.max(x, this.edge - this.dx + half), right - half);
  }

  /** How wide a node is, and whether it has room for its text. */
  sized(n) {
    const room = n.room * this.scale - 4, text = this.widest[n.i];
    const wish = Math.max(this.size, this.textWidth(text, this.font) + this.font * 0.7);
    const least = this.textWidth(text, SMALLEST * this.zoomed) + 3;
    if (room >= Math.max(this.size * 0.6, Math.min(wish, this.twoLines(text) + 8))) return { w: Math.min(wish, Math.max(this.size * 0.7, room)), tiny: false };
    if (room >= Math.max(least, this.size * 0.6)) return { w: room, tiny: false };
    return { w: Math.max(1.5, Math.min(this.size, room + 3)), tiny: true };
  }

  /** The width of a pair of bounds on two lines; of any other text, its own width. */
  twoLines(text) {
    const parts = halves(text);
    return Math.max(...parts.map((part) => this.textWidth(part, SMALLEST * this.zoomed)));
  }

  // Drawing

  redraw() {
    this.plan();
    const left = this.edge - this.dx, right = this.width - this.dx;
    const { nodes } = this.model, seen = [], todo = [0];
    this.at = new Map();
    while (todo.length) {
      const n = nodes[todo.pop()];
      const half = n.children.length ? 0 : Math.min(this.size, n.room * this.scale) / 2; // of a leaf at the edge
      if (n.right * this.scale < left + half || n.left * this.scale > right - half) continue;
      seen.push(n);
      this.at.set(n.i, this.place(n));
      const count = n.children.length;
      const pitch = count > 1 ? ((n.right - n.left) / (count - 1)) * this.scale : Infinity;
      n.folded = count > 1 && pitch < READABLE;
      if (!n.folded) for (let k = count - 1; k >= 0; k--) todo.push(n.children[k]);
    }
    this.edges.replaceChildren();
    this.parts.replaceChildren();
    this.drawn.clear();
    for (const n of seen) this.drawNode(n);
    for (const part of this.drawn.values()) if (part.strip) this.drawStrip(part);
    this.scene.setAttribute("transform", `translate(${this.dx} ${this.dy})`);
    this.drawMargin(seen);
    this.drawNames(seen);
    this.mark();
    this.drawOverview();
  }

  drawNode(n) {
    const x = this.at.get(n.i), y = this.y(n), up = this.model.nodes[n.parent];
    const { w, tiny } = this.sized(n), leaf = !n.children.length && !n.stub;
    const h = tiny ? Math.min(this.size, Math.max(leaf ? 14 : 5, w)) : this.boardHeight(n) || this.size;
    const part = { n, x, y, w: this.boardHeight(n) ? Math.max(w, h) : w, h, tiny };
    if (up) {
      const parent = this.drawn.get(up.i), uy = parent.y + parent.h / 2, ty = y - h / 2;
      const mx = parent.x + (x - parent.x) * 0.6, my = uy + (ty - uy) * 0.6;
      part.edge = svg("path", { class: "pg-edge", d: `M${parent.x} ${uy}L${x} ${ty}` });
      part.strike = svg("path", { class: "pg-strike", d: `M${mx - 6} ${my + 2}l12 -5M${mx - 6} ${my + 7}l12 -5` });
      this.edges.append(part.edge, part.strike);
    }
    const kind = `pg-node${leaf ? " leaf" : ""}${tiny ? " tiny" : ""}`;
    part.kind = kind;
    part.g = svg("g", { class: kind, transform: `translate(${x} ${y})`, "data-node": n.dewey });
    const d = leaf && !this.typed && !tiny ? SHAPES.squares(true, part.w, h * 0.86)
      : tiny && leaf ? SHAPES.squares(true, w, h) : SHAPES[this.options.shape](n.max, part.w, h);
    part.shape = svg("path", { class: "pg-shape", d });
    part.value = svg("text", { class: "pg-value" });
    part.g.append(part.shape);
    if (!tiny) part.g.append(part.value);
    this.drawBoard(n, part);
    if (n.stub) this.drawStub(n, part);
    if (n.folded) {
      part.strip = ["unseen", "seen", "cut"].map((kind) => svg("path", { class: `pg-stripe ${kind}` }));
      this.edges.append(...part.strip);
    }
    this.parts.append(part.g);
    this.drawn.set(n.i, part);
    this.style(n.i);
  }

  /** A triangle stands for the leaves below a node that are not drawn. */
  drawStub(n, part) {
    const what = `${n.stub} ${n.stub === 1 ? "leaf" : "leaves"}`, half = Math.min(10, part.w / 2);
    part.g.append(svg("path", { class: "pg-fold", d: `M0 ${part.h / 2}l${half} ${1.4 * half}h${-2 * half}z` }));
    if (part.tiny || n.room * this.scale < this.textWidth(what, SMALLEST)) return;
    const t = svg("text", { class: "pg-count", y: part.h / 2 + 1.4 * half + this.label, "font-size": SMALLEST });
    t.textContent = what;
    part.g.append(t);
  }

  /** The leaves below a folded node: one mark per pixel, by whether any of them there was seen or all were cut. */
  drawStrip(part) {
    const { model } = this, marks = new Map(), todo = [part.n.i];
    while (todo.length) {
      const n = model.nodes[todo.pop()];
      if (n.children.length) { for (const c of n.children) todo.push(c); continue; }
      const x = Math.round(n.x * this.scale), status = model.status(n.i);
      const mark = status === "evaluated" || status === "solved" ? 2 : status === "cut off" ? 0 : 1;
      marks.set(x, Math.max(mark, marks.get(x) ?? 0));
    }
    const paths = ["", "", ""], top = part.y + part.h / 2 + 6, bottom = this.top + model.data.tree.depth * this.gap + 8;
    for (const [x, mark] of marks) paths[mark] += `M${x} ${Math.max(top, bottom - 16)}V${bottom}`;
    const [cut, unseen, seen] = paths;
    [unseen, seen, cut].forEach((d, k) => part.strip[k].setAttribute("d", d));
  }

  /** A small game position is drawn in its node, with the value below. */
  boardLines(n) {
    const lines = (this.model.data.boards[n.i] || "").replaceAll(" ", "").split("\n");
    return !lines[0] || lines.length > 4 || lines.some((line) => line.length > 5) ? [] : lines;
  }

  boardHeight(n) { return this.boardLines(n).length && n.room * this.scale > 44 ? 46 : 0; }

  drawBoard(n, part) {
    if (!this.boardHeight(n)) return;
    const lines = this.boardLines(n);
    lines.forEach((line, k) => {
      const t = svg("text", { class: "pg-board", y: (k - (lines.length - 1) / 2) * 12 + 4 });
      t.textContent = line;
      part.g.append(t);
    });
    part.below = true;
    part.value.classList.add("below");
  }

  // Texts beside the nodes

  nameOf(n) { return this.options.names ? n.name : n.dewey; }

  /** The names of nodes, where there is room for them. */
  drawNames(seen) {
    const { wide, high } = TOOLS, right = this.width - this.dx;
    const tools = { left: right - wide * this.zoomed, right, top: -this.dy, bottom: high * this.zoomed - this.dy };
    const space = new Space({ left: this.edge - this.dx, right: this.width - this.dx - 2, top: 1 - this.dy, bottom: this.height - this.dy - 1 });
    space.take(tools);
    if (!this.overview.hidden) space.take({ left: 40 - this.dx, right: 210 - this.dx, top: this.height - 50 - this.dy, bottom: this.height - this.dy });
    for (const part of this.drawn.values()) space.take(boxAround(part, this.label));
    this.named = new Set();
    const crowded = new Set(seen.filter((n) => !this.hasRoomForName(n)).map((n) => n.depth)); // all of a level, or none
    if (seen.length <= MOST_NAMES) for (const n of seen) if (!crowded.has(n.depth)) this.drawName(space, n, this.parts);
    this.space = space;
  }

  /** Whether a name fits beside an inner node, or below a leaf. */
  hasRoomForName(n) {
    const beside = n.children.length || n.stub ? this.drawn.get(n.i).w : 0;
    return beside + this.textWidth(this.nameOf(n), this.label, 600) + 6 <= n.room * this.scale;
  }

  drawName(space, n, into, kind = "pg-name") {
    const part = this.drawn.get(n.i), name = this.nameOf(n);
    const { x, y, w, h } = part, font = this.label, low = y - h / 2 + font * 0.6;
    const beside = [{ x: x - w / 2 - 4, y: low, anchor: "end" }, { x: x + w / 2 + 4, y: low, anchor: "start" }];
    const below = { x, y: y + h / 2 + font + (part.below ? font + 6 : 1), anchor: "middle" };
    const above = [{ x: x - 4, y: y - h / 2 - 4, anchor: "end" }, { x: x + 4, y: y - h / 2 - 4, anchor: "start" }];
    const places = n.children.length || n.stub ? [...beside, ...above] : [below, ...beside, ...above];
    const at = space.place(places, this.textWidth(name, font, 600) + 4, font);
    if (!at) return false;
    const t = svg("text", { class: `${kind}${name === n.dewey ? " dewey" : ""}`, x: at.x, y: at.y, "text-anchor": at.anchor, "font-size": font, "data-name": n.dewey });
    t.textContent = name;
    into.append(t);
    if (into === this.parts) { this.named.add(n.i); part.name = t; }
    return true;
  }

  /** Update the look of a drawn node. */
  style(i) {
    const part = this.drawn.get(i);
    if (!part) return;
    const { model } = this, n = part.n, status = model.status(i), text = model.text(i);
    const isGiven = text < 0 && n.value >= 0, given = isGiven ? n.value : text;
    const now = i === this.marked.now, onPath = this.marked.path.includes(i);
    const classes = [`s-${status.replace(" ", "-")}`, this.extra.get(i) || ""];
    if (onPath) classes.push("on-path");
    if (now) classes.push("now");
    if (isGiven) classes.push("given");
    if (model.struck(i)) classes.push("struck");
    const names = classes.join(" ");
    if (part.names === names && part.given === given) return;
    part.names = names;
    part.given = given;
    part.g.setAttribute("class", `${part.kind} ${names}`);
    part.name?.classList.toggle("on-path", onPath);
    if (part.edge) {
      part.edge.setAttribute("class", `pg-edge ${names}`);
      part.strike.setAttribute("class", `pg-strike ${names}`);
    }
    if (!part.tiny) this.write(part, model.words(given));
  }

  /** Write a value into its node: as large as fits, on two lines if it must be. */
  write(part, words) {
    const { value } = part, room = part.w - 4;
    const wide = this.textWidth(words, 1), fitted = Math.min(this.font, room / wide);
    const middle = part.below ? part.h / 2 + this.font : this.options.shape === "triangles" ? (part.n.max ? 0.22 : -0.02) * part.h + this.font * 0.3 : this.font * 0.36;
    const parts = fitted < SMALLEST * this.zoomed && !part.below ? halves(words) : [words];
    if (parts.length === 1) {
      value.textContent = words;
      value.setAttribute("y", middle);
      value.setAttribute("font-size", part.below ? this.font : Math.max(SMALLEST * this.zoomed, fitted));
      return;
    }
    const font = SMALLEST * this.zoomed;
    value.setAttribute("font-size", font);
    value.removeAttribute("y");
    value.replaceChildren(...parts.map((text, k) => {
      const line = svg("tspan", { x: 0, y: (k ? 0.95 : -0.12) * font });
      line.textContent = text;
      return line;
    }));
  }

  /** Show where the search is: its path, its windows, and the cutoff of this step. */
  mark() {
    const { model } = this, old = this.marked;
    const path = model.path();
    this.marked = { path, now: path.length ? path[0] : -1 };
    for (const i of new Set([...old.path, ...path])) this.style(i);
    this.notes.replaceChildren();
    const space = this.space.copy(), cutoff = model.cutoff();
    for (const call of model.stack().reverse()) this.drawWindow(call, space);
    if (cutoff) this.drawCutoff(cutoff, space);
    const about = new Set([...path, ...(cutoff ? [cutoff.by, ...cutoff.witnesses, ...cutoff.skipped] : [])]);
    for (const i of about) {
      const part = this.drawn.get(i);
      if (part && !this.named.has(i)) this.drawName(space, part.n, this.notes, "pg-name now");
    }
  }

  drawWindow(call, space) {
    const part = this.drawn.get(call.node), text = this.model.window(call);
    if (!part || text === "(−∞, ∞)") return;
    this.note(space, part, text, "pg-window");
  }

  /** Write a remark beside a node, where there is room. */
  note(space, { x, y, w, h }, text, kind) {
    const font = this.label, right = x + w / 2 + 5, left = x - w / 2 - 5;
    const places = [
      { x: right, y: y + font * 0.4 }, { x: right, y: y + h / 2 + font * 0.4 }, { x: left, y: y + font * 0.4, anchor: "end" },
      { x: left, y: y + h / 2 + font * 0.4, anchor: "end" }, { x: x + 8, y: y - h / 2 - 5 }, { x: x - 8, y: y - h / 2 - 5, anchor: "end" },
      { x: x + 8, y: y + h / 2 + font * 1.3 }, { x: x - 8, y: y + h / 2 + font * 1.3, anchor: "end" },
    ];
    const at = space.place(places, this.textWidth(text, font, 600) + 6, font);
    if (!at) return;
    const t = svg("text", { class: kind, x: at.x, y: at.y, "text-anchor": at.anchor || "start", "font-size": font });
    t.textContent = text;
    this.notes.append(t);
  }

  /** An arc from the node that is cut to the ancestor whose bound it meets, and rings around the witnesses. */
  drawCutoff({ node, by, witnesses, why }, space) {
    const from = this.drawn.get(node), to = this.drawn.get(by);
    if (from && to && from !== to) {
      const bow = (from.x < to.x ? -1 : 1) * (30 + 0.15 * Math.abs(from.y - to.y));
      const cx = (from.x + to.x) / 2 + bow, cy = (from.y + to.y) / 2;
      this.notes.append(svg("path", { class: "pg-arc", d: `M${from.x} ${from.y - from.h / 2}Q${cx} ${cy} ${to.x} ${to.y + to.h / 2}` }));
    }
    for (const i of witnesses) {
      const part = this.drawn.get(i);
      if (part) this.notes.append(svg("rect", { class: "pg-witness", x: part.x - part.w / 2 - 4, y: part.y - part.h / 2 - 4, width: part.w + 8, height: part.h + 8, rx: 6 }));
    }
    if (from && why) this.note(space, from, why.replaceAll("node ", ""), "pg-why"); // in the picture, names are labels
  }

  drawMargin(seen) {
    const levels = new Map();
    for (const n of seen) if (!levels.has(n.depth) || n.children.length) levels.set(n.depth, n);
    this.margin.replaceChildren(svg("rect", { class: "pg-strip", x: 0, y: 0, width: this.edge - 2, height: this.height }));
    for (const n of levels.values()) {
      const t = svg("text", { class: "pg-level", x: 4, y: this.y(n) + this.dy + 4, "font-size": SMALLEST * this.zoomed });
      t.textContent = n.children.length || n.stub || this.typed ? (n.max ? "MAX" : "MIN") : "leaf";
      this.margin.append(t);
    }
  }

  /** After a step, restyle what changed, including subtrees that were cut off or are no longer. */
  step(changed) {
    const { model } = this;
    const strips = new Set();
    for (const [i, before] of changed) {
      this.style(i);
      const folded = this.foldedAbove(i);
      if (folded) strips.add(folded);
      if ((before === "cut off") !== (model.ownStatus(i) === "cut off")) this.styleBelow(i);
    }
    for (const part of strips) this.drawStrip(part);
    const now = model.node();
    if (now && this.follow && this.reveal(now)) return; // which marks as well
    this.mark();
    this.drawOverview();
  }

  /** The drawn node whose strip contains this one, if any. */
  foldedAbove(i) {
    let n = this.model.nodes[i];
    while (n && !this.drawn.has(n.i)) n = this.model.nodes[n.parent];
    const part = n && this.drawn.get(n.i);
    return part?.strip ? part : null;
  }

  styleBelow(i) {
    const todo = [...this.model.nodes[i].children];
    while (todo.length) {
      const n = todo.pop();
      if (!this.drawn.has(n)) continue;
      this.style(n);
      todo.push(...this.model.nodes[n].children);
    }
  }

  setExtra(map) {
    const touched = new Set([...this.extra.keys(), ...map.keys()]);
    this.extra = map;
    for (const i of touched) this.style(i);
  }

  whole() { return this.model.data.tree.width * this.scale <= this.room + 1 && this.deep <= this.height + 1; }

  /** Show the position of the view and the visited nodes, drawn once per frame. */
  drawOverview() {
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.paintOverview(); });
  }

  paintOverview() {
    const { width, depth } = this.model.data.tree, c = this.overview;
    c.hidden = width * this.scale <= this.room + 1 || this.height < 160; // a map of what lies to the side
    if (c.hidden) return;
    const paint = c.getContext("2d"), sx = c.width / width, sy = (c.height - 6) / Math.max(1, depth);
    const style = getComputedStyle(this.el);
    paint.clearRect(0, 0, c.width, c.height);
    paint.fillStyle = style.getPropertyValue("--pg-quiet");
    for (const n of this.model.nodes) {
      if (this.model.looks[n.i]) paint.fillRect(n.x * sx, n.depth * sy + 1, Math.max(1, 20 * sx), 4);
    }
    paint.strokeStyle = style.getPropertyValue("--pg-line");
    paint.lineWidth = 1.5;
    paint.strokeRect(((this.edge - this.dx) / this.scale) * sx, 1, (this.room / this.scale) * sx, c.height - 2);
    const now = this.model.node();
    if (now) {
      paint.fillStyle = style.getPropertyValue("--pg-now");
      paint.fillRect(now.x * sx - 2, now.depth * sy, 5, 6);
    }
  }

  // Mouse and touch

  listen() {
    const nodeAt = (event) => {
      const g = event.target.closest ? event.target.closest(".pg-node") : null;
      return g ? [...this.drawn.values()].find((p) => p.g === g)?.n : null;
    };
    let drag = null;
    this.svg.addEventListener("pointerdown", (e) => {
      drag = { x: e.clientX, y: e.clientY, moved: false, node: nodeAt(e) };
    });
    this.svg.addEventListener("pointermove", (e) => {
      if (drag && e.buttons) {
        const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
        if (drag.moved || Math.hypot(dx, dy) > 4) {
          drag = { x: e.clientX, y: e.clientY, moved: true };
          this.pan(dx, dy);
        }
        return;
      }
      const n = nodeAt(e);
      if (n) this.tell(n, e); else this.hush();
    });
    this.svg.addEventListener("pointerleave", () => this.hush());
    this.svg.addEventListener("click", (e) => {
      const n = nodeAt(e) || drag?.node; // the tree may have been redrawn between press and release
      const again = e.detail > 1 && this.options.onEdit; // a double-click edits
      if (n && !drag?.moved && !again) this.options.onPick(n);
      drag = null;
    });
    this.svg.addEventListener("dblclick", (e) => {
      const n = nodeAt(e);
      if (n && this.options.onEdit) this.options.onEdit(n, this.toScreen(n));
    });
    this.svg.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.metaKey) return; // a plain wheel scrolls the page
      e.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-e.deltaY / 300), e.clientX - box.left, e.clientY - box.top);
    }, { passive: false });
    this.overview.addEventListener("click", (e) => {
      const { width } = this.model.data.tree;
      const x = (e.offsetX / this.overview.clientWidth) * width;
      this.dx = this.width / 2 - x * this.scale;
      this.redraw();
    });
  }

  toScreen(n) {
    return { x: (this.at.get(n.i) ?? n.x * this.scale) + this.dx, y: this.y(n) + this.dy };
  }

  /** Everything that is known about a node. */
  facts(n) {
    const { model } = this, rows = [];
    const status = model.status(n.i), text = model.text(n.i);
    rows.push(["", n.name === n.dewey ? `node ${n.dewey}` : `${n.name} (node ${n.dewey})`]);
    rows.push(["to move", n.max ? "MAX" : "MIN"]);
    rows.push(["status", status]);
    if (text >= 0) rows.push(["value", model.words(text, true)]);
    else if (n.value >= 0) rows.push(["leaf", model.words(n.value, true)]);
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
    rows.push(["events", `${model.events[n.i].filter((i) => i <= model.i).length} so far`]);
    return rows;
  }

  tell(n) {
    this.tip.replaceChildren(...this.facts(n).map(([what, text]) =>
      el("div", {}, el("b", {}, what ? `${what} ` : ""), text)));
    this.tip.hidden = false;
    const { x, y } = this.toScreen(n);
    const right = x + 24 + this.tip.offsetWidth < this.width;
    this.tip.style.left = `${right ? x + 24 : Math.max(0, x - 24 - this.tip.offsetWidth)}px`;
    this.tip.style.top = `${Math.max(2, Math.min(y - 10, this.height - this.tip.offsetHeight - 2))}px`;
    if (this.options.onHover) this.options.onHover(n.i);
  }

  hush() {
    this.tip.hidden = true;
    if (this.options.onHover) this.options.onHover(-1);
  }
}

/** The widest text that each node shows at any step. */
function widestTexts(model) {
  const { data, nodes } = model, widest = nodes.map((n) => model.words(n.value));
  for (const cell of data.steps.nodes) {
    for (let k = 0; cell && k < cell.length; k += 3) {
      for (const look of [cell[k + 1], cell[k + 2]]) {
        const text = model.words(data.looks[look][1]);
        if (text.length > widest[cell[k]].length) widest[cell[k]] = text;
      }
    }
  }
  return widest;
}

/** A pair of bounds as two lines; any other text as one. */
function halves(text) {
  const at = text.indexOf(", ");
  return at < 0 ? [text] : [text.slice(0, at + 1), text.slice(at + 1)];
}

/** The box that a node takes, with a value below it if it shows a board. */
function boxAround({ x, y, w, h, below }, label) {
  return { left: x - w / 2 - 2, right: x + w / 2 + 2, top: y - h / 2 - 1, bottom: y + h / 2 + (below ? label + 8 : 1) };
}
