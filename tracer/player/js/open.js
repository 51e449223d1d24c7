// OPEN: each state is a row whose place is its rank. The row that is chosen, by pointer or by key, shows
// in the tree which strategies it stands for; unless one is chosen, it is the first.

import { el } from "./dom.js";
import { moves, ranking } from "./ranking.js";
import { keepInView, makeSlot } from "./slot.js";

const SIGNS = { new: "+", down: "↓", gone: "−", taken: "−" };
const MOST_STATES = 60; // rows of a long list
const MOST_MOVES = 30;  // rows that slide; those further down are out of sight
const ROW_HIGH = 1.45;      // em; of a row, as in the style sheet
const SLIDE = { duration: 240, easing: "ease-in-out" };
let lists = 0;

export function openPanel(data, hover, colour) {
  const { slot, badge, body } = makeSlot("open", "OPEN", [], { role: "listbox" });
  body.classList.add("pg-states");
  const id = `pg-open-${++lists}`, [low, high] = data.tree.range;
  const about = data.steps.backup.length // with BACKUP, no more is certain
    ? ["path and solved siblings", "The coloured nodes are the path to the marked state, and the siblings that were solved on the way."]
    : [`in all its ${data.side} strategies`, `The marked state stands for all strategies of ${data.side} that contain the coloured nodes. Its merit is the worst leaf among them.`];
  slot.querySelector(".pg-heading").append(el("span", { class: "pg-about", title: about[1] }, about[0]));
  let model = null, rows = [], keys = [], chosen = -1, pointed = -1, columns = null;

  /** Columns that stay where they are: as wide as the longest name and merit of all steps. */
  const setColumns = () => {
    const longest = (texts) => Math.max(0, ...texts.map((t) => t.length));
    body.style.setProperty("--pg-name", `${Math.min(16, longest(data.states.map(([n]) => model.nodes[n].full)) + 1)}ch`);
    body.style.setProperty("--pg-number", `${longest(data.states.map(([, , merit]) => model.words(merit))) + 1}ch`);
    columns = model.named; // names may be switched to numbers
  };

  /** The part of the scale that a merit takes. */
  const share = (merit) => {
    const x = model.value(merit);
    if (Math.abs(x) === Infinity) return x < 0 ? 0 : 100;
    return Math.max(2, Math.min(100, (100 * (x / 2 - low / 2 + 0.5)) / (high / 2 - low / 2 + 0.5)));
  };

  const row = ({ state, mark }, k) => {
    const { node, status, merit } = model.state(state), n = model.nodes[node];
    const bar = el("span", { class: "pg-merit" });
    bar.style.width = `${share(merit)}%`;
    const line = el("div", { class: `pg-state ${mark}`, role: "option", id: `${id}-${k}`, "data-node": n.dewey },
      el("span", { class: "pg-mark" }, SIGNS[mark] || ""), el("span", { class: "pg-strong" }, n.full),
      el("span", {}, status), el("span", { class: "pg-num" }, model.words(merit)), el("span", { class: "pg-meritcell" }, bar));
    line.addEventListener("pointerenter", () => { pointed = state; hover(node); point(); });
    line.addEventListener("pointerleave", () => { pointed = -1; hover(-1); point(); });
    return line;
  };

  /** Colour what is fixed for the state that is pointed at, or chosen, or first. */
  const point = () => {
    const has = (state) => rows.some((r) => r.state === state);
    if (!has(chosen)) chosen = -1;
    const state = has(pointed) ? pointed : chosen >= 0 ? chosen : (rows[0]?.state ?? -1);
    colour(state < 0 ? [] : model.cluster(state));
    rows.forEach((r, k) => body.children[k]?.setAttribute("aria-selected", `${r.state === state}`));
    const at = rows.findIndex((r) => r.state === chosen);
    if (at < 0) body.removeAttribute("aria-activedescendant"); else body.setAttribute("aria-activedescendant", `${id}-${at}`);
  };

  const choose = (by) => {
    const at = rows.findIndex((r) => r.state === chosen), most = Math.min(rows.length, MOST_STATES) - 1;
    const to = Math.max(0, Math.min(most, at < 0 ? (by > 0 ? 0 : most) : at + by));
    chosen = rows[to]?.state ?? -1;
    point();
    if (chosen >= 0) keepInView(body, body.children[to], to ? body.children[0].offsetHeight : 0);
  };
  body.addEventListener("keydown", (e) => {
    const act = e.shiftKey ? null : { ArrowDown: () => choose(1), ArrowUp: () => choose(-1) }[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  });
  body.addEventListener("blur", () => { chosen = -1; if (model) point(); });

  /** Rows slide to their new ranks, new ones fade in, and those that left fall out. */
  const slide = (before, old) => {
    const { from, left } = moves(before, keys);
    const shift = (k) => ({ transform: `translateY(${(k * ROW_HIGH).toFixed(2)}em)` });
    from.slice(0, MOST_MOVES).forEach((was, k) => {
      const line = body.children[k], returned = rows[k].mark === "down";
      if (was === null && !returned) line.animate([{ opacity: 0 }, { opacity: 1 }], SLIDE);
      else if (was !== k) line.animate([shift((was ?? 0) - k), shift(0)], SLIDE);
    });
    for (const k of left.filter((at) => at < MOST_MOVES)) {
      const ghost = old[k];
      ghost.classList.add("ghost");
      ghost.style.top = `${k * ROW_HIGH}em`;
      body.append(ghost);
      ghost.animate([{ ...shift(0), opacity: 0.8 }, { ...shift(0.8), opacity: 0 }], SLIDE).finished.then(() => ghost.remove(), () => ghost.remove());
    }
  };

  return {
    el: slot,
    show(shown, moving = false) {
      model = shown;
      if (columns !== model.named) setColumns();
      const before = keys, old = [...body.children], gamma = model.gamma();
      rows = ranking(model);
      const visible = rows.slice(0, MOST_STATES);
      keys = visible.map(({ state }) => model.state(state).node);
      const lines = visible.map(row);
      if (rows.length > MOST_STATES) lines.push(el("div", { class: "pg-more" }, `… ${rows.length - MOST_STATES} more`));
      if (!rows.length) lines.push(el("div", { class: "pg-more" }, "empty"));
      body.replaceChildren(...lines);
      body.setAttribute("role", rows.length ? "listbox" : "group"); // a list box must have options
      badge.textContent = `${model.open.length}${gamma ? ` · case ${gamma} of Γ` : ""}`;
      point();
      if (moving) slide(before, old);
    },
    /** The first state always shows; bring the one that changed into view. */
    follow() {
      const line = body.querySelector(".pg-state:is(.new, .down, .gone)");
      const high = body.firstChild.offsetHeight;
      if (line && line !== body.firstChild) keepInView(body, line, high); else body.scrollTop = 0;
      if (high) body.scrollTop = Math.ceil(body.scrollTop / high) * high; // whole rows below the first
    },
  };
}
