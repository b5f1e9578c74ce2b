// The lines of the two places, in their order, each once.

import { gameCards } from "./cards.js";
import { clock, day, dot, el, face, picture, pick, spokenNodes, squareAt, textNodes } from "./draw.js";
import { local, when } from "./times.js";

const TOGETHER = 5 * 60_000;
const MOST = 400;
const LEFT = 300;
const scroller = document.getElementById("scroll");
const newest = document.getElementById("newest");
const logs = {
  channel: document.getElementById("log-channel"),
  private: document.getElementById("log-private"),
};

/** Whether a line shows men that are being arranged. */
const isSetUp = (line) => Boolean(line.actions?.some((action) => action.line.startsWith("setup ")));

/** Whether a line shows a board, on which squares can be marked and clicked. */
const isBoard = (line) => line.picture?.shows === "board";

export class Log {
  /**
   * `put` takes a text for the message box, `reply` a line, `square` a clicked square, `look` the number
   * of a game to go to.
   */
  constructor(state, { put, reply, square, start, look }) {
    Object.assign(this, { state, put, reply, square, start, look });
    this.lines = new Map(); // id → { line, node }
    this.waiting = new Map(); // client id → node
    this.oldest = { channel: null, private: null };
    this.atEnd = true;
    scroller.addEventListener("scroll", () => this.scrolled());
    newest.addEventListener("click", () => this.toEnd());
    // A picture, the name form or the keyboard of a phone change the room that there is.
    const observer = new ResizeObserver(() => this.atEnd && this.toEnd());
    for (const watched of [scroller, ...Object.values(logs)]) observer.observe(watched);
  }

  /** The last line that this tab has. */
  last() {
    return this.lines.size ? Math.max(...this.lines.keys()) : null;
  }

  clear() {
    this.lines.clear();
    for (const log of Object.values(logs)) {
      for (const node of [...log.children]) if (node.dataset.id || node.className === "day") node.remove();
    }
    this.oldest = { channel: null, private: null };
  }

  /** Lines from before: nothing is read out, and one who reads further up stays there. */
  history(lines) {
    const [height, top] = [scroller.scrollHeight, scroller.scrollTop];
    for (const log of Object.values(logs)) log.parentElement.setAttribute("aria-live", "off");
    for (const line of lines) this.insert(line);
    this.arrange();
    if (this.atEnd) this.toEnd();
    else scroller.scrollTop = top + scroller.scrollHeight - height;
    setTimeout(() => {
      for (const log of Object.values(logs)) log.parentElement.setAttribute("aria-live", "polite");
    }, 500);
  }

  /** A new line. `false` if it was there. */
  add(line) {
    if (!this.insert(line, "new")) return false;
    if (this.atEnd) this.trim(line.place);
    this.arrange();
    if (line.place === this.state.place) {
      if (this.atEnd) this.toEnd();
      else newest.hidden = false;
    }
    return true;
  }

  /** A page that is open for weeks lets go of its oldest lines; they can be had again. */
  trim(place) {
    const shown = this.inOrder().filter(({ line }) => line.place === place);
    if (shown.length <= MOST) return;
    for (const { line, node } of shown.slice(0, shown.length - LEFT)) {
      node.remove();
      this.lines.delete(line.id);
    }
    this.oldest[place] = shown[shown.length - LEFT].line.id;
  }

  insert(line, more = "") {
    if (this.lines.has(line.id)) return false;
    this.settle(line.client);
    const log = logs[line.place];
    const node = this.node(line, more);
    this.lines.set(line.id, { line, node });
    let after = null;
    for (let at = log.lastElementChild; at; at = at.previousElementSibling) {
      if (at.dataset.order && Number(at.dataset.order) < line.id) break;
      after = at;
    }
    log.insertBefore(node, after);
    return true;
  }

  node(line, more) {
    const { you } = this.state;
    const name = line.author ? line.author.name : "Martian Cake";
    const forMe = !line.author && line.ping?.includes(you?.id);
    const text = el("div", { class: "text" }, ...(line.author
      ? spokenNodes(line.text.map((span) => span.s).join(""), you, (key) => this.state.knows(key))
      : textNodes(line.text, you, this.put, this.look)));
    const body = el("div", { class: "body" }, this.by(line, name), this.quote(line), text);
    const node = el("li", { class: `line ${more}` }, face(line.author), body);
    node.dataset.id = node.dataset.order = line.id;
    node.classList.toggle("only", Boolean(line.only));
    node.classList.toggle("for-me", Boolean(forMe));
    if (line.picture) {
      node.classList.add("pictured");
      body.append(this.board(line));
    }
    node.classList.toggle("tabled", Boolean(this.tabled) && line.game === this.tabled);
    if (!line.author && line.game) node.append(this.tools(line));
    return node;
  }

