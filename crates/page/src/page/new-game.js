// The dialog for a new game: it writes the line that a person would type, and says it at its last button.

import { el } from "./draw.js";
import { wayHere } from "./invite.js";
import { at, chosen, clockWords, levelOf, saidAt, termsOf, whyCasual } from "./terms.js";

/** @import { State } from "./state.js" */
/** @import { Choice } from "./terms.js" */
/** @import { Act, Ask, NewGameForm, OptionChoice, PlayableGame } from "./types" */
/** @typedef {{ ask: Ask, act: Act, people: () => string[], state: State }} Parts */
/** @typedef {{ value: string, label: (string | Node)[] }} Cell */

const CLOCKS = [["none", "None"], ["3m+5s", "Blitz"], ["5m+10s", "Live"], ["2d/move", "Days"], ["other", "Other"]];
const AGAINST = [["bot", "The bot"], ["person", "Someone here"], ["anyone", "Anyone"], ["link", "By link"]];
const CLOCK = "\\d+[smhdw](\\+\\d+[smhdw]|/move)"; // What can be checked before it is said; the program knows its bounds.

export class NewGame {
  /**
   * `ask` asks the program, `act` does an action, `people` tells who else is here.
   *
   * @param {Parts} parts
   */
  constructor({ ask, act, people, state }) {
    this.ask = ask;
    this.act = act;
    this.people = people;
    this.state = state;
    /** @type {NewGameForm | null} */
    this.offers = null;
    /** Somebody who is to be asked, although they may have left. @type {string | null} */
    this.who = null;
    this.line = "";
    this.again = el("div", { class: "again", role: "group", "aria-label": "Again, as last time" });
    this.groups = {
      game: group("Game", "games"),
      seats: group("Players"),
      against: group("Against"),
      level: group("How strong the bot plays", "levels inner"),
      person: group("Who", "people inner"),
      clock: group("Clock"),
      side: group("You play"),
      rated: group("Counts"),
    };
    this.link = el("p", { class: "hint inner" });
    this.others = el("fieldset", { class: "others" }, el("legend", {}, "The other seats"), el("div", { class: "cells" }));
    this.other = el("input", { type: "text", name: "other", placeholder: "30m+10s or 7d/move", pattern: CLOCK, autocomplete: "off", spellcheck: false, maxLength: 20, "aria-label": "Another clock", title: "A bank and what each move adds, 30m+10s, or time for each move, 2d/move" });
    this.otherPart = el("p", { class: "inner" }, this.other);
    this.why = el("p", { class: "hint inner", role: "status" });
    this.rules = el("div", { class: "options" });
    this.rulesHead = el("summary");
    this.rulesPart = el("details", {}, this.rulesHead, this.rules);
    this.words = el("b", { id: "new-game-words", "aria-live": "polite" });
    this.code = el("code", { id: "new-game-line" });
    this.wrong = el("p", { class: "wrong", role: "status" });
    this.go = el("button", { type: "submit", class: "main-button", id: "new-game-go" });
    const { game, seats, against, level, person, clock, side, rated } = this.groups;
    this.pair = el("div", { class: "pair" }, side, rated);
    const cancel = el("button", { type: "button", class: "cancel" }, "Cancel");
    const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    this.form = el("form", { method: "dialog" },
      el("div", { class: "top" }, el("h2", { id: "new-game-title" }, "New game"), el("span", { class: "hint" }, "Esc closes, nothing is sent before the last button"), close),
      el("div", { class: "body" }, this.again, game, seats, against, level, person, this.link, this.others, clock, this.otherPart, this.pair, this.why,
        this.rulesPart),
      el("div", { class: "foot" }, el("div", { class: "said" }, this.words, this.code, this.wrong), cancel, this.go));
    this.dialog = el("dialog", { id: "new-game", "aria-labelledby": "new-game-title" }, this.form);
    document.body.append(this.dialog);
    for (const button of [close, cancel]) button.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("invalid", ({ target }) => {
      if (target instanceof Node && this.rules.contains(target)) this.rulesPart.open = true;
    }, true);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(this.line);
    });
  }

  /** The dialog, once its looks are there. @param {Parts} parts */
  static async made(parts) {
    const looks = el("link", { rel: "stylesheet", href: "/new-game.css" });
    const ready = new Promise((resolve, reject) => Object.assign(looks, { onload: resolve, onerror: reject }));
    document.head.append(looks);
    await ready;
    return new NewGame(parts);
  }

  /** Opens the dialog, filled in for a person or from a game. @param {{ who?: string, from?: number }} filled */
  async open({ who, from }) {
    const answer = await this.ask({ new_game: { game: from ?? null } });
    if (!answer || this.dialog.open) return;
    const isFirst = !this.offers;
    this.offers = answer.new_game;
    this.who = null;
    this.base(this.offers, isFirst);
    if (this.offers.filled) this.fillIn(this.offers.filled);
    if (who) this.choosePerson(who);
    this.changed();
    this.dialog.showModal();
    this.form.scrollTop = 0;
    /** @type {HTMLElement | null} */ (this.form.querySelector("[name=game]:checked"))?.focus();
  }

  /** What does not depend on a choice. @param {NewGameForm} offers @param {boolean} isFirst */
  base({ games, usual, levels, level, again }, isFirst) {
    this.again.hidden = !again.length;
    this.again.replaceChildren(el("span", {}, "Again:"), ...again.map(({ label, line }) => {
      const button = el("button", { type: "button", title: line }, label);
      button.addEventListener("click", () => this.say(line));
      return button;
    }));
    if (!isFirst) return;
    const { game, against, level: strength, clock, rated } = this.groups;
    cells(game, "game", games.map(({ key, title }) => ({ value: key, label: [el("img", { src: `/cover/${key}.png`, alt: "" }), el("b", {}, title)] })), usual);
    cells(against, "against", AGAINST.map(([value, label]) => ({ value, label: [el("b", {}, label)] })), "bot");
    cells(strength, "level", levels.map((words, i) => ({ value: String(i + 1), label: [el("b", {}, capital(words)), el("i", { class: `bar bar${i + 1}` })] })), String(level));
    cells(clock, "clock", CLOCKS.map(([value, label]) => ({ value, label: [el("b", {}, label), el("small", {}, hint(value))] })), "none");
    cells(rated, "rated", [["casual", "Casual"], ["rated", "Rated"]].map(([value, label]) => ({ value, label: [el("b", {}, label)] })), "casual");
  }

  /** @param {NonNullable<NewGameForm["filled"]>} filled */
  fillIn({ game, others, clock, rated, options }) {
    this.set("game", game);
    this.changed();
    this.set("seats", String(others.length + 1));
    this.changed();
    if (others.length > 1) others.forEach((other, i) => this.set(`seat${i}`, other));
    else if (others[0] === "anyone") this.set("against", "anyone");
    else if (levelOf(others[0])) {
      this.set("against", "bot");
      this.set("level", String(levelOf(others[0])));
    } else this.choosePerson(others[0].slice(1));
    this.set("clock", CLOCKS.some(([value]) => value === clock) ? clock : "other");
    this.other.value = clock;
    for (const field of this.fields()) if (field.name.startsWith("option-")) field.value = field.dataset.usual ?? "";
    for (const [key, value] of options) this.set(`option-${key}`, value);
    this.changed();
    this.set("rated", rated ? "rated" : "casual");
  }

  /** @param {string} who */
  choosePerson(who) {
    this.who = who;
    this.set("seats", "2");
    this.set("against", "person");
    this.changed();
    this.set("person", at(who));
  }

  /** Shows what counts for the present choice, the line and its words. */
  changed() {
    const { offers } = this;
    if (!offers) return;
    const game = this.game(offers);
    const { seats: seatsPart, against, level, person, side, rated } = this.groups;
    const least = game.seats[0].length;
    cells(seatsPart, "seats", game.seats.map((names) => ({ value: String(names.length), label: [el("b", {}, String(names.length))] })), String(least));
    seatsPart.hidden = game.seats.length < 2;
    const seats = Number(this.value("seats"));
    const names = game.seats[seats - least];
    const sides = [{ value: "0", label: [el("b", {}, seats > 2 ? "Any" : "Either")] }, ...names.map((name, i) => ({ value: String(i + 1), label: [el("b", {}, capital(name))] }))];
    // The one that is usual stands in the middle of two.
    if (seats === 2) sides.splice(0, 2, sides[1], sides[0]);
    cells(side, "side", sides, "0");
    const here = [...new Set([...this.people(), ...(this.who ? [this.who] : [])])];
    cells(person, "person", here.map((name) => ({ value: at(name), label: [el("b", { dir: "auto" }, name)] })), here.length ? at(here[0]) : "");
    this.seatChoosers(offers, seats, here);
    this.options(game, seats);
    const with2 = seats === 2 ? this.value("against") : "";
    against.hidden = seats > 2;
    level.hidden = with2 !== "bot";
    person.hidden = with2 !== "person" || !here.length;
    this.link.hidden = with2 !== "link";
    if (with2 === "link") this.link.replaceChildren("Offered to anyone. ", ...wayHere(this.state));
    this.others.hidden = seats === 2;
    this.pair.classList.toggle("many", seats > 2);

    const others = this.invited(seats);
    const casual = whyCasual(others);
    if (casual) this.set("rated", "casual");
    const isRated = this.value("rated") === "rated";
    if (isRated && this.value("clock") === "none") this.set("clock", "2d/move");
    enable(rated, "rated", !casual);
    enable(this.groups.clock, "none", !isRated);
    this.why.textContent = casual || (isRated ? "A rated game has a clock." : "");
    const isOther = this.value("clock") === "other";
    this.otherPart.hidden = !isOther;
    this.other.disabled = !isOther;
    this.other.required = isOther;
    this.tell(offers, { game, seats, others, clock: isOther ? this.other.value.trim() || "…" : this.value("clock"), side: Number(this.value("side")), rated: isRated, options: this.given(game, seats) });
  }

  /** @param {NewGameForm} offers @param {Choice} choice */
  tell(offers, choice) {
    const { line, words, button, wrong } = termsOf(offers, choice);
    const n = chosen(choice.game, choice.options).length;
    this.rulesHead.replaceChildren(`Rules of ${choice.game.title} `, el("small", {}, `${n ? `${n} changed` : "as printed"} · ${this.rules.querySelectorAll(".option:not([hidden])").length} options`));
    this.line = line;
    this.words.textContent = words;
    this.code.textContent = line;
    this.wrong.textContent = wrong;
    this.go.textContent = button;
    this.go.disabled = Boolean(wrong);
  }

  /** @param {string} line */
  say(line) {
    this.dialog.close();
    this.act({ line, says: saidAt(line), game: null });
  }

  /** Whom the line invites. @param {number} seats */
  invited(seats) {
    if (seats > 2) return Array.from({ length: seats - 1 }, (_, i) => this.value(`seat${i}`));
    const against = this.value("against");
    if (against === "bot") return [`bot ${this.value("level")}`];
    return [against === "person" ? this.value("person") || "@" : "anyone"];
  }

  /** One choice for each seat but the own one. @param {NewGameForm} offers @param {number} seats @param {string[]} here */
  seatChoosers({ levels, level }, seats, here) {
    const shown = JSON.stringify([seats, here]);
    if (this.others.dataset.shown === shown) return;
    this.others.dataset.shown = shown;
    const before = this.fields().filter(({ name }) => name.startsWith("seat") && name !== "seats").map(({ value }) => value);
    const people = here.map((name) => el("option", { value: at(name) }, name));
    const bots = levels.map((words, i) => el("option", { value: `bot ${i + 1}` }, `bot, ${words}`));
    const choosers = Array.from({ length: seats > 2 ? seats - 1 : 0 }, (_, i) => {
      const groups = [el("option", { value: "anyone" }, "anyone"), people.length ? el("optgroup", { label: "Here now" }, ...people.map((one) => one.cloneNode(true))) : null, el("optgroup", { label: "The bot" }, ...bots.map((one) => one.cloneNode(true)))];
      const select = el("select", { name: `seat${i}`, "aria-label": `Seat ${i + 1} of the others` }, ...groups);
      select.value = before[i] ?? `bot ${level}`;
      if (select.selectedIndex < 0) select.value = "anyone";
      return select;
    });
    this.others.lastElementChild?.replaceChildren(...choosers);
  }

  /** The options of a game, those that count with so many seats. @param {PlayableGame} game @param {number} seats */
  options(game, seats) {
    if (this.rules.dataset.game !== game.key) {
      this.rules.dataset.game = game.key;
      this.rules.replaceChildren(...game.options.map(optionField));
    }
    for (const { key, seats: fits } of game.options) {
      const part = this.rules.querySelector(`[data-option="${key}"]`);
      if (!(part instanceof HTMLElement)) continue;
      part.hidden = !fits.includes(seats);
      // What does not count is not checked either.
      for (const field of part.querySelectorAll("input")) field.disabled = part.hidden;
    }
  }

  /** The values of the options that count. @param {PlayableGame} game @param {number} seats */
  given(game, seats) {
    const counts = game.options.filter((option) => option.seats.includes(seats));
    return Object.fromEntries(counts.map(({ key, default: usual }) => [key, this.value(`option-${key}`) || usual]));
  }

  /** @param {NewGameForm} offers */
  game({ games }) {
    const key = this.value("game");
    return games.find((one) => one.key === key) ?? games[0];
  }

  fields() {
    return /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...this.form.elements]).filter(({ name }) => name);
  }

  /** @param {string} name */
  value(name) {
    const field = this.form.elements.namedItem(name);
    return field && "value" in field ? String(field.value) : "";
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    for (const field of this.fields()) {
      if (field.name !== name) continue;
      if (field.type !== "radio") field.value = value;
      else if (field instanceof HTMLInputElement && field.value === value) field.checked = true;
    }
  }
}

