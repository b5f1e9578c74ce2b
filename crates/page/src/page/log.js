// The lines of the two places, in their order, each once.

import { byId as $, first } from "./dom.js";
import { el, face } from "./draw.js";
import { greetingNode, hostNode } from "./greeting.js";
import { lineNode, nameOf, plain } from "./line.js";
import { settings, watch } from "./settings.js";
import { day, local, when } from "./times.js";

/** @import { Ways } from "./line.js" */
/** @import { State } from "./state.js" */
/** @import { GameTime, Greeting, Line, OutboxEntry, Place, Span } from "./types" */

const TOGETHER = 5 * 60_000;
const MOST = 400;
const LEFT = 300;
const SPOKEN = 5; // So many texts stay where they are read out from.
const scroller = $("scroll");
const newest = $("newest");
const spoken = $("spoken");
const logs = {
  channel: $("log-channel"),
  private: $("log-private"),
};

/** @returns {Record<Place, number | null>} */
const nothingOlder = () => ({ channel: null, private: null });

/** Whether a line shows a board. @param {Line} line */
const isBoard = (line) => line.picture?.shows === "board";

export class Log {
  /**
   * `put` takes a text for the message box, `reply` a line, `look` the number of a game to go to.
   *
   * @param {State} state
   * @param {Ways} parts
   */
  constructor(state, { put, reply, look }) {
    this.state = state;
    this.ways = { put, reply, look };
    /** By their ids. @type {Map<number, { line: Line, node: HTMLElement }>} */
    this.lines = new Map();
    /** Messages on their way, by the ids of this browser. @type {Map<string, HTMLElement>} */
    this.waiting = new Map();
    this.oldest = nothingOlder();
    /** The number of the game on the table. @type {number | null} */
    this.tabled = null;
    /** The last line, if it was not read out. @type {Line | undefined} */
    this.begins = undefined;
    this.atEnd = true;
    this.top = 0; // How far it was scrolled to its end.
    scroller.addEventListener("scroll", () => this.scrolled());
    newest.addEventListener("click", () => this.toEnd());
    // A picture, the name form or the keyboard of a phone change the room that there is.
    const observer = new ResizeObserver(() => this.atEnd && this.toEnd());
    watch("theme", () => this.repaint());
    for (const watched of [scroller, ...Object.values(logs)]) observer.observe(watched);
  }

  /** The last line that this tab has. */
  last() {
    return this.lines.size ? Math.max(...this.lines.keys()) : null;
  }

  /** The line with an id, if this tab has it. @param {number | undefined} id */
  lineOf(id) {
    return id === undefined ? undefined : this.lines.get(id)?.line;
  }

  /** What the bot has answered to a line. @param {number | null} id */
  answerTo(id) {
    return this.inOrder().find(({ line }) => line.answers === id && !line.author)?.line;
  }

  clear() {
    this.lines.clear();
    for (const log of Object.values(logs)) {
      for (const node of log.querySelectorAll(":scope > [data-id], :scope > .day")) node.remove();
    }
    this.oldest = nothingOlder();
  }

  /** Lines from before: one who reads further up stays there. @param {Line[]} lines */
  history(lines) {
    const [height, top] = this.atEnd ? [0, 0] : [scroller.scrollHeight, scroller.scrollTop];
    for (const line of lines) this.insert(line);
    this.arrange();
    // At once: lines that are gone have scrolled up, and the word of that would come first.
    if (this.atEnd) this.toEnd();
    else scroller.scrollTop = top + scroller.scrollHeight - height;
  }

  /** A new line. `false` if it was there. @param {Line} line */
  add(line) {
    if (!this.insert(line, true)) return false;
    this.begins = this.concerns(line) ? void speak(line) : line;
    const [before, last] = this.inOrder().filter((one) => one.line.place === line.place).slice(-2);
    if (this.atEnd && this.trim(line.place)) this.arrange();
    else if (last?.line === line) this.join(before.line, last);
    else this.arrange();
    if (line.place === this.state.place && !this.atEnd) newest.hidden = false;
    return true;
  }

