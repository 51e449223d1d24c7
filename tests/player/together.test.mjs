// Searches stepped together: places, jumps, and leaves of one search only.

import assert from "node:assert/strict";
import test from "node:test";
import { Together } from "../../tracer/player/js/together.js";

const SHORT = { size: 10, targets: { leaf: [2, 4, 8], cutoff: [5] }, leaves: ["1", "2", "4"] };
const LONG = { size: 16, targets: { leaf: [3, 6, 9, 12], cutoff: [7, 13, 14] }, leaves: ["1", "3", "2", "5"] };

function both(byLeaf) {
  const together = new Together([SHORT, LONG]);
  together.byLeaf = byLeaf;
  return together;
}

const walk = (together, target, forward) => {
  const found = [];
  for (let at = forward ? 0 : together.size; (at = together.nextOf(target, at, forward)) !== null;) found.push(at);
  return forward ? found : found.reverse();
};

test("by event, all are at the same step, and a search that has ended waits", () => {
  const together = both(false);
  assert.equal(together.size, 16);
  assert.deepEqual([0, 9, 16].map((at) => [together.stepAt(0, at), together.stepAt(1, at)]), [[0, 0], [9, 9], [10, 16]]);
});

test("by leaf, each search is at its own leaf of that number, and then at its end", () => {
  const together = both(true);
  assert.equal(together.size, 5);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((at) => together.stepAt(0, at)), [0, 2, 4, 8, 10, 10]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((at) => together.stepAt(1, at)), [0, 3, 6, 9, 12, 16]);
});

test("a place is the first at which a search has reached a step", () => {
  for (const together of [both(false), both(true)]) {
    for (const k of [0, 1]) {
      for (let step = 0; step <= together.searches[k].size; step++) {
        const place = together.placeOf(k, step);
        assert.ok(together.stepAt(k, place) >= step);
        if (place) assert.ok(together.stepAt(k, place - 1) < step);
      }
    }
  }
});

test("jumps stop wherever any search has a target, in both directions", () => {
  assert.deepEqual(walk(both(false), "cutoff", true), [5, 7, 13, 14]);
  assert.deepEqual(walk(both(false), "cutoff", false), [5, 7, 13, 14]);
  assert.deepEqual(walk(both(false), "leaf", true), [2, 3, 4, 6, 8, 9, 12]);
  assert.deepEqual(walk(both(true), "leaf", true), [1, 2, 3, 4]);
  assert.deepEqual(walk(both(true), "cutoff", true), [3, 5]); // steps 5 and 7 lie before the third leaf of their search
  assert.deepEqual(walk(both(true), "cutoff", false), [3]);   // the last one is already there
  assert.equal(both(false).nextOf("pass", 0, true), null);
});

test("a leaf is one search's alone only when the others have ended", () => {
  const together = both(false);
  assert.deepEqual(together.onlyIn(1, [9, 16]), []);
  assert.deepEqual(together.onlyIn(1, [10, 5]), []);
  assert.deepEqual(together.onlyIn(1, [10, 6]), ["3"]);
  assert.deepEqual(together.onlyIn(1, [10, 16]), ["3", "5"]);
  assert.deepEqual(together.onlyIn(0, [10, 16]), ["4"]);
  assert.deepEqual(together.onlyIn(0, [7, 16]), []);
});
