// The way to the hints in the first game of this browser, which are fetched when there may be any.

import { wishes } from "./keep.js";

/** @import { Hints } from "./hints.js" */
/** @import { Ask, TableInfo } from "./types" */

const ALL = 3;

export class Coach {
  /** `ask` asks the program. @param {{ ask: Ask }} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {Hints | null} */
    this.hints = null;
    /** @type {TableInfo | null} */
    this.info = null;
  }

  /** A table is shown, or none. @param {TableInfo | null} info */
  async see(info) {
    this.info = info;
    if (!this.hints && info?.mine && info.running && wishes.hints() < ALL) {
      const found = await import("./hints.js").catch(() => null); // What cannot be had now comes with a later ply.
      if (found) this.hints ??= new found.Hints(this.parts);
    }
    this.hints?.see(this.info);
  }

  /** A man is chosen, or none. @param {string | null} from */
  chosen(from) {
    this.hints?.chosen(from);
  }
}
