// The tree: draws what is readable at the current zoom and updates it as the search steps.

import { el, svg } from "./dom.js";

const R = 15;             // half the width of a node
const READABLE = 7;       // pixels between children; below this they are folded
const FONT = [16, 16, 16, 13.5, 11.5, 9.5, 9.5]; // font size by number of characters
export const SHAPES = {
  squares: (max) => (max ? `M${-R} ${-R}h${2 * R}v${2 * R}h${-2 * R}z`
    : `M${-R} 0a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0 ${-2 * R} 0z`),
  triangles: (max) => (max ? `M0 ${-R - 4}L${R + 5} ${R - 1}H${-R - 5}z`
    : `M0 ${R + 4}L${R + 5} ${-R + 1}H${-R - 5}z`),
};

export class TreeView {
  constructor(model, options) {
    this.model = model;
    this.options = options;              // shape, names, onPick, onEdit
    this.drawn = new Map();              // node -> its element
    this.width = 600;
    this.height = 380;
    this.scale = 1;
    this.dx = 0;
    this.dy = 0;
    this.stretch = 1;
    this.follow = true;
    this.marked = { path: [], now: -1 };
    this.extra = new Map();              // node -> extra classes, kept across redraws
    this.edges = svg("g", { class: "pg-edges" });
    this.parts = svg("g", { class: "pg-nodes" });
    this.windows = svg("g", { class: "pg-windows" });
    this.margin = svg("g", { class: "pg-levels", "aria-hidden": "true" });
    this.scene = svg("g", {}, this.edges, this.parts, this.windows);
    this.svg = svg("svg", { class: "pg-svg", role: "img", "aria-label": "Game tree" },
      this.scene, this.margin);
    this.tip = el("div", { class: "pg-tip", role: "tooltip", hidden: "" });
    this.overview = el("canvas", { class: "pg-overview", width: 160, height: 48, "aria-hidden": "true" });
    this.el = el("div", { class: "pg-tree" }, this.svg, this.overview, this.tip);
    this.listen();
  }

  // View

  /** Read the size once: reading it while stepping would force the browser to redo the layout. */
  measure() {
    const { clientWidth, clientHeight } = this.el;
    const same = clientWidth === this.width && clientHeight === this.height;
    if (!same && clientWidth) [this.width, this.height] = [clientWidth, clientHeight];
    return !same;
  }

  fitScale() {
    const { width, height } = this.model.data.tree;
    return Math.min(1.6, (this.width - 44) / width, this.height / height);
  }

  fit() {
    this.scale = this.fitScale();
    this.centre();
    this.redraw();
  }

  /** Centre the tree; a wide tree is stretched to use the height that is left. */
  centre() {
    const { width, height } = this.model.data.tree;
    const room = this.height - (width * this.scale > this.width ? this.overview.height + 12 : 0);
    this.stretch = Math.max(1, Math.min(1.9, (room - 16) / (height * this.scale)));
    this.dx = Math.max(40, (this.width + 36 - width * this.scale) / 2);
    this.dy = Math.max(0, (room - height * this.stretch * this.scale) / 2);
  }

  y(n) { return n.y * this.stretch; }

