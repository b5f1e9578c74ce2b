// The moves that are made on the board of the table: each goes with the position on which it was made, and until its
// answer is seen no other one is made. One that was refused is told there until the next one.

import { byId as $ } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Table } from "./table.js" */
/** @import { Kept, Line, Move, Place, Seen, TableInfo, Unkept } from "./types" */

/** @typedef {{ id: string, text: string, seen: string, plies: number, line: number | null, answer: string }} Made */

export class Moves {
  /**
   * `say` says a text where a game is played, `onWay` tells which move in a game is on its way, `awaits` whether a
   * message is, `answerTo` what answers a line.
   *
   * @param {Table} table
   * @param {{
   *   answerTo: (line: number | null) => Line | undefined,
   *   awaits: (id: string) => boolean,
   *   say: (text: string, place: Place | null, seen: Seen) => string,
   *   onWay: (seen: Seen) => string | null,
   * }} parts
   */
  constructor(table, { answerTo, awaits, say, onWay }) {
    this.table = table;
    this.answerTo = answerTo;
    this.awaits = awaits;
    this.say = say;
    this.onWay = onWay;
    /** The move that is on its way, as it was told last, and its cells. @type {string | null} */
    this.way = null;
    /** @type {string[]} */
    this.cells = [];
    this.at = ""; // The state of the game in which that was.
    /** The move that was made last, until it is known what came of it. @type {Made | null} */
    this.made = null;
    this.refusal = ""; // Why it was not played.
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
  send(move) {
    const { text, from, to } = move;
    const { info, state } = this.table;
    if (!info || this.busy()) return;
    this.table.board.stage.try(move);
    this.cells = [from, to];
    // Set-ups are secret: they are said in private, whatever the chat shows.
    const id = text.startsWith("setup ")
      ? this.say(text.replace("setup ", `setup #${info.no} `), "private", info.seen)
      : this.say(state.games.length > 1 ? `#${info.no} ${text}` : text, info.place, info.seen);
    this.made = { id, text, seen: JSON.stringify(info.seen), plies: info.plies.length, line: null, answer: "" };
    this.refusal = "";
    this.table.draw();
    this.table.moved();
  }

  /** @param {Kept} message */
  kept({ id, line }) {
    if (id === this.made?.id) this.made.line = line;
  }

  /** @param {Unkept} message */
  unkept({ id, why, retry }) {
    if (id === this.made?.id && !retry) this.made.answer = why;
  }

  /** The table has come behind what was heard last: it shows whether the move was played. @param {TableInfo} info */
  settle(info) {
    const { made } = this;
    if (!made || this.awaits(made.id)) return;
    this.made = null;
    const isSame = JSON.stringify(info.seen) === made.seen;
    const isPlayed = !isSame && (made.text.startsWith("setup ") || info.plies.slice(made.plies).some(([text]) => text === made.text));
    if (isPlayed) return;
    const answer = made.answer || this.answerTo(made.line)?.text.map((span) => span.s).join("");
    this.refusal = answer || `${made.text} was not played. If the chat does not say why, move again.`;
  }

  /**
   * A cell that cannot be reached, or whose man cannot be moved: why, without a word in the chat.
   *
   * @param {string | null} from
   * @param {string} to
   */
  async cannot(from, to) {
    const { ask, board, info } = this.table;
    if (!info) return;
    const man = board.manOn(to);
    const what = `${to}${man ? `: ${man}` : ""}`;
    if (!info.mine) return this.table.note(`${what}. You watch; only the players move.`);
    if (!info.running) return this.table.note(`${what}. This game is over.`);
    if (!info.waits) return this.table.note(`${what}. It is not your turn.`);
    if (!from) return this.table.note(man ? `${what}. It cannot move now, or it is not yours.` : "");
    const answer = await ask({ illegal: { game: info.no, text: `${from}-${to}` } });
    this.table.note(answer?.illegal ?? `${from}-${to} is not a move now.`, true);
  }

  /** Says and marks which move is on its way, until the table behind it has come. @param {TableInfo} info */
  tell({ seen }) {
    const { again, asking, board, plans } = this.table;
    const at = JSON.stringify(seen);
    const way = this.onWay(seen) ?? ((again || asking) && at === this.at ? this.way : null);
    if (way) this.table.note(words(way));
    else if (this.refusal) this.table.note(this.refusal, true);
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
