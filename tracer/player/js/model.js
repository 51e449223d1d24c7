// The state of a search at any step: the payload's changes, applied forwards and backwards.
// Python decides what counts as a visit, a cutoff or a question. Nothing is drawn here.

const NOTHING = []; // the cell of a step that changes nothing

/** The nodes of a payload as objects, with their children and the span of their subtrees. */
function readTree(tree) {
  const nodes = tree.parent.map((parent, i) => ({
    i, parent, children: [], last: tree.last[i], x: tree.x[i], y: tree.y[i],
    value: tree.value[i], stub: tree.stubs[i] || 0, label: tree.labels[i] || "",
    left: tree.x[i], right: tree.x[i],
  }));
  for (const n of nodes) {
    const up = nodes[n.parent];
    n.depth = up ? up.depth + 1 : 0;
    n.dewey = up ? (up.parent < 0 ? `${n.last}` : `${up.dewey}.${n.last}`) : "0";
    n.given = tree.names[n.i] || "";
    n.short = tree.short[n.i] || n.given; // the last move of a line, for pictures, which show the rest
    n.kind = tree.kinds[n.i] || ""; // the word before the name in sentences
    n.max = (n.depth % 2 === 0) === (tree.root === "MAX");
    if (up) up.children.push(n.i);
  }
  const before = new Map(); // the last node so far in each row
  for (const n of [...nodes].sort((a, b) => a.x - b.x)) {
    const left = before.get(n.y);
    n.room = left ? n.x - left.x : Infinity; // distance to the nearest node in the row
    if (left) left.room = Math.min(left.room, n.room);
    before.set(n.y, n);
  }
  for (let i = nodes.length - 1; i > 0; i--) {
    const up = nodes[nodes[i].parent];
    up.left = Math.min(up.left, nodes[i].left);
    up.right = Math.max(up.right, nodes[i].right);
  }
  return nodes;
}

/** For each step, the last leaf that it or a step before it was about; -1 before the first. */
function lastLeaves(nodes, steps) {
  let last = -1;
  return Int32Array.from(steps, (i) => (last = nodes[i].children.length ? last : i));
}

/** How many of these ascending numbers are at most i. */
export function upTo(numbers, i) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= i) low = middle + 1; else high = middle;
  }
  return low;
}

/** A cell's changes as [where, before, after]; reversed to undo them. */
function changesOf(cell, forward = true) {
  const found = [];
  for (let k = 0; k < cell.length; k += 3) {
    found.push(forward ? [cell[k], cell[k + 1], cell[k + 2]] : [cell[k], cell[k + 2], cell[k + 1]]);
  }
  return forward ? found : found.reverse();
}

function put(map, key, value) {
  if (value < 0) map.delete(key); else map.set(key, value);
}

/** A search at any step: `go(i)` restores the state after i steps. */
export class Model {
  constructor(data) {
    this.data = data;
    this.nodes = readTree(data.tree);
    this.setNames(true);
    this.size = data.steps.node.length;
    this.i = 0;
    this.hidden = new Set();                        // nodes whose text would give something away
    this.looks = new Int32Array(this.nodes.length); // node -> row of its look
    this.calls = [];                                // [node, row] of visits in progress, the root's first
    this.open = [];                                 // rows of states, in order
    this.backup = new Map();                        // node -> row of its phase
    this.table = new Map();                         // node -> row of its bounds
    this.counts = new Int32Array(data.counters.length);
    this.events = this.nodes.map(() => []);         // node -> steps at this node
    data.steps.node.forEach((n, i) => this.events[n].push(i + 1));
    this.leaves = lastLeaves(this.nodes, data.steps.node); // step -> the last leaf until then
    this.horizons = Object.keys(data.horizons).map(Number); // the steps that move the horizon
    this.stored = new Set();                        // nodes in the order they were first stored in the table
    for (const cell of data.steps.table) for (const [n] of changesOf(cell || NOTHING)) this.stored.add(n);
  }

