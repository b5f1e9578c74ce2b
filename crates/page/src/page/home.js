// Home: whether it is in sight, and what it asks for then. What fills it is fetched when it is first seen.

import { named } from "./address.js";
import { byId as $, first } from "./dom.js";
import { Paced } from "./paced.js";
import { watch } from "./settings.js";

/** @import { HomeParts } from "./home-parts.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./types" */
/** @typedef {ConstructorParameters<typeof HomeParts>[1]} Ways What Home leads to. */

const APART = 1_500;
const node = $("home");

export class Home {
  /** `ask` asks the program. @param {State} state @param {Ways & { ask: Ask }} ways */
  constructor(state, { ask, ...ways }) {
    this.state = state;
    this.ask = ask;
    this.ways = ways;
    /** What fills it, once it is fetched. @type {Promise<HomeParts | null> | null} */
    this.parts = null;
    this.filled = false; // Whether it has been drawn.
    this.refreshing = new Paced(() => this.refresh(), APART);
    watch("theme", async () => (await this.parts)?.draw());
    document.addEventListener("visibilitychange", () => this.changed());
    const { game, person } = named();
    if (game === undefined && person === undefined) this.load();
  }

  /** Fetches what fills it; `null` if it cannot be had now. */
  load() {
    this.parts ??= import("./home-parts.js").then(({ HomeParts }) => new HomeParts(this.state, this.ways), () => (this.parts = null));
    return this.parts;
  }

  /** Whether it is in sight. */
  isSeen() {
    return !node.hidden && !document.hidden;
  }

  /** Comes into sight, or leaves it for a table. @param {boolean} seen */
  async show(seen) {
    if (node.hidden !== seen) return;
    node.hidden = !seen;
    node.classList.toggle("empty", !this.filled); // What comes first would be pushed away by what comes later.
    const way = $("home-open");
    if (seen) way.setAttribute("aria-current", "page");
    else way.removeAttribute("aria-current");
    this.changed();
    if (!seen && this.parts) (await this.parts)?.reveal("");
  }

  /** Shows a part of it, even where there is nothing in it. @param {string} id */
  async reveal(id) {
    (await this.load())?.reveal(id);
    const part = $(id);
    part.hidden = false;
    first(part, "h2, summary").focus({ preventScroll: true });
    part.scrollIntoView({ block: "start" });
  }

  /** Something may have changed. */
  changed() {
    if (this.isSeen()) this.refreshing.ask();
  }

  async refresh() {
    if (!this.isSeen()) return;
    const { you } = this.state;
    const [answer, parts] = await Promise.all([this.ask("home"), this.load()]);
    if (!answer?.home || !parts || you !== this.state.you) return;
    parts.draw(answer.home);
    this.filled = true;
    node.classList.remove("empty");
  }
}
