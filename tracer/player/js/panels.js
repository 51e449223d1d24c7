// The panels beside the tree. Each has an element `el`, a function `show(model)`, and a function
// `follow()` that scrolls to what matters; it reads the layout, so it is called once per frame.

import { el } from "./dom.js";

/** A slot of the rail: a heading, and a body that scrolls inside. */
function panel(name, title, content) {
  const badge = el("span", { class: "pg-badge" });
  const body = el("div", { class: "pg-body", tabindex: "0", role: "region", "aria-label": title }, ...content);
  const slot = el("section", { class: "pg-panel", "data-panel": name }, el("h4", { class: "pg-heading" }, title, badge), body);
  return { slot, badge, body };
}

/** Scroll a body so that a part of it can be seen, no further than necessary. */
function keepInView(body, part) {
  const box = body.getBoundingClientRect(), at = part.getBoundingClientRect();
  const below = at.bottom - box.bottom, above = box.top - at.top;
  if (above > 0 || below > 0) body.scrollTop += at.top - box.top - (box.height - at.height) / 2;
}

export function listingPanel(data) {
  const lines = data.listing.map(([text]) => {
    const indent = text.length - text.trimStart().length;
    const line = el("div", { class: "pg-line" }, text.trimStart() || " ");
    line.style.setProperty("--pg-indent", indent);
    return line;
  });
  const { slot, body } = panel("listing", "Listing", lines);
  body.classList.add("pg-listing");
  let lit = [];
  const statement = (k) => {
    let end = k + 1;
    while (data.listing[end]?.[1]) end++;
    return lines.slice(k, end);
  };
  return {
    el: slot,
    show(model) {
      for (const line of lit) { line.classList.remove("now"); line.removeAttribute("aria-current"); }
      lit = model.line() < 0 ? [] : statement(model.line());
      if (!lit.length) return;
      for (const line of lit) line.classList.add("now");
      lit[0].setAttribute("aria-current", "step");
    },
    follow() { for (const line of [...lit].reverse()) keepInView(body, line); }, // the first line last
  };
}

/** The visits in progress, with each window as an interval on the number line. */
export function stackPanel(data) {
  const { slot, body } = panel("windows", "Call stack and windows", []);
  body.classList.add("pg-stack");
  const [low, high] = data.tree.range;
  const span = high - low || 1;
  const at = (model, k, side) => {
    const x = model.number(k);
    if (x === null) return side < 0 ? 0 : 100;
    return Math.max(3, Math.min(97, 8 + (84 * (x - low)) / span));
  };
  return {
    el: slot,
    show(model) {
      const calls = model.stack(), shown = calls.length > 12 ? calls.slice(-12) : calls;
      const rows = shown.map((call) => {
        const n = model.nodes[call.node];
        const a = at(model, call.alpha, -1), b = at(model, call.beta, 1);
        const bar = el("span", { class: "pg-bar" });
        const fill = el("span", { class: call.crossed ? "pg-fill closed" : "pg-fill" });
        fill.style.left = `${Math.min(a, b)}%`;
        fill.style.width = `${Math.max(1.2, Math.abs(b - a))}%`;
        bar.append(fill);
        if (call.value >= 0 && model.number(call.value) !== null) {
          const dot = el("span", { class: "pg-dot" });
          dot.style.left = `${at(model, call.value, 0)}%`;
          bar.append(dot);
        }
        return el("div", { class: "pg-call" + (call === calls.at(-1) ? " now" : "") },
          el("span", { class: "pg-who" }, `${n.name} ${n.max ? "MAX" : "MIN"}`), bar,
          el("span", { class: "pg-win" }, model.window(call)),
          el("span", { class: "pg-best" }, call.value >= 0 ? `v = ${model.words(call.value)}` : ""));
      });
      if (shown.length < calls.length) rows.unshift(el("div", { class: "pg-more" }, `… ${calls.length - shown.length} more above`));
      body.replaceChildren(...(rows.length ? rows : [el("div", { class: "pg-more" }, "no visit in progress")]));
    },
    follow() { body.scrollTop = body.scrollHeight; }, // the innermost visit is last
  };
}

/** A heading of a list; those of numbers stand above their last digits. */
const heading = (text, k) => el("th", { scope: "col", class: k > 1 ? "pg-num" : "" }, text);

const ROWS = 60; // most rows shown of a long list

