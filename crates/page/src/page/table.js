// The table beside the chat: the game in hand, with its board, its sides, its moves, and what can be done there.

import { Actions } from "./actions.js";
import { copies } from "./address.js";
import { Board } from "./board.js";
import { closeChoice, offerChoice } from "./choice.js";
import { byId as $, behind, says, styled } from "./dom.js";
import { el, refill, textNodes } from "./draw.js";
import { HINTS, wishes } from "./keep.js";
import { Moves } from "./moves.js";
import { aloud, nextButton, plates, tickClocks } from "./plates.js";
import { Earlier, Plies } from "./plies.js";
import { SetUp } from "./set-up.js";
import { watch } from "./settings.js";
import { Shown } from "./shown.js";
import { isOffer } from "./state.js";
import { Told } from "./told.js";

/** @import { State } from "./state.js" */
/** @import { Act, Action, Ask, Kept, Line, Place, Seen, TableInfo, Unkept } from "./types" */

const node = $("game");

const QUICK = 3_600_000; // Nobody leaves a board on which somebody has less time than this, in milliseconds.
const CLOCK_STARTS = 700; // After so many milliseconds a clock is asked for again that does not run yet.
const CLOCK_TRIES = 4; // It may also stand for long.
/** @type {Record<string, number | undefined>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const LOOK = "/table.css"; // Nobody needs it before a board.
const SOON = 1_000; // After so many milliseconds it is fetched in any case.

export class Table {
  /**
   * `ask` asks the program, `act` does an action, `say` says a text where a game is played, `onWay` tells which move in
   * a game is on its way, `answerTo` what answers a line, `awaits` whether a message is on its way, `changed`
   * learns which game is on the table, `missing` the number of one that was wanted and is not to be seen,
   * `went` between which states it went on, `moved` that a move was made on its board.
   *
   * @param {State} state
   * @param {{
   *   ask: Ask,
   *   act: Act,
   *   say: (text: string, place: Place | null, seen?: Seen) => string,
   *   onWay: (seen: Seen) => string | null,
   *   answerTo: (line: number | null) => Line | undefined,
   *   awaits: (id: string) => boolean,
   *   changed: (no: number | null) => void,
   *   missing: (no: number) => void,
   *   went: (before: TableInfo, after: TableInfo) => void,
   *   moved: () => void,
   * }} parts
   */
  constructor(state, { ask, act, say, onWay, answerTo, awaits, changed, missing, went, moved }) {
    this.state = state;
    this.ask = ask;
    this.act = act;
    this.changed = changed;
    this.missing = missing;
    this.went = went;
    this.moved = moved;
    /** @type {number | null} */
    this.no = null;
    this.closed = false; // Whether this person has put the table away.
    /** @type {TableInfo | null} */
    this.info = null;
    /** Which ply is shown, from 0 for the start; `null` for the position now. @type {number | null} */
    this.at = null;
    this.news = false; // Whether a ply has come while an earlier one is shown.
    /** The game that somebody wants to see, although it may be over or that of others. @type {number | null} */
    this.wanted = null;
    /** The answer that is awaited. @type {Promise<unknown> | null} */
    this.asking = null;
    /** What asks for the clocks once more, and how often it has. @type {number | undefined} */
    this.later = undefined;
    this.asked = 0;
    this.again = false; // Whether it was asked for anew meanwhile.
    /** The hints in somebody's first game. @type {import("./coach.js").Coach | null} */
    this.coach = null;
    this.coming = false; // Whether they are on their way.
    this.board = new Board($("game-board"), {
      play: (move) => this.moves.play(move),
      choose: (moves) => this.moves.choose(moves),
      refused: (from, to) => this.moves.cannot(from, to),
      plan: (cells) => this.plans?.made(cells),
      chosen: (cell) => this.chosen(cell),
      tell: (text) => void ($("game-say").textContent = text),
      busy: () => (this.board.living.now(), this.moves.busy()),
      setUp: new SetUp(ask),
      went: () => this.told.draw(),
      rolls: (on) => this.told.rolls(on),
    });
    this.told = new Told(this.board.living);
    /** The conditional moves, which are fetched with the first game of one's own. @type {import("./plans.js").Plans | null} */
    this.plans = null;
    this.planning = { awaits, say: (/** @type {string} */ text, /** @type {Seen | undefined} */ seen) => say(text, "private", seen), note: this.note.bind(this) };
    this.moves = new Moves(this, { answerTo, awaits, say, onWay });
    this.actions = new Actions((action) => this.do(action));
    this.shown = new Shown({ turn: () => this.flip(), tell: (what) => this.info && void ($("game-say").textContent = aloud(what, this.info)) });
    this.earlier = new Earlier(() => this.draw());
    this.plies = new Plies({ go: (at) => this.go(at), leaf: (step) => this.leaf(step) });
    this.plates = behind((/** @type {TableInfo} */ info, /** @type {TableInfo["sides"]} */ sides) => plates(sides, info, this.at === null && ((event) => this.board.grab(event))));
    watch("theme", () => this.refresh());
    copies($("game-link"), () => `/game/${this.no}`);
    node.addEventListener("keydown", (event) => this.key(event));
    $("game-close").addEventListener("click", () => this.close());
    setTimeout(() => styled(LOOK), this.no === null && location.pathname === "/" ? SOON : 0);
    this.tick();
  }

  /** The games of this person have changed: the table keeps its game as long as it can. */
  games() {
    const mine = this.mine();
    if (this.info && !this.info.running) this.refresh(); // Somebody may ask to play it again.
    const wanted = this.no !== null && this.no === this.wanted;
    const known = wanted || (this.info?.no === this.no && (this.info?.running || !mine.length));
    if (!this.closed && !mine.some((game) => game.no === this.no) && !known && mine.length) this.open(mine[0].no);
    else if (this.info && mine.length > 1) this.draw();
  }

  /** The running games of this person, the most urgent first. */
  mine() {
    return this.state.games.filter((game) => game.place && !isOffer(game)).sort((a, b) => Number(b.waiting) - Number(a.waiting));
  }

  /**
   * A line of the bot. Returns whether it answers what was said by the table itself, which has shown it then.
   *
   * @param {Line} line
   */
  heard(line) {
    const answers = this.plans?.heard(line) ?? false;
    // A line about no game may tell how boards look from now on.
    if (answers || !line.game || line.game === this.no) this.refresh();
    return answers;
  }

  /** @param {Kept} message */
  kept(message) {
    this.plans?.kept(message);
    this.moves.kept(message);
  }

  /** @param {Unkept} message */
  unkept(message) {
    this.plans?.unkept(message);
    this.moves.unkept(message);
  }

  /** Whether somebody has its board in hand: a man is chosen or held, or their clock runs. */
  isUsed() {
    const { board, info } = this;
    return Boolean(board.from || board.press || (info?.mine && info.waits && info.sides.some((side) => side.turn && side.clock?.[1])));
  }

  /** The game on the table, if this person plays in it. */
  own() {
    return this.info?.mine ? this.info : null;
  }

  /** @param {number} no */
  open(no) {
    this.closed = false;
    if (no === this.no && this.info) return;
    this.plans?.leave();
    this.no = no;
    this.info = null;
    this.at = null;
    this.offered();
    this.note("");
    this.refresh();
  }

  /** Opens a game that stays until another one is opened, at a ply if one is named. @param {number} no @param {number} [at] */
  want(no, at) {
    this.wanted = no;
    this.open(no);
    if (at === undefined) return;
    this.at = at;
    this.draw();
  }

  /** Puts the table away until a game is opened again. */
  close() {
    this.no = null;
    this.info = null;
    this.closed = true;
    this.draw();
  }

  /** Asks for the table anew; what is asked meanwhile is asked once more behind it. */
  async refresh() {
    if (this.asking) {
      this.again = true;
      return;
    }
    const { no } = this;
    if (no === null) return;
    const asking = Promise.all([this.ask({ table: this.board.stage.question(no, this.shown.side(no)) }), styled(LOOK)]);
    this.asking = asking;
    const [answer] = await asking;
    this.asking = null;
    if (no === this.no && answer) this.take(answer.table);
    if (this.again || no !== this.no) {
      this.again = false;
      if (this.no !== null) this.refresh();
    }
  }

  /** @param {TableInfo | null} info */
  take(info) {
    const had = this.info;
    // A game of others does not come by itself.
    if (info && !info.mine && info.no !== this.wanted) info = null;
    this.info = info ?? null;
    if (!info) {
      const { no } = this;
      this.no = null;
      if (no === this.wanted) this.lost();
    } else if (had && had.board.lines !== info.board.lines) {
      // Whoever looks back goes on looking, and is told of the new move.
      this.news = this.at !== null && !had.waits && this.at < info.plies.length;
      if (!this.news) this.at = null;
      this.offered();
      this.note("");
      this.moves.refusal = "";
    }
    if (info) this.earlier.take(info);
    if (info) this.planned(info);
    if (info && !this.again) this.moves.settle(info);
    this.draw(null, info !== null && info.no === had?.no);
    if (info && had && had.board.lines !== info.board.lines) this.told.then(() => this.went(had, info));
    // A clock is started once the board is delivered, a moment after it is shown.
    clearTimeout(this.later);
    if (had?.board.lines !== info?.board.lines) this.asked = 0;
    const stands = info?.running && info.sides.some((side) => side.turn && side.clock && !side.clock[1]);
    if (stands && this.asked++ < CLOCK_TRIES) {
      this.later = setTimeout(() => this.refresh(), CLOCK_STARTS);
    }
  }

  /** Turns the board, but not under men who are arranged. */
  flip() {
    if (!this.info || this.info.movable.length) return;
    this.shown.turned(this.info);
    this.refresh();
  }

  /** The conditional moves of the game on the table. @param {TableInfo} info */
  async planned(info) {
    this.plans?.take(info, this.again);
    if (this.plans || !info.mine) return;
    const found = await import("./plans.js").catch(() => null); // What cannot be had now comes with a later ply.
    if (!found || this.plans) return;
    this.plans = new found.Plans(this.board, this.planning);
    if (!this.info) return;
    this.plans.take(this.info, this.again);
    this.draw();
  }

  /** The game that was wanted is not to be seen: the table goes on as usual. */
  lost() {
    if (this.wanted !== null) this.missing(this.wanted);
    this.wanted = null;
    this.games();
  }

  /** Shows the table, the plates behind the board if `slowly`; `had` is how much of the log was shown, if somebody goes on from there. @param {number | null} had */
  draw(had = null, slowly = false) {
    const { info, at, state: { you } } = this;
    const shown = Boolean(info);
    if (node.hidden === shown) {
      node.hidden = !shown;
      document.body.classList.toggle("has-table", shown);
    }
    this.changed(info?.no ?? null);
    this.hint(info);
    if (!info) return this.board.living.untry();
    says("game-title", `${info.title} #${info.no}`);
    says("game-moment", at === null ? info.moment + (info.mine ? "" : " · you watch") : `after ${at} of ${info.plies.length} plies`);
    const beside = this.earlier.beside(info, at, you?.proof);
    $("game-told").ariaLive = at === null ? "off" : "polite"; // The line of the chat about a new ply is read out.
    says("game-on", this.news ? "▶ new move" : "▶");
    this.plies.show(info, at); // With the note that its move is on its way, or in the place of it.
    this.actions.show(info);
    says("game-words", info.board.alt);
    refill($("game-seal"), info.seal, (span) => el("span", {}, ...textNodes([span])), () => null);
    this.moves.tell(info);
    this.board.show(info, you?.proof, this.linesAt(info), at === null && had === null ? null : this.earlier.view(info, at, had));
    this.told.show(beside, at === null, this.next(info));
    this.plates(slowly, info, beside.sides);
  }

  /** The way to the next game that waits for this person, unless they are awaited here or play by a quick clock. @param {TableInfo} info */
  next({ no, mine, waits, sides }) {
    const isQuick = sides.some(({ clock }) => clock && clock[0] < QUICK);
    const next = this.mine().find((game) => game.waiting && game.no !== no);
    if (!mine || waits || isQuick || !next) return [];
    return [nextButton(next, () => this.want(next.no))];
  }

  /** Gives hints to whoever is not done with them. @param {TableInfo | null} info */
  async hint(info) {
    this.coach?.see(info);
    if (this.coach || this.coming || !info?.mine || wishes.hints() >= HINTS) return;
    this.coming = true;
    const found = await import("./coach.js").catch(() => null); // What cannot be had now comes with a later ply.
    this.coming = false;
    if (!found || this.coach) return;
    this.coach = new found.Coach({ ask: this.ask });
    this.coach.see(this.info);
  }

  /** How much of the log is shown, where that is not all. @param {TableInfo} info */
  linesAt(info) {
    const { at } = this;
    if (at === null) return null;
    if (at === 0) return Math.max(0, (info.plies[0]?.[1] ?? 1) - 1);
    return info.plies[at - 1][1];
  }

  /** Goes to a ply; the last one is the position now. @param {number} at */
  go(at) {
    if (!this.info) return;
    const had = this.linesAt(this.info) ?? this.info.board.lines;
    this.at = at >= this.info.plies.length ? null : Math.max(0, at);
    this.news &&= this.at !== null;
    this.draw(had);
  }

  /** @param {number} step */
  leaf(step) {
    if (this.info) this.go((this.at ?? this.info.plies.length) + step);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.target instanceof Element && event.target.closest("#game-board")) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.leaf(step);
  }

  /** Whoever arranges men acts unseen, and a replay is shown here. @param {Action} action */
  do(action) {
    if (action.id === "replay") this.go(0);
    else this.act(this.arranges() ? { ...action, says: "private" } : action);
  }

  /** Whether this person's own men are on the board, which nobody else may see. */
  arranges() {
    return this.info?.board.src.includes("&own=1") ?? false;
  }

  /**
   * Puts buttons below the board, each with what it does.
   *
   * @param {string} question
   * @param {[string, () => void][]} ways
   */
  offer(question, ways) {
    offerChoice(question, ways, () => this.board.mark([]));
  }

  /** Nothing is asked below the board any more. */
  offered() {
    if (closeChoice()) this.board.mark([]);
  }

  /** A man is chosen: his name is seen, while who does not see it has been told more. @param {string | null} cell */
  chosen(cell) {
    if (cell) {
      if (!this.moves.refusal) this.note("");
      $("game-note").append(el("span", { class: "man", "aria-hidden": "true" }, this.board.brief(cell)));
    } else $("game-note").querySelector(".man")?.remove();
    this.coach?.chosen(cell);
  }

  /** Says something below the board; `wrong` if it is what cannot be. @param {string} text */
  note(text, wrong = false) {
    $("game-note").textContent = text;
    $("game-note").classList.toggle("wrong", wrong);
  }

  /**
   * What is typed in the message box about this game.
   *
   * @param {string[]} squares
   * @param {number | null} no
   */
  mark(squares, no) {
    if (this.info && (no === null || no === this.info.no)) this.board.mark(squares);
  }

  tick() {
    setTimeout(() => this.tick(), tickClocks(node));
  }
}
