// The panels beside the tree. Each has an element `el`, a function `show(model)`, and a function
// `follow()` that scrolls to what matters; it reads the layout, so it is called once per frame.

import { el } from "./dom.js";
import { isInView, keepInView, makeSlot } from "./slot.js";

export function listingPanel(data) {
  const lines = data.listing.map(([text]) => {
    const indent = text.length - text.trimStart().length;
    const line = el("div", { class: "pg-line" }, text.trimStart() || " ");
    line.style.setProperty("--pg-indent", indent);
    return line;
  });
  const { slot, body } = makeSlot("listing", "Listing", lines);
  body.classList.add("pg-listing");
  let lit = [], rows = null; // where the lines are, read once per size: reading it while stepping would be slow
  new ResizeObserver(() => { rows = null; align(); }).observe(body);
  const measure = () => {
    const at = new Map(lines.map((line) => [line, [line.offsetTop, line.offsetTop + line.offsetHeight]]));
    rows = { height: body.clientHeight, at, last: at.get(lines.at(-1))[1] - body.clientHeight };
  };
  /** The first place from here on, and no later than the last page, that cuts off no line at the top. */
  const whole = (top) => [...rows.at.values()].find(([line]) => line >= Math.min(top, rows.last) - 1)?.[0] ?? top;
  /** Bring lines into view at once, by where they were; follow() corrects it when a bold line wraps. */
  const scroll = (from, to) => {
    const top = body.scrollTop;
    if (from >= top && to <= top + rows.height) return;
    const middle = (from + to - rows.height) / 2;
    body.scrollTop = middle <= 0 ? 0 : Math.min(whole(middle), from);
  };
  /** Bring the current lines into view, below whole lines. */
  const align = () => {
    if (!rows) measure();
    for (const line of [...lit].reverse()) keepInView(body, line); // the first line last
    if (body.scrollTop) body.scrollTop = Math.min(whole(body.scrollTop), lit[0]?.offsetTop ?? Infinity);
  };
  const statement = (k) => {
    let end = k + 1;
    while (data.listing[end]?.[1]) end++;
    return lines.slice(k, end);
  };
  return {
    el: slot,
    show(model) {
      const before = lit;
      lit = model.line() < 0 ? [] : statement(model.line());
      if (rows && lit.length) scroll(rows.at.get(lit[0])[0], rows.at.get(lit.at(-1))[1]); // before anything changes: scrolling needs the layout
      for (const line of before) { line.classList.remove("now"); line.removeAttribute("aria-current"); }
      for (const line of lit) line.classList.add("now");
      lit[0]?.setAttribute("aria-current", "step");
    },
    follow() {
      if (rows && lit.every((line) => isInView(body, line))) return; // readers may have scrolled
      align();
    },
  };
}

/** A heading of a list; those of numbers stand above their last digits. The column of marks has none. */
const heading = (text, k) => (text ? el("th", { scope: "col", class: k > 1 ? "pg-num" : "" }, text) : el("td"));

const ROWS = 60; // most rows shown of a long list

export function backupPanel(data, hover) {
  const rowsOf = el("table", { class: "pg-table" });
  const { slot, badge, body } = makeSlot("backup", "BACKUP", [rowsOf]);
  return {
    el: slot,
    show(model) {
      const changes = model.changed("backup");
      const fresh = new Set(changes.filter(([, , phase]) => phase >= 0).map(([n]) => n));
      const gone = changes.filter(([, , phase]) => phase < 0);
      const rows = [el("tr", {}, ...["", "node", "last child", "l", "h"].map(heading))];
      const line = (mark, [i, phase]) => {
        const { last, low, high } = model.phase(phase);
        const tr = el("tr", { class: mark, onpointerenter: () => hover(i), onpointerleave: () => hover(-1) },
          el("td", {}, mark === "gone" ? "−" : mark === "new" ? "+" : ""),
          el("td", { class: "pg-strong" }, model.nodes[i].full),
          el("td", { class: "pg-num" }, `${last}`), el("td", { class: "pg-num" }, model.words(low)), el("td", { class: "pg-num" }, model.words(high)));
        tr.dataset.node = model.nodes[i].dewey;
        return tr;
      };
      for (const phase of gone) rows.push(line("gone", phase));
      for (const phase of model.phases()) rows.push(line(fresh.has(phase[0]) ? "new" : "", phase));
      rowsOf.replaceChildren(...rows);
      badge.textContent = `${model.backup.size}`;
    },
    follow() { const row = rowsOf.querySelector(".new, .gone"); if (row) keepInView(body, row); },
  };
}

