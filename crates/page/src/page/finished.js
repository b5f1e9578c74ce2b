// The last finished games of this person, at the end of Home.

import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Ask, FinishedGame } from "./types" */
/** @import { State } from "./state.js" */

const part = $("finished-part");
const list = $("finished");

export class Finished {
  /**
   * `ask` asks the program, `look` puts a game on the table, `read` says a line that only tells about one.
   *
   * @param {State} state
   * @param {{ ask: Ask, look: (no: number) => void, read: (line: string, game: number) => void }} parts
   */
  constructor(state, { ask, look, read }) {
    this.state = state;
    this.ask = ask;
    this.look = look;
    this.read = read;
    this.open = ""; // Whose games went on when it was last asked, and which.
  }

  /** The open games have changed: one that is among them no more may be over. */
  async games() {
    const { you } = this.state;
    const open = `${you?.id} ${this.state.games.map((game) => game.no).sort().join()}`;
    if (!you || open === this.open) return;
    this.open = open;
    const answer = await this.ask("finished");
    if (!answer?.finished || you !== this.state.you) return;
    $("finished-open").hidden = part.hidden = !answer.finished.length;
    refill(list, answer.finished, (game) => this.item(game), (button) => button.dataset.key);
  }

  /** @param {FinishedGame} game */
  item(game) {
    const ways = [
      this.way(game, "Board", () => this.look(game.no)),
      game.replay ? this.way(game, "Replay", () => this.read(`replay #${game.no}`, game.no)) : null,
      game.card ? this.way(game, "Card", () => this.read(`record #${game.no} card`, game.no)) : null,
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