/** OPEN: first state on top, merit as a bar; states that were just added or removed are marked. */
export function openPanel(data, hover) {
  const rowsOf = el("table", { class: "pg-table" });
  const { slot, badge, body } = panel("open", "OPEN", [rowsOf]);
  const [low, high] = data.tree.range;
  const row = (model, state, mark) => {
    const n = model.nodes[state.node], x = model.number(state.merit);
    const width = x === null ? 100 : Math.max(2, Math.min(100, (100 * (x - low + 1)) / (high - low + 1)));
    const bar = el("span", { class: "pg-merit" });
    bar.style.width = `${width}%`;
    const tr = el("tr", { class: mark, onpointerenter: () => hover(state.node), onpointerleave: () => hover(-1) },
      el("td", {}, mark === "gone" ? "−" : mark === "new" ? "+" : ""),
      el("td", { class: "pg-strong" }, n.name),
      el("td", {}, state.status),
      el("td", { class: "pg-num" }, model.words(state.merit)),
      el("td", { class: "pg-meritcell" }, bar));
    tr.dataset.node = n.dewey;
    return tr;
  };
  return {
    el: slot,
    show(model) {
      const changes = model.changed("open").sort((a, b) => a[0] - b[0]), gamma = model.gamma();
      const fresh = new Set(changes.map(([, , state]) => state));
      const gone = changes.filter(([, state]) => state >= 0);
      const rows = gone.map(([, state]) => row(model, model.state(state), "gone"));
      for (const s of model.open.slice(0, ROWS)) rows.push(row(model, model.state(s), fresh.has(s) ? "new" : ""));
      if (model.open.length > ROWS) rows.push(el("tr", {}, el("td", { colspan: "5", class: "pg-more" }, `… ${model.open.length - ROWS} more`)));
      if (!rows.length) rows.push(el("tr", {}, el("td", { class: "pg-more" }, "empty")));
      rowsOf.replaceChildren(...rows);
      badge.textContent = `${model.open.length}${gamma ? ` · case ${gamma} of Γ` : ""}`;
    },
    follow() { body.scrollTop = 0; },
  };
}

export function backupPanel(data, hover) {
  const rowsOf = el("table", { class: "pg-table" });
  const { slot, badge, body } = panel("backup", "BACKUP", [rowsOf]);
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
          el("td", { class: "pg-strong" }, model.nodes[i].name),
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
  const { slot, badge, body } = panel("table", "Transposition table", [rowsOf]);
  return {
    el: slot,
    show(model) {
      const fresh = model.changed("table").map(([n]) => n);
      const focus = fresh[0] ?? (model.kind() === "lookup" ? model.node().i : -1);
      const entries = model.entries().reverse();
      entries.sort((a, b) => (b[0] === focus) - (a[0] === focus));
      const rows = [el("tr", {}, ...["", "node", "f⁻", "f⁺"].map(heading))];
      for (const [i, row] of entries.slice(0, ROWS)) {
        const { low, high } = model.bounds(row);
        const mark = i !== focus ? "" : fresh.length ? "new" : model.isOne("hits") ? "hit" : "asked";
        const tr = el("tr", { class: mark, onpointerenter: () => hover(i), onpointerleave: () => hover(-1) },
          el("td", {}, { new: "+", hit: "→", asked: "?" }[mark] || ""),
          el("td", { class: "pg-strong" }, model.nodes[i].name),
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

const COUNTERS = [ // name, plural, singular
  ["nbp", "NBP"], ["visits", "visits", "visit"], ["tests", "tests", "test"], ["cutoffs", "cutoffs", "cutoff"],
  ["deep_cutoffs", "deep cutoffs", "deep cutoff"], ["peak_stack", "peak stack"], ["peak_open", "peak OPEN"],
  ["peak_backup", "peak BACKUP"], ["table", "table entries", "table entry"], ["passes", "passes", "pass"],
  ["leaves_cut", "leaves cut off", "leaf cut off"],
];

/** The counters, in the line of the title. */
export function counters(model) {
  const cells = COUNTERS.filter(([name]) => model.counting(name)).map(([name, many, one = many]) => {
    const value = el("b", { "data-counter": name }), title = el("span");
    const show = (count) => { value.textContent = count; title.textContent = ` ${count === 1 ? one : many}`; };
    return { name, show, el: el("span", { class: "pg-counter" }, value, title) };
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
          el("td", {}, model.nodes[model.data.steps.node[i - 1]].name),
          el("td", {}, model.data.steps.caption[i - 1]));
        rows.push(tr);
      }
      if (to < model.size) rows.push(el("tr", {}, el("td", { colspan: "3", class: "pg-more" }, notShown(to + 1, model.size))));
      body.replaceChildren(...rows);
    },
  };
}
