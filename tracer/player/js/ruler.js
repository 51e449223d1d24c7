// The arithmetic of the ruler: where windows and their labels go on one number axis.

/** Places numbers between left and right; the ends are the infinities, `open` pixels beyond the rest. */
export function axis([low, high], left, right, open) {
  const from = left + open, room = right - left - 2 * open;
  const span = high / 2 - low / 2; // in halves, since the whole may be infinite
  return (x) => {
    if (Math.abs(x) === Infinity) return x < 0 ? left : right;
    return from + room * (span ? Math.max(0, Math.min(1, (x / 2 - low / 2) / span)) : 0.5);
  };
}

/** The smallest and the largest finite number; [0, 0] if there are none. */
export function spanOf(numbers) {
  let low = Infinity, high = -Infinity;
  for (const x of numbers) {
    if (Math.abs(x) === Infinity) continue;
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return low > high ? [0, 0] : [low, high];
}

/** Two places moved apart evenly until there is a gap between them; the first stays the first. */
export function apart(first, second, gap) {
  const missing = Math.max(0, gap - (second - first)) / 2;
  return [first - missing, second + missing];
}

/** The middles of labels, from left to right: each above its place if possible, none over another. */
export function spaced(places, widths, left, right, gap) {
  const at = [...places], least = (k) => (widths[k] + widths[k + 1]) / 2 + gap;
  at.forEach((x, k) => { at[k] = Math.max(x, k ? at[k - 1] + least(k - 1) : left + widths[k] / 2); });
  for (let k = at.length - 1; k >= 0; k--) {
    at[k] = Math.min(at[k], k < at.length - 1 ? at[k + 1] - least(k) : right - widths[k] / 2);
  }
  return at;
}

/** The left edges of labels beside their marks, each on the first side that is free; null if none is. */
export function beside(labels, marks, reach, left, right) {
  const taken = marks.map((x) => [x - reach, x + reach]);
  return labels.map(({ at, width, sides }) => {
    for (const side of sides) {
      const from = side < 0 ? at - reach - 4 - width : at + reach + 4, to = from + width;
      if (from < left || to > right || taken.some(([a, b]) => from < b && a < to)) continue;
      taken.push([from - 2, to + 2]);
      return from;
    }
    return null;
  });
}

/** How to show so many rows, the last ones first: how many in full, as lines without text, and not at all. */
export function rowsThatFit(count, height, row, line) {
  if (count * row <= height) return { full: count, lines: 0, hidden: 0 };
  const full = Math.floor((height - count * line) / (row - line));
  if (full >= 2) return { full, lines: count - full, hidden: 0 };
  const most = Math.max(1, Math.min(2, Math.floor(height / row) - 1)); // one row says how many are hidden
  const lines = Math.max(0, Math.min(count - most, Math.floor((height - (most + 1) * row) / line)));
  return { full: most, lines, hidden: count - most - lines };
}