/** The transposition table: latest entries first; a lookup that answers the question is a hit. */
export function tablePanel(data, hover) {
  const rowsOf = el("table", { class: "pg-table" });
  const { slot, badge, body } = makeSlot("table", "Transposition table", [rowsOf], { tab: "Table" });
  return {
    el: slot,
    show(model) {
      const fresh = model.changed("table").map(([n]) => n);
      const focus = fresh[0] ?? (/lookup|same/.test(model.kind()) ? model.mentions().find((i) => model.table.has(i)) ?? -1 : -1);
      const entries = model.entries().reverse();
      entries.sort((a, b) => (b[0] === focus) - (a[0] === focus));
      const rows = [el("tr", {}, ...["", "node", "f⁻", "f⁺"].map(heading))];
      for (const [i, row] of entries.slice(0, ROWS)) {
        const { low, high } = model.bounds(row);
        const mark = i !== focus ? "" : fresh.length ? "new" : model.isOne("hits") ? "hit" : "asked";
        const tr = el("tr", { class: mark, onpointerenter: () => hover(i), onpointerleave: () => hover(-1) },
          el("td", {}, { new: "+", hit: "→", asked: "?" }[mark] || ""),
          el("td", { class: "pg-strong" }, model.nodes[i].full),
          el("td", { class: "pg-num" }, model.words(low)), el("td", { class: "pg-num" }, model.words(high)));
        tr.dataset.node = model.nodes[i].dewey;
        rows.push(tr);
      }
      if (entries.length > ROWS) rows.push(el("tr", {}, el("td", { colspan: "4", class: "pg-more" }, `… ${entries.length - ROWS} more`)));
      rowsOf.replaceChildren(...rows);
      const hits = model.count("hits");
      badge.textContent = `${model.table.size} · ${hits} ${hits === 1 ? "hit" : "hits"}`;
    },
    follow() { body.scrollTop = 0; },
  };
}

const COUNTERS = [ // name, plural, singular, meaning; where there is no room, the last ones are left out
  ["nbp", "NBP", "NBP", "number of bottom positions: different leaves evaluated"],
  ["cutoffs", "cutoffs", "cutoff", "times that children were skipped"],
  ["leaves_cut", "leaves cut off", "leaf cut off", "leaves that need not be evaluated"],
  ["visits", "visits", "visit", "visits to nodes, repeated ones included"],
  ["tests", "tests", "test", "leaf evaluations that only answered a question"],
  ["passes", "passes", "pass", "calls by the driver"],
  ["table", "table entries", "table entry", "nodes in the transposition table"],
  ["peak_open", "peak OPEN", "peak OPEN", "most states in OPEN at once"],
  ["peak_backup", "peak BACKUP", "peak BACKUP", "most entries in BACKUP at once"],
  ["deep_cutoffs", "deep cutoffs", "deep cutoff", "cutoffs by a bound from further up than the parent"],
  ["peak_stack", "peak stack", "peak stack", "most visits in progress at once"],
];

/** The counters, in the line of the title. */
export function counters(model) {
  const cells = COUNTERS.filter(([name]) => model.counting(name)).map(([name, many, one, meaning]) => {
    const value = el("b", { "data-counter": name }), title = el("span");
    const show = (count) => { value.textContent = count; title.textContent = ` ${count === 1 ? one : many}`; };
    return { name, show, el: el("span", { class: "pg-counter", title: meaning }, value, title) };
  });
  return {
    el: el("div", { class: "pg-counters" }, ...cells.map((c) => c.el)),
    show() { for (const c of cells) c.show(model.count(c.name)); },
  };
}

const PAGE = 40; // rows of the trace before and after the current one

const notShown = (from, to) => (from === to ? `step ${from} is not shown` : `steps ${from} to ${to} are not shown`);

/** All steps as a table, also for screen readers; filled while it is open. */
export function stepsTable(go) {
  const body = el("table", { class: "pg-table pg-trace" });
  return {
    el: body,
    show(model) {
      const from = Math.max(1, model.i - PAGE), to = Math.min(model.size, from + 2 * PAGE);
      const rows = [el("tr", {}, ...["step", "node", "what happened"].map((t) => el("th", { scope: "col" }, t)))];
      if (from > 1) rows.push(el("tr", {}, el("td", { colspan: "3", class: "pg-more" }, notShown(1, from - 1))));
      for (let i = from; i <= to; i++) {
        const tr = el("tr", i === model.i ? { class: "now", "aria-current": "step" } : {},
          el("td", { class: "pg-num" }, el("button", { class: "pg-link", onclick: () => go(i) }, `${i}`)),
          el("td", {}, model.nodes[model.data.steps.node[i - 1]].full),
          el("td", {}, model.caption(i)));
        rows.push(tr);
      }
      if (to < model.size) rows.push(el("tr", {}, el("td", { colspan: "3", class: "pg-more" }, notShown(to + 1, model.size))));
      body.replaceChildren(...rows);
    },
  };
}
