// The laboratory: knobs, curves that grow as results arrive, and what to do with them.
// The kernel measures, one slice at a time; the browser asks for the next one by setting `wish`.

import { chart, formula, mark, sureOf } from "./chart.js";
import { copyText } from "./clipboard.js";
import { el, svg } from "./dom.js";
import { stayInView } from "./inview.js";
import { followTheme } from "./theme.js";

const PATIENCE = 4000; // ms until a reader is told that the kernel does not answer
const PAUSE = 250; // ms between two looks at whether the fast counters are ready
const FORMS = { alphabeta: "circle", ps_star: "square", sss_star: "diamond", dual_star: "up", scout: "down", mtd_f: "cross" };
const WORDS = { w: "width _w_", d: "depth _d_", R: "order _R_", p: "probability _p_ that a node keeps to its order", k: "number of partitions _k_" };
const LOG = ["w", "R", "k"]; // axes on which equal factors are equally far apart
const DASHES = { minimal: "1 4", model: "7 4", limit: "10 3 2 3" };

class Laboratory {
  constructor(model) {
    this.model = model;
    this.serial = Date.now(); // so that two views do not ask alike
    this.running = false;
    this.silent = false; // the kernel does not answer
    this.chosen = {}; // what the kernel has not been told yet, or not answered
    this.table = false;
    this.typing = null; // a number that is not finished yet
    this.build();
    this.draw();
    if (!this.view.searched) this.start();
  }

  get view() { return this.model.get("view"); }
  get menus() { return this.model.get("menus"); }

  // The kernel

  ask(wish) {
    clearTimeout(this.late);
    this.late = setTimeout(() => { this.silent = true; this.drawState(); }, PATIENCE);
    clearTimeout(this.next);
    this.model.set("wish", { ...wish, choice: { ...this.chosen }, serial: ++this.serial });
    try { this.model.save_changes(); } catch { clearTimeout(this.late); this.silent = true; this.drawState(); }
  }

  /** Go on measuring, after changing what is chosen; a choice that the kernel has not seen yet goes with the next. */
  start(choice = {}) {
    this.running = true;
    this.trouble = "";
    Object.assign(this.chosen, choice);
    this.ask({ do: "more" });
    this.drawState();
  }

  stop() {
    this.running = false;
    this.ask({ do: "stop" });
  }

  /** The kernel has told something; if it answered us, ask for more. */
  hear() {
    const { view } = this;
    this.silent = false;
    if (view.answered === this.serial) {
      clearTimeout(this.late);
      this.chosen = {};
      if (view.trouble) { this.trouble = view.trouble; this.field = view.field; }
      if (view.done) this.running = false;
      if (this.running) this.next = setTimeout(() => this.ask({ do: "more" }), view.waiting ? PAUSE : 0);
    }
    this.draw();
  }

  // Elements that stay

