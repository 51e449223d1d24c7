// The player in a host with a kernel, where trees can be edited and explored.

import { createCompare } from "./compare.js";
import { connect } from "./connect.js";
import { Editor } from "./edit.js";
import { Explore } from "./explore.js";
import { Player } from "./player.js";
import { Sweeper } from "./sweep.js";

function create(data, options) {
  if (data.traces) return createCompare(data, options);
  return data.explore ? new Explore(data, { Editor, ...options }) : new Player(data, { Editor, Sweeper, ...options });
}

export function render(host) { return connect(create, host); }

export default { render };
