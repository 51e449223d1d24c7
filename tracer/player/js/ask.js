// A question about a tree, answered by mouse, finger or keyboard. The answer is shown as a line of
// Python at every moment, so it is of use without a kernel; only "Check" asks the kernel.

import { codeOf, doubtOf } from "./answer.js";
import { copyText } from "./clipboard.js";
import { el, svg } from "./dom.js";
import { stayInView } from "./inview.js";
import { Model } from "./model.js";
import { letSave } from "./saving.js";
import { followTheme } from "./theme.js";
import { TreeView } from "./tree.js";

const PATIENCE = 5000; // ms until we say that the kernel does not answer
const NAVIGATION = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** The player's tree, which says when it has been drawn anew. */
class AskedTree extends TreeView {
  redraw() {
    super.redraw();
    this.options.onDrawn();
  }
}

class Asked {
  constructor(data, asked, options) {
    this.asked = asked;
    this.options = options; // onAnswer(rows), onCheck() -> whether anybody is asked
    this.rows = options.rows ?? null;
    this.past = [];
    this.again = false; // whether picking a picked leaf picks it once more
    this.model = new Model(data);
    this.model.go(this.model.size);
    this.byDewey = new Map(this.model.nodes.map((n) => [n.dewey, n]));
    this.cursor = this.firstNode();
    this.el = el("div", { class: "pg-asked", tabindex: "0", role: "group", "aria-label": `Question: ${asked.prompt}`, "data-lm-suppress-shortcuts": "true", "data-form": asked.form });
    this.tree = new AskedTree(this.model, { shape: "squares", onPick: (n) => this.pick(n), onHover: () => {}, onDrawn: () => this.drawMarks() });
    this.tree.follow = false;
    this.marks = svg("g", { class: "pg-answers" });
    this.tree.scene.append(this.marks);
    this.build();
    this.el.addEventListener("keydown", (e) => this.onKey(e));
    this.observer = new ResizeObserver(() => {
      if (!this.tree.measure()) return;
      this.tree.fit();
      if (this.cursor) this.tree.reveal(this.cursor);
    });
    this.observer.observe(this.tree.el);
    this.show();
  }

  /** Where the keyboard starts: at the first node that can be picked, the lowest ones first. */
  firstNode() {
    const lowest = [...this.model.nodes].sort((a, b) => b.depth - a.depth || a.i - b.i);
    return { leaves: lowest.find((n) => this.mayPick(n)), inner: lowest.find((n) => this.mayPick(n)), any: this.model.nodes[0] }[this.asked.picks] ?? null;
  }

  // Layout

  build() {
    const { asked } = this, button = (text, act, name) => el("button", { class: "pg-jump", type: "button", "data-act": name, onclick: act }, text);
    this.says = el("div", { class: "pg-asked-says", role: "status" }, asked.says);
    this.line = el("code", { class: "pg-asked-code" });
    this.copyButton = button("Copy", () => this.copy(), "copy");
    this.undoButton = button("Undo", () => this.undo(), "undo");
    this.clearButton = button("Clear", () => this.change(null), "clear");
    this.checkButton = button("Check", () => this.check(), "check");
    this.status = el("div", { class: "pg-asked-status", role: "status", "aria-live": "polite" });
    this.feedback = el("div", { class: "pg-asked-feedback", role: "status", "aria-live": "polite" }, this.help());
    this.side = el("div", { class: "pg-asked-side" });
    const extra = [];
    if (asked.form === "nodes" && !asked.strikes) {
      this.againButton = el("button", { class: "pg-jump", type: "button", "aria-pressed": "false", "data-act": "again", title: "Pick a leaf that is evaluated more than once again (Shift)", onclick: () => this.setAgain(!this.again) }, "Same leaf again");
      extra.push(this.againButton);
    }
    if (asked.none) extra.push(button(asked.none, () => this.change([]), "none"));
    const fields = this.fieldsOf();
    if (fields) extra.unshift(fields);
    this.el.append(
      el("div", { class: "pg-asked-prompt" }, asked.prompt), this.says,
      el("div", { class: "pg-asked-main" }, this.tree.el, ...(asked.form === "rows" ? [this.side] : [])),
      el("div", { class: "pg-asked-bar" }, ...extra, el("span", { class: "pg-asked-space" }), this.undoButton, this.clearButton, this.checkButton),
      el("div", { class: "pg-asked-line" }, this.line, this.copyButton),
      this.feedback, this.status);
  }