  /** Call nodes by their names, or all of them by their Dewey numbers. */
  setNames(named) {
    this.named = named;
    for (const n of this.nodes) {
      n.name = (named && n.short) || n.dewey;
      n.full = (named && n.given) || n.dewey;
      n.called = (named && n.given && `${n.kind} ${n.given}`.trim()) || (n.parent < 0 ? "the root" : `node ${n.dewey}`); // in sentences
    }
  }

  /** Go to step i; return the nodes that changed, with the status they had before. */
  go(i) {
    const changed = new Map();
    while (this.i < i) this.apply(this.i++, true, changed);
    while (this.i > i) this.apply(--this.i, false, changed);
    return changed;
  }

  /** Apply or undo the changes of a step. */
  apply(at, forward, changed) {
    for (const [n, , look] of this.changes("nodes", at, forward)) {
      if (!changed.has(n)) changed.set(n, this.ownStatus(n));
      this.looks[n] = look;
    }
    const [before, after] = this.cell("call", at);
    const [old, now] = forward ? [before, after] : [after, before];
    if (old >= 0) this.calls.pop();
    if (now >= 0) this.calls.push([this.data.steps.node[at], now]);
    for (const [place, gone, come] of this.changes("open", at, forward)) {
      this.open.splice(place, gone < 0 ? 0 : 1, ...(come < 0 ? [] : [come]));
    }
    for (const [n, , phase] of this.changes("backup", at, forward)) put(this.backup, n, phase);
    for (const [n, , bounds] of this.changes("table", at, forward)) put(this.table, n, bounds);
    const added = this.added(at);
    for (let k = 0; k < added.length; k += 2) this.counts[added[k]] += forward ? added[k + 1] : -added[k + 1];
  }

  cell(column, at) { return this.data.steps[column][at] || NOTHING; }
  changes(column, at, forward) { return changesOf(this.cell(column, at), forward); }
  added(at) { return this.data.counts[this.data.steps.counts[at] || 0]; }

  // The current step and its changes

  /** The current step's entry in a column. */
  at(column, start) { return this.i ? this.data.steps[column][this.i - 1] : start; }
  kind() { return this.i ? this.data.kinds[this.at("kind")] : ""; }
  node() { return this.i ? this.nodes[this.at("node")] : null; }
  /** The node to look at: the last leaf while the search goes back up from it, otherwise the current node; at the end, the leaf of the best line. */
  focus() {
    if (this.i === this.size && this.data.complete && this.data.pv.length) return this.nodes[this.data.pv.at(-1)];
    const now = this.node(), leaf = this.i ? this.nodes[this.leaves[this.i - 1]] : null;
    return leaf && this.path(leaf).includes(now.i) ? leaf : now ?? this.nodes[0];
  }
  line() { return this.at("line", -1); }
  /** The caption of the current step, or of another one. */
  caption(i = this.i) {
    const { caption, numbered } = this.data.steps;
    return i ? (!this.named && numbered[i - 1]) || caption[i - 1] : this.data.start;
  }
  /** The current step's node, then all others that its caption names. */
  mentions() { return this.i ? [this.at("node"), ...this.cell("mentions", this.i - 1)] : []; }
  gamma() { return this.at("case", "") || ""; }
  /** The changes of a list, as [where, before, after]. */
  changed(column) { return this.i ? this.changes(column, this.i - 1) : []; }
  /** Whether the current step added to a counter. */
  isOne(name) {
    const added = this.i ? this.added(this.i - 1) : [], counter = this.data.counters.indexOf(name);
    return added.some((x, k) => k % 2 === 0 && x === counter);
  }
  /** The cutoff of the current step, or of another one. */
  cutoff(i = this.i) {
    if (!this.data.cutoffs[i]) return null;
    const [node, skipped, leaves, kind, by, value, bound, named, numbered] = this.data.cutoffs[i];
    return { node, skipped, leaves, kind, by, witnesses: [value, bound], reasons: (!this.named && numbered) || named };
  }
  /** The question that the current step answers, with its answer; null if it answers none. */
  answer() {
    const yes = this.data.answers[this.i];
    if (yes === undefined) return null;
    const node = this.at("node"), [asked] = this.cell("call", this.i - 1);
    return { node, text: `${this.window(this.call([node, asked]))} ${yes ? "yes" : "no"}` };
  }
  /** The depth at which nodes count as leaves; null if there is none. */
  horizon() { return this.data.horizons[this.horizons[upTo(this.horizons, this.i) - 1]] ?? null; }
  /** The nodes from the current one, or another one, up to the root. */
  path(from = this.node()) {
    const path = [];
    for (let n = from; n; n = this.nodes[n.parent]) path.push(n.i);
    return path;
  }