  /**
   * Whether a line is read out to whoever does not see it: what the bot answers this person or says about their games;
   * with the setting for it, all that others say.
   *
   * @param {Line} line
   */
  concerns({ author, place, only, answers, game, ping }) {
    const { you, games } = this.state;
    if (author) return settings.channel && author.id !== you?.id;
    const mine = [this.lineOf(answers)?.author?.id, ...(ping ?? [])].some((id) => id !== undefined && id === you?.id);
    return settings.channel || place === "private" || Boolean(only) || mine || games.some(({ no }) => no === game);
  }

  /** The games of this person have changed: the line before may have begun one. */
  games() {
    if (!this.begins?.game || !this.concerns(this.begins)) return;
    speak(this.begins);
    this.begins = undefined;
  }

  /** A page that is open for weeks lets go of its oldest lines; they can be had again. Returns whether it did. @param {Place} place */
  trim(place) {
    const shown = this.inOrder().filter(({ line }) => line.place === place);
    if (shown.length <= MOST) return false;
    for (const { line, node } of shown.slice(0, shown.length - LEFT)) {
      node.remove();
      this.lines.delete(line.id);
    }
    this.oldest[place] = shown[shown.length - LEFT].line.id;
    return true;
  }

  /** @param {Line} line */
  insert(line, isNew = false) {
    if (this.lines.has(line.id)) return false;
    this.settle(line.client);
    const log = logs[line.place];
    const node = lineNode(line, this.lineOf(line.answers), this.state, this.ways);
    node.classList.toggle("new", isNew);
    node.classList.toggle("tabled", Boolean(this.tabled) && line.game === this.tabled);
    this.lines.set(line.id, { line, node });
    /** @type {Element | null} */
    let after = null;
    for (let at = log.lastElementChild; at instanceof HTMLElement; at = at.previousElementSibling) {
      if (at.dataset.order && Number(at.dataset.order) < line.id) break;
      after = at;
    }
    log.insertBefore(node, after);
    return true;
  }

  /** Fetches all pictures anew, in other colours. */
  repaint() {
    for (const one of this.lines.values()) {
      if (!one.line.picture) continue;
      const node = lineNode(one.line, this.lineOf(one.line.answers), this.state, this.ways);
      const [old, anew] = [one.node.querySelector(".board"), node.querySelector(".board")];
      if (anew) old?.replaceWith(anew);
    }
  }

  /** Whose lines stand together, and where a day begins. */
  arrange() {
    for (const log of Object.values(logs)) {
      for (const mark of log.querySelectorAll(".day")) mark.remove();
      /** @type {Line | null} */
      let before = null;
      for (const one of this.inOrder().filter(({ line }) => logs[line.place] === log)) {
        this.join(before, one);
        before = one.line;
      }
    }
  }

  /** The same of a line behind another one. @param {Line | null} before @param {{ line: Line, node: HTMLElement }} one */
  join(before, { line, node }) {
    const newDay = day(line.at) !== (before && day(before.at));
    if (newDay) node.before(el("li", { class: "day" }, day(line.at)));
    node.classList.toggle("first", newDay || !together(before, line));
    node.classList.toggle("follows", before?.id === line.answers);
  }

  /** Which game is on the table beside the chat: its boards here are small. `false` if it was. @param {number | null} no */
  onTable(no) {
    if (this.tabled === no) return false;
    this.tabled = no;
    for (const { line, node } of this.lines.values()) node.classList.toggle("tabled", Boolean(no) && line.game === no);
    // With the frame, in which the table is laid out too.
    if (this.atEnd) requestAnimationFrame(() => this.toEnd());
    return true;
  }

  /** Says beside the newest board of each game with clocks when time is over. @param {Map<number, GameTime>} times */
  times(times) {
    for (const old of document.querySelectorAll(".board-time")) old.remove();
    const seen = new Set();
    for (const { line, node } of this.inOrder().reverse()) {
      const time = isBoard(line) && line.game ? times.get(line.game) : null;
      if (!time || seen.has(line.game)) continue;
      seen.add(line.game);
      const whose = time.mine ? "Your time" : "The time of whoever is to move";
      const words = time.ends === null ? ["The clock stands."] : [`${whose} is over `, when(time.ends), ` (${local(time.ends)}).`];
      first(node, ".body").append(el("p", { class: "board-time" }, ...words));
    }
  }

