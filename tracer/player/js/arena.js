// The arena: a board, what the analysis says about it, and the search behind a move, in one widget.
// Rules, searches and analysis are in the kernel. The browser draws what it is told and sets `wish`.

import { boardOf, stillBoard } from "./board.js";
import { el } from "./dom.js";
import { stayInView } from "./inview.js";
import { Player } from "./player.js";
import { letSave } from "./saving.js";
import { followTheme } from "./theme.js";

const AUTO = 700; // ms between two moves in auto-play

class Arena {
  constructor(model) {
    this.model = model;
    this.serial = Date.now(); // so that two views of one arena do not ask alike
    this.asked = false;
    this.auto = false;   // two agents play on by themselves
    this.asking = false; // the next square chosen is asked about, not played
    this.preview = null; // { line: "best" or "game", k }: a position to look at
    this.choice = [];    // moves of a square that stands for more than one
    this.lost = "";      // the element that had the focus before a redraw
    this.build();
    this.draw();
    this.drawAnalysis();
    this.drawSearch();
  }

  get view() { return this.model.get("view"); }
  get known() { return this.model.get("analysis") || {}; }

  ask(wish) {
    if (["back", "new", "swap"].includes(wish.do)) this.auto = false;
    if (!["more", "think"].includes(wish.do)) this.preview = null;
    this.asked = true;
    this.model.set("wish", { ...wish, ply: this.view.history.length, serial: ++this.serial });
    try { this.model.save_changes(); } catch { this.says.textContent = "There is no kernel to play with."; }
  }

  // Elements that stay

  build() {
    this.root = el("section", { class: "pg-arena", "data-lm-suppress-shortcuts": "true" });
    this.head = el("div", { class: "pg-arena-head" });
    this.says = el("div", { class: "pg-says", role: "status" });
    this.bar = el("div", { class: "pg-eval", role: "img" }, el("div", { class: "pg-eval-max" }), el("span", { class: "pg-eval-text" }));
    this.place = el("div", { class: "pg-place" });
    this.note = el("div", { class: "pg-note" });
    this.controls = el("div", { class: "pg-choices" });
    this.score = el("div", { class: "pg-score", title: "Games in this arena" });
    this.moves = el("ol", { class: "pg-moves", "aria-label": "moves so far", tabindex: "0" });
    this.slider = el("input", {
      type: "range", class: "pg-slider", min: "1", "aria-label": "Depth of the analysis", "data-key": "depth",
      oninput: () => { this.depth.textContent = this.slider.value; },
      onchange: () => this.ask({ do: "depth", depth: +this.slider.value }),
    });
    this.depth = el("b", {});
    this.progress = el("span", { class: "pg-progress", role: "status" });
    this.halt = el("button", { class: "pg-jump", onclick: () => this.ask({ do: "stop" }) }, "Stop");
    this.line = el("div", { class: "pg-best" });
    this.facts = el("div", { class: "pg-facts" },
      el("div", { class: "pg-depth" }, el("label", {}, "Depth ", this.depth), this.slider, this.progress, this.halt), this.line);
    this.table = el("div", { class: "pg-values" });
    this.told = el("div", { class: "pg-told" });
    this.stage = el("div", { class: "pg-stage" });
    this.rules = el("dialog", { class: "pg-dialog", "aria-label": "Rules" });
    this.root.append(this.head,
      el("div", { class: "pg-arena-main" },
        el("div", { class: "pg-left" }, this.says, el("div", { class: "pg-table-top" }, this.bar, this.place), this.note, this.controls, this.score, this.moves),
        el("div", { class: "pg-right" }, this.facts, this.told, this.table, this.stage)),
      this.rules);
    this.root.addEventListener("keydown", (e) => this.onKey(e));
  }

