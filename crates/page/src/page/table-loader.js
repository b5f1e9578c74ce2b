// The way to the table, whose scripts nobody needs before there is a game.

import { named } from "./address.js";
import { names } from "./keep.js";
import { isOffer } from "./state.js";

/** @import { State } from "./state.js" */
/** @import { Table } from "./table.js" */
/** @import { Kept, Line, Unkept } from "./types" */
/** @typedef {ConstructorParameters<typeof Table>[1]} Parts What the table needs. */

export class TableLoader {
  /** `trouble` tells what does not work. @param {State} state @param {Parts & { trouble: (text: string) => void }} parts */
  constructor(state, { trouble, ...parts }) {
    this.state = state;
    this.parts = parts;
    this.trouble = trouble;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Promise<Table | null> | null} */
    this.fetching = null;
    /** What waits for it. @type {((table: Table) => void) | null} */
    this.waiting = null;
    this.shut = false; // Whether the table was put away before it was there.
    /** The game that is wanted as soon as it is there. @type {number | null} */
    this.wanted = null;
    // Whoever has been here before is likely to have a game.
    if (names.mine() || named().game !== undefined) this.load();
  }

  /** Fetches the table; `null` if it cannot be had now. */
  load() {
    this.fetching ??= import("./table.js").then(({ Table }) => {
      this.table = new Table(this.state, this.parts);
      if (this.shut) this.table.close();
      return this.table;
    }, () => (this.fetching = null));
    return this.fetching;
  }

  /** Does something with the table; before it is there, the last of several. @param {(table: Table) => void} does */
  async with(does) {
    if (this.table) return does(this.table);
    this.waiting = does;
    const table = await this.load();
    if (!table) return this.trouble("The page could not fetch the table. Is the connection there? Try it again in a moment.");
    if (this.waiting !== does) return;
    this.waiting = this.wanted = null;
    does(table);
  }

  /** The number of the game that is there, or is to come. */
  get no() {
    return this.wanted ?? this.table?.no ?? null;
  }

  get info() {
    return this.table?.info ?? null;
  }

  /** What is awaited before it is known what stands on the table. @returns {Promise<unknown> | null} */
  get asking() {
    if (this.table) return this.table.asking;
    return this.waiting ? this.load().then((table) => table?.asking) : null;
  }

  own() {
    return this.table?.own() ?? null;
  }

  isUsed() {
    return this.table?.isUsed() ?? false;
  }

  /** A game, at a ply if one is named. @param {number} no @param {number} [at] */
  want(no, at) {
    if (!this.table) this.wanted = no;
    this.with((table) => table.want(no, at));
  }

  close() {
    this.waiting = this.wanted = null;
    this.shut = true;
    if (this.table) this.table.close();
    else this.parts.changed(null);
  }

  /** The games of this person have changed. */
  games() {
    if (this.table) this.table.games();
    else if (this.wanted === null && this.state.games.some((game) => game.place && !isOffer(game))) this.with((table) => table.games());
  }

  refresh() {
    this.table?.refresh();
  }

  /** @param {string[]} squares @param {number | null} no */
  mark(squares, no) {
    this.table?.mark(squares, no);
  }

  /** @param {Line} line */
  heard(line) {
    return this.table?.heard(line) ?? false;
  }

  /** @param {Kept} message */
  kept(message) {
    this.table?.kept(message);
  }

  /** @param {Unkept} message */
  unkept(message) {
    this.table?.unkept(message);
  }
}
