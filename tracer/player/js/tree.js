// The tree: draws the whole of it at every zoom, and updates it as the search steps.
//
// Everything is placed in pixels: a lens maps the layout to the view, levels share the height, and
// nodes are as large as their text needs. A node without room for its text becomes a mark, and a
// subtree without room for its nodes a strip.

import { adjust, el, svg } from "./dom.js";
import { listen } from "./gestures.js";
import { LEADING, Space, widthOf } from "./labels.js";
import { Lens } from "./lens.js";
import { isSmall, miniature } from "./miniature.js";
import { fadeIn, sink, slide } from "./motion.js";
import { Overview } from "./overview.js";
import { outline } from "./shapes.js";
import { HIGH, Strip } from "./strip.js";
import { Tip, factsOf } from "./tip.js";

const BOARD = 46;          // pixels that a board in a node is high
const LARGEST_BOARD = 58;  // one with many squares
const SMALLEST = 12;       // pixels; no text is smaller
const LARGEST = 17;        // pixels; text of the usual zoom is not larger
const CLOSEST = { leaf: 6, inner: 13 }; // pixels between siblings; closer ones are drawn as a strip
const MARGIN = 40;         // pixels at the left for MAX and MIN, at the usual size of text
const TOOLS = { wide: 145, high: 42 }; // pixels at the top right that the buttons take
const SQUEEZE = 0.65;      // the narrowest that a number is set, as a part of its width
const LITTLE = 0.8;       // and the narrowest where not all numbers of a row are shown
const MOST_NAMES = 400;    // nodes; above this only those that matter are named
const MOST_AROUND = 150;   // nodes; where more are drawn, texts may lie on their edges
const MOST_FOR_NAMES = 0.5; // of the width, for the names of the leaves in focus
const SLANTED = 0.55;      // of a triangle's width, what its text may take
const PEAK = 0.6;          // and of its half at the peak
const MOST_LINES = 3;      // of a long name below its leaf
const WIDEST_REASON = { part: 0.65, wide: 350 }; // of the view, and in pixels; of a longer inequality, only the numbers are shown
const ARC = 12;            // straight lines that an arc is taken for
const MOST_SUNK = 60;      // nodes; a larger subtree is cut off without motion
const ZOOM = 40;           // the closest view, as a multiple of the widest
const FAMILY = 'system-ui, "DejaVu Sans", sans-serif';

export class TreeView {
  constructor(model, options) {
    this.options = options;              // shape, onPick, onHover, onEdit
    this.drawn = new Map();              // node -> its elements, place and size
    this.width = this.stage = 600;
    this.height = 380;
    this.tools = TOOLS;
    this.unit = 14;                      // the player's font size, which grows when presenting
    this.closer = 1;                     // the zoom; at 1 the whole tree is in view
    this.dx = 0;
    this.dy = 0;
    this.follow = true;
    this.marked = { path: [], now: -1 };
    this.extra = new Map();              // node -> extra classes, kept across redraws
    this.read(model);
    this.edges = svg("g", { class: "pg-edges" });
    this.parts = svg("g", { class: "pg-nodes" });
    this.notes = svg("g", { class: "pg-notes" });
    this.motions = svg("g", { class: "pg-motions", "aria-hidden": "true" });
    this.margin = svg("g", { class: "pg-levels", "aria-hidden": "true" });
    this.handle = svg("g", { class: "pg-handle", visibility: "hidden" }, svg("circle", { r: 8 }), svg("path", { class: "pg-sign" }));
    this.scene = svg("g", {}, this.edges, this.parts, this.notes, this.motions, this.handle);
    this.svg = svg("svg", { class: "pg-svg", role: "img", "aria-label": "Game tree" }, this.scene, this.margin);
    this.tip = new Tip();
    this.overview = new Overview(this);
    this.el = el("div", { class: "pg-tree" }, this.svg, this.overview.el, this.tip.el);
    this.quiet = listen(this, { ...options, nodeAt: (e) => this.nodeAt(e), onFold: (n) => this.fold(n) });
  }

  read(model) {
    this.model = model;
    this.focus = model.nodes[0];         // where the lens is
    this.foldedByHand = new Set();
    this.typed = model.data.steps.open.length > 0; // Γ asks for the type of a leaf
    this.wordy = model.nodes.some((n) => n.name !== n.dewey && n.name.length > 3); // names that are words, not letters
    this.boarded = Object.keys(model.data.boards).length > 0; // a leaf's value stands below its board
    this.widest = widestTexts(model);
    this.widestLeaf = model.nodes.reduce((most, n) => (!n.children.length && this.widest[n.i].length > most.length ? this.widest[n.i] : most), "");
    this.pitch = leafPitch(model);
    for (const n of model.nodes) n.low = n.children.some((c) => !model.nodes[c].children.length); // has leaves
  }

  /** Show another model from the same point of view. */
  take(model, where = () => undefined) {
    const folded = [...this.foldedByHand].map((i) => where(this.model.nodes[i].dewey)), { dewey } = this.focus;
    this.read(model);
    for (const n of model.nodes) {
      if (n.dewey === where(dewey)) this.focus = n;
      if (n.children.length && folded.includes(n.dewey)) this.foldedByHand.add(n.i);
    }
    this.extra = new Map();
    this.choices = null;
    this.marked = { path: [], now: -1 };
    this.tip.hide();
    if (!this.lens) return; // nothing has been drawn yet
    if (this.follow) this.turn(model.focus());
    this.pan(0, 0);
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
    this.tools = this.el.querySelector(".pg-tools")?.offsetWidth ? TOOLS : { wide: 0, high: 0 }; // hidden in small players
    return !same;
  }

  get zoomed() { return this.unit / 14; }
  get edge() { return MARGIN * this.zoomed; }
  get room() { return this.width - this.edge - 8; }
  /** The width of the tree in pixels; a small tree does not fill the view. */
  get total() { return Math.min(this.room, this.model.data.tree.width * 1.9 * this.zoomed) * this.closer; }
  textWidth(text, font, weight = 700) { return widthOf(text, font, FAMILY, weight); }

