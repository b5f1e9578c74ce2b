// The games of this person as tabs above the table, once there are several.

import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Game } from "./types" */

/**
 * `no` is the game on the table; `open` opens another one.
 *
 * @param {Game[]} mine
 * @param {number | null} no
 * @param {(no: number) => void} open
 */
export function showTabs(mine, no, open) {
  const several = mine.length > 1 || (mine.length === 1 && mine[0].no !== no);
  $("game-tabs").hidden = !several;
  refill($("game-tabs"), several ? mine.map((game) => ({ ...game, here: game.no === no })) : [], (game) => {
    const button = el("button", { type: "button" }, `${game.waiting ? "● " : ""}#${game.no} ${game.title} · ${game.with}`);
    if (game.here) button.setAttribute("aria-current", "true");
    button.dataset.game = String(game.no);
    button.addEventListener("click", () => open(game.no));
    return button;
  }, (button) => button.dataset.game);
}