  by(line, name) {
    const time = el("time", { dateTime: new Date(line.at).toISOString(), title: new Date(line.at).toLocaleString() }, clock(line.at));
    return el("div", { class: "by" }, el("b", { dir: "auto" }, name),
      line.author ? null : el("span", { class: "tag" }, "host"), time,
      line.only ? el("span", { class: "tag" }, "only you see this") : null);
  }

  quote(line) {
    const answered = this.lines.get(line.answers)?.line;
    if (!answered) return null;
    const text = answered.text.map((span) => span.s).join("");
    return el("span", { class: "quote" }, `↩ ${answered.author?.name ?? "Martian Cake"}: ${text}`);
  }

  tools(line) {
    const reply = el("button", { type: "button", "aria-label": `Reply to #${line.game}` }, "Reply");
    reply.addEventListener("click", () => this.reply(line));
    return el("div", { class: "tools" }, reply);
  }

  board(line) {
    const hidden = line.only || line.place === "private";
    const drawn = picture(line.picture, hidden ? this.state.you?.proof : null);
    const image = drawn.querySelector("img");
    const board = el("div", { class: "board" }, drawn);
    const { frame } = line.picture;
    board.style.aspectRatio = `${frame.width} / ${frame.height}`;
    image.addEventListener("click", (event) => {
      const square = board.classList.contains("live") && squareAt(frame, image, event);
      if (square) this.square(square, line);
    });
    image.addEventListener("pointermove", (event) => {
      board.querySelector(".over")?.remove();
      const square = event.pointerType === "mouse" && board.classList.contains("live") && squareAt(frame, image, event);
      if (square) board.append(pick(frame, square, "over"));
    });
    image.addEventListener("pointerleave", () => board.querySelector(".over")?.remove());
    return board;
  }

  /** Whose lines stand together, where a day begins, and which boards are the newest of their game. */
  arrange() {
    for (const log of Object.values(logs)) {
      for (const mark of log.querySelectorAll(".day")) mark.remove();
      let before = null;
      for (const node of [...log.querySelectorAll(".line[data-id]")]) {
        const { line } = this.lines.get(Number(node.dataset.id));
        const newDay = day(line.at) !== (before && day(before.at));
        if (newDay) log.insertBefore(el("li", { class: "day" }, day(line.at)), node);
        node.classList.toggle("first", newDay || !together(before, line));
        node.classList.toggle("follows", before?.id === line.answers);
        before = line;
      }
    }
    this.enliven();
  }

  /** Which game is on the table beside the chat: its boards here are small. */
  onTable(no) {
    if (this.tabled === no) return;
    this.tabled = no;
    for (const { line, node } of this.lines.values()) node.classList.toggle("tabled", Boolean(no) && line.game === no);
    if (this.atEnd) this.toEnd();
  }

  /** Where there is a newer board of its game, an older one is a picture: a move on it would land elsewhere, unseen. */
  enliven() {
    const seen = new Set();
    for (const { line, node } of this.inOrder().reverse()) {
      const board = node.querySelector(".board");
      if (!board || !isBoard(line)) continue;
      // A click names the game of its board, so a board without one takes none.
      const inChannel = line.place === "channel";
      const key = inChannel ? `channel ${line.game}` : line.game;
      const isOver = isSetUp(line) && !this.state.arranges(line.game);
      board.classList.toggle("live", Boolean(line.game) && !seen.has(key) && !isOver);
      seen.add(line.game).add(key);
    }
  }

  /** Says beside the newest board of each game with clocks when time is over. */
  times(times) {
    for (const old of document.querySelectorAll(".board-time")) old.remove();
    const seen = new Set();
    for (const { line, node } of this.inOrder().reverse()) {
      const time = isBoard(line) && times.get(line.game);
      if (!time || seen.has(line.game)) continue;
      seen.add(line.game);
      const whose = time.mine ? "Your time" : "The time of whoever is to move";
      const words = time.ends === null ? ["The clock stands."] : [`${whose} is over `, when(time.ends), ` (${local(time.ends)}).`];
      node.querySelector(".body").append(el("p", { class: "board-time" }, ...words));
    }
  }