  /** Show the whole tree. */
  fit() {
    this.closer = 1;
    this.dx = this.edge + Math.max(0, (this.room - this.total) / 2);
    this.dy = 0;
    this.redraw();
  }

  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const closer = Math.max(1, Math.min(ZOOM, this.closer * factor));
    if (closer === 1) { this.fit(); return; }
    const across = (px - this.dx) / this.total, down = (py - this.dy) / this.deep; // this point stays where it is
    this.closer = closer;
    this.plan();
    this.dx = px - across * this.total;
    this.dy = py - down * this.deep;
    this.pan(0, 0);
  }

  pan(dx, dy, kept) {
    const free = this.room - this.total; // a wide tree always fills the view
    this.dx = free < 0 ? Math.min(this.edge, Math.max(this.edge + free, this.dx + dx)) : this.edge + free / 2;
    this.dy = Math.min(0, Math.max(this.height - this.deep, this.dy + dy));
    this.redraw(kept);
  }

  /** Bring a place of the layout to the middle. */
  centre(x) { this.pan(this.width / 2 - this.dx - this.lens.at(x), 0); }

  isWide() { return this.total > this.room + 1 && this.height >= 160; }
  isWhole() { return this.total <= this.room + 1 && this.deep <= this.height + 1; }

  /** Turn the lens to a node and bring it into view; return whether the picture was redrawn. */
  reveal(n) {
    const seen = this.drawn.get(n.i), { x, y } = this.toScreen(n);
    const over = (at, low, high) => (at < low ? low - at : at > high ? high - at : 0);
    let dx = this.isWide() && !(n.children.length && seen) ? over(x, this.edge + 30, this.width - 30) : 0;
    const dy = this.deep > this.height ? over(y, this.size, this.height - this.size) : 0;
    if (dx) dx += Math.sign(dx) * this.width * 0.3;
    const turned = this.turn(n);
    if (!turned && !dx && !dy) return false;
    this.pan(dx, dy, this.drawn);
    return true;
  }

  /** Turn the lens to a node; return whether that changes anything. */
  turn(n) {
    const focus = this.lensOn(n);
    if (focus === this.focus) return false;
    const before = this.lens;
    this.focus = focus;
    this.lens = this.newLens();
    return !(before.flat && this.lens.flat);
  }

  /** The node whose children the lens makes readable, to show this one. */
  lensOn(n) { return n.children.length ? n : this.model.nodes[n.parent] || n; }

  /** The lens on the focus; the same one while nothing it depends on has changed. */
  newLens() {
    const { model, focus, total, size, squeezed, zoomed, foldedByHand } = this, asked = [model, focus, total, size, squeezed, zoomed, ...foldedByHand];
    if (this.lens && asked.length === this.lensFor.length && asked.every((x, k) => x === this.lensFor[k])) return this.lens;
    this.lensFor = asked;
    const known = new Map(); // parent -> its children's wish
    const wish = (n) => {
      if (!known.has(n.parent)) {
        const { children } = this.model.nodes[n.parent], wide = Math.max(...children.map((i) => this.textWidth(this.widest[i], SMALLEST * this.zoomed)));
        const leaves = children.every((i) => !this.model.nodes[i].children.length), named = n.parent === focus.i ? this.roomForNames(children) : 0;
        known.set(n.parent, leaves && this.squeezed ? this.squeezed : Math.max(this.size * 0.6 + 5, Math.min(90, wide + 9), leaves ? named : 0)); // leaves that can be read need no lens
      }
      return known.get(n.parent);
    };
    return new Lens(this.model.nodes, this.total, { focus: this.model.path(this.focus), folded: this.foldedByHand, wish, pitch: this.pitch });
  }

  /** The width of a leaf that has its name below it; 0 where all of these would take too much. */
  roomForNames(leaves) {
    const wide = Math.max(...leaves.map((i) => this.nameWidth([this.model.nodes[i].name]))) + 2;
    return wide * leaves.length <= this.total * MOST_FOR_NAMES ? wide : 0;
  }

  /** Fold the subtree below a node into a strip, or unfold it. */
  fold(n) {
    if (!n.children.length) return;
    if (this.foldedByHand.has(n.i)) this.foldedByHand.delete(n.i);
    else if (n.folded) this.focus = n; // too small to draw: the lens opens it
    else this.foldedByHand.add(n.i);
    this.redraw();
  }

  // Sizes

  /** Choose the lens, the size of text and the distance of levels for the current zoom. */
  plan() {
    const { depth, width } = this.model.data.tree;
    const pitch = (this.pitch * this.total) / width, height = this.height * Math.min(this.closer, 3), { zoomed } = this, smallest = SMALLEST * zoomed;
    const row = height / (depth + 1);
    const most = Math.min(LARGEST * zoomed * Math.min(this.closer, 2), Math.max(pitch / 2.6, smallest + 1), row / 2);
    this.font = Math.round(Math.max(smallest, most));
    this.label = Math.round(Math.max(smallest, this.font * 0.82));
    this.size = Math.max(Math.round(smallest * 1.4), Math.min(Math.round(this.font * 1.9), Math.round(row * 0.62)));
    const top = this.label + 8 * zoomed, below = this.boarded ? (BOARD * zoomed - this.size) / 2 + this.font * 0.5 : 0;
    const bottom = this.label * (1 + LEADING * (this.linesBelow(pitch, row) - 1)) + 12 * zoomed + below, least = this.size + 8;
    this.gap = depth ? Math.max(least, Math.min(9 * LARGEST * zoomed, (height - top - bottom - this.size) / depth)) : 0;
    const free = this.height - top - bottom - this.size - this.gap * depth;
    this.top = top + this.size / 2 + Math.max(0, free / 2);
    this.deep = Math.max(this.height, this.top + this.gap * depth + this.size / 2 + bottom);
    const [{ left, right }] = this.model.nodes, cell = (this.pitch * this.total) / (right - left + this.pitch);
    this.squeezed = cell >= this.textWidth(this.widestLeaf, smallest) * SQUEEZE + 4 ? cell : 0; // all leaves are readable, or none
    this.lens = this.newLens();
  }

  /** The lines that the names below the lowest leaves take, if there is room for them. */
  linesBelow(cell, row) {
    const { nodes, data } = this.model, most = Math.min(MOST_LINES, Math.floor((row - this.size) / this.label));
    if (!this.wordy || most < 2) return 1;
    const lowest = nodes.filter((n) => n.depth === data.tree.depth);
    return Math.max(1, ...lowest.map((n) => this.wrap(n.name, cell).length).filter((lines) => lines <= most));
  }

  /** A name in lines no wider than this, if its words are not. */
  wrap(name, width) {
    const lines = [];
    for (const word of name.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && this.nameWidth([longer]) <= width) lines[lines.length - 1] = longer; else lines.push(word);
    }
    return lines;
  }

  nameWidth(lines) { return Math.max(...lines.map((line) => this.textWidth(line, this.label, 600))) + 5; }

  y(n) { return this.top + n.depth * this.gap; }
  get bottom() { return this.top + this.model.data.tree.depth * this.gap + this.size / 2; }

  /** How wide a node is, and whether it has room for its text; the path always has. */
  sized(n, near) {
    const room = near - 4, text = this.widest[n.i], slanted = this.slanted(n), least = this.leastWidth(n), halved = slanted ? least : this.twoLines(text) + 8;
    const wish = Math.max(this.size * (slanted ? 1.2 : 1), this.wishedWidth(n));
    if (room >= Math.max(this.size * 0.6, Math.min(wish, halved))) return { w: Math.min(wish, Math.max(this.size * 0.7, room)), tiny: false };
    if (room >= Math.max(least, this.size * 0.6)) return { w: room, tiny: false };
    const squeeze = this.squeezed || n.parent === this.focus.i ? SQUEEZE : LITTLE;
    if (!n.children.length && near >= (least - 3) * squeeze + 3.5) return { w: near - 1.5, tiny: false };
    if (this.isFocus(n)) return { w: Math.min(least, halved), tiny: false };
    const wide = n.children.length ? Math.min(wish, room) : 0; // what it has may fit, if not all it may ever have
    return { w: Math.max(1.5, wide, Math.min(this.size, room + 3)), tiny: true };
  }

  isFocus(n) { return n.children.length > 0 && this.lens.focus.has(n.i); }
  /** Whether a node is drawn as a triangle, which has less room for its text. */
  slanted(n) { return this.options.shape === "triangles" && n.children.length > 0; }
  wishedWidth(n) {
    const wide = this.textWidth(this.widest[n.i], this.font);
    return this.slanted(n) ? (wide + this.font * 0.3) / SLANTED : wide + this.font * 0.7;
  }
  leastWidth(n) { return this.textWidth(this.widest[n.i], SMALLEST * this.zoomed) * (this.slanted(n) ? LITTLE / SLANTED : 1) + 3; } // a triangle's text may be squeezed a little

  /** The room of each node in its row. Leaves side by side have cells of their own, and the path comes first. */
  roomFor(seen, places) {
    const last = new Map(), room = new Map();
    const narrow = (n, other, gap) => {
      const left = this.isFocus(other) ? Math.max(4, 2 * gap - Math.max(gap, this.leastWidth(other) + 4)) : gap;
      room.set(n.i, Math.min(room.get(n.i) ?? Infinity, left));
    };
    for (const n of seen) {
      const before = last.get(n.depth);
      last.set(n.depth, n);
      if (!before || (!before.children.length && !n.children.length)) continue;
      const gap = places.get(n.i) - places.get(before.i);
      narrow(n, before, gap);
      narrow(before, n, gap);
    }
    return room;
  }

  /** The width of a pair of bounds on two lines; of any other text, its own width. */
  twoLines(text) { return Math.max(...halves(text).map((part) => this.textWidth(part, SMALLEST * this.zoomed))); }

  // Drawing

  /** Draw everything anew, but keep these parts where only their place or size changes: a step must be quick. */
  redraw(kept = new Map()) {
    this.plan();
    const seen = this.inView(), places = this.placed(seen), near = this.roomFor(seen, places);
    this.motions.replaceChildren();
    this.handle.setAttribute("visibility", "hidden");
    this.drawn = new Map();
    for (const n of seen) this.drawNode(n, places.get(n.i), Math.min(near.get(n.i) ?? Infinity, this.cell(n), 2 * this.toEdge(n, places.get(n.i))), kept.get(n.i));
    for (const part of this.drawn.values()) if (part.strip) this.drawStrip(part);
    this.arrange(kept);
    this.scene.setAttribute("transform", `translate(${this.dx} ${this.dy})`);
    this.el.classList.toggle("pg-pannable", !this.isWhole());
    this.overview.draw();
    this.drawMargin(seen);
    this.drawNames(seen);
    this.mark();
    this.options.onDraw?.();
  }

  /** Put what was drawn into the picture, in order, and take out the rest. */
  arrange(kept) {
    if (!kept.size) { this.edges.replaceChildren(); this.parts.replaceChildren(); }
    for (const [i, part] of kept) if (this.drawn.get(i) !== part) for (const e of [part.g, part.name, ...linesOf(part)]) e?.remove();
    const parts = [...this.drawn.values()];
    inOrder(this.parts, parts.map(({ g }) => g));
    inOrder(this.edges, parts.flatMap(linesOf));
  }

  /** The nodes to draw, parents first, left to right; `folded` says which become strips. */
  inView() {
    const { nodes } = this.model, left = this.edge - this.dx, right = this.width - this.dx, seen = [], todo = [0];
    while (todo.length) {
      const n = nodes[todo.pop()], from = this.lens.at(n.left), to = this.lens.at(n.right), count = n.children.length;
      const half = count ? 0 : Math.min(this.size / 2, this.cell(n) / 2, from, this.total - to); // of a leaf at the edge, unless the tree ends there
      if (to < left + half || from > right - half) continue;
      seen.push(n);
      n.folded = this.foldedByHand.has(n.i) || (count > 1 && (to - from) / (count - 1) < CLOSEST[n.low ? "leaf" : "inner"]);
      if (!n.folded) for (let k = count - 1; k >= 0; k--) todo.push(n.children[k]);
    }
    return seen;
  }

  /** Where nodes are, from left to right; the lens keeps parents above the middle of their children. */
  placed(seen) {
    const { nodes } = this.model, at = new Map(), { lens } = this;
    const x = (i) => at.get(i) ?? lens.at(nodes[i].x);
    for (const n of [...seen].reverse()) {
      const { children } = n, centred = !lens.flat && children.length && !n.folded;
      at.set(n.i, centred ? (x(children[0]) + x(children.at(-1))) / 2 : n.folded ? (lens.at(n.left) + lens.at(n.right)) / 2 : lens.at(n.x));
    }
    for (const n of seen) if (n.children.length) at.set(n.i, this.heldInView(n, at.get(n.i)));
    return at;
  }

  /** A wide node at the edge, or any inner node of which part of the subtree is visible, stays in view. */
  heldInView(n, x) {
    if (!this.isWide() && !this.isFocus(n)) return x;
    const half = Math.max(this.size, this.isWide() ? this.leastWidth(n) : this.wishedWidth(n)) / 2 + 2;
    return Math.min(Math.max(x, this.edge - this.dx + half), this.rightOf(n) - half);
  }

  /** Where the view ends at the right of an inner node: at the buttons, if the node is as high up as they are. */
  rightOf(n) {
    const top = this.y(n) + this.dy - this.size / 2;
    return this.width - this.dx - (top < this.tools.high * this.zoomed ? this.tools.wide * this.zoomed : 0);
  }

  /** How far a place is from the nearer edge of the view; the path also keeps clear of the buttons. */
  toEdge(n, x) { return Math.min(x - this.edge + this.dx + 2, (this.isFocus(n) ? this.rightOf(n) : this.width - this.dx) - x); }

  /** The width that the lens gives to a leaf. */
  cell(n) {
    if (n.children.length) return Infinity;
    const half = Math.min(n.room, 2 * this.pitch) / 2;
    return this.lens.at(n.x + half) - this.lens.at(n.x - half);
  }

  /** Draw a node, or move the one that was drawn before if it is made of the same elements. */
  drawNode(n, x, near, before) {
    const y = this.y(n), leaf = !n.children.length && !n.stub, { w, tiny } = this.sized(n, near), board = this.boardHeight(n, near);
    const h = tiny ? Math.min(this.size, Math.max(leaf ? 14 : 5, w)) : board || (leaf ? this.size * 0.86 : this.size);
    const kind = `pg-node${leaf ? " leaf" : ""}`, made = [kind, tiny, board, n.folded, n.stub && [w, near]].join();
    const place = { n, x, y, w: board ? Math.max(w, h) : w, h, tiny, near, kind, made, peak: this.slanted(n) ? (n.max ? 1 : -1) : 0, foot: board ? this.font + 2 : 0 };
    const part = before?.made === made ? Object.assign(before, place) : this.makePart(place, leaf, board);
    part.motion?.cancel();
    adjust(part.g, "transform", `translate(${x} ${y})`);
    adjust(part.shape, "d", outline(n, part, this.options.shape, this.typed));
    if (part.base) adjust(part.base, "d", `M${-part.w / 2} ${h / 2 + 5}H${part.w / 2}`);
    const parent = this.drawn.get(n.parent);
    if (parent) {
      const { x: mx, y: my } = strikeOf(parent, part), s = (tiny ? 3 : 6) * this.zoomed;
      adjust(part.edge, "d", `M${parent.x} ${parent.y + parent.h / 2}L${x} ${y - h / 2}`);
      adjust(part.strike, "d", `M${mx - s} ${my + 2}l${2 * s} ${-0.8 * s}M${mx - s} ${my + 2 + 5 * this.zoomed}l${2 * s} ${-0.8 * s}`);
    }
    this.drawn.set(n.i, part);
    this.style(n.i);
  }

  /** The elements of a node. */
  makePart(part, leaf, board) {
    const { n, tiny } = part;
    if (n.parent >= 0) [part.edge, part.strike] = [svg("path", { class: "pg-edge" }), svg("path", { class: "pg-strike" })];
    part.g = svg("g", { class: part.kind, "data-node": n.dewey });
    part.shape = svg("path", { class: "pg-shape" });
    part.value = svg("text", { class: "pg-value" });
    part.g.append(part.shape);
    if (leaf && !tiny) part.g.append(part.base = svg("path", { class: "pg-base" }));
    if (!tiny) part.g.append(part.value);
    if (board) this.drawBoard(n, part, board);
    if (n.stub) this.drawStub(n, part);
    if (n.folded) part.strip = new Strip(n);
    return part;
  }

  drawStrip(part) {
    const { n } = part, middle = (this.lens.at(n.left) + this.lens.at(n.right)) / 2, half = Math.max(6, (this.lens.at(n.right) - this.lens.at(n.left)) / 2);
    part.strip.draw(this.model, part, middle - half, middle + half, this.bottom);
  }

  /** A triangle stands for the leaves below a node that are not drawn. */
  drawStub(n, part) {
    const what = `${n.stub} ${n.stub === 1 ? "leaf" : "leaves"}`, half = Math.min(10 * this.zoomed, part.w / 2), font = SMALLEST * this.zoomed;
    part.g.append(svg("path", { class: "pg-fold", d: `M0 ${part.h / 2}l${half} ${1.4 * half}h${-2 * half}z` }));
    if (part.tiny || part.near < this.textWidth(what, font)) return;
    const t = svg("text", { class: "pg-count", y: part.h / 2 + 1.4 * half + this.label, "font-size": font });
    t.textContent = what;
    part.g.append(t);
  }

  /** A small game position is drawn in its node, with the value below. */
  boardLines(n) {
    const lines = (this.model.data.boards[n.i] || "").replaceAll(" ", "").split("\n");
    return !lines[0] || lines.length > 4 || lines.some((line) => line.length > 5) ? [] : lines;
  }

  boardHeight(n, near) {
    const text = this.model.data.boards[n.i], { zoomed } = this, shown = text && near > 44 * zoomed && this.gap >= BOARD * zoomed + this.font + 4; // the value stands below
    if (!shown || !(this.boardLines(n).length || isSmall(text))) return 0;
    const room = this.boardLines(n).length || !n.children.length ? 0 : Math.min(LARGEST_BOARD * zoomed, this.gap - 24 * zoomed, near - 6);
    return Math.round(Math.max(BOARD * zoomed, room)); // a leaf stands at the edge
  }

  drawBoard(n, part, high) {
    const lines = this.boardLines(n), { boards, pieces } = this.model.data;
    if (!lines.length) part.g.append(miniature(boards[n.i], boards[n.parent], pieces, n.max ? high - 4 : high * 0.74)); // a square, or in a circle
    lines.forEach((line, k) => {
      const t = svg("text", { class: "pg-board", y: ((k - (lines.length - 1) / 2) * 12 + 4) * this.zoomed });
      t.textContent = line;
      part.g.append(t);
    });
    part.below = true;
    part.value.classList.add("below");
  }

  // Texts beside the nodes

  /** The names of nodes, where there is room for them. */
  drawNames(seen) {
    const { wide, high } = this.tools, left = -this.dx, top = -this.dy, right = left + this.width, bottom = top + this.height;
    const space = new Space({ left: left + this.edge, right: right - 2, top: top + 1, bottom: bottom - 1 });
    space.take({ left: right - wide * this.zoomed, right, top, bottom: top + high * this.zoomed });
    if (this.isWide()) space.take({ left: left + 40, right: left + 210, top: bottom - 50, bottom });
    for (const part of this.drawn.values()) for (const box of boxesAround(part, this.label)) space.take(box);
    for (const { n, strip } of this.drawn.values()) if (strip) space.take({ left: this.lens.at(n.left), right: this.lens.at(n.right), top: this.bottom - HIGH, bottom: this.bottom });
    this.named = new Set();
    this.apart = gapsIn(seen, this.drawn);
    const large = seen.filter((n) => !this.drawn.get(n.i).tiny);
    this.around = [seen, large].find((nodes) => nodes.length <= MOST_AROUND)?.map(({ i }) => i) ?? [];
    space.lines = this.around.flatMap((i) => this.edgeTo(i));
    const crowded = new Set(this.wordy ? [] : large.filter((n) => !this.hasRoomForName(n)).map((n) => n.depth)); // all letters of a level, or those of the path
    const small = this.wordy ? seen.filter((n) => n.children.length && this.drawn.get(n.i).tiny && this.drawn.get(n.i).w >= this.size * 0.8) : []; // named if there is room
    if (large.length <= MOST_NAMES) for (const n of [...large, ...small]) if (!crowded.has(n.depth) || this.isFocus(n)) this.drawName(space, this.drawn.get(n.i), this.parts, `pg-name${this.marked.path.includes(n.i) ? " on-path" : ""}`);
    for (const part of this.drawn.values()) if (!this.named.has(part.n.i)) { part.name?.remove(); part.name = null; }
    this.space = space;
  }

  /** The edge to a node, in a list, as a line that texts are not to hide. */
  edgeTo(i) {
    const part = this.drawn.get(i), parent = part && this.drawn.get(part.n.parent);
    return parent ? [[parent.x, parent.y + parent.h / 2, part.x, part.y - part.h / 2]] : [];
  }

  /** The stroke through the edge to a node, in a list, as such a line. */
  strikeThrough(i) {
    const part = this.drawn.get(i), { x, y } = strikeOf(this.drawn.get(part.n.parent), part), { zoomed } = this;
    return [[x - 6 * zoomed, y + 3 * zoomed, x + 6 * zoomed, y + 3 * zoomed]];
  }

  /** Whether a name fits beside an inner node, or below a leaf. */
  hasRoomForName(n) {
    const { near, w } = this.drawn.get(n.i), beside = n.children.length || n.stub ? w : 0;
    return beside + this.textWidth(n.name, this.label, 600) + 6 <= near;
  }

  drawName(space, part, into, kind = "pg-name") {
    const { n } = part, { name } = n, { beside, above, below } = around(part, this.label, 4 * this.zoomed), before = into === this.parts ? part.name : null;
    const inner = n.children.length || n.stub, look = `${kind}${name === n.dewey ? " dewey" : ""}`;
    const places = inner ? [...beside.high, ...above, ...beside.low] : [below, ...beside.high, ...above];
    const text = this.wordy && this.writeLines(space, inner ? beside.high : [below], part, look, into) || this.write(space, places, name, look, into, before);
    if (!text) return false;
    text.dataset.name = n.dewey;
    if (into !== this.parts) return true;
    if (text !== before) before?.remove();
    this.named.add(n.i);
    part.name = text;
    return true;
  }

  /** Write a name of several words on the lines that its node has room for: below a leaf, or beside an inner node. */
  writeLines(space, places, { n, near }, kind, into) {
    const inner = n.children.length || n.stub, most = inner ? 2 : MOST_LINES, narrowest = this.wrap(n.name, 0);
    for (const width of inner ? [Infinity, this.nameWidth([n.name]) * 0.6] : [1, 1.6].map((k) => k * (this.apart.get(n.i) ?? near))) {
      const lines = this.wrap(n.name, Math.max(width, this.nameWidth(narrowest)));
      const text = lines.length <= most && this.write(space, places, lines, kind, into);
      if (text) return text;
    }
    return null;
  }

  /** Write a remark beside a node, or anywhere around it and perhaps higher up, where there is room; best of all, below another text. */
  note(space, part, text, kind, anywhere, other = null, far = false) {
    const { beside, above, corners, below, over } = around(part, this.label, 4 * this.zoomed), next = [...beside.middle, ...beside.low];
    const line = this.label * 1.35, wide = this.nameWidth([part.n.name]) / 2 + 4; // a leaf's name is below it
    const byName = [{ ...below, y: below.y + line }, { ...below, x: below.x + wide, anchor: "start" }, { ...below, x: below.x - wide, anchor: "end" }];
    const first = other ? [{ x: +other.getAttribute("x"), y: +other.getAttribute("y") + line, anchor: other.getAttribute("text-anchor") }] : [];
    return this.write(space, anywhere ? [...first, ...next, ...(part.n.children.length ? corners : byName), ...above, ...(far ? over : [])] : next, text, kind, this.notes);
  }

  /** Write a text, or lines of text, at the first of these places that is free; null if none is. */
  write(space, places, words, kind, into, before = null) {
    const font = this.label, lines = [words].flat(), at = space.place(places, this.nameWidth(lines), font, lines.length);
    if (!at) return null;
    const same = before && !before.firstElementChild && before.textContent === words, text = same ? before : svg("text");
    const look = { class: kind, x: at.x, y: at.y, "text-anchor": at.anchor || "start", "font-size": font };
    for (const [name, value] of Object.entries(look)) adjust(text, name, value);
    if (same) return text;
    if (lines.length === 1) text.textContent = lines[0];
    else text.append(...lines.map((line, k) => {
      const part = svg("tspan", k ? { x: at.x, dy: font * LEADING } : { x: at.x });
      part.textContent = line;
      return part;
    }));
    into.append(text);
    return text;
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
    const words = model.words(given), readable = !part.tiny || this.isReadable(part, words);
    if (!readable) classes.push("tiny");
    if (readable) this.writeValue(part, words); else if (part.written) { part.value.remove(); part.written = null; }
    const names = classes.join(" ");
    if (part.names === names) return;
    part.names = names;
    part.g.setAttribute("class", `${part.kind} ${names}`);
    part.name?.classList.toggle("on-path", onPath);
    if (part.edge) {
      part.edge.setAttribute("class", `pg-edge${part.tiny ? " tiny" : ""} ${names}`);
      part.strike.setAttribute("class", `pg-strike ${names}`);
    }
  }

  /** Whether a node that is too small for all that it may ever show has room for this. */
  isReadable({ n, w }, words) {
    const smallest = SMALLEST * this.zoomed, air = (n.max ? 5 : 7) * this.zoomed; // a circle is narrower above and below
    return words !== "" && n.children.length > 0 && w > 1.3 * smallest && this.textWidth(words, smallest) * LITTLE + air <= w * (this.slanted(n) ? SLANTED : 1);
  }

  /** Write a value into its node: as large as fits, on two lines if it must be. */
  writeValue(part, words) {
    const { value } = part, slanted = this.slanted(part.n), wide = part.below ? part.near : part.w * (slanted ? SLANTED : 1), room = wide - 4, smallest = SMALLEST * this.zoomed, written = [words, this.font, smallest, wide, part.h].join();
    if (part.written === written) return;
    part.written = written;
    if (part.tiny) part.g.append(value); // most of these never have one
    const fitted = Math.min(this.font, room / this.textWidth(words, 1));
    const lines = fitted < smallest && !part.below && !slanted ? halves(words) : [words];
    if (lines.length === 1) {
      value.textContent = words;
      value.setAttribute("y", this.baseline(part));
      value.setAttribute("font-size", Math.max(smallest, fitted));
      if (fitted >= smallest || !words) value.removeAttribute("textLength");
      else { value.setAttribute("textLength", wide - 2.5); value.setAttribute("lengthAdjust", "spacingAndGlyphs"); }
      return;
    }
    value.setAttribute("font-size", smallest);
    value.removeAttribute("textLength");
    value.removeAttribute("y");
    value.replaceChildren(...lines.map((text, k) => {
      const line = svg("tspan", { x: 0, y: (k ? 0.95 : -0.12) * smallest });
      line.textContent = text;
      return line;
    }));
  }

  baseline({ below, n, h }) {
    if (below) return h / 2 + this.font;
    if (!this.slanted(n)) return this.font * 0.36;
    return n.max ? h / 2 - this.font * 0.27 : this.font - h / 2; // at the wide side
  }

  /** Show where the search is: its path, its windows, and the cutoff of this step. */
  mark() {
    const { model } = this, old = this.marked, path = model.path(), cutoff = model.cutoff();
    this.marked = { path, now: path.length ? path[0] : -1 };
    for (const i of new Set([...old.path, ...path])) this.style(i);
    this.notes.replaceChildren();
    const space = this.space.copy();
    const told = new Set([...path, ...model.mentions(), ...(this.choices?.keys() ?? []), ...(cutoff ? [cutoff.by, ...cutoff.witnesses] : [])].filter((i) => i >= 0));
    this.about = new Set([...told, ...(cutoff?.skipped ?? [])]);
    for (const i of this.choices?.keys() ?? []) {
      const { x, y } = this.cornerOf(model.nodes[i]), r = this.label * 0.66;
      space.take({ left: x - r, right: x + r, top: y - r, bottom: y + r });
    }
    if (cutoff) for (const i of cutoff.skipped) this.keepStrikeFree(space, this.drawn.get(i));
    space.lines.push(...path.flatMap((i) => [...this.edgeTo(i), ...this.edgeTo(i)]), ...this.around.filter((i) => model.struck(i)).flatMap((i) => this.strikeThrough(i)));
    this.drawHorizon(space);
    const [innermost, ...outer] = model.stack().reverse(), answer = model.answer();
    for (const i of told) this.nameAnyway(space, model.nodes[i]);
    const window = innermost && this.drawWindow(innermost, space, true);
    if (cutoff) this.drawCutoff(cutoff, space, window);
    const answered = answer && this.drawn.get(answer.node);
    if (answered) this.note(space, answered, answer.text, "pg-answer", true);
    for (const call of outer) this.drawWindow(call, space);
    for (const [i, number] of this.choices ?? []) this.drawChoice(model.nodes[i], number);
  }

  /** No text may hide that a subtree is cut off now. */
  keepStrikeFree(space, part) {
    const parent = part && this.drawn.get(part.n.parent);
    if (!parent || part.tiny) return;
    const { x, y } = strikeOf(parent, part), { zoomed } = this;
    space.take({ left: x - 7 * zoomed, right: x + 7 * zoomed, top: y - 4 * zoomed, bottom: y + 9 * zoomed });
  }

  /** A line below the level at which nodes count as leaves. */
  drawHorizon(space) {
    const depth = this.model.horizon();
    if (depth === null || depth >= this.model.data.tree.depth) return;
    const y = this.top + depth * this.gap + this.size / 2 + Math.min(12, (this.gap - this.size) / 3), left = this.edge - this.dx, right = this.width - this.dx;
    this.notes.append(svg("path", { class: "pg-horizon", d: `M${left} ${y}H${right}` }));
    this.write(space, [y + this.label + 2, y - 4].flatMap((y) => [{ x: right - 6, y, anchor: "end" }, { x: left + 4, y, anchor: "start" }]), "horizon", "pg-horizon-name", this.notes);
  }

  /** Number the nodes that can be chosen, as [node, number]; null for none. */
  setChoices(choices) {
    const same = `${[...(choices ?? [])]}` === `${[...(this.choices ?? [])]}`;
    this.choices = choices;
    if (!same && this.lens) this.mark();
  }

  drawChoice(n, number) {
    const { x, y } = this.cornerOf(n), text = svg("text", { "font-size": this.label * 0.95, y: this.label * 0.34 });
    text.textContent = number;
    this.notes.append(svg("g", { class: "pg-number-of", transform: `translate(${x} ${y})` }, svg("circle", { r: this.label * 0.66 }), text));
  }

  /** The upper right corner of a node, drawn or not. */
  cornerOf(n) {
    const { x, y, w, h } = this.drawn.get(n.i) || this.spotOf(n);
    return { x: x + w / 2, y: y - h / 2 };
  }

  /** Name a node that this step is about, even one that is part of a strip. */
  nameAnyway(space, n) {
    if (this.named.has(n.i)) return;
    const part = this.drawn.get(n.i) || this.spotOf(n);
    if (part.spot) this.notes.append(svg("circle", { class: `pg-spot${n.i === this.marked.now ? " now" : ""}`, cx: part.x, cy: part.y, r: 4 }));
    if (!this.drawName(space, part, this.notes, "pg-name now")) this.nameFarther(space, part);
  }

  /** Name a node where there is no room beside it: farther away, with a line to it. */
  nameFarther(space, part) {
    const { n, x, y, h } = part, { name } = n, row = this.label * 1.35, kind = `pg-name now${name === n.dewey ? " dewey" : ""}`;
    let text = null;
    for (let far = 0; far <= 8 && !text; far++) { // nearer is better, whatever it hides
      const places = (far ? [-1, 1] : [1]).flatMap((side) => [1, 2, -1, -2, 3, -3].map((down) => (
        { x: x + side * far * 22, y: down > 0 ? y + h / 2 + 6 + down * row : y - h / 2 + (down + 0.6) * row, anchor: "middle" })));
      text = this.write(space, places, name, kind, this.notes);
    }
    if (!text) return;
    text.dataset.name = n.dewey;
    const tx = +text.getAttribute("x"), ty = +text.getAttribute("y"), below = ty > y;
    this.notes.prepend(svg("path", { class: "pg-leader", d: `M${x} ${below ? y + h / 2 : y - h / 2}L${tx} ${below ? ty - this.label : ty + 3}` }));
  }

  /** Where a node is that is not drawn itself. */
  spotOf(n) { return { n, x: this.lens.at(n.x), y: n.children.length ? this.y(n) : this.bottom - 7, w: 8, h: 14, spot: true }; }

  drawWindow(call, space, anywhere = false) {
    const part = this.drawn.get(call.node), text = this.model.window(call);
    return part && text !== "(−∞, ∞)" ? this.note(space, part, text, "pg-window", anywhere) : null;
  }

  /** An arc from the node that is cut to the ancestor whose bound it meets, and rings around the witnesses. */
  drawCutoff({ node, by, witnesses, reasons }, space, window) {
    const { nodes } = this.model, partOf = (i) => (i < 0 ? null : this.drawn.get(i) || this.spotOf(nodes[i]));
    const from = partOf(node), to = partOf(by);
    const { zoomed } = this, air = 4 * zoomed, long = 9 * zoomed;
    if (to && from !== to) {
      const arc = freest(arcsBetween(from, to, zoomed), space), [[x, y], [cx, cy], [end, tip]] = arc, away = Math.atan2(cy - tip, cx - end);
      const barb = (turn) => `${end + long * Math.cos(away + turn)} ${tip + long * Math.sin(away + turn)}`;
      this.notes.append(svg("path", { class: "pg-arc", d: `M${x} ${y}Q${cx} ${cy} ${end} ${tip}` }),
        svg("path", { class: "pg-arc pg-arrow", d: `M${barb(0.45)}L${end} ${tip}L${barb(-0.45)}` }));
      for (let k = 0; k < ARC; k++) space.lines.push([...along(arc, k / ARC), ...along(arc, (k + 1) / ARC)]);
    }
    for (const part of witnesses.map(partOf)) {
      if (part) this.notes.append(svg("rect", { class: "pg-witness", x: part.x - part.w / 2 - air, y: part.y - part.h / 2 - air, width: part.w + 2 * air, height: part.h + 2 * air, rx: 6 * zoomed }));
    }
    const most = Math.min(WIDEST_REASON.part * this.width, WIDEST_REASON.wide * zoomed);
    for (const reason of reasons) { // the shorter forms where the long one has no room
      const words = reason.replace(/\b(node|move|line) /g, ""), wide = this.textWidth(words, this.label); // in the picture, names are labels
      const text = words && wide <= most && this.note(space, from, words, "pg-why", true, window, true);
      if (text) { text.before(plate(text, wide, this.label)); break; }
    }
  }

  drawMargin(seen) {
    const levels = new Map();
    for (const n of seen) if (!levels.has(n.depth) || n.children.length) levels.set(n.depth, n);
    this.margin.replaceChildren(svg("rect", { class: "pg-strip", x: 0, y: 0, width: this.edge - 2, height: this.height }));
    for (const n of levels.values()) {
      const text = svg("text", { class: "pg-level", x: 4, y: this.y(n) + this.dy + 4, "font-size": SMALLEST * this.zoomed });
      text.textContent = n.children.length || n.stub || this.typed ? (n.max ? "MAX" : "MIN") : "leaf";
      this.margin.append(text);
    }
  }

  // Stepping

  /** After a step, restyle what changed, including subtrees that were cut off or are no longer. */
  step(changed, moving = false) {
    if (!this.lens) { // nothing has been drawn yet; the first drawing shows this step
      if (this.follow) this.focus = this.lensOn(this.model.focus());
      return;
    }
    const { model } = this, strips = new Set(), cut = [];
    const before = moving ? new Map([...this.drawn].map(([i, { x, y }]) => [i, { x, y }])) : null, was = this.marked.now;
    for (const [i, status] of changed) {
      this.style(i);
      const folded = this.foldedAbove(i);
      if (folded) strips.add(folded);
      if ((status === "cut off") === model.struck(i)) continue;
      if (model.struck(i)) cut.push(i);
      this.styleBelow(i);
    }
    for (const part of strips) this.drawStrip(part);
    const now = model.node();
    const redrawn = this.follow && this.reveal(model.focus());
    if (!redrawn) { this.mark(); this.overview.draw(); } // a redraw does both
    if (this.tip.shown) this.tell(this.told);
    cancelAnimationFrame(this.motion);
    if (moving) this.motion = requestAnimationFrame(() => this.move(before, redrawn, was, now, cut)); // still before it is painted
  }

  /** Show a step as motion: the marker walks, a value goes up to its parent, what is cut off sinks. */
  move(before, redrawn, was, now, cut) {
    this.motions.replaceChildren();
    if (redrawn) {
      fadeIn(this.edges);
      for (const [i, part] of this.drawn) {
        const old = before.get(i);
        if (old && Math.abs(old.x - part.x) > 1) part.motion = slide(part.g, old, part);
      }
    }
    const to = now && this.drawn.get(now.i), from = before.get(was);
    if (to && from && was !== now.i) {
      const box = svg("rect", { class: "pg-marker", x: -to.w / 2 - 4, y: -to.h / 2 - 4, width: to.w + 8, height: to.h + 8, rx: 6 });
      const words = now.children.includes(was) ? this.model.words(this.model.text(was)) : "";
      const text = svg("text", { class: "pg-value pg-travels", "font-size": this.font, y: this.font * 0.36 });
      text.textContent = words;
      const ghost = svg("g", {}, words ? text : box);
      this.motions.append(ghost);
      slide(ghost, from, to, { from: 1, to: 0.2 }).onfinish = () => ghost.remove();
    }
    const sunk = this.drawnBelow(cut);
    if (sunk.length <= MOST_SUNK) for (const part of sunk) part.motion = sink(part.g, part);
  }

  /** The drawn node whose strip contains this one, if any. */
  foldedAbove(i) {
    let n = this.model.nodes[i];
    while (n && !this.drawn.has(n.i)) n = this.model.nodes[n.parent];
    const part = n && this.drawn.get(n.i);
    return part?.strip ? part : null;
  }

  /** These nodes and all below them, as far as they are drawn. */
  drawnBelow(roots) {
    const found = [], todo = [...roots];
    while (todo.length) {
      const part = this.drawn.get(todo.pop());
      if (!part) continue;
      found.push(part);
      todo.push(...part.n.children);
    }
    return found;
  }

  styleBelow(i) {
    for (const part of this.drawnBelow([i])) {
      this.style(part.n.i);
      if (part.strip) this.drawStrip(part);
    }
  }

  setExtra(map) {
    const touched = new Set([...this.extra.keys(), ...map.keys()]);
    this.extra = map;
    for (const i of touched) this.style(i);
  }

  // Pointing

  nodeAt(event) {
    const dewey = event.target.closest?.(".pg-node, .pg-wedge, .pg-handle")?.dataset.node;
    return dewey === undefined ? null : [...this.drawn.values()].find(({ n }) => n.dewey === dewey)?.n ?? null;
  }

  toScreen(n) {
    return { x: (this.drawn.get(n.i)?.x ?? this.lens.at(n.x)) + this.dx, y: this.y(n) + this.dy };
  }

  hover(n) {
    if (n) { this.tell(n); this.offerFold(n); } else this.hush();
  }

  /** A button below the node under the pointer folds and unfolds its subtree. */
  offerFold(n) {
    const part = this.drawn.get(n.i), can = part && n.children.length > 0;
    this.handle.setAttribute("visibility", can ? "visible" : "hidden");
    if (!can) return;
    this.handle.dataset.node = n.dewey;
    this.handle.setAttribute("transform", `translate(${part.x} ${part.y + part.h / 2 + 9})`);
    this.handle.lastChild.setAttribute("d", n.folded ? "M-4 0h8M0 -4v8" : "M-4 0h8");
  }

  facts(n) {
    const rows = factsOf(this.model, n), strip = this.drawn.get(n.i)?.strip;
    if (strip) rows.push(["leaves", Object.entries(strip.counts).filter(([, k]) => k).map(([kind, k]) => `${k} ${kind}`).join(", ")]);
    const hint = this.options.hint?.(n);
    return hint ? [...rows, hint] : rows;
  }

  tell(n) {
    const keepFree = [...this.about].filter((i) => i !== n.i && this.drawn.has(i)).map((i) => boxAround(this.drawn.get(i), this.label))
      .map((b) => ({ left: b.left + this.dx, right: b.right + this.dx, top: b.top + this.dy, bottom: b.bottom + this.dy }));
    this.told = n;
    this.tip.show(this.facts(n), { ...this.toScreen(n), half: (this.drawn.get(n.i)?.w ?? 0) / 2 }, this, keepFree);
    this.options.onHover?.(n.i);
  }

  hush() {
    this.tip.hide();
    this.handle.setAttribute("visibility", "hidden");
    this.options.onHover?.(-1);
  }
}

