// Several players of the same tree, synchronized by event or by evaluated leaf, or independent.

import { ICONS, el, icon } from "./dom.js";
import { Player } from "./player.js";

const MODES = [["event", "together, by event"], ["leaf", "together, by leaf"], ["own", "independently"]];

export function createCompare(data, options = {}) {
  const players = data.traces.map((trace) => new Player(trace, { ...options, onStep: () => {} }));
  const leaves = players.map((p) => p.data.targets.leaf);
  const host = el("div", { class: "pg-compare", tabindex: "0", role: "group", "aria-label": "Comparison", "data-lm-suppress-shortcuts": "true" });
  const grid = el("div", { class: "pg-grid" }, ...players.map((p) => p.el));
  grid.style.setProperty("--pg-columns", players.length > 3 ? 2 : players.length);
  const slider = el("input", { type: "range", class: "pg-slider", min: "0", value: "0", "aria-label": "Step of all players" });
  const where = el("span", { class: "pg-step" });
  const mode = el("select", { class: "pg-select", "aria-label": "How to step" }, ...MODES.map(([v, t]) => el("option", { value: v }, t)));
  const top = () => Math.max(...players.map((p, k) => (mode.value === "leaf" ? leaves[k].length + 1 : p.model.size)));
  const stepOf = (k, at) => {
    if (mode.value !== "leaf") return at;
    return at === 0 ? 0 : at > leaves[k].length ? players[k].model.size : leaves[k][at - 1];
  };
  const go = (at) => {
    const to = Math.max(0, Math.min(top(), at));
    slider.max = top();
    slider.value = to;
    players.forEach((p, k) => p.move(stepOf(k, to)));
    where.textContent = mode.value === "own" ? "" : `${mode.value} ${to} of ${top()}`;
    options.onStep?.(to);
  };
  const button = (name, title, act) => el("button", { class: "pg-button", title, "aria-label": title, "data-act": name, onclick: act }, icon(ICONS[name]));
  const bar = el("div", { class: "pg-bar-top pg-common" },
    el("div", { class: "pg-group" }, button("first", "First (Home)", () => go(0)), button("back", "Back (←)", () => go(+slider.value - 1)),
      button("forward", "Forward (→)", () => go(+slider.value + 1)), button("last", "Last (End)", () => go(top()))),
    mode, slider, where);
  slider.addEventListener("input", () => go(+slider.value));
  mode.addEventListener("change", () => {
    host.classList.toggle("own", mode.value === "own");
    go(0);
  });
  host.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || mode.value === "own") return;
    if (/^(INPUT|SELECT)$/.test(e.target.tagName)) return;
    const act = { ArrowRight: () => go(+slider.value + 1), ArrowLeft: () => go(+slider.value - 1), Home: () => go(0), End: () => go(top()) }[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  }, { capture: true });
  const sets = players.map((p, k) => new Set(leaves[k].map((i) => p.data.steps.node[i - 1])));
  const deweys = players.map((p, k) => new Set([...sets[k]].map((i) => p.model.nodes[i].dewey)));
  players.forEach((p, k) => {
    const others = deweys.filter((_, m) => m !== k);
    const marks = new Map();
    for (const i of sets[k]) if (!others.some((o) => o.has(p.model.nodes[i].dewey))) marks.set(i, "only-here");
    p.setMarks(marks);
  });
  const summary = el("div", { class: "pg-summary", role: "status" }, data.summary);
  host.append(el("div", { class: "pg-head" }, el("span", { class: "pg-title" }, data.title)), bar, summary, grid);
  go(0);
  return { el: host, go, players, destroy: () => players.forEach((p) => p.destroy()) };
}
