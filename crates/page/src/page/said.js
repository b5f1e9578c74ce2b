// What the host answers to a line that was said from a dialog: the chat behind it has that, too, but out of sight.

import { actButton } from "./buttons.js";
import { el, textNodes } from "./draw.js";

/** @import { Act, Doable, Kept, Line, Span, Unkept } from "./types" */

export class Said {
  /**
   * `node` shows the answer, `act` does an action and returns the id of its message, `me` tells who that is.
   *
   * @param {HTMLElement} node
   * @param {{ act: Act, me: () => string | undefined }} parts
   */
  constructor(node, { act, me }) {
    this.node = node;
    this.do = act;
    this.me = me;
    /** @type {string | null} */
    this.message = null;
    /** @type {number | null} */
    this.line = null;
    this.clear();
  }

  /** @param {Doable} action */
  act(action) {
    this.clear();
    this.message = this.do(action);
  }

  clear() {
    this.message = null;
    this.line = null;
    this.show();
  }

  /** A message is kept as a line. @param {Kept} message */
  kept({ id, line }) {
    if (id === this.message) this.line = line;
  }

  /** A message is not kept. @param {Unkept} message */
  unkept({ id, why }) {
    if (id === this.message) this.show(why);
  }

  /** A line of the bot: `true` if it answers. @param {Line} line */
  answers(line) {
    return this.line !== null && line.answers === this.line;
  }

  /** Shows the answer, with the buttons that are for whoever asked. @param {Line} line */
  heard(line) {
    if (!this.answers(line)) return;
    const mine = (line.actions ?? []).filter((action) => action.question?.asked === this.me());
    const buttons = mine.map((action) => actButton(action, `said-${action.id}`, (one) => this.act(one)));
    this.show(el("div", { class: "text" }, ...words(line.text)), buttons.length ? el("div", { class: "doing" }, ...buttons) : "");
    this.node.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this.node.querySelector("button.danger"))?.focus();
  }

  /** @param {(Node | string)[]} parts */
  show(...parts) {
    this.node.replaceChildren(...parts);
    this.node.hidden = !parts.length;
  }
}

/** The text of a line; there is no message box here into which code could be put. @param {Span[]} spans */
const words = (spans) => spans.flatMap((span) => (span.k === "code" ? el("code", {}, span.s) : textNodes([span])));