  /** Pictures that could not be fetched are fetched again. */
  mend() {
    /** @type {NodeListOf<HTMLImageElement>} */
    const images = document.querySelectorAll(".board img");
    for (const image of images) {
      if (image.complete && !image.naturalWidth) image.srcset = image.srcset;
    }
  }

  inOrder() {
    return [...this.lines.values()].sort((a, b) => a.line.id - b.line.id);
  }

  /**
   * The newest board of a place, or of a game there.
   *
   * @param {Place} place
   * @param {number | null} game
   */
  newestBoard(place, game = null) {
    return this.inOrder().findLast(({ line }) =>
      line.place === place && isBoard(line) && (game === null || line.game === game)) ?? null;
  }

  /** A message on its way. @param {OutboxEntry} entry */
  wait(entry) {
    if (this.waiting.has(entry.id)) return;
    const author = this.state.you;
    const node = el("li", { class: "line first waiting" }, face(author),
      el("div", { class: "body" },
        el("div", { class: "by" }, el("b", {}, author?.name ?? ""), el("span", { class: "state" }, "on its way")),
        el("div", { class: "text" }, entry.text)));
    node.dataset.client = entry.id;
    this.waiting.set(entry.id, node);
    logs[entry.place].append(node);
    if (entry.place === this.state.place) this.follow();
  }

  /** @param {string | undefined} client */
  settle(client) {
    if (client === undefined) return;
    this.waiting.get(client)?.remove();
    this.waiting.delete(client);
  }

  dropWaiting() {
    for (const client of [...this.waiting.keys()]) this.settle(client);
  }

  /** @param {boolean} lost */
  stuck(lost) {
    for (const node of this.waiting.values()) {
      node.classList.toggle("stuck", lost);
      first(node, ".state").textContent = lost ? "waits for the connection" : "on its way";
    }
  }

  /** Greets somebody new. @param {Greeting} greeting */
  greet(greeting) {
    if (document.querySelector(".greeting")) return;
    const node = greetingNode(greeting, this.ways.put);
    // Where there is no room for all of it, it is read from its beginning.
    this.atEnd = false;
    this.behind("channel", node);
    node.scrollIntoView({ block: "start" });
    this.scrolled();
  }

  /**
   * Shows words of the bot that are not kept.
   *
   * @param {Place} place
   * @param {Span[]} text
   */
  note(place, text) {
    this.behind(place, hostNode(text, this.ways.put));
    speak({ text });
  }

  /**
   * Puts a node behind what is there, before what comes.
   *
   * @param {Place} place
   * @param {HTMLElement} node
   */
  behind(place, node) {
    node.dataset.order = String((this.last() ?? 0) + 0.5);
    logs[place].append(node);
    if (this.atEnd) this.toEnd();
  }

  /** @param {Place} place */
  show(place) {
    for (const [key, log] of Object.entries(logs)) {
      log.hidden = key !== place;
      if (log.parentElement) log.parentElement.hidden = log.hidden;
    }
    this.toEnd();
  }

  scrolled() {
    // What has grown below the end since has scrolled nobody away from it.
    const stays = this.atEnd && scroller.scrollTop >= this.top;
    this.atEnd = stays || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
    if (this.atEnd) newest.hidden = true;
  }

  /** Up or down by most of what is seen. @param {number} step */
  leaf(step) {
    scroller.scrollBy(0, step * scroller.clientHeight * 0.85);
  }

  /** Goes to the end once what has come there is laid out. */
  follow() {
    this.top = 0; // However far up somebody reads.
    this.atEnd = true;
    newest.hidden = true;
  }

  toEnd() {
    scroller.scrollTop = scroller.scrollHeight;
    this.top = scroller.scrollTop;
    this.atEnd = true;
    newest.hidden = true;
  }
}

/** Reads a line out to whoever does not see it. @param {Pick<Line, "author" | "text">} line */
function speak(line) {
  spoken.append(el("p", {}, `${nameOf(line)}: ${plain(line)}`));
  if (spoken.childElementCount > SPOKEN) spoken.firstElementChild?.remove();
}

/**
 * @param {Line | null} before
 * @param {Line} line
 */
function together(before, line) {
  return before !== null && before.author?.id === line.author?.id && !before.only === !line.only &&
    line.at - before.at < TOGETHER;
}
