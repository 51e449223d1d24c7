// The benchmark's clock, in the page: from an act to a changed DOM, and to the end of the frame that
// paints it. It does not wait for a second frame: while anything moves, that one comes with the next
// tick of the screen, 16 ms later, whatever the step has cost.

document.documentElement.dataset.pgMotion = "on"; // as readers see it; a driven browser has it off

const HAND = 300; // milliseconds between clicks: what moved has come to rest
const HASTE = 20; // as fast as a held key, which moves nothing

window.pgBench = {
  began: performance.now(),
  moved: 0, // animations that the steps started

  frame: () => new Promise(requestAnimationFrame),
  /** A moment at which a hand may click: any, between two frames. */
  moment: (pause) => new Promise((done) => setTimeout(done, pause + 16 * Math.random())),

  /** Wait for the frame; a message that is sent in it arrives after it has been painted. */
  async painted(start) {
    await this.frame();
    await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(null); });
    return performance.now() - start;
  },

  /** Milliseconds from `play(trace)` being run to the player being painted. */
  async first() {
    while (!document.querySelector(".pg-player .pg-nodes > *")) await this.frame();
    return this.painted(this.began);
  },

  async times(count, act, { before = () => {}, pause = HAND } = {}) {
    const times = [];
    for (let k = 0; k < count; k++) {
      before();
      await this.moment(pause);
      const start = performance.now();
      act(k);
      const changed = performance.now() - start;
      times.push([changed, await this.painted(start)]);
      this.moved += document.getAnimations().length;
    }
    return times;
  },

  /** An act that moves a dot and nothing else: while anything moves, a frame waits for the screen. */
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
    await this.times(10, () => button.click(), { pause: HASTE });
    const home = () => { if (+slider.value === +slider.max) player.querySelector("[data-act=first]").click(); };
    const key = { key: "ArrowRight", repeat: true, bubbles: true, cancelable: true };
    const empty = await this.times(clicks, () => {});
    this.moved = 0;
    const click = await this.times(clicks, () => button.click(), { before: home });
    const { moved } = this;
    const dot = await this.times(clicks, this.movingDot(), { pause: HASTE });
    const haste = await this.times(clicks, () => button.click(), { before: home, pause: HASTE });
    const repeat = await this.times(clicks, () => player.dispatchEvent(new KeyboardEvent("keydown", key)), { before: home, pause: HASTE });
    const slide = await this.times(jumps, (k) => {
      slider.value = Math.floor(((k * 0.618) % 1) * slider.max);
      slider.dispatchEvent(new Event("input"));
    }, { pause: HASTE });
    return { moved, empty, click, dot, haste, repeat, slide };
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
      await this.moment(HASTE);
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
