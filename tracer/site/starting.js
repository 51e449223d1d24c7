// Says that Python is starting, and how far it is, on the pages where notebooks run.
(() => {
  const TOTAL = $total; // bytes that Python and its packages have
  const STYLE = `
    #pg-starting { position: fixed; z-index: 10000; left: 50%; bottom: 1.5rem; translate: -50%;
      box-sizing: border-box; width: min(30rem, 94vw); padding: .7rem 1rem; border-radius: 8px;
      font: 15px/1.4 system-ui, "DejaVu Sans", sans-serif; color: #fff; background: #14384f;
      box-shadow: 0 2px 12px #0006; }
    #pg-starting progress { display: block; width: 100%; margin-top: .4rem; accent-color: #7cc4f0; }`;

  class Starting {
    constructor() {
      this.fetched = 0;
      const box = document.createElement("div");
      box.id = "pg-starting";
      box.innerHTML = "<style></style><span role=status></span><progress max=1></progress>";
      [this.style, this.words, this.bar] = box.children;
      this.style.textContent = STYLE;
      this.box = box;
      document.body.append(box);
      this.say("Python is starting: downloading it, which is quicker the next time.");
    }

    say(text) {
      if (this.words.textContent !== text) this.words.textContent = text;
    }

    add(bytes) {
      this.fetched += bytes;
      this.bar.value = Math.min(1, this.fetched / TOTAL);
      if (this.fetched < TOTAL) return false;
      this.bar.removeAttribute("value"); // how long the rest takes is not known
      this.say("Python is starting: loading the course. Cells that you run now will wait for it.");
      return true;
    }

    end(failed) {
      if (failed) {
        this.bar.remove();
        this.say("Python could not start. Check your connection, and reload the page.");
        return;
      }
      this.box.remove();
    }
  }

  // The kernel's worker is asked to `initialize`, and answers once Python is ready.
  window.Worker = class extends window.Worker {
    constructor(url, options) {
      super(url, options);
      if (!String(url).includes("pyodide-kernel")) return;
      this.starting = new Starting();
      this.addEventListener("message", (message) => this.hear(message));
      this.addEventListener("error", () => this.done(true));
    }

    postMessage(message, ...rest) {
      if (message?.path?.[0] === "initialize") this.asked = message.id;
      super.postMessage(message, ...rest);
    }

    hear(message) {
      const { id, type, plyglassFetched } = message.data ?? {};
      if (plyglassFetched) {
        message.stopImmediatePropagation(); // the kernel does not know it
        if (this.starting?.add(plyglassFetched) && !this.asked) this.done(false);
      } else if (id && id === this.asked) {
        this.done(type === "HANDLER");
      }
    }

    done(failed) {
      this.starting?.end(failed);
      this.starting = null;
    }
  };
})();
