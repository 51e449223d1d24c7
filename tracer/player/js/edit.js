// Editing: change the tree by pointer and keyboard. The kernel makes every change and searches again.

import { Channel } from "./channel.js";
import { copyText } from "./clipboard.js";
import { el, icon, svg } from "./dom.js";
import { WhatIf } from "./whatif.js";

const PER_STEP = 7; // pixels that a leaf is dragged to change its value by one step
const TOOL_ICONS = {
  undo: "M7 3L2 7l5 4V8.500c3 0 5 1 6.500 3.500C13 8 11 5.500 7 5.500z",
  redo: "M9 3l5 4-5 4V8.500c-3 0-5 1-6.500 3.500C3 8 5 5.500 9 5.500z",
  left: "M10 3v10L4 8z", right: "M6 3v10l6-5z",
  remove: "M6 2h4v1h4v2H2V3h4zM3 6h10l-1 8H4z",
  swap: "M4 2L1 5.500l3 3.500V6.500h8V4.500H4zM12 7l3 3.500-3 3.500v-2.500H4V9.500h8z",
  edit: "M2 11l7.500-7.500 3 3L5 14H2zM10.500 2.500l1-1 3 3-1 1z",
};
const EDIT_KEYS = [
  ["e", "edit the tree, or stop editing"],
  ["Shift + arrows", "choose a node"], ["0 … 9, Enter", "type the value of a leaf"], ["Alt + ↑ ↓", "change it by one step"],
  ["a, Shift + a", "add a child, add a sibling"], ["Delete", "delete a node"], ["Alt + ← →", "move it among its siblings"],
  ["q", "what if the leaf had another value?"], ["F2", "rename it"], ["x", "let the other side begin"], ["Ctrl + z, Ctrl + Shift + z", "undo, redo"], ["y", "copy the tree as Python"],
];

export class Editor {
  static KEYS = EDIT_KEYS;

  /** Where a node is after a change; undefined if it is gone. */
  static whereIn(told) {
    return (dewey) => (told.moved === null ? undefined : dewey in told.moved ? told.moved[dewey] ?? undefined : dewey);
  }

  constructor(player, send) {
    this.player = player;
    this.channel = new Channel(send, (on) => this.el.setAttribute("aria-busy", on), (on) => { this.waits = on; this.tell(); });
    this.on = true;
    this.told = null;
    this.problem = "";
    this.box = null;
    this.gestures = 0;
    this.whatif = new WhatIf(this);
    this.ghosts = svg("g", { class: "pg-ghosts", "aria-hidden": "true" });
    player.tree.scene.append(this.ghosts);
    player.tree.options.onDraw = () => this.draw();
    this.build();
    this.learn(player.data.edit);
    this.switch(true);
  }

  /** Whether pointer and keys edit: not while betting, when they bet. */
  get active() { return this.on && !this.player.bets.on; }
  get nodes() { return this.player.model.nodes; }
  get node() { return this.nodes[this.player.inspected] ?? null; }

