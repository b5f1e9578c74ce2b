// The list of this person's games, with the time that is left in them.

import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";
import { when } from "./times.js";

/** @import { State } from "./state.js" */
/** @import { Ask, Game, GameTime } from "./types" */

const TITLE = "Martian Cake";
const ASKED_AFTER = [60, 1_500]; // Milliseconds: soon, and once the clock of whoever is asked has been started.

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
  }

  /** @param {Game[]} found */
  heard(found) {
    this.askTimes();
    this.state.games = found;
    this.draw();
    const waiting = found.filter((game) => game.waiting).length;
    document.title = waiting ? `(${waiting}) Your turn · ${TITLE}` : TITLE;
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
    const found = this.byUrgency().map((game) => ({ game, waits: this.waits(game), time: this.state.times.get(game.no) }));
    $("games-part").hidden = !found.length;
    refill($("games"), found, (row) => this.item(row), (button) => button.dataset.game);
  }

  /** @param {{ game: Game, waits: boolean, time?: GameTime }} row */
  item({ game, waits, time }) {
    const note = waits ? `your turn · ${game.with}` : game.with;
    const button = el("button", { type: "button" },
      el("span", { class: "mark", "aria-hidden": "true" }, waits ? "●" : "○"),
      el("span", { class: "about" }, `#${game.no} ${game.title} `, el("span", { class: "whose" }, note), " ", timeLeft(time)));
    button.addEventListener("click", () => this.look(game));
    button.dataset.game = String(game.no);
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
  if (time.ends === null) return el("span", { class: "time-left" }, "the clock stands");
  const words = time.mine ? "your time is over " : "time is over ";
  return el("span", { class: "time-left" }, el("span", { class: "words" }, words), when(time.ends));
}
