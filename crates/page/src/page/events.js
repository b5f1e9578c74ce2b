// The events of this table: the list on Home, kept right while the page is open.

import { actButton, nextGame } from "./buttons.js";
import { byId as $ } from "./dom.js";
import { el, refill, textNodes } from "./draw.js";
import { dialogs } from "./later.js";
import { Paced } from "./paced.js";

/** @import { EventPanel } from "./event.js" */
/** @import { NewEvent } from "./new-event.js" */
/** @import { State } from "./state.js" */
/** @import { Act, Action, Ask, EventItem, Kept, Line, Unkept } from "./types" */

const APART = 1_500;
const EVERY = 60_000; // What begins by itself is seen without a word of the program.
const MOST_OFFERED = 3; // Events to enter above the message box, the next ones; the list has them all.
const list = $("events");
const atHome = $("home-events");

export class Events {
  /**
   * `ask` asks the program, `act` does an action, `look` goes to a game by its number, `offer` shows what fits,
   * `trouble` tells what does not work.
   *
   * @param {State} state
   * @param {{ ask: Ask, act: Act, look: (no: number) => void, offer: () => void, trouble: (text: string) => void }} parts
   */
  constructor(state, { ask, act, look, offer, trouble }) {
    this.state = state;
    this.ask = ask;
    this.act = act;
    this.look = look;
    this.offer = offer;
    this.trouble = trouble;
    /** @type {EventItem[]} */
    this.found = [];
    this.refreshing = new Paced(() => this.refresh(), APART);
    /** @type {{ panel: EventPanel, form: NewEvent } | null} */
    this.dialogs = null;
    /** @type {Promise<unknown> | null} */
    this.loading = null;
    $("event-new").addEventListener("click", () => this.begin());
    setInterval(() => document.hidden || this.changed(), EVERY);
  }

  /** Fetches the scripts of the dialogs when the first one is wanted; they may not come now. */
  async load() {
    const scripts = () => Promise.all([import("./event.js"), import("./new-event.js")]);
    this.loading ??= dialogs().then(scripts).then(([{ EventPanel }, { NewEvent }]) => {
      const { ask, act, look } = this;
      const me = () => this.state.you?.id;
      const panel = new EventPanel({ ask, act, me, look, back: (no) => this.focus(no) });
      const form = new NewEvent({ act, me, made: (no) => panel.open(no) });
      form.listed(this.found);
      this.dialogs = { panel, form };
    }, () => (this.loading = null));
    await this.loading;
    if (!this.dialogs) this.trouble("The page could not fetch what shows events. Is the connection there? Try it again in a moment.");
    return this.dialogs;
  }

  /** Opens an event. @param {number} no */
  async open(no) {
    const dialogs = await this.load();
    if (dialogs && !(await dialogs.panel.open(no))) this.trouble(`There is no event T${no} that you can see here.`);
  }

  /** Opens the form for a new event, or says who makes them here. */
  async begin() {
    const [dialogs, answer] = await Promise.all([this.load(), this.ask("event_form")]);
    const found = answer?.event_form;
    if (found && "refused" in found) return this.trouble(found.refused);
    if (found) dialogs?.form.open(found.form);
  }

  /** What was said in the dialogs. */
  said() {
    return this.dialogs ? [this.dialogs.panel.said, this.dialogs.form.said] : [];
  }

  /** Something may have changed. */
  changed() {
    this.dialogs?.panel.changed();
    this.refreshing.ask();
  }

  /** A message is kept as a line. @param {Kept} message */
  kept(message) {
    for (const said of this.said()) said.kept(message);
  }

  /** A message is not kept. @param {Unkept} message */
  unkept(message) {
    for (const said of this.said()) said.unkept(message);
  }

  /** A new line of the bot: what is said of a game concerns only who looks at its event. @param {Line} line */
  heard(line) {
    for (const said of this.said()) said.heard(line);
    if (!line.game) this.changed();
    else if (this.dialogs?.panel.shows(line.game)) this.dialogs.panel.changed();
  }

  async refresh() {
    const { you } = this.state;
    const answer = you ? await this.ask("events") : null;
    if (!answer?.events || you !== this.state.you) return;
    this.found = answer.events;
    this.draw();
    this.dialogs?.form.listed(this.found);
    this.offer();
  }

  draw() {
    if (this.found.length) atHome.hidden = false;
    $("event-new").hidden = false;
    refill(list, this.found, (event) => this.item(event), (button) => button.dataset.key);
  }

  /** @param {EventItem} event */
  item(event) {
    const stage = el("span", { class: "whose" }, ...textNodes(event.stage));
    const open = el("button", { type: "button", class: "event", "aria-haspopup": "dialog" },
      el("span", { class: "mark", "aria-hidden": "true" }, event.over ? "✓" : "★"),
      el("span", { class: "about" }, el("span", { class: "title", dir: "auto" }, event.name), " ", stage));
    open.dataset.key = `T${event.no}`;
    open.addEventListener("click", () => this.open(event.no));
    // All games of a league are played at once: the list of games has them in their order.
    const games = event.games.slice(0, 1).map((game) => nextGame(game, `T${event.no}-game`, this.look));
    const doing = mainOnes(event).map((action) => actButton(action, `T${event.no}-${action.id}`, this.act));
    return el("li", { class: event.over ? "over" : "" }, open,
      games.length + doing.length ? el("div", { class: "doing" }, ...games, ...doing) : null);
  }

  /** What the row above the message box offers: to say that one is there before all else, to enter behind it. */
  chips() {
    const several = this.found.length > 1;
    /** @type {(event: EventItem) => (action: Action) => Action} */
    const chip = (event) => (action) => (several ? { ...action, label: `${action.label}: ${event.name}` } : action);
    /** @param {EventItem} event */
    const of = (event) => mainOnes(event).map(chip(event));
    return {
      first: this.found.filter((event) => event.note).flatMap(of),
      last: this.found.filter((event) => !event.note).flatMap(of).slice(0, MOST_OFFERED),
    };
  }

  /** Back in the list after the panel is closed. @param {number | null} no */
  focus(no) {
    const open = list.querySelector(`[data-key="T${no}"]`);
    if (open instanceof HTMLElement) open.focus();
  }
}

/** @param {EventItem} event */
const mainOnes = (event) => event.actions.filter((action) => action.weight === "primary");
