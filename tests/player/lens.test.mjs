// The lens: what it promises about any tree, of any width.

import assert from "node:assert/strict";
import test from "node:test";
import { Lens, shares } from "../../tracer/player/js/lens.js";

/** The nodes of T(w,d) with leaves 40 apart, as the model has them. */
function uniform(w, d) {
  const nodes = [{ i: 0, parent: -1, depth: 0, children: [] }];
  for (let at = 0; at < nodes.length; at++) {
    if (nodes[at].depth === d) continue;
    for (let k = 0; k < w; k++) {
      nodes[at].children.push(nodes.length);
      nodes.push({ i: nodes.length, parent: at, depth: nodes[at].depth + 1, children: [] });
    }
  }
  let leaf = 0;
  const place = (i) => {
    const n = nodes[i];
    if (!n.children.length) { n.x = n.left = n.right = 20 + 40 * leaf++; return; }
    n.children.forEach(place);
    n.left = nodes[n.children[0]].left;
    n.right = nodes[n.children.at(-1)].right;
    n.x = (n.left + n.right) / 2;
  };
  place(0);
  return nodes;
}

const pathTo = (nodes, i) => { const path = []; for (let n = nodes[i]; n; n = nodes[n.parent]) path.push(n.i); return path; };
const lensOn = (nodes, total, focus, folded = []) =>
  new Lens(nodes, total, { focus: pathTo(nodes, focus), folded: new Set(folded), wish: () => 24, pitch: 40 });
const leaves = (nodes) => nodes.filter((n) => !n.children.length).sort((a, b) => a.x - b.x);
const parents = (nodes) => nodes.filter((n) => n.children.length && !nodes[n.children[0]].children.length);

test("shares add up, and nobody gets less than the least", () => {
  for (const [weights, least, total] of [[[1, 1, 1], [0, 0, 0], 30], [[1, 1, 8], [10, 10, 10], 60], [[5, 0, 1], [1, 2, 3], 100], [[1, 2], [50, 50], 60]]) {
    const found = shares(weights, least, total);
    assert.ok(Math.abs(found.reduce((a, b) => a + b) - total) < 1e-9);
    if (least.reduce((a, b) => a + b) <= total) found.forEach((x, k) => assert.ok(x >= least[k] - 1e-9));
  }
  assert.deepEqual(shares([1, 3], [0, 0], 80), [20, 60]);
});

test("with room for everything, the lens changes nothing", () => {
  const nodes = uniform(3, 3), lens = lensOn(nodes, 40 * 27, parents(nodes)[4].i);
  assert.ok(lens.flat);
  for (const n of leaves(nodes)) assert.ok(Math.abs(lens.at(n.x) - n.x) < 1e-6);
});

test("the whole tree is in view, in order, and the leaves in focus can be read", () => {
  for (const [w, d, total] of [[4, 3, 630], [8, 4, 750], [2, 10, 640], [6, 4, 500]]) {
    const nodes = uniform(w, d), low = parents(nodes);
    for (const focus of [low[0], low[low.length >> 1], low.at(-1)]) {
      const lens = lensOn(nodes, total, focus.i), at = leaves(nodes).map((n) => lens.at(n.x));
      assert.ok(at[0] >= 0 && at.at(-1) <= total && !lens.flat);
      at.forEach((x, k) => assert.ok(!k || x > at[k - 1], "leaves keep their order"));
      const [a, b] = focus.children.map((c) => lens.at(nodes[c].x));
      assert.ok(b - a >= 23.9, `${b - a} px between leaves in focus of T(${w},${d})`);
    }
  }
});

test("where even the focus does not fit, everything stays in view", () => {
  const nodes = uniform(32, 2), lens = lensOn(nodes, 400, parents(nodes)[7].i), at = leaves(nodes).map((n) => lens.at(n.x));
  assert.ok(at[0] >= 0 && at.at(-1) <= 400);
  at.forEach((x, k) => assert.ok(!k || x >= at[k - 1]));
});

test("a folded subtree leaves its room to the others", () => {
  const nodes = uniform(4, 3), [first, second] = nodes[0].children;
  const span = (lens, i) => lens.at(nodes[i].right) - lens.at(nodes[i].left);
  const open = lensOn(nodes, 700, 0), folded = lensOn(nodes, 700, 0, [first]);
  assert.ok(span(folded, first) < span(open, first) / 3);
  assert.ok(span(folded, second) > span(open, second) * 1.2);
});
