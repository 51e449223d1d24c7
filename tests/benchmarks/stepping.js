// The benchmark's clock, in the page: from an act to a changed DOM, and to the frame after it.

document.documentElement.dataset.pgMotion = "on"; // as readers see it; a driven browser has it off

window.pgBench = {
  began: performance.now(),
  moved: 0, // animations that the steps started

  frame: () => new Promise(requestAnimationFrame),
  /** A moment at which a hand may click: any, between two frames. */
  moment: () => new Promise((done) => setTimeout(done, 20 + 16 * Math.random())),

  async painted(start) {
    await this.frame();
    await this.frame();
    return performance.now() - start;
  },

  /** Milliseconds from `play(trace)` being run to the player being painted. */
  async first() {
    while (!document.querySelector(".pg-player .pg-nodes > *")) await this.frame();
    return this.painted(this.began);
  },

  async times(count, act, before = () => {}) {
    const times = [];
    for (let k = 0; k < count; k++) {
      before();
      await this.moment();
      const start = performance.now();
      act(k);
      const changed = performance.now() - start;
      times.push([changed, await this.painted(start)]);
      this.moved += document.getAnimations().length;
    }
    return times;
  },

  /** An act that moves a dot and nothing else: frames come more slowly while anything moves. */
  movingDot() {
    const dot = document.body.appendChild(document.createElement("div"));
    dot.style.cssText = "position: fixed; width: 4px; height: 4px; top: 2px; left: 2px; background: currentColor";
    return () => dot.animate([{ transform: "none" }, { transform: "translate(9px)" }], 220);
  },

  async player(clicks, jumps) {
    const player = document.querySelector(".pg-player");
    const button = player.querySelector("[data-act=forward]");
    const slider = player.querySelector(".pg-slider");
    player.scrollIntoView();
    await this.times(10, () => button.click());
    const home = () => { if (+slider.value === +slider.max) player.querySelector("[data-act=first]").click(); };
    const key = { key: "ArrowRight", repeat: true, bubbles: true, cancelable: true };
    const empty = await this.times(clicks, () => {});
    const dot = await this.times(clicks, this.movingDot());
    this.moved = 0;
    const click = await this.times(clicks, () => button.click(), home);
    const { moved } = this;
    const repeat = await this.times(clicks, () => player.dispatchEvent(new KeyboardEvent("keydown", key)), home);
    const slide = await this.times(jumps, (k) => {
      slider.value = Math.floor(((k * 0.618) % 1) * slider.max);
      slider.dispatchEvent(new Event("input"));
    });
    return { moved, empty, dot, click, repeat, slide };
  },

  /** Milliseconds from a change of the first leaf to the answer of the kernel being painted. */
  async edit(changes) {
    const players = document.querySelectorAll(".pg-player"), player = players[players.length - 1], times = [];
    const value = () => player.querySelector(".pg-nodes > .pg-node.leaf .pg-value");
    const press = (key, more) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    player.scrollIntoView();
    player.querySelector("[data-act=last]").click();
    value().closest(".pg-node").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    for (let k = 0; k < changes; k++) {
      await this.moment();
      const before = value().textContent, start = performance.now();
      press(k % 2 ? "ArrowDown" : "ArrowUp", { altKey: true });
      while (value().textContent === before) await this.frame();
      times.push(await this.painted(start));
    }
    return times;
  },

  async usual(clicks) {
    const button = [...document.querySelectorAll("button")].find((b) => b.textContent === "forward");
    const picture = document.querySelector(".usual"), times = [];
    picture.scrollIntoView();
    for (let k = 0; k < clicks; k++) {
      await this.moment();
      const start = performance.now();
      const drawn = new Promise((done) => {
        const observer = new MutationObserver(() => { observer.disconnect(); done(); });
        observer.observe(picture, { childList: true, subtree: true });
      });
      button.click();
      await drawn;
      times.push(await this.painted(start));
    }
    return times;
  },
};