  onKey(e) {
    if (this.stage.contains(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
    e.stopPropagation();
    if (e.key === "Escape" && (this.asking || this.preview || this.choice.length)) {
      this.asking = false;
      this.preview = null;
      this.choice = [];
      this.draw();
    }
    const square = e.target.closest?.("button.pg-square");
    if (e.key === "w" && square && this.view.may_move) {
      const [r, c] = square.dataset.key.split("-");
      this.why(this.view.rows[r][c].moves);
    }
  }

  // Drawing

  draw() {
    const { view } = this;
    clearTimeout(this.timer);
    const focused = this.root.getRootNode().activeElement;
    if (this.root.contains(focused) && focused.dataset.key) this.lost = focused.dataset.key;
    this.root.classList.toggle("busy", view.thinking);
    this.root.setAttribute("aria-label", view.title);
    this.says.textContent = view.message;
    this.score.textContent = `Games won: ${view.score}`;
    this.drawHead(view);
    this.drawBoard(view);
    this.drawControls(view);
    this.drawMoves(view);
    if (view.thinking) for (const b of this.root.querySelectorAll(".pg-left button:not([data-key=on], [data-key=stop]), .pg-arena-head :is(button, select)")) b.disabled = true;
    this.refocus(view);
    if (view.long && view.answered === this.serial) this.ask({ do: "think" }); // for another slice
    if (!view.next || view.trouble) this.auto = false;
    else if (this.auto && !view.thinking) this.timer = setTimeout(() => this.ask({ do: "next" }), AUTO);
  }

  /** After a redraw, put the focus back where it was, or on the first free square. */
  refocus(view) {
    const now = this.root.getRootNode().activeElement;
    if (!this.lost || (now && now !== document.body && this.root.contains(now))) return;
    const again = this.root.querySelector(`[data-key="${this.lost}"]:is(button, select, input):enabled`);
    const target = again || (view.thinking || (view.next && !view.watched) ? null : this.root.querySelector(".pg-left button:enabled"));
    if (!target) return;
    this.lost = "";
    target.focus({ preventScroll: true });
  }

  drawHead(view) {
    const seat = ({ side, role, player, options, depth, most }) => {
      const send = (more) => this.ask({ do: "seat", side, ...more });
      const who = el("select", { class: "pg-select", "aria-label": `Who plays ${role}?`, "data-key": `who-${side}`, onchange: (e) => send({ player: e.target.value }) },
        ...options.map(([value, text]) => el("option", { value }, text)));
      who.value = player;
      const parts = [el("span", { class: `pg-piece ${side}` }), el("span", {}, role), who];
      if (player) {
        const plies = el("select", { class: "pg-select", "aria-label": `Depth of ${player}`, title: "How many plies it looks ahead", "data-key": `plies-${side}`, onchange: (e) => send({ player, depth: +e.target.value }) },
          ...Array.from({ length: most }, (_, k) => el("option", { value: k + 1 }, `depth ${k + 1}`)));
        plies.value = depth;
        parts.push(plies);
      }
      return el("span", { class: `pg-seat${view.side === side ? " turn" : ""}` }, ...parts);
    };
    this.head.replaceChildren(
      el("b", { class: "pg-title", title: view.title }, view.title), ...view.seats.map(seat));
  }

  showRules(view) {
    this.rules.replaceChildren(
      el("div", { class: "pg-dialog-head" }, el("b", {}, view.title), el("button", { class: "pg-jump", onclick: () => this.rules.close() }, "Close")),
      ...view.rules.split("\n").map((text) => el("p", {}, text)),
      el("p", {}, "Values are seen from MAX's side: plus is good for MAX, minus for MIN. ",
        "On the board, the arrow keys go from square to square, Enter plays, and w asks why not."));
    this.rules.showModal();
  }

  drawBoard(view) {
    const shown = this.preview && (this.preview.line === "best" ? this.known.line : view.history)?.[this.preview.k];
    if (!shown) this.preview = null;
    this.root.classList.toggle("looking", Boolean(shown));
    this.place.replaceChildren(shown
      ? stillBoard(shown.rows, view)
      : boardOf(view, this.known, { act: (moves) => this.act(moves), live: view.may_move, asking: this.asking }));
    if (view.totals.length) this.place.append(el("div", { class: "pg-totals" }, ...view.totals.map((t, k) => el("span", {}, el("span", { class: `pg-piece ${k ? "MIN" : "MAX"}` }), t))));
    this.drawNote(view, shown);
  }

  drawNote(view, shown) {
    const parts = [];
    if (view.long) parts.push(this.button("Stop", () => { this.auto = false; this.ask({ do: "stop" }); }, "stop", "Stop thinking"));
    else if (view.trouble) parts.push(el("span", { class: "pg-trouble", role: "alert" }, view.trouble));
    else if (shown) {
      const what = this.preview.line === "best" ? "The best line, after " : "The game after ";
      parts.push(el("span", {}, what, el("b", {}, shown.name)), this.button("Back to the game", () => this.look(null), "return"));
    } else if (this.choice.length) {
      parts.push("Which move? ", ...this.choice.map((i) => this.button(view.moves[i], () => { this.choice = []; this.go(i); })));
    } else if (this.asking) parts.push("Choose the move that you want to ask about.");
    this.note.replaceChildren(...parts);
  }

  act(moves) {
    if (moves.length === 1) { this.go(moves[0]); return; }
    this.choice = moves;
    this.drawNote(this.view);
    this.note.querySelector("button").focus();
  }

  go(i) {
    const what = this.asking ? "why" : "move";
    this.asking = false;
    this.ask({ do: what, move: i });
    if (what === "why") this.draw();
  }

  why(moves) { this.asking = true; this.act(moves); }

  look(preview) {
    this.preview = preview;
    this.draw();
    this.drawLine();
  }

  drawControls(view) {
    const parts = [], { known } = this;
    const back = this.button("Take back", () => this.ask({ do: "back" }), "back");
    back.disabled = !view.history.length;
    const game = [back,
      this.button("New game", () => this.ask({ do: "new" }), "new"),
      this.button("Swap sides", () => this.ask({ do: "swap" }), "swap", "Start a new game with the sides swapped"),
      this.button("Rules", () => this.showRules(view), "rules")];
    if (view.next) parts.push(this.button(`Let ${view.next} move`, () => this.ask({ do: "next" }), "next"));
    if (view.watched && view.next) {
      parts.push(this.button(this.auto ? "Pause" : "Auto-play", () => {
        this.auto = !this.auto;
        this.draw();
        if (this.auto && !view.thinking) this.ask({ do: "next" });
      }, "on"));
    }
    if (!view.over) {
      parts.push(
        this.button("Hint", () => this.ask({ do: "hint" }), "hint", "Show the best move"),
        this.toggle("Analyse", known.mode === "all", () => this.ask({ do: "analyse", on: known.mode !== "all" }), "analyse", "Show what every move is worth"));
      if (view.may_move) parts.push(this.toggle("Why not here?", this.asking, () => { this.asking = !this.asking; this.preview = null; this.draw(); }, "why", "Choose a move, and see what is wrong with it"));
    }
    this.controls.replaceChildren(el("div", {}, ...parts), el("div", {}, ...game));
  }

  drawMoves(view) {
    this.moves.replaceChildren(...view.history.map((ply, k) => {
      const title = ply.search ? "See the position, and the search behind this move" : "See the position";
      const show = () => {
        if (ply.search) this.ask({ do: "show", at: k });
        this.look({ line: "game", k });
      };
      const now = this.preview?.line === "game" && this.preview.k === k;
      return el("li", {}, el("button", { class: `pg-jump ${ply.owner}${ply.search ? " searched" : ""}`, title, "aria-pressed": now, "data-key": `h${k}`, onclick: show }, ply.name));
    }));
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  button(text, onclick, key = text, title = null) { return el("button", { class: "pg-jump", "data-key": key, title, onclick }, text); }
  toggle(text, on, onclick, key, title) {
    const made = this.button(text, onclick, key, title);
    made.setAttribute("aria-pressed", on);
    return made;
  }

  // The analysis

  drawAnalysis() {
    const { known } = this, on = known.mode === "all";
    this.root.classList.toggle("analysing", on);
    this.slider.max = known.deepest || 1;
    if (this.root.getRootNode().activeElement !== this.slider || !known.looking) this.slider.value = known.wanted || 1;
    this.depth.textContent = known.wanted || "";
    this.progress.textContent = known.progress || "";
    this.halt.hidden = !known.looking;
    this.drawBar(known, on);
    this.drawLine();
    this.drawTable(known, on);
    this.draw();
    // Ask for the next slice, unless somebody waits for something else.
    if (known.looking && (known.answered === this.serial || !this.asked)) this.ask({ do: "more" });
  }

  drawBar(known, on) {
    const has = on && known.share !== undefined;
    this.bar.classList.toggle("off", !has);
    this.bar.setAttribute("aria-label", has ? `Evaluation for MAX: ${known.worth}` : "Evaluation bar: switch on the analysis");
    this.bar.firstChild.style.height = `${100 * (has ? known.share : 0.5)}%`;
    this.bar.lastChild.textContent = has ? known.worth : "";
    this.bar.lastChild.classList.toggle("low", has && known.share < 0.5);
  }

  drawLine() {
    const { known } = this, { line } = known;
    if (!line?.length || known.mode !== "all") { this.line.replaceChildren(); return; }
    this.line.replaceChildren(
      el("span", { class: "pg-hint" }, "Best line "), el("b", {}, known.worth), " ",
      ...line.map((move, k) => {
        const now = this.preview?.line === "best" && this.preview.k === k;
        return el("button", { class: `pg-jump ${move.owner}`, "aria-pressed": now, "data-key": `b${k}`, title: "See this position", onclick: () => this.look(now ? null : { line: "best", k }) }, move.name);
      }));
  }

  /** All moves, best first, with what they are worth, what follows, and "why not?". */
  drawTable(known, on) {
    const { view } = this;
    if (!on) {
      this.table.replaceChildren(el("div", { class: "pg-intro" },
        el("p", {}, el("b", {}, "Hint"), " marks the best move. ", el("b", {}, "Analyse"), " shows what every move is worth, with the best line of play."),
        el("p", {}, el("b", {}, "Why not here?"), " opens the search that shows what is wrong with a move."),
        el("p", {}, "Choose an agent's move in the list below the board to step through the search behind it.")));
      return;
    }
    if (view.over) { this.table.replaceChildren(el("div", { class: "pg-intro" }, el("p", {}, "The game is over. Take back a move to analyse it."))); return; }
    const order = (known.moves || []).map((m, i) => [m, i]).sort(([a, i], [b, j]) => b.rank - a.rank || (j === known.best) - (i === known.best) || i - j);
    this.table.replaceChildren(el("table", { class: "pg-table" },
      el("thead", {}, el("tr", {}, ...["move", "value", "expected", ""].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, ...order.map(([move, i]) => el("tr", { class: move.equal ? "top" : "" },
        el("td", {}, i === known.best ? "★ " : "", el("b", {}, view.moves[i])),
        el("td", { class: "pg-num" }, move.worth), el("td", {}, move.line),
        el("td", {}, move.equal ? "" : this.button("Why not?", () => this.ask({ do: "why", move: i }), `why-${i}`, `What is wrong with ${view.moves[i]}?`)))))),
      el("p", { class: "pg-hint" }, "Values from MAX's side: plus is good for MAX."));
  }

  // The search

  drawSearch() {
    const { data, step, told, why } = this.model.get("search") || {};
    this.player?.destroy();
    this.player = null;
    this.stage.replaceChildren();
    this.told.replaceChildren();
    this.root.classList.toggle("searching", Boolean(data));
    this.root.classList.toggle("refuting", Boolean(why)); // its boards need the room
    if (!data) return;
    this.told.append(el("span", {}, told), this.button("Close the search", () => this.ask({ do: "close" }), "close"));
    this.player = new Player(JSON.parse(data), {});
    this.stage.append(this.player.el);
    if (step) this.player.go(step);
  }

  destroy() {
    clearTimeout(this.timer);
    this.player?.destroy();
  }
}

function render({ model, el: host }) {
  const arena = new Arena(model);
  host.append(arena.root);
  const unfollow = followTheme(host), leaveView = stayInView(arena.root), unsave = letSave(host);
  const changes = { "change:view": () => arena.draw(), "change:analysis": () => arena.drawAnalysis(), "change:search": () => arena.drawSearch() };
  for (const [name, act] of Object.entries(changes)) model.on(name, act);
  return () => {
    for (const [name, act] of Object.entries(changes)) try { model.off(name, act); } catch { /* MyST has none */ }
    unfollow();
    leaveView();
    unsave();
    arena.destroy();
  };
}

export default { render };