  /** Pictures that could not be fetched are fetched again. */
  mend() {
    for (const image of document.querySelectorAll(".board img")) {
      if (image.complete && !image.naturalWidth) image.srcset = image.srcset;
    }
  }

  inOrder() {
    return [...this.lines.values()].sort((a, b) => a.line.id - b.line.id);
  }

  /** The newest board of a place, or of a game there. */
  newestBoard(place, game = null) {
    return this.inOrder().findLast(({ line }) =>
      line.place === place && isBoard(line) && (game === null || line.game === game)) ?? null;
  }

  /** Shows on the newest board of a game what is typed, and with dots where it could lead. */
  mark(squares, game, targets = []) {
    for (const old of document.querySelectorAll(".board .pick:not(.over), .board .dot")) old.remove();
    const found = squares.length ? this.newestBoard(this.state.place, game) : null;
    const board = found?.node.querySelector(".board");
    if (!board) return;
    const { frame } = found.line.picture;
    const marks = [...squares.map((square) => pick(frame, square)), ...targets.map((square) => dot(frame, square))];
    board.append(...marks.filter((mark) => mark !== null));
  }

  /** A message on its way. */
  wait(entry) {
    if (this.waiting.has(entry.id)) return;
    const author = this.state.you;
    const node = el("li", { class: "line first waiting" }, face(author),
      el("div", { class: "body" },
        el("div", { class: "by" }, el("b", {}, author.name), el("span", { class: "state" }, "on its way")),
        el("div", { class: "text" }, entry.text)));
    node.dataset.client = entry.id;
    this.waiting.set(entry.id, node);
    logs[entry.place].append(node);
    if (entry.place === this.state.place) this.toEnd();
  }

  settle(client) {
    this.waiting.get(client)?.remove();
    this.waiting.delete(client);
  }

  dropWaiting() {
    for (const client of [...this.waiting.keys()]) this.settle(client);
  }

  stuck(lost) {
    for (const node of this.waiting.values()) {
      node.classList.toggle("stuck", lost);
      node.querySelector(".state").textContent = lost ? "waits for the connection" : "on its way";
    }
  }

  /** The bot's words to someone new, with three ways to begin. */
  greet({ text, games, chips }) {
    if (document.querySelector(".greeting")) return;
    const starts = chips.map((chip) => {
      const button = el("button", { type: "button" }, chip.label);
      button.dataset.send = chip.text;
      button.addEventListener("click", () => this.start(chip.text));
      return button;
    });
    const greeting = el("li", { class: "line first greeting" }, face(null), el("div", { class: "body" },
      el("div", { class: "by" }, el("b", {}, "Martian Cake"), el("span", { class: "tag" }, "host")),
      el("div", { class: "text" }, ...textNodes(text, null, this.put)),
      el("div", { class: "starts" }, ...starts),
      gameCards(games, (line) => this.start(line))));
    // Behind what is there, before what comes.
    greeting.dataset.order = (this.last() ?? 0) + 0.5;
    logs.channel.append(greeting);
    if (this.lines.size) this.atEnd && this.toEnd();
    else this.atEnd = false;
  }

  /** Words of the bot that are not kept: they stand behind what is there. */
  note(place, text) {
    const node = el("li", { class: "line first" }, face(null), el("div", { class: "body" },
      el("div", { class: "by" }, el("b", {}, "Martian Cake"), el("span", { class: "tag" }, "host")),
      el("div", { class: "text" }, ...textNodes(text, null, this.put))));
    node.dataset.order = (this.last() ?? 0) + 0.5;
    logs[place].append(node);
    if (this.atEnd) this.toEnd();
  }

  /** The ways to begin have done their work. */
  greeted() {
    for (const ways of document.querySelectorAll(".starts, .cards")) ways.remove();
  }

  show(place) {
    for (const [key, log] of Object.entries(logs)) log.hidden = log.parentElement.hidden = key !== place;
    this.toEnd();
  }

  scrolled() {
    this.atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
    if (this.atEnd) newest.hidden = true;
  }

  /** Up or down by most of what is seen. */
  leaf(step) {
    scroller.scrollBy(0, step * scroller.clientHeight * 0.85);
  }

  toEnd() {
    scroller.scrollTop = scroller.scrollHeight;
    this.atEnd = true;
    newest.hidden = true;
  }
}

function together(before, line) {
  return before !== null && before.author?.id === line.author?.id && !before.only === !line.only &&
    line.at - before.at < TOGETHER;
}
