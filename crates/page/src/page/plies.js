// The plies of the game on the table, and the buttons that go through them.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { Answers, Ask, TableInfo } from "./types" */

const list = $("game-moves");
const all = $("game-all");
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
    new ResizeObserver(() => this.reveal()).observe(list);
    all.addEventListener("click", () => this.unfold(!this.unfolded));
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !list.contains(target) && !all.contains(target)) this.unfold(false);
    });
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.unfolded) return;
      this.unfold(false);
      all.focus();
    });
  }

  get unfolded() {
    return all.getAttribute("aria-expanded") === "true";
  }

  /** Shows all moves where else there is one line of them. @param {boolean} open */
  unfold(open) {
    if (open === this.unfolded) return;
    all.setAttribute("aria-expanded", String(open));
    list.classList.toggle("unfolded", open);
    this.reveal();
  }

  /** Brings the move that is shown into sight. */
  reveal() {
    /** @type {HTMLElement | null} */
    const now = list.querySelector("[aria-current]");
    if (!now) return;
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
    list.scrollLeft = now.offsetLeft - list.clientWidth / 2;
  }

  /**
   * Lists the plies and marks the one that is shown; `null` for the position now.
   *
   * @param {TableInfo} table
   * @param {number | null} at
   */
  show({ no, plies, sides, moment }, at) {
    $("game-nav").hidden = moment === "set-up"; // There is nothing to go through.
    const shown = at ?? plies.length;
    const listed = `${no} ${plies.map(([text]) => text).join(" ")}`;
    if (this.listed !== listed) {
      this.listed = listed;
      list.style.setProperty("--seats", String(sides.length));
      let round = 0;
      list.replaceChildren(...plies.map(([text, , dice, side], before) => {
        const words = (dice ? text.replace("-", "×") : text).replace(/(?<=\d)x(?=[a-z])/u, "×");
        const button = el("button", { type: "button", tabIndex: -1 }, words, dice && el("small", {}, ` ${dice}`));
        button.addEventListener("click", () => this.go(before + 1));
        const item = el("li", {}, button);
        item.style.gridColumn = String(side + 1);
        if (!before || side <= plies[before - 1][3]) item.dataset.round = String(++round);
        return item;
      }));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    /** @type {HTMLElement | null} */
    const now = shown > 0 ? list.querySelector(`:scope > :nth-child(${shown})`) : null;
    now?.setAttribute("aria-current", "true");
    this.reveal();
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
    /** What is shown of which log from which side, or asked for. */
    this.shown = "";
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
    const shown = lines === null ? "" : [info.no, info.board.side, lines].join();
    if (shown.split(",", 2).join() !== this.shown.split(",", 2).join()) this.found = null;
    if (lines === null) this.shown = "";
    if (lines === null) return info;
    if (this.shown !== shown) this.look(info, lines, shown);
    const { told, sides } = this.found ?? info;
    return { ...info, told, sides: info.sides.map(({ name, clock }, at) => ({ ...sides[at], name, clock, bot: false })) };
  }

  /**
   * @param {TableInfo} info
   * @param {number} lines
   * @param {string} shown
   */
  async look({ no, board }, lines, shown) {
    this.shown = shown;
    const answer = await this.ask({ earlier: { game: no, lines, side: board.side } });
    if (this.shown !== shown) return;
    if (!answer?.earlier) {
      this.shown = ""; // Asked again when something is shown next.
      return;
    }
    this.found = answer.earlier;
    this.changed();
  }
}
