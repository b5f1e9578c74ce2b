// What the manager of an event can do with it: buttons, and small forms that write a line and say it.

import { actButton } from "./buttons.js";
import { byId as $ } from "./dom.js";
import { el } from "./draw.js";

/** @import { Action, Doable, EventInfo, Pair } from "./types" */

const part = $("event-organise");
const who = $("event-who", HTMLSelectElement);
const which = $("event-which", HTMLSelectElement);
const how = $("event-how", HTMLSelectElement);
const why = $("event-why", HTMLInputElement);
const what = $("event-what", HTMLSelectElement);
const change = $("event-change", HTMLInputElement);
const newcomer = $("event-newcomer", HTMLInputElement);
const RESULTS = [["1-0", "White wins"], ["0-1", "Black wins"], ["draw", "A draw"]];

export class Organise {
  /** `act` does an action. @param {(action: Doable) => void} act */
  constructor(act) {
    this.act = act;
    /** @type {EventInfo | null} */
    this.event = null;
    /** @type {Pair[]} */
    this.pairs = [];
    this.isOver = false;
    /** The action that ends the series, while its manager is asked. @type {Action | null} */
    this.ending = null;
    $("event-add").addEventListener("submit", (event) => this.submit(event, () => {
      const name = newcomer.value.trim().replace(/^@/u, "");
      newcomer.value = "";
      return `tournament add T${this.event?.no} @${name}`;
    }));
    $("event-edit").addEventListener("submit", (event) => this.submit(event, () => this.edit()));
    what.addEventListener("change", () => (change.placeholder = what.selectedOptions[0].dataset.like ?? ""));
    $("event-withdraw").addEventListener("submit", (event) => this.submit(event, () => `tournament withdraw T${this.event?.no} @${who.value}`));
    $("event-decide").addEventListener("submit", (event) => this.submit(event, () => this.decision()));
    which.addEventListener("change", () => this.chosen());
  }

  /**
   * @param {SubmitEvent} event
   * @param {() => string} line
   */
  submit(event, line) {
    event.preventDefault();
    this.act({ line: line(), says: "here", game: null });
  }

  /** Shows what fits an event. @param {EventInfo} event */
  draw(event) {
    if (this.event?.no !== event.no) this.ending = null;
    this.event = event;
    part.hidden = !event.tools;
    if (!event.tools) return;
    if (this.ending) this.askEnd(this.ending);
    else {
      $("event-tools").replaceChildren(...event.tools.map((action) =>
        actButton(action, `tool-${action.id}`, action.id.includes(":weekly:off:") ? (one) => this.endSeries(one) : this.act)));
    }
    const plays = event.players.filter((player) => !player.gone && player.is_person);
    fill(who, plays.map((player) => [player.name, player.name]));
    const names = new Map(event.players.map((player) => [player.number, player.name]));
    this.pairs = event.rounds.flatMap((round) => round.pairs);
    fill(which, this.pairs.map((pair) => [String(pair.game),
      `#${pair.game} ${names.get(pair.white)} – ${names.get(pair.black)}, ${pair.result ?? "playing"}`]));
    $("event-edit").hidden = event.over || event.rounds.length > 0;
    $("event-add").hidden = event.over;
    $("event-withdraw").hidden = event.over || !plays.length;
    $("event-decide").hidden = !this.pairs.length;
    this.chosen();
  }

  /** Nothing brings a series back, so its manager is asked first. @param {Action} action */
  endSeries(action) {
    this.ending = action;
    this.askEnd(action).focus();
  }

  /** Shows the question, which stays where the event is told anew meanwhile. @param {Action} action */
  askEnd(action) {
    /** @param {string} label @param {string} key @param {() => void} done */
    const way = (label, key, done) => actButton({ ...action, label, weight: key === "series-yes" ? "danger" : "normal" }, key, () => {
      this.ending = null;
      done();
      if (this.event) this.draw(this.event);
    });
    const yes = way("Yes, end it", "series-yes", () => this.act(action));
    const no = way("No", "series-no", () => {});
    $("event-tools").replaceChildren(el("span", {}, "This time is still held, and none after it. End the series?"), yes, no);
    return yes;
  }

  /** A game that is over can be put right as well as to count for nothing. */
  chosen() {
    const isOver = this.pairs.some((pair) => String(pair.game) === which.value && pair.result !== null);
    fill(how, isOver ? [...RESULTS, ["none", "It does not count"]] : RESULTS);
    $("event-why-part").hidden = !isOver;
    $("event-decide-now").textContent = isOver ? "Put right" : "Decide";
    this.isOver = isOver;
  }

  edit() {
    const value = `"${change.value.trim().replaceAll('"', "'")}"`;
    change.value = "";
    return `tournament edit T${this.event?.no} ${what.value ? `${what.value}:` : ""}${value}`;
  }

  decision() {
    const command = this.isOver ? "mod result" : "tournament adjudicate";
    const rest = this.isOver ? [how, why] : [how];
    return [command, `#${which.value}`, ...rest.map((one) => one.value.trim())].join(" ").trim();
  }
}

/**
 * Fills a choice, in which nothing is chosen until somebody does.
 *
 * @param {HTMLSelectElement} select
 * @param {string[][]} found
 */
function fill(select, found) {
  const shown = JSON.stringify(found);
  if (select.dataset.shown === shown) return;
  select.dataset.shown = shown;
  const chosen = select.value;
  select.replaceChildren(el("option", { value: "" }, "Choose…"), ...found.map(([value, words]) => el("option", { value }, words)));
  select.value = found.some(([value]) => value === chosen) ? chosen : "";
}
