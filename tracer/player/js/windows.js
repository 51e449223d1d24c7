// The windows of all visits in progress on one ruler: MAX's floor α rises, MIN's ceiling β falls, and
// at a cutoff they have crossed. Innermost visit last.

import { svg } from "./dom.js";
import { widthOf } from "./labels.js";
import { apart, axis, beside, rowsThatFit, spaced, spanOf } from "./ruler.js";
import { makeSlot } from "./slot.js";

const SPAN = 14; // least pixels between α and β once they have crossed
const LINE = 4;  // pixels for a visit without room for its text
const MOTION = { duration: 220, easing: "ease-out" };

const LONG = 16; // characters of a name that fit into the heading beside its window

export function windowsPanel(data, hover) {
  const { slot, badge, body } = makeSlot("windows", "Windows", []);
  const picture = svg("svg", { class: "pg-ruler", "aria-label": "Visits in progress, outermost first" });
  body.classList.add("pg-stack");
  body.append(picture);
  let size = null, last = null, fixed = null, before = new Map();

  /** The same at every step: the numbers that the axis spans, the smallest and the largest leaf, and the names. */
  const prepare = (model) => {
    const leaves = model.nodes.filter((n) => n.value >= 0).map((n) => n.value);
    leaves.sort((a, b) => model.value(a) - model.value(b));
    const numbers = data.calls.flatMap(([alpha, beta, best]) => [alpha, beta, best].filter((k) => k >= 0).map((k) => model.value(k)));
    const called = new Set(data.steps.call.flatMap((cell, i) => (cell ? [data.steps.node[i]] : [])));
    let deep = 0, deepest = 0; // visits in progress
    for (const cell of data.steps.call) {
      if (cell) deep += (cell[1] >= 0) - (cell[0] >= 0);
      deepest = Math.max(deepest, deep);
    }
    return {
      named: model.named,
      deepest,
      span: spanOf([...leaves.map((k) => model.value(k)), ...numbers]),
      ends: leaves.length ? [...new Set([leaves[0], leaves.at(-1)])] : [],
      names: [...called].map((i) => model.nodes[i].name).sort((a, b) => b.length - a.length).slice(0, 20), // enough to find the widest
    };
  };

  const measure = () => {
    const { clientWidth: width, clientHeight: height } = body;
    if (!width || !height) return;
    const style = getComputedStyle(body), font = parseFloat(style.fontSize);
    size = { width, height, font, family: style.fontFamily };
    if (last) draw(last, false);
  };
  new ResizeObserver(measure).observe(body);

  const draw = (model, moving) => {
    if (fixed?.named !== model.named) fixed = prepare(model);
    const { width, height, font } = size, wide = (text, weight) => widthOf(text, font, size.family, weight);
    const text = (words, x, y, kind, anchor = "start") => {
      const t = svg("text", { class: kind, x, y, "text-anchor": anchor });
      t.textContent = words;
      return t;
    };
    const least = Math.round(font * 1.5), reach = Math.round(font * 0.32), pad = Math.round(font * 0.6);
    const longest = Math.max(...fixed.names.map((name) => wide(name, 700))), who = Math.min(longest + wide(" MAX") + font * 0.3, width * 0.46);
    const left = pad + who + pad, right = width - pad;
    const widest = Math.max(0, ...fixed.ends.map((k) => wide(model.words(k))));
    const at = axis(fixed.span, left, right, Math.min((right - left) / 4, wide("−∞") + widest / 2 + 8));
    const top = least, foot = height - least - 2;
    const row = Math.max(least, Math.min((longest > who ? 2.7 : 2) * font, Math.floor((foot - top - 4) / fixed.deepest)));
    const calls = model.stack(), fit = rowsThatFit(calls.length, foot - top - 4, row, LINE);
    const parts = [], drawn = new Map();

    /** Remember where something was drawn; if it was elsewhere a step ago, let it slide. */
    const place = (key, x, element) => {
      const old = before.get(key);
      if (moving && old !== undefined && old !== x) element.animate([{ transform: `translateX(${old - x}px)` }, { transform: "none" }], MOTION);
      drawn.set(key, x);
      return element;
    };

    // The axis, with the smallest and the largest leaf and open ends
    const marks = fixed.ends.map((k) => ({ words: model.words(k), x: at(model.value(k)) }));
    const labels = [{ words: "−∞", x: left }, ...marks, { words: "∞", x: right }];
    const widths = labels.map(({ words }) => wide(words)), room = right - left;
    const shown = widths.reduce((a, b) => a + b + 8, 0) <= room ? labels : [labels[0], labels.at(-1)];
    spaced(shown.map(({ x }) => x), shown.map(({ words }) => wide(words)), left, right, 8)
      .forEach((x, k) => parts.push(text(shown[k].words, x, height - font * 0.4, "pg-tick", "middle")));
    parts.push(svg("path", { class: "pg-axis", d: `M${left} ${foot}H${right}M${left + 5} ${foot - 4}l-5 4l5 4M${right - 5} ${foot - 4}l5 4l-5 4${marks.map(({ x }) => `M${x} ${foot - 4}v8`).join("")}` }));

    // The visits
    const sideOf = (n) => (!n.children.length && !n.stub ? "leaf" : n.max ? "MAX" : "MIN");
    let y = top + 2;
    if (fit.hidden && (fit.full + 1) * row <= foot - top) {
      parts.push(text(`… ${fit.hidden} more above`, pad, y + row * 0.72, "pg-more"));
      y += row;
    }
    calls.slice(fit.hidden).forEach((call, k, visible) => {
      const full = k >= fit.lines, high = full ? row : LINE, middle = y + high / 2, now = k === visible.length - 1;
      const n = model.nodes[call.node], g = svg("g", {
        class: `pg-call${now ? " now" : ""}`, role: "listitem", "data-node": n.dewey,
        "aria-label": `${n.name}, ${sideOf(n)}: ${model.window(call)}${call.value >= 0 ? `, best ${model.words(call.value)}` : ""}`,
      }, svg("rect", { class: "pg-visit", x: 0, y, width, height: high }));
      g.addEventListener("pointerenter", () => hover(call.node));
      g.addEventListener("pointerleave", () => hover(-1));
      parts.push(g);
      drawWindow(g, call, visible[k - 1], { middle, full, now, key: call.node });
      if (full) {
        const bold = (words) => wide(words, 700), side = bold(n.name) + wide(` ${sideOf(n)}`) <= who && sideOf(n); // the name first
        const lines = row < 1.9 * font ? [shorten(n, who, bold)] : inTwo(n, who, bold), first = middle + font * (0.35 - (lines.length - 1) / 2);
        lines.forEach((line, k) => g.append(text(line, pad, first + k * font, "pg-who")));
        if (side) g.append(text(side, pad + wide(n.name, now ? 700 : 600) + font * 0.3, first, "pg-side"));
      }
      y += high;
    });
    if (!calls.length) parts.push(text("no visit in progress", pad, Math.min(top + row * 0.8, foot - 8), "pg-more")); // above the axis

    /** One window: a bar between hollow ends, the best value so far as a filled mark. */
    function drawWindow(g, call, above, { middle, full, now, key }) {
      const alpha = model.value(call.alpha), beta = model.value(call.beta), r = full ? reach : 1.5;
      const best = call.value < 0 ? null : model.value(call.value);
      if (full) g.append(svg("path", { class: "pg-track", d: `M${left} ${middle}H${right}` }));
      let a = at(alpha), b = at(beta);
      if (call.relation) b = right;
      else if (alpha > beta) { // the end that moved has crossed the other
        if (model.nodes[key].max) a = Math.max(a, b + SPAN); else b = Math.min(b, a - SPAN);
      }
      else if (a > left && b < right) [a, b] = apart(a, b, call.crossed ? 0 : 2 * r + 3);
      if (call.crossed) g.append(svg("path", { class: "pg-overlap", d: hatch(b, a, middle - r - 1, middle + r + 1) }));
      else g.append(svg("path", { class: `pg-range${call.relation ? " asked" : ""}`, d: `M${a} ${middle}H${b}`, "stroke-width": full ? Math.max(3, reach) : 2 }));
      const ends = call.relation ? [["γ", a, alpha]] : [["α", a, alpha], ["β", b, beta]];
      const finite = ends.filter(([, , x]) => call.relation || Math.abs(x) < Infinity);
      for (const [name, x] of full ? finite : []) {
        const closed = call.relation === "≥" ? " closed" : "";
        g.append(place(`${key} ${name}`, x, svg("circle", { class: `pg-end${closed}`, "data-end": name, cx: x, cy: middle, r })));
      }
      const v = best === null || Math.abs(best) === Infinity ? null : best === alpha ? a : best === beta ? b : at(best);
      if (v !== null && full) g.append(place(`${key} v`, v, svg("path", { class: "pg-bestmark", d: `M${v} ${middle + r}l${r} ${r + 1}h${-2 * r}z` })));
      if (!full) return;
      const wishes = [];
      if (now) drawFlags(finite, call);
      else if (!call.relation) {
        if (a > left && (!above || above.relation || above.alpha !== call.alpha)) wishes.push({ at: a, words: `α ${model.words(call.alpha)}`, sides: [-1, 1] });
        if (b < right && (!above || above.relation || above.beta !== call.beta)) wishes.push({ at: b, words: `β ${model.words(call.beta)}`, sides: [1, -1] });
      }
      if (v !== null && best !== alpha && best !== beta) wishes.push({ at: v, words: `${data.variable} ${model.words(call.value)}`, sides: best < alpha ? [-1, 1] : [1, -1] });
      for (const wish of wishes) wish.width = wide(wish.words, 600);
      const found = beside(wishes, [...finite.map(([, x]) => x), ...(v === null ? [] : [v])], reach, left, right);
      wishes.forEach(({ words, width: long }, k) => {
        if (found[k] === null) return;
        g.append(svg("rect", { class: "pg-plate", x: found[k] - 2, y: middle - font * 0.55, width: long + 4, height: font * 1.1 }));
        g.append(text(words, found[k], middle + font * 0.35, "pg-number"));
      });
    }

    /** The ends of the innermost window by name, above the ruler, with lines down to the axis. */
    function drawFlags(ends, call) {
      const sorted = [...ends].sort((p, q) => p[1] - q[1] || (p[0] < q[0] ? -1 : 1));
      const same = sorted.length === 2 && sorted[0][2] === sorted[1][2];
      const words = call.relation ? [model.window(call)] : same ? [`α = β = ${model.words(call.alpha)}`]
        : sorted.map(([name]) => `${name} ${model.words(name === "α" ? call.alpha : call.beta)}`);
      const wides = words.map((w) => wide(w, 700));
      const middles = spaced(words.map((_, k) => sorted[k][1]), wides, left - who / 2, right, 8);
      sorted.forEach(([name, x]) => parts.unshift(place(`line ${name}`, x, svg("path", { class: "pg-guide", d: `M${x} ${top}V${foot + 4}` }))));
      words.forEach((w, k) => parts.push(place(`flag ${sorted[k][0]}`, middles[k], text(w, middles[k], top - 4, "pg-flag", "middle"))));
    }

    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.replaceChildren(...parts);
    before = drawn;
  };

  return {
    el: slot,
    show(model, moving = false) {
      last = model;
      const call = model.stack().at(-1);
      const name = call ? model.nodes[call.node].name : "";
      picture.setAttribute("role", call ? "list" : "img"); // a list must have items
      badge.textContent = call ? `${name.length > LONG ? "" : `${name}: `}${model.window(call)}` : ""; // the row says it in full
      if (size) draw(model, moving);
    },
    follow() {},
  };
}

/** Diagonal strokes that fill a box. */
function hatch(left, right, top, bottom) {
  const high = bottom - top, strokes = [];
  for (let x = left - high; x < right; x += 5) {
    const from = Math.max(x, left), to = Math.min(x + high, right);
    strokes.push(`M${from} ${bottom - (from - x)}L${to} ${bottom - (to - x)}`);
  }
  return strokes.join("");
}

/** A name of words on one line or two, cut if they do not fit. */
function inTwo(n, width, wide) {
  const words = n.name.split(" ");
  let k = words.length;
  while (k > 1 && wide(words.slice(0, k).join(" ")) > width) k--;
  const rest = words.slice(k).join(" ");
  return rest ? [words.slice(0, k).join(" "), rest].map((name) => shorten({ name }, width, wide)) : [shorten(n, width, wide)];
}

/** As much of a name as fits into a width: its beginning, or the end of a Dewey number. */
function shorten({ name, dewey }, width, wide) {
  const cut = (k) => (name === dewey ? `…${name.slice(k).replace(/^\./, "")}` : `${name.slice(0, -k)}…`);
  for (let k = 0; k < name.length; k++) if (wide(k ? cut(k) : name) <= width) return k ? cut(k) : name;
  return "…";
}
