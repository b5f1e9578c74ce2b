// The last finished games of this person, below the list of those that go on.

import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Ask, FinishedGame, Place } from "./types" */
/** @import { State } from "./state.js" */

const part = $("finished-part");
const list = $("finished");

export class Finished {
  /**
   * `ask` asks the program, `look` puts a game on the table, `say` says a line in the place of a game.
   *
   * @param {State} state
   * @param {{ ask: Ask, look: (no: number) => void, say: (text: string, place: Place | null) => void }} parts
   */
  constructor(state, { ask, look, say }) {
    this.state = state;
    this.ask = ask;
    this.look = look;
    this.say = say;
    this.open = ""; // Whose games went on when it was last asked, and which.
  }

  /** The open games have changed: one that is among them no more may be over. */
  async games() {
    const { you } = this.state;
    const open = `${you?.id} ${this.state.games.map((game) => game.no).sort().join()}`;
    if (!you || open === this.open) return;
    this.open = open;
    const answer = await this.ask({ finished: {} });
    if (!answer?.finished || you !== this.state.you) return;
    part.hidden = !answer.finished.games.length;
    refill(list, answer.finished.games, (game) => this.item(game), (button) => button.dataset.key);
  }

  /** @param {FinishedGame} game */
  item(game) {
    const ways = [
      this.way(game, "Board", () => this.look(game.no)),
      game.replay ? this.way(game, "Replay", () => this.say(`replay #${game.no}`, game.place)) : null,
      game.card ? this.way(game, "Card", () => this.say(`record #${game.no} card`, game.place)) : null,
    ];
    return el("li", {},
      el("p", {}, `#${game.no} ${game.title} `, el("span", { class: "whose", dir: "auto" }, game.with), " ",
        el("span", { class: "how", dir: "auto" }, game.result)),
      el("div", { class: "doing" }, ...ways));
  }

  /** @param {FinishedGame} game @param {string} words @param {() => void} go */
  way(game, words, go) {
    const button = el("button", { type: "button", "aria-label": `${words} of #${game.no}` }, words);
    button.dataset.key = `${words}-${game.no}`;
    button.addEventListener("click", go);
    return button;
  }
}
