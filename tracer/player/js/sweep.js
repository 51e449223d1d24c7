// What if, in a player whose tree is not edited: a leaf is swept in the browser, and the kernel keeps its trace.

import { el } from "./dom.js";
import { Editor } from "./edit.js";

export class Sweeper extends Editor {
  static KEYS = [["q", "what if the inspected leaf had another value?"]];
  static HINT = ["what if?", "double-click, or q"];

  get active() { return false; } // a click still goes to a node's next event
  get node() { return super.node ?? this.player.model.node(); }

  build() {
    this.said = el("span", { class: "pg-said", role: "status", "aria-live": "polite" });
    this.el = el("div", { class: "pg-editbar", "aria-busy": "false", hidden: "" }, this.whatif.el, el("div", { class: "pg-editrow pg-editsaid" }, this.said));
    this.player.tree.options.hint = (n) => (this.can(n) ? Sweeper.HINT : null);
  }

  switch() { this.on = false; }

  can(n) { return Boolean(n) && !n.children.length && !n.stub && !this.player.bets.on; }

  tell() {
    this.said.textContent = this.problem || (this.whatif.on ? this.whatif.words : this.waits ? "Waiting for the kernel…" : "");
    this.said.title = this.said.textContent;
    this.said.classList.toggle("wrong", Boolean(this.problem));
    this.el.hidden = !this.said.textContent;
  }

  /** A changed value is swept: the kernel answers with another trace, and forgets it. */
  ask(request, more) { super.ask(request.op === "value" ? { ...request, op: "sweep" } : request, more); }

  answered(answer) {
    if (answer.swept) this.player.load(JSON.parse(answer.swept)); else super.answered(answer);
  }

  loaded(told, chosen) {
    if (!told) { this.whatif.el.hidden = true; this.told = null; this.ghosts.replaceChildren(); } // another trace
    super.loaded(told, chosen);
  }

  wonder(n) {
    if (!this.can(n)) return;
    this.player.inspect(n.i);
    this.player.tree.hush();
    this.whatif.open();
  }

  /** The first click of two went to the leaf's next event. */
  doubled(n) {
    this.player.move(this.player.cameFrom);
    this.wonder(n);
  }

  key(e) {
    if (e.key !== "q" || e.ctrlKey || e.metaKey || e.altKey) return null;
    return () => (this.whatif.on ? this.whatif.close() : this.wonder(this.node));
  }
}
