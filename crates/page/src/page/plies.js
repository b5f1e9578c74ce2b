// The plies of the game on the table, and the buttons that go through them.

import { byId as $, inFrame } from "./dom.js";
import { el } from "./draw.js";

/** @import { TableInfo } from "./types" */

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
    this.no = 0; // Of which game moves are listed.
    /** Which moves those are. @type {string[]} */
    this.listed = [];
    this.revealing = inFrame(() => this.reveal());
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
    this.list(no, plies, sides.length);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[shown - 1]?.setAttribute("aria-current", "true");
    this.revealing();
    way.first.disabled = way.back.disabled = shown === 0;
    way.on.disabled = way.last.disabled = at === null;
  }

  /** Lists plies behind those that are listed already. @param {number} no @param {TableInfo["plies"]} plies @param {number} seats */
  list(no, plies, seats) {
    const names = plies.map((ply) => ply.join());
    if (no !== this.no) this.listed = [];
    const known = names.findIndex((name, at) => name !== this.listed[at]);
    const same = known < 0 ? names.length : known;
    if (no === this.no && same === names.length && same === this.listed.length) return;
    this.no = no;
    this.listed = names;
    list.style.setProperty("--seats", String(seats));
    while (list.children.length > same) list.lastElementChild?.remove();
    let round = 0;
    for (const [before, [text, , dice, side]] of plies.entries()) {
      const begins = !before || side <= plies[before - 1][3];
      if (begins) round += 1;
      if (before < same) continue;
      const words = (dice ? text.replace("-", "×") : text).replace(/(?<=\d)x(?=[a-z])/u, "×");
      const button = el("button", { type: "button", tabIndex: -1 }, words, dice && el("small", {}, ` ${dice}`));
      button.addEventListener("click", () => this.go(before + 1));
      const item = el("li", {}, button);
      item.style.gridColumn = String(side + 1);
      if (begins) item.dataset.round = String(round);
      list.append(item);
    }
  }
}

/** What is known of earlier plies: the film of the game, which is fetched when somebody first looks back. */
export class Earlier {
  /** `changed` learns that more is known. @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {import("./film.js").Film | null} */
    this.film = null;
    this.coming = false;
  }

  /** @param {TableInfo} info */
  take(info) {
    this.film?.take(info);
  }

  /** Fetches the film unless it is there. @param {TableInfo} info @param {string | null | undefined} proof */
  async look(info, proof) {
    if (!info.living || this.coming) return;
    if (this.film) return void this.film.found(info, proof);
    this.coming = true;
    const found = await import("./film.js").catch(() => null); // Until it is there, pictures show the plies.
    this.coming = false;
    if (!found) return;
    this.film = new found.Film(this.changed);
    this.film.found(info, proof);
  }

  /**
   * What is known of a ply, the last one with `null`; `had` is how much of the log was shown, if one goes there from it.
   *
   * @param {TableInfo} info
   * @param {number | null} at
   * @param {number | null} had
   */
  view(info, at, had) {
    if (!this.film) return this.coming ? "coming" : null;
    return this.film.view(info, at ?? info.plies.length, had);
  }

  /**
   * The table with what stood there at a ply, as far as it is known; as it is with `null`.
   *
   * @param {TableInfo} info
   * @param {number | null} at
   * @param {string | null | undefined} proof
   */
  beside(info, at, proof) {
    if (at !== null) this.look(info, proof);
    return at === null || !this.film ? info : this.film.beside(info, at);
  }
}
