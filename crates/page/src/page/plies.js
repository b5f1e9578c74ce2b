// The plies of the game on the table, and the buttons that go through them.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { Answers, Ask, TableInfo } from "./types" */

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
    const listed = `${no} ${plies.map(([text]) => text).join(" ")}`;
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

/** What stood beside the board at an earlier ply: the dice of that ply, and what had been taken by then. */
export class Earlier {
  /**
   * @param {Ask} ask
   * @param {() => void} changed
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.game = 0;
    /** What is shown of which log, or asked for. @type {number | null} */
    this.lines = null;
    /** @type {Answers["earlier"]} */
    this.found = null;
  }

  /**
   * The table with what stood there when the log had so many lines; as it is with `null`. What is not known yet is
   * shown as it was before.
   *
   * @param {TableInfo} info
   * @param {number | null} lines
   */
  beside(info, lines) {
    if (this.game !== info.no || lines === null) this.found = this.lines = null;
    this.game = info.no;
    if (lines === null) return info;
    if (this.lines !== lines) this.look(info, lines);
    const { told, sides } = this.found ?? info;
    return { ...info, told, sides: info.sides.map(({ name, clock }, at) => ({ ...sides[at], name, clock, bot: false })) };
  }

  /**
   * @param {TableInfo} info
   * @param {number} lines
   */
  async look({ no, board }, lines) {
    this.lines = lines;
    const answer = await this.ask({ earlier: { game: no, lines, side: board.side } });
    if (this.game !== no || this.lines !== lines) return;
    if (!answer?.earlier) {
      this.lines = null; // Asked again when something is shown next.
      return;
    }
    this.found = answer.earlier;
    this.changed();
  }
}
