// The panels beside the tree. Each has an element and a `show(model)`.

function panel(title, body, { open = true, badge = "" } = {}) {
  const mark = el("span", { class: "pg-badge" }, badge);
  const details = el("details", { class: body.tagName === "TABLE" ? "pg-panel long" : "pg-panel" },
    el("summary", {}, title, mark), body);
  details.open = open;
  details.badge = mark;
  return details;
}

function listingPanel(data) {
  const lines = data.listing.map((text) => el("div", { class: "pg-line" }, text || " "));
  const body = el("div", { class: "pg-listing", tabindex: "0", role: "region", "aria-label": "Listing" }, ...lines);
  let current = null, frame = null;
  const keepInView = () => {
    frame = null;
    if (!current) return;
    const top = current.offsetTop - body.offsetTop, high = body.clientHeight;
    if (top < body.scrollTop || top + 20 > body.scrollTop + high) body.scrollTop = top - high / 2;
  };
  return {
    el: panel("Listing", body),
    show(model) {
      if (current) { current.classList.remove("now"); current.removeAttribute("aria-current"); }
      current = lines[model.line()] || null;
      if (!current) return;
      current.classList.add("now");
      current.setAttribute("aria-current", "step");
      frame ??= requestAnimationFrame(keepInView);
    },
  };
}

/** The visits under way, each window drawn on one number line as a closing interval. */
function stackPanel(data) {
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
        const fill = el("span", { class: a > b ? "pg-fill closed" : "pg-fill" });
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
          el("span", { class: "pg-win" }, callText(model, call)),
          el("span", { class: "pg-best" }, call.value >= 0 ? `v = ${model.words(call.value)}` : ""));
      });
      if (shown.length < calls.length) rows.unshift(el("div", { class: "pg-more" }, `… ${calls.length - shown.length} more above`));
      body.replaceChildren(...(rows.length ? rows : [el("div", { class: "pg-more" }, "no visit under way")]));
    },
  };
}

const ROWS = 60; // states shown of a long list

/** OPEN: first state on top, merit as a bar, what has just come in or gone marked. */
function openPanel(data, hover) {
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
      el("td", {}, state.status === "L" ? "LIVE" : "SOLVED"),
      el("td", { class: "pg-num" }, model.words(state.merit)),
      el("td", { class: "pg-meritcell" }, bar));
    tr.dataset.node = n.dewey;
    return tr;
  };
  return {
    el: details,
    show(model) {
      const [which, gamma, ...ops] = model.listChange();
      const rows = [];
      const fresh = new Set();
      if (which === "o") {
        for (const op of ops) if (op[0] === 1) fresh.add(op[2]);
        for (const s of model.gone("o")) rows.push(row(model, s, "gone"));
      }
      const shown = model.open.slice(0, ROWS);
      for (const s of shown) rows.push(row(model, s, fresh.has(s.node) ? "new" : ""));
      if (model.open.length > ROWS) rows.push(el("tr", {}, el("td", { colspan: "5", class: "pg-more" }, `… ${model.open.length - ROWS} more`)));
      if (!rows.length) rows.push(el("tr", {}, el("td", { class: "pg-more" }, "empty")));
      body.replaceChildren(...rows);
      details.badge.textContent = `${model.open.length}${gamma ? ` · case ${gamma} of Γ` : ""}`;
    },
  };
}

function backupPanel(data, hover) {
  const body = el("table", { class: "pg-table" });
  const details = panel("BACKUP", body);
  return {
    el: details,
    show(model) {
      const [which, , ...ops] = model.listChange();
      const fresh = new Set(which === "b" ? ops.filter((op) => op[0]).map((op) => op[1]) : []);
      const rows = [el("tr", {}, ...["", "node", "last son", "l", "h"].map((t) => el("th", { scope: "col" }, t)))];
      const line = (mark, [i, [last, low, high]]) => {
        const tr = el("tr", { class: mark, onpointerenter: () => hover(i), onpointerleave: () => hover(-1) },
          el("td", {}, mark === "gone" ? "−" : mark === "new" ? "+" : ""),
          el("td", { class: "pg-strong" }, model.nodes[i].name),
          el("td", { class: "pg-num" }, `${last}`), el("td", { class: "pg-num" }, model.words(low)), el("td", { class: "pg-num" }, model.words(high)));
        tr.dataset.node = model.nodes[i].dewey;
        return tr;
      };
      for (const phase of model.gone("b")) rows.push(line("gone", phase));
      for (const phase of model.backupRows()) rows.push(line(fresh.has(phase[0]) ? "new" : "", phase));
      body.replaceChildren(...rows);
      details.badge.textContent = `${model.backup.size}`;
    },
  };
}

