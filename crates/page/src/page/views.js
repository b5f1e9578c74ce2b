// Which view fills the page, Home, a table or a person, and the bars that lead from one to another.

import { back, follow, named } from "./address.js";
import { byId as $, first, inFrame } from "./dom.js";

/** @import { TableLoader } from "./table-loader.js" */
/** @import { Home } from "./home.js" */
/** @import { Place } from "./types" */

const bottom = $("bottom");
const chat = first(bottom, "[data-go=chat]");
/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-place]");

/** Whether somebody can see and use an element. @param {HTMLElement} node */
const isSeen = (node) => node.checkVisibility();

export class Views {
  /**
   * `person` shows somebody or nobody any more, `me` is the own name, `show` goes to a place of the chat.
   *
   * @param {{
   *   home: Home,
   *   table: TableLoader,
   *   person: (name: string | null) => void,
   *   me: () => string | undefined,
   *   show: (place: Place) => void,
   *   focus: () => void,
   * }} parts
   */
  constructor({ home, table, person, me, show, focus }) {
    this.parts = { home, table, person };
    /** Whose page is open. @type {string | null} */
    this.who = null;
    /** The game on the table. @type {number | null} */
    this.no = null;
    this.unread = 0; // Lines of the channel that came while a phone showed something else.
    this.fresh = 0; // Those that came since the last frame.
    this.counting = inFrame(() => {
      if (isSeen(bottom) && !document.body.classList.contains("chatting")) this.count(this.unread + this.fresh);
      this.fresh = 0;
    });
    $("home-open").addEventListener("click", () => this.home());
    $("watch-open").addEventListener("click", () => this.part("home-watch"));
    $("events-open").addEventListener("click", () => this.part("home-events"));
    $("profile-open").addEventListener("click", () => {
      const name = me();
      if (name) this.visit(name);
    });
    first(bottom, "[data-go=home]").addEventListener("click", () => this.home());
    chat.addEventListener("click", () => {
      this.chat(!document.body.classList.contains("chatting"));
      focus();
    });
    for (const button of places) {
      button.addEventListener("click", () => {
        show(button.dataset.place === "private" ? "private" : "channel");
        focus();
      });
    }
    $("rename").addEventListener("click", () => this.chat(true));
    $("me-menu").addEventListener("click", ({ target }) => {
      if (target instanceof HTMLButtonElement && target.id !== "notify") $("me-menu").hidePopover();
    });
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href='#new-game-open']") : null;
      if (!link) return;
      event.preventDefault();
      /** @type {HTMLElement[]} */
      const ways = [...document.querySelectorAll("button[data-new-game]")].filter((way) => way instanceof HTMLElement);
      ways.find(isSeen)?.focus();
    });
    back(({ game, person }) => {
      this.chat(false);
      if (person !== undefined) this.visit(person);
      else if (game === undefined) this.home();
      else table.want(game);
    });
  }

  /** Home, until a game is opened. */
  home() {
    this.chat(false);
    this.leave();
    this.parts.table.close();
  }

  /** The page of somebody. @param {string} name */
  visit(name) {
    this.chat(false);
    this.who = name;
    this.parts.table.close();
    follow(`/person/${encodeURIComponent(name)}`);
    this.parts.person(name);
  }

  /** Something else comes in the place of a person. */
  leave() {
    if (this.who === null) return;
    this.who = null;
    this.parts.person(null);
  }

  /** Home at one of its parts. @param {string} id */
  part(id) {
    this.home();
    this.parts.home.reveal(id);
  }

  /** The table of a game, at a ply if one is named. @param {number} no @param {number} [at] */
  table(no, at) {
    this.chat(false);
    this.parts.table.want(no, at);
    follow(`/game/${no}`);
  }

  /** On a phone, all of the chat in the place of the view, or the view again. @param {boolean} open */
  chat(open) {
    document.body.classList.toggle("chatting", open);
    chat.setAttribute("aria-pressed", String(open));
    $("chat").role = open ? "main" : "region"; // The views are hidden then.
    if (open) this.count(0);
  }

  /** The chat shows a place. @param {Place} place */
  place(place) {
    for (const button of places) {
      const here = button.dataset.place === place;
      button.ariaCurrent = here ? "true" : null;
      if (here) button.classList.remove("fresh");
    }
  }

  /** A line of somebody else has come. */
  heard() {
    this.fresh += 1;
    this.counting();
  }

  /** @param {number} unread */
  count(unread) {
    this.unread = unread;
    first(chat, ".count").textContent = unread ? String(unread) : "";
  }

  /** A game is on the table, or none is: Home stands there then. @param {number | null} no */
  shown(no) {
    const { home, table } = this.parts;
    if (no === null && table.no !== null) return; // It is on its way.
    if (no !== null && no !== this.no) this.chat(false);
    this.no = no;
    if (no !== null) this.leave();
    document.body.dataset.view = this.who !== null ? "person" : no === null ? "home" : "table";
    home.show(no === null && this.who === null);
    if (this.who !== null) return;
    const arrives = document.body.classList.contains("arriving");
    const at = named();
    if (at.event !== undefined && (arrives || no === null)) return; // Its panel is open above all this.
    if (no === null && !arrives) follow("/");
    else if (no !== null && no !== at.game) follow(`/game/${no}`, arrives);
  }
}
