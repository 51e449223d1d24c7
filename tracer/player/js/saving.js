// A player keeps Jupyter's shortcuts from its keys, but Ctrl+S, or Cmd+S on a Mac, still saves the notebook.

const KEPT = "data-lm-suppress-shortcuts"; // Jupyter looks for it around the target of a key

/** Let the shortcut that saves pass through whatever stands in `host`; returns how to stop. */
export function letSave(host) {
  const pass = (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "s") return;
    const keeping = e.composedPath().filter((part) => part instanceof Element && part.hasAttribute(KEPT) && host.contains(part));
    for (const part of keeping) part.removeAttribute(KEPT);
    setTimeout(() => { for (const part of keeping) part.setAttribute(KEPT, "true"); });
  };
  addEventListener("keydown", pass, { capture: true }); // before Jupyter sees the key
  return () => removeEventListener("keydown", pass, { capture: true });
}
