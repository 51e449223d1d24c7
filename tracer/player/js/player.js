// The player: controls, keys, the tree and its panels, all showing one model.

import { copyText } from "./clipboard.js";
import { ICONS, el, icon, svg } from "./dom.js";
import { linkTo } from "./link.js";
import { Model } from "./model.js";
import { mayMove } from "./motion.js";
import { openPanel } from "./open.js";
import { backupPanel, counters, listingPanel, stepsTable, tablePanel } from "./panels.js";
import { Bets } from "./predict.js";
import { SHAPES } from "./shapes.js";
import { TreeView } from "./tree.js";
import { windowsPanel } from "./windows.js";

export const JUMPS = { c: "cutoff", l: "leaf", r: "return", o: "list", p: "pass" }; // key -> target in the payload
const DETAILS = [["events", "every event"], ["nodes", "every node"], ["cuts", "cuts, leaves"]];
export const SPEEDS = [0.5, 1, 2, 4, 8];
const HELP = [
  ["→ ←", "forward, back"], ["Home End", "first, last"], ["space", "play, pause"],
  ["c l r o p", "next cutoff, leaf, return, list change, pass"],
  ["Shift + c l r o p", "the same, backwards"], ["d", "change the level of detail"], ["+ −", "zoom in, zoom out"],
  ["f", "fit the whole tree"], ["g", "follow the current node, or stop following it"], ["z", "fold or unfold the inspected or current node"], ["s", "squares or triangles"],
  ["n", "names or Dewey numbers"], ["Shift + arrows", "inspect nodes"],
  ["Enter", "go to the next event at the inspected node"], ["w", "present on the whole screen, or stop"],
  ["b", "bet on what comes next, or stop betting"], ["1 2 3 4", "make a bet"],
  ["t", "all steps as a table"], ["k", "copy a link to this step"], ["?", "show this help"],
];
let serial = 0;

