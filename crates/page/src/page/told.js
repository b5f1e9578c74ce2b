// The place beside the board that tells what the last ply did: ply by ply, as the men show it, and not before the dice
// lie.

import { Rolling } from "./dice.js";
import { byId as $ } from "./dom.js";
import { toldNodes } from "./plates.js";

/** @import { LivingBoard } from "./living.js" */
/** @import { Fight, Move, Ply, TableInfo, Told as Words } from "./types" */

const node = $("game-told");

export class Told {
  /** @param {LivingBoard} men */
  constructor(men) {
    this.men = men;
    this.rolling = new Rolling($("game"));
    /** @type {TableInfo | null} */
    this.info = null;
    /** What is told of plies before those of the table, and of which one. @type {Words[]} */
    this.earlier = [];
    this.of = "";
    /** What can be done beside it. @type {HTMLElement[]} */
    this.more = [];
    /** What is to be done once the dice lie. @type {(() => void) | null} */
    this.after = null;
  }

  /**
   * `isNow` unless an earlier ply is shown.
   *
   * @param {TableInfo} info
   * @param {boolean} isNow
   * @param {HTMLElement[]} more
   */
  show(info, isNow, more) {
    this.info = isNow ? { ...info, told: [...this.before(info), ...info.told] } : info;
    this.more = more;
    this.draw();
  }

  /** What the program does not tell of the plies that were played last, since the reply stands beside the board. @param {TableInfo} info */
  before({ no, board, told, plies, living }) {
    const of = `${no} ${board.lines}`;
    if (of === this.of) return this.earlier;
    this.of = of;
    const film = living?.film ?? [];
    this.earlier = film.slice(0, Math.max(0, film.length - told.length)).map((ply) => wordsOf(ply, plies));
    return this.earlier;
  }

  draw() {
    const { info, more, men: { tried, behind, motion } } = this;
    if (!info) return;
    const told = tried?.half && !motion.isOn ? [awaited(tried.move, this.rolling.isOn ? info.sides[0]?.shade : null)] : info.told.slice(0, Math.max(0, info.told.length - behind));
    node.replaceChildren(...toldNodes({ ...info, told, running: info.running || motion.isOn }), ...more);
    this.rolling.show();
  }

  /** The dice begin to roll, or lie. @param {boolean} on */
  rolls(on) {
    if (on === this.rolling.isOn) return;
    this.rolling.turn(on);
    if (on) return this.draw();
    this.after?.();
    this.after = null;
  }

  /** Does something as soon as no dice roll. @param {() => void} does */
  then(does) {
    if (this.rolling.isOn) this.after = does;
    else does();
  }
}

/** A ply in words, as far as the men show it. @param {Ply} ply @param {TableInfo["plies"]} plies @returns {Words} */
export function wordsOf({ lines, step }, plies) {
  const [words = "", , , seat] = plies.find((ply) => ply[1] === lines) ?? [];
  const [attack, defence] = step?.rolls ?? [];
  const verdict = step?.how === "push" ? "Push" : step?.how === "lost" ? "Lost" : "Hit";
  const fight = attack && defence ? { attack, defence, verdict, attacker: seat === 2 ? "Dark" : "Light" } : null;
  return { words, came: [], short: words, fight: /** @type {Fight | null} */ (fight) };
}

/** A fight whose dice are not known yet, and are seen only if they roll. @param {Move} move @param {string | null} attacker @returns {Words} */
const awaited = ({ text, odds }, attacker) => ({
  words: text, came: [], short: "", fight: attacker === null ? null : { attack: [6, 1], defence: [6, 1], verdict: "Hit", percent: odds, attacker: attacker === "dark" ? "Dark" : "Light" },
});