/** The transposition table: the latest entries first, a lookup marked as a hit if it answers. */
function tablePanel(data, hover) {
  const body = el("table", { class: "pg-table" });
  const details = panel("Transposition table", body);
  return {
    el: details,
    show(model) {
      const kind = model.kind(), now = model.node();
      const entries = [...model.table].reverse();
      const focus = (kind === "lookup" || kind === "store") && now ? now.i : -1;
      entries.sort((a, b) => (b[0] === focus) - (a[0] === focus));
      const rows = [el("tr", {}, ...["", "node", "f⁻", "f⁺"].map((t) => el("th", { scope: "col" }, t)))];
      for (const [i, [low, high]] of entries.slice(0, ROWS)) {
        const mark = i !== focus ? "" : kind === "store" ? "new" : model.isOne("hits") ? "hit" : "asked";
        const tr = el("tr", { class: mark, onpointerenter: () => hover(i), onpointerleave: () => hover(-1) },
          el("td", {}, { new: "+", hit: "→", asked: "?" }[mark] || ""),
          el("td", { class: "pg-strong" }, model.nodes[i].name),
          el("td", { class: "pg-num" }, model.words(low)), el("td", { class: "pg-num" }, model.words(high)));
        tr.dataset.node = model.nodes[i].dewey;
        rows.push(tr);
      }
      if (entries.length > ROWS) rows.push(el("tr", {}, el("td", { colspan: "4", class: "pg-more" }, `… ${entries.length - ROWS} more`)));
      body.replaceChildren(...rows);
      details.badge.textContent = `${model.table.size} · ${model.count("hits")} hits`;
    },
  };
}

const COUNTERS = [
  ["nbp", "NBP"], ["visits", "visits"], ["tests", "tests"], ["cutoffs", "cutoffs"],
  ["deep_cutoffs", "deep"], ["peak_stack", "peak stack"], ["peak_open", "peak OPEN"],
  ["peak_backup", "peak BACKUP"], ["table", "table"], ["passes", "passes"],
];

function countersPanel(data) {
  const used = COUNTERS.filter(([name]) => data.marks[name].length);
  const cells = used.map(([name, title]) => {
    const value = el("b", { "data-counter": name });
    return { name, value, el: el("span", { class: "pg-counter" }, value, ` ${title}`) };
  });
  const saved = el("b", { "data-counter": "leaves_cut" });
  const body = el("div", { class: "pg-counters" }, ...cells.map((c) => c.el));
  if (Object.keys(data.cutoffs).length) body.append(el("span", { class: "pg-counter" }, saved, " leaves cut off"));
  return {
    el: panel("Counters", body),
    show(model) {
      for (const c of cells) c.value.textContent = model.count(c.name);
      saved.textContent = model.leavesCut();
    },
  };
}

const PAGE = 40; // rows of the trace before and after the current one

/** The whole trace as a table, for reading and for screen readers. */
function tracePanel(go) {
  const body = el("table", { class: "pg-table pg-trace" });
  const details = panel("All steps as a table", body, { open: false });
  let last = null;
  const show = (model) => {
    last = model;
    if (!details.open) return;
    const from = Math.max(1, model.i - PAGE), to = Math.min(model.size, from + 2 * PAGE);
    const rows = [el("tr", {}, ...["step", "node", "what happened"].map((t) => el("th", { scope: "col" }, t)))];
    if (from > 1) rows.push(el("tr", {}, el("td", { colspan: "3", class: "pg-more" }, `steps 1 to ${from - 1} come before`)));
    for (let i = from; i <= to; i++) {
      const tr = el("tr", i === model.i ? { class: "now", "aria-current": "step" } : {},
        el("td", { class: "pg-num" }, el("button", { class: "pg-link", onclick: () => go(i) }, `${i}`)),
        el("td", {}, model.nodes[model.data.steps.node[i - 1]].name),
        el("td", {}, model.data.steps.caption[i - 1]));
      rows.push(tr);
    }
    if (to < model.size) rows.push(el("tr", {}, el("td", { colspan: "3", class: "pg-more" }, `steps ${to + 1} to ${model.size} follow`)));
    body.replaceChildren(...rows);
  };
  details.addEventListener("toggle", () => last && show(last));
  return { el: details, show };
}
