// My games: as tabs in the bar at the top, and as a list of them all, with the time that is left in each.

import { byId as $, first, inFrame } from "./dom.js";
import { el, refill } from "./draw.js";
import { isOffer } from "./state.js";
import { when } from "./times.js";

/** @import { State } from "./state.js" */
/** @import { Ask, Game, GameTime } from "./types" */

const TITLE = "Martian Cake";
const ASKED_AFTER = [60, 1_500]; // Milliseconds: soon, and once the clock of whoever is asked has been started.
const tabs = $("games");
const rest = $("games-rest");
const list = $("games-list");
const other = $("game-other");

export class Games {
  /**
   * `ask` asks the program, `look` goes to a game, `timed` learns when time is over in games.
   *
   * @param {State} state
   * @param {{ ask: Ask, look: (game: Game) => void, timed: (times: Map<number, GameTime>) => void }} parts
   */
  constructor(state, { ask, look, timed }) {
    this.state = state;
    this.ask = ask;
    this.look = look;
    this.timed = timed;
    /** @type {number[]} */
    this.asking = [];
    /** The game on the table. @type {number | null} */
    this.here = null;
    /** Another game that waits, which a phone names in the bar of the table. @type {Game | null} */
    this.other = null;
    other.addEventListener("click", () => this.other && this.look(this.other));
    this.fitting = inFrame(() => this.fit());
    new ResizeObserver(() => this.fit()).observe($("top"));
  }

  /** @param {Game[]} found */
  heard(found) {
    this.askTimes();
    this.state.games = found;
    this.draw();
    const waiting = found.filter((game) => game.waiting).length;
    document.title = waiting ? `(${waiting}) Your turn · ${TITLE}` : TITLE;
    first($("bottom"), "[data-go=games] .count").textContent = waiting ? String(waiting) : "";
  }

  /** A game is on the table, or none is. @param {number | null} no */
  shown(no) {
    if (no === this.here) return;
    this.here = no;
    this.draw();
  }

  /** Asks when time is over. */
  askTimes() {
    this.asking.forEach(clearTimeout);
    this.asking = ASKED_AFTER.map((pause) => setTimeout(async () => {
      const { you } = this.state;
      const answer = you ? await this.ask("times") : null;
      if (!answer?.times || you !== this.state.you) return;
      this.state.times = new Map(answer.times.map((time) => [time.no, time]));
      this.draw();
      this.timed(this.state.times);
    }, pause));
  }

  draw() {
    const found = this.byUrgency().map((game) => ({
      game, waits: this.waits(game), time: this.state.times.get(game.no), here: game.no === this.here,
    }));
    const running = found.filter(({ game }) => !isOffer(game));
    if (refill(tabs, running, (row) => this.item(row), (button) => button.dataset.game)) this.fitting();
    refill(first(list, "ul"), found, (row) => this.item(row), (button) => button.dataset.game);
    this.other = running.find(({ waits, here }) => waits && !here)?.game ?? null;
    other.hidden = !this.other;
    other.textContent = this.other && `#${this.other.no}`;
    other.ariaLabel = this.other && `#${this.other.no}, ${this.other.title} with ${this.other.with}: your turn`;
  }

  /** What does not fit into the bar is behind a button that says how many. */
  fit() {
    rest.hidden = true;
    const items = /** @type {HTMLElement[]} */ ([...tabs.children]);
    const beyond = () => items.filter((item) => item.offsetTop > tabs.offsetTop + 9 || item.offsetWidth > tabs.clientWidth);
    if (beyond().length) rest.hidden = false;
    const hidden = beyond();
    for (const item of items) item.inert = hidden.includes(item);
    rest.textContent = `+${hidden.length}`;
    rest.ariaLabel = `${hidden.length} more games of mine`;
    rest.classList.toggle("fresh", hidden.some((item) => item.classList.contains("turn")));
  }

  /** @param {{ game: Game, waits: boolean, time?: GameTime, here: boolean }} row */
  item({ game, waits, time, here }) {
    const button = el("button", { type: "button", class: "tab" },
      el("img", { src: `/cover/${game.kind}.png`, alt: "", width: 26, height: 26 }),
      el("span", { class: "about" }, `${game.title} #${game.no} `,
        el("small", {}, game.with, timeLeft(time) ?? (waits ? " · your turn" : ""))));
    button.addEventListener("click", () => {
      list.hidePopover();
      this.look(game);
    });
    button.dataset.game = String(game.no);
    if (here) button.setAttribute("aria-current", "page");
    return el("li", { class: waits ? "turn" : "" }, button);
  }

  /**
   * Whether a game waits for this person: for a move, an answer, or men that they arrange by a clock.
   *
   * @param {Game} game
   */
  waits(game) {
    return game.waiting || this.state.times.get(game.no)?.mine === true;
  }

  /** The games that wait for this person first, of them and of the others the one with the least time. */
  byUrgency() {
    /** @param {Game} game */
    const ends = (game) => this.state.times.get(game.no)?.ends ?? Number.MAX_SAFE_INTEGER;
    return [...this.state.games].sort((a, b) => Number(this.waits(b)) - Number(this.waits(a)) || ends(a) - ends(b));
  }
}

/** When the time of whoever is to move is over; `null` in a game without clocks. @param {GameTime | undefined} time */
function timeLeft(time) {
  if (!time) return null;
  if (time.ends === null) return el("span", { class: "time-left" }, " · the clock stands");
  const words = time.mine ? "your time is over " : "time is over ";
  return el("span", { class: "time-left" }, " · ", el("span", { class: "words" }, words), when(time.ends));
}
