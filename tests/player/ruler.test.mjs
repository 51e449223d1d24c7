// The arithmetic of the ruler: places, labels and rows.

import assert from "node:assert/strict";
import test from "node:test";
import { apart, axis, beside, rowsThatFit, spaced, spanOf } from "../../tracer/player/js/ruler.js";

test("the axis keeps the order of numbers, with the infinities at its ends", () => {
  const at = axis([-5, 15], 100, 300, 40);
  assert.deepEqual([-Infinity, -5, 5, 15, Infinity].map(at), [100, 140, 200, 260, 300]);
  assert.deepEqual([at(-99), at(99)], [140, 260]); // numbers beyond the axis stay on it
});

test("the axis takes any numbers", () => {
  for (const span of [[0, 0], [7, 7], [-1.7e308, 1.7e308], [0, 5e-324], [-5e-324, 5e-324]]) {
    const at = axis(span, 0, 100, 10);
    for (const x of span) assert.ok(at(x) >= 10 && at(x) <= 90, `${x} of ${span}`);
  }
});

test("the span is that of the finite numbers", () => {
  assert.deepEqual(spanOf([3, -Infinity, 8, -2, Infinity]), [-2, 8]);
  assert.deepEqual(spanOf([Infinity]), [0, 0]);
});

test("two places are moved apart only if they are too close", () => {
  assert.deepEqual(apart(10, 40, 20), [10, 40]);
  assert.deepEqual(apart(10, 14, 20), [2, 22]);
  assert.deepEqual(apart(10, 10, 20), [0, 20]);
});

test("labels stand above their places, never over each other or beyond the ends", () => {
  assert.deepEqual(spaced([50, 150], [20, 30], 0, 200, 5), [50, 150]);
  for (const places of [[0, 2, 4], [90, 95, 100], [50, 50, 50], [0, 50, 100], [10, 12, 99]]) {
    const widths = [30, 20, 10], found = spaced(places, widths, 0, 100, 5);
    const edges = found.flatMap((x, k) => [x - widths[k] / 2, x + widths[k] / 2]);
    assert.ok(edges[0] >= 0 && edges.at(-1) <= 100, `${places}: ${found}`);
    for (const k of [1, 2]) assert.ok(edges[2 * k] >= edges[2 * k - 1] + 5, `${places}: ${found}`);
  }
});

test("a label takes the first free side of its mark, or none", () => {
  const near = (at, width, sides) => ({ at, width, sides });
  assert.deepEqual(beside([near(50, 20, [-1, 1])], [50], 4, 0, 100), [22]);
  assert.deepEqual(beside([near(10, 20, [-1, 1])], [10], 4, 0, 100), [18]);            // the left side is too narrow
  assert.deepEqual(beside([near(50, 20, [-1, 1])], [50, 40], 4, 0, 100), [58]);        // another mark is there
  assert.deepEqual(beside([near(50, 20, [1]), near(90, 20, [-1])], [50, 90], 4, 0, 100), [58, null]); // another label
});

test("the innermost rows always have their text, and no row is forgotten", () => {
  for (let count = 0; count <= 60; count++) {
    for (let height = 20; height <= 300; height += 7) {
      const { full, lines, hidden } = rowsThatFit(count, height, 20, 4);
      assert.equal(full + lines + hidden, count);
      assert.ok(full >= Math.min(count, 1), `${count} rows in ${height} px`);
      assert.ok(full * 20 + lines * 4 + (hidden && height >= 40 ? 20 : 0) <= height, `${count} rows in ${height} px`);
    }
  }
  assert.deepEqual(rowsThatFit(4, 80, 20, 4), { full: 4, lines: 0, hidden: 0 });
  assert.deepEqual(rowsThatFit(13, 100, 20, 4), { full: 3, lines: 10, hidden: 0 });
  assert.deepEqual(rowsThatFit(60, 100, 20, 4), { full: 2, lines: 10, hidden: 48 });
});
