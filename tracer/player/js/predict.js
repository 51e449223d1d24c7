// Betting: a mode of every player. It stops before a step, asks what comes next, gives a hint and keeps score.

import { Betting, inHalves, readBets } from "./betting.js";
import { el } from "./dom.js";

const ASKS = {
  leaf: { title: "the next leaf", ask: (bet) => `Which leaf is evaluated ${bet.frame ? "next" : "first"}?` },
  next: { title: "the next node", ask: () => "Which node is visited next?" },
  cut: { title: "cutoffs", ask: ({ choices: [n, left] }, nodes) => `${capital(nodes[n].called)} has ${left} ${left === 1 ? "child" : "children"} left. Go on there, or cut off?` },
  case: { title: "the case of Γ", ask: () => "Which case of Γ acts next?" },
  returned: { title: "returned values", ask: (bet) => `What does ${bet.node.called} return?` },
};
const FORK = ["it goes on", "it cuts off"];
const MOST_BUTTONS = 6; // the cases of Γ

/** Capitalize "the root" and "node 1.2" at the start of a sentence; names from users stay unchanged. */
const capital = (text) => (/^(the root|node [\d.]+)/.test(text) ? text[0].toUpperCase() + text.slice(1) : text);

export class Bets {
  constructor(player) {
    this.player = player;
    this.betting = null; // while the mode is on
    this.kind = "";
    this.button = el("button", { class: "pg-button pg-betting", "data-act": "bet", title: "Bet on what comes next (b)", "aria-pressed": "false", onclick: () => this.toggle() }, "bet");
    this.menu = el("select", { class: "pg-select", "aria-label": "Bet on", onchange: () => this.start(this.menu.value) });
    this.tally = el("span", { class: "pg-tally" });
    this.scored = el("button", { class: "pg-jump", "data-act": "score", title: "Show the score", hidden: "", onclick: () => this.open() }, "score");
    this.group = el("div", { class: "pg-group", hidden: "" }, el("span", { class: "pg-hint" }, "bet on"), this.menu, this.tally, this.scored);
    this.judged = el("b", {});
    this.question = el("b", { class: "pg-question" });
    this.text = el("span", { class: "pg-was" });
    this.choices = Array.from({ length: MOST_BUTTONS }, (_, k) => el("button", {
      class: "pg-jump pg-choice", onclick: () => this.make(k),
      onpointerdown: (e) => { e.preventDefault(); player.hold(); }, // the focus stays where it is
    }, `${k + 1}`));
    this.slot = el("div", { class: "pg-bet", hidden: "" }, // the caption, out of sight, says the same aloud
      el("div", { class: "pg-bet-text" }, el("div", {}, this.judged, " ", this.question, " "), this.text), el("div", { class: "pg-bet-choices" }, ...this.choices));
    this.card = el("section", { class: "pg-card", role: "dialog", "aria-label": "Score", hidden: "" });
  }

  get on() { return this.betting !== null; }
  get due() { return this.betting?.due ?? null; }
  /** Whether the player stands where a bet is due. */
  get asking() { return this.due !== null && this.player.model.i === this.due.frame && !this.reading; }

  /** Take the bets of another trace; the mode stays on if there are any. */
  fill(data) {
    this.all = data.bets ?? {};
    this.unknown = !data.bets && Boolean(this.player.options.onEdit); // until the kernel is asked
    const kinds = Object.keys(this.all);
    this.button.hidden = !kinds.length && !this.unknown;
    this.menu.replaceChildren(...kinds.map((kind) => el("option", { value: kind }, ASKS[kind].title)));
    if (this.on) this.start(this.kind); else this.close();
  }

  toggle() {
    if (this.on) this.stop();
    else if (!this.unknown) this.start(this.kind);
    else this.player.editor.ask({ op: "bets" }, { done: (refused) => {
      this.start(this.kind);
      if (!this.on) this.player.editor.complain(refused?.why ?? "There is nothing to bet on in this search.");
    } });
  }

  /** Bet from here on; from the beginning if nothing is left to bet on. */
  start(kind) {
    const kinds = Object.keys(this.all), { player } = this, { model } = player;
    if (!kinds.length) { this.stop(); return; }
    this.kind = kinds.includes(kind) ? kind : kinds[0];
    const bets = readBets(this.all[this.kind]);
    for (const bet of bets) bet.node = model.nodes[player.data.steps.node[bet.step - 1]];
    this.betting = new Betting(bets, model.i, (bet) => this.labels(bet).length);
    this.menu.value = this.kind;
    const restart = this.betting.limit < model.i, at = restart ? 0 : model.i;
    this.reading = false;
    this.verdict = { at, kind: "", words: "Step forward: the player will stop and ask." };
    this.close();
    this.changed();
    if (restart) player.move(0); else player.refresh(null);
  }

