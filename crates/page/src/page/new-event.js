// The form for a new event: it writes the line that a person would type, and says it.

import { el } from "./draw.js";
import { Said } from "./said.js";

const DAY = 24 * 60 * 60_000;
const $ = (id) => document.getElementById(id);
const dialog = $("new-event");
const form = $("new-event-form");
const field = form.elements;

export class NewEvent {
  /** `ask` asks the program, `act` does an action, `me` tells who that is, `made` shows an event that was made. */
  constructor({ ask, act, me, made }) {
    Object.assign(this, { ask, made });
    this.known = null; // The events before the new one; `null` while none is being made.
    this.said = new Said($("new-event-answer"), { act, me });
    $("event-new").addEventListener("click", () => this.open());
    $("new-event-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => this.said.clear());
    form.addEventListener("input", () => this.changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
  }

  /** Whoever makes no events here sees no way to the form. */
  async offer() {
    const answer = await this.ask("event_form");
    if (!answer) return;
    this.offers = answer.event_form;
    $("event-new").hidden = !this.offers;
  }

  async open() {
    await this.offer();
    if (!this.offers || dialog.open) return;
    const { games, most_rounds, most_weeks } = this.offers;
    const chosen = field.game.value;
    field.game.replaceChildren(...games.map((game) => el("option", { value: game.key }, game.title)));
    if (games.some((game) => game.key === chosen)) field.game.value = chosen;
    field.rounds.max = most_rounds;
    field.weeks.max = most_weeks;
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
    const differs = this.offers.zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
    $("new-event-zone").textContent = isLater && differs ? `By your own clock; the line has it by that of the host, ${this.offers.zone}.` : "";
    $("new-event-line").textContent = this.line();
  }

  /** What does not count is neither seen nor checked. */
  use(fields) {
    for (const [name, counts] of Object.entries(fields)) {
      field[name].disabled = !counts;
      field[name].closest(".field").hidden = !counts;
    }
  }

  line() {
    const used = (name) => (field[name].disabled ? "" : field[name].value.trim());
    const keyed = (key, value) => (value ? `${key}:${value}` : "");
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

  /** A start by the clocks of the host: `2026-12-04 19:00`. */
  start(minutes, at) {
    if (minutes) return `${minutes}m`;
    const then = new Date(at);
    if (Number.isNaN(then.getTime())) return "";
    // Sweden writes dates as the host reads them.
    const written = then.toLocaleString("sv-SE", { timeZone: this.offers.zone, dateStyle: "short", timeStyle: "short" });
    return `"${written}"`;
  }

  make() {
    this.known = this.numbers;
    // An event is held in the channel, wherever its maker is just now.
    this.said.act({ line: this.line(), says: "atgame", game: null });
  }

  /** The events as they are listed now: with the new one among them the form has done its work. */
  listed(events) {
    this.numbers = new Set(events.map((event) => event.no));
    const made = this.known && dialog.open ? events.find((event) => !this.known.has(event.no)) : null;
    if (!made) return;
    this.known = null;
    field.name.value = "";
    dialog.close();
    this.made(made.no);
  }
}

/** An instant as a field for a date and a time has it. */
function local(at) {
  const then = new Date(at);
  return new Date(at - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
