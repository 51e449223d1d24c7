// A small map of a tree that is wider than the view: where the view is, and what was visited.

import { el } from "./dom.js";

export class Overview {
  constructor(view) {
    this.view = view;
    this.el = el("canvas", { class: "pg-overview", width: 160, height: 40, "aria-hidden": "true" });
    this.el.addEventListener("click", (e) => view.centre((e.offsetX / this.el.clientWidth) * view.model.data.tree.width));
  }

  /** Paint it, once per frame; it is there only while part of the tree is out of sight. */
  draw() {
    this.el.hidden = !this.view.isWide();
    if (this.el.hidden) return;
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.paint(); });
  }

  paint() {
    const { view, el: c } = this, { model } = view, { width, depth } = model.data.tree;
    const pen = c.getContext("2d"), sx = c.width / width, sy = (c.height - 6) / Math.max(1, depth), style = getComputedStyle(view.el);
    const across = (px) => (c.width * px) / view.total;
    pen.clearRect(0, 0, c.width, c.height);
    pen.fillStyle = style.getPropertyValue("--pg-quiet");
    for (const n of model.nodes) if (model.looks[n.i]) pen.fillRect(n.x * sx, n.depth * sy + 1, Math.max(1, 20 * sx), 4);
    pen.strokeStyle = style.getPropertyValue("--pg-line");
    pen.lineWidth = 1.5;
    pen.strokeRect(across(view.edge - view.dx), 1, across(view.room), c.height - 2);
    const now = model.node();
    if (!now) return;
    pen.fillStyle = style.getPropertyValue("--pg-now");
    pen.fillRect(now.x * sx - 2, now.depth * sy, 5, 6);
  }
}
