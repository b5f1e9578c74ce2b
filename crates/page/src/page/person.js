// The page of a person: their ratings, their record and their games.

import { byId as $, styled } from "./dom.js";
import { el, face } from "./draw.js";
import { Paced } from "./paced.js";
import { Course } from "./person-course.js";
import { Games } from "./person-games.js";

/** @import { State } from "./state.js" */
/** @import { Act, Ask, PersonInfo, PersonRating, Place, Tally } from "./types" */

/**
 * `ask` asks the program, `act` does an action, `look` goes to a game, at a ply if one is named, `challenge` begins to
 * ask somebody for a game, `trouble` tells what does not work.
 *
 * @typedef {{
 *   ask: Ask,
 *   act: Act,
 *   look: (no: number, place: Place | null, at?: number) => void,
 *   challenge: (name: string) => void,
 *   trouble: (text: string) => void,
 * }} Parts
 */

const APART = 4_000; // Milliseconds in which it is asked for twice at most.
const node = $("person");

export class Person {
  /** @param {State} state @param {Parts} parts */
  constructor(state, parts) {
    this.state = state;
    this.parts = parts;
    /** The name of whoever is shown, or is to be. @type {string | null} */
    this.name = null;
    /** Who is shown, and what is chosen there. @type {{ seen: string, course: Course, games: Games } | null} */
    this.drawn = null;
    this.refreshing = new Paced(() => this.refresh(), APART);
    document.addEventListener("visibilitychange", () => this.changed());
  }

  /** Shows somebody. @param {string} name */
  async open(name) {
    this.name = name;
    const [answer] = await Promise.all([this.parts.ask({ person: { name } }), styled("/person.css")]);
    if (this.name !== name) return; // Somebody else is wanted by now.
    if (!answer) return this.parts.trouble("The page could not ask about this person. Is the connection there? Try it again in a moment.");
    node.replaceChildren(...(answer.person ? this.content(answer.person) : unknown(name)));
    this.refreshing.ran();
    node.hidden = false;
    node.scrollTop = 0;
  }

  /** Leaves for another view. */
  close() {
    this.name = this.drawn = null;
    node.hidden = true;
    node.replaceChildren();
  }

  /** A game may have begun or ended, or somebody come or gone. */
  changed() {
    if (this.drawn && !document.hidden) this.refreshing.ask();
  }

