// Mouse and touch on the tree: drag or one finger to pan, pinch or Ctrl + wheel to zoom, tap to pick.

const STILL = 4; // pixels that a pointer may move and still click

export function listen(view, { nodeAt, onPick, onEdit, onFold, onGrab }) {
  const { svg } = view, fingers = new Map(); // pointer -> where it is
  let drag = null;
  const place = (e) => ({ x: e.clientX, y: e.clientY });
  const apart = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const zoomAt = (factor, { x, y }) => {
    const box = svg.getBoundingClientRect();
    view.zoom(factor, x - box.left, y - box.top);
  };
  const release = (how) => {
    const held = drag?.held;
    if (held) { drag.held = null; held[how](); }
  };
  svg.addEventListener("pointerdown", (e) => {
    fingers.set(e.pointerId, place(e));
    release("cancel"); // a second finger
    if (e.pointerType === "touch") e.target.addEventListener("touchmove", stay, { passive: false }); // where its touches go, even once the tree is redrawn
    drag = { ...place(e), moved: fingers.size > 1, node: nodeAt(e), pinch: fingers.size === 2 ? apart() : null };
  });
  svg.addEventListener("pointermove", (e) => {
    if (!fingers.has(e.pointerId)) {
      if (e.pointerType === "mouse") view.hover(nodeAt(e));
      return;
    }
    fingers.set(e.pointerId, place(e));
    if (!drag) return;
    if (drag.pinch && fingers.size === 2) {
      const now = apart();
      zoomAt(now.distance / drag.pinch.distance, now);
      view.pan(now.x - drag.pinch.x, now.y - drag.pinch.y);
      drag.pinch = now;
      return;
    }
    const { x, y } = place(e), dx = x - drag.x, dy = y - drag.y;
    if (drag.held) { drag.held.move(dx, dy); return; }
    if (!drag.moved && Math.hypot(dx, dy) <= STILL) return;
    drag.held = !drag.moved && drag.node ? onGrab?.(drag.node, dx, dy) : null;
    if (drag.held) { // a node that is carried; the tree may be redrawn under the pointer
      drag.moved = true;
      svg.setPointerCapture(e.pointerId);
      return;
    }
    Object.assign(drag, { x, y, moved: true });
    view.pan(dx, dy);
  });
  const stay = (e) => { if (drag?.held) e.preventDefault(); }; // no scrolling
  svg.addEventListener("touchmove", stay, { passive: false });
  const lift = (e) => {
    fingers.delete(e.pointerId);
    release(e.type === "pointerup" ? "drop" : "cancel");
  };
  const escape = (e) => { if (e.key === "Escape") release("cancel"); };
  window.addEventListener("pointerup", lift);
  window.addEventListener("pointercancel", lift);
  window.addEventListener("keydown", escape, true);
  svg.addEventListener("pointerleave", (e) => { if (e.pointerType === "mouse") view.hover(null); });
  svg.addEventListener("click", (e) => {
    const n = nodeAt(e) || drag?.node; // the tree may have been redrawn between press and release
    const fold = e.target.closest?.(".pg-handle, .pg-wedge"), moved = drag?.moved;
    drag = null;
    if (!n || moved) return;
    if (fold) onFold(n);
    else if (!(e.detail > 1 && onEdit)) onPick(n); // a double-click edits
  });
  svg.addEventListener("dblclick", (e) => {
    const n = nodeAt(e);
    if (n && onEdit) onEdit(n, view.toScreen(n));
  });
  svg.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && !e.metaKey) return; // a plain wheel scrolls the page
    e.preventDefault();
    zoomAt(Math.exp(-e.deltaY / 300), place(e));
  }, { passive: false });
  return () => {
    window.removeEventListener("pointerup", lift);
    window.removeEventListener("pointercancel", lift);
    window.removeEventListener("keydown", escape, true);
  };
}
