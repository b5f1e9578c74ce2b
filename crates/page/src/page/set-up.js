// Men whose ways do not come with the table, in a set-up that is made unseen or before one's turn: they are asked for
// when one of them is chosen.

/** @import { Ask, Move, TableInfo } from "./types" */

export class SetUp {
  /** `ask` asks the program. @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    this.game = 0;
    /** The cells of the men. @type {Set<string>} */
    this.men = new Set();
    this.seen = ""; // The men whose ways are known.
    /** The ways of the men that were asked about, by their cells. @type {Map<string, Move[]>} */
    this.ways = new Map();
    /** The cells to which men could go if it were their turn, by theirs. @type {Map<string, string[]>} */
    this.reached = new Map();
  }

  /** Takes the men as they stand now; where they stand otherwise than before, they have other ways. @param {TableInfo} info */
  show({ no, men, movable }) {
    this.men = new Set(movable.map((cell) => cell.toLowerCase()));
    const seen = JSON.stringify([no, men, movable]);
    if (seen === this.seen) return;
    Object.assign(this, { game: no, seen, ways: new Map(), reached: new Map() });
  }

  /** Whether a man stands on a cell whose ways have not come yet. @param {string} cell */
  waits(cell) {
    return this.men.has(cell.toLowerCase()) && !this.ways.has(cell.toLowerCase());
  }

  /** Where the man on a cell can go, as far as it has come. @param {string} cell */
  from(cell) {
    return this.ways.get(cell.toLowerCase()) ?? [];
  }

  /** Where the man on a cell could go if it were his turn, as far as it has come. @param {string} cell */
  reach(cell) {
    return this.reached.get(cell.toLowerCase()) ?? [];
  }

  /** Asks for that. @param {string} cell */
  async look(cell) {
    const { reached } = this;
    if (reached.has(cell.toLowerCase())) return;
    const answer = await this.ask({ targets: { game: this.game, square: cell } });
    if (answer) reached.set(cell.toLowerCase(), answer.targets.squares);
  }

  /** Asks for the ways of the man on a cell. @param {string} cell */
  async load(cell) {
    const { ways } = this;
    const answer = await this.ask({ targets: { game: this.game, square: cell } });
    if (answer) ways.set(cell.toLowerCase(), answer.targets.changes ?? []);
  }
}
