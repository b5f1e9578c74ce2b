// What stands beside the board of a table: the sides on their plates, their clocks, and the dice of the last fight.

import { diceNode } from "./dice.js";
import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { Fight, Game, Piece, Side, TableInfo } from "./types" */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The time on a clock: days and hours, then hours, then minutes and seconds, and tenths below ten seconds.
 * Where no time is left, it is `0:00`.
 *
 * @param {number} left
 */
export function clockText(left) {
  if (left <= 0) return "0:00";
  const ms = left;
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  if (ms < HOUR) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}:${two(Math.floor(seconds / 60) % 60)} h`;
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}

/**
 * The plate of a side. Its clock counts from when the program told it.
 *
 * @param {Side} side
 * @param {{ running: boolean, moment: string }} table
 */
function plate(side, { running, moment }) {
  const { clock } = side;
  const active = moment === "set-up" ? "arranging" : side.bot ? "thinking…" : "to move";
  const about = side.won ? "won" : side.out ? "out" : side.turn && running ? active : "";
  const node = el("div", { class: "plate" },
    el("span", { class: `disc ${side.label ? `zone${side.label}` : side.shade}`, "aria-hidden": "true" }),
    el("div", { class: "plate-words" },
      el("div", {},
        el("span", { class: "plate-name", dir: "auto" }, side.won ? `♛ ${side.name}` : side.name),
        side.label ? el("span", { class: "plate-label" }, `zone ${side.label}`) : null,
        el("span", { class: "plate-about" }, about)),
      el("div", {},
        taken(side.captured, "has taken"), taken(side.hand, "has in hand", "taken hand"),
        side.lead ? el("span", { class: "lead" }, `+${side.lead}`) : null)),
    side.score === null ? null : el("span", { class: "score" }, String(side.score)),
    clock ? clockNode(clock) : null);
  node.classList.toggle("turn", side.turn && running);
  node.classList.toggle("won", side.won);
  node.classList.toggle("out", side.out);
  return node;
}

/** What plates show. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Puts all sides on their plates, the nearest one below the board; `grab` takes a man who can come from the hand.
 *
 * @param {Side[]} sides
 * @param {TableInfo} info
 * @param {false | ((event: PointerEvent) => void)} grab
 */
export function plates([near, ...far], info, grab) {
  refit($("game-near"), near ? [near] : [], info);
  refit($("game-far"), far, info);
  if (grab && info.moves.some((move) => !move.from)) handToken($("game"), grab);
}

/** Puts sides on plates; one that shows the same already stays. @param {HTMLElement} node @param {Side[]} sides @param {TableInfo} info */
function refit(node, sides, { running, moment }) {
  for (const [at, side] of sides.entries()) {
    const shows = JSON.stringify([side, running, moment]);
    const had = node.children.item(at);
    if (had && shown.get(had) === shows) continue;
    const fresh = plate(side, { running, moment });
    shown.set(fresh, shows);
    if (had) had.replaceWith(fresh);
    else node.append(fresh);
  }
  while (node.children.length > sides.length) node.lastElementChild?.remove();
  node.classList.toggle("many", sides.length > 1);
}

/**
 * @param {Piece[]} pieces
 * @param {string} what
 */
function taken(pieces, what, look = "taken") {
  if (!pieces.length) return null;
  const words = pieces.map(({ name, n }) => `${n} ${name}`).join(", ");
  return el("span", { class: look, role: "img", "aria-label": `${what}: ${words}`, title: words },
    ...pieces.flatMap(({ src, n }) => [el("img", { src, alt: "", width: 28, height: 28, loading: "lazy" }),
      n > 1 ? el("span", { class: "count" }, `×${n}`) : null]));
}

/** Lets men who come from the hand be taken by their token, once. @param {HTMLElement} plates @param {(event: PointerEvent) => void} grab */
function handToken(plates, grab) {
  const token = plates.querySelector(".turn .hand");
  if (token?.classList.contains("token")) return;
  token?.classList.add("token");
  token?.addEventListener("pointerdown", (event) => event instanceof PointerEvent && grab(event));
}

/** The way to another game. @param {Game} game @param {() => void} open */
export function nextButton({ no, title, with: others }, open) {
  const button = el("button", { type: "button", id: "game-next", title: `${title} with ${others}` }, `Next: #${no}`);
  button.addEventListener("click", open);
  return button;
}

/** @param {NonNullable<Side["clock"]>} clock */
function clockNode([left, runs]) {
  const node = el("span", { class: "clock", role: "timer" }, clockText(left));
  node.classList.toggle("runs", runs);
  if (runs) node.dataset.ends = String(performance.now() + left);
  return node;
}

/**
 * Lets the clocks within a node go on; returns how soon they have to be told again, in milliseconds.
 *
 * @param {HTMLElement} within
 */
export function tickClocks(within) {
  let soon = 1_000;
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = within.querySelectorAll(".clock[data-ends]");
  for (const node of clocks) {
    const left = Number(node.dataset.ends) - performance.now();
    node.textContent = clockText(left);
    node.classList.toggle("late", left < 10_000);
    if (left < 11_000) soon = 100;
  }
  return soon;
}

const VERDICTS = { Hit: "HIT", Push: "PUSH", Lost: "LOST" };

/** How a fight ended, in a word. @param {Fight} fight */
const verdict = ({ verdict: how }) => el("strong", { class: how.toLowerCase() }, VERDICTS[how] ?? how);

/** The chance of a fight, as a bar and in words. @param {Fight} fight */
function odds({ percent }) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("i"));
  bar.style.setProperty("--part", `${percent}%`);
  return [bar, el("span", { class: "chance" }, `${percent} % to hit`)];
}

/** What the last ply did, and how the game stands: never higher than its place. @param {TableInfo} info */
export function toldNodes(info) {
  const [earlier, last] = [info.told.at(-2), info.told.at(-1)];
  const over = !info.running;
  const words = el("div", { class: "told-words" });
  if (over) words.append(el("p", { class: "result" }, [info.headline, info.note].filter(Boolean).join(" "), info.state ? `: ${info.state}` : ""));
  if (earlier && !over) {
    const { fight } = earlier;
    words.append(el("p", { class: "earlier" }, el("b", {}, earlier.words), fight ? ` ${fight.attack[1]}:${fight.defence[1]} ` : null, fight && verdict(fight)));
  }
  if (last) {
    const { fight } = last;
    words.append(el("p", { class: "last" }, fight && verdict(fight), el("b", {}, last.words), last.came.length ? el("span", {}, last.came.join(", ")) : null));
    if (fight?.percent !== undefined) words.append(el("p", { class: "fought" }, ...odds(fight)));
  }
  if (!over && info.state) words.append(el("p", { class: "state" }, info.state));
  if (info.movable.length) words.append(el("p", { class: "hint" }, "Move your men as you like, or take a whole army by its button; then “Done”."));
  return [...(last?.fight ? [diceNode(last.fight)] : []), words];
}

/** The position, the last move, or the clocks, to be said aloud. @param {"p" | "l" | "c"} what @param {TableInfo} info */
export function aloud(what, { board, told, sides }) {
  if (what === "p") return board.alt;
  if (what === "l") return told.map((ply) => [ply.words, ...ply.came].join(", ")).join(". ") || "Nobody has moved yet.";
  return sides.flatMap(({ name, clock }) => (clock ? `${name}: ${clockText(clock[0])}` : [])).join(", ") || "This game has no clocks.";
}
