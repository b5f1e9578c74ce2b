// The dice of a fight: how they look, and how they roll.

import { el } from "./draw.js";
import { hasSymbol, svg, use } from "./symbols.js";

/** @import { Fight } from "./types" */

const TURN = 50; // Milliseconds between two faces of a die that rolls.

/** The two dice of a fight, the paler one of who has lost it. @param {Fight} fight */
export function diceNode({ attack, defence, verdict, attacker }) {
  const shades = attacker === "Dark" ? ["dark", "light"] : ["light", "dark"];
  /** @type {(die: [sides: number, face: number], whose: string, shade: string, won: boolean) => HTMLElement} */
  const die = ([sides, face], whose, shade, won) => {
    const name = [`d${sides}-${shade}`, `any-${shade}`].find(hasSymbol);
    const node = el("span", { class: `${whose}${name ? ` drawn ${shade}` : ""}${won ? "" : " beaten"}`, title: `${whose}: d${sides}`, role: "img", "aria-label": `${whose} ${face} of ${sides}` });
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
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
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
    if (this.isOn && document.body.classList.contains("offline")) return;
    /** @type {NodeListOf<HTMLElement>} */
    const dice = this.node.querySelectorAll(".dice [data-sides]");
    for (const { dataset: { sides, face }, lastChild } of dice) {
      if (lastChild) lastChild.textContent = this.isOn ? String(1 + Math.floor(Math.random() * Number(sides))) : face ?? "";
    }
  }
}
