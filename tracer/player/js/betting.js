// Bets on what a search does next: which one is due, how far one may look, and the score. Nothing is drawn here.

/** The bets of one kind, as rows of the payload: frame, step, step to show, choices, the right one, the rule of the hint and its nodes. */
export const readBets = (rows) => rows.map(([frame, step, shows, choices, right, rule, ...mentions]) =>
  ({ frame, step, shows, choices, right, rule, mentions }));

export class Betting {
  /** Bets from a step on; from the beginning if none is left there. */
  constructor(bets, from, count) {
    const left = bets.filter(({ frame }) => frame >= from);
    this.bets = left.length ? left : bets;
    this.count = count; // how many choices a bet has
    this.at = 0;        // the bet that is due
    this.tried = [];    // the wrong choices of the bet that is due
    this.results = [];  // points of the bets that were made
  }

  get due() { return this.bets[this.at] ?? null; }
  get over() { return this.at === this.bets.length; }
  /** The last step that may be shown. */
  get limit() { return this.due ? this.due.frame : Infinity; }

  /** Make the bet that is due: "right", "retry" after a first wrong choice, "wrong" after the second, or "" for the same one again. */
  make(choice) {
    const { due, tried } = this;
    if (!due || tried.includes(choice)) return "";
    const right = choice === due.right, half = this.count(due) > 2 ? 0.5 : 0; // of two, the other one is no guess
    if (!right && !tried.length) { tried.push(choice); return "retry"; }
    this.results.push(right ? (tried.length ? half : 1) : 0);
    this.tried = [];
    this.at++;
    return right ? "right" : "wrong";
  }

  get points() { return this.results.reduce((sum, points) => sum + points, 0); }
  /** The bets that were made and did not earn a point at once. */
  get missed() { return this.bets.slice(0, this.at).filter((_, k) => this.results[k] < 1); }

  score() {
    return {
      right: this.results.filter((points) => points === 1).length, answered: this.at, asked: this.bets.length,
      points: this.points, wrong: this.missed.map(({ step }) => step),
    };
  }
}

/** A number of points as people write it: 2, 2½, ½. */
export function inHalves(points) {
  const whole = Math.floor(points);
  return points === whole ? `${whole}` : `${whole || ""}½`;
}
