// Walks a player step by step and reports whatever does not fit on its stage.

async (player, most) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const inside = (a, b, by) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const faults = new Set();
  press("Home");
  await frame();
  const height = player.offsetHeight, size = Math.min(most, +player.querySelector(".pg-slider").max);
  if (height > innerHeight - 100) faults.add(`${height} px tall in a window of ${innerHeight} px`);
  for (let i = 0; i <= size; i++) {
    const say = (text) => faults.add(`step ${i}: ${text}`);
    const stage = player.getBoundingClientRect(), box = player.querySelector(".pg-tree").getBoundingClientRect();
    const caption = player.querySelector(".pg-caption");
    if (player.offsetHeight !== height) say(`the height changes to ${player.offsetHeight} px`);
    if (caption.scrollHeight > caption.clientHeight + 2) say(`the caption is cut: ${caption.textContent}`);
    if (!inside(caption.getBoundingClientRect(), stage, 1)) say("the caption is not on the stage");
    const list = player.querySelector(".pg-listing"), line = list.querySelector(".pg-line.now");
    if (i && !line) say("no current line");
    if (line && !inside(line.getBoundingClientRect(), list.getBoundingClientRect(), 1)) say("the current line is out of sight");
    if (list.scrollWidth > list.clientWidth + 1) say("the listing is clipped");
    for (const panel of player.querySelectorAll(".pg-body")) {
      if (panel.offsetParent && panel.scrollWidth > panel.clientWidth + 1) say(`${panel.getAttribute("aria-label")} is clipped`);
    }
    const texts = [...player.querySelectorAll(".pg-tree svg text")].filter((t) => t.textContent.trim())
      .map((t) => ({ text: t.textContent, at: t.getBoundingClientRect(), font: parseFloat(getComputedStyle(t).fontSize) })).filter((t) => t.at.width);
    texts.sort((a, b) => a.at.left - b.at.left);
    texts.forEach((a, k) => {
      if (a.font < 11.9) say(`“${a.text}” is ${a.font} px`);
      if (!inside(a.at, box, 2)) say(`“${a.text}” is not in the picture`);
      for (let m = k + 1; m < texts.length && texts[m].at.left < a.at.right; m++) {
        if (overlap(a.at, texts[m].at)) say(`“${a.text}” and “${texts[m].text}” overlap`);
      }
    });
    const tools = player.querySelector(".pg-tools").getBoundingClientRect();
    for (const t of texts) if (overlap(t.at, tools)) say(`“${t.text}” is under a button`);
    press("ArrowRight");
    await frame();
  }
  return [...faults];
}
