// Parts of the page that are fetched once somebody has a use for them.

import { byId as $, styled } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Act, Ask, FromPage, Line, Place } from "./types" */

export class Later {
  /**
   * `look` goes to a game, `challenge` begins to ask somebody for one, `show` puts a node behind the lines of a place, `offer` shows what fits, `taken` takes a name that is now this browser's too.
   *
   * @param {State} state
   * @param {{
   *   ask: Ask,
   *   act: Act,
   *   offer: () => void,
   *   look: (no: number, place?: Place | null, at?: number) => void,
   *   challenge: (name: string) => void,
   *   show: (place: Place, node: HTMLElement) => void,
   *   send: (message: FromPage) => boolean,
   *   taken: (name: string, secret?: string) => void,
   *   put: (text: string) => void,
   *   leave: () => void,
   *   trouble: (text: string) => void,
   * }} parts
   */
  constructor(state, parts) {
    this.state = state;
    this.parts = parts;
    /** @type {import("./reading.js").Reading | null} */
    this.reading = null;
    /** @type {import("./device.js").Devices | null} */
    this.devices = null;
    /** The way to others. @type {import("./invite.js").Invite | null} */
    this.invite = null;
    /** The page of people, and whose it is to be. @type {import("./person.js").Person | null} */
    this.people = null;
    this.who = /** @type {string | null} */ (null);
    /** The events of this table, for somebody with a name. @type {import("./events.js").Events | null} */
    this.events = null;
    $("device").addEventListener("click", () => this.device(false));
    $("have-code").addEventListener("click", () => this.device(true));
    $("help-open").addEventListener("click", () => this.help(""));
    $("settings-open").addEventListener("click", () => this.settings());
  }

  /** The way to another device; `has` if it begins with a code from there. @param {boolean} has */
  device(has) {
    return this.fetched(async () => {
      await dialogs();
      const { Devices } = await import("./device.js");
      this.devices ??= new Devices(this.parts);
      this.devices.begin(has);
    });
  }

  settings() {
    return this.fetched(async () => {
      await dialogs();
      (await import("./settings-sheet.js")).open();
    });
  }

  /** Every command, or those that have these words. @param {string} words */
  help(words) {
    return this.fetched(async () => (await this.read()).help(words));
  }

  /** The rules of a game, which is this one if the words name no other, about what they name. @param {string} words @param {string} [kind] */
  rules(words, kind) {
    const keys = this.state.greeting?.games.map((card) => card.rules.split(" ")[1]) ?? [];
    const [first, ...rest] = words.split(/\s+/u);
    const named = keys.includes(first);
    return this.fetched(async () => (await this.read()).rules(named ? first : kind ?? keys[0], named ? rest.join(" ") : words));
  }

  async read() {
    const { Reading } = await import("./reading.js");
    return (this.reading ??= new Reading(this.parts));
  }

  /** Opens an event. @param {number} no */
  event(no) {
    return this.fetched(async () => (await this.withEvents()).open(no));
  }

  /** The events of this table. */
  async withEvents() {
    const { Events } = await import("./events.js");
    return (this.events ??= new Events(this.state, this.parts));
  }

  /** Does what needs another part of the page, which may not come now. @param {() => Promise<unknown>} what */
  async fetched(what) {
    try {
      await what();
    } catch {
      this.parts.trouble("The page could not fetch this. Is the connection there? Try it again in a moment.");
    }
  }

  /** A person or the events may have changed; whoever has no name yet sees none of them. */
  async changed() {
    this.people?.changed();
    if (!this.state.you) return;
    const events = await this.withEvents().catch(() => null); // It comes with the next word of the program.
    events?.changed();
  }

  /** A line of the bot. @param {Line} line */
  heard(line) {
    this.people?.changed();
    this.events?.heard(line);
  }

  /** Shows somebody, or nobody any more. @param {string | null} name */
  async person(name) {
    this.who = name;
    if (name === null) return this.people?.close();
    await this.fetched(async () => {
      const { Person } = await import("./person.js");
      this.people ??= new Person(this.state, this.parts);
      if (this.who === name) await this.people.open(name);
    });
  }

  /** The offers of somebody with a name: how others come to them. */
  async games() {
    if (!this.state.you) return;
    const found = await import("./invite.js").catch(() => null);
    if (!found) return; // It comes with the next word of the program.
    this.invite ??= new found.Invite(this.state, this.parts);
    this.invite.games();
  }
}

/** @type {Promise<void> | null} */
let adopted = null;

/** Fetches the dialogs that are no part of the page at first, once; their scripts look for them. */
export function dialogs() {
  const adopt = async () => {
    const [answer] = await Promise.all([fetch("/dialogs.html"), styled("/dialogs.css")]);
    if (!answer.ok) throw new Error(answer.statusText);
    document.body.append(...new DOMParser().parseFromString(await answer.text(), "text/html").body.children);
  };
  adopted ??= adopt().catch((why) => {
    adopted = null; // The next one who wants them tries it anew.
    throw why;
  });
  return adopted;
}
