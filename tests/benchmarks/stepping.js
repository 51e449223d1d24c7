// The benchmark's clock, in the page: from an act to a changed DOM, and to the frame after it.

window.pgBench = {
  began: performance.now(),

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

  async times(count, act) {
    const times = [];
    for (let k = 0; k < count; k++) {
      await this.moment();
      const start = performance.now();
      act(k);
      const changed = performance.now() - start;
      times.push([changed, await this.painted(start)]);
    }
    return times;
  },

  async player(clicks, jumps) {
    const player = document.querySelector(".pg-player");
    const button = player.querySelector("[data-act=forward]");
    const slider = player.querySelector(".pg-slider");
    player.scrollIntoView();
    await this.times(10, () => button.click());
    return {
      empty: await this.times(clicks, () => {}),
      click: await this.times(clicks, () => button.click()),
      slide: await this.times(jumps, (k) => {
        slider.value = Math.floor(((k * 0.618) % 1) * slider.max);
        slider.dispatchEvent(new Event("input"));
      }),
    };
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
