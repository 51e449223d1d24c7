// The player's model shows at every step what the trace's frame says, wherever it comes from.
// The frames are exported by tests/exported.py, into the file that TRACES names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Model } from "../../tracer/player/js/model.js";

const traces = JSON.parse(readFileSync(process.env.TRACES, "utf-8"));

/** What a model says with Dewey numbers instead of names. */
function numbered(model) {
  model.setNames(false);
  assert.ok(model.nodes.every((n) => n.name === n.dewey));
  const said = [model.caption(), model.cutoff()?.reasons ?? null];
  model.setNames(true);
  return said;
}

/** What a model shows, in the words of an exported frame. */
function seen(model) {
  const name = (i) => (i < 0 ? null : model.nodes[i].dewey), { words } = model, w = words.bind(model);
  const cutoff = model.cutoff();
  return {
    nodes: model.nodes.map(({ i }) => [model.status(i), w(model.text(i))]),
    struck: model.nodes.filter(({ i }) => model.struck(i)).map(({ dewey }) => dewey),
    now: model.node() && model.node().dewey,
    path: model.path().map(name).reverse(),
    stack: model.stack().map((call) => [name(call.node), model.window(call), w(call.value)]),
    open: model.open.map((row) => model.state(row)).map(({ node, status, merit }) => [name(node), status, w(merit)]),
    clusters: model.open.map((row) => model.cluster(row).sort((a, b) => a - b).map(name)),
    backup: model.phases().map(([n, row]) => [n, model.phase(row)]).map(([n, { last, low, high }]) => [name(n), last, w(low), w(high)]),
    table: model.entries().map(([n, row]) => [n, model.bounds(row)]).map(([n, { low, high }]) => [name(n), w(low), w(high)]),
    counters: Object.fromEntries(model.data.counters.map((counter) => [counter, model.count(counter)])),
    line: model.line(),
    caption: model.caption(),
    numbered: numbered(model),
    mentions: model.mentions().map(name),
    answer: model.answer() && [name(model.answer().node), model.answer().text],
    horizon: model.horizon(),
    cutoff: cutoff && {
      ...cutoff, node: name(cutoff.node), skipped: cutoff.skipped.map(name), by: name(cutoff.by), witnesses: cutoff.witnesses.map(name),
    },
  };
}

function check(model, frames, how) {
  const { visit, leaf, ...frame } = frames[model.i];
  assert.deepEqual(seen(model), frame, `${how} to step ${model.i}`);
}

/** The steps to which a move leads, from one end to the other. */
function walk(model, forward, move) {
  model.go(forward ? 0 : model.size);
  const steps = [];
  for (let i = move(); i !== null && i !== model.i; i = move()) {
    model.go(i);
    steps.push(i);
  }
  return forward ? steps : steps.reverse();
}

const stepsWith = (frames, what) => frames.flatMap((frame, i) => (frame[what] === null ? [] : [i]));

for (const [title, { data, nodes, frames }] of Object.entries(traces)) {
  test(`${title}: forwards, backwards and at random`, () => {
    const model = new Model(data);
    assert.deepEqual(model.nodes.map((n) => n.dewey), nodes);
    assert.equal(model.size, frames.length - 1);
    check(model, frames, "from nowhere");
    for (let i = 1; i <= model.size; i++) { model.go(i); check(model, frames, "forwards"); }
    for (let i = model.size - 1; i >= 0; i--) { model.go(i); check(model, frames, "backwards"); }
    for (let k = 0, i = 0; k <= model.size; k++) {
      i = (i + Math.round(model.size * 0.618) + 1) % (model.size + 1);
      model.go(i);
      check(model, frames, "at random");
    }
  });

  test(`${title}: a move tells which nodes show something else`, () => {
    const model = new Model(data);
    for (const to of [model.size >> 1, model.size, model.size >> 2, 0]) {
      const before = frames[model.i].nodes, changed = model.go(to), after = frames[to].nodes;
      nodes.forEach((dewey, i) => {
        const told = model.path(model.nodes[i]).some((n) => changed.has(n)), [was] = before[i];
        if (before[i].join() !== after[i].join()) assert.ok(told, `${dewey} has changed`);
        if (changed.has(i)) assert.ok([was, was === "cut off" ? "unseen" : was].includes(changed.get(i)));
      });
    }
  });

  test(`${title}: keys, levels of detail and questions stop where Python says`, () => {
    const model = new Model(data);
    const leaves = stepsWith(frames, "leaf"), cutoffs = stepsWith(frames, "cutoff");
    for (const forward of [true, false]) {
      const to = (target) => walk(model, forward, () => model.nextOf(target, forward));
      const last = (steps) => (forward ? steps : steps.filter((i) => i < model.size));
      assert.deepEqual(to("leaf"), last(leaves));
      assert.deepEqual(to("cutoff"), last(cutoffs));
      const by = (level) => walk(model, forward, () => model.neighbour(level, forward));
      const end = forward ? model.size : 0;
      assert.deepEqual(by("events"), [...frames.keys()].filter((i) => i !== model.size - end));
      for (const level of ["nodes", "cuts"]) {
        const steps = new Set([...data.levels[level], end]);
        steps.delete(model.size - end);
        assert.deepEqual(by(level), [...steps].sort((a, b) => a - b));
        assert.deepEqual([...leaves, ...cutoffs].filter((i) => !data.levels[level].includes(i)), []);
      }
    }
    const steps = (kind) => (data.bets[kind] ?? []).map(([, step]) => step), visits = stepsWith(frames, "visit");
    assert.deepEqual(steps("leaf").filter((i) => !leaves.includes(i)), []); // where there is something to choose
    assert.deepEqual(steps("next"), visits.slice(0, 200));
    assert.equal(visits.length, frames.at(-1).counters.visits);
    for (const asked of Object.values(data.bets)) {
      asked.forEach(([frame, step, shows], k) => assert.ok((asked[k - 1]?.[1] ?? 0) <= frame && frame < shows && shows <= step, `${asked[k - 1]} ${frame} ${step}`));
    }
  });

  test(`${title}: a node leads to the next step about it`, () => {
    const model = new Model(data);
    model.go(model.size >> 1);
    nodes.forEach((dewey, n) => {
      const about = [...frames.keys()].filter((i) => frames[i].now === dewey);
      assert.equal(model.nextAt(n), about.find((i) => i > model.i) ?? about[0] ?? null);
    });
  });
}
