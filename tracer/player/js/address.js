// The step in a page's address: search.html#step=15 opens there, and the address follows the player.

const REST = 300; // ms without a step until the address changes: browsers allow only so many changes

/** The traits of a page as a model without a kernel, whose step is that of the address. */
export function addressed(traits) {
  const values = new Map(Object.entries(traits)), heard = new Map();
  let timer = null;
  const read = () => {
    const asked = /^#step=(\d{1,9})$/.exec(location.hash);
    if (asked) values.set("step", Number(asked[1]));
    return Boolean(asked);
  };
  const write = () => {
    try { history.replaceState(null, "", `#step=${values.get("step")}`); } catch { /* a frame of another page has no address */ }
  };
  addEventListener("hashchange", () => { if (read()) heard.get("change:step")?.(); });
  read();
  return {
    get: (name) => values.get(name),
    set(name, value) {
      values.set(name, value);
      if (name !== "step") return;
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    },
    save_changes() {},
    on(event, act) { heard.set(event, act); },
    off(event) { heard.delete(event); },
  };
}
