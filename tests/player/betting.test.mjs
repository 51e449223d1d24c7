// Bets: which one is due, how far one may look, the second try and the score.

import assert from "node:assert/strict";
import test from "node:test";
import { Betting, inHalves, readBets } from "../../tracer/player/js/betting.js";

const rows = [[0, 2, 2, [5, 6, 7], 1, 0], [2, 5, 4, [5, 6], 0, 0, 3], [5, 6, 6, [6, 7, 8], 2, 1]];
const betting = (from = 0) => new Betting(readBets(rows), from, (bet) => bet.choices.length);

test("nothing can be seen beyond the bet that is due", () => {
  const b = betting(), limits = [b.limit];
  for (const { right } of [...b.bets]) { b.make(right); limits.push(b.limit); }
  assert.deepEqual(limits, [0, 2, 5, Infinity]);
  assert.ok(b.over && b.due === null && b.make(0) === "");
  assert.deepEqual(b.score(), { right: 3, answered: 3, asked: 3, points: 3, wrong: [] });
});

test("a wrong bet has a second try, which counts half among three or more", () => {
  const b = betting();
  assert.deepEqual([b.make(0), b.make(0), b.make(1)], ["retry", "", "right"]);
  assert.deepEqual([b.make(1), b.make(0)], ["retry", "right"]); // of two: worth nothing
  assert.deepEqual([b.make(0), b.make(1)], ["retry", "wrong"]);
  assert.deepEqual(b.results, [0.5, 0, 0]);
  assert.deepEqual(b.score(), { right: 0, answered: 3, asked: 3, points: 0.5, wrong: [2, 5, 6] });
});

test("betting begins where one is, and at the start if nothing is left", () => {
  assert.deepEqual(betting(2).bets.map(({ frame }) => frame), [2, 5]);
  assert.deepEqual(betting(6).bets.length, 3);
});

test("points are written with halves", () => assert.deepEqual([0, 0.5, 1, 2.5].map(inHalves), ["0", "½", "1", "2½"]));
