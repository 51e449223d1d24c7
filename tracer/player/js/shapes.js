// The outlines of nodes. MAX is a square and MIN a circle, both stretched to fit the text.

function rounded(w, h, corner) {
  const r = Math.min(corner, w / 2, h / 2), x = w / 2 - r, y = h / 2 - r;
  return `M${-x} ${-h / 2}H${x}a${r} ${r} 0 0 1 ${r} ${r}V${y}a${r} ${r} 0 0 1 ${-r} ${r}`
    + `H${-x}a${r} ${r} 0 0 1 ${-r} ${-r}V${-y}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

export const SHAPES = {
  squares: (max, w, h) => rounded(w, h, max ? 1 : h / 2),
  triangles: (max, w, h) => (max ? `M0 ${-h * 0.8}L${w / 2} ${h / 2}H${-w / 2}z` : `M0 ${h * 0.8}L${w / 2} ${-h / 2}H${-w / 2}z`),
};

/** The outline of a node; nobody moves at a leaf, but some searches ask for its type. */
export function outline(n, { w, h, tiny }, shape, typed) {
  if (n.children.length || n.stub) return SHAPES[shape](n.max, w, h);
  return SHAPES.squares(tiny || !typed || n.max, w, h);
}