  build() {
    const button = (act, title, content, does) => el("button", { class: "pg-jump", "data-edit": act, title, "aria-label": title, onclick: does }, content);
    this.toggle = button("on", "Edit the tree, or stop editing (e)", icon(TOOL_ICONS.edit), () => this.switch(!this.on));
    this.toggle.append(" Edit");
    this.buttons = {
      undo: button("undo", "Undo (Ctrl + z)", icon(TOOL_ICONS.undo), () => (this.whatif.on && this.whatif.swept ? this.whatif.close() : this.ask({ op: "undo" }))),
      redo: button("redo", "Redo (Ctrl + Shift + z)", icon(TOOL_ICONS.redo), () => this.ask({ op: "redo" })),
      whatif: button("whatif", "What if the leaf had another value? (q)", "what if?", () => (this.whatif.on ? this.whatif.close() : this.whatif.open())),
      value: button("value", "Type the value of a leaf (Enter)", "value", () => this.type("value")),
      name: button("name", "Rename a node (F2)", "name", () => this.type("name")),
      add: button("add", "Add a child (a)", "+ child", () => this.add()),
      sibling: button("sibling", "Add a sibling (Shift + a)", "+ sibling", () => this.add(true)),
      remove: button("remove", "Delete a node and all below it (Delete)", icon(TOOL_ICONS.remove), () => this.change("delete")),
      left: button("left", "Move it to the left (Alt + ←)", icon(TOOL_ICONS.left), () => this.shift(-1)),
      right: button("right", "Move it to the right (Alt + →)", icon(TOOL_ICONS.right), () => this.shift(1)),
      root: button("root", "Let the other side begin (x)", "", () => this.turn()),
      copy: button("copy", "Copy the tree as Python (y)", "copy as Python", () => this.copy()),
    };
    const b = this.buttons;
    this.chosen = el("span", { class: "pg-chosen" });
    this.tools = el("div", { class: "pg-group pg-edit-tools" }, this.chosen, b.value, b.name, b.add, b.sibling, b.left, b.right, b.remove, b.whatif);
    this.counted = el("span", { class: "pg-counted" });
    this.said = el("span", { class: "pg-said", role: "status", "aria-live": "polite" });
    this.el = el("div", { class: "pg-editbar", "aria-busy": "false" },
      el("div", { class: "pg-editrow" }, this.toggle, el("div", { class: "pg-group" }, b.undo, b.redo), this.tools, el("div", { class: "pg-group pg-edit-whole" }, b.root, b.copy)),
      this.whatif.el, el("div", { class: "pg-editrow pg-editsaid" }, this.counted, this.said));
  }

  /** Begin or stop editing: while it is off, a click goes to a node's next event. */
  switch(on) {
    this.on = on;
    this.close();
    this.whatif.close();
    this.player.el.classList.toggle("pg-editing", on);
    this.toggle.setAttribute("aria-pressed", on);
    this.toggle.classList.toggle("on", on);
    this.tell();
  }

  // What the kernel says

  learn(told) {
    this.told = told ?? this.told;
    if (told) this.channel.revision = told.revision;
  }

  /** After another trace was loaded: the same node stays chosen, or the one that the change is about. */
  loaded(told, chosen) {
    const mine = this.channel.flight && told?.serial === this.channel.flight.serial;
    this.learn(told);
    this.problem = "";
    if (told?.moved === null) this.whatif.el.hidden = true; // another tree
    const turns = mine && !["value", "name", "root"].includes(this.channel.flight.request.op); // to another node
    const dewey = (turns && told.at) || chosen, found = dewey && this.nodes.find((n) => n.dewey === dewey);
    this.player.inspected = found ? found.i : -1;
    if (!this.box?.dataset.keep) this.close();
    this.player.decorate();
    this.draw();
    this.tell();
    if (mine) this.channel.answered(told.serial, null, (node) => Editor.whereIn(told)(node));
  }

  /** The kernel answers without another trace: with the reason why not, or with what was asked. */
  answered(answer) { this.channel.answered(answer.serial, answer.why ? answer : null, undefined, answer); }

  ask(request, more = {}) {
    const done = more.done ?? ((refused) => { if (refused) this.complain(refused.why); });
    this.problem = "";
    if (!more.sweeping) this.whatif.close();
    this.channel.ask(request, { ...more, done });
  }

  complain(why) {
    this.problem = why;
    this.about = this.player.inspected;
    this.tell();
  }

  // What a reader sees

