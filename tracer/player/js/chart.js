// Curves in a chart: where things go, and the elements that show them.

import { svg } from "./dom.js";

/** A scale from numbers to pixels; with `log`, equal factors are equally far apart. */
export function scale(low, high, from, to, log) {
  const at = log ? Math.log : (x) => x, span = at(high) - at(low) || 1;
  return (x) => from + ((at(x) - at(low)) / span) * (to - from);
}

/** Round numbers from low to high for an axis with equal factors: about `most` of them, or fewer. */
export function logTicks(low, high, most = 6) {
  const found = [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1]].map((digits) => steps(digits, low, high));
  const fitting = found.find((ticks) => ticks.length <= most) ?? found.at(-1);
  return fitting.length <= most ? fitting : fitting.filter((_, i) => i % Math.ceil(fitting.length / most) === 0);
}

function steps(digits, low, high) {
  const ticks = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const digit of digits) {
      const x = Number((digit * power).toPrecision(3));
      if (x >= low && x <= high && (x >= 10 || Number.isInteger(x))) ticks.push(x);
    }
  }
  return ticks;
}

/** The range of some numbers, with room on both sides, for an axis with equal factors. */
export function range(values) {
  const low = Math.min(...values), high = Math.max(...values), room = Math.max((high / low) ** 0.06, 1.05);
  return [low / room, high * room];
}

/** A number in few characters: 1,234 or 56.7 or 2.3 M. */
export function brief(x) {
  if (x >= 1e6) return `${Number((x / 1e6).toPrecision(3))} M`;
  return Number(x.toPrecision(x < 1000 ? 3 : 15)).toLocaleString("en", { maximumFractionDigits: x < 100 ? 2 : 0 });
}

/** A text with variables between underscores, which are set in italics: "_T_(8,4)". */
export function formula(text, attributes) {
  const parts = text.split("_").map((part, i) => svg("tspan", i % 2 ? { "font-style": "italic", "font-family": "serif", "font-size": "1.1em" } : {}, part));
  return svg("text", attributes, ...parts);
}

const MARKS = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  diamond: (r) => `M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0z`,
  up: (r) => `M0 ${-1.3 * r}L${1.2 * r} ${r}H${-1.2 * r}z`,
  down: (r) => `M0 ${1.3 * r}L${1.2 * r} ${-r}H${-1.2 * r}z`,
  cross: (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`,
};

/** The mark of a curve at a place. */
export function mark(form, x, y, attributes, r = 3.6) {
  return svg("path", { d: MARKS[form](r), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, ...attributes });
}

/** Whether an interval says anything: one that reaches 0 is not drawn, where equal factors are equally far apart. */
export const sureOf = ({ y, off }) => Boolean(off) && off < y;

const path = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * A chart in the box { x, y, width, height }. `curves` have a look and points { x, y, off, words };
 * `rings` are single values, `lines` are computed curves.
 */
export function chart(box, { title, label, values, log, curves, rings, lines }) {
  const left = box.x + 58, right = box.x + box.width - 14, top = box.y + 24, bottom = box.y + box.height - 40;
  const ys = [...curves.flatMap((c) => c.points.flatMap((p) => sureOf(p) ? [p.y + p.off, Math.max(p.y - p.off, p.y / 2)] : [p.y])),
    ...rings.flatMap((c) => c.points.map((p) => p.y)), ...lines.flatMap((c) => c.points.map((p) => p.y))];
  const group = svg("g", { class: "pg-plot-chart" }, formula(title, { x: left, y: box.y + 14, class: "pg-plot-chart-title" }));
  const x = scale(values[0], values.at(-1), left + 12, right - 12, log);
  const tick = (text, attributes) => svg("text", { class: "pg-plot-tick", ...attributes }, text);
  group.append(svg("path", { class: "pg-plot-axis", d: `M${left} ${top}V${bottom}H${right}` }));
  let end = -Infinity;
  for (const value of values) {
    const at = x(value), text = `${value}`, half = 3.6 * text.length + 4;
    group.append(svg("path", { class: "pg-plot-axis", d: `M${at.toFixed(1)} ${bottom}v4` }));
    if (at - half < end) continue;
    end = at + half;
    group.append(tick(text, { x: at.toFixed(1), y: bottom + 16, "text-anchor": "middle" }));
  }
  group.append(formula(label, { x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle", class: "pg-plot-label" }));
  if (!ys.length) return group;
  const [low, high] = range(ys), y = scale(low, high, bottom - 2, top + 2, true);
  for (const value of logTicks(low, high, Math.max(3, Math.floor((bottom - top) / 34)))) {
    const at = y(value).toFixed(1);
    group.append(svg("path", { class: "pg-plot-grid", d: `M${left} ${at}H${right}` }), tick(brief(value), { x: left - 6, y: Number(at) + 4, "text-anchor": "end" }));
  }
  for (const { points, look } of curves) {
    const sure = points.filter(sureOf);
    const ends = [...sure.map((p) => [x(p.x), y(p.y + p.off)]), ...sure.map((p) => [x(p.x), y(Math.max(p.y - p.off, low))]).reverse()];
    if (sure.length > 1) group.append(svg("path", { class: "pg-plot-band", d: `${path(ends)}z`, fill: look.color }));
    for (const p of sure) group.append(svg("path", { class: "pg-plot-whisker", d: path([[x(p.x), y(p.y + p.off)], [x(p.x), y(Math.max(p.y - p.off, low))]]), stroke: look.color }));
  }
  for (const { points, look } of lines) {
    const at = points.map((p) => [x(p.x), y(p.y)]);
    group.append(svg("path", { class: "pg-plot-theory", d: path(at.length > 1 ? at : [[at[0][0] - 8, at[0][1]], [at[0][0] + 8, at[0][1]]]), stroke: look.color, "stroke-dasharray": look.dash }));
  }
  for (const { points, look } of curves) {
    group.append(svg("path", { class: "pg-plot-curve", d: path(points.map((p) => [x(p.x), y(p.y)])), stroke: look.color }));
    for (const p of points) group.append(mark(look.form, x(p.x), y(p.y), { class: "pg-plot-mark", fill: look.color, stroke: look.color }), hit(x(p.x), y(p.y), p.words));
  }
  for (const { points, look } of rings) for (const p of points) group.append(mark("circle", x(p.x), y(p.y), { class: "pg-plot-ring", stroke: look.color }, 7.5));
  return group;
}

/** A place to point at, with its words. */
function hit(x, y, words) {
  return svg("circle", { class: "pg-plot-hit", cx: x.toFixed(1), cy: y.toFixed(1), r: 10 }, svg("title", {}, words));
}