  // What is known after the current step

  words(k, full = false) { return k < 0 ? "" : this.data.texts[k][full ? 1 : 0]; }
  number(k) { return this.data.texts[k][2]; }
  /** A number that may be infinite. */
  value(k) { return this.number(k) ?? (this.words(k)[0] === "−" ? -Infinity : Infinity); }
  count(name) { return this.counts[this.data.counters.indexOf(name)]; }
  /** Whether any step changes a counter. */
  counting(name) {
    const counter = this.data.counters.indexOf(name);
    return this.data.counts.some((row) => row.some((x, k) => k % 2 === 0 && x === counter));
  }

  ownStatus(i) { return this.data.statuses[this.data.looks[this.looks[i]][0]]; }
  /** Whether a cutoff skips this node itself, so that its edge is struck through. */
  struck(i) { return this.ownStatus(i) === "cut off"; }
  /** The status of a node; a node without its own status is cut off if an ancestor was cut off. */
  status(i) {
    for (let n = this.nodes[i]; n; n = this.nodes[n.parent]) {
      if (!this.looks[n.i]) continue;
      const status = this.ownStatus(n.i);
      return n.i === i || status === "cut off" ? status : "unseen";
    }
    return "unseen";
  }
  /** The text that a node shows; -1 if there is none. */
  text(i) { return this.hidden.has(i) ? -1 : this.data.looks[this.looks[i]][1]; }

  /** The visits in progress, the root's first. */
  stack() { return this.calls.map((call) => this.call(call)); }
  call([node, row]) {
    const [alpha, beta, value, relation, crossed] = this.data.calls[row];
    return { node, alpha, beta, value, relation, crossed: crossed === 1 };
  }
  /** A visit's question, or its window: the open interval of values that matter. */
  window({ alpha, beta, relation, crossed }) {
    const low = this.words(alpha), high = this.words(beta);
    if (relation) return `${relation} ${low} ?`;
    return crossed ? `α ${low} ≥ β ${high}` : `(${low}, ${high})`;
  }
  state(row) {
    const [node, status, merit, origin] = this.data.states[row];
    return { node, status: status === "L" ? "LIVE" : "SOLVED", merit, origin };
  }
  /** The nodes that all strategies behind a state contain: those of the states it continues. */
  cluster(row) {
    const nodes = new Set();
    for (let at = row; at >= 0; at = this.data.states[at][3]) nodes.add(this.data.states[at][0]);
    return [...nodes];
  }
  phase(row) {
    const [last, low, high] = this.data.phases[row];
    return { last, low, high };
  }
  bounds(row) {
    const [low, high] = this.data.bounds[row];
    return { low, high };
  }
  /** BACKUP as [node, row of its phase], in Dewey order. */
  phases() { return [...this.backup].sort((a, b) => a[0] - b[0]); }
  /** The table as [node, row of its bounds], in the order in which nodes were stored. */
  entries() {
    return [...this.stored].filter((n) => this.table.has(n)).map((n) => [n, this.table.get(n)]);
  }

  // Where to go next

  /** The next (or previous) step at a level of detail. */
  neighbour(level, forward) {
    if (level === "events") return Math.max(0, Math.min(this.size, this.i + (forward ? 1 : -1)));
    return this.nearest(this.data.levels[level], forward) ?? (forward ? this.size : 0);
  }
  /** The next (or previous) step that is a target; null if there is none. */
  nextOf(target, forward) { return this.nearest(this.data.targets[target], forward) ?? null; }
  nearest(steps, forward) { return forward ? steps[upTo(steps, this.i)] : steps[upTo(steps, this.i - 1) - 1]; }
  /** The next step at a node, or its first one if there is no next; null if there is none. */
  nextAt(node) { return this.events[node].find((i) => i > this.i) ?? this.events[node][0] ?? null; }
}
