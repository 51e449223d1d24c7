// The state of a search at any step, from the payload alone. No drawing here.

const POPPED = 0, PUSHED = 1, TOP = 2;
const LOW_DETAIL = new Set(["evaluate", "cut", "purge", "pass"]);
const NODE_DETAIL = new Set([...LOW_DETAIL, "leave", "answer", "pop"]);

/** The nodes of a payload as objects, with their children and the span of their subtree. */
function readTree(tree) {
  const nodes = tree.parent.map((parent, i) => ({
    i, parent, children: [], last: tree.last[i], x: tree.x[i], y: tree.y[i],
    value: tree.value[i], stub: tree.stubs[i] || 0, label: tree.labels[i] || "",
    left: tree.x[i], right: tree.x[i], leaves: 1,
  }));
  for (const n of nodes) {
    const up = nodes[n.parent];
    n.depth = up ? up.depth + 1 : 0;
    n.dewey = up ? (up.parent < 0 ? `${n.last}` : `${up.dewey}.${n.last}`) : "0";
    n.name = tree.names[n.i] || n.dewey;
    n.max = (n.depth % 2 === 0) === (tree.root === "MAX");
    if (up) up.children.push(n.i);
  }
  const before = new Map(); // the last node so far at a height
  for (const n of nodes.toSorted((a, b) => a.x - b.x)) {
    const left = before.get(n.y);
    n.room = left ? n.x - left.x : Infinity; // to the nearest node beside it
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

/** How many of these rising numbers are no larger than i. */
function upTo(numbers, i) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= i) low = middle + 1; else high = middle;
  }
  return low;
}

/** A search that can be put at any step: `go(i)` brings everything to where it was after i steps. */
class Model {
  constructor(data) {
    this.data = data;
    this.nodes = readTree(data.tree);
    this.size = data.steps.kind.length;
    this.kinds = data.steps.kind.map((k) => data.kinds[k]);
    this.status = new Uint8Array(this.nodes.length);
    this.text = new Int32Array(this.nodes.length).fill(-1);
    this.open = [];
    this.backup = new Map();
    this.table = new Map();
    this.calls = [null];
    this.undo = [];
    this.i = 0;
    this.visits = this.nodes.map(() => []);
    data.steps.node.forEach((n, i) => this.visits[n].push(i + 1));
    let saved = 0;
    this.savedLeaves = [0, ...data.marks.cutoffs.map((i) => (saved += data.cutoffs[i][1]))];
    this.levels = {
      events: Array.from({ length: this.size }, (_, i) => i + 1),
      nodes: this.stepsOf(NODE_DETAIL, true),
      cuts: this.stepsOf(LOW_DETAIL, true),
    };
    for (let i = 1; i <= this.size; i++) this.forward(true);
    this.go(0);
  }

  stepsOf(kinds, withEnd) {
    const found = [];
    this.kinds.forEach((kind, i) => kinds.has(kind) && found.push(i + 1));
    if (withEnd && found.at(-1) !== this.size) found.push(this.size);
    return found;
  }

  words(k, full = false) { return k < 0 ? "" : this.data.texts[k][full ? 1 : 0]; }
  number(k) { return this.data.texts[k][2]; }

  /** Go to step i; return the nodes whose state has changed, with the status they had. */
  go(i) {
    const changed = new Map();
    while (this.i < i) this.forward(false, changed);
    while (this.i > i) this.back(changed);
    return changed;
  }

  forward(first, changed) {
    const steps = this.data.steps, at = this.i, flat = steps.nodes[at];
    const undo = first ? { nodes: [], lists: null } : this.undo[at];
    for (let k = 0; k < flat.length; k += 3) {
      const n = flat[k];
      if (first) undo.nodes.push(n, this.status[n], this.text[n]);
      if (changed && !changed.has(n)) changed.set(n, this.status[n]);
      this.status[n] = flat[k + 1];
      this.text[n] = flat[k + 2];
    }
    const lists = this.changeLists(steps.lists[at], first);
    if (first) {
      undo.lists = lists;
      this.undo.push(undo);
      this.calls.push(this.nextCalls(steps.stack[at], steps.node[at]));
    }
    this.i++;
  }

  back(changed) {
    this.i--;
    const { nodes, lists } = this.undo[this.i];
    for (let k = nodes.length - 3; k >= 0; k -= 3) {
      const n = nodes[k];
      if (!changed.has(n)) changed.set(n, this.status[n]);
      this.status[n] = nodes[k + 1];
      this.text[n] = nodes[k + 2];
    }
    for (let k = lists.length - 1; k >= 0; k--) lists[k]();
  }

