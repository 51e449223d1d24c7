// Predict mode: the player stops before a step, asks for a prediction, checks it and keeps score.

import { el } from "./dom.js";
import { Player } from "./player.js";

const QUESTIONS = {
  leaf: { ask: () => "Which leaf is evaluated next? Click it." },
  next: { ask: () => "Which node is next? Click it." },
  cut: {
    ask: (quiz) => `${quiz.childrenLeft()} left to search. Does the search continue here, or does it cut off?`,
    choices: [["on", "it continues"], ["cut", "it cuts off"]],
  },
};

/** Capitalize "the root" and "node 1.2" at the start of a sentence; names from users stay unchanged. */
const capital = (text) => (/^(the root|node [\d.]+)$/.test(text) ? text[0].toUpperCase() + text.slice(1) : text);

export class Quiz extends Player {
  constructor(data, options) {
    super(data, options);
    this.question = QUESTIONS[options.predict];
    const { nodes } = this.model;
    this.stops = data.moments[options.predict].map(([shown, step, answer, left]) => {
      const node = nodes[data.steps.node[step - 1]];
      return { shown, step, node, answer: answer ?? node.dewey, left };
    });
    this.answers = new Map(options.answers || []); // step -> whether the prediction was right
    this.words = el("span", { class: "pg-question" });
    this.verdict = el("span", { class: "pg-verdict" });
    this.tally = el("span", { class: "pg-step" });
    this.buttons = (this.question.choices || []).map(([value, text]) =>
      el("button", { class: "pg-jump", "data-choice": value, onclick: () => this.predict(value) }, text));
    this.bar = el("div", { class: "pg-predict", role: "status", "aria-live": "assertive" },
      this.verdict, this.words, ...this.buttons, this.tally);
    this.caption.before(this.bar);
    this.el.querySelector('[data-act="table"]').hidden = true; // the steps would give the answers away
    this.ready = true;
    this.show();
  }

  /** The next question, whose step must not be shown before it is answered. */
  due() { return this.stops.find(({ step }) => !this.answers.has(step)) ?? null; }

  go(i) {
    const due = this.ready ? this.due() : null;
    super.go(due === null ? i : Math.min(i, due.shown));
    if (this.ready) this.show();
    if (this.atQuestion()) this.pause();
  }

  showSteps() {}

  setNames(names) {
    super.setNames(names);
    this.show();
  }

  atQuestion() { return this.ready && this.due() !== null && this.model.i === this.due().shown; }

  show() {
    const asking = this.atQuestion();
    this.words.textContent = asking ? this.question.ask(this) : this.due() === null ? "You have answered all questions." : "Step forward to the next question.";
    for (const button of this.buttons) button.disabled = !asking;
    this.el.classList.toggle("asking", asking);
    const right = [...this.answers.values()].filter(Boolean).length;
    this.tally.textContent = `${right} of ${this.answers.size} right, ${this.stops.length - this.answers.size} to go`;
  }

  /** How many children the search would skip if it cut off now. */
  childrenLeft() {
    const { node, answer, left } = this.due();
    const parent = answer === "cut" ? node : this.model.nodes[node.parent];
    return `${capital(parent.called)} has ${left} ${left === 1 ? "child" : "children"}`;
  }

  pick(n) {
    if (this.atQuestion() && !this.question.choices) this.predict(n.dewey);
    else if (!this.atQuestion()) super.pick(n);
  }

  /** Why a chosen node is wrong. */
  aboutChoice(dewey, i) {
    const n = this.model.nodes.find((m) => m.dewey === dewey);
    const turns = this.stops.filter(({ node }) => node === n).map(({ step }) => step);
    const name = capital(n.called);
    if (turns.some((step) => step > i)) return ` ${name} comes later.`;
    if (turns.length) return ` ${name} has already been visited.`;
    const inner = n.children.length || n.stub;
    return this.options.predict === "leaf" && inner ? ` ${name} is not a leaf.` : ` ${name} is never visited.`;
  }

  predict(given) {
    if (!this.atQuestion()) return;
    const { step, answer } = this.due(), right = given === answer;
    this.answers.set(step, right);
    const said = this.question.choices ? "" : this.aboutChoice(given, step);
    super.go(step);
    this.verdict.textContent = right ? "Right." : `No.${said}`;
    this.verdict.className = `pg-verdict ${right ? "right" : "wrong"}`;
    this.show();
    const wrong = [...this.answers].filter(([, ok]) => !ok).map(([at]) => at);
    this.options.onScore?.({ right: this.answers.size - wrong.length, answered: this.answers.size, asked: this.stops.length, wrong });
  }
}
