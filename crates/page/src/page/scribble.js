// Arrows and rings that somebody draws on a board with the right button, for their own eyes alone.

import { middleOf } from "./draw.js";
import { svg } from "./symbols.js";

/** @import { Point } from "./draw.js" */
/** @import { Frame } from "./types" */

const WIDE = 0.014; // The width of a line, of the board's.
const RING = 0.055; // The radius of a ring.

export class Scribble {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.node = svg("svg", { class: "scribble", "aria-hidden": "true" });
    board.append(this.node);
  }

  /** An arrow from one cell to another, or a ring around one; one that is there goes. @param {Frame} frame @param {string} from @param {string} to */
  toggle(frame, from, to) {
    const key = `${from} ${to}`;
    const had = [...this.node.children].find((one) => /** @type {SVGElement} */ (one).dataset.cells === key);
    if (had) return had.remove();
    const [start, end] = [middleOf(frame, from), middleOf(frame, to)];
    if (!start || !end) return;
    this.node.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const wide = WIDE * frame.width;
    const node = from === to
      ? svg("circle", { cx: end[0], cy: end[1], r: RING * frame.width, fill: "none", stroke: "currentcolor", "stroke-width": wide / 2 })
      : svg("path", { d: arrow(start, end, wide), fill: "currentcolor" });
    node.dataset.cells = key;
    this.node.append(node);
  }

  clear() {
    this.node.replaceChildren();
  }
}

/** @param {Point} start @param {Point} end @param {number} wide */
function arrow([x, y], [u, v], wide) {
  const far = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  /** A point so far before the end, and so far aside. @type {(before: number, aside: number) => string} */
  const at = (before, aside) => `${(u - dx * before - dy * aside).toFixed(1)} ${(v - dy * before + dx * aside).toFixed(1)}`;
  const [head, half] = [2.6 * wide, wide / 2];
  return `M${at(far, half)}L${at(head, half)}L${at(head, 1.6 * wide)}L${at(0, 0)}L${at(head, -1.6 * wide)}L${at(head, -half)}L${at(far, -half)}Z`;
}
