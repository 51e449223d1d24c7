// What if a leaf had another value? A strip of intervals, and a handle to sweep through them.

import { el } from "./dom.js";

const WORDS = { nothing: () => "nothing changes", cutoffs: () => "other cutoffs", root: (worth) => `result ${worth}` };
const CLEAR = 0.1; // of the strip: how far the handle stays from the middle of words
const EDGE = 9; // pixels at both ends of the strip, half of the handle

export class WhatIf {
  constructor(editor) {
    this.editor = editor;
    this.strip = el("div", { class: "pg-effects", "aria-hidden": "true" });
    this.handle = el("input", { type: "range", class: "pg-sweep", "aria-label": "Value of the leaf", oninput: () => this.sweep() });
    this.title = el("span", { class: "pg-swept" });
    this.el = el("div", { class: "pg-whatif", hidden: "" },
      this.title, el("div", { class: "pg-effect-line" }, el("span", {}, "−∞"), el("div", { class: "pg-effect-track" }, this.strip, this.handle), el("span", {}, "∞")),
      el("button", { class: "pg-jump", title: "Close; the leaf gets its own value back (Escape)", onclick: () => this.close() }, "done"));
    this.handle.addEventListener("keydown", (e) => {
      e.stopPropagation(); // arrows sweep
      if (e.key === "Escape") this.close();
    });
  }

  get on() { return !this.el.hidden; }

  /** Ask about the chosen leaf. */
  open() {
    const { editor } = this, n = editor.node;
    if (!n || n.children.length || n.stub) return;
    this.close();
    editor.ask({ op: "whatif", node: n.dewey }, { done: (refused, answer) => (refused ? editor.complain(refused.why) : this.show(answer.whatif)) });
  }

  show(told) {
    const { editor } = this, finite = told.intervals.flatMap(([low, high]) => [low, high]).filter((x) => x !== null), own = Number(told.value);
    const [low, high] = editor.player.data.tree.range, ends = [...finite, own, low, high], step = editor.stepSize();
    const from = Math.min(...ends), to = Math.max(...ends), pad = Math.max((to - from) * 0.2, 3 * step);
    this.told = told;
    this.gesture = `what if ${++editor.gestures}`;
    this.swept = false;
    [this.from, this.to] = [step * Math.floor((from - pad) / step), step * Math.ceil((to + pad) / step)];
    for (const [name, value] of [["step", step], ["min", this.from], ["max", this.to]]) this.handle.setAttribute(name, value);
    this.handle.value = told.value;
    this.handle.setAttribute("aria-label", `What if ${told.name} had another value?`);
    this.title.textContent = told.name;
    this.draw();
    this.tell();
    this.el.hidden = false;
    editor.player.tree.hush();
    editor.draw();
    editor.tell();
    this.handle.focus({ preventScroll: true });
  }

  at(x) { return x === null ? null : (x - this.from) / (this.to - this.from); }

  draw() {
    const parts = [], own = this.at(this.handle.valueAsNumber), left = (low) => Math.max(0, this.at(low) ?? 0), right = (high) => Math.min(1, this.at(high) ?? 1);
    const place = (e, from, to) => { e.style.left = `calc(${EDGE}px + (100% - ${2 * EDGE}px) * ${from})`; e.style.width = `calc((100% - ${2 * EDGE}px) * ${to - from})`; return e; };
    let free = -1;
    for (const [low, high, , , effect, , words, worth] of this.told.intervals) {
      const point = low !== null && low === high, from = left(low), to = right(high);
      const part = place(el("div", { class: `pg-effect ${effect}${point ? " point" : ""}` }, to - from > 0.16 ? WORDS[effect](worth) : ""), from, to);
      if (Math.abs(own - (from + to) / 2) < CLEAR) part.style.textAlign = own < (from + to) / 2 ? "right" : "left"; // not under the handle
      parts.push(part);
      if (high === null || right(high) - free < 0.05) continue;
      free = right(high);
      parts.push(place(el("span", { class: "pg-effect-end" }, words), free, free));
    }
    this.strip.replaceChildren(...parts);
  }

  sweep() {
    const { editor, told } = this, text = editor.rounded(this.handle.valueAsNumber);
    this.swept = true;
    this.tell();
    if (told.live) editor.ask({ op: "value", node: told.node, to: text, gesture: this.gesture }, { kind: this.gesture, sweeping: true });
  }

  /** What the value under the handle would do, in words. */
  tell() {
    const x = this.handle.valueAsNumber, own = !this.swept || x === Number(this.told.value);
    const found = this.told.intervals.find(([low, high, lowIn, highIn]) => (low === null || x > low || (lowIn && x === low)) && (high === null || x < high || (highIn && x === high)));
    const words = found ? found[5] : "";
    this.words = own && this.told.intervals.length > 1 ? `${this.told.name} is ${this.told.value}. Sweep the handle to see what other values would change.` : words;
    this.handle.setAttribute("aria-valuetext", `${this.editor.rounded(x)}. ${words}`);
    this.editor.tell();
  }

  /** Close the strip; the leaf gets its own value back. */
  close() {
    if (!this.on) return;
    this.el.hidden = true;
    const { editor, told, swept } = this;
    if (swept && told.live) editor.ask({ op: "value", node: told.node, to: told.value, gesture: this.gesture }, { kind: this.gesture, sweeping: true });
    editor.tell();
    editor.player.el.focus({ preventScroll: true });
  }
}
