// The player on a page without a kernel: nothing can be edited or explored there.

import { addressed } from "./address.js";
import { createCompare } from "./compare.js";
import { connect } from "./connect.js";
import { Player } from "./player.js";
import { readyForPaper } from "./paper.js";

function create(data, options) {
  return data.traces ? createCompare(data, options) : new Player(data, options);
}

/** Show the player with these traits; its step is that of the page's address. */
export function render({ traits, el }) {
  connect(create, { model: addressed(traits), el });
  readyForPaper(el);
}

export default { render };
