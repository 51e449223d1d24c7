// A board of squares: to play on, with the value of each move, or only to look at.

import { el } from "./dom.js";

const DIRECTIONS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The squares of `view`. `act(moves)` is told which moves a square stands for; `known` is the analysis. */
export function boardOf(view, known, { act, live, asking }) {
  const grid = el("div", { class: `pg-rows${asking ? " asking" : ""}`, role: "group", "aria-label": asking ? "board: choose a move to ask about" : "board" });
  grid.style.setProperty("--pg-across", Math.max(...view.rows.map((row) => row.length)));
  grid.style.setProperty("--pg-down", view.rows.length);
  const squares = new Map(); // "row-column" -> element
  view.rows.forEach((row, r) => {
    const line = el("div", { class: "pg-row" });
    if (view.numbers) line.append(el("span", { class: "pg-coordinate", "aria-hidden": "true" }, view.numbers[r]));
    row.forEach((cell, c) => {
      const one = square(view, known, cell, r, c, { act, live });
      squares.set(`${r}-${c}`, one);
      line.append(one);
    });
    grid.append(line);
  });
  if (view.columns) {
    const letters = [...view.columns].map((letter) => el("span", { class: "pg-coordinate" }, letter));
    grid.append(el("div", { class: "pg-row pg-letters", "aria-hidden": "true" }, ...(view.numbers ? [el("span", { class: "pg-coordinate" })] : []), ...letters));
  }
  aim(grid, view, squares);
  grid.addEventListener("keydown", (e) => step(e, grid));
  return grid;
}

/** What is known about the best of the moves that a square shows. */
function worthOf(known, moves) {
  if (known?.mode !== "all" || !known.moves?.length || !moves.length) return null;
  return moves.map((i) => known.moves[i]).reduce((a, b) => (b.rank > a.rank ? b : a));
}

function square(view, known, cell, r, c, { act, live }) {
  const names = cell.moves.map((i) => view.moves[i]).join(" or "), worth = worthOf(known, cell.home);
  const isBest = known?.moves?.length > 0 && cell.home.includes(known.best);
  const where = view.columns && view.numbers ? `${view.columns[c]}${view.numbers[r]}` : `row ${r + 1}, column ${c + 1}`;
  const told = [`${where}: ${cell.text === "·" ? "empty" : cell.text}`];
  if (cell.last) told.push("last move");
  if (names && live) told.push(`move ${names}`);
  if (worth) told.push(`worth ${worth.worth}`);
  if (isBest) told.push("best move");
  const classes = ["pg-square", cell.last ? "last" : "", isBest ? "best" : "", cell.text === "·" ? "empty" : "", worth ? "valued" : ""].filter(Boolean).join(" ");
  const content = [el("span", { class: `pg-piece ${cell.owner}` }, cell.text)];
  if (worth) content.push(el("span", { class: `pg-worth${worth.equal ? " top" : ""}` }, worth.worth));
  if (isBest) content.push(el("span", { class: "pg-star", "aria-hidden": "true" }, "★"));
  const about = { class: classes, "aria-label": told.join("; "), "data-key": `${r}-${c}` };
  if (!live || !cell.moves.length) return el("div", { ...about, role: "img" }, ...content);
  return el("button", { ...about, title: names, onclick: () => act(cell.moves) }, ...content);
}

/** Pointing at a square shows where its move goes. */
function aim(grid, view, squares) {
  const homes = new Map();
  view.rows.forEach((row, r) => row.forEach((cell, c) => cell.home.forEach((i) => homes.set(i, squares.get(`${r}-${c}`)))));
  const show = (e) => {
    for (const one of grid.querySelectorAll(".aim")) one.classList.remove("aim");
    const at = e.target.closest?.("button.pg-square");
    if (!at || e.type === "pointerleave" || e.type === "focusout") return;
    const [r, c] = at.dataset.key.split("-");
    for (const i of view.rows[r][c].moves) homes.get(i)?.classList.add("aim");
  };
  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) grid.addEventListener(kind, show);
}

/** Arrow keys go to the next square that can be chosen. */
function step(e, grid) {
  const way = DIRECTIONS[e.key], from = e.target.dataset.key;
  if (!way || !from) return;
  e.preventDefault();
  const [r, c] = from.split("-").map(Number);
  for (let k = 1; k < 12; k++) {
    const next = grid.querySelector(`button[data-key="${r + k * way[0]}-${c + k * way[1]}"]`);
    if (next) { next.focus(); return; }
  }
}

/** A board to look at, from rows of [text, owner, last]. */
export function stillBoard(rows, view) {
  const cells = rows.map((row) => row.map(([text, owner, last]) => ({ text, owner, last: last === 1, moves: [], home: [] })));
  return boardOf({ rows: cells, columns: view.columns, numbers: view.numbers, moves: [] }, null, { act: () => {}, live: false });
}
