// The ways to a new game: buttons anywhere on the page open its dialog, which is fetched when it is first wanted.

import { el } from "./draw.js";

/** @import { NewGame, Parts } from "./new-game.js" */

/** The way from a game that is over to one like it. @param {number} no */
export function newGameButton(no) {
  const button = el("button", { type: "button", "aria-haspopup": "dialog" }, "New game");
  button.dataset.newGame = button.dataset.key = String(no);
  return button;
}

export class Beginning {
  /** `trouble` tells what does not work. @param {Parts & { trouble: (text: string) => void }} parts */
  constructor({ trouble, ...parts }) {
    this.trouble = trouble;
    this.parts = parts;
    /** @type {NewGame | null} */
    this.dialog = null;
    document.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-new-game]") : null;
      if (!(button instanceof HTMLElement)) return;
      const { newGame: from, who } = button.dataset;
      this.open({ who, from: Number(from) || undefined });
    });
  }

  /** Opens the dialog, filled in for this person or from this game. @param {{ who?: string, from?: number }} [filled] */
  async open(filled = {}) {
    try {
      const { NewGame } = await import("./new-game.js");
      this.dialog ??= await NewGame.made(this.parts);
      await this.dialog.open(filled);
    } catch {
      this.trouble("The page could not fetch what begins a game. Is the connection there? Try it again in a moment.");
    }
  }

  /** Those who are here are others now. */
  people() {
    this.dialog?.changed();
  }
}
