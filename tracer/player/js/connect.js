// The connection to a host such as anywidget: reads the traits and sets `step`. Stepping sends nothing to the kernel.

import { stayInView } from "./inview.js";
import { letSave } from "./saving.js";
import { followTheme } from "./theme.js";

const LOOK = ["shape", "names", "detail"]; // options of the same name

/** Do what only a host with a kernel can do; the others say so with an error. */
function ifPossible(act) {
  try { act(); return true; } catch { return false; } // a page in MyST has no kernel to tell
}

/** Show what `create` makes of the data and the options, and keep it in step with the model. */
export function connect(create, { model, el: host }) {
  let shown = null, told = -1; // the step that the model was told
  const save = () => ifPossible(() => model.save_changes());
  const optionsOf = (data) => {
    const options = { onStep: (i) => { told = i; model.set("step", i); } };
    for (const name of LOOK) if (model.get(name) !== undefined) options[name] = model.get(name);
    const ask = (request) => { model.set("edit", request); return save(); };
    if (model.get("editable")) options.onEdit = ask;
    else if (model.save_changes) options.onSweep = ask; // a page in MyST has no kernel to ask
    if (data.traces) return options;
    options.predict = model.get("predict");
    options.onPredict = (kind) => model.set("predict", kind);
    options.onScore = (score) => { model.set("score", score); save(); };
    // A page in MyST has the trait, but no kernel.
    options.mayRepeat = () => Boolean(model.get("repeatable") && model.save_changes);
    options.onAgain = () => { model.set("again", model.get("again") + 1); save(); };
    if (data.explore) options.menus = model.get("menus");
    return options;
  };
  const given = () => {
    const data = model.get("data");
    return typeof data === "string" ? JSON.parse(data) : data;
  };
  const draw = (data = given()) => {
    const at = model.get("step"), old = shown;
    told = -1;
    const focused = old?.el.contains(host.getRootNode().activeElement);
    shown = create(data, optionsOf(data));
    if (old) {
      old.destroy();
      old.el.replaceWith(shown.el);
    } else host.append(shown.el); // beside what the host keeps here, such as a style sheet
    if (at) shown.go(at);
    if (focused) shown.el.focus({ preventScroll: true });
  };
  const restart = () => {
    const data = given();
    if (shown.load && !data.traces) { shown.load(data); return; }
    model.set("step", 0);
    draw(data);
  };
  const hear = () => shown.answered?.(model.get("answer"));
  const follow = () => { if (model.get("step") !== told) shown.go(model.get("step")); }; // somebody else set it
  // The kernel is told the current step only when the focus leaves the player.
  const leave = (e) => host.contains(e.relatedTarget) || save();
  const unfollow = followTheme(host);
  draw();
  const leaveView = stayInView(shown.el), unsave = letSave(host);
  host.addEventListener("focusout", leave);
  model.on("change:data", restart);
  model.on("change:answer", hear);
  model.on("change:step", follow);
  return () => {
    ifPossible(() => { model.off("change:data", restart); model.off("change:answer", hear); model.off("change:step", follow); });
    host.removeEventListener("focusout", leave);
    unfollow();
    leaveView();
    unsave();
    shown.destroy();
  };
}
