// A choice below the board, as buttons.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

const node = $("game-choice");

/**
 * Shows the ways, each with what it does; the first one has the focus. `closed` hears when one is taken.
 *
 * @param {string} question
 * @param {[string, () => void][]} ways
 * @param {() => void} closed
 */
export function offerChoice(question, ways, closed) {
  const buttons = ways.map(([words, go]) => {
    const button = el("button", { type: "button" }, words);
    button.addEventListener("click", () => {
      closeChoice();
      closed();
      go();
    });
    return button;
  });
  node.replaceChildren(el("span", {}, question), ...buttons);
  buttons[0].focus();
}

/** Nothing is to be chosen any more; `false` if nothing was. */
export function closeChoice() {
  const was = node.hasChildNodes();
  if (node.contains(document.activeElement)) $("game-board").focus({ preventScroll: true });
  node.replaceChildren();
  return was;
}
