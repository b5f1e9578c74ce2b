// Hints in the first game of this browser: three of them, each until somebody does what it says or puts it away.

import { byId as $ } from "./dom.js";
import { HINTS as ALL, wishes } from "./keep.js";

/** @import { Ask, TableInfo } from "./types" */

const node = $("coach");
const text = $("coach-text");
const buttons = $("coach-buttons");
const form = $("name-form");
const box = $("box");

export class Coach {
  /** `ask` asks the program. @param {{ ask: Ask }} parts */
  constructor({ ask }) {
    this.ask = ask;
    this.done = wishes.hints(); // So many of the hints are done with.
    /** @type {TableInfo | null} */
    this.info = null;
    /** The cell of the man who is chosen. @type {string | null} */
    this.from = null;
    /** The game in which hints may be given. @type {number | null} */
    this.no = null;
    this.isFirst = false; // Whether it is known that they are.
    /** How many plies there were at the person's first turn, and as the last hint was shown. */
    this.began = Infinity;
    this.told = Infinity;
    this.arranged = false; // Whether men were arranged before.
    $("coach-next").addEventListener("click", () => this.close(this.done + 1));
    $("coach-end").addEventListener("click", () => this.close(ALL));
    new MutationObserver(beside).observe(form, { attributeFilter: ["hidden"] });
    for (const kind of ["focus", "blur"]) box.addEventListener(kind, beside);
    beside();
    document.addEventListener("keydown", (event) => {
      // With a man chosen it lets go of him.
      if (event.key === "Escape" && text.textContent && !this.from && !document.querySelector("dialog[open]")) this.close(this.done + 1);
    }, true);
  }

  /** A table is shown, or none. @param {TableInfo | null} info */
  see(info) {
    this.info = info;
    if (this.done < ALL && info?.mine && info.running && this.no === null) this.begin(info);
    if (info && info.no === this.no) this.follow(info);
    this.show();
  }

  /** A man is chosen, or none. @param {string | null} from */
  chosen(from) {
    this.from = from;
    if (from && this.info?.waits && this.info.no === this.no && !arranges(this.info)) this.reach(1);
    this.show();
  }

  /** Whoever has played before gets no hints. @param {TableInfo} info */
  async begin(info) {
    this.no = info.no;
    // The bot may have opened the game.
    const played = this.done === 0 && (info.plies.length > 1 || (await this.ask({ finished: {} }))?.finished.of);
    if (played) this.reach(ALL);
    this.isFirst = true;
    this.show();
  }

  /** Finds out what has been done since. @param {TableInfo} info */
  follow(info) {
    const plies = info.plies.length;
    if (this.arranged && !arranges(info)) this.reach(1);
    this.arranged = arranges(info);
    if (plies > this.began) this.reach(2);
    if (plies > this.told) this.reach(ALL);
    if (info.waits) this.began = Math.min(this.began, plies);
  }

  /** So many hints are done with, if no more are. @param {number} done */
  reach(done) {
    if (done <= this.done) return;
    this.done = done;
    wishes.setHints(done);
  }

  /** Puts the hint away that is shown. @param {number} done */
  close(done) {
    this.reach(done);
    if (node.contains(document.activeElement)) $("game-board").focus();
    this.show();
  }

  show() {
    const words = this.words();
    if (words === text.textContent) return;
    text.textContent = words;
    node.classList.toggle("shown", words !== "");
    buttons.hidden = !words;
    if (words && this.done === 2) this.told = this.info?.plies.length ?? Infinity;
  }

  /** The hint that fits now. */
  words() {
    const { info, from } = this;
    if (!info?.waits || info.no !== this.no || !this.isFirst) return "";
    const fights = info.seal.length > 0;
    if (this.done === 0) {
      return arranges(info)
        ? "Arrange your men, or tap “Default and done” to take the standard army and begin."
        : "Choose one of your men: dots show where he can go.";
    }
    if (this.done === 1 && from && !arranges(info)) {
      return `Now tap a dot to go there. A red frame is ${fights ? "a fight, and its number the chance in percent to win it" : "a man to take"}.`;
    }
    if (this.done !== 2 || info.plies.length <= this.began) return "";
    return `By the board you see the last move${fights ? " with its dice" : ""}, and what else you can do, such as “Resign”. `
      + `You can also type a move: ${info.moves[0]?.text}`;
  }
}

/** Notes what it would cover: a sheet that asked the whole page for that would have all of it styled with each change. */
function beside() {
  node.classList.toggle("by-name", !form.hidden);
  node.classList.toggle("by-box", document.activeElement === box);
}

/** Whether men are arranged that nobody else sees. @param {TableInfo} info */
const arranges = (info) => info.board.src.includes("&own=1");
