// What the parts of the page know in common.

import { names, tab } from "./keep.js";

/** @import { Action, Game, GameTime, Greeting, Place, You } from "./types" */
/** @typedef {typeof state} State */

export const state = {
  you: /** @type {You | null} */ (null),
  place: /** @type {Place} */ (tab.getItem("mc.place") === "private" && names.mine() ? "private" : "channel"),
  games: /** @type {Game[]} */ ([]),
  times: /** @type {Map<number, GameTime>} */ (new Map()), // When time is over in games with clocks, by their numbers.
  people: /** @type {string[]} */ ([]),
  run: /** @type {string | null} */ (null),
  build: /** @type {string | null} */ (null),
  greeting: /** @type {Greeting | null} */ (null),
  open: false, // Whether other machines can open the page.
  /** The address by which they can, as far as this page has to know it. @type {string | null} */
  address: null,
  /** Why the host has stopped. @type {string | null} */
  stopped: null,
  /** What can be done next in each place, as the program says. @type {Record<Place, Action[]>} */
  fits: { channel: [], private: [] },
  /**
   * Whether this person arranges men in a game, as far as what fits in private says.
   *
   * @param {number | undefined} game
   */
  arranges: (game) => setUps(state.fits.private).has(game ?? null),
  /** @param {string} key */
  knows: (key) => state.people.some((name) => name.toLowerCase() === key),
};

/** Whether a game in the list is still an offer. @param {Game} game */
export const isOffer = (game) => game.with.startsWith("offer");

/** The games in which actions are about a set-up that is not done. @param {Action[]} actions */
export const setUps = (actions) => new Set(actions.filter((action) => action.line.startsWith("setup ")).map((action) => action.game));
