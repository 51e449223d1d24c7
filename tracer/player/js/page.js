// The player on a page without a kernel: nothing can be edited or explored there.

import { createCompare } from "./compare.js";
import { connect } from "./connect.js";
import { Player } from "./player.js";

function create(data, options) {
  return data.traces ? createCompare(data, options) : new Player(data, options);
}

export function render(host) { return connect(create, host); }

export default { render };
