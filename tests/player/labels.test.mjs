// Where texts go: each takes a free place, and hides as few lines as it can.

import assert from "node:assert/strict";
import test from "node:test";
import { Space, passes } from "../../tracer/player/js/labels.js";

const box = { left: 10, right: 30, top: 10, bottom: 20 };

test("a line passes through a box or goes by", () => {
  for (const line of [[0, 15, 40, 15], [20, 0, 20, 40], [0, 0, 40, 30], [40, 0, 0, 30], [15, 12, 25, 18], [30, 0, 30, 15]]) {
    assert.ok(passes(line, box), `${line}`);
  }
  for (const line of [[0, 5, 40, 5], [5, 0, 5, 40], [0, 15, 9, 15], [0, 0, 40, 10 - 1], [0, 30, 20, 50]]) {
    assert.ok(!passes(line, box), `${line}`);
  }
});

test("a text goes to the first place that hides the fewest lines, and no other text goes there", () => {
  const space = new Space({ left: 0, right: 100, top: 0, bottom: 100 });
  const places = [{ x: 10, y: 20 }, { x: 10, y: 50 }, { x: 10, y: 80 }];
  space.lines = [[0, 15, 100, 15], [0, 45, 100, 45], [0, 48, 100, 48]];
  assert.equal(space.place(places, 20, 10), places[2]);
  assert.equal(space.place(places, 20, 10), places[0]);
  assert.equal(space.place(places, 20, 10), places[1]);
  assert.equal(space.place(places, 20, 10), null);
});
