// What can be done in the game on the table: a few equal cells, the rest behind “More”, and what is asked of this person.

import { newGameButton } from "./beginning.js";
import { byId as $ } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Action, TableInfo } from "./types" */

const NOT_HERE = /^(?:move:|board|legal|replay:ply)/u; // What the table itself does.
const ASKED = /^(?:draw|takeback):(?:accept|decline)\b/u; // The answers to what is proposed.
const CELLS = 4; // Beside “More”.
const FIRST = [/:done$/u, /^draw/u, /^takeback/u, /^resign/u, /^rematch/u, /^replay/u, /^card/u, /^(?!help|rules)/u];
const cells = $("game-cells");
const more = $("game-more", HTMLDetailsElement);
const list = $("game-more-list");
const asks = $("game-asks");

/** @param {Action} action */
const rank = ({ id }) => {
  const at = FIRST.findIndex((one) => one.test(id));
  return at < 0 ? FIRST.length : at;
};

export class Actions {
  /** `act` does an action. @param {(action: Action) => void} act */
  constructor(act) {
    this.act = act;
    /** The action of which this person is asked whether they mean it. @type {string | null} */
    this.sure = null;
    this.seen = ""; // The state of the game in which that was.
    /** @type {TableInfo | null} */
    this.info = null;
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !more.contains(target)) more.open = false;
    });
    $("game-doing").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !(more.open || this.sure)) return;
      const back = more.open ? more.querySelector("summary") : null;
      more.open = false;
      this.ask(null);
      back?.focus();
    });
  }

  /** @param {TableInfo} info */
  show(info) {
    const seen = JSON.stringify(info.seen);
    if (seen !== this.seen) this.sure = null;
    this.seen = seen;
    this.info = info;
    const here = info.actions.filter(({ id }) => !NOT_HERE.test(id));
    const asked = here.filter(({ id }) => ASKED.test(id));
    const others = here.filter((action) => !asked.includes(action)).sort((a, b) => rank(a) - rank(b));
    const shown = others.length > CELLS + 1 ? CELLS : others.length;
    const all = others.map((action) => ({ ...action, sure: action.id === this.sure }));
    const first = all.slice(0, shown);
    refill(cells, info.running ? first : [null, ...first], (action) => (action ? this.cell(action) : newGameButton(info.no)), (button) => button.dataset.key);
    refill(list, all.slice(shown), (action) => this.cell(action), (button) => button.dataset.key);
    more.hidden = shown === others.length;
    if (more.hidden) more.open = false;
    asks.hidden = !asked.length;
    $("game-asked").textContent = asked.length ? proposed(info, asked[0].id) : "";
    refill($("game-answers"), asked, (action) => this.button(action, action.label.split(" ")[0]), (button) => button.dataset.key);
  }

  /** @param {Action & { sure: boolean }} action */
  cell(action) {
    if (!action.sure) return this.button(action, action.label);
    const no = el("button", { type: "button" }, "No");
    no.addEventListener("click", () => this.ask(null, action.id));
    const really = el("button", { type: "button", class: "danger", title: `${action.line} yes` }, "Really?");
    really.dataset.key = action.id;
    really.addEventListener("click", () => {
      this.ask(null);
      this.act({ ...action, line: `${action.line} yes` });
    });
    return el("div", { class: "sure", role: "group", "aria-label": `${action.label}?` }, really, no);
  }

  /**
   * @param {Action} action
   * @param {string} words
   */
  button(action, words) {
    const button = el("button", { type: "button", class: action.weight === "normal" ? "" : action.weight, title: action.line }, words);
    button.dataset.key = action.id;
    button.addEventListener("click", () => {
      if (action.weight === "danger") return this.ask(action.id);
      more.open = false;
      this.act(action);
    });
    return button;
  }

  /**
   * Asks in its own cell whether an action is meant; with `null` no more.
   *
   * @param {string | null} id
   * @param {string} [from]
   */
  ask(id, from) {
    this.sure = id;
    if (this.info) this.show(this.info);
    const within = $("game-doing");
    const buttons = [...within.querySelectorAll("button")];
    if (id) buttons.find((button) => button.matches(".sure :last-child"))?.focus();
    else if (from) buttons.find((button) => button.dataset.key === from)?.focus();
  }
}

/**
 * What is proposed, in words.
 *
 * @param {TableInfo} info
 * @param {string} id
 */
function proposed({ sides }, id) {
  const isDraw = id.startsWith("draw");
  if (sides.length > 2) return isDraw ? "A draw is offered." : "A ply is to be taken back.";
  return `${sides[1]?.name} ${isDraw ? "offers a draw." : "asks to take back."}`;
}
