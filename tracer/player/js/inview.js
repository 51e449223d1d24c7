// After a cell has run, Jupyter goes on to the next one, which may push what was just made out of sight.

const WAIT = 1500; // ms in which Jupyter may still scroll
const ACTS = ["wheel", "pointerdown", "keydown", "touchmove"]; // by which readers show that they want to be elsewhere

/** Whether the reader has just run the cell around an element: it is active, or the one after it is. */
function justRun(element) {
  const cell = element.closest(".jp-Cell"), active = (c) => c?.classList.contains("jp-mod-active");
  return Boolean(navigator.userActivation?.hasBeenActive) && (active(cell) || active(cell?.nextElementSibling));
}

/** Keep a new player wholly in view until Jupyter has settled, or the reader goes elsewhere. */
export function stayInView(element) {
  const show = () => { if (justRun(element)) element.scrollIntoView({ block: "nearest" }); };
  const placed = new ResizeObserver(show);
  const stop = () => {
    clearTimeout(timer);
    placed.disconnect();
    document.removeEventListener("scroll", show, { capture: true });
    for (const act of ACTS) document.removeEventListener(act, stop, { capture: true });
  };
  const timer = setTimeout(stop, WAIT);
  placed.observe(element);
  document.addEventListener("scroll", show, { capture: true });
  for (const act of ACTS) document.addEventListener(act, stop, { capture: true });
  return stop;
}
