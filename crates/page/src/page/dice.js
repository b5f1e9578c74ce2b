// The dice of a fight: how they look, and how they roll.

import { el } from "./draw.js";
import { hasSymbol, svg, use } from "./symbols.js";

/** @import { Fight } from "./types" */

const TURN = 50; // Milliseconds between two faces of a die that rolls.
const ANY = 6; // The sides of one that is not known yet.

/** Whether the program is not there. */
export const isOffline = () => document.body.classList.contains("offline");

/** The two dice of a fight, the paler one of who has lost it; those without sides are not known yet. @param {Fight} fight */
export function diceNode({ attack, defence, verdict, attacker }) {
  const shades = attacker === "Dark" ? ["dark", "light"] : ["light", "dark"];
  /** @type {(die: [sides: number, face: number], whose: string, shade: string, won: boolean) => HTMLElement} */
  const die = ([sides, face], whose, shade, won) => {
    const name = [`d${sides}-${shade}`, `any-${shade}`].find(hasSymbol);
    const [title, label] = sides ? [`${whose}: d${sides}`, `${whose} ${face} of ${sides}`] : [whose, whose];
    const node = el("span", { class: `${whose}${name ? ` drawn ${shade}` : ""}${won ? "" : " beaten"}`, title, role: "img", "aria-label": label });
    if (name) node.append(svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, use(name, 0, 0, 100)));
    node.append(el("b", {}, String(face)));
    Object.assign(node.dataset, { sides, face });
    return node;
  };
  const isHit = verdict === "Hit";
  return el("div", { class: "dice" }, die(attack, "attacker", shades[0], isHit), el("span", { "aria-hidden": "true" }, ":"), die(defence, "defender", shades[1], !isHit));
}

/** Dice that roll within a node, which has the class `rolling` meanwhile. */
export class Rolling {
  /** `stuck` learns that nothing comes of them, as the program is not there. @param {HTMLElement} node @param {() => void} stuck */
  constructor(node, stuck) {
    this.node = node;
    this.stuck = stuck;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get isOn() {
    return this.timer !== undefined;
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.isOn) return;
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.show(), TURN) : undefined;
    this.node.classList.toggle("rolling", on);
    this.show();
  }

  /** Shows some face or other as long as they roll, then the one that they have. */
  show() {
    if (this.isOn && isOffline()) return this.stuck();
    /** @type {NodeListOf<HTMLElement>} */
    const dice = this.node.querySelectorAll(".dice [data-sides]");
    for (const { dataset: { sides, face }, lastChild } of dice) {
      if (lastChild) lastChild.textContent = this.isOn ? String(1 + Math.floor(Math.random() * (Number(sides) || ANY))) : face ?? "";
    }
  }
}
