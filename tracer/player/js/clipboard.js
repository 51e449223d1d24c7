// Copying a text, also where the page may not use the clipboard directly.

import { el } from "./dom.js";

/** Put a text into the clipboard, also where the newer way is not allowed; say whether that worked. */
export function copyText(text, near) {
  const clipboard = navigator.clipboard?.writeText(text) ?? Promise.reject();
  return clipboard.then(() => true, () => copyOld(text, near));
}

function copyOld(text, near) {
  const area = el("textarea", { style: "position:fixed;opacity:0" }), before = near.getRootNode().activeElement;
  area.value = text;
  near.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus({ preventScroll: true });
  return done;
}
