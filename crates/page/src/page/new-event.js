// The form for a new event: it writes the line that a person would type, and says it.

import { byId as $ } from "./dom.js";
import { el } from "./draw.js";
import { Said } from "./said.js";

/** @import { Act, EventForm, EventItem } from "./types" */

const DAY = 24 * 60 * 60_000;
const dialog = $("new-event", HTMLDialogElement);
const form = $("new-event-form", HTMLFormElement);
const field = {
  name: input("name"),
  game: select("game"),
  form: select("kind"),
  rounds: input("rounds"),
  weeks: input("weeks"),
  minutes: input("minutes"),
  increment: input("increment"),
  when: select("when"),
  soon: input("soon"),
  at: input("at"),
  rated: input("rated"),
  checkin: select("checkin"),
  noshow: input("noshow"),
  fill: select("fill"),
  options: input("options"),
};
/** @typedef {keyof typeof field} FieldName */

export class NewEvent {
  /**
   * `act` does an action, `me` tells who that is, `made` shows an event that was made.
   *
   * @param {{ act: Act, me: () => string | undefined, made: (no: number) => void }} parts
   */
  constructor({ act, me, made }) {
    this.made = made;
    /** What the form offers. @type {EventForm | null} */
    this.offers = null;
    /** The events as they are listed now. @type {Set<number>} */
    this.numbers = new Set();
    /** The events before the new one; `null` while none is being made. @type {Set<number> | null} */
    this.known = null;
    this.said = new Said($("new-event-answer"), { act, me });
    $("new-event-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => this.said.clear());
    form.addEventListener("input", () => this.changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
  }

  /** @param {EventForm} offers */
  open(offers) {
    if (dialog.open) return;
    this.offers = offers;
    const { games, most_rounds, most_weeks } = offers;
    const chosen = field.game.value;
    field.game.replaceChildren(...games.map((game) => el("option", { value: game.key }, game.title)));
    if (games.some((game) => game.key === chosen)) field.game.value = chosen;
    field.rounds.max = String(most_rounds);
    field.weeks.max = String(most_weeks);
    field.at.min = local(Date.now());
    field.at.value ||= `${local(Date.now() + DAY).slice(0, 10)}T19:00`;
    this.known = null;
    this.changed();
    dialog.showModal();
    field.name.focus();
    dialog.scrollTop = 0;
  }

  /** Shows the fields that count, and the line. */
  changed() {
    const isLeague = field.form.value === "league";
    const isLater = field.when.value !== "soon";
    this.use({
      rounds: !isLeague && field.form.value !== "roundrobin",
      weeks: isLeague,
      minutes: !isLeague,
      increment: !isLeague,
      noshow: !isLeague,
      at: isLater,
      soon: !isLater,
    });
    const zone = this.offers?.zone;
    const differs = zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
    $("new-event-zone").textContent = isLater && differs ? `By your own clock; the line has it by that of the host, ${zone}.` : "";
    $("new-event-line").textContent = this.line();
  }

  /** What does not count is neither seen nor checked. @param {Partial<Record<FieldName, boolean>>} fields */
  use(fields) {
    for (const [name, counts] of Object.entries(fields)) {
      const one = field[/** @type {FieldName} */ (name)];
      const part = one.closest(".field");
      one.disabled = !counts;
      if (part instanceof HTMLElement) part.hidden = !counts;
    }
  }

  line() {
    /** @param {FieldName} name */
    const used = (name) => (field[name].disabled ? "" : field[name].value.trim());
    /** @param {string} key @param {string} value */
    const keyed = (key, value) => (value ? `${key}:${value}` : "");
    /** @param {string} text */
    const quoted = (text) => `"${text.replaceAll('"', "'")}"`;
    const weekly = field.when.value === "weekly";
    const clock = used("minutes") && `${used("minutes")}m${Number(used("increment")) ? `+${used("increment")}s` : ""}`;
    const options = used("options");
    return [
      `tournament ${weekly ? "weekly" : "create"}`,
      quoted(used("name")),
      used("game"),
      field.form.value,
      keyed("start", this.start(used("soon"), used("at"))),
      keyed("rounds", used("rounds")),
      keyed("weeks", used("weeks")),
      keyed("clock", clock),
      field.rated.checked ? "rated" : "",
      keyed("checkin", used("checkin")),
      keyed("noshow", used("noshow") && `${used("noshow")}m`),
      keyed("fill", used("fill")),
      keyed("options", options && quoted(options)),
    ].filter(Boolean).join(" ");
  }

  /**
   * A start by the clocks of the host: `2026-12-04 19:00`.
   *
   * @param {string} minutes
   * @param {string} at
   */
  start(minutes, at) {
    if (minutes) return `${minutes}m`;
    const then = new Date(at);
    if (Number.isNaN(then.getTime())) return "";
    // Sweden writes dates as the host reads them.
    const written = then.toLocaleString("sv-SE", { timeZone: this.offers?.zone, dateStyle: "short", timeStyle: "short" });
    return `"${written}"`;
  }

  make() {
    this.known = this.numbers;
    // An event is held in the channel, wherever its maker is just now.
    this.said.act({ line: this.line(), says: "atgame", game: null });
  }

  /**
   * The events as they are listed now: with the new one among them the form has done its work.
   *
   * @param {EventItem[]} events
   */
  listed(events) {
    this.numbers = new Set(events.map((event) => event.no));
    const { known } = this;
    const made = known && dialog.open ? events.find((event) => !known.has(event.no)) : null;
    if (!made) return;
    this.known = null;
    field.name.value = "";
    dialog.close();
    this.made(made.no);
  }
}

/** An instant as a field for a date and a time has it. @param {number} at */
function local(at) {
  const then = new Date(at);
  return new Date(at - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {string} name */
function input(name) {
  return $(`new-event-${name}`, HTMLInputElement);
}

/** @param {string} name */
function select(name) {
  return $(`new-event-${name}`, HTMLSelectElement);
}