  /** What is typed or chosen without picking a node. */
  fieldsOf() {
    const { fields, choices, picks } = this.asked;
    if (picks) return null;
    if (choices.length) {
      this.choiceButtons = choices.map((text) => el("button", { class: "pg-jump pg-asked-choice", type: "button", "aria-pressed": "false", "data-choice": text, onclick: () => this.change([[null, text]]) }, text));
      return el("span", { class: "pg-group", role: "group", "aria-label": fields[0] }, el("span", { class: "pg-hint" }, fields[0]), ...this.choiceButtons);
    }
    const long = this.asked.form === "text";
    this.boxes = fields.map((name) => el("input", { class: `pg-asked-box${long ? " long" : ""}`, "aria-label": name, inputmode: long ? "text" : "decimal", maxlength: long ? 2000 : 40, autocomplete: "off", oninput: () => this.type() }));
    const infinite = long ? [] : ["−∞", "∞"].map((text) => el("button", { class: "pg-jump", type: "button", "data-insert": text, "aria-label": text === "∞" ? "infinity" : "minus infinity", onmousedown: (e) => e.preventDefault(), onclick: () => this.insert(text) }, text));
    return el("span", { class: "pg-group" }, ...this.boxes.flatMap((box, k) => [el("span", { class: "pg-hint" }, fields[k]), box]), ...infinite);
  }

  /** The keys, until there is something else to say. */
  help() {
    const { form, picks, choices, fields } = this.asked;
    const keys = picks ? `With the keyboard: arrow keys walk through the tree, ${form === "dict" ? "digits type into a node" : "Enter picks"}, Backspace undoes.`
      : choices.length ? `With the keyboard: ${choices[0]} to ${choices.at(-1)} choose, Backspace undoes.` : "Infinity may be typed as inf.";
    const rows = form === "rows" ? " In a row, Alt with an arrow key moves it." : "";
    return el("span", { class: "pg-hint" }, `${keys}${rows}${fields.length && picks && form !== "dict" ? " Infinity may be typed as inf." : ""}`);
  }

  type() {
    const texts = this.boxes.map((box) => box.value), at = this.boxes.indexOf(this.focused());
    this.change(texts.some((text) => text.trim()) ? [[null, ...texts]] : null, "", `box ${at}`);
  }

  insert(text) {
    const now = this.boxes.find((b) => b === this.focused());
    const box = now && !now.value ? now : this.boxes.find((b) => !b.value) ?? now ?? this.boxes[0];
    box.value = text;
    this.type();
    (this.boxes.find((b) => !b.value) ?? box).focus();
  }

  focused() { return this.el.getRootNode().activeElement; }

  // The answer

  get picked() { return (this.rows ?? []).map(([n]) => this.byDewey.get(n)).filter(Boolean); }
  rowsAt(n) { return (this.rows ?? []).flatMap((row, k) => (row[0] === n.dewey ? [k] : [])); }
  mayPick(n) {
    const leaf = !n.children.length && !n.stub;
    return { leaves: leaf, inner: !leaf, any: true }[this.asked.picks] ?? false;
  }

  /** Take another answer; the one before can be had back. Letters typed into one field are one change. */
  change(rows, said = "", field = null) {
    if (JSON.stringify(rows) === JSON.stringify(this.rows)) return;
    if (field === null || field !== this.field) this.past.push(this.rows);
    this.set(rows, said);
    this.field = field;
  }

  set(rows, said = "") {
    this.rows = rows;
    this.field = null;
    this.feedback.replaceChildren(this.help());
    this.status.textContent = said;
    this.options.onAnswer(rows);
    this.show();
  }

  undo() {
    if (!this.past.length) return;
    this.set(this.past.pop(), "undone");
  }