  stop() {
    this.betting = this.verdict = null;
    this.close();
    this.changed();
    this.player.refresh(null);
  }

  changed() {
    const { player, on } = this;
    player.el.classList.toggle("pg-bets", on);
    this.group.hidden = !on;
    this.button.setAttribute("aria-pressed", on);
    this.button.classList.toggle("on", on);
    this.hide();
    player.options.onPredict?.(on ? this.kind : "");
  }

  /** No further than the bet that is due. */
  limit(i) { return Math.min(i, this.betting?.limit ?? Infinity); }

  /** Blank what would give a returned value away: the node's own text, and those above it. */
  hide() {
    const { model, tree } = this.player, before = model.hidden;
    model.hidden = new Set(this.asking && this.kind === "returned" ? model.path(this.due.node) : []);
    for (const i of new Set([...before, ...model.hidden])) tree.style(i);
  }

  /** Show the question, or the verdict before the caption. */
  show() {
    if (!this.on && this.slot.hidden) return;
    const { player, asking, betting } = this, { caption, tree } = player;
    player.el.classList.toggle("asking", asking);
    const held = this.choices.includes(player.el.getRootNode().activeElement);
    this.slot.hidden = !asking;
    this.judged.className = "";
    caption.classList.toggle("pg-unseen", asking);
    const nodes = asking && (this.kind === "leaf" || this.kind === "next");
    tree.setChoices(nodes ? new Map(this.due.choices.map((i, k) => [i, k + 1])) : null);
    if (!this.on) return;
    if (asking) this.ask();
    else if (this.verdict?.at === player.model.i) {
      caption.replaceChildren(el("b", { class: `pg-verdict ${this.verdict.kind}` }, this.verdict.words), ` ${caption.textContent}`);
      player.fitCaption();
    }
    if (held && !asking) player.el.focus({ preventScroll: true });
    const made = betting.at, left = betting.bets.length - made;
    this.tally.textContent = made ? `${inHalves(betting.points)} of ${made}, ${left} to go` : `${left} to go`;
    this.scored.textContent = `${inHalves(betting.points)} of ${made}`;
    this.scored.hidden = !betting.over;
    this.tally.hidden = betting.over;
    if (this.verdict?.at !== player.model.i) { this.reading = false; this.end(); }
  }

  /** A step that leads no further: the verdict has been read. At the end, the card opens by itself, once. */
  end() {
    const { model } = this.player;
    if (this.reading) { this.reading = false; this.hide(); this.show(); }
    if (this.betting?.over && model.i === model.size && !this.shown) this.open();
  }

  ask() {
    const { due, verdict, betting: { tried } } = this, { model } = this.player, fresh = verdict?.at === model.i && verdict.kind && !tried.length;
    this.judged.className = fresh ? `pg-verdict ${verdict.kind}` : "";
    this.judged.textContent = fresh ? verdict.words : "";
    if (tried.length) {
      this.question.textContent = "Not quite.";
      this.text.textContent = this.hint(due);
    } else {
      this.question.textContent = ASKS[this.kind].ask(due, model.nodes);
      this.text.textContent = model.i ? model.caption() : "";
    }
    this.slot.classList.toggle("hinted", tried.length > 0);
    this.text.title = this.text.textContent;
    const labels = this.labels(due);
    this.choices.forEach((button, k) => {
      button.hidden = k >= labels.length;
      button.classList.toggle("bare", this.kind === "case");
      button.dataset.choice = k < labels.length ? this.keyOf(k) : "";
      button.replaceChildren(el("kbd", {}, tried.includes(k) ? "✗" : this.keyOf(k)), this.kind === "case" ? "" : ` ${labels[k] ?? ""}`);
      button.dataset.said = `${this.keyOf(k)}: ${labels[k]}`;
      button.setAttribute("aria-disabled", tried.includes(k));
    });
    this.player.caption.textContent = [this.judged, this.question, this.text].map((part) => part.textContent).join(" ") + this.choices.filter((b) => !b.hidden).map((b) => ` ${b.dataset.said}.`).join("");
    this.player.pause();
  }

