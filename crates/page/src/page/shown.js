// How the board of the table is shown: from which side, and what of it is said aloud.

import { byId as $ } from "./dom.js";
import { tab } from "./keep.js";

/** @import { TableInfo } from "./types" */

export class Shown {
  /**
   * `turn` is to turn the board, `tell` to say something of it.
   *
   * @param {{ turn: () => void, tell: (what: "p" | "l" | "c") => unknown }} ways
   */
  constructor({ turn, tell }) {
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
}
