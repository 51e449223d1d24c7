// The connection to anywidget: reads the traits and sets `step`. Stepping sends nothing to the kernel.

import { createCompare } from "./compare.js";
import { Player } from "./player.js";
import { Quiz } from "./predict.js";

function create(data, options) {
  if (data.traces) return createCompare(data, options);
  return options.predict ? new Quiz(data, options) : new Player(data, options);
}

export function render({ model, el: host }) {
  let shown = null;
  const draw = () => {
    const focused = host.contains(document.activeElement);
    if (shown) shown.destroy();
    host.replaceChildren();
    const data = JSON.parse(model.get("data"));
    const report = (i) => model.set("step", i);
    const options = { shape: model.get("shape"), names: model.get("names"), detail: model.get("detail"), onStep: report };
    if (model.get("editable")) {
      options.onEdit = (dewey, value) => { model.set("edit", { node: dewey, value, serial: Date.now() }); model.save_changes(); };
    }
    if (model.get("predict") && !data.traces) {
      options.predict = model.get("predict");
      options.onScore = (score) => { model.set("score", score); model.save_changes(); };
    }
    shown = create(data, options);
    host.append(shown.el);
    const at = model.get("step");
    if (at) shown.go(at);
    if (focused) shown.el.focus({ preventScroll: true });
  };
  const restart = () => { model.set("step", 0); draw(); }; // a new trace starts at step 0
  const follow = () => shown.go(model.get("step"));
  // The kernel is told the current step only when the focus leaves the player.
  host.addEventListener("focusout", (e) => host.contains(e.relatedTarget) || model.save_changes());
  draw();
  model.on("change:data", restart);
  model.on("change:step", follow);
  return () => {
    model.off("change:data", restart);
    model.off("change:step", follow);
    shown.destroy();
  };
}

export default { render };
