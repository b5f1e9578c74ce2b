// The plies of the game on the table, and the buttons that go through them.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { TableInfo } from "./types" */

const list = $("game-moves");
const way = {
  first: $("game-first", HTMLButtonElement),
  back: $("game-back", HTMLButtonElement),
  on: $("game-on", HTMLButtonElement),
  last: $("game-last", HTMLButtonElement),
};
/** @type {[HTMLButtonElement, number][]} */
const STEPS = [[way.first, -Infinity], [way.back, -1], [way.on, 1], [way.last, Infinity]];

export class Plies {
  /**
   * `go` shows a ply by its number, `leaf` one so many plies on.
   *
   * @param {{ go: (at: number) => void, leaf: (step: number) => void }} ways
   */
  constructor({ go, leaf }) {
    this.go = go;
    this.listed = ""; // Which moves are listed.
    for (const [button, step] of STEPS) button.addEventListener("click", () => leaf(step));
  }

  /**
   * Lists the plies and marks the one that is shown; `null` for the position now.
   *
   * @param {TableInfo} table
   * @param {number | null} at
   */
  show({ no, plies, moment }, at) {
    $("game-nav").hidden = moment === "set-up"; // There is nothing to go through.
    const shown = at ?? plies.length;
    const listed = `${no} ${plies.length} ${plies.at(-1)?.[0]}`;
    if (this.listed !== listed) {
      this.listed = listed;
      list.replaceChildren(...plies.map(([text], before) => {
        const button = el("button", { type: "button", tabIndex: -1 }, text);
        button.addEventListener("click", () => this.go(before + 1));
        return el("li", {}, button);
      }));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    /** @type {HTMLElement | null} */
    const now = shown > 0 ? list.querySelector(`:scope > :nth-child(${shown})`) : null;
    now?.setAttribute("aria-current", "true");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    if (now) list.scrollLeft = now.offsetLeft - list.clientWidth / 2;
    way.first.disabled = way.back.disabled = shown === 0;
    way.on.disabled = way.last.disabled = at === null;
  }
}
