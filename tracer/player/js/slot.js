// A slot of the rail: a heading, and a body of fixed size that scrolls inside.

import { el } from "./dom.js";

export function makeSlot(name, title, content, { role = "group", tab = title } = {}) {
  const badge = el("span", { class: "pg-badge" });
  const body = el("div", { class: "pg-body", tabindex: "0", role, "aria-label": title }, ...content);
  const slot = el("section", { class: "pg-panel", "data-panel": name, "data-tab": tab }, el("h2", { class: "pg-heading" }, title, badge), body);
  return { slot, badge, body };
}

/** Whether all of a part of a body can be seen. */
export function isInView(body, part) {
  const box = body.getBoundingClientRect(), at = part.getBoundingClientRect();
  return at.top >= box.top && at.bottom <= box.bottom;
}

/** Scroll a body so that a part of it can be seen below what sticks to its top, no further than necessary. */
export function keepInView(body, part, stuck = 0) {
  const box = body.getBoundingClientRect(), at = part.getBoundingClientRect();
  const top = box.top + stuck, room = box.height - stuck;
  if (at.top < top || at.bottom > box.bottom) body.scrollTop += at.top - top - Math.max(0, room - at.height) / 2;
}