  build() {
    const { menus } = this, box = (name, attributes) => el("input", { class: "pg-lab-number", type: "number", "data-name": name, oninput: (e) => { this.typing = e.target; }, onblur: () => { this.typing = null; }, onchange: (e) => { this.typing = null; this.start({ [name]: read(e.target.value) }); }, ...attributes });
    const select = (name, act, ...items) => el("select", { class: "pg-select", "data-name": name, onchange: (e) => act(e.target.value) }, ...items.map(([value, words]) => el("option", { value }, words)));
    const field = (words, input, title) => el("label", { class: "pg-lab-field", title }, ...words, input);
    const name = (letter) => [el("i", {}, letter)];
    this.inputs = {
      along: select("along", (along) => this.start({ along }), ...Object.entries(menus.axes).map(([x, words]) => [x, `${words} ${x}`])),
      w: box("w", { min: 2, max: menus.most.w }), d: box("d", { min: 1, max: menus.most.d }),
      kind: select("kind", (kind) => this.start(kind === "ordered" ? { R: 1 } : { R: null, ...(["R", "p"].includes(this.view.setup.along) ? { along: "d" } : {}) }), ["ordered", "ordered (Srimani)"], ["iid", "independent leaves"]),
      R: select("R", (R) => this.start({ R: Number(R) })),
      p: box("p", { min: 0, max: 1, step: 0.05 }), k: box("k", { min: 1, max: menus.most.w }),
      trees: box("trees", { min: 1, max: menus.most.trees, step: 10 }), seed: box("seed", {}),
    };
    const i = this.inputs;
    this.fields = {
      along: field(["axis"], i.along, "What runs along the axis"), w: field(name("w"), i.w, "Width: children of each node"), d: field(name("d"), i.d, "Depth"),
      kind: field(["trees"], i.kind, "How the trees are drawn"), R: field(name("R"), i.R, "Order: the best child is among the first w/R"),
      p: field(name("p"), i.p, "Probability that a node keeps to its order"), k: field(name("k"), i.k, "Partitions into which PS*(k) divides the children of a node"),
      trees: field(["sample"], i.trees, "Number of trees at each point"), seed: field(["seed"], i.seed, "Seed of the first tree"),
    };
    this.searches = Object.fromEntries(menus.searches.map(([search]) => [search, el("input", { type: "checkbox", "data-name": search, onchange: () => this.pick() })]));
    const button = (words, act, key, title) => el("button", { class: "pg-jump", type: "button", "data-key": key, title, onclick: act }, words);
    this.go = button("Stop", () => (this.running ? this.stop() : this.start()), "go");
    this.looks = button("Numbers", () => { this.table = !this.table; this.draw(); }, "table", "Curves or numbers");
    this.copied = button("Copy code", () => this.copy(), "copy", "A cell that repeats this");
    this.state = el("span", { class: "pg-lab-state", role: "status" });
    this.bar = el("progress", { class: "pg-lab-bar", "aria-label": "Trees searched" });
    this.wrong = el("div", { class: "pg-wrong", role: "alert" });
    this.stage = el("div", { class: "pg-lab-stage" });
    this.root = el("section", { class: "pg-lab", "aria-label": "Laboratory", "data-lm-suppress-shortcuts": "true" },
      el("div", { class: "pg-lab-row" }, ...Object.values(this.fields)),
      el("div", { class: "pg-lab-row" }, ...menus.searches.map(([search, title]) => el("label", { class: "pg-lab-search" }, this.searches[search], svg("svg", { width: 18, height: 12, viewBox: "0 0 18 12", "aria-hidden": "true" }, ...sample(search)), title)), this.wrong),
      this.stage,
      el("div", { class: "pg-lab-row pg-lab-foot" }, this.go, this.bar, this.state, el("span", { class: "pg-lab-space" }), this.looks,
        button("Save CSV", () => save(csv(this.view), "text/csv", "laboratory.csv"), "csv", "The numbers of all points"),
        button("Save PNG", () => this.savePicture(), "png", "The curves as a picture"), this.copied));
    this.root.addEventListener("keydown", (e) => e.stopPropagation()); // typing is no shortcut
    this.sized = new ResizeObserver(() => this.drawStage());
    this.sized.observe(this.stage);
  }

  pick() {
    const searches = Object.keys(this.searches).filter((search) => this.searches[search].checked);
    this.start({ searches });
  }

  // Drawing

  draw() {
    const { view, inputs } = this, { setup } = view, off = (name, on) => { inputs[name].disabled = on; this.fields[name].classList.toggle("off", on); };
    if (inputs.R.childElementCount !== view.orders.length || inputs.R.lastChild?.value !== `${view.orders.at(-1)}`) inputs.R.replaceChildren(...view.orders.map((R) => el("option", { value: R }, `${R}${R === 1 ? " random" : R === setup.w ? " minimal" : ""}`)));
    for (const name of ["along", "w", "d", "R", "p", "k", "trees", "seed"]) if (inputs[name] !== this.typing) set(inputs[name], setup[name] ?? "");
    set(inputs.kind, setup.R == null ? "iid" : "ordered");
    for (const name of ["w", "d", "R", "p", "k"]) off(name, setup.along === name || (setup.R == null && "Rp".includes(name)) || (name === "k" && !setup.searches.includes("ps_star")));
    for (const option of inputs.along.options) option.disabled = setup.R == null && "Rp".includes(option.value);
    for (const [search, input] of Object.entries(this.searches)) input.checked = setup.searches.includes(search);
    for (const [name, input] of Object.entries(inputs)) input.toggleAttribute("aria-invalid", Boolean(this.trouble) && name === this.field);
    this.drawState();
    this.drawStage();
  }

  drawState() {
    const { view } = this, trees = (n) => `${n} ${n === 1 ? "tree" : "trees"} at each point`;
    const what = Object.keys(this.chosen).length ? "Starting …" : view.done ? `${trees(view.rounds)}.` : this.running ? `${view.rounds} of ${trees(view.setup.trees)}` : view.searched ? `Stopped: ${trees(view.rounds)}.` : "";
    const why = view.waiting ? " Large trees wait until the fast counters are compiled …" : view.compiling && this.running ? " The fast counters are being compiled …" : "";
    this.state.textContent = this.silent ? "The kernel does not answer. It may be busy; if not, run the cell again." : `${what}${why}`;
    this.state.classList.toggle("late", this.silent);
    this.go.textContent = this.running ? "Stop" : view.done ? "Done" : view.searched ? "Go on" : "Start";
    this.go.disabled = !this.running && view.done;
    this.bar.max = view.wanted;
    this.bar.value = view.searched;
    this.wrong.textContent = [this.trouble, ...view.notes].filter(Boolean).join(" ");
    this.wrong.classList.toggle("note", !this.trouble);
  }

