// A game position in a node: its squares, with the pieces in the colours and forms of their sides.

import { svg } from "./dom.js";

const OWNERS = ["MAX", "MIN"];
const MOST_SQUARES = 8; // squares in a row or column, or none can be told apart

const squaresOf = (text) => text.split("\n").map((line) => (line.trim().includes(" ") ? line.trim().split(/\s+/) : [...line.trim()]));

/** Which side a piece belongs to: it is drawn as what the side plays, or as its first letter. */
const ownerOf = (piece, sides) => OWNERS[sides.findIndex((name) => piece === name || piece === name[0])];

/** Whether a position can be drawn as small squares. */
export function isSmall(text) {
  const rows = squaresOf(text);
  return rows.length > 1 && rows.length <= MOST_SQUARES && rows.every((row) => row.length <= MOST_SQUARES);
}

/** A position that is `high` pixels high; what differs from the position before is ringed. */
export function miniature(text, before, sides, high) {
  const rows = squaresOf(text), old = before ? squaresOf(before) : rows, wide = Math.max(...rows.map((row) => row.length));
  const side = high / Math.max(rows.length, wide), left = (-side * wide) / 2, top = (-side * rows.length) / 2;
  const g = svg("g", { class: "pg-miniature" });
  rows.forEach((row, r) => row.forEach((piece, c) => {
    const owner = ownerOf(piece, sides), x = left + c * side, y = top + r * side, size = owner ? side - 1 : 1.5;
    const fresh = piece !== old[r]?.[c] ? " fresh" : "";
    g.append(svg("rect", { class: `pg-dot ${owner ?? ""}${fresh}`, x: x + (side - size) / 2, y: y + (side - size) / 2, width: size, height: size, rx: owner === "MIN" ? 1 : size / 2 }));
  }));
  return g;
}
