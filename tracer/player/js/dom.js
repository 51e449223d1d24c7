// Helpers for building elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Set an attribute, unless it is the same: the browser would lay the element out again. */
export function adjust(element, name, value) {
  if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, value);
}

export function icon(path) {
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: path, fill: "currentColor" }));
}

export const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
  fit: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  present: "M1 3h14v10H1zM3 5v6h10V5z",
  table: "M2 3h12v2H2zM2 7h12v2H2zM2 11h12v2H2z",
  link: "M6.6 9.4a3 3 0 0 1 0-4.2l2.5-2.5a3 3 0 0 1 4.2 4.2l-1.6 1.6-1.1-1.1 1.6-1.6a1.4 1.4 0 0 0-2-2L7.7 6.3a1.4 1.4 0 0 0 0 2zM9.4 6.6a3 3 0 0 1 0 4.2l-2.5 2.5a3 3 0 0 1-4.2-4.2l1.6-1.6 1.1 1.1-1.6 1.6a1.4 1.4 0 0 0 2 2l2.5-2.5a1.4 1.4 0 0 0 0-2z",
  plus: "M7 3h2v4h4v2H9v4H7V9H3V7h4z",
  minus: "M3 7h10v2H3z",
  follow: "M8 1l2 4h-1.2v2.2H11V6l4 2-4 2V8.8H8.8V11H10l-2 4-2-4h1.2V8.8H5V10L1 8l4-2v1.2h2.2V5H6z",
};
