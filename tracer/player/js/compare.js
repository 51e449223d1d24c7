// Several players of the same tree, stepped together by event or by evaluated leaf, or independently.

import { ICONS, el, icon } from "./dom.js";
import { JUMPS, Player, SPEEDS } from "./player.js";
import { Together } from "./together.js";

const MODES = [["event", "event by event"], ["leaf", "leaf by leaf"], ["own", "independently"]];

export function createCompare(data, options = {}) {
  const compare = new Comparison(data, options);
  return { el: compare.el, go: (place) => compare.go(place), players: compare.players, destroy: () => compare.destroy() };
}

class Comparison {
  constructor(data, options) {
    this.data = data;
    this.options = options;
    this.place = 0;
    this.speed = 1;
    this.timer = null;
    this.players = data.traces.map((trace) => new Player(trace, { ...options, onStep: () => this.stepped() }));
    this.together = new Together(this.players.map(({ model }) => ({
      size: model.size, targets: model.data.targets,
      leaves: model.data.targets.leaf.map((i) => model.nodes[model.data.steps.node[i - 1]].dewey),
    })));
    this.el = el("div", {
      class: "pg-compare", tabindex: "0", role: "group", "aria-label": `Comparison: ${data.title}`, "data-lm-suppress-shortcuts": "true",
    });
    this.build();
    this.el.addEventListener("keydown", (e) => this.onKey(e), { capture: true });
    this.go(0);
    this.stepped();
  }

  build() {
    const button = (name, title, act) => el("button", { class: "pg-button", title, "aria-label": title, "data-act": name, onclick: act }, icon(ICONS[name]));
    this.playButton = button("play", "Play (space)", () => this.toggle());
    const speed = el("select", { class: "pg-select", "aria-label": "Speed", onchange: (e) => this.setSpeed(+e.target.value) },
      ...SPEEDS.map((s) => el("option", s === 1 ? { value: s, selected: "" } : { value: s }, `${s}×`)));
    const jumps = ["cutoff", "leaf"].filter((target) => this.together.nextOf(target, 0, true) !== null).map((target) =>
      el("button", { class: "pg-jump", "data-jump": target, title: `Next ${target} of any search (${target[0]})`, onclick: () => this.jump(target, true) }, target));
    this.mode = el("select", { class: "pg-select", "aria-label": "How to step", onchange: () => this.setMode(this.mode.value) },
      ...MODES.map(([value, title]) => el("option", { value }, title)));
    this.slider = el("input", { type: "range", class: "pg-slider", min: "0", value: "0", "aria-label": "Step of all players", oninput: () => { this.pause(); this.calmly(() => this.go(+this.slider.value)); } });
    this.where = el("span", { class: "pg-step" });
    this.summary = el("span", { class: "pg-summary", role: "status" });
    this.common = [
      el("div", { class: "pg-group" },
        button("first", "First (Home)", () => this.move(0)), button("back", "Back (←)", () => this.move(this.place - 1)), this.playButton,
        button("forward", "Forward (→)", () => this.move(this.place + 1)), button("last", "Last (End)", () => this.move(this.together.size)), speed),
      el("div", { class: "pg-group" }, el("span", { class: "pg-hint" }, "next"), ...jumps), this.slider, this.where];
    const [transport, next, ...rest] = this.common;
    this.el.append(
      el("div", { class: "pg-head" }, el("span", { class: "pg-title", title: this.data.title }, this.data.title), this.summary),
      el("div", { class: "pg-bar-top pg-common" }, transport, next, this.mode, ...rest),
      el("div", { class: "pg-grid", "data-count": this.players.length }, ...this.players.map((p) => p.el)));
  }

  // Moving

  get own() { return this.mode.value === "own"; }

  /** Take all players to a place. */
  go(place) {
    if (this.own) return;
    const { together } = this, to = Math.max(0, Math.min(together.size, place));
    this.place = to;
    this.slider.max = together.size;
    this.slider.value = to;
    this.players.forEach((p, k) => p.move(together.stepAt(k, to)));
    const last = together.byLeaf ? together.size - 1 : together.size; // the place after the last leaf is the end
    this.where.textContent = to > last ? "end" : `${this.mode.value} ${to} of ${last}`;
    this.slider.setAttribute("aria-valuetext", this.where.textContent);
    this.options.onStep?.(to);
  }

  move(place) { this.pause(); this.go(place); }

  jump(target, forward) {
    const place = this.together.nextOf(target, this.place, forward);
    if (place !== null) this.move(place);
  }

  /** Without motion, as while the slider is dragged or a key repeats. */
  calmly(act) {
    for (const p of this.players) p.lively = false;
    act();
    for (const p of this.players) p.lively = p.moves;
  }

  setMode(mode) {
    const { together } = this;
    this.pause();
    together.byLeaf = mode === "leaf";
    this.el.classList.toggle("own", this.own);
    for (const part of this.common) part.hidden = this.own;
    this.go(Math.max(...this.players.map((p, k) => together.placeOf(k, p.model.i)))); // those behind catch up
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.timer) { this.pause(); this.play(); }
  }

  play() {
    if (this.place === this.together.size) this.go(0);
    this.setPlaying(setInterval(() => {
      this.go(this.place + 1);
      if (this.place === this.together.size) this.pause();
    }, 1000 / this.speed));
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.setPlaying(null);
  }

  setPlaying(timer) {
    this.timer = timer;
    this.playButton.replaceChildren(icon(timer ? ICONS.pause : ICONS.play));
    this.playButton.setAttribute("aria-label", timer ? "Pause (space)" : "Play (space)");
  }

  toggle() { if (this.timer) this.pause(); else this.play(); }

  // What the searches have in common; nothing is told before it has been seen

  stepped() {
    if (!this.together) return; // the players are still being made
    const steps = this.players.map((p) => p.model.i);
    this.players.forEach((p, k) => {
      const only = new Set(this.together.onlyIn(k, steps)), marks = [...only].join();
      if (marks === (p.only ?? "")) return;
      p.only = marks;
      p.setMarks(new Map(p.model.nodes.filter((n) => only.has(n.dewey)).map((n) => [n.i, "only-here"])));
    });
    const ended = this.players.every((p) => p.model.i === p.model.size);
    this.summary.textContent = ended ? this.data.summary : "";
  }

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || this.own || e.target.closest(".pg-dialog, .pg-present")) return;
    const { tagName } = e.target, sliding = e.target === this.slider && !e.key.startsWith("Arrow");
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName) && !sliding) return;
    if (tagName === "BUTTON" && (e.key === " " || e.key === "Enter")) return;
    const target = JUMPS[e.key.toLowerCase()];
    const act = target ? () => this.jump(target, !e.shiftKey) : e.shiftKey ? null : {
      ArrowRight: () => this.move(this.place + 1), ArrowLeft: () => this.move(this.place - 1),
      Home: () => this.move(0), End: () => this.move(this.together.size), " ": () => this.toggle(),
    }[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    if (e.repeat) this.calmly(act); else act();
  }

  destroy() {
    this.pause();
    for (const p of this.players) p.destroy();
  }
}
