// The message box: what one types, what one typed before, and what fits now.

import { byId as $, first } from "./dom.js";
import { el, refill } from "./draw.js";
import { tab } from "./keep.js";
import { isLook } from "./looks.js";

/** @import { State } from "./state.js" */
/** @import { Act, Action, Ask, Chip, Doable, Line, Seen } from "./types" */

const box = $("box", HTMLInputElement);
const form = $("form");
const row = $("chips");
const replyBar = $("reply");

// A square (`c3`, `k11`) or a cell of a wedge (`a24`); moves with what may stand between and after.
const SQUARE = /^[a-l](?:1[0-2]|[1-4]{2}|[1-9])$/u;
const MOVE = /^([a-l](?:1[0-2]|[1-4]{2}|[1-9]))(?:\s*(?:[-x:+×–—>]|to)?\s*([a-l](?:1[0-2]|[1-4]{2}|[1-9]))\*?)?$/u;
const NEWCOMER = ["challenge bot", "challenge someone", "rules lyra", "help"];
const COMMANDS = ["board", "legal", "games", "rules lyra", "help", "challenge bot", "challenge anyone", "draw offer", "resign"];
const FINGERS = matchMedia("(pointer: coarse)");
const MOST_CHIPS = 40;
// A record may be longer than anything else that is said. The box has one line, so its lines are shown
// with a mark between them, and sent as lines.
const RECORD = /^\W*verify\b[\s#\d\x60↵]*\[/iu;
const MOST_SAID = 2000;
const MOST_RECORD = 12_288;

export class Box {
  /**
   * `send` takes a text, the line that it replies to, and the state of the game in which it is a move; `act` an action, `ask` a question, `marked`
   * the squares that are typed; `seen` tells the state of a game on the table, `facing`
   * its number if this person plays in it, `forMe` and `events` have what fits.
   *
   * @param {State} state
   * @param {{
   *   send: (text: string, line: Line | null, seen?: Seen) => void,
   *   act: Act,
   *   ask: Ask,
   *   marked: (squares: string[], game: number | null) => void,
   *   seen: (game: number) => Seen | undefined,
   *   facing: () => number | null,
   *   forMe: () => Action[],
   *   events: () => { first: Action[], last: Action[] },
   *   leaf: (step: number) => void,
   * }} parts
   */
  constructor(state, { send, act, ask, marked, seen, facing, forMe, events, leaf }) {
    this.state = state;
    this.send = send;
    this.act = act;
    this.ask = ask;
    this.marked = marked;
    this.seen = seen;
    this.facing = facing;
    this.forMe = forMe;
    this.events = events;
    this.leaf = leaf;
    this.found = nothingFound(); // Where the man on the typed square can go.
    /** @type {string[]} */
    this.before = JSON.parse(tab.getItem("mc.said") ?? "[]");
    this.at = this.before.length;
    this.draft = "";
    /** @type {Line | null} */
    this.replyTo = null;
    box.value = tab.getItem("mc.draft") ?? "";
    box.addEventListener("input", () => this.changed());
    box.addEventListener("paste", (event) => this.paste(event));
    box.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(box.value);
    });
    row.addEventListener("keydown", (event) => this.chipKey(event));
    first(replyBar, "button").addEventListener("click", () => this.reply(null));
    document.addEventListener("keydown", (event) => this.anywhere(event));
  }

  /** On a phone the keyboard covers half the board, so there it comes only when one asks for it. */
  focus() {
    if (!FINGERS.matches) box.focus({ preventScroll: true });
  }

  /** Keeps the lines of a record apart, which a box of one line would run together. @param {ClipboardEvent} event */
  paste(event) {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const [from, to] = [box.selectionStart ?? 0, box.selectionEnd ?? 0];
    const text = box.value.slice(0, from) + pasted + box.value.slice(to);
    if (!RECORD.test(text)) return;
    event.preventDefault();
    box.setRangeText(pasted.trimEnd().replace(/\r?\n/gu, "↵"), from, to, "end");
    this.changed();
  }

  changed() {
    box.maxLength = RECORD.test(box.value) ? MOST_RECORD : MOST_SAID;
    tab.setItem("mc.draft", box.value);
    if (!box.value && replyBar.hidden) this.replyTo = null;
    this.offer();
  }

  /** Puts a text into the box, ready to be changed or sent. @param {string} text */
  put(text) {
    box.value = text;
    this.changed();
    this.focus();
    box.setSelectionRange(text.length, text.length);
  }

  /** Puts a text that was not said back, unless another one is being typed. @param {string} text */
  putBack(text) {
    if (!box.value) this.put(text);
  }

  /** @param {string} text @param {Seen} [seen] */
  submit(text, seen) {
    const said = RECORD.test(text) ? text.trim().replaceAll("↵", "\n") : text.trim();
    if (!said) return;
    // A long record is not said twice.
    const again = said.length > MOST_SAID ? [] : [said];
    this.before = this.before.filter((old) => old !== said).concat(again).slice(-100);
    tab.setItem("mc.said", JSON.stringify(this.before));
    this.at = this.before.length;
    const line = this.replyTo;
    this.reply(null);
    this.put("");
    this.send(said, line, seen);
  }

  /** What was sent before this tab was opened, for the way back with Up. @param {string[]} texts */
  remember(texts) {
    if (this.before.length || !texts.length) return;
    this.before = texts.slice(-100);
    this.at = this.before.length;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowUp") this.back(event, -1);
    else if (event.key === "ArrowDown") this.back(event, 1);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      this.leaf(event.key === "PageUp" ? -1 : 1);
    } else if (event.key === "Escape") {
      if (this.replyTo && !replyBar.hidden) this.reply(null);
      else this.clear();
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} step
   */
  back(event, step) {
    const next = this.at + step;
    if (next < 0 || next > this.before.length) return;
    event.preventDefault();
    if (this.at === this.before.length) this.draft = box.value;
    this.at = next;
    this.put(next === this.before.length ? this.draft : this.before[next]);
  }

  /** Left and right go through the chips; typing goes to the box. @param {KeyboardEvent} event */
  chipKey(event) {
    const step = new Map([["ArrowLeft", -1], ["ArrowRight", 1]]).get(event.key);
    const chips = [...row.querySelectorAll("button")];
    const at = chips.findIndex((chip) => chip === document.activeElement);
    if (step && at >= 0) {
      event.preventDefault();
      chips[(at + step + chips.length) % chips.length].focus();
    }
  }

  /** A letter typed anywhere lands in the box. @param {KeyboardEvent} event */
  anywhere(event) {
    const target = event.target;
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || event.isComposing) return;
    this.focus();
  }

  /** @param {Line | null} line */
  reply(line) {
    this.replyTo = line;
    const waiting = this.state.games.filter((game) => game.waiting);
    // Where the message would go to that game anyway, there is nothing to say.
    const plain = !line || (waiting.length === 1 && waiting[0].no === line.game);
    replyBar.hidden = plain;
    if (line) {
      first(replyBar, "span").textContent = `Your message goes to game #${line.game}`;
      this.focus();
    }
    this.offer();
  }

  clear() {
    this.reply(null);
    this.put("");
  }

  /** The game to which a square in the box belongs. */
  game() {
    const { games } = this.state;
    return this.replyTo?.game ?? this.facing() ?? (games.find((game) => game.waiting) ?? games[0])?.no ?? null;
  }

  /** Asks where the man on a square can go, and shows it. @param {string} square */
  async look(square) {
    const game = this.game();
    const key = `${game} ${square.toLowerCase()}`;
    if (game === null || this.found.key === key) return;
    this.found = { ...nothingFound(), key, seen: this.seen(game) };
    const answer = await this.ask({ targets: { game, square } });
    if (!answer || this.found.key !== key) return;
    Object.assign(this.found, answer.targets);
    this.offer();
  }

  /** Fills the row above the box with what fits, and shows the squares on the board. */
  offer() {
    const typed = box.value.trim().toLowerCase();
    const move = MOVE.exec(typed);
    const squares = move ? [move[1], move[2]].filter(Boolean) : [];
    if (squares.length) this.look(squares[0]);
    else this.found = nothingFound();
    this.marked(squares, squares.length ? this.game() : null);
    const chips = this.fitting(typed).slice(0, MOST_CHIPS);
    refill(row, chips, (chip) => this.chip(chip), (button) => button.textContent, () => box.focus({ preventScroll: true }));
  }

  /**
   * @param {string} typed
   * @returns {Chip[]}
   */
  fitting(typed) {
    const people = this.people(box.value);
    if (people.length) return people;
    const actions = this.forMe();
    const lines = new Set(actions.map((action) => action.line));
    /** @param {Action[]} chips */
    const unlike = (chips) => chips.filter((action) => !lines.has(action.line));
    const events = this.events();
    const [first, last] = [unlike(events.first), unlike(events.last)];
    const base = this.state.games.length ? COMMANDS.slice(0, 5) : NEWCOMER;
    if (!typed) return [...first, ...(actions.length ? actions : base), ...last];
    const begun = fold(typed);
    const square = box.value.trim();
    const asked = SQUARE.test(typed) ? about(square, actions) : [];
    const texts = unique([...this.found.moves, ...COMMANDS, ...base]).filter((text) => !lines.has(text));
    /** @param {Action | string} chip */
    const fits = (chip) => (typeof chip === "string" ? [chip] : [chip.line, chip.label]).some((text) => fold(text).startsWith(begun));
    return [...[...actions, ...first, ...last, ...texts].filter(fits), ...asked];
  }

  /**
   * After an `@`: who is here, to be put in.
   *
   * @param {string} text
   */
  people(text) {
    const open = /(^|\s)@([^\s@]*)$/u.exec(text);
    if (!open) return [];
    const begun = open[2].toLowerCase();
    return this.state.people
      .filter((name) => name !== this.state.you?.name && name.toLowerCase().startsWith(begun))
      .map((name) => ({ label: `@${name}`, put: `${text.slice(0, text.length - open[2].length)}${name} ` }));
  }

  /** A button for an action, for a text to send, or for one to put into the box. @param {Chip} chip */
  chip(chip) {
    const text = typeof chip === "string" ? chip : chip.label;
    const button = el("button", { type: "button" }, text);
    const action = typeof chip !== "string" && "line" in chip ? chip : null;
    if (action && action.weight !== "normal") button.classList.add(action.weight);
    if (action && action.line !== text) button.title = action.line;
    const { moves, seen } = this.found;
    button.addEventListener("click", () => {
      if (action) this.take(action);
      else if (typeof chip !== "string" && "put" in chip) this.put(chip.put);
      else if (isLook(text)) this.take({ line: text, says: "private", game: this.game() });
      else this.submit(text, moves.includes(text) ? seen : undefined);
    });
    return button;
  }

  /** An action was tapped: what was typed before it is done with. @param {Doable} action */
  take(action) {
    this.clear();
    this.act(action);
  }
}

/** @returns {{ key: string, squares: string[], moves: string[], seen?: Seen }} */
const nothingFound = () => ({ key: "", squares: [], moves: [] });

/**
 * What can be asked of a square, or done with it while one's men are arranged.
 *
 * @param {string} square
 * @param {Action[]} actions
 */
const about = (square, actions) => {
  if (!actions.some((action) => action.line.startsWith("setup "))) return [`legal ${square}`, `why ${square}`];
  const onto = ["move", "swap"].map((verb) => `setup ${verb} ${square}-`);
  return [...onto.map((text) => ({ label: `${text}…`, put: text })), `setup remove ${square}`];
};

/** @param {string[]} texts */
const unique = (texts) => [...new Set(texts)];

/** Typing `c2c3` or `c2 c` finds `c2-c3`. @param {string} text */
const fold = (text) => text.toLowerCase().replace(/(\d)[\s\-x:+>–—×]+(?=[a-l]|$)/gu, "$1");
