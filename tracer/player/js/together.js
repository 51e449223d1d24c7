// Searches stepped together: one count of places for all of them, by event or by evaluated leaf.

import { upTo } from "./model.js";

/** Each search is { size, targets, leaves }: its number of steps, the steps of each target, and the leaf of each "leaf" step. */
export class Together {
  constructor(searches) {
    this.searches = searches;
    this.byLeaf = false;
    const counts = new Map(); // leaf -> how many searches evaluate it
    for (const { leaves } of searches) for (const leaf of new Set(leaves)) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
    this.alone = searches.map(({ leaves }) => leaves.map((leaf) => counts.get(leaf) === 1));
  }

  /** The last place: where every search has ended. */
  get size() {
    return Math.max(...this.searches.map((s) => (this.byLeaf ? s.targets.leaf.length + 1 : s.size)));
  }

  /** The step of a search at a place; one that has ended stays at its last step. */
  stepAt(k, place) {
    const { size, targets } = this.searches[k];
    if (!this.byLeaf) return Math.min(place, size);
    return place === 0 ? 0 : (targets.leaf[place - 1] ?? size);
  }

  /** The first place at which a search has reached a step. */
  placeOf(k, step) {
    return this.byLeaf && step ? upTo(this.searches[k].targets.leaf, step - 1) + 1 : step;
  }

  /** The nearest place, after this one or before it, at which any search has a target; null if there is none. */
  nextOf(target, place, forward) {
    const found = this.searches.flatMap(({ targets }, k) => {
      const steps = targets[target] ?? [];
      const step = forward ? steps[upTo(steps, this.stepAt(k, place))] : place ? steps[upTo(steps, this.stepAt(k, place - 1)) - 1] : undefined;
      return step === undefined ? [] : [this.placeOf(k, step)];
    });
    return found.length ? (forward ? Math.min : Math.max)(...found) : null;
  }

  /** The leaves that a search has evaluated by now, and no other will: known only once the others have ended. */
  onlyIn(k, steps) {
    if (this.searches.some(({ size }, m) => m !== k && steps[m] < size)) return [];
    const { targets, leaves } = this.searches[k];
    return leaves.filter((_, j) => this.alone[k][j] && targets.leaf[j] <= steps[k]);
  }
}
