// A board to click on. Its content comes from the kernel, where the rules and the searches are.

const PAUSE = 700; // ms between two moves in auto-play

function render({ model, el: host }) {
  const root = el("section", { class: "pg-arena" });
  host.append(root);
  const unfollow = followTheme(host);
  let playing = false, timer = 0, lost = ""; // lost: the element that had the focus before a redraw

  const tell = (wish) => {
    if (wish.do === "back" || wish.do === "new") playing = false;
    model.send({ ...wish, ply: model.get("view").history.length });
  };

  const draw = () => {
    const view = model.get("view");
    clearTimeout(timer);
    const focused = host.getRootNode().activeElement;
    if (root.contains(focused)) lost = focused.dataset.key;
    root.classList.toggle("busy", view.thinking);
    root.setAttribute("aria-label", view.title);
    root.replaceChildren(
      el("div", { class: "pg-says", role: "status" }, view.message),
      board(view), controls(view), history(view));
    if (view.thinking) for (const b of root.querySelectorAll("button:not([data-key=on])")) b.disabled = true;
    refocus(view);
    if (!view.next || view.failed) playing = false;
    else if (playing && !view.thinking) timer = setTimeout(() => tell({ do: "next" }), PAUSE);
  };

  /** After a redraw, put the focus back where it was, or on the first free square. */
  const refocus = (view) => {
    if (!lost || document.activeElement !== document.body) return;
    const again = root.querySelector(`[data-key="${lost}"]:enabled`);
    const target = again || (view.thinking ? null : root.querySelector("button"));
    if (!target) return;
    lost = "";
    target.focus({ preventScroll: true });
  };

  const board = (view) => el("div", { class: "pg-rows", role: "group", "aria-label": "board" },
    ...view.rows.map((row, r) => el("div", { class: "pg-row" }, ...row.map((cell, c) => square(view, cell, r, c)))));

  const square = (view, cell, r, c) => {
    const names = cell.moves.map((i) => view.moves[i]).join(" or ");
    const piece = el("span", { class: `pg-piece ${cell.owner}` }, cell.text);
    const label = `row ${r + 1}, column ${c + 1}: ${cell.text}${names ? `; move ${names}` : ""}`;
    const classes = `pg-square${cell.last ? " last" : ""}`;
    if (!cell.moves.length) return el("div", { class: classes, role: "img", "aria-label": label }, piece);
    const press = () => (cell.moves.length === 1 ? move(cell.moves[0]) : choose(view, cell.moves));
    return el("button", { class: classes, title: names, "aria-label": label, "data-key": `${r}-${c}`, onclick: press }, piece);
  };
  const move = (i) => tell({ do: "move", move: i });
  const choose = (view, moves) => {
    const box = root.querySelector(".pg-choose");
    box.replaceChildren("Which move? ", ...moves.map((i) => button(view.moves[i], () => move(i))));
    box.querySelector("button").focus();
  };

  const controls = (view) => {
    const bar = el("div", { class: "pg-choices" }, el("span", { class: "pg-choose" }));
    if (view.next) bar.append(button(`Let ${view.next} move`, () => tell({ do: "next" }), "next"));
    if (view.watched && view.next) {
      const on = button(playing ? "Pause" : "Auto-play", () => {
        playing = !playing;
        on.textContent = playing ? "Pause" : "Auto-play";
        clearTimeout(timer);
        if (playing && !view.thinking) tell({ do: "next" });
      }, "on");
      bar.append(on);
    }
    if (view.history.length) {
      bar.append(button("Take back", () => tell({ do: "back" }), "back"), button("New game", () => tell({ do: "new" }), "new"));
    }
    return bar;
  };
  const button = (text, onclick, key = text) => el("button", { class: "pg-jump", "data-key": key, onclick }, text);

  const history = (view) => el("ol", { class: "pg-moves", "aria-label": "moves" },
    ...view.history.map((ply, k) => el("li", {}, ply.search
      ? el("button", { class: `pg-jump ${ply.owner}`, title: "Show the search behind this move", "data-key": `h${k}`, onclick: () => tell({ do: "show", at: k }) }, ply.name)
      : el("span", { class: `pg-jump ${ply.owner}` }, ply.name))));

  draw();
  model.on("change:view", draw);
  return () => {
    clearTimeout(timer);
    unfollow();
    model.off("change:view", draw);
  };
}

export default { render };