  /** Shows whoever is shown as they are now; whoever stands on a button there stays on it. */
  async refresh() {
    const { name, drawn } = this;
    const answer = name !== null && drawn ? await this.parts.ask({ person: { name } }) : null;
    const seen = JSON.stringify(answer?.person);
    if (!answer?.person || !drawn || drawn !== this.drawn || seen === drawn.seen) return;
    drawn.seen = seen;
    const focused = node.contains(document.activeElement) ? document.activeElement?.textContent : null;
    for (const [at, part] of this.above(answer.person, drawn.course).entries()) node.children[at].replaceWith(part);
    drawn.games.renew(answer.person);
    if (node.contains(document.activeElement) || !focused) return;
    [...node.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }

  /** @param {PersonInfo} person */
  content(person) {
    const [course, games] = [new Course(), new Games(this.state, this.parts, person)];
    this.drawn = { seen: JSON.stringify(person), course, games };
    return [...this.above(person, course), games.node];
  }

  /** All but the games. @param {PersonInfo} person @param {Course} course */
  above(person, course) {
    return [
      this.head(person),
      ratings(person.ratings, course),
      el("div", { class: "person-two" }, course.node, record(person)),
    ];
  }

  /** @param {PersonInfo} person */
  head({ name, me, here, since, plays, finished }) {
    const said = [
      me ? "this is you" : here ? "here now" : "not here now",
      since === null ? "no game yet" : `first game in ${month(since)}`,
      finished.of ? `${finished.of} finished` : "",
      plays.length ? `plays ${plays.map((no) => `#${no}`).join(", ")}` : "",
    ];
    const ways = plays.slice(0, 3).map((no) => {
      const button = el("button", { type: "button" }, me ? `Board of #${no}` : `Watch #${no}`);
      button.addEventListener("click", () => this.parts.look(no, null));
      return button;
    });
    if (!me) {
      const ask = el("button", { type: "button", class: "main-button", "aria-haspopup": "dialog" }, "Ask for a game");
      ask.addEventListener("click", () => this.parts.challenge(name));
      ways.unshift(ask);
    }
    const portrait = face({ id: name, name });
    if (here) portrait.classList.add("here");
    return el("div", { class: "person-head" }, portrait,
      el("div", {}, el("h2", { dir: "auto" }, name), el("p", { class: "soft" }, said.filter(Boolean).join(" · "))),
      el("div", { class: "person-ways" }, ...ways));
  }
}

/** @param {string} name */
const unknown = (name) => [
  el("h2", { dir: "auto" }, name),
  el("p", {}, "Nobody by this name has said anything here yet. Is it spelled as in the chat?"),
];

/** @param {number} at */
const month = (at) => new Date(at).toLocaleDateString("en", { month: "long", year: "numeric" });

/** The ratings, each that has a course as a button that shows it. @param {PersonRating[]} all @param {Course} course */
function ratings(all, course) {
  /** @param {PersonRating} rating */
  const words = ({ title, now }) => [
    el("span", { class: "title" }, title), " ",
    el("b", {}, now?.points ?? "–"), now ? el("span", { class: "spread" }, ` ± ${now.spread}`) : "", " ",
    el("small", {}, now ? `${now.games} rated ${now.games === 1 ? "game" : "games"}` : "no rated game"),
  ];
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  /** @param {PersonRating} rating @param {HTMLButtonElement} button */
  const choose = (rating, button) => {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
    course.show(rating);
  };
  const items = all.map((rating) => {
    if (!rating.now) return el("li", {}, el("div", { class: "rating" }, ...words(rating)));
    const button = el("button", { type: "button", class: "rating" }, ...words(rating));
    button.addEventListener("click", () => choose(rating, button));
    buttons.push(button);
    return el("li", {}, button);
  });
  // The one with the most games is seen first, until another one is chosen.
  const rated = all.filter(({ now }) => now);
  const chosen = rated.findIndex(({ title }) => title === course.rating?.title);
  const most = chosen >= 0 ? chosen : rated.reduce((best, one, at) => ((one.now?.games ?? 0) > (rated[best].now?.games ?? 0) ? at : best), 0);
  if (rated.length) choose(rated[most], buttons[most]);
  const notes = rated.some(({ now }) => now?.points.endsWith("?")) ? " ?: provisional, too few games yet." : "";
  return el("section", { "aria-labelledby": "person-ratings" },
    el("h3", { id: "person-ratings", class: "unseen" }, "Ratings"),
    el("ul", { class: "ratings" }, ...items),
    rated.length ? el("p", { class: "soft note" }, `±: 95 times in 100 the true strength lies within.${notes}`) : null);
}

/** How games went, for each kind of them and with the reader. @param {PersonInfo} person */
function record({ name, me, record: kinds, together }) {
  const head = ["Game", "Games", "", "Won", "Drawn", "Lost"].map((word) => (word ? el("th", { scope: "col" }, word) : el("td", {})));
  /** @param {string} title @param {Tally} tally @param {string} [more] */
  const row = (title, tally, more = "") => el("tr", { class: more },
    el("th", { scope: "row", dir: "auto" }, title), ...[tally.games].map(cell), el("td", {}, bar(tally)), ...[tally.won, tally.drawn, tally.lost].map(cell));
  const rows = kinds.map((kind) => row(kind.title, kind));
  if (together?.games) rows.push(row(`You with ${name}`, together, "together"));
  if (!rows.length) return el("section", { class: "panel-part" }, el("h3", {}, "Record"), el("p", { class: "soft" }, me ? "You have finished no game yet." : "No finished game that you can see."));
  return el("section", { class: "panel-part" },
    el("table", { class: "record" }, el("caption", {}, "Record"), el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
}

/** @param {number} n */
const cell = (n) => el("td", { class: "number" }, String(n));

/** The same as a bar, which says no more than the numbers beside it. @param {Tally} tally */
function bar({ won, drawn, lost }) {
  const parts = Object.entries({ won, drawn, lost }).filter(([, n]) => n).map(([how, n]) => {
    const part = el("i", { class: how });
    part.style.flexGrow = String(n);
    return part;
  });
  return el("span", { class: "shares", "aria-hidden": "true" }, ...parts);
}