  /** Calls are a linked list, so every step's stack can be kept. */
  nextCalls(op, node) {
    const top = this.calls[this.i];
    if (!op.length) return top;
    if (op[0] === PUSHED) {
      return { node, alpha: op[1], beta: op[2], relation: op[3], value: -1, rest: top };
    }
    if (op[0] === TOP) return { ...top, alpha: op[1], beta: op[2], value: op[3] };
    return top.rest;
  }

  /** Apply the changes of OPEN, BACKUP and the table; return how to take each of them back. */
  changeLists(change, first) {
    const [which, , ...ops] = change, undo = [];
    for (const op of ops) {
      if (which === "o") this.changeOpen(op, undo);
      else {
        const map = which === "b" ? this.backup : this.table;
        const n = op[1], old = map.get(n);
        if (op[0]) map.set(n, op.slice(2)); else map.delete(n);
        const putBack = () => (old === undefined ? map.delete(n) : map.set(n, old));
        if (!op[0]) putBack.gone = [n, old];
        undo.push(putBack);
      }
    }
    return first ? undo : null;
  }

  changeOpen(op, undo) {
    const open = this.open;
    if (op[0] === 1) {
      const [, place, node, status, merit] = op;
      open.splice(place, 0, { node, status, merit });
      undo.push(() => open.splice(place, 1));
    } else {
      const place = op[0] === 0 ? 0 : open.findIndex((s) => s.node === op[1]);
      const [state] = open.splice(place, 1);
      const putBack = () => open.splice(place, 0, state);
      putBack.gone = state;
      undo.push(putBack);
    }
  }

  // What the panels ask

  kind() { return this.i ? this.kinds[this.i - 1] : ""; }
  node() { return this.i ? this.nodes[this.data.steps.node[this.i - 1]] : null; }
  line() { return this.i ? this.data.steps.line[this.i - 1] : -1; }
  caption() {
    return this.i ? this.data.steps.caption[this.i - 1] : this.data.start;
  }
  listChange() { return this.i ? this.data.steps.lists[this.i - 1] : []; }
  /** What the step just taken has removed from this list, "o" for OPEN or "b" for BACKUP. */
  gone(which) {
    if (this.listChange()[0] !== which) return [];
    return this.undo[this.i - 1].lists.map((putBack) => putBack.gone).filter(Boolean);
  }
  /** Whether the step just taken is one of those that this counter counts. */
  isOne(name) { return this.i > 0 && this.data.marks[name][this.count(name) - 1] === this.i; }
  cutoff() { return this.data.cutoffs[this.i]; }
  /** The visits under way, the root's first. */
  stack() {
    const calls = [];
    for (let call = this.calls[this.i]; call; call = call.rest) calls.push(call);
    return calls.reverse();
  }
  path() {
    const path = [];
    for (let n = this.node(); n; n = this.nodes[n.parent]) path.push(n.i);
    return path;
  }
  backupRows() {
    return [...this.backup].sort((a, b) => this.nodes[a[0]].i - this.nodes[b[0]].i);
  }
  /** What a node shows: below a node that was cut off, all is cut off. */
  statusOf(i) {
    for (let n = this.nodes[i]; n; n = this.nodes[n.parent]) {
      const status = this.data.statuses[this.status[n.i]];
      if (status !== "unseen") return n.i === i || status === "cut off" ? status : "unseen";
    }
    return "unseen";
  }
  count(name) { return upTo(this.data.marks[name], this.i); }
  leavesCut() { return this.savedLeaves[this.count("cutoffs")]; }

  // Where to go next

  /** The next step of a level of detail after (or before) the current one. */
  neighbour(level, forward) {
    const steps = this.levels[level];
    if (forward) return steps[upTo(steps, this.i)] ?? this.size;
    return steps[upTo(steps, this.i - 1) - 1] ?? 0;
  }
  /** The next (or last) step of one of these kinds; null if there is none. */
  nextOf(kinds, forward) {
    const step = forward ? 1 : -1;
    for (let i = this.i + step; i >= 1 && i <= this.size; i += step) {
      if (kinds.has(this.kinds[i - 1])) return i;
    }
    return null;
  }
  nextAt(node) { return this.visits[node].find((i) => i > this.i) ?? this.visits[node][0] ?? null; }
}