/** Let these be the first children of an element, without touching those that already are. */
function inOrder(element, children) {
  let next = element.firstChild;
  for (const child of children) if (child === next) next = next.nextSibling; else element.insertBefore(child, next);
}

/** What is drawn below the nodes: the edge to the parent, and a strip. */
function linesOf({ edge, strike, strip }) { return [edge, strike, ...(strip?.elements ?? [])].filter(Boolean); }

/** Places for a text around a node: beside it at three heights, above, further up, below, and at its lower corners. */
function around({ x, y, w, h, below, peak }, font, gap) {
  const row = (y, wide = w) => [{ x: x - wide / 2 - gap, y, anchor: "end" }, { x: x + wide / 2 + gap, y, anchor: "start" }];
  return {
    beside: { high: row(y - h / 2 + font * 0.6, peak > 0 ? w * PEAK : w), middle: row(y + font * 0.4).reverse(), low: row(y + h / 2 + font * 0.4).reverse() },
    above: [["end", x - gap], ["start", x + gap], ["middle", x]].map(([anchor, x]) => ({ x, y: y - h / 2 - font * 0.3 - 2, anchor })),
    below: { x, y: y + h / 2 + font + (below ? font + 6 : 6), anchor: "middle" },
    over: [2.2, 3.6].flatMap((rows) => row(y - h / 2 - rows * font).reverse()),
    corners: [{ x: x + 8, y: y + h / 2 + font * 1.7, anchor: "start" }, { x: x - 8, y: y + h / 2 + font * 1.7, anchor: "end" }],
  };
}