export class Player {
  constructor(data, options) {
    this.options = { shape: "squares", names: true, detail: "events", onStep: () => {}, onEdit: null, ...options };
    this.read(data);
    this.id = `pg-${++serial}`;
    this.timer = null;
    this.speed = 1;
    this.moves = mayMove();
    this.lively = this.moves; // false while a key repeats or the slider is dragged
    this.inspected = -1;
    this.el = el("div", {
      class: "pg-player", tabindex: "0", role: "group",
      "data-lm-suppress-shortcuts": "true",
    });
    this.tree = new TreeView(this.model, {
      shape: this.options.shape,
      onPick: (n) => this.pick(n), onHover: (i) => this.light(i), onEdit: (n) => this.type(n), onGrab: (...at) => this.editor?.grab(...at) ?? null,
    });
    this.build();
    this.fill();
    const { Editor, Sweeper, onEdit, onSweep } = this.options;
    if (onEdit) this.editor = new Editor(this, onEdit);
    else if (Sweeper && onSweep) this.editor = new Sweeper(this, onSweep);
    if (this.editor) this.caption.before(this.editor.el);
    this.el.addEventListener("keydown", (e) => this.onKey(e));
    this.el.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.el.classList.remove("pg-present"); // left with Escape
    });
    this.refresh(null);
    if (this.options.predict) this.bets.start(this.options.predict);
  }

  read(data) {
    const names = this.model ? this.model.named : this.options.names;
    this.data = data;
    this.model = new Model(data);
    this.model.setNames(names);
  }

  /** Show another trace in place, at the step that corresponds; the view, the tab and the focus stay. */
  load(data) {
    const told = data.edit, where = told ? this.options.Editor.whereIn(told) : () => undefined;
    const chosen = where(this.model.nodes[this.inspected]?.dewey), step = told?.steps[this.model.i] ?? 0;
    this.pause();
    this.read(data);
    this.model.go(step);
    this.inspected = this.lit = -1;
    this.cluster = this.marks = this.done = null;
    this.tree.take(this.model, where);
    this.fill();
    this.refresh(null);
    this.options.onStep(step);
    this.editor?.loaded(told, chosen);
  }

  /** Everything that stays when another trace is shown. */
  build() {
    const button = (name, title, act) => el("button", { class: "pg-button", title, "aria-label": title, "data-act": name, onclick: act }, icon(ICONS[name]));
    this.playButton = button("play", "Play (space)", () => this.toggle());
    this.slider = el("input", {
      type: "range", class: "pg-slider", min: "0", value: "0", "aria-label": "Step",
      oninput: () => { this.lively = false; this.pause(); this.go(+this.slider.value); this.lively = this.moves; },
    });
    this.counter = el("span", { class: "pg-step" });
    this.detail = el("select", { class: "pg-select", "aria-label": "Level of detail", onchange: () => { this.options.detail = this.detail.value; } },
      ...DETAILS.map(([value, title]) => el("option", { value }, title)));
    this.detail.value = this.options.detail;
    const speed = el("select", { class: "pg-select", "aria-label": "Speed", onchange: (e) => { this.speed = +e.target.value; if (this.timer) { this.pause(); this.play(); } } },
      ...SPEEDS.map((s) => el("option", s === 1 ? { value: s, selected: "" } : { value: s }, `${s}×`)));
    this.bets = new Bets(this);
    const bar = el("div", { class: "pg-bar-top" },
      el("div", { class: "pg-group" },
        button("first", "First (Home)", () => this.move(0)),
        button("back", "Back (←)", () => this.move(this.model.neighbour(this.options.detail, false))),
        this.playButton,
        button("forward", "Forward (→)", () => this.move(this.model.neighbour(this.options.detail, true))),
        button("last", "Last (End)", () => this.move(this.model.size)), speed),
      this.jumpGroup = el("div", { class: "pg-group pg-jumps" }),
      this.bets.group,
      this.slider,
      el("div", { class: "pg-group" }, this.detail, this.bets.button,
        button("present", "Present on the whole screen (w)", () => this.present()),
        button("table", "All steps as a table (t)", () => this.showSteps()),
        this.linkButton = button("link", "Copy a link to this step (k)", () => this.copyLink()),
        el("button", { class: "pg-button pg-ask", title: "Keys (?)", "aria-label": "Keys", "data-act": "help", onclick: () => this.help() }, "?")));
    this.caption = el("div", { class: "pg-caption", "aria-live": "polite", role: "status" });
    this.notice = el("div", { class: "pg-notice" });
    const tools = el("div", { class: "pg-tools" },
      button("plus", "Zoom in (+)", () => this.tree.zoom(1.25)), button("minus", "Zoom out (−)", () => this.tree.zoom(0.8)),
      button("fit", "Fit (f)", () => this.tree.fit()), this.followButton = button("follow", "Follow the current node (g)", () => this.setFollow(!this.tree.follow)));
    this.tree.el.append(tools);
    this.setFollow(true);
    this.steps = stepsTable((i) => this.move(i));
    this.stepsDialog = this.dialog("All steps", this.steps.el);
    this.legend = el("div", {});
    this.helpDialog = this.dialog("Keys", keyTable([...HELP, ...(this.options.onEdit ? this.options.Editor : this.options.onSweep && this.options.Sweeper)?.KEYS ?? []]), this.legend);
    this.rail = el("div", { class: "pg-rail" });
    this.head = el("div", { class: "pg-head" });
    this.el.append(
      this.head,
      bar, this.notice,
      el("div", { class: "pg-main" }, this.tree.el, this.rail, this.bets.card),
      this.caption, this.bets.slot, this.helpDialog, this.stepsDialog);
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.tree.el);
  }

  /** Everything that depends on the trace. */
  fill() {
    const { data } = this;
    this.el.setAttribute("aria-label", `Player: ${data.title}`);
    this.slider.max = `${this.model.size}`;
    this.linkButton.hidden = !data.link;
    this.jumps = new Map(Object.entries(JUMPS).filter(([, target]) => data.targets[target].length));
    const jumps = [...this.jumps].map(([key, target]) =>
      el("button", { class: "pg-jump", "data-jump": target, title: `Next ${target} (${key})`, onclick: () => this.jump(target, true) }, target));
    this.jumpGroup.replaceChildren(el("span", { class: "pg-hint" }, "next"), ...jumps);
    this.notice.textContent = noticeOf(data);
    this.notice.hidden = !this.notice.textContent;
    const hover = (i) => this.light(i);
    const { call, open, backup, table } = data.steps; // empty if no step changes them
    this.panels = [listingPanel(data)];
    if (open.length) this.panels.push(openPanel(data, hover, (nodes) => this.setCluster(nodes)));
    if (backup.length) this.panels.push(backupPanel(data, hover));
    if (call.length) this.panels.push(windowsPanel(data, hover));
    if (table.length) this.panels.push(tablePanel(data, hover));
    this.counters = counters(this.model);
    const tree = data.heading.slice(data.title.length);
    this.legend.replaceChildren(legend(this.model));
    this.head.replaceChildren(el("div", { class: "pg-titled", title: data.heading }, el("span", { class: "pg-title" }, data.title), el("span", { class: "pg-title" }, tree)), this.counters.el, this.counter);
    this.rail.replaceChildren(this.tabs(), ...this.panels.map((p) => p.el));
    this.choose(Math.min(this.tab ?? 1, this.panels.length - 1));
    this.bets.fill(data);
  }

  /** In a narrow player the rail shows one panel at a time. */
  tabs() {
    this.tabButtons = this.panels.map((p, k) => el("button", { class: "pg-tab", onclick: () => this.choose(k) }, p.el.dataset.tab));
    return el("div", { class: "pg-tabs" }, ...this.tabButtons);
  }

  choose(k) {
    this.tab = k;
    this.panels.forEach((p, m) => p.el.classList.toggle("chosen", m === k));
    this.tabButtons.forEach((b, m) => b.setAttribute("aria-pressed", m === k));
  }

  resized() {
    if (!this.tree.measure()) return;
    this.fitCaption();
    this.later();
    this.tree.fit();
  }

  /** The kernel answers a request without another trace. */
  answered(answer) { this.editor?.answered(answer); }

  // Moving

  /** Go to a step and show it; while betting, no further than the bet that is due. */
  go(i) {
    const to = Math.max(0, Math.min(this.model.size, this.bets.limit(i)));
    if (to === this.model.i) {
      this.slider.value = to;
      this.bets.end();
      return;
    }
    const moving = this.lively && to === this.model.i + 1, changed = this.model.go(to);
    this.bets.hide();
    this.refresh(changed, moving);
    this.options.onStep(to);
  }

  move(i) { this.pause(); this.go(i); }

  refresh(changed, moving = false) {
    const { model } = this, [listing, ...lists] = this.panels;
    listing.show(model); // first: it scrolls, which is slow once something has changed
    if (changed) this.tree.step(changed, moving);
    this.slider.value = model.i;
    this.slider.setAttribute("aria-valuetext", `step ${model.i} of ${model.size}`);
    this.counter.textContent = `step ${model.i} of ${model.size}`;
    this.caption.textContent = model.caption();
    this.caption.dataset.kind = model.kind();
    this.fitCaption();
    this.counters.show();
    for (const p of lists) p.show(model, moving);
    if (this.stepsDialog.open) this.steps.show(model);
    this.later();
    const done = model.i === model.size && this.data.complete;
    if (done !== this.done) {
      this.done = done;
      this.el.classList.toggle("done", done);
      this.decorate();
    }
    this.bets.show();
  }

  /** Let the panels scroll to what matters, once per frame. */
  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      for (const p of this.panels) p.follow();
    });
  }

  /** Two lines are reserved for the caption; a longer one is set smaller. */
  fitCaption() {
    const room = 1.88 * (this.tree.stage - 44), width = this.tree.textWidth(this.caption.textContent, this.tree.unit, 400); // at the usual size
    this.caption.dataset.size = width * 1.28 <= room ? "" : width * 1.08 <= room ? "long" : "longer";
  }

  /** Update marks; at the end, add the principal variation and the solution tree. */
  decorate() {
    const extra = new Map(this.marks || []);
    const add = (i, name) => extra.set(i, `${extra.get(i) || ""} ${name}`);
    if (this.done) {
      for (const i of this.data.solution) add(i, "solution");
      for (const i of this.data.pv) add(i, "pv");
    }
    for (const i of this.cluster || []) add(i, "cluster");
    if (this.inspected >= 0) add(this.inspected, "inspected");
    if (this.lit >= 0) add(this.lit, "lit");
    this.tree.setExtra(extra);
  }

  /** Mark nodes permanently, with a class for each; used to compare searches. */
  setMarks(marks) { this.marks = marks; this.decorate(); }

  /** Mark what is fixed in the strategies behind a state of OPEN. */
  setCluster(nodes) { this.cluster = nodes; this.decorate(); }

  jump(target, forward) {
    const i = this.model.nextOf(target, forward);
    if (i !== null) this.move(i);
  }

  play() {
    if (this.model.i === this.model.size) this.go(0);
    this.playButton.replaceChildren(icon(ICONS.pause));
    this.playButton.setAttribute("aria-label", "Pause (space)");
    this.timer = setInterval(() => {
      this.go(this.model.neighbour(this.options.detail, true));
      if (this.model.i === this.model.size) this.pause();
    }, 1000 / this.speed);
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.replaceChildren(icon(ICONS.play));
    this.playButton.setAttribute("aria-label", "Play (space)");
  }

  toggle() { if (this.timer) this.pause(); else this.play(); }

  /** Keep the focus in the player. */
  hold() { if (!this.el.contains(this.el.getRootNode().activeElement)) this.el.focus({ preventScroll: true }); }

  pick(n) {
    if (this.editor?.active) { this.editor.choose(n.i); return; }
    if (this.bets.pick(n)) return;
    const i = this.model.nextAt(n.i);
    this.cameFrom = this.model.i;
    this.inspect(n.i);
    if (i !== null) this.move(i);
  }

  // Looking

  setFollow(on) {
    this.tree.follow = on;
    this.followButton.classList.toggle("on", on);
    this.followButton.setAttribute("aria-pressed", on);
  }

  /** Highlight a node and the table rows about it. */
  light(i) {
    if (i === this.lit) return;
    this.lit = i;
    this.decorate();
    const dewey = i >= 0 ? this.model.nodes[i].dewey : null;
    for (const tr of this.rail.querySelectorAll("[data-node]")) tr.classList.toggle("lit", tr.dataset.node === dewey);
  }

  inspect(i) {
    this.inspected = i;
    this.decorate();
    this.editor?.draw();
    this.editor?.tell();
    this.tree.tell(this.model.nodes[i]);
  }

  walk(key) {
    const { nodes } = this.model;
    const n = nodes[this.inspected >= 0 ? this.inspected : (this.model.node()?.i ?? 0)];
    const siblings = n.parent < 0 ? [n.i] : nodes[n.parent].children;
    const at = siblings.indexOf(n.i);
    const to = { ArrowUp: n.parent, ArrowDown: n.children[0], ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1] }[key];
    if (to === undefined || to < 0) return;
    this.tree.reveal(nodes[to]);
    this.inspect(to);
    this.caption.textContent = this.tree.facts(nodes[to]).map(([what, text]) => (what ? `${what} ${text}` : text)).join(", ");
  }

  onKey(e) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target !== this.slider, dialog = this.helpDialog.open || this.stepsDialog.open;
    const change = !typing && !dialog && this.editor?.key(e);
    if (change) { e.preventDefault(); e.stopPropagation(); change(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const choosing = e.target.tagName === "SELECT" && /^\d$/.test(e.key);
    if ((typing && !choosing) || (e.target === this.slider && e.key.startsWith("Arrow"))) { e.stopPropagation(); return; }
    const act = this.keys(e);
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    this.lively = this.moves && !e.repeat;
    act();
    this.lively = this.moves;
  }

  keys(e) {
    const { options, model } = this;
    if (this.helpDialog.open || this.stepsDialog.open) return e.key === "?" ? () => this.help() : null;
    const bet = this.bets.key(e);
    if (bet) return bet;
    if (e.key === "Escape") return this.el.classList.contains("pg-present") ? () => this.present() : null;
    if (e.shiftKey && e.key.startsWith("Arrow")) return () => this.walk(e.key);
    const jump = this.jumps.get(e.key.toLowerCase());
    if (jump) return () => this.jump(jump, !e.shiftKey);
    const onButton = e.target.tagName === "BUTTON" || e.target.tagName === "SUMMARY";
    if (onButton && (e.key === " " || e.key === "Enter")) return null;
    return {
      ArrowRight: () => this.move(model.neighbour(options.detail, true)),
      ArrowLeft: () => this.move(model.neighbour(options.detail, false)),
      Home: () => this.move(0), End: () => this.move(model.size),
      " ": () => this.toggle(), "?": () => this.help(),
      "+": () => this.tree.zoom(1.25), "=": () => this.tree.zoom(1.25), "-": () => this.tree.zoom(0.8),
      f: () => this.tree.fit(), g: () => this.setFollow(!this.tree.follow),
      z: () => this.tree.fold(model.nodes[this.inspected >= 0 ? this.inspected : model.node()?.i ?? 0]),
      d: () => this.nextDetail(), s: () => this.setShape(), n: () => this.setNames(),
      w: () => this.present(), t: () => this.showSteps(), k: () => this.copyLink(),
      Enter: () => this.inspected >= 0 && this.pick(model.nodes[this.inspected]),
    }[e.key] || null;
  }

  nextDetail() {
    const names = DETAILS.map(([name]) => name);
    this.options.detail = names[(names.indexOf(this.options.detail) + 1) % names.length];
    this.detail.value = this.options.detail;
  }

  setShape(shape = this.tree.options.shape === "squares" ? "triangles" : "squares") {
    this.tree.options.shape = shape;
    this.tree.redraw();
  }

  setNames(names = !this.model.named) {
    this.model.setNames(names);
    this.tree.redraw();
    this.refresh(null);
  }

  /** A double-click lets a reader type a value, or ask what if. */
  type(n) { if (!this.bets.on) this.editor?.doubled(n); }

  /** A modal dialog; the browser keeps the focus inside, and Escape closes it. */
  dialog(title, ...content) {
    const box = el("dialog", { class: "pg-dialog", "aria-label": title },
      el("div", { class: "pg-dialog-head" }, el("b", {}, title), el("button", { class: "pg-jump", onclick: () => box.close() }, "Close")),
      ...content);
    box.addEventListener("close", () => this.el.focus({ preventScroll: true }));
    return box;
  }

  help() { this.helpDialog.open ? this.helpDialog.close() : this.helpDialog.showModal(); }

  showSteps() {
    if (this.bets.on) return; // the steps would give the answers away
    this.steps.show(this.model);
    this.stepsDialog.showModal();
    this.steps.el.querySelector(".now")?.scrollIntoView({ block: "center" });
  }

  /** Copy a text that opens this search at this step; where nothing may be copied, show it. */
  async copyLink() {
    if (!this.data.link) return;
    const step = this.model.i, text = linkTo(this.data.link, step);
    if (await copyText(text, this.el)) {
      this.caption.textContent = `Link to step ${step} copied. open_link("…") opens it in a notebook, plyglass play "…" in a terminal.`;
      return;
    }
    const box = el("input", { class: "pg-linked", readonly: "", "aria-label": "Link to this step", value: text });
    box.addEventListener("keydown", (e) => { if (e.key === "Escape") { this.refresh(null); this.el.focus(); } });
    this.caption.replaceChildren("Copy this link: ", box);
    box.focus();
    box.select();
  }

  /** Use the whole screen, or stop; where the browser has no full screen, the whole window. */
  async present() {
    const on = !this.el.classList.contains("pg-present");
    this.el.classList.toggle("pg-present", on);
    try {
      if (on) await this.el.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch { /* the class alone fills the window */ }
    this.el.focus({ preventScroll: true });
  }

  destroy() {
    this.pause();
    this.observer.disconnect();
    this.editor?.destroy();
    this.tree.quiet();
  }
}

function noticeOf(data) {
  const parts = [];
  if (!data.complete) parts.push("The search was stopped before it finished.");
  if (Object.keys(data.tree.stubs).length) {
    parts.push(`The tree has ${data.tree.leaves.toLocaleString("en")} leaves. Only the part that the search visited is shown; small triangles stand for the rest.`);
  }
  return parts.join(" ");
}

function keyTable(keys) {
  return el("table", {}, ...keys.map(([keys, what]) => el("tr", {}, el("th", { scope: "row" }, keys), el("td", {}, what))));
}

/** The meaning of the different looks of nodes. */
function legend(model) {
  const item = (name, text) => el("span", { class: "pg-key" },
    svg("svg", { viewBox: "-18 -18 36 36", width: 18, height: 18, "aria-hidden": "true" },
      svg("g", { class: `pg-node s-${name}` }, svg("path", { class: "pg-shape", d: SHAPES.squares(true, 30, 30) }))), text);
  const drawing = (text, ...parts) => el("span", { class: "pg-key" },
    svg("svg", { viewBox: "-18 -18 36 36", width: 18, height: 18, "aria-hidden": "true" }, ...parts), text);
  const { looks, statuses } = model.data, has = new Set(looks.map(([status]) => statuses[status]));
  const stripes = ["seen", "unseen", "cut"].map((kind, k) => svg("path", { class: `pg-stripe ${kind}`, d: `M${11 * k - 11} -12v24m3 -24v24` }));
  return el("div", {},
    el("div", { class: "pg-legend" },
      ...statuses.filter((status) => has.has(status)).map((status) => item(status.replace(" ", "-"), status)),
      drawing("leaves seen, unseen and cut off, where there is no room to draw them", ...stripes),
      drawing("the leaves behind a cutoff", svg("rect", { class: "pg-witness", x: -14, y: -12, width: 28, height: 24, rx: 6 })),
      drawing("from a cutoff to the node that holds its bound", svg("path", { class: "pg-arc", d: "M-14 14Q14 8 12 -14" }))),
    el("p", {}, "The number in a node is what the leaves seen so far prove about it. The program's own variables, such as v, are in the panels."));
}
