// The panels beside the tree. Each has an element `el` and a function `show(model)`.

import { el } from "./dom.js";

function panel(title, body, { open = true, badge = "" } = {}) {
  const mark = el("span", { class: "pg-badge" }, badge);
  const details = el("details", { class: body.tagName === "TABLE" ? "pg-panel long" : "pg-panel" },
    el("summary", {}, title, mark), body);
  details.open = open;
  details.badge = mark;
  return details;
}

export function listingPanel(data) {
  const lines = data.listing.map(([text]) => el("div", { class: "pg-line" }, text || " "));
  const body = el("div", { class: "pg-listing", tabindex: "0", role: "region", "aria-label": "Listing" }, ...lines);
  let current = null, lit = [], frame = null;
  const statement = (k) => {
    let end = k + 1;
    while (data.listing[end]?.[1]) end++;
    return lines.slice(k, end);
  };
  const keepInView = () => {
    frame = null;
    if (!current) return;
    const top = current.offsetTop - body.offsetTop, high = body.clientHeight;
    if (top < body.scrollTop || top + 20 > body.scrollTop + high) body.scrollTop = top - high / 2;
  };
  return {
    el: panel("Listing", body),
    show(model) {
      for (const line of lit) { line.classList.remove("now"); line.removeAttribute("aria-current"); }
      lit = model.line() < 0 ? [] : statement(model.line());
      current = lit[0] || null;
      if (!current) return;
      for (const line of lit) line.classList.add("now");
      current.setAttribute("aria-current", "step");
      frame ??= requestAnimationFrame(keepInView);
    },
  };
}

/** The visits in progress, with each window as an interval on the number line. */
export function stackPanel(data) {
  const body = el("div", { class: "pg-stack" });
  const [low, high] = data.tree.range;
  const span = high - low || 1;
  const at = (model, k, side) => {
    const x = model.number(k);
    if (x === null) return side < 0 ? 0 : 100;
    return Math.max(3, Math.min(97, 8 + (84 * (x - low)) / span));
  };
  return {
    el: panel("Call stack and windows", body),
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
  };
}

const ROWS = 60; // most rows shown of a long list

/** OPEN: first state on top, merit as a bar; states that were just added or removed are marked. */
export function openPanel(data, hover) {
  const body = el("table", { class: "pg-table" });
  const details = panel("OPEN", body);
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
    el: details,
    show(model) {
      const changes = model.changed("open").sort((a, b) => a[0] - b[0]), gamma = model.gamma();
      const fresh = new Set(changes.map(([, , state]) => state));
      const gone = changes.filter(([, state]) => state >= 0);
      const rows = gone.map(([, state]) => row(model, model.state(state), "gone"));
      for (const s of model.open.slice(0, ROWS)) rows.push(row(model, model.state(s), fresh.has(s) ? "new" : ""));
      if (model.open.length > ROWS) rows.push(el("tr", {}, el("td", { colspan: "5", class: "pg-more" }, `… ${model.open.length - ROWS} more`)));
      if (!rows.length) rows.push(el("tr", {}, el("td", { class: "pg-more" }, "empty")));
      body.replaceChildren(...rows);
      details.badge.textContent = `${model.open.length}${gamma ? ` · case ${gamma} of Γ` : ""}`;
    },
  };
}

export function backupPanel(data, hover) {
  const body = el("table", { class: "pg-table" });
  const details = panel("BACKUP", body);
  return {
    el: details,
    show(model) {
      const changes = model.changed("backup");
      const fresh = new Set(changes.filter(([, , phase]) => phase >= 0).map(([n]) => n));
      const gone = changes.filter(([, , phase]) => phase < 0);
      const rows = [el("tr", {}, ...["", "node", "last child", "l", "h"].map((t) => el("th", { scope: "col" }, t)))];
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
      body.replaceChildren(...rows);
      details.badge.textContent = `${model.backup.size}`;
    },
  };
}

/** The transposition table: latest entries first; a lookup that answers the question is a hit. */
export function tablePanel(data, hover) {
  const body = el("table", { class: "pg-table" });
  const details = panel("Transposition table", body);
  return {
    el: details,
    show(model) {
      const fresh = model.changed("table").map(([n]) => n);
      const focus = fresh[0] ?? (model.kind() === "lookup" ? model.node().i : -1);
      const entries = model.entries().reverse();
      entries.sort((a, b) => (b[0] === focus) - (a[0] === focus));
      const rows = [el("tr", {}, ...["", "node", "f⁻", "f⁺"].map((t) => el("th", { scope: "col" }, t)))];
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
      body.replaceChildren(...rows);
      const hits = model.count("hits");
      details.badge.textContent = `${model.table.size} · ${hits} ${hits === 1 ? "hit" : "hits"}`;
    },
  };
}

const COUNTERS = [ // name, plural, singular
  ["nbp", "NBP"], ["visits", "visits", "visit"], ["tests", "tests", "test"], ["cutoffs", "cutoffs", "cutoff"],
  ["deep_cutoffs", "deep cutoffs", "deep cutoff"], ["peak_stack", "peak stack"], ["peak_open", "peak OPEN"],
  ["peak_backup", "peak BACKUP"], ["table", "table entries", "table entry"], ["passes", "passes", "pass"],
  ["leaves_cut", "leaves cut off", "leaf cut off"],
];

export function countersPanel(model) {
  const used = COUNTERS.filter(([name]) => model.counting(name));
  const cells = used.map(([name, many, one = many]) => {
    const value = el("b", { "data-counter": name }), title = el("span");
    const show = (count) => { value.textContent = count; title.textContent = ` ${count === 1 ? one : many}`; };
    return { name, show, el: el("span", { class: "pg-counter" }, value, title) };
  });
  return {
    el: panel("Counters", el("div", { class: "pg-counters" }, ...cells.map((c) => c.el))),
    show() { for (const c of cells) c.show(model.count(c.name)); },
  };
}

const PAGE = 40; // rows of the trace before and after the current one

const notShown = (from, to) => (from === to ? `step ${from} is not shown` : `steps ${from} to ${to} are not shown`);

/** The whole trace as a table, also for screen readers. */
export function tracePanel(go) {
  const body = el("table", { class: "pg-table pg-trace" });
  const details = panel("All steps as a table", body, { open: false });
  let last = null;
  const show = (model) => {
    last = model;
    if (!details.open) return;
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
  };
  details.addEventListener("toggle", () => last && show(last));
  return { el: details, show };
}