  tell() {
    const { told, node } = this, can = this.on && !told?.why, b = this.buttons;
    if (!told) return;
    if (this.about !== this.player.inspected) this.problem = ""; // of another node
    const leaf = node && !node.children.length, siblings = node && node.parent >= 0 ? this.nodes[node.parent].children : [];
    const able = {
      undo: told.undo, redo: told.redo, value: can && leaf, whatif: can && leaf, name: can && node, add: can && node, sibling: can && siblings.length,
      remove: can && siblings.length, left: can && siblings[0] !== node?.i && siblings.length, right: can && siblings.at(-1) !== node?.i && siblings.length,
      root: can, copy: true,
    };
    for (const [name, yes] of Object.entries(able)) b[name].disabled = !yes;
    this.chosen.textContent = node ? node.name : "";
    b.root.replaceChildren(icon(TOOL_ICONS.swap), `${this.nodes[0].max ? "MAX" : "MIN"} begins`);
    this.counted.textContent = told.counted;
    this.counted.hidden = this.whatif.on; // its words need the room
    const hint = this.on ? "Drag a leaf up, down or sideways; click a node." : "";
    this.said.textContent = this.problem || (this.whatif.on && this.whatif.words) || (this.waits ? "Waiting for the kernel…" : told.why || told.said || hint);
    this.said.title = this.said.textContent;
    this.said.classList.toggle("hint", this.said.textContent === hint);
    this.said.classList.toggle("wrong", Boolean(this.problem || told.why));
  }

  /** Rings around the chosen node, and around leaves that are seen now or no longer. */
  draw() {
    const { tree } = this.player, rings = [];
    if (!this.told) return;
    const ring = (kind, dewey, sign) => {
      const part = [...tree.drawn.values()].find(({ n }) => n.dewey === dewey);
      if (!part) return;
      const { x, y, w, h } = part, far = kind !== "chosen" ? 4 : part.n.children.length ? 3 : 7, right = x + w / 2 + far, top = y - h / 2 - far;
      rings.push(svg("rect", { class: `pg-ring ${kind}`, x: x - w / 2 - far, y: top, width: w + 2 * far, height: h + 2 * far, rx: 8 }));
      if (sign && !part.tiny) rings.push(svg("circle", { class: `pg-badge-dot ${kind}`, cx: right - 2, cy: top + 2, r: 6 }), svg("path", { class: `pg-badge-sign ${kind}`, d: sign, transform: `translate(${right - 2} ${top + 2})` }));
    };
    const asking = this.whatif.on && !this.whatif.swept; // what an earlier change did is another matter
    for (const dewey of asking ? [] : this.told.seen) ring("seen", dewey, "M-3 0h6M0 -3v6");
    for (const dewey of asking ? [] : this.told.unseen) ring("unseen", dewey, "M-3 0h6");
    if (this.on && this.node) ring("chosen", this.node.dewey);
    this.ghosts.replaceChildren(...rings);
  }

  choose(i) {
    const again = this.whatif.on && i !== this.player.inspected;
    this.player.inspect(i);
    this.player.tree.hush();
    this.draw();
    this.tell();
    if (again) this.whatif.open();
  }

  // Changes

  change(op, more = {}) {
    if (this.node) this.ask({ op, node: this.node.dewey, ...more });
  }

  /** Add a child or a sibling, and let its value be typed. */
  add(sibling = false) {
    const up = sibling ? this.nodes[this.node?.parent] : this.node;
    if (!up) return;
    this.ask({ op: "add", node: up.dewey }, { done: (refused) => (refused ? this.complain(refused.why) : this.type("value")) });
  }

  shift(by) {
    const up = this.nodes[this.node?.parent];
    if (!up) return;
    const place = up.children.indexOf(this.node.i) + 1 + by;
    if (place >= 1 && place <= up.children.length) this.change("move", { to: `${place}` });
  }

  turn() { this.ask({ op: "root", to: this.nodes[0].max ? "MIN" : "MAX" }); }

  /** Change the value of the chosen leaf by some steps. */
  nudge(steps) {
    const n = this.node;
    if (!n || n.children.length) return;
    const from = this.pendingValue?.dewey === n.dewey && this.channel.flight ? this.pendingValue.text : this.player.model.words(n.value, true);
    const text = this.stepped(Number(from), steps);
    this.pendingValue = { dewey: n.dewey, text };
    this.change("value", { to: text, gesture: "" });
  }

  /** The step in which values change: 1, or what suits the values of the tree. */
  stepSize() {
    const { tree, texts } = this.player.data, [low, high] = tree.range, size = 10 ** Math.floor(Math.log10(Math.max(high - low, 1e-15) / 60));
    return tree.value.every((k) => k < 0 || Number.isInteger(texts[k][2])) ? Math.max(1, size) : size;
  }

