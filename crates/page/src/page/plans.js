// The conditional moves of the game on the table, which the program keeps: what is made on the board before one's turn,
// and the panel that lists them and adds to them.

import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Board } from "./board.js" */
/** @import { Kept, Line, PlanLine, Seen, TableInfo, Unkept } from "./types" */

const part = $("game-plans", HTMLDetailsElement);
const when = $("plan-when", HTMLSelectElement);
const reply = $("plan-reply", HTMLButtonElement);
const WHATEVER = "legal"; // The condition of a move that is made on the board before its turn.
const SURE = /^if (?:legal|any) then /u; // A line that waits for nothing but the next move.
/** @type {Record<string, string | undefined>} */
const WORDS = { legal: "any move", lost: "lost fight" };

export class Plans {
  /**
   * `say` says a text in private and returns the id of its message, `awaits` tells whether that waits for its answer,
   * `note` says something below the board.
   *
   * @param {Board} board
   * @param {{
   *   say: (text: string, seen?: Seen) => string,
   *   awaits: (id: string) => boolean,
   *   note: (text: string, wrong?: boolean) => void,
   * }} parts
   */
  constructor(board, { say, awaits, note }) {
    this.board = board;
    this.say = say;
    this.awaits = awaits;
    this.note = note;
    /** @type {TableInfo | null} */
    this.info = null;
    /** The condition to which a reply is being made on the board. @type {string | null} */
    this.when = null;
    /** The message that is to change them, then its line, then the answer to it. @type {string | null} */
    this.message = null;
    /** @type {number | null} */
    this.line = null;
    /** The lines that were sent and are not told yet. @type {string[] | null} */
    this.sent = null;
    /** The cells of the one that is on its way. @type {string[]} */
    this.moving = [];
    this.answer = "";
    $("plan-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose(this.when === null ? when.value : null);
      if (this.when === null) return;
      $("game-last").click();
      $("game-board").focus();
    });
    part.addEventListener("toggle", () => part.open && part.scrollIntoView({ block: "nearest" }));
    $("plan-drop").addEventListener("click", () => this.register([]));
  }

  /** Another game comes onto the table, or none. */
  leave() {
    this.info = null;
    this.settled();
    this.board.planned = [];
    this.board.recalls = null;
    this.choose(null);
  }

  /** Nothing is on its way any more. */
  settled() {
    this.message = this.sent = null;
    this.moving = this.board.sent = [];
    this.answer = "";
  }

  get lines() {
    return this.info?.plan?.lines ?? [];
  }

  /** The lines as they are typed, those that are on their way included. */
  texts() {
    return this.sent ?? this.lines.map(({ text }) => text);
  }

  /**
   * The table is told anew; `isOld` if it may be from before the answer that has come.
   *
   * @param {TableInfo} info
   * @param {boolean} isOld
   */
  take(info, isOld) {
    const had = this.info;
    const texts = JSON.stringify(this.lines);
    this.info = info;
    const changed = texts !== JSON.stringify(this.lines);
    const { answer, sent } = this;
    // What was answered while there was no connection stands in the chat alone.
    const isLost = !answer && this.message !== null && !this.awaits(this.message);
    const kept = sent?.length === this.lines.length && sent.every((text) => this.lines.some((line) => line.text === text));
    if (had?.waits !== info.waits || !info.plan) this.choose(null);
    if (answer && !isOld) this.note(kept && sent.length ? this.words(had) : answer, !kept);
    else if (changed || isLost) this.note(this.words(had));
    if (isLost || (answer && !isOld)) this.settled();
    this.draw(info);
  }

  /** What is to be said of a change. @param {TableInfo | null} had */
  words(had) {
    const [sure, was] = [this.lines, had?.plan?.lines ?? []].map((lines) => lines.find(({ text }) => SURE.test(text)));
    if (sure && !this.info?.waits) return `${sure.words}. A tap on the board takes it back, another man takes its place.`;
    if (this.lines.length) return `${was && this.answer ? `Dropped: ${was.words}. ` : ""}Your conditional moves are kept; nobody else sees them.`;
    if (!had || !this.info?.running) return "";
    const [plies, positions] = [this.info.plies.length - had.plies.length, this.info.seen.ply - had.seen.ply];
    if (plies < positions) return "A move was taken back, so your conditional moves are gone.";
    return plies === 1 ? "Your conditional moves did not fit what was played, so they are gone." : "";
  }

  /** @param {TableInfo} info */
  draw({ plan, waits }) {
    part.hidden = !plan;
    refill($("plan-lines"), this.lines, (line) => this.item(line), () => null);
    refill(when, plan?.conditions ?? [], (one) => el("option", { value: one }, WORDS[one] ?? one), () => null);
    $("plan-whose").textContent = waits ? "After my" : "After their";
    $("plan-drop").hidden = !this.lines.length;
    // What is on its way does not hold yet, and what it replaces still does.
    this.board.planned = this.marked();
    this.board.recalls = (!waits && this.lines.find(({ text }) => SURE.test(text))?.cells) || null;
  }

  /** A line, which is seen on the board while it is looked at. @param {PlanLine} line */
  item({ words, cells }) {
    const button = el("button", { type: "button" }, words);
    /** @param {string[]} seen */
    const show = (seen) => {
      this.board.planned = seen;
      this.board.draw();
    };
    for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => show(cells));
    for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => show(this.marked()));
    return el("li", {}, button);
  }

  /** The cells of what holds before this person's turn. */
  marked() {
    return this.info?.waits ? [] : this.lines.flatMap(({ cells }) => cells);
  }

  /** A reply to this condition is to be made on the board; `null` if none is. @param {string | null} condition */
  choose(condition) {
    if (this.when === condition) return;
    this.when = condition;
    this.board.planning = condition !== null;
    this.board.clear();
    reply.textContent = condition === null ? "Choose my reply" : "Never mind";
    this.note(condition === null ? "" : "Make your reply on the board: a man, then where he goes.");
  }

  /**
   * A move was made on the board before its turn; `null` takes back what was made so.
   *
   * @param {[from: string, to: string] | null} cells
   */
  made(cells) {
    const condition = this.when ?? WHATEVER;
    const begun = this.when !== null;
    this.choose(null);
    if (cells) this.add(condition, cells);
    else if (!begun && this.texts().some((text) => SURE.test(text))) this.register(this.texts().filter((text) => !SURE.test(text)));
  }

  /**
   * Keeps a reply in place of the one to the same condition.
   *
   * @param {string} condition
   * @param {[from: string, to: string]} cells
   */
  add(condition, [from, to]) {
    const head = `if ${condition} then `;
    // After a fight the man there is meant; before one's turn, whoever is there then.
    const takes = condition !== WHATEVER && this.info?.plan?.conditions.includes("hit") && this.board.manOn(to);
    const others = this.texts().filter((text) => !(condition === WHATEVER ? SURE.test(text) : text.startsWith(head)));
    this.register([...others, head + from + (takes ? "x" : "-") + to], condition === WHATEVER ? [from, to] : []);
  }

  /**
   * Has the program keep these lines, in private; `cells` are those of a new one.
   *
   * @param {string[]} texts
   * @param {string[]} cells
   */
  register(texts, cells = []) {
    if (!this.info?.plan) return;
    // What fits every move stands behind all else.
    const inOrder = [...texts].sort((one, other) => Number(SURE.test(one)) - Number(SURE.test(other)));
    const { no, plan, seen } = this.info;
    this.line = null;
    this.sent = texts;
    // What is to be dropped is dropped in any position.
    this.message = texts.length ? this.say(`#${no} premove @${plan.ply} ${inOrder.join(", ")}`, seen) : this.say(`#${no} premove clear`);
    this.moving = this.board.sent = cells;
    this.note("Your conditional moves are on their way.");
    this.board.draw();
  }

  /** @param {Kept} message */
  kept({ id, line }) {
    if (id === this.message) this.line = line;
  }

  /** @param {Unkept} message */
  unkept({ id, retry }) {
    if (id !== this.message || retry) return;
    this.settled();
    this.note("");
    this.board.draw();
  }

  /** A line of the bot: `true` if it answers what was said here. @param {Line} line */
  heard({ answers, text }) {
    const isAnswer = this.message !== null && this.line !== null && answers === this.line;
    if (isAnswer) this.answer = text.map((span) => span.s).join("");
    return isAnswer;
  }
}
