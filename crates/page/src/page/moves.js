// The moves that are made on the board of the table: each goes with the position on which it was made, and until its
// answer is seen no other one is made.

import { byId as $ } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Table } from "./table.js" */
/** @import { Move, Place, Seen, TableInfo } from "./types" */

export class Moves {
  /**
   * `say` says a text where a game is played, `onWay` tells which move in a game is on its way.
   *
   * @param {Table} table
   * @param {{
   *   say: (text: string, place: Place | null, seen: Seen) => string,
   *   onWay: (seen: Seen) => string | null,
   * }} parts
   */
  constructor(table, { say, onWay }) {
    this.table = table;
    this.say = say;
    this.onWay = onWay;
    /** The move that is on its way, as it was told last, and its cells. @type {string | null} */
    this.way = null;
    /** @type {string[]} */
    this.cells = [];
    this.at = ""; // The state of the game in which that was.
  }

  /** A move was made on the board: it is said, once its player has been asked if they want that. @param {Move} move */
  play(move) {
    this.table.note("");
    if (!settings.ask) return this.send(move);
    this.table.offer("", [
      [`Play ${move.text}`, () => this.send(move)],
      ["Not now", () => $("game-board").focus()],
    ]);
    this.table.board.mark([move.from, move.to]);
  }

  /** Moves that look alike on the board: one of them is chosen by its name. @param {Move[]} moves */
  choose(moves) {
    this.table.offer("Which one?", moves.map((move) => [move.text, () => this.send(move)]));
  }

  /** @param {Move} move */
  send({ text, from, to }) {
    const { info, state } = this.table;
    if (!info || this.busy()) return;
    this.cells = [from, to];
    // Set-ups are secret: they are said in private, whatever the chat shows.
    if (text.startsWith("setup ")) this.say(text.replace("setup ", `setup #${info.no} `), "private", info.seen);
    else this.say(state.games.length > 1 ? `#${info.no} ${text}` : text, info.place, info.seen);
    this.table.draw();
  }

  /** Says and marks which move is on its way, until the table behind it has come. @param {TableInfo} info */
  tell({ seen }) {
    const { again, board, plans } = this.table;
    const at = JSON.stringify(seen);
    const way = this.onWay(seen) ?? (again && at === this.at ? this.way : null);
    if (way) this.table.note(words(way));
    else if (this.way && $("game-note").textContent === words(this.way)) this.table.note("");
    this.way = way;
    this.at = at;
    board.sent = way ? this.cells : plans?.moving ?? [];
  }

  /** Whether a move is on its way, or the table behind it: another one would answer a position that nobody has seen. */
  busy() {
    const { info, asking } = this.table;
    const way = info && (this.onWay(info.seen) ?? (asking ? this.way : null));
    if (way) this.table.note(words(way));
    return Boolean(way);
  }
}

/** @param {string} move */
const words = (move) => `${move} is on its way.`;
