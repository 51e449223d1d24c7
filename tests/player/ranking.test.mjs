// OPEN as a ranking: which rows a step shows, and how they move. TRACES names the exported frames.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Model } from "../../tracer/player/js/model.js";
import { moves, ranking, takenState } from "../../tracer/player/js/ranking.js";

const traces = JSON.parse(readFileSync(process.env.TRACES, "utf-8"));
const withOpen = Object.entries(traces).filter(([, { data }]) => data.steps.open.length);

test("there are traces with OPEN", () => assert.ok(withOpen.length > 8));

for (const [title, { data }] of withOpen) {
  test(`${title}: rows without those that leave are OPEN, and with them what it was before`, () => {
    const model = new Model(data), marks = new Set();
    let before = [];
    for (let i = 1; i <= model.size; i++) {
      model.go(i);
      const rows = ranking(model), kind = model.kind(), states = (keep) => rows.filter(({ mark }) => keep(mark)).map(({ state }) => state);
      assert.deepEqual(states((mark) => !["gone", "taken"].includes(mark)), model.open);
      if (kind === "purge") assert.deepEqual(states((mark) => mark !== "taken"), before);
      if (kind === "pop") assert.deepEqual(states(() => true), before);
      if (kind === "push") assert.equal(rows[0].mark, "new");
      if (kind === "insert") assert.deepEqual(rows.flatMap(({ mark }, k) => (mark ? [[mark, k]] : [])), [[rows[0].mark === "new" ? "new" : "down", model.changed("open")[0][0]]]);
      for (const { mark } of rows) marks.add(mark);
      before = [...model.open];
    }
    assert.ok(marks.has("taken") && marks.has("new"));
  });

  test(`${title}: Γ holds a state from taking it until it puts another in its place`, () => {
    const model = new Model(data);
    let held = -1;
    for (let i = 0; i <= model.size; i++) {
      const before = model.open[0];
      model.go(i);
      if (model.kind() === "pop") held = before;
      if (["push", "insert"].includes(model.kind())) held = -1;
      assert.equal(takenState(model), held, `step ${i}`);
    }
  });
}

test("purged, returned and taken states all occur", () => {
  const marks = new Set();
  for (const [, { data }] of withOpen) {
    const model = new Model(data);
    for (let i = 1; i <= model.size; i++) { model.go(i); for (const { mark } of ranking(model)) marks.add(mark); }
  }
  assert.deepEqual([...marks].sort(), ["", "down", "gone", "new", "taken"]);
});

test("a row knows where it was, and which rows have left", () => {
  assert.deepEqual(moves(["a", "b", "c", "d"], ["b", "c", "a", "e"]), { from: [1, 2, 0, null], left: [3] });
  assert.deepEqual(moves([], ["a"]), { from: [null], left: [] });
});