  /** The first view: the whole tree if it is readable, otherwise its left end, large enough to read. */
  home() {
    const fit = this.fitScale();
    this.scale = fit >= 0.42 ? fit : Math.min(0.85, this.height / this.model.data.tree.height);
    this.centre();
    if (fit < 0.42) { this.dx = 40; }
    this.redraw();
  }

  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.max(this.fitScale() * 0.8, Math.min(4, this.scale * factor));
    this.dx = px - (px - this.dx) * (scale / this.scale);
    this.dy = py - (py - this.dy) * (scale / this.scale);
    this.scale = scale;
    this.redraw();
  }

  pan(dx, dy) {
    this.dx += dx;
    this.dy += dy;
    this.redraw();
  }

  /** Bring a node into view, moving no further than necessary. */
  reveal(n) {
    const x = n.x * this.scale + this.dx, y = this.y(n) * this.scale + this.dy;
    const edge = (R + 18) * this.size(n) * this.scale + 6; // including its name
    const over = (at, size) => (at < edge ? edge - at : at > size - edge ? size - edge - at : 0);
    let dx = over(x, this.width);
    const dy = over(y, this.height);
    if (dx) dx += Math.sign(dx) * this.width * 0.3;
    if (dx || dy) { this.pan(dx, dy); return true; }
    return false;
  }

  // Drawing

  /** An inner node stays visible as long as part of its subtree is. */
  place(n) {
    if (!n.children.length) return n.x;
    const m = 24 / this.scale, left = (40 - this.dx) / this.scale, right = (this.width - this.dx) / this.scale;
    const low = Math.max(n.left, left + m), high = Math.min(n.right, right - m);
    return low > high ? n.x : Math.min(Math.max(n.x, low), high);
  }

  /** How much larger than in the layout a node is drawn: when zoomed out, as large as space allows. */
  size(n) {
    const share = n.children.length ? 0.66 : 0.93; // inner nodes leave room for their names
    return Math.max(1, Math.min(1.7, 0.95 / this.scale, (n.room * share) / (2 * R)));
  }

  redraw() {
    const left = (0 - this.dx) / this.scale - 30, right = (this.width - this.dx) / this.scale + 30;
    const nodes = this.model.nodes, seen = [];
    const todo = [0];
    this.at = new Map();
    while (todo.length) {
      const n = nodes[todo.pop()];
      if (n.right < left || n.left > right) continue;
      seen.push(n);
      this.at.set(n.i, this.place(n));
      const pitch = n.children.length ? ((n.right - n.left) / Math.max(1, n.children.length - 1)) * this.scale : 0;
      n.folded = n.children.length > 0 && n.children.length > 1 && pitch < READABLE;
      if (!n.folded) for (let k = n.children.length - 1; k >= 0; k--) todo.push(n.children[k]);
    }
    this.edges.replaceChildren();
    this.parts.replaceChildren();
    this.drawn.clear();
    for (const n of seen) this.drawNode(n);
    this.scene.setAttribute("transform", `translate(${this.dx} ${this.dy}) scale(${this.scale})`);
    this.drawMargin(seen);
    this.mark();
    this.drawOverview();
  }

  drawNode(n) {
    const x = this.at.get(n.i), up = this.model.nodes[n.parent], k = this.size(n);
    const part = { n };
    if (up) {
      const ux = this.at.get(up.i), uy = this.y(up) + R * this.size(up), y = this.y(n) - R * k;
      const mx = ux + (x - ux) * 0.6, my = uy + (y - uy) * 0.6;
      part.edge = svg("path", { class: "pg-edge", d: `M${ux} ${uy}L${x} ${y}` });
      part.strike = svg("path", { class: "pg-strike", d: `M${mx - 6} ${my}l12 -5M${mx - 6} ${my + 5}l12 -5` });
      this.edges.append(part.edge, part.strike);
    }
    part.g = svg("g", { class: "pg-node", transform: `translate(${x} ${this.y(n)}) scale(${k})`, "data-node": n.dewey });
    part.shape = svg("path", { class: "pg-shape", d: SHAPES[this.options.shape](n.max) });
    part.value = svg("text", { class: "pg-value", y: this.options.shape === "triangles" ? (n.max ? 9 : 1) : 5 });
    part.g.append(part.shape, part.value);
    this.drawBoard(n, part);
    if (n.folded || n.stub) {
      const count = n.stub || this.model.nodes[n.i].children.length;
      const what = n.stub ? `${n.stub} ${n.stub === 1 ? "leaf" : "leaves"}` : `${count} children`;
      part.g.append(svg("path", { class: "pg-fold", d: `M0 ${R}l14 22h-28z` }));
      const t = svg("text", { class: "pg-count", y: R + 36 });
      t.textContent = what;
      part.g.append(t);
    }
    const name = this.options.names ? n.name : n.dewey;
    if (this.roomForName(n, name, k)) {
      const t = svg("text", n.children.length
        ? { class: "pg-name", x: -R - 4, y: -R + 3, "text-anchor": "end" }
        : { class: "pg-name", x: 0, y: R + 13, "text-anchor": "middle" });
      t.textContent = name;
      part.g.append(t);
    }
    this.parts.append(part.g);
    this.drawn.set(n.i, part);
    this.style(n.i);
  }

  /** A small game position is drawn in its node, with the value below. */
  drawBoard(n, part) {
    const lines = (this.model.data.boards[n.i] || "").replaceAll(" ", "").split("\n");
    if (!lines[0] || lines.length > 4 || lines.some((line) => line.length > 5)) return;
    lines.forEach((line, k) => {
      const t = svg("text", { class: "pg-board", y: (k - (lines.length - 1) / 2) * 8.5 + 3 });
      t.textContent = line;
      part.g.append(t);
    });
    part.value.setAttribute("y", R + 12);
    part.value.classList.add("below");
  }

  /** Whether a name fits: left of an inner node, or below a leaf if the leaves are in one row. */
  roomForName(n, name, k) {
    if (this.scale * k < 0.7 || (!n.children.length && this.model.data.boards[n.i])) return false;
    const { nodes } = this.model, wide = name.length * 6.4 * k;
    if (n.children.length) return wide < n.room - 2 * R * k;
    const siblings = n.parent < 0 ? [] : nodes[n.parent].children;
    return wide < n.room && siblings.every((i) => nodes[i].children.length || nodes[i].y === n.y);
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
    part.g.setAttribute("class", `pg-node ${names}`);
    if (part.edge) {
      part.edge.setAttribute("class", `pg-edge ${names}`);
      part.strike.setAttribute("class", `pg-strike ${names}`);
    }
    const words = model.words(given);
    part.value.textContent = words;
    part.value.setAttribute("font-size", FONT[Math.min(words.length, FONT.length - 1)]);
    part.value.classList.toggle("wide", words.length > 6);
  }

  /** Show where the search is: its path, its current node, its windows. */
  mark() {
    const { model } = this, old = this.marked;
    const path = model.path();
    this.marked = { path, now: path.length ? path[0] : -1 };
    for (const i of new Set([...old.path, ...path])) this.style(i);
    this.windows.replaceChildren();
    for (const call of model.stack()) this.drawWindow(call);
  }

  drawWindow(call) {
    const part = this.drawn.get(call.node);
    if (!part) return;
    const text = this.model.window(call);
    if (text === "(−∞, ∞)") return;
    const k = this.size(part.n), x = this.at.get(call.node), y = this.y(part.n);
    const atEdge = (x + R * k) * this.scale + this.dx > this.width - 90;
    const crowded = part.n.room < (2 * R + text.length * 7) * k;
    const t = svg("text", atEdge ? { class: "pg-window", x: -R - 5, y: 8, "text-anchor": "end" }
      : crowded ? { class: "pg-window", x: -6, y: -R - 10 } : { class: "pg-window", x: R + 5, y: R - 3 });
    t.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
    t.textContent = text;
    this.windows.append(t);
  }

  drawMargin(seen) {
    const levels = new Map();
    for (const n of seen) if (!levels.has(n.depth)) levels.set(n.depth, n);
    this.margin.replaceChildren(svg("rect", { class: "pg-strip", x: 0, y: 0, width: 36, height: this.height }));
    for (const n of levels.values()) {
      const t = svg("text", { class: "pg-level", x: 4, y: this.y(n) * this.scale + this.dy + 4 });
      t.textContent = n.max ? "MAX" : "MIN";
      this.margin.append(t);
    }
  }

  /** After a step, restyle what changed, including subtrees that were cut off or are no longer. */
  step(changed) {
    const { model } = this;
    for (const [i, before] of changed) {
      this.style(i);
      if ((before === "cut off") !== (model.ownStatus(i) === "cut off")) this.styleBelow(i);
    }
    this.mark();
    const now = model.node();
    if (now && this.follow && this.reveal(now)) return;
    this.drawOverview();
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

  /** Show the position of the view and the visited nodes, drawn once per frame. */
  drawOverview() {
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.paintOverview(); });
  }

  paintOverview() {
    const { width, height } = this.model.data.tree, c = this.overview;
    const whole = width * this.scale <= this.width && height * this.stretch * this.scale <= this.height + 4;
    c.hidden = whole;
    if (whole) return;
    const paint = c.getContext("2d"), sx = c.width / width, sy = c.height / height;
    const style = getComputedStyle(this.el);
    paint.clearRect(0, 0, c.width, c.height);
    paint.fillStyle = style.getPropertyValue("--pg-quiet");
    for (const n of this.model.nodes) {
      if (this.model.looks[n.i]) paint.fillRect(n.x * sx, n.y * sy - 2, Math.max(1, 20 * sx), 4);
    }
    paint.strokeStyle = style.getPropertyValue("--pg-line");
    paint.lineWidth = 1.5;
    const high = this.scale * this.stretch;
    paint.strokeRect((-this.dx / this.scale) * sx, Math.max(1, (-this.dy / high) * sy),
      (this.width / this.scale) * sx, Math.min(c.height - 2, (this.height / high) * sy));
    const now = this.model.node();
    if (now) {
      paint.fillStyle = style.getPropertyValue("--pg-now");
      paint.fillRect(now.x * sx - 2, now.y * sy - 3, 5, 6);
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
    return { x: this.at.get(n.i) * this.scale + this.dx, y: this.y(n) * this.scale + this.dy };
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
      rows.push(["table", `${model.words(low)} … ${model.words(high)}`]);
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
