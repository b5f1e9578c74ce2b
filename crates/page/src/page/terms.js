// The terms of a new game: from what is chosen in its dialog to the line that begins it, and to words.

/** @import { NewGameForm, PlayableGame } from "./types" */

/**
 * What is chosen: a clock and the others stand as in the line, a side is the number of a seat or 0 for any.
 *
 * @typedef {{ game: PlayableGame, seats: number, others: string[], clock: string, side: number, rated: boolean, options: Record<string, string> }} Choice
 */

const UNITS = { s: ["s", "s"], m: ["min", "min"], h: ["h", "h"], d: ["day", "days"], w: ["week", "weeks"] };

/** Somebody as a line names them. @param {string} name */
export const at = (name) => (/\s/u.test(name) ? `@"${name}"` : `@${name}`);

/** The name of whom a line names; `null` for the bot and for anyone. @param {string} other */
const personOf = (other) => (other.startsWith("@") ? other.slice(1).replaceAll('"', "") : null);

/** The level of a bot as a line names it; `null` for everybody else. @param {string} other */
export const levelOf = (other) => (other.startsWith("bot ") ? Number(other.slice(4)) : null);

/**
 * The line, its words, and what its button says; `wrong` says why it cannot be said.
 *
 * @param {NewGameForm} form
 * @param {Choice} choice
 */
export function termsOf(form, choice) {
  return { line: lineOf(choice), words: wordsOf(form, choice), button: buttonOf(choice), wrong: wrongIn(choice) };
}

/** Why a game cannot count for ratings; empty if it can. @param {string[]} others */
export const whyCasual = (others) => (others.some((one) => levelOf(one) !== null) ? "Games with the bot are casual." : "");

/** Where a line that begins a game is said: with the bot alone anywhere, else where others read it. @param {string} line */
export const saidAt = (line) => (/ (?:@|anyone)/u.test(line) ? "atgame" : "here");

/** @param {Choice} choice */
function lineOf({ game, seats, others, clock, side, rated, options }) {
  const isUsual = clock === "none" && (game.clock === "none" || others.every((one) => levelOf(one) !== null));
  const names = game.seats[seats - game.seats[0].length];
  const colour = side > 0 && (names[0] === "White" ? names[side - 1].toLowerCase() : `seat:${side}`);
  return [
    "challenge",
    ...others,
    game.key,
    seats > 2 && `players:${seats}`,
    colour,
    ...chosen(game, options).map(({ word }) => word),
    !isUsual && clock,
    rated && "rated",
  ].filter(Boolean).join(" ");
}

/** The options that are not as usual. @param {PlayableGame} game @param {Record<string, string>} options */
export function chosen(game, options) {
  return game.options.flatMap(({ key, values, default: usual }) => {
    const value = options[key] ?? usual;
    if (value === usual) return [];
    const known = values.find((one) => one.value === value);
    return [{ word: known?.word ?? `${key}=${value}`, title: known?.title ?? null }];
  });
}

/** @param {NewGameForm} form @param {Choice} choice */
function wordsOf(form, { game, seats, others, clock, side, rated, options }) {
  const all = chosen(game, options);
  const title = all.find((one) => one.title)?.title ?? game.title;
  const rest = all.filter((one) => !one.title).map((one) => one.word);
  const names = game.seats[seats - game.seats[0].length];
  const what = `${title}${seats > 2 ? ` for ${seats}` : ""}${rest.length ? ` (${rest.join(", ")})` : ""}`;
  const against = seats > 2 ? `with ${listed(others.map((one) => nameOf(form, one, true)))}` : `against ${nameOf(form, others[0], false)}`;
  return [`${what}${rated ? ", rated," : ""} ${against}`, side > 0 ? `you are ${names[side - 1]}` : "", clockWords(clock)].filter(Boolean).join(", ");
}

/** @param {NewGameForm} form @param {string} other @param {boolean} amongOthers */
function nameOf(form, other, amongOthers) {
  const level = levelOf(other);
  if (level === null) return personOf(other) ?? other;
  const strength = form.levels[level - 1];
  return amongOthers ? `the bot (${strength})` : `the bot, ${strength}`;
}

/** @param {string[]} names */
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join());

/** A clock in words: `5 min + 10 s`, `2 days a move`. @param {string} clock */
export function clockWords(clock) {
  if (clock === "none") return "no clock";
  const spans = clock.replace("/move", " a move").replace("+", " + ");
  return spans.replaceAll(/(\d+)([smhdw])\b/gu, (_, n, unit) => {
    const [one, several] = UNITS[/** @type {keyof typeof UNITS} */ (unit)];
    return `${n} ${n === "1" ? one : several}`;
  });
}

/** @param {Choice} choice */
function buttonOf({ others }) {
  if (others.every((one) => levelOf(one) !== null)) return "Play";
  const person = others.length === 1 ? personOf(others[0]) : null;
  return person ? `Ask ${person}` : "Offer it";
}

/** @param {Choice} choice */
function wrongIn({ others }) {
  if (others.includes("@")) return "Nobody else is here now. Offer the game to anyone, and who comes can take it.";
  const people = others.filter((one) => personOf(one) !== null);
  return new Set(people).size < people.length ? "Each person takes one seat." : "";
}
