// The tables of an event: who plays, who stands where, who meets whom.

import { el } from "./draw.js";

/** @import { Player, TieBreak } from "./types" */

/** Who has entered, before there are standings. @param {Player[]} found */
export function players(found) {
  const words = found.length ? `${found.length} ${found.length === 1 ? "has" : "have"} entered.` : "Nobody has entered yet.";
  const heads = [head("", "Number", "#"), head("name", "Player"), head("", "Rating"), head("", "Here")];
  const rows = found.map((player, at) => mark(el("tr", {},
    el("td", { class: "place" }, String(at + 1)), el("th", { scope: "row", class: "name" }, ...called(player)),
    el("td", {}, player.rating ? String(player.rating) : "–"), el("td", {}, player.here ? "yes" : "–")), player));
  return found.length ? table(words, heads, rows, "players") : el("p", {}, words);
}

/**
 * What the standings count.
 *
 * @param {number} counted
 * @param {number} rounds
 */
export function after(counted, rounds) {
  const over = counted ? `After ${counted} round${counted === 1 ? "" : "s"}.` : "No round is over yet.";
  return counted < rounds ? `${over} Round ${rounds} is being played.` : over;
}

/**
 * The same in a league, in which all rounds are played at once.
 *
 * @param {number} over
 * @param {number} all
 */
export function played(over, all) {
  return over === all ? "All games are over." : `${over} of ${all} games are over.`;
}

/** How the cells of the standings are read. @param {TieBreak[]} breaks */
export function legend(breaks) {
  const codes = breaks.map((one) => `${one.code} ${one.name}`).join(", ");
  return el("p", { class: "legend" },
    "2w1: against the player of line 2, with White (b: Black), won (½ drew, 0 lost, … is being played). ",
    "A plus is a point without a game. Of equal points decide, one after the other: ", codes, ".");
}

/**
 * @param {string} kind
 * @param {string} words
 */
export function head(kind, words, short = words) {
  const cell = el("th", { scope: "col", class: kind });
  cell.append(short === words ? words : el("abbr", { title: words, "aria-label": words }, short));
  return cell;
}

/**
 * A table that moves sideways in itself where it is too wide; `key` tells it from the others.
 *
 * @param {string} caption
 * @param {Node[]} heads
 * @param {Node[]} rows
 * @param {string} key
 */
export function table(caption, heads, rows, key) {
  const made = el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  const region = el("div", { class: "wide", role: "region", "aria-label": caption, tabIndex: 0 }, made);
  region.dataset.key = key;
  return region;
}

/** A player in a table. @param {Player | undefined} player */
export const called = (player) => [
  el("bdi", {}, player?.name ?? ""),
  player?.mine ? el("span", { class: "tag" }, "you") : null,
  player?.gone ? el("span", { class: "tag" }, "left") : null,
].filter((node) => node !== null);

/**
 * @param {HTMLElement} row
 * @param {Player | undefined} player
 */
export function mark(row, player) {
  row.classList.toggle("mine", player?.mine === true);
  return row;
}
