// What can be done in the game on the table: a few equal cells, the rest behind “More”, and what is asked of this person.

import { newGameButton } from "./beginning.js";
import { byId as $, inFrame } from "./dom.js";
import { el, refill } from "./draw.js";

/** @import { Action, TableInfo } from "./types" */
/** @typedef {Pick<Action, "id" | "label"> & Partial<Action> & { sure?: boolean, note?: string }} Cell */

// What the table itself does, and what is asked elsewhere on it.
const NOT_HERE = /^(?:move:|board|legal|replay:ply|(?:draw|takeback):(?:accept|decline)\b)/u;
/** Less than on a button that stands alone. @type {Record<string, string | undefined>} */
const SHORT = { "draw:offer": "Draw", "record:card": "Card" };
const FIRST = [/:done$/u, /^draw/u, /^takeback/u, /^resign/u, /^rematch/u, /^tournament/u, /^table/u, /^replay/u, /^record:card/u, /^(?!help|rules)/u];
const NEW = { id: "table:new", label: "New game" };
const PLANS = { id: "table:plans", label: "If … then" };
const WATCHING = [{ id: "table:flip", label: "Flip" }, { id: "table:link", label: "Link" }];
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
const cells = $("game-cells");
const more = $("game-more", HTMLDetailsElement);
const list = $("game-more-list");
const doing = $("game-doing");
const asks = $("game-asks");
const plans = $("game-plans", HTMLDetailsElement);

/** @param {Cell} cell */
const rank = ({ id }) => {
  const at = FIRST.findIndex((one) => one.test(id));
  return at < 0 ? FIRST.length : at;
};

/** How many cells there are beside “More”. @param {TableInfo} info @param {Cell[]} all */
function most({ mine, running }, all) {
  if (!running) return 4;
  return mine && !all.some(({ id }) => id.endsWith(":done")) ? 4 : 2;
}

export class Actions {
  /** `act` does an action. @param {(action: Action) => void} act */
  constructor(act) {
    this.act = act;
    /** The action of which this person is asked whether they mean it. @type {string | null} */
    this.sure = null;
    this.seen = ""; // The state of the game in which that was.
    /** @type {TableInfo | null} */
    this.info = null;
    this.stopping = inFrame(() => this.stop());
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !more.contains(target)) more.open = false;
    });
    more.addEventListener("toggle", () => this.stop());
    plans.addEventListener("toggle", () => this.info && this.show(this.info));
    plans.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.target instanceof HTMLSelectElement) return;
      plans.open = false;
      this.find(PLANS.id)?.focus();
    });
    doing.addEventListener("keydown", (event) => this.key(event));
    doing.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && this.stop(target));
  }

  /** @param {TableInfo} info */
  show(info) {
    const seen = JSON.stringify(info.seen);
    if (seen !== this.seen) this.sure = null;
    this.seen = seen;
    this.info = info;
    /** @type {Cell[]} */
    const own = [...(info.running ? [] : [NEW]), ...(info.mine ? [] : WATCHING), ...(info.plan ? [{ ...PLANS, note: `${plans.open} ${info.plan.lines.length || ""}` }] : [])];
    const here = info.actions.filter(({ id }) => !NOT_HERE.test(id) && !(info.asked && id.startsWith("rematch")));
    const all = [...here, ...own].sort((a, b) => rank(a) - rank(b)).map((action) => ({ ...action, sure: action.id === this.sure }));
    const shown = Math.min(most(info, all), all.filter((cell) => rank(cell) < FIRST.length).length);
    const isOther = refill(cells, all.slice(0, shown), (cell) => this.cell(cell), (button) => button.dataset.key);
    const areOthers = refill(list, all.slice(shown), (cell) => this.cell(cell), (button) => button.dataset.key);
    more.hidden = shown === all.length;
    if (more.hidden) more.open = false;
    asks.hidden = !info.asked;
    $("game-asked").textContent = info.asked ?? "";
    refill($("game-answers"), info.asks, (action) => this.button(action, action.label.split(" ")[0]), (button) => button.dataset.key);
    if (isOther || areOthers) this.stopping();
  }

  /** @param {Cell} cell */
  cell(cell) {
    const { id, label, note } = cell;
    if (id === NEW.id) return newGameButton(this.info?.no ?? 0);
    if (id.startsWith("table:")) {
      const [open, count] = note?.split(" ") ?? [];
      const button = el("button", { type: "button", ...(open ? { "aria-expanded": open } : {}) }, count ? `${label} (${count})` : label);
      button.dataset.key = id;
      button.addEventListener("click", () => {
        if (id === PLANS.id) plans.open = !plans.open;
        else $(id === "table:flip" ? "game-flip" : "game-link").click();
      });
      return button;
    }
    const action = /** @type {Action} */ (cell);
    if (!cell.sure) return this.button(action, SHORT[id] ?? label);
    const no = el("button", { type: "button" }, "No");
    no.addEventListener("click", () => this.ask(null, id));
    const really = el("button", { type: "button", class: "danger", title: `${action.line} yes` }, "Really?");
    really.dataset.key = id;
    really.addEventListener("click", () => {
      this.ask(null);
      this.act({ ...action, line: `${action.line} yes` });
    });
    return el("div", { class: "sure", role: "group", "aria-label": `${label}?` }, really, no);
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
    if (id) /** @type {HTMLElement | null} */ (doing.querySelector(".sure :last-child"))?.focus();
    else if (from) this.find(from)?.focus();
  }

  /** The button of an action. @param {string} id */
  find(id) {
    return this.ways().find((way) => way.dataset.key === id);
  }

  /** What the arrow keys go over: the cells, “More”, and while it is open what stands there. */
  ways() {
    /** @type {NodeListOf<HTMLElement>} */
    const all = doing.querySelectorAll("button, summary");
    return [...all].filter((way) => way.checkVisibility());
  }

  /** The key Tab stops at one of them. @param {HTMLElement} [at] */
  stop(at) {
    const ways = this.ways();
    const stop = at ?? ways.find((way) => way === document.activeElement) ?? ways[0];
    /** @type {NodeListOf<HTMLElement>} */
    const all = doing.querySelectorAll("button, summary");
    for (const way of all) way.tabIndex = way === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    if (key === "Escape" && (more.open || this.sure)) {
      const back = more.open ? more.querySelector("summary") : null;
      const from = this.sure ?? undefined;
      more.open = false;
      this.ask(null, from);
      back?.focus();
      return event.stopPropagation();
    }
    const step = STEPS[/** @type {keyof typeof STEPS} */ (key)];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation(); // Elsewhere at the table they go through its plies.
    if (target.matches("summary") && (key === "ArrowUp" || key === "ArrowDown")) {
      more.open = true;
      const items = list.querySelectorAll("button");
      return items[key === "ArrowUp" ? items.length - 1 : 0]?.focus();
    }
    const ways = this.ways();
    const at = ways.indexOf(target) + step;
    ways[(at + ways.length) % ways.length]?.focus();
  }
}
