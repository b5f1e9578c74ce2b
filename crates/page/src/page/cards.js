// The games as cards for somebody new: a picture, a line, how strong the bot plays, and a way in.

import { el, textNodes } from "./draw.js";

/** @import { GameCard } from "./types" */

const STRENGTHS = ["easy", "medium", "hard"];

/**
 * The cards; `start` says the line that begins a game, `read` the one that tells its rules.
 *
 * @param {GameCard[]} games
 * @param {{ start: (line: string) => void, read: (line: string) => void }} parts
 */
export function gameCards(games, { start, read }) {
  const chosen = { strength: STRENGTHS[0] };
  const strengths = STRENGTHS.map((strength) => {
    const radio = el("input", { type: "radio", name: "strength", value: strength, checked: strength === chosen.strength });
    radio.addEventListener("change", () => (chosen.strength = strength));
    return el("label", {}, radio, ` ${strength}`);
  });
  const cards = games.map((game) => {
    const play = el("button", { type: "button", class: "play" }, "Play", el("span", { class: "unseen" }, ` ${game.title}`));
    play.addEventListener("click", () => start(`${game.play} ${chosen.strength}`));
    const rules = el("button", { type: "button", class: "quiet" }, "Rules", el("span", { class: "unseen" }, ` of ${game.title}`));
    rules.addEventListener("click", () => read(game.rules));
    return el("li", { class: "card" },
      el("img", { src: game.picture, alt: "", loading: "lazy" }),
      el("p", {}, ...textNodes(game.line, null, () => {}), "."),
      el("div", { class: "ways" }, play, rules));
  });
  return el("div", { class: "cards" },
    el("fieldset", {}, el("legend", {}, "The bot plays"), ...strengths), el("ul", {}, ...cards));
}