/** @param {string} legend @param {string} [kind] */
function group(legend, kind = "") {
  return el("fieldset", { class: kind }, el("legend", {}, legend), el("div", { class: "cells" }));
}

/**
 * Fills a group with cells of which one is chosen: the same as before, else the usual one.
 *
 * @param {HTMLElement} part
 * @param {string} name
 * @param {Cell[]} found
 * @param {string} usual
 */
function cells(part, name, found, usual) {
  const values = found.map(({ value }) => value);
  const shown = JSON.stringify(found.map(({ value, label }) => [value, label.map((one) => (typeof one === "string" ? one : one.textContent))]));
  if (part.dataset.shown === shown) return;
  part.dataset.shown = shown;
  const before = part.querySelector("input:checked");
  const had = before instanceof HTMLInputElement && values.includes(before.value) ? before.value : usual;
  const hasFocus = part.contains(document.activeElement);
  part.lastElementChild?.replaceChildren(...found.map(({ value, label }) => el("label", { class: "cell" },
    el("input", { type: "radio", name, value, checked: value === had }), ...label)));
  if (hasFocus) /** @type {HTMLElement | null} */ (part.querySelector("input:checked"))?.focus();
}

/** @param {HTMLElement} part @param {string} value @param {boolean} can */
function enable(part, value, can) {
  const field = part.querySelector(`input[value="${value}"]`);
  if (field instanceof HTMLInputElement) field.disabled = !can;
}

/** @param {OptionChoice} option */
function optionField({ key, meaning, default: usual, values, range }) {
  const field = range
    ? el("input", { type: "number", min: String(range[0]), max: range[1] === null ? "" : String(range[1]), value: usual, required: true })
    : el("select", {}, ...values.map(({ value }) => el("option", { value }, value)));
  field.name = `option-${key}`;
  field.value = usual;
  field.dataset.usual = usual;
  const part = el("label", { class: "option" }, el("b", {}, key), field, el("small", {}, meaning));
  part.dataset.option = key;
  return part;
}

/** What a choice of a clock means, where its name does not say it. @param {string} clock */
const hint = (clock) => (clock === "none" ? "" : clock === "other" ? "…" : clockWords(clock));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
