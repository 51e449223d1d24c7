// What a reader sees of a player, as plain data, and ways to move it.

window.pgTest = {
  see(player) {
    const all = (selector, read) => [...player.querySelectorAll(selector)].map(read);
    const text = (e) => e.textContent;
    const row = (e) => [[...e.classList].filter((c) => c !== "pg-state").join(" "), ...[...e.children].slice(0, 5).map(text)];
    const panel = (title) => {
      const found = [...player.querySelectorAll(".pg-panel")].find((p) => p.firstChild.firstChild.textContent === title);
      if (!found) return null;
      const rows = [...found.querySelectorAll("tr, .pg-state")].filter((e) => !e.querySelector("th, .pg-more")).map(row);
      return { badge: found.querySelector(".pg-badge").textContent, rows };
    };
    const marks = (g) => ["now", "on-path"].filter((name) => g.classList.contains(name));
    const struck = all(".pg-strike", (e) => e.classList.contains("struck"));
    return {
      step: player.querySelector(".pg-step").textContent,
      slider: +player.querySelector(".pg-slider").value,
      caption: player.querySelector(".pg-caption").textContent,
      line: all(".pg-line", (e) => e.classList.contains("now")).indexOf(true),
      counters: Object.fromEntries(all("[data-counter]", (e) => [e.dataset.counter, +e.textContent])),
      stack: all(".pg-call", (e) => e.getAttribute("aria-label")),
      coloured: all(".pg-nodes > .cluster", (g) => g.dataset.node).sort(),
      open: panel("OPEN"),
      backup: panel("BACKUP"),
      table: panel("Transposition table"),
      windows: all(".pg-window", text),
      nodes: Object.fromEntries(all(".pg-nodes > .pg-node", (g) => [g.dataset.node, [
        [...g.classList].find((c) => c.startsWith("s-")).slice(2).replace("-", " "),
        g.querySelector(".pg-value")?.textContent ?? null, ...marks(g),
      ]])),
      struck: all(".pg-nodes > .pg-node", (g) => g.dataset.node).slice(1).filter((_, k) => struck[k]),
    };
  },

  press(player, key, shiftKey = false) {
    player.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
  },

  slide(player, i) {
    const slider = player.querySelector(".pg-slider");
    slider.value = i;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  },

  /** All steps by → from the first; and the steps at which ← or the slider show something else. */
  walk(player) {
    this.press(player, "Home");
    this.press(player, "f"); // all of the tree, so that the view does not depend on the way here
    const size = +player.querySelector(".pg-slider").max;
    const seen = [this.see(player)];
    for (let i = 1; i <= size; i++) {
      this.press(player, "ArrowRight");
      seen.push(this.see(player));
    }
    const differ = [];
    const check = (i, how) => {
      for (const [key, value] of Object.entries(this.see(player))) {
        const [now, before] = [JSON.stringify(value), JSON.stringify(seen[i][key])];
        if (now !== before) differ.push(`${how} ${i}: ${key} ${now}, not ${before}`);
      }
    };
    for (let i = size - 1; i >= 0; i--) {
      this.press(player, "ArrowLeft");
      check(i, "back to");
    }
    for (let k = 0, i = 0; k <= size; k++) {
      i = (i + Math.round(size * 0.618) + 1) % (size + 1);
      this.slide(player, i);
      check(i, "slid to");
    }
    return { seen, differ };
  },
};