/** How far each node is from the next one in its row. */
function gapsIn(seen, drawn) {
  const gaps = new Map(), last = new Map();
  for (const n of seen) {
    const before = last.get(n.depth), gap = before ? drawn.get(n.i).x - drawn.get(before.i).x : Infinity;
    if (before) gaps.set(before.i, Math.min(gaps.get(before.i), gap));
    gaps.set(n.i, gap);
    last.set(n.depth, n);
  }
  return gaps;
}

/** Where the edge to a node is struck through. */
function strikeOf(parent, { x, y, h }) {
  const from = parent.y + parent.h / 2, deep = y - h / 2 - from, down = Math.min(parent.foot + (deep - parent.foot) * 0.6, deep * 0.8);
  return { x: parent.x + ((x - parent.x) * down) / deep, y: from + down };
}

/** Curves from a node up to one above it, as start, control and end; the slightest comes first. */
function arcsBetween(from, to, zoomed) {
  const far = Math.abs(from.y - to.y), outward = from.x < to.x ? -1 : 1;
  return [1, 1.8, 2.6].flatMap((bow) => [outward, -outward].map((side) => {
    const start = from.x + side * from.w * 0.3, end = to.x + side * to.w * 0.3;
    return [[start, from.y - from.h / 2], [(start + end) / 2 + side * bow * (36 * zoomed + 0.2 * far), (from.y + to.y) / 2 - 0.1 * far], [end, to.y + to.h / 2 + 2]];
  }));
}

