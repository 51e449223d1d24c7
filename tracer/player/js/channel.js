// Requests to the kernel: one at a time, and of those that wait, the latest of a kind wins.

const PATIENCE = 1500; // milliseconds until a reader is told to wait
let views = 0;

export class Channel {
  /** `send(request)` says whether there is a kernel; `onBusy(on)` and `onWait(on)` hear of a request under way, and of one that takes long. */
  constructor(send, onBusy, onWait) {
    Object.assign(this, { send, onBusy, onWait });
    this.id = `${Date.now().toString(36)}-${++views}`;
    this.count = 0;
    this.revision = 0;
    this.flight = null;
    this.waiting = [];
  }

  /** Ask for something; a waiting request of the same kind is replaced. `done(refused, answer)` hears of it. */
  ask(request, { kind = "", done = () => {} } = {}) {
    const last = this.waiting.at(-1);
    if (kind && last?.kind === kind) this.waiting.pop();
    this.waiting.push({ request, kind, done });
    this.next();
  }

  next() {
    this.onBusy(Boolean(this.flight || this.waiting.length));
    if (this.flight || !this.waiting.length) return;
    this.flight = this.waiting.shift();
    this.flight.serial = `${this.id}-${++this.count}`;
    const sent = this.send({ ...this.flight.request, serial: this.flight.serial, revision: this.revision });
    if (sent === false) this.answered(this.flight.serial, { why: "There is no kernel to search the tree again." });
    else this.timer = setTimeout(() => this.onWait(true), PATIENCE);
  }

  /** Whether a serial is that of the request under way; if so, it is answered, and the next one goes out. */
  answered(serial, refused = null, where = (node) => node, answer = null) {
    if (!this.flight || serial !== this.flight.serial) return false;
    clearTimeout(this.timer);
    this.onWait(false);
    const { done } = this.flight;
    this.flight = null;
    for (const { request } of this.waiting) if (request.node) request.node = where(request.node);
    this.waiting = this.waiting.filter(({ request }) => !("node" in request) || request.node); // what is gone
    done(refused, answer);
    this.next();
    return true;
  }

  destroy() { clearTimeout(this.timer); }
}