  /** What the choices of a bet are called. */
  labels({ choices }) {
    const { model } = this.player;
    if (this.kind === "cut") return FORK;
    if (this.kind === "case") return choices.map((name) => `case ${name}`);
    return choices.map((i) => (this.kind === "returned" ? model.words(i) : model.nodes[i].name));
  }

  /** The key for a choice: its number, or that of the case. */
  keyOf(k) { return this.kind === "case" ? this.due.choices[k] : `${k + 1}`; }

  hint({ rule, mentions }) {
    const { nodes } = this.player.model, names = mentions.map((i) => nodes[i].called);
    return capital(this.player.data.rules[rule].replaceAll("{}", () => names.shift()));
  }

  /** Make a bet by the number of a choice, from 0. */
  make(k) {
    if (!this.asking || k >= this.labels(this.due).length) return;
    const { due, betting, player } = this, answer = this.labels(due)[due.right], result = betting.make(k);
    if (!result) return;
    if (result === "retry") { this.show(); return; }
    const half = betting.results.at(-1) === 0.5 ? " Half a point." : "";
    this.verdict = { at: due.shows, kind: result, words: result === "right" ? `Right.${half}` : `No: ${answer}.` };
    this.reading = result === "wrong"; // what is right and why, before the next question
    if (due.shows === player.model.i) player.refresh(null); else player.go(due.shows);
    this.report();
  }

  /** A click on a node is a bet on it, if it can be chosen; return whether a bet was due. */
  pick(n) {
    if (!this.asking) return false;
    const k = this.kind === "leaf" || this.kind === "next" ? this.due.choices.indexOf(n.i) : -1;
    this.player.inspect(n.i);
    if (k >= 0) this.make(k);
    return true;
  }

  key(e) {
    if (e.key === "b" && !this.button.hidden) return () => this.toggle();
    if (e.key === "Escape" && !this.card.hidden) return () => this.close();
    const k = this.asking && /^\d$/.test(e.key) ? this.labels(this.due).findIndex((_, at) => this.keyOf(at) === e.key) : -1;
    return k < 0 ? null : () => this.make(k);
  }

  report() { this.player.options.onScore?.(this.betting.score()); }

  // The score card

  open() {
    this.shown = true;
    const { betting, player } = this, { data, model } = player;
    const best = data.pv.map((i) => model.nodes[i]).find((n) => n.depth === 1), { missed } = betting;
    const fact = (what, text) => el("div", {}, el("dt", {}, what), el("dd", {}, text));
    const facts = [
      ...(data.value === null ? [] : [fact("value", data.value)]), ...(best ? [fact("best move", best.name)] : []),
      fact("leaves seen", `${model.count("nbp")} of ${data.tree.leaves.toLocaleString("en")}`),
    ];
    const jump = (bet) => el("button", { class: "pg-link", onclick: () => { this.close(); player.move(bet.shows); } }, `step ${bet.shows}`);
    const again = el("button", { class: "pg-jump", "data-act": "again", onclick: () => { player.move(0); this.start(this.kind); } }, "Bet again");
    const another = player.options.mayRepeat?.() && el("button", { class: "pg-jump pg-main-act", "data-act": "another", onclick: () => player.options.onAgain() }, "Try a similar tree");
    this.card.replaceChildren(
      el("h2", {}, `${inHalves(betting.points)} of ${betting.bets.length}`, el("span", {}, missed.length ? (this.kind === "cut" ? "Only the first try counts." : "Right at once counts 1, at the second try ½.") : "All right at once!")),
      el("dl", {}, ...facts),
      ...(missed.length ? [el("p", {}, "Look again at ", ...missed.flatMap((bet, k) => (k ? [", ", jump(bet)] : [jump(bet)])), ".")] : []),
      el("div", { class: "pg-group" }, ...(another ? [another] : []), again, el("button", { class: "pg-jump", "data-act": "close", onclick: () => this.close() }, "Close")));
    this.card.hidden = false;
    player.caption.append(` You have ${inHalves(betting.points)} of ${betting.bets.length}.`);
  }

  close() {
    const { player } = this, within = this.card.contains(player.el.getRootNode().activeElement);
    this.card.hidden = true;
    this.shown = this.betting?.over ?? false;
    if (within) player.el.focus({ preventScroll: true });
  }
}
