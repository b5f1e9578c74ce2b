// The way to others: while an offer of this person to anyone is open, how others get here.

import { copies } from "./address.js";
import { el } from "./draw.js";
import { hostNode } from "./greeting.js";

/** @import { State } from "./state.js" */
/** @import { Place } from "./types" */

const OPEN = /^offer · anyone(?:, anyone)*$/u;
const THIS_COMPUTER = /^(?:localhost|127\.[\d.]+|\[::1\])$/u;

export class Invite {
  /**
   * `show` puts a node behind the lines of a place.
   *
   * @param {State} state
   * @param {{ show: (place: Place, node: HTMLElement) => void }} parts
   */
  constructor(state, { show }) {
    this.state = state;
    this.show = show;
    /** The words about each open offer, by its number. @type {Map<number, HTMLElement>} */
    this.shown = new Map();
  }

  /** The games and offers of this person have changed. */
  games() {
    const open = this.state.games.filter((game) => OPEN.test(game.with));
    for (const [no, node] of this.shown) {
      if (open.some((game) => game.no === no)) continue;
      node.remove();
      this.shown.delete(no);
    }
    for (const { no, place } of open) {
      if (this.shown.has(no) || place !== "channel") continue;
      const node = hostNode([], () => {}, el("p", {}, ...wayHere(this.state)), el("p", {},
        "You can play me meanwhile. When somebody takes your offer, that game is a tab at the top, with a dot when it is your turn."));
      node.classList.add("invite");
      this.shown.set(no, node);
      this.show(place, node);
    }
  }
}

/** How others get here, in words, with the address to copy. @param {State} state */
export function wayHere({ open, address }) {
  const isHere = THIS_COMPUTER.test(location.hostname);
  const way = isHere ? address : location.origin;
  if (way) {
    const button = el("button", { type: "button", class: "link" }, "Copy");
    const line = el("span", { class: "way" }, el("code", {}, way), button);
    copies(button, () => way);
    return ["Others open this page by this address: ", line];
  }
  if (open) return [`Others open this page by the number of this computer in your network, with :${location.port} behind it.`];
  const start = el("code", {}, `martian-cake local --listen 0.0.0.0:${location.port || 80}`);
  return ["Only this computer opens this page; for somebody beside you, a private window will do. To let everybody in your network in, start it with ", start, "."];
}
