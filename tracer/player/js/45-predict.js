// Predict mode: the player stops before the reveal, asks, tells, and counts.

const QUESTIONS = {
  leaf: { kinds: new Set(["evaluate"]), ask: () => "Which leaf is evaluated next? Click it." },
  next: { kinds: new Set(["enter", "ask", "pop", "see"]), ask: () => "Which node is next? Click it." },
  cut: {
    ask: (quiz) => `${quiz.siblingsLeft()} left to search. Does the search go on, or does it cut off?`,
    choices: [["on", "it goes on"], ["cut", "it cuts off"]],
  },
};

class Quiz extends Player {
  constructor(data, options) {
    super(data, options);
    this.question = QUESTIONS[options.predict];
    const asked = options.predict === "cut" ? this.forks() : this.model.stepsOf(this.question.kinds, false);
    this.stops = asked.map((i) => ({ step: i, from: this.firstSign(i) }));
    this.answers = new Map(options.answers || []); // step -> whether the prediction was right
    this.words = el("span", { class: "pg-question" });
    this.verdict = el("span", { class: "pg-verdict" });
    this.tally = el("span", { class: "pg-step" });
    this.buttons = (this.question.choices || []).map(([value, text]) =>
      el("button", { class: "pg-jump", "data-choice": value, onclick: () => this.predict(value) }, text));
    this.bar = el("div", { class: "pg-predict", role: "status", "aria-live": "assertive" },
      this.verdict, this.words, ...this.buttons, this.tally);
    this.caption.before(this.bar);
    this.panels.at(-1).el.hidden = true; // the table of all steps would tell
    this.ready = true;
    this.show();
  }

  /** The steps at which a search either goes on with another child or cuts off. */
  forks() {
    const { kinds, data, nodes } = this.model;
    return this.model.levels.events.filter((i) => {
      const n = nodes[data.steps.node[i - 1]], kind = kinds[i - 1];
      return kind === "cut" || ((kind === "enter" || kind === "ask") && n.parent >= 0 && nodes[n.parent].children[0] !== n.i);
    });
  }

  /** The first step that would give the step away: a visit of the leaf, before its value. */
  firstSign(i) {
    const { node } = this.data.steps;
    let from = i;
    while (this.question.kinds?.has("evaluate") && from > 1 && node[from - 2] === node[i - 1]) from--;
    return from;
  }

  /** What may not be shown before it is predicted. */
  due() { return this.stops.find(({ step }) => !this.answers.has(step)) ?? null; }

  go(i) {
    const due = this.ready ? this.due() : null;
    super.go(due === null ? i : Math.min(i, due.from - 1));
    if (this.ready) this.show();
    if (this.atQuestion()) this.pause();
  }

  atQuestion() { return this.ready && this.due() !== null && this.model.i === this.due().from - 1; }

  show() {
    const asking = this.atQuestion();
    this.words.textContent = asking ? this.question.ask(this) : this.due() === null ? "All predicted." : "Step on to the next question.";
    for (const button of this.buttons) button.disabled = !asking;
    this.el.classList.toggle("asking", asking);
    const right = [...this.answers.values()].filter(Boolean).length;
    this.tally.textContent = `${right} right of ${this.answers.size}, ${this.stops.length - this.answers.size} to go`;
  }

  siblingsLeft() {
    const i = this.due().step, cut = this.model.kinds[i - 1] === "cut", n = this.model.nodes[this.data.steps.node[i - 1]];
    const parent = cut ? n : this.model.nodes[n.parent];
    const left = cut ? this.data.cutoffs[i][0].length : parent.children.length - parent.children.indexOf(n.i);
    return `${parent.name} has ${left} ${left === 1 ? "child" : "children"}`;
  }

  pick(n) {
    if (this.atQuestion() && !this.question.choices) this.predict(n.dewey);
    else if (!this.atQuestion()) super.pick(n);
  }

  /** What becomes of a node that was wrongly chosen. */
  aboutChoice(dewey, i) {
    const n = this.model.nodes.find((m) => m.dewey === dewey);
    const kinds = this.question.kinds, steps = this.model.visits[n.i].filter((k) => kinds.has(this.model.kinds[k - 1]));
    if (n.children.length && kinds.has("evaluate")) return ` ${n.name} is not a leaf.`;
    if (steps.some((k) => k > i)) return ` ${n.name} comes later.`;
    return steps.length ? ` ${n.name} has had its turn.` : ` ${n.name} is never looked at.`;
  }

  predict(given) {
    if (!this.atQuestion()) return;
    const i = this.due().step;
    const step = this.model.nodes[this.data.steps.node[i - 1]];
    const key = this.question.choices ? (this.model.kinds[i - 1] === "cut" ? "cut" : "on") : step.dewey;
    const right = given === key;
    this.answers.set(i, right);
    const said = this.question.choices ? "" : this.aboutChoice(given, i);
    super.go(i);
    this.verdict.textContent = right ? "Right." : `No.${said}`;
    this.verdict.className = `pg-verdict ${right ? "right" : "wrong"}`;
    this.show();
    const wrong = [...this.answers].filter(([, ok]) => !ok).map(([at]) => at);
    this.options.onScore?.({ right: this.answers.size - wrong.length, answered: this.answers.size, asked: this.stops.length, wrong });
  }
}
