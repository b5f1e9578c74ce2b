// What fits now: the actions that the program offers to this person.

import { isOffer, setUps } from "./state.js";

/** @import { Log } from "./log.js" */
/** @import { State } from "./state.js" */
/** @import { Action, Ask, TableInfo } from "./types" */

const SOON = 40; // Milliseconds: several reasons at the same time are one.

export class Fitting {
  /**
   * `ask` asks the program, `show` goes to a place, `offer` shows what fits, `table` has the game on the table
   * if it is one of this person.
   *
   * @param {State} state
   * @param {Log} log
   * @param {{ ask: Ask, show: (place: State["place"]) => void, offer: () => void, table: () => TableInfo | null }} parts
   */
  constructor(state, log, { ask, show, offer, table }) {
    this.state = state;
    this.log = log;
    this.askProgram = ask;
    this.show = show;
    this.offer = offer;
    this.table = table;
    this.asking = 0;
  }

  /** Asks what fits now in this place, once for several reasons at the same time. */
  ask() {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.refresh(), SOON);
  }

  async refresh() {
    const { place, you, fits } = this.state;
    const answer = you ? await this.askProgram({ actions: { place } }) : null;
    if (!answer || you !== this.state.you) return;
    const before = setUps(fits[place]);
    fits[place] = answer.actions;
    const done = [...before].find((game) => game !== null && !this.state.arranges(game));
    if (done && place === this.state.place) this.followSetUp(done);
    this.offer();
  }

  /** Goes from a set-up that is done to where its game is played. @param {number} no */
  followSetUp(no) {
    const place = this.state.games.find((one) => one.no === no)?.place;
    if (!place || place === this.state.place) return;
    this.show(place);
    this.log.newestBoard(place, no)?.node.scrollIntoView({ block: "center" });
  }

  /** What the newest answer to this person offers, then what fits in this place. */
  forMe() {
    const { log } = this;
    const me = this.state.you?.id;
    const here = log.inOrder().map(({ line }) => line).filter((line) => line.place === this.state.place && !line.author);
    const answer = here.findLast((line) => log.lineOf(line.answers)?.author?.id === me);
    // An answer about a game holds until something newer is said of it.
    const holds = answer && (!answer.game || here.findLast((line) => line.game === answer.game) === answer);
    const fits = this.state.fits[this.state.place];
    const moves = new Set(fits.filter(isMove).map((action) => action.game));
    /**
     * An answer may be for others as well: of its moves and questions those that are mine to take.
     *
     * @param {Action} action
     */
    const isMine = (action) => (action.question ? action.question.asked === me : !action.game || (isMove(action) && moves.has(action.game)));
    const seen = new Set();
    const table = this.table();
    const all = [...(holds ? (answer.actions ?? []).filter(isMine) : []), ...fits];
    // Nothing is offered in a game beside the board of another one.
    if (table && !all.some((action) => action.game === table.no)) all.unshift(...table.actions);
    const others = new Set(this.state.games.filter((game) => log.tabled && game.no !== log.tabled && !isOffer(game)).map((game) => game.no));
    return all.filter((action) => {
      if (action.game && (others.has(action.game) || (isMove(action) && log.tabled && action.game !== log.tabled))) return false;
      const key = `${action.id} ${action.game ?? ""}`;
      return !seen.has(key) && seen.add(key);
    });
  }
}

/** @param {{ id?: string }} action */
export const isMove = (action) => Boolean(action.id?.startsWith("move:"));
