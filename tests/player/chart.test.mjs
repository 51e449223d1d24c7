// The arithmetic of charts: scales, ticks, ranges, and the table that is saved.

import assert from "node:assert/strict";
import test from "node:test";
import { brief, logTicks, range, scale, sureOf } from "../../tracer/player/js/chart.js";
import { csv, heading, words } from "../../tracer/player/js/laboratory.js";

test("equal factors are equally far apart", () => {
  const at = scale(1, 16, 0, 100, true);
  assert.deepEqual([1, 2, 4, 8, 16].map((x) => Math.round(at(x))), [0, 25, 50, 75, 100]);
  assert.equal(scale(0, 1, 0, 100, false)(0.25), 25);
  assert.equal(scale(3, 3, 10, 20, false)(3), 10); // a single place
});

test("ticks are round, within the range, and not too many", () => {
  assert.deepEqual(logTicks(3, 600, 7), [5, 10, 20, 50, 100, 200, 500]);
  assert.deepEqual(logTicks(3, 600, 6), [10, 100]);
  for (const [low, high] of [[0.9, 1.2], [1, 7], [95, 104], [3, 600], [127, 1300], [1, 1e7], [2e3, 1e6]]) {
    for (const most of [3, 5, 8]) {
      const ticks = logTicks(low, high, most);
      assert.ok(ticks.length <= most, `${low}..${high}: ${ticks}`);
      assert.ok(ticks.every((x) => x >= low && x <= high), `${low}..${high}: ${ticks}`);
      assert.deepEqual(ticks, [...new Set(ticks)].sort((a, b) => a - b));
    }
    assert.ok(logTicks(low, high, 8).length >= 1, `${low}..${high}`);
  }
});

test("a range has room on both sides, even around one number", () => {
  for (const values of [[5], [1, 1], [4, 4000]]) {
    const [low, high] = range(values);
    assert.ok(0 < low && low < Math.min(...values) && high > Math.max(...values));
  }
});

test("an interval is drawn once it excludes 0", () => {
  const drawn = [{ y: 5, off: 4.9 }, { y: 5, off: 5 }, { y: 5, off: 60 }, { y: 5, off: 0 }, { y: 5, off: null }];
  assert.deepEqual(drawn.map(sureOf), [true, false, false, false, false]);
});

test("numbers are written briefly", () => {
  assert.deepEqual([1, 1.5, 20, 2981, 1e6, 16777216].map(brief), ["1", "1.5", "20", "2,981", "1 M", "16.8 M"]);
});

test("a saved table has a line for each reading, and nothing for what is not known", () => {
  const reading = { x: 0.5, R: null, search: 'a "b", c', nbp: 431.25, trees: 3 };
  assert.equal(csv({ readings: [reading] }), 'x,R,search,nbp,trees\n0.5,,"a ""b"", c",431.25,3\n');
  assert.equal(csv({ readings: [] }), "\n");
});

test("what is not known is null or, from Python in the browser, undefined", () => {
  for (const nothing of [null, undefined]) {
    const setup = { along: "d", w: 2, d: 4, R: nothing, p: 1, seed: 1 };
    const reading = { x: 3, search: "SSS*", nbp: 7, nbp_interval: nothing, printed_nbp: nothing };
    assert.equal(words(reading, setup, "nbp", "nbp_interval", "printed_nbp"), "SSS*, d = 3: 7");
    assert.equal(heading({ setup, rounds: 0, searched: 1, readings: [reading] }),
      "_T_(2,_d_), independent leaves  ·  1 tree at each point, seeds from 1  ·  bands: 95 % intervals");
    assert.equal(csv({ readings: [{ x: 3, R: nothing, nbp: 7 }] }), "x,R,nbp\n3,,7\n");
  }
});