  pick(n, again = this.again) {
    this.moveTo(n);
    if (!this.asked.picks) { this.boxes?.[0].focus(); return; }
    if (!this.mayPick(n)) {
      this.status.textContent = this.note = `${n.called} is ${n.children.length ? "not " : ""}a leaf`;
      return;
    }
    if (this.asked.form === "dict") { this.open(n); return; }
    const rows = this.rows ?? [], at = this.rowsAt(n);
    if (this.asked.form === "node") this.change([[n.dewey]], `${n.called} picked`);
    else if (this.asked.form === "rows") this.change([...rows, [n.dewey, ...this.asked.fields.map((_, k) => (k === 0 && this.asked.choices[0]) || "")]], `${n.called} added`);
    else if (at.length && !again) {
      const left = rows.filter((_, k) => k !== at.at(-1));
      this.change(left.length ? left : null, `${n.called} taken back`);
    } else this.change([...rows, [n.dewey]], this.asked.strikes ? `${n.called} cut off` : `${n.called} is number ${rows.length + 1}`);
  }

  setAgain(on) {
    this.again = on;
    this.againButton?.setAttribute("aria-pressed", on);
    this.againButton?.classList.toggle("on", on);
  }

  // Typing into a node

  /** A box over a node, to type its value. */
  open(n, first = null) {
    this.box?.remove();
    this.tree.reveal(n);
    const { x, y } = this.tree.toScreen(n), at = this.rowsAt(n)[0], old = at === undefined ? "" : this.rows[at][1];
    const box = el("input", { class: "pg-edit pg-asked-over", "aria-label": `Value of ${n.called}`, inputmode: "decimal", maxlength: 40, autocomplete: "off" });
    box.value = first ?? old;
    box.style.left = `${x - 20}px`; // beside the name
    box.style.top = `${y - 13}px`;
    let open = true;
    const close = (keep, next) => {
      if (!open) return; // removing the box fires "blur"
      open = false;
      this.box = null;
      box.remove();
      if (keep) this.write(n, box.value.trim());
      if (next) this.toNextEmpty(n); else this.el.focus({ preventScroll: true });
    };
    box.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key === "Enter" || e.key === "Tab") { e.preventDefault(); close(true, true); }
      else if (e.key === "Escape") close(false, false);
      else if (e.key === "ArrowUp" || e.key === "ArrowDown") { e.preventDefault(); close(true, false); this.walk(e.key); }
    });
    box.addEventListener("blur", () => { if (open) { open = false; this.box = null; box.remove(); this.write(n, box.value.trim()); } });
    this.box = box;
    this.tree.el.append(box);
    box.focus({ preventScroll: true });
    if (first === null) box.select();
  }

  write(n, text) {
    const rows = (this.rows ?? []).filter(([d]) => d !== n.dewey);
    if (text) rows.push([n.dewey, text]);
    const order = new Map(this.model.nodes.map((m) => [m.dewey, m.i]));
    rows.sort((a, b) => order.get(a[0]) - order.get(b[0]));
    this.change(rows.length ? rows : null, text ? `${n.called} = ${text}` : `${n.called} empty`);
  }

  /** After a value comes the next node without one, from the bottom up. */
  toNextEmpty(n) {
    const inner = this.model.nodes.filter((m) => this.mayPick(m)).sort((a, b) => b.depth - a.depth || a.i - b.i);
    const at = inner.indexOf(n), empty = [...inner.slice(at + 1), ...inner.slice(0, at)].find((m) => !this.rowsAt(m).length);
    this.el.focus({ preventScroll: true });
    if (empty) { this.moveTo(empty); this.open(empty); }
  }

  // Rows of OPEN and BACKUP

  showRows() {
    const { asked } = this, rows = this.rows ?? [], drawn = JSON.stringify([this.rows === null, rows.map((row) => row.slice(0, asked.choices.length ? 2 : 1))]);
    if (drawn === this.drawnRows) { // only texts have changed: whoever is typing keeps the field
      for (const box of this.side.querySelectorAll("input")) {
        const text = rows[box.dataset.at][+box.dataset.field + 1];
        if (box !== this.focused() && box.value !== text) box.value = text;
      }
      return;
    }
    this.drawnRows = drawn;
    const active = this.side.contains(this.focused()) ? this.focused().dataset.key : null;
    const heading = el("div", { class: "pg-asked-row head" }, el("span"), el("span", {}, "node"), ...asked.fields.map((name) => el("span", {}, name)), el("span"));
    this.side.style.setProperty("--pg-columns", asked.fields.length);
    this.side.replaceChildren(heading, ...rows.map((row, k) => this.rowOf(row, k)), ...(rows.length ? [] : [el("div", { class: "pg-hint pg-asked-empty" }, this.rows ? asked.none : "Pick a node in the tree.")]));
    if (active) this.side.querySelector(`[data-key="${CSS.escape(active)}"]`)?.focus();
  }

  rowOf([dewey, ...texts], k) {
    const n = this.byDewey.get(dewey), { choices, fields } = this.asked, rows = this.rows;
    const small = (text, name, act, disabled) => el("button", { class: "pg-button", type: "button", "aria-label": `${name} ${n.called}`, title: name, "data-key": `${name}${k}`, ...(disabled ? { disabled: "" } : {}), onclick: act }, text);
    const cells = texts.map((text, c) => {
      if (c === 0 && choices.length) {
        const other = choices[(choices.indexOf(text) + 1) % choices.length];
        return el("button", { class: "pg-jump pg-asked-status-of", type: "button", "data-key": `f${c}-${k}`, "aria-label": `${fields[c]} of ${n.called}: ${text}`, onclick: () => this.writeCell(k, c, other) }, text);
      }
      const box = el("input", { class: "pg-asked-box", "aria-label": `${fields[c]} of ${n.called}`, inputmode: "decimal", maxlength: 40, autocomplete: "off", "data-key": `f${c}-${k}`, "data-at": k, "data-field": c, oninput: () => this.writeCell(k, c, box.value, `cell ${k} ${c}`) });
      box.value = text;
      return box;
    });
    const row = el("div", { class: "pg-asked-row", "data-row": k, onkeydown: (e) => this.onRowKey(e, k) },
      el("span", { class: "pg-asked-grip", "aria-hidden": "true", onpointerdown: (e) => this.drag(e, k) }, "⠿"),
      el("b", { title: n.called }, n.name), ...cells,
      el("span", { class: "pg-group" }, small("↑", "up", () => this.moveRow(k, k - 1), k === 0), small("↓", "down", () => this.moveRow(k, k + 1), k === rows.length - 1),
        small("✕", "remove", () => this.change(rows.length > 1 ? rows.filter((_, m) => m !== k) : null, `${n.called} removed`))));
    return row;
  }

  writeCell(k, c, text, field = null) {
    const rows = this.rows.map((row) => [...row]);
    rows[k][c + 1] = text;
    this.change(rows, "", field);
  }

  moveRow(from, to) {
    const rows = [...this.rows];
    if (to < 0 || to >= rows.length || from === to) return;
    rows.splice(to, 0, ...rows.splice(from, 1));
    this.change(rows, `place ${to + 1}`);
  }

  onRowKey(e, k) {
    if (!e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    e.stopPropagation();
    const to = k + (e.key === "ArrowUp" ? -1 : 1), field = e.target.dataset.key?.replace(/\d+$/, "");
    this.moveRow(k, to);
    if (field) this.side.querySelector(`[data-key="${CSS.escape(field + to)}"]`)?.focus();
  }

  /** Drag a row to another place. */
  drag(e, from) {
    e.preventDefault();
    const grip = e.target, rows = [...this.side.querySelectorAll("[data-row]")];
    rows[from].classList.add("dragged");
    grip.setPointerCapture(e.pointerId);
    const placeOf = (y) => rows.filter((row, k) => k !== from && y > row.getBoundingClientRect().top + row.offsetHeight / 2).length;
    const show = (event) => rows.forEach((row, k) => row.classList.toggle("target", k === placeOf(event.clientY) && k !== from));
    const drop = (event) => {
      grip.removeEventListener("pointermove", show);
      rows[from].classList.remove("dragged");
      if (event.type === "pointerup") this.moveRow(from, placeOf(event.clientY));
    };
    grip.addEventListener("pointermove", show);
    grip.addEventListener("pointerup", drop, { once: true });
    grip.addEventListener("pointercancel", drop, { once: true });
  }

  // Showing

  get code() { return codeOf(this.asked, this.rows, (dewey) => this.byDewey.get(dewey).given || dewey); }

  show() {
    const { code } = this, { form } = this.asked;
    const doubt = doubtOf(this.asked, this.rows, (dewey) => this.byDewey.get(dewey).called);
    this.says.textContent = doubt || this.asked.says;
    this.says.classList.toggle("doubt", Boolean(doubt));
    this.line.textContent = `answer = ${code ?? "..."}`;
    this.line.classList.toggle("empty", code === null);
    this.copyButton.disabled = this.checkButton.disabled = code === null;
    this.undoButton.disabled = !this.past.length;
    this.clearButton.disabled = this.rows === null;
    if (form === "rows") this.showRows();
    this.choiceButtons?.forEach((b) => { const on = this.rows?.[0][1] === b.dataset.choice; b.setAttribute("aria-pressed", on); b.classList.toggle("on", on); });
    this.boxes?.forEach((box, k) => { const text = this.rows?.[0][k + 1] ?? ""; if (box.value !== text) box.value = text; });
    this.decorate();
    if (this.tree.lens) this.drawMarks();
  }

  decorate() {
    const extra = new Map(), add = (n, name) => extra.set(n.i, `${extra.get(n.i) ?? ""} ${name}`);
    for (const n of this.picked) {
      add(n, this.asked.strikes ? "picked struck" : "picked");
      if (this.asked.strikes) for (const m of this.below(n)) add(m, "faded");
    }
    const about = this.byDewey.get(this.asked.at);
    if (about) add(about, "about");
    if (this.cursor) add(this.cursor, "cursor");
    this.tree.setExtra(extra);
  }

  below(n) {
    const found = [], todo = [n.i];
    while (todo.length) {
      const m = this.model.nodes[todo.pop()];
      found.push(m);
      todo.push(...m.children);
    }
    return found;
  }

  /** Numbers of picked leaves, values typed into nodes, and the cursor. */
  drawMarks() {
    this.marks.replaceChildren();
    const { form, strikes } = this.asked;
    const numbers = new Map();
    (this.rows ?? []).forEach(([dewey, text], k) => {
      const n = this.byDewey.get(dewey);
      if (!n) return;
      if (form === "dict") this.typed(n, text);
      else if (form === "nodes" && !strikes) numbers.set(n, [...(numbers.get(n) ?? []), k + 1]);
      else if (strikes && n.parent < 0) this.crossed(n);
    });
    for (const [n, places] of numbers) this.badge(n, places.join(" · "));
    const part = this.cursor && this.tree.drawn.get(this.cursor.i);
    if (part) this.marks.append(svg("rect", { class: "pg-cursor", x: part.x - part.w / 2 - 4, y: part.y - part.h / 2 - 4, width: part.w + 8, height: part.h + 8, rx: 6 }));
  }

  badge(n, text) {
    const part = this.tree.drawn.get(n.i);
    if (!part || part.tiny) return; // it looks picked; the lens shows its number
    const font = Math.max(12, this.tree.label), w = Math.max(font * 1.5, this.tree.textWidth(text, font) + 8), h = font * 1.45, y = part.y - part.h / 2 - h / 2 + 3;
    const words = svg("text", { class: "pg-value pg-order", x: part.x, y: y + font * 0.36, "font-size": font });
    words.textContent = text;
    this.marks.append(svg("g", {}, svg("rect", { class: "pg-shape pg-order-plate", x: part.x - w / 2, y: y - h / 2, width: w, height: h, rx: h / 2 }), words));
  }

  typed(n, text) {
    const part = this.tree.drawn.get(n.i);
    if (!part) return;
    const words = svg("text", { class: "pg-value pg-typed", x: part.x, y: part.y + this.tree.font * 0.36, "font-size": this.tree.font });
    words.textContent = text.replace(/^-/, "−");
    this.marks.append(words);
  }

  /** The root has no edge to strike. */
  crossed(n) {
    const part = this.tree.drawn.get(n.i);
    if (part) this.marks.append(svg("path", { class: "pg-strike struck", d: `M${part.x - 14} ${part.y + 8}l28 -12M${part.x - 14} ${part.y + 14}l28 -12` }));
  }

  // Keys

  moveTo(n) {
    this.cursor = n;
    this.tree.reveal(n);
    this.decorate();
    this.drawMarks();
  }

  /** Walk up, down, or along the level. */
  walk(key) {
    const { nodes } = this.model, n = this.cursor;
    if (!n) { this.moveTo(nodes[0]); this.tell(nodes[0]); return; }
    const level = nodes.filter((m) => m.depth === n.depth).sort((a, b) => a.x - b.x), at = level.indexOf(n);
    const to = { ArrowUp: nodes[n.parent], ArrowDown: nodes[n.children[0]], ArrowLeft: level[at - 1], ArrowRight: level[at + 1] }[key];
    if (!to) return;
    this.moveTo(to);
    this.tell(to);
  }

  tell(n) {
    const at = this.rowsAt(n), value = this.model.words(n.value);
    this.status.textContent = `${n.called}${value ? `, value ${value}` : ""}${at.length ? `, picked, number ${at.map((k) => k + 1).join(" and ")}` : ""}`;
  }

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const field = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName), button = e.target.tagName === "BUTTON";
    if (field) {
      if (e.key === "Enter") { this.check(); e.preventDefault(); }
      e.stopPropagation();
      return;
    }
    const act = this.keys(e, button);
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  }

  keys(e, button) {
    const { form, choices, picks } = this.asked;
    if (NAVIGATION.includes(e.key)) return () => this.walk(e.key);
    if (button && (e.key === "Enter" || e.key === " ")) return null;
    if (e.key === "Backspace") return () => this.undo();
    if (e.key === "Enter" || e.key === " ") return this.cursor ? () => this.pick(this.cursor, this.again || e.shiftKey) : () => this.walk("ArrowDown");
    if (e.key.length !== 1) return null;
    if (choices.includes(e.key) && !picks) return () => this.change([[null, e.key]]);
    if (form === "dict" && this.cursor && this.mayPick(this.cursor) && /[-\d.∞]/.test(e.key)) return () => this.open(this.cursor, e.key);
    if (this.boxes && /[-\d.∞]/.test(e.key)) return () => { const box = this.boxes.find((b) => !b.value) ?? this.boxes[0]; box.focus(); box.value = e.key; this.type(); };
    return null;
  }

  // Copying and checking

  async copy() {
    const copied = await copyText(this.line.textContent, this.el);
    if (!copied) document.getSelection().selectAllChildren(this.line); // so that Ctrl+C copies it
    this.copyButton.textContent = this.status.textContent = copied ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { this.copyButton.textContent = "Copy"; }, 2500);
  }

  check() {
    if (this.code === null) return;
    clearTimeout(this.waiting);
    const alone = "Nobody is here to check it: there is no kernel. Copy the line into a cell of your notebook.";
    this.feedback.replaceChildren(el("span", { class: "pg-hint" }, "Checking …"));
    if (!this.options.onCheck()) { this.feedback.replaceChildren(el("span", {}, alone)); return; }
    this.waiting = setTimeout(() => this.feedback.replaceChildren(el("span", {}, "No reply yet. Is the kernel running? You can also copy the line into a cell.")), PATIENCE);
  }

  /** What the kernel says: where an answer goes wrong, and further hints on request. */
  answered({ said, marked, right, why, answer }) {
    clearTimeout(this.waiting);
    const fold = (summary, ...inside) => el("details", {}, el("summary", {}, summary), ...inside);
    const solution = answer ? [fold("Show the answer", el("div", {}, answer))] : [];
    const ladder = why ? [fold("Why?", el("div", {}, why), ...solution)] : solution;
    this.feedback.replaceChildren(el("div", { class: !marked ? "" : right ? "right" : "wrong" }, said), ...ladder);
  }

  destroy() {
    clearTimeout(this.waiting);
    this.observer.disconnect();
    this.tree.quiet();
  }
}

export function render({ model, el: host }) {
  const save = () => {
    if (typeof model.save_changes !== "function") return false;
    try { model.save_changes(); } catch { return false; }
    return true;
  };
  const data = model.get("data");
  const asked = new Asked(typeof data === "string" ? JSON.parse(data) : data, model.get("asked"), {
    rows: model.get("rows"),
    onAnswer: (rows) => { model.set("rows", rows); save(); },
    onCheck: () => { model.set("wishes", (model.get("wishes") ?? 0) + 1); return save(); },
  });
  const unfollow = followTheme(host);
  host.append(asked.el);
  const leaveView = stayInView(asked.el), unsave = letSave(host);
  const tell = () => { const found = model.get("feedback"); if (found?.said) asked.answered(found); };
  model.on("change:feedback", tell);
  return () => {
    try { model.off("change:feedback", tell); } catch { /* a page in MyST has no `off` */ }
    unfollow();
    leaveView();
    unsave();
    asked.destroy();
  };
}

export default { render };
