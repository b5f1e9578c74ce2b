// How the board of the table is shown: from which side, and of two plies that come at once first one's own.

import { byId as $ } from "./dom.js";
import { tab } from "./keep.js";

/** @import { TableInfo } from "./types" */

const BETWEEN = 600; // So many milliseconds one's own ply is seen before the reply to it.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

export class Shown {
  /**
   * `turn` is to turn the board, `draw` to show it anew.
   *
   * @param {{ turn: () => void, draw: () => void, tell: (what: "p" | "l" | "c") => unknown }} ways
   */
  constructor({ turn, draw, tell }) {
    this.draw = draw;
    /** How much of the log is shown, until the reply is. @type {number | null} */
    this.first = null;
    /** What shows the reply. @type {number | undefined} */
    this.second = undefined;
    $("game-flip").addEventListener("click", turn);
    // Elsewhere it is the beginning of a line that somebody types, as it is for whoever has come here by the mouse.
    $("game").addEventListener("keydown", (event) => {
      const isByKeys = event.target instanceof Element && event.target.matches(":focus-visible");
      const isTyped = !isByKeys || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey;
      const key = event.key.toLowerCase();
      if (!"fplc".includes(key) || isTyped) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "f") turn();
      else tell(/** @type {"p" | "l" | "c"} */ (key));
    });
  }

  /** The side that this tab wants at the bottom of a game's board, if it does not leave that to the program. @param {number} no */
  side(no) {
    return Number(tab.getItem(`mc.side.${no}`)) || undefined;
  }

  /** Turns a board: the next side comes to the bottom. @param {TableInfo} table */
  turned({ no, board, sides }) {
    tab.setItem(`mc.side.${no}`, String((board.side % sides.length) + 1));
  }

  /**
   * More has been played than was shown.
   *
   * @param {TableInfo} had
   * @param {TableInfo} now
   */
  follow(had, { plies }) {
    this.now();
    const [own, reply] = plies.slice(had.plies.length);
    if (CALM.matches || !had.waits || !reply || plies.length !== had.plies.length + 2) return;
    this.first = own[1];
    this.second = setTimeout(() => this.now(), BETWEEN);
  }

  /** All that was played is shown now, if it was to be in a moment. */
  now() {
    clearTimeout(this.second);
    if (this.first === null) return;
    this.first = null;
    this.draw();
  }
}