  drawStage() {
    if (this.table) this.stage.replaceChildren(table(this.view));
    else {
      const { clientWidth: width, clientHeight: height } = this.stage;
      if (width && height) this.stage.replaceChildren(picture(this.view, this.menus, width, height));
    }
    this.looks.textContent = this.table ? "Curves" : "Numbers";
  }

  // What to do with it

  async copy() {
    const done = await copyText(this.view.code, this.root);
    this.copied.textContent = done ? "Copied" : "Not allowed";
    setTimeout(() => { this.copied.textContent = "Copy code"; }, 2000);
  }

  savePicture() {
    const width = 1100, height = 480, drawn = picture(this.view, this.menus, width, height);
    drawn.style.cssText = "position:absolute;left:-9999px"; // styles apply only on the page
    this.root.append(drawn);
    freeze(drawn, getComputedStyle(this.root));
    drawn.remove();
    drawn.removeAttribute("style");
    const image = new Image(), text = new XMLSerializer().serializeToString(drawn);
    image.onload = () => {
      const canvas = el("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
      canvas.toBlob((blob) => save(blob, "image/png", "laboratory.png"), "image/png");
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }

  destroy() {
    clearTimeout(this.late);
    clearTimeout(this.next);
    this.running = false;
    this.sized.disconnect();
  }
}

const set = (input, value) => { if (input.value !== `${value}`) input.value = value; };
const read = (text) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : text);
const color = (search) => `var(--pg-curve-${search || "none"})`;
const look = (search) => ({ color: color(search), form: FORMS[search] });

function sample(search, x = 9, y = 6) {
  const paint = { fill: color(search), stroke: color(search) };
  return [svg("path", { class: "pg-plot-curve", d: `M${x - 9} ${y}h18`, stroke: color(search) }), mark(FORMS[search], x, y, { class: "pg-plot-mark", ...paint })];
}

// The picture: what was measured in words, a legend, and two charts

/** Both charts with all that is needed to read them, as they are saved. */
export function picture(view, menus, width, height) {
  const { setup } = view, drawn = svg("svg", { class: "pg-lab-picture", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": plain(heading(view)) });
  drawn.append(formula(heading(view), { x: 10, y: 18, class: "pg-plot-heading" }));
  const top = 26 + legend(drawn, view, menus, width), half = width / 2;
  const theory = view.theory.map((line) => ({ look: { ...look(line.curve), dash: DASHES[line.kind] }, points: line.at.map(([x, y]) => ({ x, y })) }));
  const shared = { label: WORDS[setup.along], values: view.axis, log: LOG.includes(setup.along) };
  const side = (what, off, printed, title, x, lines) => chart({ x, y: top, width: half, height: height - top }, {
    ...shared, title, lines,
    curves: view.curves.map((curve) => ({ look: look(curve), points: of(view, curve).map((r) => ({ x: r.x, y: r[what], off: r[off], words: words(r, setup, what, off, printed) })) })),
    rings: view.curves.map((curve) => ({ look: look(curve), points: of(view, curve).filter((r) => r[printed]).map((r) => ({ x: r.x, y: r[printed] })) })),
  });
  drawn.append(
    side("nbp", "nbp_interval", "printed_nbp", "Leaves evaluated (NBP)", 0, theory),
    side("storage", "storage_interval", "printed_storage", "Storage", half, []));
  return drawn;
}

const of = (view, curve) => view.readings.filter((r) => r.curve === curve);
const plain = (text) => text.replaceAll("_", "");

export function words(r, setup, what, off, printed) {
  const sure = r[off] == null ? "" : ` ± ${r[off].toPrecision(2)}`;
  return `${r.search}, ${setup.along} = ${r.x}: ${Number(r[what].toFixed(1))}${sure}${r[printed] ? `, printed ${r[printed]}` : ""}`;
}

/** What was measured; a browser's Python sends undefined where others send null. */
export function heading({ setup, rounds, searched, readings }) {
  const shape = ["w", "d"].map((name) => (setup.along === name ? `_${name}_` : setup[name])).join(",");
  const order = setup.R == null ? "independent leaves" : ["R", "p"].filter((name) => setup.along !== name && (name === "R" || setup.p < 1)).map((name) => `_${name}_ = ${setup[name]}`).join(", ");
  const trees = rounds > 1 ? `${rounds} trees` : rounds || searched ? "1 tree" : "no tree yet";
  const unsure = readings.some((r) => r.nbp_interval && !sureOf({ y: r.nbp, off: r.nbp_interval }));
  const roots = setup.R == null ? [] : ["roots worth 64"];
  const parts = [`_T_(${shape})${order ? `, ${order}` : ""}`, ...roots, `${trees} at each point, seeds from ${setup.seed}`, `bands: 95 % intervals${unsure ? ", unless they reach 0" : ""}`];
  return parts.join("  ·  ");
}

/** The legend, above the charts; returns its height. */
function legend(drawn, view, menus, width) {
  const titles = Object.fromEntries(menus.searches), { setup } = view, entries = [];
  for (const curve of view.curves) {
    const title = titles[curve].replace("(k)", setup.along === "k" ? "(_k_)" : `(${setup.k})`);
    entries.push([curve === "ps_star" ? title : titles[curve], (x, y) => sample(curve, x + 9, y)]);
  }
  const ring = (x, y) => [mark("circle", x + 9, y, { class: "pg-plot-ring", stroke: color("") }, 6)];
  if (view.readings.some((r) => r.printed_nbp || r.printed_storage)) entries.push(["printed (Srimani 1985)", ring]);
  const lines = new Map(view.theory.map((line) => [line.title, line.kind]));
  for (const [title, kind] of lines) entries.push([title, (x, y) => [svg("path", { class: "pg-plot-theory", d: `M${x - 4} ${y}h26`, stroke: color(""), "stroke-dasharray": DASHES[kind] })]]);
  let x = 14, y = 36;
  for (const [title, draw] of entries) {
    const room = 30 + 6.9 * plain(title).length + 16;
    if (x > 14 && x + room > width) { x = 14; y += 20; }
    drawn.append(...draw(x, y), formula(title, { x: x + 28, y: y + 4, class: "pg-plot-label" }));
    x += room;
  }
  return y - 10;
}

// Numbers

const COLUMNS = [["trees", "trees"], ["nbp", "NBP"], ["nbp_interval", "±"], ["printed_nbp", "printed"], ["storage", "storage"], ["storage_interval", "±"], ["largest_storage", "largest"], ["printed_storage", "printed"]];

function table(view) {
  const show = (value) => (value == null ? "" : Number.isInteger(value) ? value.toLocaleString("en") : value.toLocaleString("en", { maximumFractionDigits: 1 }));
  const cell = (text) => el("td", { class: "pg-num" }, text);
  return el("div", { class: "pg-lab-numbers", tabindex: "0" }, el("table", { class: "pg-table" },
    el("thead", {}, el("tr", {}, ...[view.setup.along, "search", ...COLUMNS.map(([, title]) => title)].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...view.readings.map((r) => el("tr", {}, cell(r.x), el("td", {}, r.search), ...COLUMNS.map(([name]) => cell(show(r[name]))))))));
}

/** The readings as comma-separated values, a line for each point and search. */
export function csv({ readings }) {
  const names = Object.keys(readings[0] ?? {});
  const line = (values) => values.map((value) => (value == null ? "" : /[",]/.test(value) ? `"${`${value}`.replaceAll('"', '""')}"` : value)).join(",");
  return `${[names, ...readings.map((r) => names.map((name) => r[name]))].map(line).join("\n")}\n`;
}

function save(content, type, name) {
  const url = URL.createObjectURL(new Blob([content], { type })), link = el("a", { href: url, download: name });
  document.body.append(link); // some browsers do not follow a link that is nowhere
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "font-family", "font-size", "font-style", "font-weight"];

/** Write the styles of a picture into its elements, for a file of its own. */
function freeze(drawn, around) {
  for (const node of drawn.querySelectorAll("*")) {
    const found = getComputedStyle(node);
    for (const name of STYLES) node.style.setProperty(name, found.getPropertyValue(name));
  }
  drawn.prepend(svg("rect", { width: "100%", height: "100%", fill: around.backgroundColor }));
}

function render({ model, el: host }) {
  const laboratory = new Laboratory(model), hear = () => laboratory.hear();
  host.append(laboratory.root);
  const unfollow = followTheme(host), leaveView = stayInView(laboratory.root);
  model.on("change:view", hear);
  return () => {
    try { model.off("change:view", hear); } catch { /* MyST has none */ }
    unfollow();
    leaveView();
    laboratory.destroy();
  };
}

export default { render };
