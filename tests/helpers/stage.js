// Walks a player through its steps and reports whatever does not fit on its stage.
//
// What the player leaves for the next frame is run at once, so that no step waits for the screen.
// `mentions` are the nodes that the caption of each step names. If contrast.js is on the page as
// `pgFaint`, new looks are held to their contrast; with `places` false, nothing else is.

async (player, options) => {
  const { mentions = [], places = true } = options ?? {};
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const inside = (a, b, by) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const overlap = (a, b, dx = 2, dy = 4) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > dx && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > dy;
  const shown = (e) => e && !e.hidden && e.offsetWidth > 0;
  const find = (selector) => [...player.querySelectorAll(selector)];

  const slider = player.querySelector(".pg-slider"), tree = player.querySelector(".pg-tree"), svg = tree.querySelector("svg");
  const caption = player.querySelector(".pg-caption"), list = player.querySelector(".pg-listing");
  const bodies = find(".pg-body"), covers = find(".pg-tools, .pg-overview");
  const faults = new Map(); // what is wrong -> the steps at which it is
  let i = 0;
  const say = (text) => faults.set(text, [...(faults.get(text) || []), i]);

  /** The texts of the picture, from left to right. */
  const textsOf = () => {
    const scale = svg.getScreenCTM().a, found = [];
    for (const e of svg.querySelectorAll("text")) {
      const box = e.getBoundingClientRect();
      if (!box.width || !e.textContent.trim()) continue;
      found.push({ e, text: e.textContent, box, font: parseFloat(getComputedStyle(e).fontSize) * scale });
    }
    return found.sort((a, b) => a.box.left - b.box.left);
  };

  const known = (window.pgKnown ??= new Set());
  const look = () => {
    const stage = player.getBoundingClientRect(), room = tree.getBoundingClientRect();
    if (stage.height !== height) say(`the height changes from ${height} to ${stage.height} px`);
    for (const faint of window.pgFaint?.(player, known) ?? []) say(`too faint: ${faint}`);
    if (!places) return;
    if (caption.scrollHeight > caption.clientHeight + 2) say(`the caption is cut: ${caption.textContent}`);
    if (!inside(caption.getBoundingClientRect(), stage, 1)) say("the caption is not on the stage");
    const line = list.querySelector(".pg-line.now");
    if (i && !line) say("no current line");
    if (line && list.offsetWidth && !inside(line.getBoundingClientRect(), list.getBoundingClientRect(), 1)) say("the current line is out of sight");
    for (const body of bodies) if (body.offsetWidth && body.scrollWidth > body.clientWidth + 1) say(`${body.getAttribute("aria-label")} is clipped by ${body.scrollWidth - body.clientWidth} px`);
    for (const e of find(".pg-title, .pg-head > .pg-step, .pg-bar-top *")) {
      if (e.offsetWidth && !inside(e.getBoundingClientRect(), stage, 0)) say(`“${e.textContent}” is not on the stage`);
    }
    const counters = player.querySelector(".pg-counters").getBoundingClientRect();
    for (const e of find(".pg-counter")) { // the least important go out of sight, but none is cut
      const at = e.getBoundingClientRect();
      if (overlap(at, counters, 0, 2) && !inside(at, counters, 2)) say(`“${e.textContent}” is cut`);
    }
    if (line && shown(list) && list.getBoundingClientRect().bottom > stage.bottom) say("the listing is not on the stage");

    const texts = textsOf(), boxes = covers.filter(shown).map((e) => [e.getBoundingClientRect(), e.className]);
    texts.forEach((a, k) => {
      if (a.font < 11.9) say(`“${a.text}” is ${a.font.toFixed(1)} px`);
      if (a.text.includes("…")) say(`“${a.text}” is shortened`);
      if (!inside(a.box, room, 2)) say(`“${a.text}” is not in the picture`);
      for (let m = k + 1; m < texts.length && texts[m].box.left < a.box.right; m++) {
        if (overlap(a.box, texts[m].box)) say(`“${a.text}” and “${texts[m].text}” overlap`);
      }
      for (const [box, name] of boxes) if (overlap(a.box, box)) say(`“${a.text}” is under ${name}`);
    });
    for (const n of mentions[i] ?? []) {
      if (!texts.some((t) => t.e.dataset.name === n)) say(`the caption names node ${n}, which has no label`);
    }
    const nodes = find(".pg-nodes > .pg-node").map((g) => ({ g, box: g.querySelector(".pg-shape").getBoundingClientRect() })).sort((a, b) => a.box.left - b.box.left);
    nodes.forEach((a, k) => {
      const name = a.g.dataset.node;
      for (const [box, cover] of boxes) if (overlap(a.box, box)) say(`node ${name} is under ${cover}`);
      for (let m = k + 1; m < nodes.length && nodes[m].box.left < a.box.right - 1; m++) {
        const marks = a.g.classList.contains("tiny") && nodes[m].g.classList.contains("tiny"); // which may touch
        if (!marks && overlap(a.box, nodes[m].box, 1, 1)) say(`nodes ${name} and ${nodes[m].g.dataset.node} overlap`);
      }
      for (const t of texts) {
        if (t.box.left > a.box.right) break;
        if (a.g.contains(t.e) && !a.g.querySelector(".below") && t.e.classList.contains("pg-value") && !inside(t.box, a.box, 3)) say(`“${t.text}” does not fit into node ${name}`);
        if (!a.g.contains(t.e) && overlap(t.box, a.box, 3, 4)) say(`“${t.text}” lies on node ${name}`);
      }
    });
  };

  press("Home");
  await frame();
  const height = player.getBoundingClientRect().height, later = window.requestAnimationFrame;
  if (!player.classList.contains("pg-present") && height > innerHeight - 100) say(`${height} px tall in a window of ${innerHeight} px`);
  const waiting = [];
  window.requestAnimationFrame = (run) => waiting.push(run);
  try {
    for (; i <= +slider.max; i++) {
      while (waiting.length) waiting.shift()(performance.now());
      look();
      press("ArrowRight");
    }
  } finally {
    window.requestAnimationFrame = later;
  }
  return [...faults].map(([text, where]) => `${text} (step ${where[0]}${where.length > 1 ? ` and ${where.length - 1} more` : ""})`);
}