/** The point of a curve after a part of its way. */
function along([[x, y], [cx, cy], [ex, ey]], t) {
  const at = (a, b, c) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c;
  return [at(x, cx, ex), at(y, cy, ey)];
}

/** The first of these curves that crosses as little as any. */
function freest(curves, space) {
  const taken = (curve) => {
    let count = 0;
    for (let k = 1; k < 16; k++) if (space.holds(...along(curve, k / 16))) count++;
    return count;
  };
  return curves.map((curve) => [taken(curve), curve]).reduce((best, next) => (next[0] < best[0] ? next : best))[1];
}

/** A ground for a text, so that it can be read where it crosses an edge. */
function plate(text, width, font) {
  const x = +text.getAttribute("x"), left = { start: x, middle: x - width / 2, end: x - width }[text.getAttribute("text-anchor")];
  return svg("rect", { class: "pg-plate", x: left - 3, y: +text.getAttribute("y") - font, width: width + 6, height: font * 1.35, rx: 3 });
}

/** The smallest distance between leaves in the layout. */
function leafPitch(model) {
  const pitch = model.nodes.reduce((least, n) => (n.children.length ? least : Math.min(least, n.room)), Infinity);
  return pitch === Infinity ? 60 : pitch;
}

/** The widest text that each node may show; nodes of a level are alike, so that widths do not tell what will come. */
function widestTexts(model) {
  const { data, nodes } = model, longest = new Map(), longer = (a, b) => (b.length > (a ?? "").length ? b : a ?? "");
  const group = (n) => `${n.depth} ${n.children.length ? "" : n.parent}`; // leaves side by side
  const add = (n, text) => longest.set(group(n), longer(longest.get(group(n)), text));
  for (const n of nodes) add(n, model.words(n.value));
  for (const cell of data.steps.nodes) {
    for (let k = 0; cell && k < cell.length; k += 3) {
      for (const look of [cell[k + 1], cell[k + 2]]) add(nodes[cell[k]], model.words(data.looks[look][1]));
    }
  }
  return nodes.map((n) => longest.get(group(n)));
}

/** A pair of bounds as two lines; any other text as one. */
function halves(text) {
  const at = text.indexOf(", ");
  return at < 0 ? [text] : [text.slice(0, at + 1), text.slice(at + 1)];
}

/** The boxes that a node takes: a triangle's upper or lower half is narrow. */
function boxesAround(part, label) {
  const box = boxAround(part, label), { x, y, w, peak } = part, left = x - (w * PEAK) / 2, right = x + (w * PEAK) / 2;
  if (!peak) return [box];
  return peak > 0 ? [{ ...box, left, right }, { ...box, top: y }] : [{ ...box, left, right }, { ...box, bottom: y }];
}

/** The box that a node takes, with a value below it if it shows a board. */
function boxAround({ x, y, w, h, below, n }, label) {
  const ground = n.children.length ? 1 : 6; // the line that a leaf stands on
  return { left: x - w / 2 - 2, right: x + w / 2 + 2, top: y - h / 2 - 1, bottom: y + h / 2 + (below ? label + 8 : ground) };
}
