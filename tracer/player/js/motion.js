// Motion that explains a step. It moves and fades what is already drawn in place, so that the step
// itself costs no more, and the picture is right even if no animation runs.

const LASTS = 220; // milliseconds
const TIMING = { duration: LASTS, easing: "ease-out" };

/** Whether steps may move: not if the reader prefers less motion, nor in a browser that a program drives. */
export function mayMove() {
  const { pgMotion } = document.documentElement.dataset; // "on" or "off", for tests and benchmarks
  if (pgMotion) return pgMotion === "on";
  return !navigator.webdriver && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const shift = (x, y) => `translate(${x}px, ${y}px)`;

/** Let an element come from one place of the picture to another. */
export function slide(element, from, to, fade = {}) {
  const [start, end] = [fade.from ?? 1, fade.to ?? 1];
  return element.animate([{ transform: shift(from.x, from.y), opacity: start }, { transform: shift(to.x, to.y), opacity: end }], TIMING);
}

export function fadeIn(element) { return element.animate([{ opacity: 0 }, { opacity: 1 }], TIMING); }

/** Let an element sink into its place while it loses its colour. */
export function sink(element, { x, y }) {
  return element.animate([{ transform: shift(x, y - 9), opacity: 1 }, { transform: shift(x, y), opacity: 0.55 }], { ...TIMING, duration: 280 });
}
