// Knocks: what has come while somebody does something else, over the head of the chat and never over a board.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { State } from "./state.js" */
/** @import { Action } from "./types" */

/**
 * What knocks: its words, and the ways to answer it. `clock` is the game whose time is told, `opens` when it opens by
 * itself, unless somebody has answered; `idle` lets everything else go first.
 *
 * @typedef {{
 *   key: string,
 *   words: string,
 *   ways: [label: string, go: () => void, weight: Action["weight"]][],
 *   clock?: number,
 *   opens?: { at: number, now: () => void },
 *   idle?: boolean,
 * }} Knock
 */

const EVERY = 250; // Milliseconds between two looks at the clock.

export class Knocks {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.node = $("knocks");
    /** The first of them is seen. @type {Knock[]} */
    this.queue = [];
    this.ticking = 0;
  }

  keys() {
    return this.queue.map((knock) => knock.key);
  }

  /** @param {Knock} knock */
  put(knock) {
    const first = this.queue[0];
    const all = [...this.queue.filter(({ key }) => key !== knock.key), knock];
    this.queue = all.sort((a, b) => Number(a.idle ?? false) - Number(b.idle ?? false));
    this.draw(first);
  }

  /** It is answered, or asks nothing any more. @param {string} key */
  gone(key) {
    const first = this.queue[0];
    this.queue = this.queue.filter((knock) => knock.key !== key);
    this.draw(first);
  }

  /** Shows the first one, which is said aloud once. @param {Knock | undefined} before */
  draw(before) {
    const [knock] = this.queue;
    this.node.hidden = !knock;
    if (knock && knock !== before) this.node.replaceChildren(this.made(knock));
    const more = this.queue.length - 1;
    const count = this.node.querySelector(".more");
    if (count) count.textContent = more > 0 ? `+${more}` : "";
    if (!knock) this.node.replaceChildren();
    clearInterval(this.ticking);
    if (knock?.clock || knock?.opens) {
      this.tick();
      this.ticking = setInterval(() => this.tick(), EVERY);
    }
  }

  /** @param {Knock} knock */
  made({ key, words, ways }) {
    const buttons = ways.map(([label, go, weight]) => {
      const button = el("button", { type: "button", class: `act ${weight}` }, label);
      button.addEventListener("click", () => {
        this.gone(key);
        go();
      });
      return button;
    });
    const close = el("button", { type: "button", class: "close", "aria-label": "Not now" }, "×");
    close.addEventListener("click", () => this.gone(key));
    return el("div", { class: "knock" },
      el("p", { role: "alert" }, words),
      el("span", { class: "time", "aria-hidden": "true" }),
      ...buttons,
      el("span", { class: "more" }),
      close);
  }

  tick() {
    const [knock] = this.queue;
    const now = Date.now();
    if (knock?.opens && knock.opens.at <= now) {
      this.gone(knock.key);
      return knock.opens.now();
    }
    const ends = knock?.clock ? this.state.times.get(knock.clock)?.ends : null;
    const time = this.node.querySelector(".time");
    if (!time || !knock) return;
    time.textContent = knock.opens ? `opens in ${Math.ceil((knock.opens.at - now) / 1000)} s` : ends ? left(ends - now) : "";
  }
}

/** The time that is left on a clock. @param {number} span Milliseconds. */
function left(span) {
  const seconds = Math.max(0, Math.ceil(span / 1000));
  if (seconds >= 3_600) return ""; // Nobody has to hurry.
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
