// Walks a player through its steps and reports whatever does not fit into the slots of its rail.

async (player) => {
  const find = (selector, within = player) => [...within.querySelectorAll(selector)];
  const inside = (a, b, by = 1) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const size = +player.querySelector(".pg-slider").max, faults = new Map();
  const slots = find(".pg-panel").filter((e) => e.offsetWidth);
  const boxes = () => slots.map((e) => { const { left, top, width, height } = e.getBoundingClientRect(); return [left, top, width, height].join(); }).join(" ");
  player.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  await frame();
  const first = boxes();
  for (let i = 0; i <= size; i++) {
    const say = (text) => faults.set(text, faults.get(text) ?? i);
    if (boxes() !== first) say("a slot changes its size");
    for (const slot of slots) {
      const name = slot.dataset.panel, body = slot.querySelector(".pg-body"), room = body.getBoundingClientRect();
      const heading = slot.querySelector(".pg-heading").getBoundingClientRect();
      for (const e of find(".pg-heading span", slot).filter((s) => s.textContent)) {
        const box = e.getBoundingClientRect();
        if (!inside(box, heading) && box.top < heading.bottom) say(`${name}: “${e.textContent}” is cut in the heading`);
        if (!inside(box, heading) && e.classList.contains("pg-badge")) say(`${name}: “${e.textContent}” is not in the heading`);
      }
      if (body.scrollWidth > body.clientWidth) say(`${name} scrolls sideways`);
      for (const e of find(".pg-state, tr", body)) {
        const box = e.getBoundingClientRect();
        if (/new|down|gone|hit|asked/.test(e.className) && e === find(".new, .down, .gone, .hit, .asked", body)[0] && !inside(box, room)) say(`${name}: “${e.textContent}” has changed out of sight`);
        for (const cell of e.children) if (cell.scrollWidth > cell.clientWidth + 1 && !cell.title) say(`${name}: “${cell.textContent}” is cut`);
      }
      for (const e of find("th", body)) if (!inside(e.getBoundingClientRect(), room)) say(`${name}: the headings are out of sight`);
      for (const e of find("*", slot)) {
        const own = [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
        if (own && parseFloat(getComputedStyle(e).fontSize) < 12) say(`${name}: “${e.textContent}” is smaller than 12 px`);
      }
    }
    const texts = find(".pg-ruler text").map((e) => [e.textContent, e.getBoundingClientRect()]);
    const ruler = player.querySelector(".pg-ruler")?.getBoundingClientRect();
    texts.forEach(([text, box], k) => {
      if (!inside(box, ruler)) say(`“${text}” is not on the ruler`);
      for (const [other, at] of texts.slice(k + 1)) if (overlap(box, at)) say(`“${text}” and “${other}” overlap`);
    });
    const now = player.querySelector(".pg-call.now");
    if (now && !now.querySelector(".pg-who")) say("the innermost visit has no name");
    const line = player.querySelector(".pg-counters").getBoundingClientRect();
    for (const e of find(".pg-counter")) {
      const box = e.getBoundingClientRect();
      if (!inside(box, line) && overlap(box, line)) say(`“${e.textContent}” is cut`);
    }
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await frame();
  }
  return [...faults].map(([text, i]) => `step ${i}: ${text}`);
}
