// What fills Home: what there is to play, to take and to watch, while no game is on the table.

import { actButton } from "./buttons.js";
import { gameCards } from "./cards.js";
import { byId as $, first } from "./dom.js";
import { el, face, refill, smallBoard } from "./draw.js";
import { when } from "./times.js";

/** @import { State } from "./state.js" */
/** @import { Act, Home as View, Offer, PersonHere, Place, Tile } from "./types" */

const menu = $("person-menu");

export class HomeParts {
  /**
   * `act` does an action, `start` says a line that begins a game, `read` one that tells about one, `look` goes to a
   * game, `challenge` begins to ask somebody for one, `visit` goes to somebody's page.
   *
   * @param {State} state
   * @param {{
   *   act: Act,
   *   start: (line: string) => void,
   *   read: (line: string) => void,
   *   look: (no: number, place: Place | null) => void,
   *   challenge: (name: string) => void,
   *   visit: (name: string) => void,
   * }} ways
   */
  constructor(state, { act, start, read, look, challenge, visit }) {
    this.state = state;
    this.act = act;
    this.start = start;
    this.read = read;
    this.look = look;
    this.challenge = challenge;
    this.visit = visit;
    /** @type {View | null} */
    this.view = null;
    this.revealed = ""; // The part that is shown even if there is nothing in it.
    /** The pictures of the boards by their games: an old one is seen until the new one is there. @type {Map<number, HTMLImageElement>} */
    this.boards = new Map();
    menu.addEventListener("click", () => menu.hidePopover());
  }

  /** From now on this part is shown even if there is nothing in it. @param {string} id */
  reveal(id) {
    this.revealed = id;
  }

  /** Draws it as it is now. */
  draw(view = this.view) {
    if (!view) return;
    this.view = view;
    const { greeting } = this.state;
    if (greeting) refill($("home-cards"), [greeting.games], () => gameCards(greeting.games, this), () => null);
    // Somebody new has the games to try first.
    const start = $("home-start");
    const isFirst = start.nextElementSibling === $("home-try");
    if (view.newcomer && !isFirst) start.after($("home-try"));
    else if (!view.newcomer && isFirst) $("home-watch").after($("home-try"));
    $("home-hello").hidden = !view.newcomer;
    const name = this.state.you?.name ?? $("name", HTMLInputElement).value;
    first($("home-hello"), "span").textContent = `Tap Play: you are at the board at once.${name ? ` Your name is ${name}; change it any time.` : ""}`;
    first($("watch-open"), ".count").textContent = view.watch.length ? String(view.watch.length) : "";
    this.fill("home-last", view.last, ({ label, line }) => this.button(label, line, () => this.start(line)));
    this.fill("home-games", view.games.map((tile) => this.drawn(tile)), (tile) => this.tile(tile, true));
    this.fill("home-offers", view.offers, (offer) => this.offer(offer));
    this.fill("home-people", view.people.filter((person) => !person.me), (person) => this.person(person));
    this.fill("home-watch", view.watch.map((tile) => this.drawn(tile)), (tile) => this.tile(tile, false));
    const waiting = view.games.filter((tile) => tile.waits).length;
    $("home-waiting").textContent = waiting ? `${waiting} wait${waiting === 1 ? "s" : ""} for you` : "";
  }

  /**
   * Fills the list of a section, which is not seen while there is nothing in it.
   *
   * @template T
   * @param {string} id
   * @param {T[]} shown
   * @param {(one: T) => HTMLElement} make
   */
  fill(id, shown, make) {
    $(id).hidden = !shown.length && id !== this.revealed;
    const list = $(id).querySelector("ul, tbody");
    if (list instanceof HTMLElement) refill(list, shown, make, (one) => one.dataset.key);
  }

  /**
   * A button in its place of a list.
   *
   * @param {string} label
   * @param {string} key
   * @param {() => void} go
   */
  button(label, key, go) {
    const button = el("button", { type: "button", title: key }, label);
    button.dataset.key = key;
    button.addEventListener("click", go);
    return el("li", {}, button);
  }

  /** A game with the address of its picture as it is now. @param {Tile} tile */
  drawn(tile) {
    return { ...tile, picture: smallBoard(tile.board, this.state.you?.proof) };
  }

  /**
   * A small board that leads to its game.
   *
   * @param {Tile & { picture: string }} tile
   * @param {boolean} mine
   */
  tile({ no, title, place, waits, says, clock, board, picture, ...tile }, mine) {
    const image = this.boards.get(no) ?? el("img", { alt: "" });
    this.boards.set(no, image);
    Object.assign(image, { width: board.width, height: board.height });
    if (image.getAttribute("src") !== picture) image.src = picture;
    const [one, ...others] = tile.with;
    const names = !mine && others.length === 1 ? tile.with.join(" – ") : others.length ? `${one} +${others.length}` : one;
    const link = el("a", { class: waits ? "tile turn" : "tile", href: `/game/${no}`, title: `#${no} ${says}` },
      el("span", { class: "small-board" }, image),
      el("b", { dir: "auto" }, `${title} · ${names}`),
      el("span", { class: "says" }, waits ? "your turn" : says, ...(clock?.ends ? [" · ", when(clock.ends)] : [])));
    link.dataset.game = link.dataset.key = String(no);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // Another tab or window has it.
      event.preventDefault();
      this.look(no, place);
    });
    return el("li", {}, link);
  }

  /** @param {Offer} offer */
  offer({ no, title, by, rating, clock, rated, seats, taken, mine, asked, actions }) {
    const tags = [asked && "asks you", rated && "rated", seats > 2 && `${taken} of ${seats}`].filter((tag) => typeof tag === "string");
    const row = el("tr", {},
      el("th", { scope: "row" }, face({ id: by, name: by }), el("b", { dir: "auto" }, mine ? "you" : by), rating === null ? null : el("small", {}, String(rating))),
      el("td", {}, title, ...tags.map((tag) => el("span", { class: "tag" }, tag))),
      el("td", { class: "soft" }, clock ?? "no clock"),
      el("td", {}, el("div", { class: "doing" }, ...actions.map((action) => actButton(action, action.id + no, this.act)))));
    row.dataset.offer = String(no);
    return row;
  }

  /** @param {PersonHere} person */
  person({ name, plays, looks }) {
    const does = plays.length ? `plays ${plays.map((no) => `#${no}`).join(", ")}` : looks ? "looks for a game" : "";
    const button = el("button", { type: "button", class: "person" },
      face({ id: name, name }), el("b", { dir: "auto" }, name), el("span", { class: "soft" }, does));
    button.dataset.key = button.dataset.person = name;
    button.addEventListener("click", () => this.open(button, name, plays));
    return el("li", {}, button);
  }

  /**
   * What can be done with somebody, below their button.
   *
   * @param {HTMLElement} button
   * @param {string} name
   * @param {number[]} plays
   */
  open(button, name, plays) {
    /** @type {(label: string, what: string, go: () => void) => HTMLElement} */
    const way = (label, what, go) => {
      const one = el("button", { type: "button" }, label);
      one.dataset.do = what;
      one.addEventListener("click", go);
      return one;
    };
    menu.replaceChildren(way("Ask for a game", "ask", () => this.challenge(name)),
      way("Profile", "profile", () => this.visit(name)),
      ...plays.map((no) => way(`Watch #${no}`, "watch", () => this.look(no, null))));
    menu.ariaLabel = name;
    menu.showPopover();
    const { left, bottom } = button.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector("button")?.focus();
  }
}