  stepped(from, steps) { return this.rounded(from + steps * this.stepSize()); }

  /** A number as text, without the noise of calculating with fractions. */
  rounded(x) { return `${Number(x.toFixed(Math.max(0, Math.min(20, 2 - Math.floor(Math.log10(this.stepSize()))))))}`; }

  async copy() {
    const done = await copyText(this.told.python, this.el);
    this.problem = "";
    this.said.textContent = done ? "Copied. Paste it into a cell." : "The browser does not allow copying here.";
  }

  // Typing

  doubled(n) {
    this.switch(true);
    this.choose(n.i);
    this.type("value");
  }

  /** A box at a node to type its value or its name; a wrong input stays in it, with the reason below. */
  type(what, first = null) {
    const { tree, model } = this.player, n = this.node;
    if (!n || !this.active || this.told.why || (what === "value" && (n.children.length || n.stub))) return;
    this.close();
    tree.reveal(n);
    const at = tree.toScreen(n), old = what === "value" ? model.words(n.value, true) : n.given;
    const input = el("input", { class: "pg-edit", value: first ?? old, "aria-label": what === "value" ? `New value of ${n.called}` : `New name of ${n.called}` });
    const wrong = el("div", { class: "pg-wrong", role: "alert" });
    const box = el("div", { class: `pg-editbox ${what}` }, input, wrong);
    const width = what === "value" ? 64 : 130;
    box.style.left = `${Math.max(2, Math.min(tree.width - width - 2, at.x - width / 2))}px`;
    box.style.top = `${Math.max(2, at.y - 14)}px`;
    box.classList.toggle("low", at.y > tree.height / 2); // the reason then stands above
    const { dewey } = n;
    let sent = false;
    const send = (stay) => {
      const text = input.value.trim();
      if (sent || (what === "value" && !text) || text === old) { this.close(); return; }
      sent = true;
      box.dataset.keep = "true"; // until the answer is here
      this.ask({ op: what, node: dewey, to: text }, { done: (refused) => {
        sent = false;
        if (!refused) { this.close(); return; }
        if (!stay || this.box !== box) { this.close(); this.complain(refused.why); return; }
        wrong.textContent = refused.why;
        input.setAttribute("aria-invalid", "true");
        input.select();
      } });
    };
    input.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key === "Escape") { this.close(); this.player.el.focus({ preventScroll: true }); }
      if (e.key === "Enter") { e.preventDefault(); send(true); this.back = true; }
    });
    input.addEventListener("blur", () => { if (this.box === box && !sent) send(false); });
    this.box = box;
    tree.el.append(box);
    input.focus({ preventScroll: true });
    if (first === null) input.select();
  }

  close() {
    const { box } = this;
    if (!box) return;
    const had = box.contains(box.getRootNode().activeElement);
    this.box = null; // first: removing the box fires "blur"
    box.remove();
    if (had) this.player.el.focus({ preventScroll: true });
  }

  // Keys

  /** What a key does while editing; null if nothing. */
  key(e) {
    if (e.key === "e" && !this.player.bets.on && !e.ctrlKey && !e.metaKey && !e.altKey) return () => this.switch(!this.on);
    if (!this.active) return null;
    const command = e.ctrlKey || e.metaKey, key = e.key.toLowerCase();
    if (command && !e.altKey) {
      if (key === "z") return () => this.buttons[e.shiftKey ? "redo" : "undo"].click();
      return key === "y" ? () => this.buttons.redo.click() : null;
    }
    if (e.altKey) {
      return { ArrowLeft: () => this.shift(-1), ArrowRight: () => this.shift(1), ArrowUp: () => this.nudge(1), ArrowDown: () => this.nudge(-1) }[e.key] ?? null;
    }
    const leaf = this.node && !this.node.children.length;
    if (leaf && /^[0-9.]$/.test(e.key)) return () => this.type("value", e.key);
    if (e.target.tagName === "BUTTON" && e.key === "Enter") return null;
    const remove = this.needing("node", () => this.change("delete"));
    return {
      Enter: leaf ? () => this.type("value") : null, F2: this.needing("node", () => this.type("name")), a: this.needing("node", () => this.add()), A: this.needing("siblings", () => this.add(true)),
      Delete: remove, Backspace: remove, x: () => this.turn(), y: () => this.copy(), q: this.needing("leaf", () => this.buttons.whatif.click()),
    }[e.key] ?? null;
  }

  /** An act on the chosen node that says what is wrong if there is none, or none of that kind. */
  needing(needed, act) {
    const n = this.node;
    const why = !n ? "Choose a node first: click it, or press Shift and an arrow key."
      : needed === "leaf" && n.children.length ? "Only a leaf has a value of its own: choose a leaf."
      : needed === "siblings" && n.parent < 0 ? "The root has no siblings." : "";
    return why && !this.told.why ? () => this.complain(why) : act;
  }

  // Dragging

  /** What happens to a node that is dragged; null if it stays, so that the view pans. */
  grab(n, dx, dy) {
    if (!this.active || this.told.why) return null;
    this.close();
    const up = this.nodes[n.parent], leaf = !n.children.length && !n.stub;
    if (leaf && Math.abs(dy) > Math.abs(dx)) return this.dragValue(n);
    return up && up.children.length > 1 && Math.abs(dx) >= Math.abs(dy) ? this.dragAcross(n) : null;
  }

  /** Up and down: the value follows the pointer, and the search follows the value. */
  dragValue(n) {
    const { player } = this, { tree, model } = player, gesture = `drag ${++this.gestures}`;
    const start = Number(model.words(n.value, true)), { dewey, name } = n;
    let text = "";
    const bubble = el("div", { class: "pg-bubble" });
    tree.el.append(bubble);
    this.choose(n.i);
    return {
      move: (dx, dy) => {
        const now = this.stepped(start, Math.round(-dy / PER_STEP)), at = tree.toScreen(this.node ?? n);
        bubble.textContent = `${name} = ${now}`;
        bubble.style.left = `${at.x}px`;
        bubble.style.top = `${at.y - tree.size}px`;
        if (now === text) return;
        text = now;
        this.ask({ op: "value", node: dewey, to: now, gesture }, { kind: gesture });
      },
      drop: () => bubble.remove(),
      cancel: () => {
        bubble.remove();
        if (text) this.ask({ op: "value", node: dewey, to: `${start}`, gesture }, { kind: gesture });
      },
    };
  }

  /** Sideways: the subtree is carried, and a mark shows where it would stand. */
  dragAcross(n) {
    const { tree } = this.player, up = this.nodes[n.parent], carried = tree.drawnBelow([n.i]), part = tree.drawn.get(n.i);
    const others = up.children.filter((i) => i !== n.i).map((i) => tree.drawn.get(i)).filter(Boolean);
    const mark = svg("path", { class: "pg-insert" });
    this.choose(n.i);
    this.ghosts.replaceChildren(mark);
    for (const { g, name, edge, strike } of carried) for (const e of [g, name, edge, strike]) e?.classList.add("carried");
    let place = n.last;
    return {
      move: (dx) => {
        for (const { g, name, x, y } of carried) {
          g.setAttribute("transform", `translate(${x + dx} ${y})`);
          name?.setAttribute("transform", `translate(${dx} 0)`);
        }
        const at = part.x + dx, before = others.filter((o) => o.x < at).length;
        place = before + 1;
        const left = others[before - 1], right = others[before];
        const x = left && right ? (left.x + right.x) / 2 : left ? left.x + left.w / 2 + 12 : right.x - right.w / 2 - 12;
        mark.setAttribute("d", `M${x} ${part.y - part.h / 2 - 10}v${part.h + 20}m-5 -5l5 5l5 -5m-10 ${-part.h - 10}l5 -5l5 5`);
      },
      drop: () => {
        tree.redraw();
        if (place !== n.last) this.ask({ op: "move", node: n.dewey, to: `${place}` });
      },
      cancel: () => tree.redraw(),
    };
  }

  destroy() {
    this.close();
    this.channel.destroy();
  }
}
