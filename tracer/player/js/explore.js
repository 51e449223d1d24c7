// Menus above a player: the tree and its parameters, the search and its options, and the code for them.

import { copyText } from "./clipboard.js";
import { el } from "./dom.js";
import { Player } from "./player.js";

export class Explore {
  constructor(data, options) {
    this.menus = options.menus;
    this.player = new Player(data, options.onEdit ? options : { ...options, onEdit: null });
    this.trees = this.select("Tree", "source", options.menus.trees.map(([title, items]) => [title, items]));
    this.searches = this.select("Search", "search", options.menus.searches);
    this.parameters = el("span", { class: "pg-fields" });
    this.options = el("span", { class: "pg-fields" });
    this.wrong = el("div", { class: "pg-wrong", role: "alert", hidden: "" });
    this.code = el("code", { class: "pg-code", tabindex: "0", "aria-label": "The same in Python" });
    this.copied = el("button", { class: "pg-jump", title: "Copy this code", onclick: () => this.copy() }, "copy");
    this.el = el("div", { class: "pg-explore", "data-lm-suppress-shortcuts": "true" },
      el("div", { class: "pg-menus" },
        el("div", { class: "pg-menu" }, this.trees.el, this.parameters, this.searches.el, this.options),
        this.wrong,
        el("div", { class: "pg-menu pg-program" }, this.code, this.copied)),
      this.player.el);
    this.el.addEventListener("keydown", (e) => { if (!this.player.el.contains(e.target)) e.stopPropagation(); }); // typing is no shortcut
    this.shown = {};
    this.fill(data.explore);
  }

  /** A labelled menu; its items may stand in groups. */
  select(title, name, items) {
    const option = ([value, words]) => el("option", { value }, words);
    const box = el("select", { class: "pg-select", "aria-label": title, onchange: () => this.choose({ [name]: box.value }, name) },
      ...items.map(([value, words]) => (Array.isArray(words) ? el("optgroup", { label: value }, ...words.map(option)) : option([value, words]))));
    return { box, el: el("label", { class: "pg-field pg-pick" }, el("span", {}, title), box) };
  }

  /** Show what is chosen; controls that stay keep the focus. */
  fill({ source, parameters, search, options, code, program }) {
    this.trees.box.value = source;
    this.searches.box.value = search;
    this.controls("parameters", source, this.menus.parameters[source] || [], parameters);
    this.controls("options", search, this.menus.options[search] || [], options);
    this.code.textContent = code.replace(/"""[^]*"""/, '"""…"""').replace("\n", "; ");
    this.code.title = code;
    this.program = program;
    this.complain("", "");
  }

  controls(group, of, described, values) {
    if (this.shown[group] !== of) {
      this.shown[group] = of;
      this[group].replaceChildren(...described.map((one) => this.control(group, one)));
    }
    for (const [name] of described) {
      const box = this[group].querySelector(`[data-name="${name}"]`);
      if (box.type === "checkbox") box.checked = values[name]; else box.value = values[name];
    }
  }

  control(group, [name, words, kind, values]) {
    const field = `${group}:${name}`, given = { "data-name": name, "data-field": field, "aria-label": words, title: `In Python: ${name}` };
    const change = () => this.choose({ [group]: { [name]: kind === "flag" ? box.checked : box.value } }, field);
    let box;
    if (kind === "choice") box = el("select", { class: "pg-select", ...given, onchange: change }, ...values.map(([value, text]) => el("option", { value }, text)));
    else if (kind === "flag") box = el("input", { type: "checkbox", ...given, onchange: change });
    else box = el("input", { class: "pg-input", type: "text", inputmode: "decimal", autocomplete: "off", ...given, onchange: change });
    return el("label", { class: `pg-field ${kind}` }, ...(kind === "flag" ? [box, el("span", {}, words)] : [el("span", {}, words), box]));
  }

  choose(request, field) {
    this.player.editor?.ask({ op: "choose", field, ...request }, { done: (refused) => {
      if (!refused) return;
      const { source, search } = this.player.data.explore; // what is shown stays as it was
      this.trees.box.value = source;
      this.searches.box.value = search;
      this.complain(field, refused.why);
    } });
  }

  /** Say what is wrong below the control that was changed; the tree stays as it was. */
  complain(field, why) {
    for (const box of this.el.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
    this.wrong.hidden = !why;
    this.wrong.textContent = why;
    const box = why ? this.el.querySelector(`[data-field="${CSS.escape(field)}"]`) : null;
    box?.setAttribute("aria-invalid", "true");
  }

  async copy() {
    const done = await copyText(this.program, this.el);
    this.copied.textContent = done ? "copied" : "not allowed here";
    setTimeout(() => { this.copied.textContent = "copy"; }, 2000);
  }

  // What a player does

  load(data) {
    this.player.load(data);
    this.fill(data.explore);
  }

  answered(answer) { this.player.answered(answer); }
  go(i) { this.player.go(i); }
  destroy() { this.player.destroy(); }
}
