// Buttons of events, in the list and in panels.

import { el } from "./draw.js";

/** @import { Action, OwnGame } from "./types" */

/**
 * A button that goes to the board of a game that is to be played.
 *
 * @param {OwnGame} game
 * @param {string} key
 * @param {(no: number) => void} look
 */
export function nextGame(game, key, look) {
  const colour = game.white ? "White" : "Black";
  const words = `My game #${game.game}: ${colour} against ${game.against}`;
  const button = el("button", { type: "button", class: "next-game", title: words }, words);
  button.dataset.key = key;
  button.addEventListener("click", () => look(game.game));
  return button;
}

/**
 * A button that does an action.
 *
 * @param {Action} action
 * @param {string} key
 * @param {(action: Action) => void} act
 */
export function actButton(action, key, act) {
  const button = el("button", { type: "button", class: `act ${action.weight}`, title: action.line }, action.label);
  button.dataset.key = key;
  button.addEventListener("click", () => act(action));
  return button;
}
