// The message box: what one types, what one typed before, and what fits now.

import { el } from "./draw.js";
import { tab } from "./keep.js";

const box = document.getElementById("box");
const form = document.getElementById("form");
const row = document.getElementById("chips");
const replyBar = document.getElementById("reply");

// A square (`c3`, `k11`) or a cell of a wedge (`a24`); moves with what may stand between and after.
const SQUARE = /^[a-l](?:1[0-2]|[1-4]{2}|[1-9])$/u;
const MOVE = /^([a-l](?:1[0-2]|[1-4]{2}|[1-9]))(?:\s*(?:[-x:+×–—>]|to)?\s*([a-l](?:1[0-2]|[1-4]{2}|[1-9]))\*?)?$/u;
const ARRANGING = /^setup (?:move|swap) [a-k]\d{1,2}-$/u;
const ASKING = /^(?:legal|moves|why|odds)$/u;
const NEWCOMER = ["challenge bot", "challenge anyone", "rules lyra", "help"];
const COMMANDS = ["board", "legal", "games", "rules lyra", "help", "challenge bot", "challenge anyone", "draw offer", "resign"];
const FINGERS = matchMedia("(pointer: coarse)");
const MOST_CHIPS = 40;
const MOST_MOVES = 8;

export class Box {
  /** `send` takes a text and the line that it replies to, `marked` the squares that are typed. */
  constructor(state, { send, marked, forMe, leaf }) {
    Object.assign(this, { state, send, marked, forMe, leaf });
    this.before = JSON.parse(tab.getItem("mc.said") ?? "[]");
    this.at = this.before.length;
    this.draft = "";
    this.replyTo = null;
    box.value = tab.getItem("mc.draft") ?? "";
    box.addEventListener("input", () => this.changed());
    box.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(box.value);
    });
    row.addEventListener("keydown", (event) => this.chipKey(event));
    replyBar.querySelector("button").addEventListener("click", () => this.reply(null));
    document.addEventListener("keydown", (event) => this.anywhere(event));
  }

  /** On a phone the keyboard covers half the board, so there it comes only when one asks for it. */
  focus() {
    if (!FINGERS.matches) box.focus({ preventScroll: true });
  }

  changed() {
    tab.setItem("mc.draft", box.value);
    this.offer();
  }

  /** Puts a text into the box, ready to be changed or sent. */
  put(text) {
    box.value = text;
    this.changed();
    this.focus();
    box.setSelectionRange(text.length, text.length);
  }

  submit(text) {
    const said = text.trim();
    if (!said) return;
    this.before = this.before.filter((old) => old !== said).concat(said).slice(-100);
    tab.setItem("mc.said", JSON.stringify(this.before));
    this.at = this.before.length;
    const line = this.replyTo;
    this.reply(null);
    this.put("");
    this.send(said, line);
  }

  /** What was sent before this tab was opened, for the way back with Up. */
  remember(texts) {
    if (this.before.length || !texts.length) return;
    this.before = texts.slice(-100);
    this.at = this.before.length;
  }

  key(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowUp") this.back(event, -1);
    else if (event.key === "ArrowDown") this.back(event, 1);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      this.leaf(event.key === "PageUp" ? -1 : 1);
    } else if (event.key === "Escape") {
      if (this.replyTo) this.reply(null);
      else this.put("");
    }
  }

  back(event, step) {
    const next = this.at + step;
    if (next < 0 || next > this.before.length) return;
    event.preventDefault();
    if (this.at === this.before.length) this.draft = box.value;
    this.at = next;
    this.put(next === this.before.length ? this.draft : this.before[next]);
  }

  /** Left and right go through the chips; typing goes to the box. */
  chipKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const chips = [...row.children];
    const at = chips.indexOf(document.activeElement);
    if (step && at >= 0) {
      event.preventDefault();
      chips[(at + step + chips.length) % chips.length].focus();
    }
  }

  /** A letter typed anywhere lands in the box. */
  anywhere(event) {
    const target = event.target;
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || event.isComposing) return;
    this.focus();
  }

  reply(line) {
    this.replyTo = line;
    replyBar.hidden = !line;
    if (line) {
      replyBar.querySelector("span").textContent = `Your message goes to game #${line.game}`;
      this.focus();
    }
    this.offer();
  }

  /** A square was clicked: its name, or with one there before, the move. */
  square(name, line) {
    const written = box.value.trim();
    const typed = written.toLowerCase();
    const mine = this.state.games.filter((game) => game.waiting);
    if (mine.length > 1 && mine.some((game) => game.no === line.game)) this.reply(line);
    if (typed === name.toLowerCase()) this.put("");
    else if (SQUARE.test(typed)) this.put(this.moveBetween(written, name));
    else if (ASKING.test(typed)) this.put(`${written} ${name}`);
    else if (ARRANGING.test(typed)) this.put(`${written}${name}`);
    else this.put(name);
  }

  /** The move as the host writes it, where it has told us. */
  moveBetween(from, to) {
    const known = this.pool().find((chip) => {
      const move = MOVE.exec(chip.toLowerCase());
      return move?.[1] === from.toLowerCase() && move[2] === to.toLowerCase();
    });
    return known ?? `${from} ${to}`;
  }

  /** What the newest reply for this person offers. */
  pool() {
    const { chips, offers } = this.forMe();
    return [...offers, ...chips];
  }

  /** Fills the row above the box with what fits, and shows the squares on the board. */
  offer() {
    const typed = box.value.trim().toLowerCase();
    const move = MOVE.exec(typed);
    this.marked(move ? [move[1], move[2]].filter(Boolean) : [], this.replyTo?.game ?? null);
    const focused = row.contains(document.activeElement) ? document.activeElement.textContent : null;
    row.replaceChildren(...this.fitting(typed).slice(0, MOST_CHIPS).map((chip) => this.chip(chip)));
    if (focused !== null) {
      const same = [...row.children].find((chip) => chip.textContent === focused);
      if (same) same.focus();
      else box.focus({ preventScroll: true });
    }
  }

  fitting(typed) {
    const people = this.people(box.value);
    if (people.length) return people;
    const pool = this.pool();
    // The greeting has the same ways to begin.
    if (!typed && !pool.length && document.querySelector(".starts")) return [];
    // Moves are many: they show when a square is typed.
    const moves = pool.filter((text) => MOVE.test(text.toLowerCase()));
    const few = moves.length > MOST_MOVES ? pool.filter((text) => !moves.includes(text)) : pool;
    const base = this.state.games.length ? COMMANDS.slice(0, 5) : NEWCOMER;
    if (!typed) return unique(few.length ? few : base);
    const begun = fold(typed);
    const square = box.value.trim();
    const asked = SQUARE.test(typed) ? about(square, pool) : [];
    return unique([...pool, ...COMMANDS, ...base].filter((text) => fold(text).startsWith(begun)).concat(asked));
  }

  /** After an `@`: who is here, to be put in. */
  people(text) {
    const open = /(^|\s)@([^\s@]*)$/u.exec(text);
    if (!open) return [];
    const begun = open[2].toLowerCase();
    return this.state.people
      .filter((name) => name !== this.state.you?.name && name.toLowerCase().startsWith(begun))
      .map((name) => ({ label: `@${name}`, put: `${text.slice(0, text.length - open[2].length)}${name} ` }));
  }

  chip(chip) {
    const text = chip.label ?? chip;
    const button = el("button", { type: "button" }, text);
    if (/^(?:accept|decline)\b/u.test(text)) button.classList.add("strong");
    button.addEventListener("click", () => {
      if (chip.put) this.put(chip.put);
      else this.submit(text);
    });
    return button;
  }
}

/** What can be asked of a square, or done with it while one's men are arranged. */
const about = (square, pool) => {
  if (!pool.some((text) => text.startsWith("setup "))) return [`legal ${square}`, `why ${square}`];
  const onto = ["move", "swap"].map((verb) => `setup ${verb} ${square}-`);
  return [...onto.map((text) => ({ label: `${text}…`, put: text })), `setup remove ${square}`];
};

const unique = (texts) => [...new Set(texts)];

/** Typing `c2c3` or `c2 c` finds `c2-c3`. */
const fold = (text) => text.toLowerCase().replace(/(\d)[\s\-x:+>–—×]+(?=[a-l]|$)/gu, "$1");
