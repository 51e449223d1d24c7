// OPEN as a ranking: the rows to show after a step, and where each was before. Nothing is drawn here.

/** The state that Γ has taken and not yet replaced by another; -1 if there is none. */
export function takenState(model) {
  for (let at = model.i - 1; at >= 0; at--) {
    const [, gone, come] = model.cell("open", at);
    if (gone === undefined || model.data.kinds[model.data.steps.kind[at]] === "purge") continue;
    return come < 0 ? gone : -1;
  }
  return -1;
}

/** The rows of OPEN as { state, mark }, in order; states that are leaving are still in their places.
 *
 * Marks: "taken" by Γ, "gone" (purged), "new", "down" (returned, but behind others), or none.
 */
export function ranking(model) {
  const rows = model.open.map((state) => ({ state, mark: "" })), changes = model.changed("open");
  const taken = takenState(model), returned = model.kind() === "insert";
  for (const [place, , come] of changes) if (come >= 0) rows[place].mark = returned && place > 0 ? "down" : "new";
  for (const [place, gone] of [...changes].reverse()) {
    if (gone >= 0 && gone !== taken) rows.splice(place, 0, { state: gone, mark: "gone" });
  }
  if (taken >= 0) rows.unshift({ state: taken, mark: "taken" });
  return rows;
}

/** From one list of keys to another: for each of the new ones its old place or null, and the old ones that left. */
export function moves(before, after) {
  const place = new Map(before.map((key, k) => [key, k])), kept = new Set(after);
  return {
    from: after.map((key) => place.get(key) ?? null),
    left: before.flatMap((key, k) => (kept.has(key) ? [] : [k])),
  };
}
