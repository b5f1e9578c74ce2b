// A visit to the page of a person, which is fetched when somebody first pays one.

import { follow } from "./address.js";

/** @import { Parts } from "./person.js" */
/** @import { State } from "./state.js" */

export class Visit {
  /** `away` takes away what else fills the page. @param {State} state @param {Parts & { away: () => void }} parts */
  constructor(state, { away, ...parts }) {
    this.state = state;
    this.away = away;
    this.parts = parts;
    /** The name of whoever is visited. @type {string | null} */
    this.who = null;
    /** @type {import("./person.js").Person | null} */
    this.view = null;
  }

  /** Goes to the page of somebody. @param {string} name */
  async to(name) {
    this.who = name;
    this.away();
    follow(`/person/${encodeURIComponent(name)}`);
    try {
      const { Person } = await import("./person.js");
      this.view ??= new Person(this.state, this.parts);
      if (this.who === name) await this.view.open(name);
    } catch {
      this.parts.trouble("The page could not fetch this. Is the connection there? Try it again in a moment.");
    }
  }

  /** Something else comes in its place. */
  leave() {
    if (this.who === null) return;
    this.who = null;
    this.view?.close();
  }
}
